"""Pieces as their counters say (2.3, 3.0c, 7.9), and as numbers: a person, the troops of a colour or a ship in one; and
who has a magic item.

Acts, stacks with what lies on top, the group in hand and items name pieces by such a `Code`. How codes are laid out is
known here alone. A person's code is the number of the person.
"""

from __future__ import annotations

from typing import Literal, NewType

import msgspec

State = Literal["active", "inactive", "expedition", "later"]


class Colour(msgspec.Struct, frozen=True):
    """A colour of armies: its Combat Strength Points are alike (2.3a), of one race (2.3e) and kingdom (3.0c)."""

    id: str
    name: str
    side: int
    race: str
    kingdom: int
    move: int


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A person as the counter says (2.3c, 2.3f, 2.3g, 3.0c, 3.0h, 7.9, 7.9a); -1 stands for no colour, kingdom, home,
    possession (2.3i) and starting hex.

    `becomes` is who replaces them when they die (2.3h), `carries` the heirloom that they start with; both -1 for none.
    Of Malekin (7.9/g20), Barguest (7.9/t30), Dobie (7.9/m38), Dunatis (7.9/a39), Gerflax (7.9/a40) and Misha (7.9/a41)
    this is all.
    """

    id: str
    name: str
    title: str
    code: str
    side: int
    colour: int
    kingdom: int
    race: str
    rank: int
    enchanter: bool
    hero: bool
    flyer: bool
    swimmer: bool
    can_escort: bool
    move_escorted: int
    move_alone: int
    combat: int
    magic: int
    command: int
    home: int
    possession: int
    carries: int
    becomes: int
    star: bool
    start: int
    state: State


class Ship(msgspec.Struct, frozen=True, kw_only=True):
    """A ship as both sides of its counter say (2.3b, 3.0c); `start` is -1 for those of the expedition."""

    id: str
    name: str
    colour: int
    side: int
    kingdom: int
    move_full: int
    move_damaged: int
    strength_full: int
    strength_damaged: int
    bad_sailer: bool
    start: int
    start_coast: int
    state: State


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """A magic item (20.0a, 20.0b, 20.0c): `colour` for whom alone it works (-1: for all), where it lies or who holds it
    at first.
    """

    id: str
    name: str
    number: int
    kind: Literal["artifact", "heirloom", "possession"]
    weapon: bool
    staff: bool
    star: bool
    colour: int
    start: int
    holder: int


NO_ITEM = Item(
    id="", name="", number=0, kind="artifact", weapon=False, staff=False, star=False, colour=-1, start=-1, holder=-1
)


# Pieces as numbers

Code = NewType("Code", int)
"""A piece of either side. What holds codes among other numbers, such as an act, holds plain ints."""

NO_PIECE = Code(-1)
"""What stands in the place of a code where there is no piece."""

_TROOPS, _SHIPS = 100, 200
"""Where the codes of troops and those of ships begin; persons are below."""

LYING, STORED, UNFOUND, BROKEN = -1, -2, -8, -9
"""Who has an item that no piece has: nobody in its hex, the fortress of its hex; it is not yet found, or out of play.
An item that a piece has is noted with the code of the piece.
"""

NOBODY = frozenset((LYING, STORED, UNFOUND, BROKEN))
"""All that says that no piece has an item."""

NOWHERE = (UNFOUND, BROKEN)
"""Who has an item that nobody can take up or pass on."""


def person_code(person: int) -> Code:
    """Return the code of a person."""
    return Code(person)


def troops_code(colour: int) -> Code:
    """Return the code of the troops of a colour."""
    return Code(_TROOPS + colour)


def ship_code(ship: int) -> Code:
    """Return the code of a ship."""
    return Code(_SHIPS + ship)


def is_piece(code: int) -> bool:
    """Tell whether a number is the code of a piece: of an item, whether a piece has it."""
    return code >= 0


def is_person(code: int) -> bool:
    """Tell whether a code is a person's."""
    return 0 <= code < _TROOPS


def is_troops(code: int) -> bool:
    """Tell whether a code is that of troops of a colour."""
    return _TROOPS <= code < _SHIPS


def is_ship(code: int) -> bool:
    """Tell whether a code is a ship's."""
    return code >= _SHIPS


def colour_of(code: int) -> int:
    """Return the colour of the troops that have a code."""
    return code - _TROOPS


def ship_of(code: int) -> int:
    """Return the ship that has a code."""
    return code - _SHIPS
