"""What stands on the land: trees, peaks, passes, roads, bridges, cities."""

import math
import random

from tanelorn.charts.paths import Outline, Point, inside, number, spot, to_coast, walked

n = number


def tree(at: Point, conifer: bool, size: float = 1.15) -> str:
    """One tree: a fir or a round crown."""
    x, y = at
    if conifer:
        return (
            f"M{n(x)} {n(y - 8 * size)}l{n(4.4 * size)} {n(8 * size)}h{n(-8.8 * size)}z"
            f"M{n(x)} {n(y - 3.5 * size)}l{n(5 * size)} {n(8 * size)}h{n(-10 * size)}z"
        )
    crown = 4.4 * size
    return (
        f"M{n(x - 0.8)} {n(y + 5 * size)}v{n(-5 * size)}h1.6v{n(5 * size)}z"
        f"M{n(x - crown)} {n(y - 2 * size)}a{n(crown)} {n(crown)} 0 1 1 {n(2 * crown)} 0"
        f"a{n(crown)} {n(crown)} 0 1 1 {n(-2 * crown)} 0"
    )


def scattered(outline: Outline, pace: float, margin: float, seed: str) -> list[tuple[Point, float]]:
    """Points on a loose grid well inside an outline, each with a random share, from north to south."""
    dice = random.Random(seed)
    west, east = min(x for x, _ in outline), max(x for x, _ in outline)
    north, south = min(y for _, y in outline), max(y for _, y in outline)
    found: list[tuple[Point, float]] = []
    for row in range(int((south - north) / (pace * 0.75)) + 1):
        x = west + (pace / 2 if row % 2 else 0)
        while x < east:
            y = north + row * pace * 0.75
            point = (x + (dice.random() - 0.5) * pace * 0.8, y + (dice.random() - 0.5) * pace * 0.8)
            share = dice.random()
            if inside(outline, point) and to_coast(point, outline) > margin:
                found.append((point, share))
            x += pace
    return sorted(found, key=lambda entry: entry[0][1])


def peak(at: Point, high: float, half: float) -> str:
    """One mountain, lit from the west."""
    x, y = at
    return (
        f'<path d="M{n(x - half)} {n(y)}Q{n(x - half * 0.4)} {n(y - high * 0.6)} {n(x)} {n(y - high)}'
        f'Q{n(x + half * 0.5)} {n(y - high * 0.5)} {n(x + half)} {n(y)}" fill="var(--t-mountain)"/>'
        f'<path d="M{n(x)} {n(y - high)}l{n(half * 0.2)} {n(high * 0.4)} {n(-half * 0.18)} {n(high * 0.24)} '
        f"{n(half * 0.28)} {n(high * 0.36 - 1)}L{n(x + half)} {n(y)}"
        f'Q{n(x + half * 0.5)} {n(y - high * 0.5)} {n(x)} {n(y - high)}z" fill="var(--g-mountain)" '
        'stroke="none" opacity=".82"/>'
    )


def ridge(line: Outline, gap: Point, land: Outline, seed: str) -> str:
    """A row of peaks along a border, with a gap where the pass goes through."""
    dice = random.Random(seed)
    peaks: list[tuple[float, str]] = []
    for point in walked(line, 15):
        jitter = (dice.uniform(-3, 3), dice.uniform(-5, 5))
        size = (dice.uniform(26, 38), dice.uniform(12, 16))
        if math.dist(point, gap) < 21 or not inside(land, point):
            continue
        foot = (point[0] + jitter[0], point[1] + 12 + jitter[1])
        peaks.append((foot[1], peak(foot, *size)))
    drawn = "".join(text for _, text in sorted(peaks))
    return f'<g stroke="var(--g-mountain)" stroke-width="1.5" stroke-linejoin="round">{drawn}</g>'


def road(path: str) -> str:
    """A track of brown dots."""
    return (
        f'<path d="{path}" stroke="var(--road)" stroke-width="3.5" stroke-dasharray="2 7" '
        'stroke-linecap="round" fill="none"/>'
    )


def mountain_pass(gap: Point) -> str:
    """The track through a gap, and the saddle it crosses."""
    x, y = gap
    return road(f"M{n(x)} {n(y - 34)}Q{n(x - 7)} {n(y)} {n(x)} {n(y + 38)}") + (
        f'<path d="M{n(x - 13)} {n(y + 4)}q13-9 26 0" fill="none" stroke="var(--road)" stroke-width="1.8"/>'
    )


def bridge(start: Point, end: Point) -> str:
    """A stone bridge of round arches from shore to shore."""
    length = math.dist(start, end)
    turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    if abs(turn) > 90:  # the arches hang below the roadway, whichever way the data runs
        start, turn = end, turn - math.copysign(180, turn)
    arches = max(2, round(length / 34))
    wide = length / arches
    stone = [f"M-6-11H{n(length + 6)}V19"]
    for arch in reversed(range(arches)):
        left, right = arch * wide, (arch + 1) * wide
        stone.append(f"L{n(right - 3.5)} 19C{n(right - 4)} -2 {n(left + 4)} -2 {n(left + 3.5)} 19")
    stone.append("L-6 19z")
    posts = "".join(f"M{x}-11v5" for x in range(2, int(length), 8))
    return (
        f'<g transform="translate({spot(start)}) rotate({n(turn)})">'
        f'<path d="M-4 19H{n(length + 4)}" stroke="#1c1206" stroke-width="7" opacity=".22"/>'
        f'<path d="{"".join(stone)}" fill="var(--stock)" stroke="#3a2c1a" '
        'stroke-width="1.7" stroke-linejoin="round"/>'
        f'<path d="M-6-6H{n(length + 6)}{posts}" stroke="#3a2c1a" stroke-width=".8" '
        'opacity=".7" fill="none"/></g>'
    )


CASTLE = "M2 21V10h3v2h2v-2h2V6l3-4 3 4v4h2v2h2v-2h3v11z"
GATE = "M10 21v-4q2-2.6 4 0v4z"


def city(at: Point, radius: float = 33) -> str:
    """A city on its round plate."""
    scale = radius / 22
    return (
        f'<g transform="translate({spot(at)})">'
        f'<ellipse cx="2" cy="{n(radius * 0.66)}" rx="{n(radius)}" ry="9" fill="#1c1206" opacity=".25"/>'
        f'<circle r="{n(radius)}" fill="var(--halo)" stroke="var(--map-ink)" stroke-width="2.4"/>'
        f'<circle r="{n(radius - 4.5)}" fill="none" stroke="var(--map-ink)" stroke-width=".8"/>'
        f'<g transform="translate({n(-12 * scale)} {n(-15 * scale)}) scale({n(scale)})" opacity=".9">'
        f'<path d="{CASTLE}" fill="var(--rubric)"/><path d="{GATE}" fill="var(--halo)"/></g></g>'
    )
