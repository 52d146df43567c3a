"""The ways of links on a map of characters: short, with few bends, clear of names and of each other."""

from __future__ import annotations

import heapq
from collections.abc import Container, Iterator

import msgspec

Cell = tuple[int, int]
"""Column and row."""

_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
_ALONG, _DOWN = 1.0, 2.0  # a character is twice as high as it is wide
_BEND = 4.0
_CROSSING = 40.0
_BESIDE_A_LINK = 1.5
_OFF_CENTRE = 0.4
_LOWER_LINE = 2.0


class Box(msgspec.Struct, frozen=True):
    """The rectangle that an area's name and pieces take."""

    x: int
    y: int
    width: int
    height: int

    def far_from(self, other: Box) -> float:
        """Return the steps between two middles."""
        across = abs(self.x * 2 + self.width - other.x * 2 - other.width) / 2
        return _ALONG * across + _DOWN * abs(self.y - other.y)

    def cells(self) -> Iterator[Cell]:
        """Yield the cells that it covers."""
        for y in range(self.y, self.y + self.height):
            for x in range(self.x, self.x + self.width):
                yield x, y

    def gates(self) -> Iterator[tuple[Cell, int, float]]:
        """Yield the cells around it from which a link may start, the direction outwards, and what the place costs."""
        for line, y in enumerate(range(self.y, self.y + self.height)):
            yield (self.x - 1, y), 1, _LOWER_LINE * line
            yield (self.x + self.width, y), 0, _LOWER_LINE * line
        middle = self.x + (self.width - 1) / 2
        for x in range(self.x, self.x + self.width):
            off = _OFF_CENTRE * abs(x - middle)
            yield (x, self.y - 1), 3, off
            yield (x, self.y + self.height), 2, off


def route(start: Box, end: Box, boxes: list[Box], drawn: Container[Cell], width: int, height: int) -> list[Cell]:
    """Return the cells from one box to another, by the cheapest way; none if there is no way."""
    blocked = {cell for box in boxes for cell in box.cells()}
    goals = {(cell, direction ^ 1): cost for cell, direction, cost in end.gates()}
    queue: list[tuple[float, Cell, int]] = []
    best: dict[tuple[Cell, int], float] = {}
    came: dict[tuple[Cell, int], tuple[Cell, int]] = {}

    def free(cell: Cell) -> bool:
        return 0 <= cell[0] < width and 0 <= cell[1] < height and cell not in blocked

    def reach(cell: Cell, direction: int, cost: float, origin: tuple[Cell, int] | None) -> None:
        if cell in drawn:
            cost += _CROSSING
        elif any((cell[0] + dx, cell[1] + dy) in drawn for dx, dy in _STEPS):
            cost += _BESIDE_A_LINK
        if cost < best.get((cell, direction), float("inf")):
            best[cell, direction] = cost
            if origin is not None:
                came[cell, direction] = origin
            heapq.heappush(queue, (cost, cell, direction))

    for cell, direction, cost in start.gates():
        if free(cell):
            reach(cell, direction, cost, None)
    finish: tuple[float, tuple[Cell, int]] | None = None
    while queue:
        cost, cell, direction = heapq.heappop(queue)
        if finish is not None and cost >= finish[0]:
            break
        if cost > best[cell, direction]:
            continue
        for last in (d for d in range(4) if (cell, d) in goals):
            whole = cost + goals[cell, last] + (_BEND if last != direction else 0.0)
            if finish is None or whole < finish[0]:
                finish = whole, (cell, direction)
        for turn, (dx, dy) in enumerate(_STEPS):
            beyond = (cell[0] + dx, cell[1] + dy)
            if turn != direction ^ 1 and free(beyond):
                step = (_DOWN if dy else _ALONG) + (_BEND if turn != direction else 0.0)
                reach(beyond, turn, cost + step, (cell, direction))
    return _walked(finish[1], came) if finish else []


def _walked(last: tuple[Cell, int], came: dict[tuple[Cell, int], tuple[Cell, int]]) -> list[Cell]:
    way = [last[0]]
    while last in came:
        last = came[last]
        way.append(last[0])
    return way[::-1]
