"""What of a pack's board cannot be drawn: colours and terrains that there are none of, shapes that are none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tanelorn.core.board import Point
from tanelorn.core.errors import BadData, nearest
from tanelorn.games.elric.pack.files import BOARD_FILE, AreaEntry, BoardFile, CountersFile

TERRAINS = ("desert", "forest", "hills", "jungle", "marsh", "mountain", "steppe", "valley", "waste")
"""What may grow or lie on the wilds."""
WASHES = ("red", "orange", "gold", "olive", "green", "teal", "blue", "indigo", "violet", "rose", "umber", "grey")
"""The colours of land, those of the page's `--n-` colours."""
_LARGEST = 10_000
_FEWEST_CORNERS = 3


def drawing_faults(board: BoardFile, counters: CountersFile) -> Iterator[BadData]:
    """Yield what is wrong with the drawing of a board."""
    if not (0 < board.width <= _LARGEST and 0 < board.height <= _LARGEST):
        yield _fault("The sheet has no size, or too large a one.", f"Give width and height, up to {_LARGEST} units.")
        return
    yield from _washes(board, counters)
    for area in board.areas:
        if area.terrain and area.terrain not in TERRAINS:
            yield _fault(f"The terrain of {area.id} is “{area.terrain[:40]}”.", nearest(area.terrain[:40], TERRAINS))
        if area.label and not area.label.lines:
            yield _fault(f"The label of {area.id} has no lines.", "Give it one or two, or leave it out.")
        for outline in area.polygons:
            if any(len(set(ring)) < _FEWEST_CORNERS for ring in (outline.outer, *outline.holes)):
                yield _fault(f"An outline of {area.id} has fewer than three corners.", "Name all its corners.")
        yield from _points(board, area.id, _points_of(area))
    for border in board.borders:
        between = f"the ridge of {border.a} and {border.b}"
        if any(len(line) < 2 for line in border.ridge):
            yield _fault(f"A line of {between} has fewer than two points.", "Name the points it runs through.")
        yield from _points(board, between, [point for line in border.ridge for point in line])
    for drawn in board.decorations:
        yield from _points(board, f"a drawing ({drawn.kind})", [drawn.at, (drawn.size, 0.0)])


def _fault(why: str, remedy: str) -> BadData:
    return BadData(f"{BOARD_FILE}: {why}", remedy=remedy)


def _washes(board: BoardFile, counters: CountersFile) -> Iterator[BadData]:
    nations = [nation.id for nation in counters.nation]
    for id, colour in board.washes.items():
        if id not in nations:
            yield _fault(f"A wash is of “{id[:40]}”, which is no nation.", nearest(id[:40], nations))
        if colour not in WASHES:
            yield _fault(f"The wash of {id[:40]} is “{colour[:40]}”, which is no colour.", nearest(colour[:40], WASHES))


def _points_of(area: AreaEntry) -> list[Point]:
    rings = [ring for outline in area.polygons for ring in (outline.outer, *outline.holes)]
    named = [area.at, area.inside_at, area.symbol_at, area.label.at if area.label else None]
    named += [point for city in area.cities for point in (city.at, city.name_at)]
    return [*filter(None, named), *(point for ring in rings for point in ring)]


def _points(board: BoardFile, whose: str, points: Sequence[Point]) -> Iterator[BadData]:
    """Points may lie beyond the edge of the sheet, but not far."""
    wide, high = board.width, board.height
    for x, y in points:
        if not (-wide <= x <= 2 * wide and -high <= y <= 2 * high):
            yield _fault(
                f"{whose} has the point {x:g}, {y:g}, far off the sheet.", f"It is {wide:g} by {high:g} units."
            )
            return
