"""The compass rose, set where the sea is emptiest."""

import math
from collections.abc import Sequence

from tanelorn.charts.paths import Outline, Point, inside, number

n = number
PACE = 24.0
LARGEST = 34.0


def emptiest(seas: Sequence[Outline], taken: Sequence[Point], width: float, height: float) -> tuple[Point, float]:
    """The point at sea that is farthest from all that is taken and from the sheet's edge, and how far."""
    best: tuple[Point, float] = ((width / 2, height / 2), 0.0)
    for row in range(1, int(height / PACE)):
        for column in range(1, int(width / PACE)):
            x, y = column * PACE, row * PACE
            room = min(x, y, width - x, height - y)
            if room <= best[1]:
                continue
            room = min(room, _nearest((x, y), taken, best[1]))
            if room > best[1] and any(inside(sea, (x, y)) for sea in seas):
                best = ((x, y), room)
    return best


def _nearest(at: Point, taken: Sequence[Point], least: float) -> float:
    """Return how far the nearest of some points is, or how far one is that is no farther than `least`."""
    nearest = math.inf
    for point in taken:
        far = math.dist(at, point)
        if far < nearest:
            if far <= least:
                return far
            nearest = far
    return nearest


def rose(at: Point, room: float) -> str:
    """A rose of sixteen winds."""
    radius = min(LARGEST, room * 0.6)
    words = [
        f'<g transform="translate({n(at[0])} {n(at[1])})" stroke="var(--sea-ink)">'
        f'<circle r="{n(radius)}" fill="var(--sea)"/><circle r="{n(radius - 5)}" fill="none" stroke-width=".7"/>'
    ]
    for wind in sorted(range(16), key=lambda k: (k % 4 == 0, k % 2 == 0)):
        reach, half = wind_size(wind, radius)
        words.append(
            f'<g transform="rotate({n(wind * 22.5)})" stroke-width=".7">'
            f'<path d="M0 {n(-reach)}L{n(half)} {n(-half)}L0 0z" fill="var(--sea-ink)"/>'
            f'<path d="M0 {n(-reach)}L{n(-half)} {n(-half)}L0 0z" fill="var(--halo)"/></g>'
        )
    return "".join(words) + "</g>"


def wind_size(wind: int, radius: float) -> tuple[float, float]:
    """How long and how wide a ray is: the four chief winds are the longest."""
    if wind % 4 == 0:
        return radius * 1.22, radius * 0.18
    if wind % 2 == 0:
        return radius * 0.88, radius * 0.13
    return radius * 0.62, radius * 0.08


def rhumbs(at: Point, far: float) -> str:
    """The lines of the sixteen winds, faint, all over the sea."""
    path = "".join(
        f"M{n(at[0])} {n(at[1])}l{n(far * math.cos(k * math.pi / 8))} {n(far * math.sin(k * math.pi / 8))}"
        for k in range(16)
    )
    return f'<path d="{path}" fill="none" stroke="var(--water-line)" stroke-width=".8" opacity=".2"/>'
