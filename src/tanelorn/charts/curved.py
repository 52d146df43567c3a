"""Names on curves: a land's along the middle of its ground, a sea's on a shallow arc.

`--near` and `--far` choose, as in `lettering`: near stand the names of provinces and seas, far those of nations.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from tanelorn.charts.paths import Outline, Point, number

n = number
LETTERS = (
    "text{text-anchor:middle;paint-order:stroke;stroke-linejoin:round;stroke:var(--halo);"
    "font-family:var(--serif,Palatino,P052,Georgia,serif)}"
    ".land{font-size:13px;fill:var(--map-ink);stroke-width:3px}"
    ".town{font-size:10.5px;font-style:italic;fill:var(--map-ink-2);stroke-width:2.6px}"
    ".sea{font-size:17px;font-style:italic;letter-spacing:.06em;fill:var(--sea-ink);stroke:var(--sea);"
    "stroke-width:3px}"
    ".worth{font:700 11px var(--sans,sans-serif);fill:var(--star);stroke-width:2.6px}"
    ".nation{font-variant:small-caps;font-weight:600;fill:var(--map-ink);stroke-width:4px}"
    ".wild{font-size:18px;font-style:italic;fill:var(--map-ink);stroke-width:4px}"
    ".far .sea{font-size:25px;stroke-width:4px}"
    ".near{display:var(--near,inline)}.far{display:var(--far,none)}"
)
LETTER = 0.52  # a letter's width, in sizes
FAR = {"sea": 25.0, "wild": 18.0}  # the sizes of far names
LONG = {"sea": 16, "wild": 12}  # letters: a far name that is longer is broken
FRAME = 16.0  # no far name runs so close to the sheet's edge
SHORT = 60.0  # a name no longer than this stands level
BEND, SLOPE, LIFT = 0.0022, 0.42, 7.0  # the most that a name's curve bends, slopes, and leaves its place
SHARE = 0.75  # of the land's own curve that a name follows
SAMPLES = 9


class Curve(NamedTuple):
    """A parabola about a point: bend, slope and lift."""

    bend: float
    slope: float
    lift: float

    def at(self, x: float) -> float:
        """How far below the point it runs, so far to the east of it."""
        return self.lift + self.slope * x + self.bend * x * x


def spans(shape: Sequence[Outline], x: float) -> list[tuple[float, float]]:
    """Where a line from north to south lies within a shape: pairs of north and south ends."""
    cuts = sorted(
        ay + (x - ax) / (bx - ax) * (by - ay)
        for ring in shape
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True)
        if (ax > x) != (bx > x)
    )
    return list(zip(cuts[::2], cuts[1::2], strict=False))


def middle(shape: Sequence[Outline], at: Point, width: float) -> Curve:
    """The curve that follows the middle of a shape about a point, held back to what letters can follow."""
    x, y = at
    samples: list[tuple[float, float, float]] = []
    for k in range(SAMPLES):
        east = width * (k / (SAMPLES - 1) - 0.5)
        around = [(north, south) for north, south in spans(shape, x + east) if north - 6 <= y <= south + 6]
        if around:
            north, south = around[0]
            samples.append((east, (north + south) / 2 - y, min(1.0, (south - north) / 40) + 0.05))
        else:
            samples.append((east, 0.0, 0.05))
    bend, slope, lift = fitted(samples)
    bend = held(bend, BEND) * SHARE
    return Curve(bend, held(slope, SLOPE) * SHARE, held(lift, LIFT) * 0.3 - bend * width * width / 24)


def held(value: float, most: float) -> float:
    """A value that is not let beyond a bound on either side."""
    return max(-most, min(most, value))


def fitted(samples: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    """The parabola of least squares through weighted points: bend, slope, lift."""
    sums = [sum(w * x**power for x, _, w in samples) for power in range(5)]
    right = [sum(w * y * x**power for x, y, w in samples) for power in range(3)]
    rows = [[sums[i + j] for j in range(3)] + [right[i]] for i in range(3)]
    for k in range(3):
        for i in range(3):
            if i != k:
                share = rows[i][k] / rows[k][k]
                rows[i] = [a - share * b for a, b in zip(rows[i], rows[k], strict=True)]
    lift, slope, bend = (rows[k][3] / rows[k][k] for k in range(3))
    return bend, slope, lift


def path(at: Point, width: float, curve: Curve) -> str:
    """A parabola as path text, exactly: one quadratic curve."""
    x, y = at
    half = width / 2
    control = curve.at(-half) + (curve.slope - 2 * curve.bend * half) * half
    return f"M{n(x - half)} {n(y + curve.at(-half))}Q{n(x)} {n(y + control)} {n(x + half)} {n(y + curve.at(half))}"


def along(text: str, line: str, kind: str, key: str, more: str = "") -> str:
    """A name along a line."""
    return (
        f'<path id="{key}" d="{line}" fill="none"/><text class="{kind}"{more}>'
        f'<textPath href="#{key}" startOffset="50%">{escape(text)}</textPath></text>'
    )


def level(text: str, at: Point, kind: str, more: str = "") -> str:
    """A name that stands level."""
    return f'<text class="{kind}"{more} x="{n(at[0])}" y="{n(at[1])}">{escape(text)}</text>'


def land(lines: Sequence[str], at: Point, shape: Sequence[Outline], key: str, size: float = 13) -> str:
    """A province's name: on a curve if it is long and of one line, else level."""
    x, y = at
    if len(lines) > 1:
        first = y - 6 - (len(lines) - 2) * size / 2
        return "".join(level(line, (x, first + k * size * 0.98), "land") for k, line in enumerate(lines))
    width = len(lines[0]) * size * LETTER
    if width < SHORT:
        return level(lines[0], at, "land")
    curve = middle(shape, (x, y - 3.5), width)
    return along(lines[0], path((x, y - 0.2), width * 1.1, curve), "land", key)


def sea(lines: Sequence[str], at: Point, scale: float, key: str) -> str:
    """A sea's name, each line on a shallow arc."""
    x, y = at
    size = 17 * scale
    words = []
    for k, line in enumerate(lines):
        half = len(line) * size * 0.64 / 2
        foot = y + (k - (len(lines) - 1) / 2) * 19 * scale + size * 0.3
        arc = (
            f"M{n(x - half)} {n(foot + 2)}Q{n(x)} {n(foot - (8 if len(lines) == 1 else 4))} {n(x + half)} {n(foot + 2)}"
        )
        words.append(along(line, arc, "sea", f"{key}-{k}", f' style="font-size:{n(size)}px"' if scale != 1 else ""))
    return "".join(words)


def stacked(lines: Sequence[str], at: Point, kind: str, width: float) -> str:
    """A far name that stands level, in two lines if it is long, and within a sheet so wide."""
    if len(lines) == 1 and len(lines[0]) > LONG[kind]:
        text = lines[0]
        spaces = [k for k, letter in enumerate(text) if letter == " "]
        if spaces:
            cut = min(spaces, key=lambda k: abs(2 * k - len(text)))
            lines = text[:cut], text[cut + 1 :]
    size = FAR[kind]
    half = max(map(len, lines)) * size * LETTER / 2 + FRAME
    x = min(max(at[0], half), width - half)
    top = max(at[1] - (len(lines) - 1) / 2 * size, FRAME + size)
    return "".join(level(line, (x, top + k * size), kind) for k, line in enumerate(lines))


def widest(shape: Sequence[Outline]) -> tuple[Point, float]:
    """Where a nation's name has most room: the middle of the widest level stretch, and its width."""
    north, south = (pick(y for ring in shape for _, y in ring) for pick in (min, max))
    best: tuple[Point, float] = ((0.0, 0.0), 0.0)
    for step in range(4, 13):
        y = north + (south - north) * step / 16
        turned = [[(b, a) for a, b in ring] for ring in shape]
        for west, east in spans(turned, y):
            if east - west > best[1] + 1:
                best = ((west + east) / 2, y), east - west
    return best


def nation(name: str, shape: Sequence[Outline], key: str) -> str:
    """A nation's name in wide small capitals over its land; a small nation's beyond its borders."""
    at, room = widest(shape)
    size = held(room * 0.9 / (len(name) * 0.62), 44)
    size = max(size, 24)
    width = min(room * 0.86, len(name) * size * 0.95)
    wide = len(name) * size * 0.6
    spacing = max(0.0, (width - wide) / max(1, len(name) - 1))
    curve = middle(shape, at, width)
    line = path((at[0], at[1] + size * 0.3), max(width, wide) * 1.15, curve)
    return along(name, line, "nation", key, f' style="font-size:{n(size)}px;letter-spacing:{n(spacing)}px"')
