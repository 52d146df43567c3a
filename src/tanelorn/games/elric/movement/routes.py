"""Routes over the board as a pure search (elric/7.2, 7.3, 7.5): everything a result depends on is an argument, so that
results are cached.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from tanelorn.games.elric.equipment.world import World

ROADS, SWUM, LANES = range(3)
"""Where a group goes: over land, over land and through seas without a ship, as fleets."""

SWIM = 2
"""What a sea costs those who cross it without a ship (7.3b, 12.0b)."""


class Way(NamedTuple):
    """A route to an area: the areas entered, the points it costs, and how many dice or draws await on it."""

    route: tuple[int, ...]
    cost: int
    dangers: int


class Perils(NamedTuple):
    """The dice and draws that await a group, and where.

    `wild` is all wilderness; `armies` and `straits` tell whether each wilderness, or the Straits of Chaos, takes a
    draw; `lurking` lists the areas of random attackers that have stayed; `rolling` is how many roll in dangerous seas,
    `sails` whether they are fleets.
    """

    wild: frozenset[int]
    armies: bool
    straits: bool
    lurking: tuple[int, ...]
    rolling: int
    sails: bool

    def between(self, world: World, frm: int, to: int) -> int:
        """Count the dice and draws between two neighbouring areas."""
        found = 0
        if to in self.wild:
            found = (self.straits if to == world.straits else self.armies) + self.lurking.count(to)
        if to == world.boiling:
            found += self.rolling * (frm != world.ashaneloon)
        elif frm == world.boiling and to in world.seas:
            found += self.rolling
        if to == world.teeth and self.sails:
            found += self.rolling
        return found


class Errand(NamedTuple):
    """Everything that routes depend on: where a group is, what it crosses, how far it can go, and what is in its way.

    Nobody goes on from `ends`, the areas of enemies, and only a group that `leads` enters them. Nobody enters what is
    `closed`, or goes on from where `elric` waits for company.
    """

    net: int
    start: int
    points: int
    ends: frozenset[int]
    leads: bool
    elric: int
    closed: frozenset[int]
    perils: Perils


class Range(NamedTuple):
    """How far points carry if nothing is in the way, and whether dangerous seas lie in range."""

    areas: frozenset[int]
    rough: bool


@lru_cache(maxsize=16)
def lanes(world: World) -> tuple[tuple[int, ...], ...]:
    """Return by area where a fleet may go from it: seas, and ports by their anchors (7.3j, 7.5.9a)."""
    found = []
    for area in range(len(world.areas)):
        if area in world.seas:
            found.append((*world.sea_next[area], *world.harbours[area]))
        else:
            found.append(world.ports[area] or world.sea_next[area])
    return tuple(found)


def _net(world: World, net: int) -> tuple[tuple[int, ...], ...]:
    """Return by area where a group goes that marches, needs no ship, or sails."""
    if net == LANES:
        return lanes(world)
    return world.neighbours if net == SWUM else world.land_next


@lru_cache(maxsize=2048)
def within(world: World, net: int, start: int, points: int) -> Range:
    """Return the other areas within reach of a number of points."""
    near, sea = _net(world, net), 1 if net == LANES else SWIM
    left = {start: points}
    front = [start]
    for here in front:
        for to in near[here]:
            rest = left[here] - (sea if to in world.seas else 1)
            if rest > left.get(to, -1):
                left[to] = rest
                front.append(to)
    areas = frozenset(left) - {start}
    return Range(areas, not world.hazards.isdisjoint(left))


@lru_cache(maxsize=4096)
def search(world: World, errand: Errand) -> Mapping[int, Way]:
    """Find the routes with the fewest dangers, then the cheapest. None goes on from enemies, from a port that a fleet
    has entered, or past an Elric who waits for company. A province costs a point (7.0c).
    """
    net, start, points, ends, leads, elric, closed, perils = errand
    seas, near, sails = world.seas, _net(world, net), net == LANES
    sea, special = 1 if sails else SWIM, world.hazards
    risky = special | perils.wild if perils.armies or perils.lurking else special
    best: dict[int, Way] = {}
    layers: list[dict[int, Way]] = [{} for _ in range(points + 1)]
    layers[0][start] = Way((), 0, 0)
    for used, layer in enumerate(layers):
        for here, way in layer.items():
            if used and (here in ends or here == elric or (sails and here not in seas)):
                continue
            for to in near[here]:
                cost = used + (sea if to in seas else 1)
                if cost > points or to == start or to in closed or (to in ends and not leads):
                    continue
                dangers = way.dangers
                if to in risky or here in special:
                    dangers += perils.between(world, here, to)
                if to not in best or dangers < best[to].dangers:
                    best[to] = layers[cost][to] = Way((*way.route, to), cost, dangers)
    return best
