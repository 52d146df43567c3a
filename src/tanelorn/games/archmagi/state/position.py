"""What lies on the table: the map's ground, units in stacks, reserves, piles, what lasts, what each seat has seen."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Annotated, Any

from tanelorn.core.fields import Counted, Hidden, Open, Own, Pile, Seen, Shown, fields_of
from tanelorn.core.position import Position
from tanelorn.games.archmagi.map.land import Land, land
from tanelorn.games.archmagi.state.codes import (
    Magus,
    Seats,
    StackKey,
    Topic,
    declared,
    hexes_of,
    keys_of,
    owners_in,
    seat_of,
    stack_key,
    under_banner,
)
from tanelorn.games.archmagi.state.fields import (
    WHO_KNOWS,
    OfUnit,
    bound_to,
    braced,
    gear_shown,
    knowers,
    own_magus,
    own_only,
    own_sightings,
    shown_in,
    sightings,
)
from tanelorn.games.archmagi.state.markers import Battle, Lasting, Sighting, Spellcast
from tanelorn.games.archmagi.state.numbers import renamed

MOVED, SCOUTED, STOLE, ATE, VANISHED, RAISED, CARRIED = (1 << bit for bit in range(7))
"""What a unit has done in this player's turn."""

EXCHANGED, TRANSFORMED, FORGED, VISIONS = (1 << bit for bit in range(4))
"""What the active player has used up in this turn."""

NOTHING, SPELLS_ONLY, SPELLS_AND_DICE = range(3)
"""What a seat wants to be asked about (response.5)."""


FREE_ACTS = 40
"""How often in a phase a seat may leave word or hand artifacts about: none of it ends, and a game has to."""


class ArchmagiPosition(Position, kw_only=True):
    """The whole table (stacks.1, stacks.2).

    Units are numbers. A stack is the units of one seat in one hex, and has a key (`state/codes.py`).
    """

    agenda: Annotated[
        list[Any],
        Shown(
            "",
            lambda sight, agenda: [sight.told(step) for step in agenda],
            "all; of units, artifacts and prices what the viewer may know",
            "the steps still to come, the next one last",
            tells=braced,
        ),
    ] = []
    scenario: Annotated[str, Open(says="the slug of the scenario")]
    map: Annotated[str, Open(says="the map, as text: all of it that never changes")] = ""
    terrain: Annotated[list[int], Open("hex", "its terrain, `UNKNOWN` until explored")] = []
    kinds: Annotated[list[int], OfUnit("which chit it is", -1)] = []
    owners: Annotated[list[int], OfUnit("its seat, -1 if its number is free", -1)] = []
    hexes: Annotated[list[int], OfUnit("where it is", -1)] = []
    carriers: Annotated[
        list[int], OfUnit("the unit that carries it, -1 for none", -1, f"its seat; in a battle, {WHO_KNOWS}", bound_to)
    ] = []
    done: Annotated[
        list[int],
        OfUnit("what it has done in this player's turn, as bits: `MOVED`, `SCOUTED`, ...", 0, "its seat", own_only(0)),
    ] = []
    shapes: Annotated[
        list[int], OfUnit("its own kind while it is polymorphed, else -1", -1, "its seat", own_only(-1))
    ] = []
    masters: Annotated[
        list[int],
        OfUnit(
            "the mage of a Familiar, the original of an image, else -1",
            -1,
            f"its seat; in a battle, {WHO_KNOWS}",
            bound_to,
        ),
    ] = []
    gear: Annotated[
        list[tuple[int, ...]],
        OfUnit("the artifacts that it bears", (), "its seat; the one revealed in the battle, all", gear_shown),
    ] = []
    stacks: Annotated[
        dict[StackKey, list[int]],
        Shown(
            "stack",
            lambda sight, stacks: {key: sight.numbers_of(stacks[key]) for key in sorted(stacks)},
            f"{WHO_KNOWS}; that there are any, all",
            "the units of a seat in a hex",
        ),
    ] = {}
    banners: Annotated[
        dict[StackKey, int],
        Seen(
            "stack",
            lambda position, viewer, banners: dict(sorted(banners.items())),
            "all",
            "its number",
            goes_by=(),
        ),
    ] = {}
    reserve: Annotated[list[list[int]], Counted("seat", "the unit chits that it holds")]
    stored: Annotated[list[list[int]], Counted("seat", "the artifacts that it holds")]
    spells: Annotated[list[list[int]], Counted("seat", "the spells that it holds")]
    scrolls: Annotated[
        dict[int, list[int]],
        Shown(
            "artifact",
            lambda sight, scrolls: {
                artifact: scrolls[artifact] for artifact in sorted(scrolls) if sight.holds(artifact)
            },
            "who holds them",
            "the spells in Ancient Scrolls",
        ),
    ] = {}
    pile: Annotated[
        list[int],
        Seen(
            "kind",
            lambda position, viewer, pile: [],
            "nobody; how many in all, all",
            "the unit chits that are left",
            goes_by=(),
        ),
    ]
    magi_pile: Annotated[list[int], Pile(says="the archmagi that are left, sorted")]
    spell_pile: Annotated[list[int], Pile(says="the spells that are left, sorted")]
    artifact_pile: Annotated[list[int], Pile(says="the artifacts that are left, sorted")]
    magi: Annotated[
        list[Magus],
        Shown(
            "seat",
            own_magus,
            "its seat; whether it is lost, all",
            "its archmagus: the unit, `LOST`, or its kind while it waits to be placed",
        ),
    ]
    gone: Annotated[list[int], Open(says="the seats that are out of the game")] = []
    drawn: Annotated[list[int], Hidden("seat", "the archmagus that it has drawn, for the report at the end")] = []
    free_acts: Annotated[
        dict[int, int],
        Own("seat", "what it has done in this phase that leads nowhere: word left, artifacts handed about"),
    ] = {}
    active: Annotated[int, Open(says="whose turn it is, -1 before the first")] = -1
    first: Annotated[int, Open(says="who began")] = 0
    round: Annotated[int, Open(says="the number of the round, 0 before the first")] = 0
    phase: Annotated[str, Open(says="the phase of the turn")] = "setup"
    used: Annotated[
        int,
        Seen(
            "",
            lambda position, viewer, used: used if viewer == position.active else 0,
            "the active player",
            "what the active player has used up in this turn, as bits: `EXCHANGED`, `FORGED`, ...",
            goes_by=("active",),
        ),
    ] = 0
    lasting: Annotated[
        list[Lasting],
        Shown(
            "",
            lambda sight, lasting: [sight.told(effect) for effect in lasting if sight.knows_of(effect)],
            f"of a unit, {WHO_KNOWS}; the others, all",
            "effects that last: on a unit, a side, a hex, a border",
        ),
    ] = []
    chain: Annotated[
        list[Spellcast],
        Shown(
            "",
            lambda sight, chain: [sight.told(made) for made in chain],
            "all; of hidden units the stack only",
            "the spells announced that have not taken effect, the last one on top",
        ),
    ] = []
    seen: Annotated[
        list[dict[Topic, Sighting]],
        Shown(
            "viewer",
            own_sightings,
            "its seat; the last list, who has none",
            "what it was shown, and in which round: under banners, in hands, reserves and piles",
            tells=sightings,
        ),
    ] = []
    glimpses: Annotated[
        dict[int, Seats],
        Shown(
            "unit",
            lambda sight, glimpses: sight.glimpses(),
            "of each seat, itself",
            "the seats that have seen it in this Scout phase",
            tells=knowers,
        ),
    ] = {}
    known_gear: Annotated[
        dict[int, Seats],
        Shown(
            "artifact",
            lambda sight, known: sight.known_gear(),
            "of each seat, itself",
            "the seats that know in this turn where it is",
            tells=knowers,
        ),
    ] = {}
    word: Annotated[list[int], Own("seat", "what it wants to be asked about: `SPELLS_ONLY`, ...")] = []
    hush: Annotated[list[int], Own("seat", "1 if it is not to be asked any more in this battle or phase")] = []
    fought: Annotated[list[StackKey], Open(says="the stacks that have fought in this turn")] = []
    battle: Annotated[
        Battle | None,
        Shown(
            "",
            lambda sight, battle: sight.battle(),
            "all; of hidden units nothing",
            "the battle that is being fought",
            tells=shown_in,
        ),
    ] = None
    limit: Annotated[int, Open(says="after so many rounds the game ends")] = 100
    chits: Annotated[bool, Open(says="whether chits are drawn for unknown terrain in place of dice")] = False
    copies: Annotated[int, Open(says="how many of each artifact and spell there are")] = 1

    @property
    def land(self) -> Land:
        """The map, which never changes."""
        return land(self.map)

    @property
    def seats(self) -> range:
        """All seats, those that are out of the game included."""
        return range(len(self.magi))

    def playing(self) -> list[int]:
        """Return the seats that are still in the game."""
        return [seat for seat in range(len(self.magi)) if seat not in self.gone]

    def clockwise(self, after: int) -> list[int]:
        """Return the seats in the game, clockwise, beginning after one (order.3)."""
        count = len(self.magi)
        turns = ((after + step) % count for step in range(1, count + 1))
        return [seat for seat in turns if seat not in self.gone]

    # Units and stacks

    def stack(self, hex: int, seat: int) -> list[int]:
        """Return the units of a seat in a hex; do not change the list."""
        return self.stacks.get(stack_key(hex, seat), [])

    def owners_in(self, hex: int) -> list[int]:
        """Return the seats that have a stack in a hex."""
        return owners_in(hex, self.stacks, len(self.magi))

    def foes_in(self, hex: int, seat: int) -> list[int]:
        """Return the other seats that have a stack in a hex."""
        return [other for other in owners_in(hex, self.stacks, len(self.magi)) if other != seat]

    def units_of(self, seat: int) -> Iterator[int]:
        """Yield the units of a seat, hex by hex."""
        for key in keys_of(seat, self.stacks):
            yield from self.stacks[key]

    def hexes_of(self, seat: int) -> list[int]:
        """Return the hexes where a seat has a stack, in board order."""
        return hexes_of(seat, self.stacks)

    def add(self, kind: int, seat: int, hex: int) -> int:
        """Put a new unit on the map and return its number."""
        unit = self.new_number(seat)
        self.kinds[unit] = kind
        self.owners[unit] = seat
        self.carriers[unit] = self.shapes[unit] = self.masters[unit] = -1
        self.done[unit] = 0
        self.gear[unit] = ()
        self._enter(unit, hex)
        return unit

    def free_unit(self, seat: int) -> int:
        """Return the lowest number that no unit has, of those that are the seat's own: every second, third or fourth.
        So nobody learns from the numbers of their units which hidden ones of others have died.
        """
        owners = self.owners
        return next(unit for unit in count(seat, len(self.magi)) if unit >= len(owners) or owners[unit] < 0)

    def new_number(self, seat: int) -> int:
        """Return the number for a new unit of a seat; the lists are long enough for it."""
        unit = self.free_unit(seat)
        while unit >= len(self.owners):
            for name, empty in _rows():
                getattr(self, name).append(empty)
        return unit

    def _enter(self, unit: int, hex: int) -> None:
        key = stack_key(hex, self.owners[unit])
        self.hexes[unit] = hex
        if key in self.stacks:
            insort(self.stacks[key], unit)
        else:
            self.stacks[key] = [unit]
            self.banners[key] = self._free_number(self.owners[unit])

    def _free_number(self, seat: int) -> int:
        taken = {self.banners[key] for key in keys_of(seat, self.banners)}
        return next(number for number in range(1, len(taken) + 2) if number not in taken)

    def _leave(self, unit: int) -> None:
        key = stack_key(self.hexes[unit], self.owners[unit])
        units = self.stacks[key]
        units.remove(unit)
        if not units:
            self._strike_banner(key)

    def _strike_banner(self, key: StackKey) -> None:
        """Take a banner off the map, and what was known to lie under it."""
        del self.stacks[key]
        topic = under_banner(seat_of(key), self.banners.pop(key))
        for seen in self.seen:
            seen.pop(topic, None)
            seen.pop(declared(topic), None)

    def move_unit(self, unit: int, hex: int) -> None:
        """Put a unit into another hex; a banner that nothing stays under goes along (stacks.3)."""
        seat = self.owners[unit]
        old, new = stack_key(self.hexes[unit], seat), stack_key(hex, seat)
        if old == new:
            return
        if len(self.stacks[old]) == 1 and new not in self.stacks:
            self.stacks[new] = self.stacks.pop(old)
            self.banners[new] = self.banners.pop(old)
            self.hexes[unit] = hex
            return
        self._leave(unit)
        self._enter(unit, hex)

    def move_units(self, units: list[int], hex: int) -> None:
        """Put units of one stack into another hex together; the banner goes along if nothing stays."""
        seat = self.owners[units[0]]
        old, new = stack_key(self.hexes[units[0]], seat), stack_key(hex, seat)
        if len(self.stacks[old]) == len(units) and new not in self.stacks:
            self.stacks[new] = self.stacks.pop(old)
            self.banners[new] = self.banners.pop(old)
            for unit in units:
                self.hexes[unit] = hex
            return
        for unit in units:
            self._leave(unit)
            self._enter(unit, hex)

    def hand_over(self, unit: int, seat: int) -> int:
        """Let a unit change sides where it stands (control.1), and return its number: it gets one of its new owner's,
        for by the old one they could tell when it was deployed. The battle is another object afterwards.
        """
        hex = self.hexes[unit]
        self._leave(unit)
        new = self.new_number(seat)
        for name, empty in _rows():
            row = getattr(self, name)
            row[new], row[unit] = row[unit], empty
        self.owners[new] = seat
        self._call_otherwise({unit: new})
        self._enter(new, hex)
        return new

    def _call_otherwise(self, numbers: dict[int, int]) -> None:
        """Let everything that mentions some units, but the rows and stacks, call them by other numbers."""

        def call(unit: int) -> int:
            return numbers.get(unit, unit)

        self.carriers = [call(unit) for unit in self.carriers]
        self.masters = [call(unit) for unit in self.masters]
        self.lasting = [renamed(effect, call) for effect in self.lasting]
        self.chain = [renamed(made, call) for made in self.chain]
        self.agenda[:] = [renamed(step, call) for step in self.agenda]  # as it is run, it is the same list
        self.battle = None if self.battle is None else renamed(self.battle, call)
        self.glimpses = {call(unit): seats for unit, seats in self.glimpses.items()}

    def remove(self, unit: int) -> None:
        """Take a unit off the map, so that nothing speaks of it any more, for its number may be another's soon; its
        chit, artifacts and dependants are the caller's to see to.
        """
        self._leave(unit)
        self.owners[unit] = -1
        self.gear[unit] = ()
        self.carriers[unit] = self.shapes[unit] = self.masters[unit] = -1
        self.glimpses.pop(unit, None)
        if self.battle is not None:
            self.battle.forget(unit)
        if self.lasting:
            self.lasting = [effect for effect in self.lasting if effect.unit != unit and effect.bound != unit]
        for other in range(len(self.carriers)):
            if self.carriers[other] == unit:
                self.carriers[other] = -1
            if self.masters[other] == unit:
                self.masters[other] = -1

    # Piles and reserves

    def to_pile(self, kind: int) -> None:
        """Return a unit chit to the pile (chits.4)."""
        self.pile[kind] += 1

    def spell_back(self, spell: int) -> None:
        """Return a spell chit to the pile (chits.4)."""
        insort(self.spell_pile, spell)

    def artifact_back(self, artifact: int) -> None:
        """Return an artifact to the pile with the spells that it holds (chits.4)."""
        insort(self.artifact_pile, artifact)
        self.known_gear.pop(artifact, None)
        for spell in self.scrolls.pop(artifact, ()):
            self.spell_back(spell)


@cache
def _rows() -> tuple[tuple[str, object], ...]:
    """Return the lists by unit, each with what stands in it where there is no unit."""
    fields = fields_of(ArchmagiPosition).items()
    return tuple((name, field.empty) for name, field in fields if isinstance(field, OfUnit))


def has_spent_free_acts(position: ArchmagiPosition, seat: int) -> bool:
    """Tell whether a seat has used up its acts that lead nowhere in this phase."""
    return position.free_acts.get(seat, 0) >= FREE_ACTS


def count_free_act(position: ArchmagiPosition, seat: int) -> None:
    """Count one more of those acts."""
    position.free_acts[seat] = position.free_acts.get(seat, 0) + 1
