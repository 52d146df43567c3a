"""Where a spell is, and what a unit, fleet or seat had to do with an area: each a single number, so that positions are
copied and compared quickly. Only this module knows the numbers; all others make and read them by its functions.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NewType

from tanelorn.core.fields import UNKNOWN

Place = NewType("Place", int)
"""Where a spell is: with nobody (one of the four below), in the hand of a unit, or on the map in one of three ways."""

CONTAINER, DISCARD, ASIDE, TRACK = Place(-1), Place(-2), Place(-3), Place(-4)
"""With nobody: in the container, with the discards, out of this scenario or on its way, sacrificed on the track."""

UNSEEN = Place(UNKNOWN)
"""What a viewer sees of the place of a spell whose face they do not know."""

_SPAN = 1000
"""More than there are units or areas."""


class Lying(IntEnum):
    """How a spell lies on the map: not yet found; released there; a random attacker that has stayed."""

    HIDDEN = _SPAN
    FACE_UP = 2 * _SPAN
    LURKING = 3 * _SPAN


def hand_of(unit: int) -> Place:
    """Return the place of the spells that a unit holds."""
    return Place(unit)


def on_map(how: Lying, area: int) -> Place:
    """Return the place of the spells that lie in an area in one of the ways."""
    return Place(how + area)


def holder_of(place: Place) -> int:
    """Return the unit that holds what is in a place, -1 if nobody does."""
    return place if 0 <= place < _SPAN else -1


def area_of(place: Place, how: Lying) -> int:
    """Return the area of a place where spells lie in one of the ways, -1 of any other place."""
    return place - how if how <= place < how + _SPAN else -1


def is_with_nobody(place: Place) -> bool:
    """Tell whether a spell is neither in a hand nor on the map."""
    return place < 0


# Among all spells, each with its place


def spells_at(where: Iterable[Place], place: Place) -> list[int]:
    """Return the spells that are in a place."""
    return [spell for spell, there in enumerate(where) if there == place]


def spells_held(where: Iterable[Place]) -> list[tuple[int, int]]:
    """Return the spells in hands, each with its holder."""
    return [(spell, place) for spell, place in enumerate(where) if 0 <= place < _SPAN]


def spells_lying(where: Iterable[Place], how: Lying) -> list[tuple[int, int]]:
    """Return the spells that lie on the map in one of the ways, each with its area."""
    start, end = int(how), how + _SPAN
    return [(spell, place - start) for spell, place in enumerate(where) if start <= place < end]


def spells_open(where: Iterable[Place]) -> list[tuple[int, int]]:
    """Return the spells that lie on the map for all to see, each with its area: released, or attackers that stayed."""
    start = int(Lying.FACE_UP)
    return [(spell, place % _SPAN) for spell, place in enumerate(where) if place >= start]


def spells_on_map(where: Iterable[Place]) -> list[tuple[int, Lying, int]]:
    """Return the spells that lie on the map, each with how and in which area."""
    start = int(Lying.HIDDEN)
    found = [(spell, *divmod(place, _SPAN)) for spell, place in enumerate(where) if place >= start]
    return [(spell, Lying(how * _SPAN), area) for spell, how, area in found]


# A unit, fleet or seat, and an area


WhoseArea = NewType("WhoseArea", int)
"""A unit, fleet or seat, and an area where it did something, as `landed`, `trail` and `sought` hold it."""


def with_area(whose: int, area: int) -> WhoseArea:
    """Return the number for a unit, fleet or seat and an area."""
    return WhoseArea(whose * _SPAN + area)


def whose_area(number: WhoseArea) -> tuple[int, int]:
    """Return the unit, fleet or seat, and the area, of such a number."""
    return divmod(number, _SPAN)
