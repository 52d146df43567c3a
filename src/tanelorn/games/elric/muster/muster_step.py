"""The Muster step (elric/11.0): what a player's spells can muster where their holders stand, and why not the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from tanelorn.core.acts import Act, Acts, PartByPart, Verb, Verbs
from tanelorn.core.amounts import amount
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.balance import law_drives_out
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.spells import Muster as Name
from tanelorn.games.elric.muster import placing
from tanelorn.games.elric.replacements import can_replenish, replenish
from tanelorn.games.elric.state.hordes import birthplace
from tanelorn.games.elric.state.places import spells_held
from tanelorn.games.elric.state.position import NOBODY, OUT, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.stacks import swimmers
from tanelorn.games.elric.state.words import SPELL_WORDS, brought, ends, name, plain, unit_words

__all__ = ["Muster", "Rise", "law_drives_out"]

CHAOS_FOR_PYARAY = 3
"""So far the Balance must lean to Chaos before Pyaray comes (16.9/pyaray)."""

Reason = tuple[str, str]
"""Why something is not to be had, and the clause."""


class Way(msgspec.Struct, frozen=True):
    """A personality who holds a spell, and one of the names on it."""

    unit: int
    spell: int
    name: Name

    @classmethod
    def of(cls, act: Act) -> Way:
        """Read an act that musters or replenishes."""
        unit, spell, at = act.args
        return cls(unit, spell, SPELLS[spell].musters[at])


def ways(position: ElricPosition, seat: int) -> Iterator[Way]:
    """Yield every name on every spell in the hands of a seat's personalities (16.1, 16.2, 16.3): anyone may muster with
    one that only others may use as magic (9.3b, 16.9/jhary-a-conel).
    """
    owner, area = position.owner, position.area
    for spell, unit in spells_held(position.where):
        if owner[unit] == seat and area[unit] >= 0:
            for named in SPELLS[spell].musters:
                yield Way(unit, spell, named)


def own(position: ElricPosition, way: Way) -> bool:
    """Tell whether a name is that of a country its holder already owns, so that the muster replenishes it (6.0e)."""
    if way.name.kind != "nation":
        return False
    return position.nation[position.world.nation[way.name.id]] == position.owner[way.unit]


def why_not(position: ElricPosition, way: Way) -> Reason | None:
    """Return why a name cannot be mustered now, None if it can."""
    reason = _spell_in_use(position, way)
    if reason is not None:
        return reason
    if way.name.kind == "nation":
        return _why_not_replenish(position, way) if own(position, way) else _why_not_nation(position, way)
    if way.name.kind == "horde":
        return _why_not_horde(position, way)
    if way.name.kind == "person":
        return _why_not_person(position, way)
    return _why_not_artifact(position, way)


def _spell_in_use(position: ElricPosition, way: Way) -> Reason | None:
    """Return why a spell is not free to muster: it is maintained or has been used to fly, or the scenario lets it bring
    personalities alone (14.1f).
    """
    spell = SPELLS[way.spell]
    if not terms_of(position).magic and way.name.kind != "person":
        return "Here a captured spell musters nothing but personalities.", "elric/14.1f"
    if way.spell in position.maintained:
        return f"{spell.name} is maintained: it is in use as magic.", "elric/13.4a"
    if way.spell in position.flights:
        return f"{spell.name} has been used to fly and stays with its user.", "elric/7.4.2b"
    return None


# Nations


def _why_not_replenish(position: ElricPosition, way: Way) -> Reason | None:
    number = position.world.nation[way.name.id]
    if can_replenish(position, position.nation[number], number):
        return None
    return f"No city of {position.world.nations[number].name} can bring anything back.", "elric/6.0e"


def _why_not_nation(position: ElricPosition, way: Way) -> Reason | None:
    """Return why a nation cannot be mustered: one must be in its capital (11.0d), have taken it from its owner (7.5.2c,
    11.0g), and find nobody else's garrison there (10.9.1c).
    """
    world = position.world
    number = world.nation[way.name.id]
    nation, owner, seat = world.nations[number], position.nation[number], position.owner[way.unit]
    city = world.areas[nation.capital].cities[0].name
    if any(rising == number for rising, _ in position.rising):
        return f"{nation.name} has been mustered and will rise.", "elric/11.0g"
    taker = position.captured[nation.capital]
    if owner != NOBODY and taker != seat:
        return f"{nation.name} belongs to another: take and garrison {city} first.", "elric/11.0g"
    if taker not in (NOBODY, seat):
        return f"{city} is garrisoned by another player.", "elric/10.9.1c"
    if position.area[way.unit] != nation.capital:
        return f"{nation.name} is mustered in {city}.", "elric/11.0d"
    return None


# Hordes, personalities, artifacts


def _why_not_horde(position: ElricPosition, way: Way) -> Reason | None:
    """Return why a horde cannot be mustered: it comes only where it is at home (11.0h to 11.0k), and once (11.0n)."""
    world = position.world
    number = world.nation[way.name.id]
    if position.nation[number] != NOBODY:
        return f"{world.nations[number].name} are on the board already.", "elric/11.0n"
    if position.area[way.unit] in birthplace(world, number):
        return None
    return {
        "flamebringers": ("The Flamebringers are mustered in the Weeping Waste.", "elric/11.0h"),
        "kelmain": ("The Kelmain Host is mustered in the southern wilderness.", "elric/11.0i"),
        "olab": (f"The Olab are mustered in {world.areas[world.rlin].name}.", "elric/11.0j"),
    }.get(way.name.id, ("Their armies would stand in the sea without a ship.", "elric/7.3c"))


def in_play(position: ElricPosition, unit: int) -> bool:
    """Tell whether a counter cannot be mustered because it is on the board (11.0n); neutral Melniboneans can (4.0d)."""
    world = position.world
    if position.owner[unit] == NOBODY:
        return not (position.area[unit] == world.melnibone and world.of[unit] == world.nation["melnibone"])
    return position.owner[unit] != OUT or unit in position.bearer


def _why_not_person(position: ElricPosition, way: Way) -> Reason | None:
    """Return why a personality cannot be mustered: in play already (11.0n), Theleb K'aarna with Pan Tang (11.0l,
    16.9/theleb-kaarna), or at sea without a ship (7.3c).
    """
    world = position.world
    unit = world.unit[way.name.id]
    who = world.units[unit].name
    if unit == world.theleb and _is_played(position, world.nation["pan_tang"]):
        return f"{who} belongs to Pan Tang while it is in play.", "elric/11.0l"
    if in_play(position, unit):
        return f"{who} is on the board already.", "elric/11.0n"
    if unit == world.pyaray:
        return _why_not_pyaray(position, way)
    if placing.swims(position, way.unit) and not swimmers(world)[unit]:
        return f"{who} would stand in the sea without a ship.", "elric/7.3c"
    return None


def _is_played(position: ElricPosition, number: int) -> bool:
    return position.nation[number] != NOBODY or any(number == rising for rising, _ in position.rising)


def _why_not_pyaray(position: ElricPosition, way: Way) -> Reason | None:
    leaning = position.balance >= CHAOS_FOR_PYARAY if not position.tipped else position.tipped > 0
    if not leaning:
        return f"Pyaray comes when the Balance stands at Chaos {CHAOS_FOR_PYARAY} or beyond.", "elric/16.9/pyaray"
    ship = position.world.chaos_ship
    if position.owner[ship] not in (OUT, position.owner[way.unit]):
        return "The Chaos Ship, with which he comes, is another player's.", "elric/11.0n"
    return None


def _why_not_artifact(position: ElricPosition, way: Way) -> Reason | None:
    """Return why an artifact or ship cannot be mustered (11.0p): in play already (11.0n), or no business of the
    musterer's (11.0m).
    """
    world = position.world
    unit = world.unit[way.name.id]
    if in_play(position, unit):
        return f"{world.units[unit].name} is in play already.", "elric/11.0n"
    if unit != world.barge:
        return None
    if not world.melnibonean[way.unit]:
        return "Only a Melnibonean musters the Battle Barge.", "elric/16.6/battle-barge-muster"
    if not placing.barge_seas(position, way.unit):
        return "Only beside Melnibone can the Battle Barge be mustered.", "elric/11.0m"
    return None


# The step


class Muster(Automatic, frozen=True, tag=True):
    """The Muster step: at most one muster (11.0b)."""

    seat: int
    title = "Muster"
    clause = "elric/11.0b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Ask any player who holds a spell, whichever it is."""
        owner, area = position.owner, position.area
        if any(owner[unit] == self.seat and area[unit] >= 0 for _, unit in spells_held(position.where)):
            position.then(ChooseMuster(self.seat))


class ChooseMuster(AsksOne, frozen=True, tag=True):
    """Which name on which spell, if any (11.0c)."""

    title = "Muster"
    clause = "elric/11.0a"
    still_asked = "what a hand can muster is hidden"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Every name that can be mustered; one's own country is replenished instead (6.0e)."""
        prompt = "Whom do you muster?", "Nobody can be mustered here."
        holders = Holders(position, tuple(ways(position, seat)))
        return ACTS.asked(holders, lambda acts: prompt[len(acts) == 1], default=plain("no muster"))

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Discard the spell without moving the Balance (11.0o), and bring what was named."""
        ACTS.do(Holders(position), choice, log)


class Holders(NamedTuple):
    """The names on spells of those who may muster."""

    position: ElricPosition
    ways: tuple[Way, ...] = ()

    def one_by_one(self) -> Iterator[Holders]:
        """Yield each name by itself."""
        for way in self.ways:
            yield Holders(self.position, (way,))


def _musters(holders: Holders) -> Iterator[Act]:
    position = holders.position
    for way in holders.ways:
        if not own(position, way) and why_not(position, way) is None:
            yield _act(position, "muster", way)


def _replenishes(holders: Holders) -> Iterator[Act]:
    position = holders.position
    for way in holders.ways:
        if own(position, way) and why_not(position, way) is None:
            yield _act(position, "replenish", way)


def _muster(holders: Holders, act: Act, log: Log) -> None:
    position, way = holders.position, _use(holders.position, act)
    _say(position, way, False, log)
    placing.bring(position, way.unit, way.name, log)


def _replenish(holders: Holders, act: Act, log: Log) -> None:
    position, way = holders.position, _use(holders.position, act)
    _say(position, way, True, log)
    number = position.world.nation[way.name.id]
    replenish(position, position.owner[way.unit], number, position.world.nations[number].cities)


def _use(position: ElricPosition, act: Act) -> Way:
    """Use up the muster of the turn, and the spell; return how it is done."""
    way = Way.of(act)
    position.mustered = True
    position.discard(way.spell)
    return way


def _target(position: ElricPosition, way: Way) -> str:
    world = position.world
    if way.name.kind in ("nation", "horde"):
        return world.nations[world.nation[way.name.id]].name
    return world.units[world.unit[way.name.id]].name


def _act(position: ElricPosition, verb: str, way: Way) -> Act:
    world = position.world
    holder = unit_words(world)[way.unit]
    at = SPELLS[way.spell].musters.index(way.name)
    return Act(
        verb,
        (way.unit, way.spell, at),
        f"{verb} {way.name.id.replace('_', ' ')} by {SPELL_WORDS[way.spell]} of {holder}",
        (f"piece:{world.units[way.unit].id}", f"card:{SPELLS[way.spell].id}", f"button:{way.name.id}"),
    )


def _labels(holders: Holders, acts: Sequence[Act]) -> dict[str, Pick]:
    position, world, found = holders.position, holders.position.world, {}
    for act in acts:
        way, (holder, card, target) = Way.of(act), act.path
        place = world.areas[position.area[way.unit]].name
        found[holder] = Pick(holder, name(world, way.unit), f"in {place}")
        found[card] = Pick(card, SPELLS[way.spell].name, "goes to the discards")
        found[target] = Pick(target, _target(position, way), _note(position, way))
    return found


def _note(position: ElricPosition, way: Way) -> str:
    """Say what a name brings, and where."""
    world = position.world
    if own(position, way):
        return "each of its cities brings one lost counter back"
    if way.name.kind in ("nation", "horde"):
        number = world.nation[way.name.id]
        what = brought([world.nations[number]])
        late = position.nation[number] != NOBODY
        return f"{what}, at the start of your next turn" if late else what
    unit = world.unit[way.name.id]
    if way.name.kind == "artifact":
        return "goes to sea near by" if world.speed[unit] else "is carried by the one who musters it"
    value = f"({world.value[unit]})" if world.influence[unit] else str(world.value[unit])
    spells = f", {amount(world.spells[unit], 'spell')}" if world.spells[unit] else ""
    return f"{value} in battle{spells}"


def _musters_refused(holders: Holders) -> Iterator[Refusal]:
    return _refused(holders.position, "muster", [way for way in holders.ways if not own(holders.position, way)])


def _replenishes_refused(holders: Holders) -> Iterator[Refusal]:
    return _refused(holders.position, "replenish", [way for way in holders.ways if own(holders.position, way)])


def _refused(position: ElricPosition, verb: str, found: Iterable[Way]) -> Iterator[Refusal]:
    for way in found:
        reason = why_not(position, way)
        if reason is not None:
            act = _act(position, verb, way)
            yield Refusal(act.text, reason[0], reason[1], act.path)


def _say(position: ElricPosition, way: Way, is_own: bool, log: Log) -> None:
    if log:
        world = position.world
        log.say(
            f"**{name(world, way.unit)}** {'calls more of' if is_own else 'musters'} **{_target(position, way)}** "
            f"by **{SPELLS[way.spell].name}**.",
            clause="elric/6.0e" if is_own else "elric/11.0a",
            seat=position.owner[way.unit],
            places=(world.areas[position.area[way.unit]].id,),
        )


ACTS: Verbs[Holders] = Verbs(
    PartByPart(
        Holders.one_by_one,
        Verb("muster", fits=_musters, does=_muster, labels=_labels, refused=_musters_refused),
        Verb("replenish", fits=_replenishes, does=_replenish, labels=_labels, refused=_replenishes_refused),
    ),
    ends("no muster", "No muster"),
)


class Rise(Automatic, frozen=True, tag=True):
    """A country taken from another player rises for its musterer when that player's next turn begins (11.0g)."""

    seat: int
    title = "A country rises"
    clause = "elric/11.0g"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Set up every country that was promised to the seat."""
        for number, seat in position.rising:
            if seat == self.seat:
                position.then(placing.RiseNation(seat, number))
        position.rising = [(number, seat) for number, seat in position.rising if seat != self.seat]
