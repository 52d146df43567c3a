"""Where abbreviations stand on the far chart: clear of the counters, which are drawn large there, and of each other."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tanelorn.charts.grounds import Box
from tanelorn.charts.paths import Point
from tanelorn.games.diplomacy.shown.chart.placenames import FAR, FAR_SEA, WIDTHS, Name

COUNTER = 31.0  # half a counter, grown as the page grows it on a small screen
DOT = 13.0
WALL = 30.0  # how far the square of a fortress reaches east of its dot
REACH, STEP = 76, 4
PASSES = 2
ABROAD, AFLOAT = 3000.0, 1300.0  # what it costs to stand on another's land or on its sea, by the share that does
FAR_AWAY = 1.3  # what each unit away from where the board sets the name costs


class Site(NamedTuple):
    """What a far name is placed by: its name, where counters stand, whether it has walls, what a point costs."""

    name: Name
    stands: tuple[Point, ...]
    walls: bool
    strays: Callable[[Point], float]


class _Obstacle(NamedTuple):
    box: Box
    weight: float


def placed(sites: Sequence[Site]) -> list[Point]:
    """The middle of each abbreviation, in the order of the sites."""
    at = [site.name.at for site in sites]
    for _ in range(PASSES):
        for k, site in enumerate(sites):
            others = [_Obstacle(_box(other.name, at[n]), 5) for n, other in enumerate(sites) if n != k]
            at[k] = _best(site, others + _fixed(sites, k))
    return at


def _fixed(sites: Sequence[Site], own: int) -> list[_Obstacle]:
    found = []
    for n, site in enumerate(sites):
        found += [_Obstacle(_square(stand, COUNTER), 8 if n == own else 2) for stand in site.stands]
        if site.name.dot:
            x, y = site.name.dot
            found.append(_Obstacle((x - DOT, y - DOT, x + (WALL if site.walls else DOT), y + DOT), 6))
    return found


def _best(site: Site, obstacles: Sequence[_Obstacle]) -> Point:
    """The cheapest place; what lies within one's own space is looked at only as long as it may still be cheaper."""
    x, y = site.name.at
    near = [one for one in obstacles if _overlap(one.box, (x - 150, y - 150, x + 150, y + 150))]
    costs = sorted((_cost(site.name, near, at), at) for at in _candidates(x, y))
    best, least = site.name.at, float("inf")
    for cost, at in costs:
        if cost >= least:
            break
        west, _, east, _ = _box(site.name, at)
        points = [(west, at[1]), at, (east, at[1])]
        total = cost + sum(map(site.strays, points)) / len(points)
        if total < least:
            best, least = at, total
    return best


def _candidates(x: float, y: float) -> Iterator[Point]:
    for across in range(-REACH, REACH + 1, STEP):
        for down in range(-REACH, REACH + 1, STEP):
            yield x + across, y + down


def _cost(name: Name, obstacles: Sequence[_Obstacle], at: Point) -> float:
    box = _box(name, at)
    away = abs(at[0] - name.at[0]) + abs(at[1] - name.at[1])
    hidden = 0.0
    for other, weight in obstacles:
        hidden += weight * _overlap(other, box)
    return FAR_AWAY * away + hidden


def _box(name: Name, at: Point) -> Box:
    size = FAR_SEA if name.at_sea else FAR
    half, deep = len(name.key) * size * WIDTHS[True] / 2, size * 0.42
    return at[0] - half, at[1] - deep, at[0] + half, at[1] + deep


def _square(at: Point, half: float) -> Box:
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


def _overlap(a: Box, b: Box) -> float:
    a_west, a_north, a_east, a_south = a
    b_west, b_north, b_east, b_south = b
    across = (a_east if a_east < b_east else b_east) - (a_west if a_west > b_west else b_west)
    if across <= 0:
        return 0.0
    down = (a_south if a_south < b_south else b_south) - (a_north if a_north > b_north else b_north)
    return across * down if down > 0 else 0.0
