"""Fleets that nobody leads, and their way home (elric/7.3g)."""

from __future__ import annotations

from tanelorn.games.elric.groups import leaders_aboard
from tanelorn.games.elric.reach import Terrain, Way, bar_anyone, lanes, sea_points
from tanelorn.games.elric.world import World


def homeward(terrain: Terrain) -> dict[int, Way]:
    """Return the areas on the way home of a fleet that nobody leads: to its nearest home port, first by the safest and
    then by the shortest way; enemies in the way are not attacked (7.3g).
    """
    position, world, party = terrain.position, terrain.world, terrain.party
    fleet = party.units[0]
    nation = world.of[fleet]
    if nation < 0 or leaders_aboard(position, fleet):
        return {}
    home = _distances_home(terrain, frozenset(world.nations[nation].ports))
    best: dict[int, Way] = {party.here: Way((), 0, 0)}
    layer = [party.here]
    for cost in range(1, sea_points(position, party) + 1):
        following: list[int] = []
        for here in layer:
            if here != party.here and here not in world.seas:
                continue
            for to in lanes(world)[here]:
                if to in best or to not in home or _risky(terrain, to) + home[to][0] != home[here][0]:
                    continue
                if home[to][1] + 1 != home[here][1] or terrain.foes(to) or bar_anyone(terrain, to):
                    continue
                best[to] = Way((*best[here].route, to), cost, best[here].dangers + terrain.dangers(here, to))
                following.append(to)
        layer = following
    del best[party.here]
    return best


def _risky(terrain: Terrain, area: int) -> int:
    """Enemies, or one of the three special seas (7.3g)."""
    world = terrain.world
    owner, seat = terrain.position.owner, terrain.seat
    hostile = any(owner[unit] >= 0 and owner[unit] != seat for unit in terrain.position.stacks.get(area, ()))
    return int(hostile or area in (world.boiling, world.teeth, world.straits))


def _distances_home(terrain: Terrain, ports: frozenset[int]) -> dict[int, tuple[int, int]]:
    """Return by area the dangers and the steps from it to the nearest home port, the areas entered counted."""
    world = terrain.world
    found = dict.fromkeys(ports, (0, 0))
    front = list(found)
    while front:
        following: list[int] = []
        for there in front:
            dangers, steps = found[there]
            far = (dangers + _risky(terrain, there), steps + 1)
            for here in _approaches(world, there):
                if here not in found or far < found[here]:
                    found[here] = far
                    following.append(here)
        front = list(dict.fromkeys(following))
    return found


def _approaches(world: World, area: int) -> tuple[int, ...]:
    """Return from where a fleet can enter an area, other ports than those of its home included."""
    if area in world.seas:
        return (*world.sea_next[area], *world.harbours[area], *_open_coasts(world, area))
    return world.ports[area]


def _open_coasts(world: World, sea: int) -> tuple[int, ...]:
    return tuple(land for land in world.land_next[sea] if not world.ports[land])
