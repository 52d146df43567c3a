"""Pieces as numbers: a person, the troops of a colour or a ship in one; and who has a magic item.

Acts, stacks with what lies on top, the group in hand and items name pieces by such a `Code`. How codes are laid out is
known here alone. A person's code is the number of the person.
"""

from __future__ import annotations

from typing import NewType

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
