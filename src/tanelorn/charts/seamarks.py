"""What is drawn at sea: boiling water, whirls of Chaos, rocks, and beasts that are out of play."""

from collections.abc import Sequence

from tanelorn.charts import signs
from tanelorn.charts.grounds import Box
from tanelorn.charts.paths import Outline, Point, number

n = number
TINTS = {"boiling": "n-orange", "chaos": "n-violet", "teeth": "n-teal"}


def tint(kind: str, path: str) -> str:
    """A special sea's colour."""
    return f'<path d="{path}" fill="var(--{TINTS[kind]})" fill-rule="evenodd" opacity=".2"/>'


def marks(kind: str, outline: Outline, kept: Sequence[Box]) -> str:
    """A special sea's own signs, strewn over it, off what is kept free."""
    pace, margin, ink, sign = {
        "boiling": (36.0, 14.0, "n-red", _steam),
        "chaos": (33.0, 13.0, "n-violet", _whirl),
        "teeth": (21.0, 8.0, "", _rock),
    }[kind]
    places = [
        (at, share)
        for at, share in signs.scattered(outline, pace, margin, kind)
        if not any(west < at[0] < east and north < at[1] < south for west, north, east, south in kept)
    ]
    drawn = "".join(sign(at, share) for at, share in places)
    if kind == "teeth":
        return f"<g>{drawn}</g>"
    return f'<path d="{drawn}" fill="none" stroke="var(--{ink})" stroke-width=".9" opacity=".55"/>'


def _steam(at: Point, share: float) -> str:
    x, y = at
    return f"M{n(x - 4)} {n(y)}q2-5 4-1t4-2M{n(x - 1)} {n(y - 6)}q1.5-3 0-{n(4 + 2 * share)}"


def _whirl(at: Point, share: float) -> str:
    x, y = at
    return f"M{n(x)} {n(y)}a3 3 0 1 1 3 3a{n(5 + share)} {n(5 + share)} 0 0 1-6-4"


def _rock(at: Point, share: float) -> str:
    x, y = at
    high = 9 + share * 4
    return (
        f'<path d="M{n(x - 3.6)} {n(y)}L{n(x)} {n(y - high)}L{n(x + 3.6)} {n(y)}q-3.6 2-7.2 0z" '
        f'fill="var(--g-mountain)"/><path d="M{n(x - 6)} {n(y + 2)}q6 3 12 0" fill="none" '
        'stroke="var(--water-line)" stroke-width=".8"/>'
    )


_DRAGON = (
    "M-56 8q9-20 22-3t24-1 24-4 20-13q2-10 14-12 10-1 13 6l12 3-11 5q-10 1-11 8-2 12-16 16-9 2-17-3"
    "M43-25l-5-9 10 6M15-2q-3-15-13-22 18 2 26 14M-1-1q-4-11-12-15 13 1 20 9M-56 8l-9-7m9 7l-9 4M-46 12h16M-12 13h18"
)
_OCTOPUS = (
    "M-6 2Q-15-22 2-24q18 2 11 26M-8 2q-13 3-14 14 6 2 8-3M-3 5q-8 8-6 18 7 0 6-9M3 6q0 11 6 18 5-5 0-11"
    "M9 5q8 4 13 15 5-5 1-12M13 1q12 1 16 9"
)
_FISH = (
    "M-30 2q17-20 43-11l17 11-17 11Q-13 22-30 2zM29 2l15-12-4 12 4 12zM-4-10q3-9 14-6l-2 6M-7 16q4 5 11 4"
    "M-9-6q6 8 0 16M1-5q3 7 0 14M11-3q3 5 0 10"
)
_EYES = {"dragon": ((62, -19),), "octopus": ((-1, -11), (7, -11)), "fish": ((-19, 0),)}
BEASTS = {"dragon": (_DRAGON, 116.0), "octopus": (_OCTOPUS, 64.0), "fish": (_FISH, 64.0)}
"""Each beast about its middle, and how wide it then is."""


def beast(kind: str, at: Point, size: float) -> str:
    """One of the beasts that swim on the chart, so wide."""
    lines, width = BEASTS[kind]
    eyes = "".join(f'<circle cx="{x}" cy="{y}" r="1.4" fill="var(--sea-ink)"/>' for x, y in _EYES[kind])
    place = f"translate({n(at[0])} {n(at[1])}) scale({size / width:.2f})"
    pen = 'fill="none" stroke="var(--sea-ink)" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"'
    return f'<g transform="{place}" {pen} opacity=".7"><path d="{lines}"/>{eyes}</g>'
