"""Points, polygons and the text of SVG paths. Units are the board's own."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

Point = tuple[float, float]
Outline = Sequence[Point]
Loop = list[Point]


def number(value: float) -> str:
    """A tenth of a unit is as fine as print can show."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def spot(point: Point) -> str:
    """A point as path text."""
    return f"{number(point[0])} {number(point[1])}"


def ring(outline: Outline) -> str:
    """A closed outline as relative path text: half the bytes of absolute text."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in outline]
    at = tenths[0]
    words = [f"M{number(at[0] / 10)} {number(at[1] / 10)}l"]
    for x, y in tenths[1:]:
        if (x, y) == at:
            continue
        words.append(f"{number((x - at[0]) / 10)} {number((y - at[1]) / 10)} ")
        at = (x, y)
    return "".join(words).rstrip().replace(" -", "-") + "z"


def rings(outlines: Iterable[Outline]) -> str:
    """Several closed outlines as one path."""
    return "".join(ring(outline) for outline in outlines)


def borders(shapes: Iterable[Outline]) -> list[Loop]:
    """The closed borders of some shapes together; shapes run one way round and share the corners of their sides.

    Where several ways part at a corner, any of them is gone.
    """
    sides = {(a, b) for shape in shapes for a, b in zip(shape, [*shape[1:], shape[0]], strict=True)}
    onward: dict[Point, list[Point]] = {}
    for a, b in sorted(sides):
        if (b, a) not in sides:
            onward.setdefault(a, []).append(b)
    found = []
    for start in onward:
        while onward[start]:
            loop = [start]
            while (there := onward[loop[-1]].pop()) != start:
                loop.append(there)
            found.append(loop)
    return found


def smoothed(outline: Outline, times: int = 2) -> list[Point]:
    """Chaikin's corner cutting on a closed outline."""
    points = list(outline)
    for _ in range(times):
        cut: list[Point] = []
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
            cut.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
            cut.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
        points = cut
    return points


def inside(outline: Outline, point: Point) -> bool:
    """Whether a point lies within a closed outline (even-odd)."""
    x, y = point
    odd = False
    bx, by = outline[-1]
    for ax, ay in outline:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
        bx, by = ax, ay
    return odd


class Shape:
    """Closed outlines, each with the box around it: most that a point is looked for in lie nowhere near it."""

    def __init__(self, outlines: Iterable[Outline]) -> None:
        self._rings = [(box_of(ring), ring) for ring in outlines]

    def holds(self, at: Point) -> bool:
        """Whether a point lies within an odd number of the outlines."""
        x, y = at
        odd = False
        for (west, north, east, south), ring in self._rings:
            if west <= x <= east and north <= y <= south and inside(ring, at):
                odd = not odd
        return odd


def box_of(points: Outline) -> tuple[float, float, float, float]:
    """Return the box around some points: west, north, east, south."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def distance(point: Point, a: Point, b: Point) -> float:
    """From a point to the segment a b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = 0.0
    if length:
        along = max(0.0, min(1.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length))
    return math.hypot(point[0] - a[0] - along * dx, point[1] - a[1] - along * dy)


def to_line(point: Point, line: Outline) -> float:
    """From a point to an open line."""
    return min(distance(point, a, b) for a, b in pairwise(line))


def to_coast(point: Point, outline: Outline) -> float:
    """From a point to a closed outline."""
    return min(distance(point, a, b) for a, b in zip(outline, [*outline[1:], outline[0]], strict=True))


def walked(line: Outline, pace: float) -> list[Point]:
    """Points along an open line, about `pace` apart, its two ends included."""
    lengths = [math.dist(a, b) for a, b in pairwise(line)]
    steps = max(1, int(sum(lengths) / pace))
    points: list[Point] = []
    for step in range(steps + 1):
        left = sum(lengths) * step / steps
        for (a, b), length in zip(pairwise(line), lengths, strict=True):
            if left <= length or (a, b) == (line[-2], line[-1]):
                share = left / length
                points.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
                break
            left -= length
    return points
