"""Fleets that nobody leads, and their way home (elric/7.3g)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tanelorn.games.elric.movement.groups import leaders_aboard
from tanelorn.games.elric.movement.reach import Terrain, bar_anyone, sea_points
from tanelorn.games.elric.movement.routes import Way, lanes
from tanelorn.games.elric.state.world import World


def homeward(terrain: Terrain) -> Mapping[int, Way]:
    """Return the areas on the way home of a fleet that nobody leads: to its nearest home port, first by the safest and
    then by the shortest way; enemies in the way are not attacked (7.3g).
    """
    position, world, party = terrain.position, terrain.world, terrain.party
    fleet = party.units[0]
    nation = world.of[fleet]
    if nation < 0 or leaders_aboard(position, fleet):
        return {}
    risky = _risky(terrain)
    home = _distances_home(world, nation, risky)
    best: dict[int, Way] = {party.here: Way((), 0, 0)}
    layer = [party.here]
    for cost in range(1, sea_points(position, party) + 1):
        following: list[int] = []
        for here in layer:
            if here != party.here and here not in world.seas:
                continue
            for to in lanes(world)[here]:
                if to in best or to not in home or (to in risky) + home[to][0] != home[here][0]:
                    continue
                if home[to][1] + 1 != home[here][1] or terrain.foes(to) or bar_anyone(terrain, to):
                    continue
                best[to] = Way((*best[here].route, to), cost, best[here].dangers + terrain.dangers(here, to))
                following.append(to)
        layer = following
    del best[party.here]
    return best


def _risky(terrain: Terrain) -> frozenset[int]:
    """Return where fleets could be that enemies are in, with the three special seas (7.3g)."""
    owner, seat, fairways = terrain.position.owner, terrain.seat, _fairways(terrain.world)
    hostile = [
        area
        for area, units in terrain.position.stacks.items()
        if area in fairways and any(owner[unit] >= 0 and owner[unit] != seat for unit in units)
    ]
    return terrain.world.hazards.union(hostile)


@lru_cache(maxsize=1024)
def _distances_home(world: World, nation: int, risky: frozenset[int]) -> Mapping[int, tuple[int, int]]:
    """Return by area the dangers and the steps from it to the nearest home port, the areas entered counted."""
    found = dict.fromkeys(frozenset(world.nations[nation].ports), (0, 0))
    front = list(found)
    while front:
        following: list[int] = []
        for there in front:
            dangers, steps = found[there]
            far = (dangers + (there in risky), steps + 1)
            for here in _approaches(world)[there]:
                if here not in found or far < found[here]:
                    found[here] = far
                    following.append(here)
        front = list(dict.fromkeys(following))
    return found


@lru_cache(maxsize=16)
def _approaches(world: World) -> tuple[tuple[int, ...], ...]:
    """Return by area from where a fleet can enter it, other ports than those of its home included."""
    return tuple(
        (*world.sea_next[area], *world.harbours[area], *_open_coasts(world, area))
        if area in world.seas
        else world.ports[area]
        for area in range(len(world.areas))
    )


def _open_coasts(world: World, sea: int) -> tuple[int, ...]:
    return tuple(land for land in world.land_next[sea] if not world.ports[land])


@lru_cache(maxsize=16)
def _fairways(world: World) -> frozenset[int]:
    """Return the areas where fleets could be."""
    return frozenset([area for area, near in enumerate(_approaches(world)) if near]).union(*_approaches(world))
