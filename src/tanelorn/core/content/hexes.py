"""Hex grids: flat-topped hexes in columns, numbered CCRR from 1, even columns half a hex lower than odd ones."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from tanelorn.core.content.board import Area, Link, Point
from tanelorn.core.content.given import shown
from tanelorn.core.errors import UnknownName

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
_CUBE = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}


def name(column: int, row: int) -> str:
    """Return the printed number of a hex, such as 2939."""
    return f"{column:02d}{row:02d}"


@cache  # there are ten thousand numbers at most, and what is none raises
def place(hex: str) -> tuple[int, int]:
    """Return column and row of a printed number; raise UnknownName if it is none."""
    if len(hex) != 4 or not (hex.isascii() and hex.isdigit()):
        raise UnknownName(
            f"“{shown(hex, 40)}” is no hex number.", remedy="Write four digits: column, then row, such as 2939."
        )
    return int(hex[:2]), int(hex[2:])


def _axial(column: int, row: int) -> tuple[int, int]:
    return column, row - (column + (column & 1)) // 2


def _offset(q: int, r: int) -> tuple[int, int]:
    return q, r + (q + (q & 1)) // 2


@cache
def neighbour(hex: str, direction: str) -> str:
    """Return the hex on one side, whether or not the board has it."""
    q, r = _axial(*place(hex))
    dq, dr = _CUBE[direction]
    return name(*_offset(q + dq, r + dr))


def neighbours(hex: str) -> dict[str, str]:
    """Return the six hexes around by direction, whether or not the board has them."""
    return {direction: neighbour(hex, direction) for direction in DIRECTIONS}


def distance(a: str, b: str) -> int:
    """Return the number of steps between two hexes."""
    (q1, r1), (q2, r2) = _axial(*place(a)), _axial(*place(b))
    return (abs(q1 - q2) + abs(r1 - r2) + abs(q1 + r1 - q2 - r2)) // 2


def centre(hex: str, side: float) -> Point:
    """Return the middle of a hex whose sides are `side` units long."""
    column, row = place(hex)
    height = side * math.sqrt(3)
    return 1.5 * side * column, height * (row + (0 if column & 1 else 0.5))


def corners(hex: str, side: float) -> tuple[Point, ...]:
    """Return the six corners, from the east one round by the south."""
    x, y = centre(hex, side)
    return tuple(
        (x + side * math.cos(math.radians(60 * k)), y + side * math.sin(math.radians(60 * k))) for k in range(6)
    )


def grid(hexes: Iterator[str] | list[str], side: float, kind: str = "hex") -> tuple[list[Area], list[Link]]:
    """Return areas and the links between all neighbours among them."""
    present = dict.fromkeys(hexes)
    areas = [Area(hex, hex, kind, *centre(hex, side), polygon=corners(hex, side)) for hex in present]
    links = [
        Link(hex, other, "hexside")
        for hex in present
        for direction, other in neighbours(hex).items()
        if direction in ("N", "NE", "SE") and other in present
    ]
    return areas, links
