"""Drawn maps of irregular territories (archmagi/map.1, term.2): shapes instead of hexes, adjacent by shared borders.

In a map's text the first hex is the word "shapes", and a row is one territory: its number, its terrain's sign, and the
corners of its shape, such as "0007F120,40 180,60 150,130". Neighbours use the same corners along their border.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from tanelorn.core.amounts import read_number
from tanelorn.core.content.board import Area, Board, Link, Point, shared_borders
from tanelorn.core.errors import BadData

SHAPES = "shapes"
_LEAST_BORDER = 1.0
_NUMBER = 4  # digits
_FEWEST_CORNERS = 3
_MOST = 9999
STANDING = 10.0
"""How far below the middle of a space pieces stand, so that its number and a large sign stay in sight."""
Shape = tuple[Point, ...]


def shape_text(code: int, sign: str, shape: Sequence[Point]) -> str:
    """Return a territory's row."""
    return f"{code:04d}{sign}" + " ".join(f"{round(x)},{round(y)}" for x, y in shape)


def read_row(row: str) -> tuple[int, str, Shape]:
    """Return number, terrain sign and shape of a row; raise BadData."""
    code, sign, corners = row[:_NUMBER], row[_NUMBER : _NUMBER + 1], row[_NUMBER + 1 :].split()
    pairs = [corner.split(",") for corner in corners]
    digits = [code, *(number for pair in pairs for number in pair)]
    if len(code) < _NUMBER or any(len(pair) != 2 for pair in pairs) or not all(map(_is_number, digits)):
        raise BadData(f"“{row[:40]}” is no territory.", remedy="Write such as “0007F120,40 180,60 150,130”.")
    return int(code), sign, checked(f"{code}", [(float(x), float(y)) for x, y in pairs])


def _is_number(text: str) -> bool:
    number = read_number(text)
    return number is not None and number <= _MOST


def checked(id: str, shape: Sequence[Point]) -> Shape:
    """Return a shape that runs clockwise on the sheet; raise BadData if it is none."""
    if len(set(shape)) < _FEWEST_CORNERS or len(set(shape)) != len(shape):
        raise BadData(
            f"The shape of {id} has too few corners, or one of them twice.",
            remedy="Name three corners or more, each once, round the territory.",
        )
    if any(not 0 <= value <= _MOST for corner in shape for value in corner):
        raise BadData(f"The shape of {id} leaves the sheet.", remedy=f"Corners lie between 0 and {_MOST}.")
    rounded = tuple((float(round(x)), float(round(y))) for x, y in shape)
    twice = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise((*rounded, rounded[0])))
    if not twice:
        raise BadData(f"The shape of {id} has no inside.", remedy="Its corners must not lie on one line.")
    return rounded if twice > 0 else rounded[::-1]


def neighbours(shapes: Mapping[int, Shape]) -> dict[int, list[int]]:
    """Return for each number those that share a border, derived from the shapes (map.1, term.2)."""
    areas = [Area(f"{code:04d}", "", "", 0, 0, polygon=shape) for code, shape in shapes.items()]
    near: dict[int, list[int]] = {code: [] for code in shapes}
    for link in shared_borders(areas, least=_LEAST_BORDER):
        near[int(link.a)].append(int(link.b))
        near[int(link.b)].append(int(link.a))
    return near


def middle(shape: Shape) -> Point:
    """Return the middle of a shape: the centre of its mass."""
    around = list(pairwise((*shape, shape[0])))
    parts = [(ax * by - bx * ay, ax + bx, ay + by) for (ax, ay), (bx, by) in around]
    thrice = 3 * sum(part for part, _, _ in parts)
    return sum(part * x for part, x, _ in parts) / thrice, sum(part * y for part, _, y in parts) / thrice


def board(title: str, shapes: Mapping[int, Shape], names: Sequence[str], kinds: Sequence[str], margin: float) -> Board:
    """Return the board to draw and to click, with names and terrains in the shapes' order (map.1, term.2)."""
    areas = []
    for (code, shape), name, kind in zip(shapes.items(), names, kinds, strict=True):
        moved = tuple((x + margin, y + margin) for x, y in shape)
        x, y = middle(moved)
        outline = f"M{'L'.join(f'{px:g} {py:g}' for px, py in moved)}z"
        areas.append(
            Area(
                f"{code:04d}",
                name,
                kind,
                round(x, 1),
                round(y, 1),
                polygon=moved,
                outline=outline,
                spots={"": (round(x, 1), round(y + STANDING, 1))},
            )
        )
    links = [Link(link.a, link.b, "border") for link in shared_borders(areas, least=_LEAST_BORDER)]
    width = max(x for area in areas for x, _ in area.polygon) + margin
    height = max(y for area in areas for _, y in area.polygon) + margin
    return Board(title, width, height, areas, links)
