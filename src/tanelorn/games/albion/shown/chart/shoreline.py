"""A coast for a map of hexes that names land, coast and sea: it runs through a side only where pieces may walk.

Every hex has a height at its middle, its sides and its corners; between them it slopes evenly. Softened and a little
uneven, rugged where the land is, its line of half height is the coast. So the picture never says what the rules deny.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

from tanelorn.charts.paths import Point, distance
from tanelorn.games.albion.shown.chart.unevenness import share, uneven

STEP = 5.0
LEVEL = 0.5
LAND, COAST, SPIT = 1.0, 0.8, 0.7
WALKED, OPEN, WET = 0.95, 0.7, 0.1
SOFT = 2  # passes of softening
CHANNEL, NARROW, BANK = 7.5, 7.5, 30.0  # half the width of a firth, where it is narrowest too; how far its banks rise
LONG = 1.4  # how much longer than broad an isle is
LEAST = 64.0  # no rock is smaller
BEYOND = 60.0  # how far land runs on over the sheet's edge

Rows = list[list[float]]


class Cell:
    """A hex as it is drawn: middle, six corners, heights at the middle, sides and corners, how rugged it is.

    `sides[k]` lies between the corners k and k + 1; `ends[k]` is the height of the corner k.
    """

    def __init__(
        self,
        at: Point,
        corners: Sequence[Point],
        height: float,
        sides: Sequence[float],
        ends: Sequence[float],
        rugged: float,
    ) -> None:
        self.at = at
        self.corners = corners
        self.height = height
        self.sides = sides
        self.ends = ends
        self.rugged = rugged
        self.even = all(side == height for side in (*sides, *ends))

    def at_point(self, x: float, y: float) -> float:
        """Return the height at a point of the hex: in the sixth that it lies in, between middle, corner and side."""
        if self.even:
            return self.height
        dx, dy = x - self.at[0], y - self.at[1]
        sixth = int(math.atan2(dy, dx) / (math.pi / 3) % 6)
        (ax, ay), (bx, by) = self.corners[sixth], self.corners[(sixth + 1) % 6]
        ax, ay, bx, by = ax - self.at[0], ay - self.at[1], bx - self.at[0], by - self.at[1]
        span = ax * by - ay * bx
        a, b = (dx * by - dy * bx) / span, (ax * dy - ay * dx) / span
        end = self.ends[sixth] if a > b else self.ends[(sixth + 1) % 6]
        return self.height * (1 - a - b) + end * abs(a - b) + self.sides[sixth] * 2 * min(a, b)


class Grid:
    """A sheet cut into small squares, with a rim around it."""

    def __init__(self, width: float, height: float) -> None:
        self.columns = int((width + 2 * BEYOND) / STEP) + 1
        self.rows = int((height + 2 * BEYOND) / STEP) + 1

    def at(self, column: int, row: int) -> Point:
        """The place of a corner on the sheet."""
        return column * STEP - BEYOND, row * STEP - BEYOND

    def nearest(self, x: float, y: float) -> tuple[int, int]:
        """The row and column of the corner nearest to a place, not on the grid's own rim."""
        row, column = round((y + BEYOND) / STEP), round((x + BEYOND) / STEP)
        return min(max(row, 1), self.rows - 2), min(max(column, 1), self.columns - 2)

    def within(self, cell: Cell) -> Iterator[tuple[int, int, float, float]]:
        """Yield the corners that lie in a hex, and where they are."""
        (east, middle), (south_east, south) = cell.corners[0], cell.corners[1]
        half, high, slope = east - cell.at[0], south - middle, (east - south_east) / (south - middle)
        for row in range(self._first(middle, middle, high), min(self._last(middle, middle, high), self.rows)):
            y = row * STEP - BEYOND
            reach = half - abs(y - middle) * slope
            if abs(y - middle) <= high:
                first = math.ceil((cell.at[0] - reach + BEYOND) / STEP)
                for column in range(max(first, 0), min(int((cell.at[0] + reach + BEYOND) / STEP) + 1, self.columns)):
                    yield column, row, column * STEP - BEYOND, y

    def around(self, a: Point, b: Point, room: float) -> Iterator[tuple[int, int]]:
        """Yield the corners that lie not much farther than `room` from a line."""
        for row in range(self._first(a[1], b[1], room), min(self._last(a[1], b[1], room), self.rows)):
            for column in range(self._first(a[0], b[0], room), min(self._last(a[0], b[0], room), self.columns)):
                yield column, row

    def _first(self, one: float, other: float, room: float) -> int:
        return max(0, int((min(one, other) - room + BEYOND) / STEP))

    def _last(self, one: float, other: float, room: float) -> int:
        return int((max(one, other) + room + BEYOND) / STEP) + 2


def shores(
    cells: Iterable[Cell],
    channels: Iterable[tuple[Point, Point]],
    mouths: Iterable[tuple[Point, Point]],
    isles: Iterable[tuple[Point, float]],
    width: float,
    height: float,
) -> "Shore":
    """Return the coast of a sheet.

    `channels` are ways that must be water, and `mouths` where they meet the open sea; `isles` are places that must be
    land, and how far about them.
    """
    grid = Grid(width, height)
    heights = [[0.0] * grid.columns for _ in range(grid.rows)]
    rugged = [[0.0] * grid.columns for _ in range(grid.rows)]
    for cell in cells:
        for column, row, x, y in grid.within(cell):
            heights[row][column] = cell.at_point(x, y)
            rugged[row][column] = cell.rugged
    heights, rugged = softened(heights, SOFT), softened(rugged, 1)
    ways = list(channels)
    _dig(heights, grid, ways, CHANNEL)
    for row, (line, rough) in enumerate(zip(heights, rugged, strict=True)):
        for column, here in enumerate(line):
            if 0.02 < here < 0.98:
                line[column] += rough[column] * 4 * here * (1 - here) * uneven(column * STEP, row * STEP)
    _pile(heights, grid, isles)
    sea = _flooded(heights)
    _dig(heights, grid, [way for way in (*ways, *mouths) if not _reached(sea, grid, way)], NARROW)
    _walled(heights)
    return Shore(grid, heights)


class Shore:
    """A coast: its closed lines, and whether a point is land."""

    def __init__(self, grid: Grid, heights: Rows) -> None:
        found = ([(x * STEP - BEYOND, y * STEP - BEYOND) for x, y in loop] for loop in contours(heights, LEVEL))
        self.lines: list[list[Point]] = [loop for loop in found if _length(loop) > LEAST]
        self._grid = grid
        self._heights = heights

    def is_land(self, x: float, y: float) -> bool:
        """Whether the nearest corner of the grid is land."""
        row, column = self._grid.nearest(x, y)
        return self._heights[row][column] > LEVEL


def _dig(heights: Rows, grid: Grid, channels: Iterable[tuple[Point, Point]], wide: float) -> None:
    """Lower the ground along the ways of ships."""
    for a, b in channels:
        for column, row in grid.around(a, b, wide + BANK):
            deep = LEVEL + (distance(grid.at(column, row), a, b) - wide) / BANK
            if deep < heights[row][column]:
                heights[row][column] = deep


def _flooded(heights: Rows) -> list[bytearray]:
    """Mark the water that is open to the rim of the sheet."""
    wide = len(heights[0])
    sea = [bytearray(wide) for _ in heights]
    front = [(row, column) for row in (0, len(heights) - 1) for column in range(wide)]
    front += [(row, column) for row in range(len(heights)) for column in (0, wide - 1)]
    front = [(row, column) for row, column in front if heights[row][column] < LEVEL]
    for row, column in front:
        sea[row][column] = 1
    for row, column in front:
        for there, aside in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            inside = 0 <= there < len(sea) and 0 <= aside < wide
            if inside and not sea[there][aside] and heights[there][aside] < LEVEL:
                sea[there][aside] = 1
                front.append((there, aside))
    return sea


def _reached(sea: list[bytearray], grid: Grid, way: tuple[Point, Point]) -> bool:
    """Whether the open sea reaches all along a way."""
    (ax, ay), (bx, by) = way
    for part in (0, 0.25, 0.5, 0.75, 1):
        row, column = grid.nearest(ax + (bx - ax) * part, ay + (by - ay) * part)
        if not any(sea[row + dy][column + dx] for dy in (-1, 0, 1) for dx in (-1, 0, 1)):
            return False
    return True


def _pile(heights: Rows, grid: Grid, isles: Iterable[tuple[Point, float]]) -> None:
    """Raise a long hill where there must be land, if that would be under water."""
    for (x, y), wide in isles:
        turn = math.pi * share(f"{x} {y}")
        along, across = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
        for column, row in grid.around((x, y), (x, y), wide * LONG + BANK):
            here, there = grid.at(column, row)
            dx, dy = here - x, there - y
            far = math.hypot((dx * along[0] + dy * along[1]) / LONG, dx * across[0] + dy * across[1])
            high = LEVEL + (wide - far) / BANK
            if high + 0.25 > heights[row][column]:
                heights[row][column] = max(heights[row][column], high + 0.1 * uneven(column * STEP, row * STEP))


def _length(loop: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in zip(loop, [*loop[1:], loop[0]], strict=True))


def softened(rows: Rows, times: int) -> Rows:
    """Return heights each of which is the mean of nine."""
    for _ in range(times):
        rows = [_mean(row) for row in rows]
        rows = [
            [(a + b + c) / 3 for a, b, c in zip(rows[max(k - 1, 0)], row, rows[min(k + 1, len(rows) - 1)], strict=True)]
            for k, row in enumerate(rows)
        ]
    return rows


def _mean(row: list[float]) -> list[float]:
    return [(a + b + c) / 3 for a, b, c in zip([row[0], *row[:-1]], row, [*row[1:], row[-1]], strict=True)]


def _walled(rows: Rows) -> None:
    """Let no land run off the grid, so that every line closes."""
    rows[0] = [0.0] * len(rows[0])
    rows[-1] = [0.0] * len(rows[0])
    for row in rows:
        row[0] = row[-1] = 0.0


def contours(rows: Rows, level: float) -> list[list[Point]]:
    """Return the closed lines of a height, land on their right hand; a saddle counts as sea."""
    onward: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    for y in range(len(rows) - 1):
        upper, lower = rows[y], rows[y + 1]
        for x in range(len(upper) - 1):
            key = (
                (upper[x] > level) | (upper[x + 1] > level) << 1 | (lower[x + 1] > level) << 2 | (lower[x] > level) << 3
            )
            for start, end in _CASES[key]:
                onward[_edge(x, y, start)] = _edge(x, y, end)
    return [[_cut(rows, edge, level) for edge in loop] for loop in _chains(onward)]


N, E, S, W = range(4)
_CASES: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    ((W, N),),
    ((N, E),),
    ((W, E),),
    ((E, S),),
    ((W, N), (E, S)),
    ((N, S),),
    ((W, S),),
    ((S, W),),
    ((S, N),),
    ((N, E), (S, W)),
    ((S, E),),
    ((E, W),),
    ((E, N),),
    ((N, W),),
    (),
)
"""By the corners that are land (north-west 1, north-east 2, south-east 4, south-west 8): the lines through a square."""


def _edge(x: int, y: int, side: int) -> tuple[int, int, int]:
    """An edge of the grid: its western or northern end, and 0 if it runs east, 1 if south."""
    if side == N:
        return x, y, 0
    if side == S:
        return x, y + 1, 0
    return (x, y, 1) if side == W else (x + 1, y, 1)


def _cut(rows: Rows, edge: tuple[int, int, int], level: float) -> Point:
    x, y, south = edge
    a, b = rows[y][x], rows[y + south][x + 1 - south]
    part = (level - a) / (b - a)
    return (x + (0 if south else part), y + (part if south else 0))


def _chains(onward: dict[tuple[int, int, int], tuple[int, int, int]]) -> Iterator[list[tuple[int, int, int]]]:
    while onward:
        start, there = onward.popitem()
        loop = [start]
        while there != start:
            loop.append(there)
            there = onward.pop(there)
        yield loop


def side_height(kinds: tuple[str, str], wet: bool, dry: bool, key: str) -> float:
    """Return how high the land is at a side between two kinds of hexes."""
    if wet:
        return WET
    if "sea" in kinds:
        return 0.0 if kinds == ("sea", "sea") else 0.2 + 0.42 * share(key)
    return WALKED if dry or "land" in kinds else OPEN


def corner_height(*sides: float) -> float:
    """Return how high the land is where three sides meet: low where water runs along one of them."""
    mean = sum(sides) / len(sides)
    return min(mean, 0.3) if WET in sides else mean
