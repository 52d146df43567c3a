"""The lines between spaces that cover a sheet without gaps: coasts, borders, and what meets the sheet's edge.

Neighbours share the corners of their common border, so a line is found by counting who owns each side; no
geometry is computed, and what is drawn cannot contradict the board.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from tanelorn.charts.paths import Outline, Point

Side = tuple[Point, Point]
BEYOND = 60.0  # land at the sheet's edge goes on so far, so that no coast is drawn along the edge


class Seams:
    """Every side of every outline once, sorted by what lies on its two hands."""

    def __init__(self, dry: Iterable[Outline], wet: Iterable[Outline], width: float, height: float) -> None:
        self.width, self.height = width, height
        land = owners(dry)
        sea = owners(wet)
        at_edge = {side for side in (*land, *sea) if self.on_edge(side)}
        self.borders = chained([side for side, times in land.items() if times > 1])
        self.sea_borders = chained([side for side, times in sea.items() if times > 1])
        shore = [side for side, times in land.items() if times == 1]
        self.coasts = chained([side for side in shore if side not in at_edge])
        self.lands = [self.beyond(ring) for ring in chained(shore)]

    def on_edge(self, side: Side) -> bool:
        """Whether a side runs along the edge of the sheet."""
        (ax, ay), (bx, by) = side
        return (ax == bx and ax in (0, self.width)) or (ay == by and ay in (0, self.height))

    def beyond(self, ring: Sequence[Point]) -> list[Point]:
        """A closed line of land, taken over the sheet's edge where it reaches it."""
        around = ring[:-1]  # a closed line repeats its first point
        points: list[Point] = []
        for k, point in enumerate(around):
            away = self.pushed(point)
            if away == point:
                points.append(point)
                continue
            before, after = around[k - 1], around[(k + 1) % len(around)]
            from_within, to_within = self.pushed(before) == before, self.pushed(after) == after
            points += [point] * from_within + [away] + [point] * to_within
        return points

    def pushed(self, point: Point) -> Point:
        """A corner at the edge of the sheet, moved off it."""
        x, y = point
        return (
            x + BEYOND * ((x >= self.width) - (x <= 0)),
            y + BEYOND * ((y >= self.height) - (y <= 0)),
        )


def owners(outlines: Iterable[Outline]) -> dict[Side, int]:
    """How many outlines have each side, in whichever direction."""
    times: dict[Side, int] = defaultdict(int)
    for outline in outlines:
        for a, b in zip(outline, [*outline[1:], outline[0]], strict=True):
            if a != b:
                times[(a, b) if a < b else (b, a)] += 1
    return times


def chained(sides: Iterable[Side]) -> list[list[Point]]:
    """Sides joined end to end into as few lines as their forks allow; a closed line repeats its first point."""
    ends: dict[Point, list[Point]] = defaultdict(list)
    for a, b in sides:
        ends[a].append(b)
        ends[b].append(a)
    forks = [point for point, others in ends.items() if len(others) != 2]
    lines: list[list[Point]] = []
    for start in (*forks, *ends):
        while ends[start]:
            lines.append(walk(start, ends))
    return lines


def walk(start: Point, ends: dict[Point, list[Point]]) -> list[Point]:
    """Take sides away from `start` on, until a fork or the start again."""
    line = [start]
    while True:
        here = line[-1]
        there = ends[here].pop(0)
        ends[there].remove(here)
        line.append(there)
        if there == start or len(ends[there]) != 1:
            return line
