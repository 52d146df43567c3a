"""How fields of the position are declared: who does not know a unit sees nothing of it but the banner of its stack.

What a viewer may know at a position is its sight. It calls each unit that the viewer knows by a number that tells
nothing, and a hidden one only by its stack; what is kept by unit is seen through it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from tanelorn.core.fields import UNKNOWN, Shown
from tanelorn.games.archmagi.state.codes import LOST, Magus, Seats, Topic, each
from tanelorn.games.archmagi.state.markers import Battle, Sighting

T = TypeVar("T")


class OnTable(Protocol):
    """What of a position is asked here."""

    @property
    def battle(self) -> Battle | None:
        """The battle that is fought, if there is one."""


class Look(Protocol):
    """What of a viewer's sight (`knowledge/sight.py`) is asked here."""

    viewer: int

    @property
    def position(self) -> OnTable:
        """The position that is looked at."""

    @property
    def numbers(self) -> Mapping[int, int]:
        """The units that the viewer knows, each with its number for the viewer."""

    @property
    def size(self) -> int:
        """How long a list by unit is for the viewer."""

    def is_own(self, unit: int) -> bool:
        """Tell whether a unit is the viewer's."""

    def call(self, unit: int) -> int:
        """Return what the viewer calls a unit."""


WHO_KNOWS = "who knows the unit"
"""A seat knows its own units; all know what lies open or is shown in the battle; a seat knows what it has seen, as long
as the Scout phase lasts.
"""


class OfUnit(Shown[list[T]], Generic[T]):
    """A list by unit: the entry of each unit that the viewer knows stands where its number for the viewer says.

    `entry(sight, unit, value)` returns what the viewer sees of it; `empty` stands where there is no unit.
    """

    def __init__(
        self, says: str, empty: T, who: str = WHO_KNOWS, entry: Callable[[Look, int, T], T] | None = None
    ) -> None:
        super().__init__("unit", self._row, who, says)
        self.empty = empty
        self.entry = entry

    def _row(self, sight: Look, value: list[T]) -> list[T]:
        row = [self.empty] * sight.size
        for unit, number in sight.numbers.items():
            row[number] = value[unit] if self.entry is None else self.entry(sight, unit, value[unit])
        return row


def own_only(empty: T) -> Callable[[Look, int, T], T]:
    """Return an entry that the unit's own seat sees."""
    return lambda sight, unit, value: value if sight.is_own(unit) else empty


def bound_to(sight: Look, unit: int, other: int) -> int:
    """Return whom a unit is aboard, or on whom it depends: known to its own seat, and during a battle."""
    return sight.call(other) if sight.is_own(unit) or sight.position.battle is not None else -1


def gear_shown(sight: Look, unit: int, gear: tuple[int, ...]) -> tuple[int, ...]:
    """Return the artifacts of a unit that the viewer sees: all of its own; of others' what the battle has revealed."""
    battle = sight.position.battle
    if sight.is_own(unit):
        return gear
    aid = battle.aids.get(unit, -1) if battle is not None else -1
    return tuple(artifact for artifact in gear if artifact == aid)


def own_magus(sight: Look, magi: list[Magus]) -> list[Magus]:
    """Return by seat the viewer's own archmagus; of the others only whether it is lost."""
    return [
        Magus(sight.call(magus) if seat == sight.viewer else LOST if magus == LOST else UNKNOWN)
        for seat, magus in enumerate(magi)
    ]


def own_sightings(sight: Look, seen: list[dict[Topic, Sighting]]) -> list[dict[Topic, Sighting]]:
    """Return what the viewer was shown; the last list is of those who have no seat."""
    mine = sight.viewer if 0 <= sight.viewer < len(seen) - 1 else len(seen) - 1
    return [dict(sorted(noted.items())) if at == mine else {} for at, noted in enumerate(seen)]


# What is told where a field grows


def sightings(seen: list[dict[Topic, Sighting]]) -> Iterator[tuple[int, int, int]]:
    """Yield what each viewer was shown; a second look at the same is another."""
    return ((at, key, id(sighting)) for at, noted in enumerate(seen) for key, sighting in noted.items())


def knowers(things: dict[int, Seats]) -> Iterator[tuple[int, int]]:
    """Yield which seat has seen which thing."""
    return ((thing, seat) for thing, seats in things.items() for seat in each(seats))


def shown_in(battle: Battle | None) -> Iterator[tuple[int, int]]:
    """Yield the units revealed in the battle, and their artifacts."""
    if battle is not None:
        yield from ((unit, -1) for unit in battle.shown)
        yield from battle.aids.items()


def braced(agenda: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Yield the artifacts that are shown to brace units for a blow."""
    return (pair for step in agenda for pair in getattr(step, "braced", ()))
