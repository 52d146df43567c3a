"""What a player can see of the pieces on the table (albion/11.9c), and how the fields of the position go by it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Set
from typing import NamedTuple, Protocol, TypeVar

UNSEEN = -7
"""Where a piece is that the viewer only knows to be on the map; who has an item that the viewer does not see."""


class Sight(NamedTuple):
    """What one viewer sees (11.9c), worked out once for all fields of a position.

    `own` are the persons of whom they know everything, `persons` those who are in sight besides, `rosters` those whose
    wounds they read; `fleet` are their own ships, `ships` those in sight. `colours` are those of their own armies,
    `items` the magic items of which they know where they are, `tops` the tops of the stacks of others. `glass` tells
    whether they know whom the Scrying Glass obeys; `moves`, `leads` and `reacts` whether it is they who move, have the
    group in hand, and react.
    """

    own: Set[int]
    persons: Set[int]
    rosters: Set[int]
    fleet: Set[int]
    ships: Set[int]
    colours: Set[int]
    items: Set[int]
    glass: bool
    tops: tuple[object, ...]
    moves: bool
    leads: bool
    reacts: bool


T = TypeVar("T")


class Coloured(Protocol):
    """What belongs to a kingdom by its colour, such as an army."""

    @property
    def colour(self) -> int:
        """The number of the colour."""


C = TypeVar("C", bound=Coloured)
How = Callable[[Sight, T], T]
"""What a viewer sees of a field."""


def entries_of(name: str, hidden: int) -> How[list[int]]:
    """Let a viewer see the entries of pieces in one of the sets of their sight, `hidden` in place of the others."""

    def how(sight: Sight, value: list[int]) -> list[int]:
        seen = getattr(sight, name)
        return [entry if n in seen else hidden for n, entry in enumerate(value)]

    return how


def places_of(name: str) -> How[list[int]]:
    """Let a viewer see where pieces are that are in sight or on no hex; of the others only that they are on the map."""

    def how(sight: Sight, value: list[int]) -> list[int]:
        seen = getattr(sight, name)
        return [hex if hex < 0 or n in seen else UNSEEN for n, hex in enumerate(value)]

    return how


def keys_of(name: str) -> How[dict[int, T]]:
    """Let a viewer see what is noted of pieces in one of the sets of their sight, in the order of their numbers."""

    def how(sight: Sight, value: dict[int, T]) -> dict[int, T]:
        seen = getattr(sight, name)
        return {n: value[n] for n in sorted(value) if n in seen}

    return how


def deeds_of(name: str, marker: int) -> How[list[int]]:
    """Let a viewer see what pieces in one of the sets of their sight have done; of others the marker that they wear."""

    def how(sight: Sight, value: list[int]) -> list[int]:
        seen = getattr(sight, name)
        return [bits if n in seen else bits & marker for n, bits in enumerate(value)]

    return how


def troops_of(sight: Sight, value: dict[int, tuple[C, ...]]) -> dict[int, tuple[C, ...]]:
    """Let a viewer see their own armies, hex by hex."""
    colours, seen = sight.colours, {}
    for hex in sorted(value):
        armies = [army for army in value[hex] if army.colour in colours]
        if armies:
            seen[hex] = tuple(armies)
    return seen


def number_if(name: str, hidden: int) -> How[int]:
    """Let a viewer see a number, or `hidden` in its place."""
    return lambda sight, value: value if getattr(sight, name) else hidden


def whole_if(name: str, kind: type[T]) -> How[T]:
    """Let a viewer see all of it, or an empty one of its kind."""
    return lambda sight, value: value if getattr(sight, name) else kind()


def by_seat(value: list[dict[int, tuple[Hashable, ...]]]) -> Iterator[Hashable]:
    """Return what is noted for each seat, entry by entry."""
    return ((seat, *entry) for seat, notes in enumerate(value) for entry in notes.items())
