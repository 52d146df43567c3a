"""What grows or lies on a space: small drawn signs, thinly strewn, that leave room for names and counters."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tanelorn.charts import signs
from tanelorn.charts.paths import Outline, Point, number

n = number
Box = tuple[float, float, float, float]  # west, north, east, south
Strewn = tuple[Point, float]  # where, and a share that makes each sign a little different


class Ground(NamedTuple):
    """One kind of ground: its tint, its sign and how close the signs stand."""

    tint: str
    ink: str
    pace: float
    margin: float
    sign: Callable[[Point, float], str]
    filled: bool = False


def tuft(at: Point, share: float) -> str:
    """Three blades of grass."""
    x, y = at
    high = 6 + 3 * share
    return (
        f"M{n(x)} {n(y)}v{n(-high)}M{n(x - 1.5)} {n(y)}q-.8{n(-high / 2)}-3.6{n(-high * 0.75)}"
        f"M{n(x + 1.5)} {n(y)}q.8{n(-high / 2)} 3.6{n(-high * 0.75)}"
    )


def reeds(at: Point, share: float) -> str:
    """Reeds over a line of water."""
    x, y = at
    return (
        f"M{n(x - 10)} {n(y)}h{n(16 + 6 * share)}M{n(x - 4)} {n(y + 3.5)}h10"
        f"M{n(x)} {n(y)}v-10M{n(x - 3)} {n(y)}l-2.5-7M{n(x + 3)} {n(y)}l2.5-7.5"
    )


def dune(at: Point, share: float) -> str:
    """The ridge of a dune and its lee."""
    x, y = at
    wide = 9 + 5 * share
    return f"M{n(x - wide)} {n(y)}q{n(wide * 0.6)}-8 {n(wide)}-5.5t{n(wide)} 5.5M{n(x)} {n(y - 5.5)}q-1 3 2.5 5"


def stones(at: Point, share: float) -> str:
    """Two or three stones on bare ground."""
    x, y = at
    second = f"M{n(x + 6)} {n(y + 1)}q1.5-3.5 4.5 0z" if share < 0.6 else ""
    return f"M{n(x - 4)} {n(y)}q3-6 8 0z{second}"


def hill(at: Point, share: float) -> str:
    """A low hill, shaded to the east."""
    x, y = at
    wide = 10 + 4 * share
    return (
        f"M{n(x - wide)} {n(y)}q{n(wide)}{n(-wide * 1.5)} {n(2 * wide)} 0"
        f"M{n(x + wide * 0.3)} {n(y - wide * 0.55)}l2 3M{n(x + wide * 0.55)} {n(y - wide * 0.36)}l1.6 2.6"
    )


def peak(at: Point, share: float) -> str:
    """A mountain; it is drawn by itself, for it hides what is behind it."""
    return signs.peak(at, 18 + 14 * share, 11 + 6 * share)


def crag(at: Point, share: float) -> str:
    """A small mountain, for ground where there is little room."""
    return signs.peak((at[0], at[1] + 6), 13 + 7 * share, 9 + 3 * share)


def wood(at: Point, share: float) -> str:
    """A tree of a mixed wood."""
    return signs.tree(at, conifer=share < 0.5, size=1.05)


def jungle(at: Point, share: float) -> str:
    """A broad crown."""
    return signs.tree(at, conifer=share < 0.12, size=1.3 + 0.3 * share)


GROUNDS = {
    "clear": Ground("", "g-rough", 78, 28, tuft),
    "hills": Ground("t-rough", "g-rough", 46, 20, hill),
    "mountains": Ground("t-mountain", "g-mountain", 44, 24, peak),
    "impassable": Ground("t-mountain", "g-mountain", 34, 15, crag),
    "marsh": Ground("t-marsh", "g-marsh", 38, 18, reeds),
    "desert": Ground("t-desert", "g-desert", 44, 20, dune),
    "steppe": Ground("t-steppe", "g-waste", 44, 20, tuft),
    "waste": Ground("t-waste", "g-waste", 30, 14, stones, filled=True),
    "forest": Ground("t-woods", "g-forest", 26, 15, wood, filled=True),
    "jungle": Ground("t-forest", "g-forest", 34, 20, jungle, filled=True),
}


def strewn(
    kind: str, outline: Outline, seed: str, kept: Sequence[Box], pace: float | None = None, margin: float | None = None
) -> str:
    """The signs of a ground over an outline, from north to south, none of them in a box that is kept free.

    A chart with smaller spaces sets them at a pace and a margin of its own.
    """
    ground = GROUNDS[kind]
    pace, margin = pace or ground.pace, margin or ground.margin
    found = spaced(signs.scattered(outline, pace, margin, seed), 0.6 * pace, kept)
    if not found:
        return ""
    if ground.sign in (peak, crag):
        peaks = "".join(ground.sign(point, share) for point, share in found)
        return f'<g stroke="var(--g-mountain)" stroke-width="1.3" stroke-linejoin="round">{peaks}</g>'
    path = "".join(ground.sign(point, share) for point, share in found)
    ink = f"var(--{ground.ink})"
    if ground.filled:
        return f'<path d="{path}" fill="{ink}" stroke="var(--land)" stroke-width=".7" opacity=".8"/>'
    return f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="1.3" stroke-linecap="round" opacity=".75"/>'


def spaced(scattered: Sequence[Strewn], least: float, kept: Sequence[Box]) -> list[Strewn]:
    """The places of which none is in a box that is kept free, or on top of one before it."""
    found: list[Strewn] = []
    for (x, y), share in scattered:
        if any(west < x < east and north < y < south for west, north, east, south in kept):
            continue
        if all(math.dist((x, y), other) > least for other, _ in found):
            found.append(((x, y), share))
    return found
