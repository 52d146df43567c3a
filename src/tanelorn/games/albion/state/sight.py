"""What a player can see of the pieces on the table (albion/11.9c), and how the fields of the position go by it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Set
from typing import NamedTuple, Protocol, TypeVar

from tanelorn.core.fields import Part
from tanelorn.games.albion.state.printed.pieces import Code

UNSEEN = -7
"""Where a piece is that the viewer only knows to be on the map; who has an item that the viewer does not see."""


class Top(NamedTuple):
    """The topmost piece of a stack that lies open: whose, in which hex, on which coast (-1 ashore).

    `code` is that of the piece (`pieces.py`); `sign` is 1 for a person with an escort and for a damaged ship.
    """

    seat: int
    hex: int
    coast: int
    code: Code
    sign: int


class Sight(NamedTuple):
    """What one viewer sees (11.9c), worked out once for all fields of a position.

    `own` are the persons of whom they know everything, `persons` those who are in sight besides, `rosters` those whose
    wounds they read; `fleet` are their own ships, `ships` those in sight. `colours` are those of their own armies,
    `items` the magic items of which they know where they are, `tops` the tops of the stacks of others. `glass` tells
    whether they know whom the Scrying Glass obeys; `moves`, `leads` and `reacts` whether it is they who move, have the
    group in hand, and react. `strength` and `damaged` are what has been said aloud of losses.
    """

    own: Set[int]
    persons: Set[int]
    rosters: Set[int]
    fleet: Set[int]
    ships: Set[int]
    colours: Set[int]
    items: Set[int]
    glass: bool
    tops: tuple[Top, ...]
    moves: bool
    leads: bool
    reacts: bool
    strength: tuple[int, ...]
    damaged: tuple[int, ...]


T = TypeVar("T")


class Coloured(Protocol):
    """What belongs to a kingdom by its colour, such as an army."""

    @property
    def colour(self) -> int:
        """The number of the colour."""


C = TypeVar("C", bound=Coloured)


def entries_of(name: str, hidden: int) -> Part[list[int]]:
    """Let a viewer see the entries of pieces in one of the sets of their sight, `hidden` in place of the others."""
    return Part(name, lambda seen, value: [entry if n in seen else hidden for n, entry in enumerate(value)])


def places_of(name: str) -> Part[list[int]]:
    """Let a viewer see where pieces are that are in sight or on no hex; of the others only that they are on the map."""
    return Part(name, lambda seen, value: [hex if hex < 0 or n in seen else UNSEEN for n, hex in enumerate(value)])


def keys_of(name: str) -> Part[dict[int, T]]:
    """Let a viewer see what is noted of pieces in one of the sets of their sight, in the order of their numbers."""
    return Part(name, lambda seen, value: {n: value[n] for n in sorted(value) if n in seen})


def deeds_of(name: str, marker: int) -> Part[list[int]]:
    """Let a viewer see what pieces in one of the sets of their sight have done; of others the marker that they wear."""
    return Part(name, lambda seen, value: [bits if n in seen else bits & marker for n, bits in enumerate(value)])


def troops_of(name: str) -> Part[dict[int, tuple[C, ...]]]:
    """Let a viewer see the armies whose colours are in one of the sets of their sight, hex by hex."""

    def show(colours: Set[int], value: dict[int, tuple[C, ...]]) -> dict[int, tuple[C, ...]]:
        seen = {}
        for hex in sorted(value):
            armies = [army for army in value[hex] if army.colour in colours]
            if armies:
                seen[hex] = tuple(armies)
        return seen

    return Part(name, show)


def number_if(name: str, hidden: int) -> Part[int]:
    """Let a viewer see a number, or `hidden` in its place."""
    return Part(name, lambda allowed, value: value if allowed else hidden)


def whole_if(name: str, kind: type[T]) -> Part[T]:
    """Let a viewer see all of it, or an empty one of its kind."""
    return Part(name, lambda allowed, value: value if allowed else kind())


def by_seat(value: list[dict[int, tuple[Hashable, ...]]]) -> Iterator[Hashable]:
    """Return what is noted for each seat, entry by entry."""
    return ((seat, *entry) for seat, notes in enumerate(value) for entry in notes.items())
