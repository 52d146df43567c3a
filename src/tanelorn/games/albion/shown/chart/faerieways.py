"""Rivers, ridges, roads and the Dyke of a chart of Faerie."""

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from tanelorn.charts.paths import Point, number, walked
from tanelorn.charts.seams import chained
from tanelorn.games.albion.shown.chart import faeriesigns
from tanelorn.games.albion.shown.chart.faerieland import Ground
from tanelorn.games.albion.shown.chart.unevenness import share
from tanelorn.games.albion.state.printed.world import Side

n = number
Line = list[Point]


def sides(ground: Ground) -> Iterator[tuple[int, int, Side]]:
    """Every hexside that is not plain, once."""
    for (a, b), side in ground.world.side.items():
        if a < b:
            yield a, b, side


def path(line: Sequence[Point]) -> str:
    """An open line as path text, in whole units and relative: fine enough for what wanders."""
    x, y = round(line[0][0]), round(line[0][1])
    words = [f"M{x} {y}l"]
    for point in line[1:]:
        dx, dy = round(point[0]) - x, round(point[1]) - y
        if dx or dy:
            words.append(f"{dx}{' ' if dy >= 0 else ''}{dy} ")
            x, y = x + dx, y + dy
    return "".join(words).rstrip().replace(" -", "-")


def closed(loops: Iterable[Sequence[Point]]) -> str:
    """Closed lines as path text, in whole units."""
    return "".join(f"{path(loop)}z" for loop in loops)


def spare(line: Sequence[Point], least: float = 0.5) -> Line:
    """An open line without the points that are hardly off the way from the one before to the one after."""
    points = list(line)
    kept = [points[0]]
    for point, after in pairwise(points[1:]):
        (ax, ay), (bx, by) = kept[-1], after
        length = math.dist(kept[-1], after) or 1
        off = abs((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / length
        if off > least or length > 30:
            kept.append(point)
    return [*kept, points[-1]]


def curved(line: Sequence[Point], times: int = 2) -> Line:
    """A line with its corners cut, its ends where they were."""
    points = list(line)
    closed = points[0] == points[-1]
    for _ in range(times):
        cut: Line = [] if closed else [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            cut += [(ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25), (ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75)]
        points = [*cut, cut[0]] if closed else [*cut, points[-1]]
    return points


def wandering(line: Sequence[Point], far: float) -> Line:
    """A river along hexsides: every side bends to one hand, the same wherever it is drawn."""
    points: Line = [line[0]]
    for (ax, ay), (bx, by) in pairwise(line):
        low, high = min((ax, ay), (bx, by)), max((ax, ay), (bx, by))
        turn = 1 if (ax, ay) == low else -1
        for part in (0.33, 0.67):
            push = turn * far * (share(f"{low} {high} {part if turn > 0 else 1 - part:.2f}") - 0.5)
            points.append((ax + (bx - ax) * part - (by - ay) * push, ay + (by - ay) * part + (bx - ax) * push))
        points.append((bx, by))
    return spare(curved(points))


def rivers(ground: Ground) -> str:
    """Minor rivers thin, major ones broad with a pale heart; each on a light casing."""
    parts = []
    for kind, wide in (("minor", 3.4), ("major", 7.0)):
        along = [ground.side(a, b) for a, b, side in sides(ground) if side.river == kind]
        drawn = "".join(path(wandering(line, 0.34)) for line in lines(along))
        pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
        parts.append(f'<path d="{drawn}" {pen} stroke="var(--land)" stroke-width="{n(wide + 2.6)}"/>')
        parts.append(f'<path d="{drawn}" {pen} stroke="var(--river)" stroke-width="{n(wide)}"/>')
        if kind == "major":
            parts.append(f'<path d="{drawn}" {pen} stroke="var(--sea)" stroke-width="2.4"/>')
    return "".join(parts)


def ridges(ground: Ground) -> str:
    """Rows of dark peaks along the hexsides that bar the way; at a pass or a tunnel they leave a gap."""
    crags: list[tuple[float, str, Point]] = []
    gaps: list[str] = []
    for a, b, side in sides(ground):
        if not side.ridge:
            continue
        start, end = ground.side(a, b)
        dice = random.Random(f"{a} {b}")
        for k in range(5):
            if (side.ridge == "pass" and 1 <= k <= 3) or (side.ridge == "tunnel" and k == 2):
                continue
            t = (k + 0.5) / 5
            x, y = (
                round(start[0] + (end[0] - start[0]) * t + dice.uniform(-2, 2)),
                round(start[1] + (end[1] - start[1]) * t),
            )
            crags.append((y, f"c{dice.randrange(5)}", (x, y)))
        if side.ridge != "mountain":
            x, y = round((start[0] + end[0]) / 2), round((start[1] + end[1]) / 2)
            gaps.append(f'<use href="#{side.ridge}" x="{x}" y="{y}"/>')
    return faeriesigns.strewn(sorted(crags)) + "".join(gaps)


def lines(sides: Sequence[tuple[Point, Point]]) -> list[Line]:
    """Sides joined into lines that end at every fork, so that what is smoothed still meets there."""
    meet = Counter(point for side in sides for point in side)
    found = []
    for line in chained(sides):
        start = 0
        for k in range(1, len(line)):
            if meet[line[k]] != 2 or k == len(line) - 1:
                found.append(line[start : k + 1])
                start = k
    return found


def legs(ground: Ground, kind: str) -> list[tuple[Point, Point]]:
    """The steps of all trails or Faerie roads, each once."""
    return [
        (ground.at[a], ground.at[b]) for a, b, side in sides(ground) if (side.trail if kind == "trail" else side.road)
    ]


def courses(ground: Ground, kind: str) -> list[Line]:
    """Trails or Faerie roads as smooth lines through the middles of their hexes."""
    return [spare(curved(line, 3), 0.3) for line in lines(legs(ground, kind))]


def roads(ground: Ground) -> str:
    """Trails in brown dashes, Faerie roads as a violet double line with pearls."""
    trail = "".join(path(line) for line in courses(ground, "trail"))
    road = "".join(path(line) for line in courses(ground, "road"))
    pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<path d="{trail}" {pen} stroke="var(--halo)" stroke-width="6" opacity=".85"/>'
        f'<path d="{trail}" fill="none" stroke="var(--road)" stroke-width="3" stroke-dasharray="9 5.5"/>'
        f'<path d="{road}" {pen} stroke="var(--halo)" stroke-width="9" opacity=".9"/>'
        f'<path d="{road}" {pen} stroke="var(--faerie)" stroke-width="6.2"/>'
        f'<path d="{road}" {pen} stroke="var(--halo)" stroke-width="3"/>'
        f'<path d="{road}" {pen} stroke="var(--faerie)" stroke-width="3.4" stroke-dasharray=".1 12"/>'
    )


def crossings(ground: Ground) -> str:
    """Fords, ferries and bridges over the rivers."""
    parts = []
    for a, b, side in sides(ground):
        if not side.crossing:
            continue
        (ax, ay), (bx, by) = ground.side(a, b)
        x, y = (ax + bx) / 2, (ay + by) / 2
        turn = math.degrees(math.atan2(by - ay, bx - ax)) if side.crossing != "ferry" else 0.0
        turn = (turn + 90) % 180 - 90
        parts.append(f'<use href="#{side.crossing}" transform="translate({n(x)} {n(y)})rotate({n(turn)})"/>')
    return "".join(parts)


def dyke(ground: Ground) -> str:
    """A rampart from end to end of the chain of dyke hexes, with its ditch to the north."""
    hexes = sorted(hex for hex, is_dyke in enumerate(ground.world.dyke) if is_dyke)
    line = _in_row(ground, hexes)
    if len(line) < 2:
        return ""
    wall = curved(line, 3)
    posts = "".join(f"M{n(x)} {n(y - 9)}v5" for x, y in walked(wall, 9))
    hachures = "".join(f"M{n(x)} {n(y - 11)}l-1.5-8" for x, y in walked(wall, 6))
    drawn = path(wall)
    pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<path d="{hachures}" stroke="var(--g-rough)" stroke-width="1.2" fill="none"/>'
        f'<path d="{drawn}" {pen} stroke="var(--halo)" stroke-width="15"/>'
        f'<path d="{drawn}" {pen} stroke="var(--map-ink)" stroke-width="10"/>'
        f'<path d="{drawn}" {pen} stroke="var(--halo)" stroke-width="6.4"/>'
        f'<path d="{drawn}" fill="none" stroke="var(--map-ink)" stroke-width="6.4" stroke-dasharray="1.4 8"/>'
        f'<path d="{posts}" fill="none" stroke="var(--map-ink)" stroke-width="4.2"/>'
    )


def _in_row(ground: Ground, hexes: Sequence[int]) -> Line:
    """The middles of the hexes of the Dyke from west to east, and half a step beyond both ends."""
    line = [ground.at[hex] for hex in sorted(hexes, key=lambda hex: ground.at[hex])]
    if len(line) < 2:
        return line
    return [_beyond(line[1], line[0]), *line, _beyond(line[-2], line[-1])]


def _beyond(before: Point, end: Point) -> Point:
    return end[0] + (end[0] - before[0]) * 0.45, end[1] + (end[1] - before[1]) * 0.2


def marked(ways: Iterable[Sequence[Point]]) -> Iterator[Line]:
    """Points so close together that nothing fits between them."""
    for line in ways:
        yield walked(line, 8)
