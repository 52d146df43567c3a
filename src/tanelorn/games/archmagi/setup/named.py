"""A position by name, as rule cases write it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tanelorn.core.content.given import Given
from tanelorn.core.content.named import BadEntry, Count, Shape, check_entries, check_shape, meaning, table_in, under
from tanelorn.core.errors import BadData, UnknownName, nearest
from tanelorn.core.game import Value
from tanelorn.core.steps import Step
from tanelorn.games.archmagi.map.land import land
from tanelorn.games.archmagi.map.maps import built_in, read_map
from tanelorn.games.archmagi.map.terrain import read_terrain
from tanelorn.games.archmagi.move.stranding import needs_place
from tanelorn.games.archmagi.sequence import PHASES, Phase, asked_in
from tanelorn.games.archmagi.setup.options import OPTIONS, SCENARIOS, lay_out
from tanelorn.games.archmagi.state.abilities import gear_kind
from tanelorn.games.archmagi.state.carrying import has_place
from tanelorn.games.archmagi.state.codes import Magus, hex_of, seat_of
from tanelorn.games.archmagi.state.content import ARCHMAGI, ARTIFACTS, KINDS, SPELLS, is_of_pile
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.steps import EndTurn, StartTurn
from tanelorn.games.archmagi.words.nouns import SEAT_WORDS

FIELD = "Field of cases|0101|" + "/".join(["*~~~~~~%~", *["~AAAAAAA~"] * 6, "~~~~~~~~~"]) + "|0203 0803||"
"""A field for rule cases: plains from 0202 to 0807 with the sea around, a Reef at 0101 and an Abyss at 0801."""
_WORDS = {"nothing": 0, "spells": 1, "spells and dice": 2}


class AllBut(Shape, frozen=True):
    """All spells of the pile but some."""

    but: list[str]


class SeatPlaced(Shape, frozen=True, kw_only=True):
    """What may stand at a seat."""

    units: dict[str, list[str]] = {}
    reserve: list[str] = []
    stored: list[str] = []
    spells: list[str] | AllBut = []
    asked: Literal["nothing", "spells", "spells and dice"] = "spells"


class Placed(Shape, frozen=True, kw_only=True):
    """What may stand in a position, besides a table for each seat."""

    players: Annotated[int, msgspec.Meta(ge=2, le=6)] = 2
    map: str = ""
    terrain: dict[str, str] = {}
    round: Count = 1
    active: str = ""
    first: str = ""
    phase: str = ""
    limit: Count = 100
    asked: str = ""
    copies: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    chits: bool = False


def position_named(table: Given) -> ArchmagiPosition:
    """Build a position from names; raise BadData naming what is wrong and what is known.

    Entries: `players` (2), `map` (a name of ours, or a field of plains), `terrain` by hex, `round`, `active`,
    `phase`, `asked` (what players are asked about), and one table for each seat: `units` by hex, `reserve`,
    `stored`, `spells` (or `spells.but`: all of the pile but these). A unit is a kind, with “ with ARTIFACT
    [and ARTIFACT]” and “ aboard KIND” behind it.
    """
    check_shape({entry: value for entry, value in table.items() if entry not in SEAT_WORDS}, Placed)
    players = table.get("players", 2)
    words = SEAT_WORDS[:players]
    check_entries(table, (*Placed.__struct_fields__, *words))
    seats = {word: seat for seat, word in enumerate(words)}
    position = _empty(table, players)
    for hex, word in table_in(table, "terrain").items():
        with under("terrain", hex):
            position.terrain[_hex(position, hex)] = read_terrain(word)
    position.phase = str(table.get("phase", PHASES[0]))
    for seat, word in enumerate(words):
        with under(word):
            _lay_seat(position, seat, table_in(table, word))
    _check_ground(position)
    with under("active"):
        active = meaning(seats, table.get("active", words[0]), "seat")
    position.active, position.round = active, table.get("round", 1)
    with under("first"):
        position.first = meaning(seats, table.get("first", words[0]), "seat")
    _set_agenda(position, active)
    return position


def _check_ground(position: ArchmagiPosition) -> None:
    """Refuse units that cannot be in their hex and are aboard nobody who can."""
    for key, units in position.stacks.items():
        for unit in units:
            if needs_place(position, unit):
                seat, hex = SEAT_WORDS[seat_of(key)], position.land.ids[hex_of(key)]
                raise BadEntry(
                    f"{KINDS[position.kinds[unit]].name} cannot be in {hex}.",
                    entry=f"{seat}.units.{hex}",
                    remedy="Put it where it can stand, or aboard somebody who can.",
                )


def _empty(table: Given, players: int) -> ArchmagiPosition:
    options: dict[str, Value] = {option.name: option.default for option in OPTIONS}
    options |= {"map-number": 1, "rounds": int(table.get("limit", 100)), "copies": int(table.get("copies", 1))}
    options["chits"] = bool(table.get("chits", False))
    ours, name = built_in(), str(table.get("map", ""))
    if not 2 <= players <= len(SCENARIOS) + 1:
        raise BadData(f"{players} players cannot play.", remedy="Give 2 to 6.")
    text = name if "|" in name else read_map(meaning(ours, name, "map")) if name else FIELD
    position = lay_out(SCENARIOS[players - 2].slug, options)
    position.map = text
    position.terrain = list(land(text).terrain)
    asked = str(table.get("asked", "spells"))
    if asked not in _WORDS:
        raise BadData(f"Players cannot be asked about “{asked}”.", remedy=f"Say {', '.join(_WORDS)}.")
    position.word = [_WORDS[asked]] * players
    return position


def _hex(position: ArchmagiPosition, id: str) -> int:
    try:
        return position.land.number(id)
    except UnknownName as error:
        raise BadData(error.why, remedy=error.remedy) from None


_KINDS = {kind.name.casefold(): number for number, kind in enumerate(KINDS)}
_ARTIFACTS = {artifact.name.casefold(): number for number, artifact in enumerate(ARTIFACTS)}
_SPELLS = {spell.name.casefold(): number for number, spell in enumerate(SPELLS)}


def _lay_seat(position: ArchmagiPosition, seat: int, table: Given) -> None:
    check_shape(table, SeatPlaced)
    for id, names in table_in(table, "units").items():
        with under("units", id):
            aboard = []
            for text in names:
                unit, carrier = _lay_unit(position, seat, _hex(position, id), text)
                aboard += [(unit, carrier)] if carrier else []
            for unit, carrier in aboard:
                _board(position, unit, carrier)
    for name in table.get("reserve", ()):
        position.reserve[seat].append(_from_pile(position, str(name)))
    position.reserve[seat].sort()
    for name in table.get("stored", ()):
        position.stored[seat].append(_take_artifact(position, str(name)))
    position.stored[seat].sort()
    position.spells[seat] = _taken_spells(position, table.get("spells", []))
    if "asked" in table:
        position.word[seat] = _WORDS[str(table["asked"])]
    if position.magi[seat] < 0:
        raise BadData(f"{SEAT_WORDS[seat].capitalize()} has no archmagus.", remedy="Put one among its units.")


def _taken_spells(position: ArchmagiPosition, named: list[str] | dict[str, list[str]]) -> list[int]:
    """Take the spells that are named from the pile, or all but these."""
    taken, pile = [], position.spell_pile
    for name in named["but"] if isinstance(named, dict) else named:
        spell = meaning(_SPELLS, name.casefold(), "spell")
        if spell not in pile:
            raise BadData(f"There is no further {name}.", remedy="Each spell is there once for each copy.")
        pile.remove(spell)
        taken.append(spell)
    if isinstance(named, dict):
        taken, position.spell_pile = pile, sorted(taken)
    return sorted(taken)


def _from_pile(position: ArchmagiPosition, name: str) -> int:
    kind = meaning(_KINDS, name.casefold(), "unit")
    if not is_of_pile(kind) or not position.pile[kind]:
        raise BadData(f"There is no chit of {name} left.", remedy="Take a unit of which there are chits in the pile.")
    position.pile[kind] -= 1
    return kind


def _take_artifact(position: ArchmagiPosition, name: str) -> int:
    wanted = meaning(_ARTIFACTS, name.casefold(), "artifact")
    for artifact in position.artifact_pile:
        if gear_kind(artifact) == wanted:
            position.artifact_pile.remove(artifact)
            return artifact
    raise BadData(f"There is no further {name}.", remedy="Each artifact is there once for each copy.")


def _lay_unit(position: ArchmagiPosition, seat: int, hex: int, text: str) -> tuple[int, str]:
    name, _, carrier = text.partition(" aboard ")
    name, _, gear = name.partition(" with ")
    kind = meaning(_KINDS, name.casefold(), "unit")
    if kind in ARCHMAGI:
        if kind not in position.magi_pile or position.magi[seat] >= 0:
            raise BadData(f"{name} is on the map already, or the seat has an archmagus.", remedy="Each seat has one.")
        position.magi_pile.remove(kind)
    elif is_of_pile(kind):
        _from_pile(position, name)
    else:
        raise BadData(f"{name} is made by a spell.", remedy="Cast it in the case.")
    unit = position.add(kind, seat, hex)
    if kind in ARCHMAGI:
        position.magi[seat] = Magus(unit)
        position.drawn[seat] = kind
    for item in filter(None, gear.split(" and ")):
        artifact = _take_artifact(position, item)
        position.gear[unit] = tuple(sorted((*position.gear[unit], artifact)))
    return unit, carrier


def _board(position: ArchmagiPosition, unit: int, carrier: str) -> None:
    kind = meaning(_KINDS, carrier.casefold(), "unit")
    seat, hex = position.owners[unit], position.hexes[unit]
    for other in position.stack(hex, seat):
        if position.kinds[other] == kind and has_place(position, other, unit):
            position.carriers[unit] = other
            return
    raise BadData(f"No {carrier} there has a place for the unit.", remedy="Put a carrier into the same hex.")


def _set_agenda(position: ArchmagiPosition, active: int) -> None:
    """Begin at a phase: its first question, with the rest of the turn after it."""
    if position.phase == "start":
        position.agenda = [StartTurn(active)]
        return
    if position.phase not in PHASES:
        raise BadData(f"There is no phase “{position.phase}”.", remedy=nearest(position.phase, [*PHASES, "start"]))
    asked = asked_in(active)
    steps: list[Step] = []
    for phase in PHASES[PHASES.index(position.phase) :]:
        steps += [Phase(phase), *asked[phase]]
    position.agenda = [*reversed([*steps, EndTurn(active)])]
