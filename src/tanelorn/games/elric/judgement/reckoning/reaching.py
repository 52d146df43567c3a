"""Where a host gets in this turn: on foot, by the ships that lie with it, alone through the sea."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.games.elric.equipment.counters import ARMY, PERSON
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.judgement.reckoning.forces import Forces, Host
from tanelorn.games.elric.movement.embarking import COAST_COST, PORT_COST
from tanelorn.games.elric.movement.groups import POINTS
from tanelorn.games.elric.movement.reach import shut
from tanelorn.games.elric.state.hordes import allowed
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.stacks import room

SWIM = 2


def shunned(position: ElricPosition) -> frozenset[int]:
    """Return the seas that fleets keep out of."""
    world = position.world
    return world.hazards if terms_of(position).random_attacks else world.hazards - {world.straits}


def blocked(position: ElricPosition, seat: int) -> set[int]:
    """Return the areas where enemies end a move (elric/7.3h)."""
    world, owner = position.world, position.owner
    return {
        area
        for area, units in position.stacks.items()
        if not world.wild[area] and any(owner[unit] >= 0 and owner[unit] != seat for unit in units)
    }


def walks(forces: Forces, host: Host, units: Sequence[int], closed: set[int]) -> dict[int, int]:
    """Return by province in how many steps units get there on foot; the closed ones end the way."""
    world = forces.world
    if host.area in world.seas or not units:
        return {}
    points = min(forces.points(unit) for unit in units)
    shy = terms_of(forces.position).random_attacks and any(world.kind[unit] == ARMY for unit in units)
    barred = _barred(forces, units)
    found = {host.area: 0}
    front = [host.area]
    if host.area in closed and forces.position.came[units[0]] >= 0:
        return found
    for step in range(1, points + 1):
        following = []
        for here in front:
            for to in world.land_next[here]:
                if to in found or to in barred or (shy and world.wild[to] and step < points and not world.has_city[to]):
                    continue
                found[to] = step
                if to not in closed:
                    following.append(to)
        front = following
    return found


def _barred(forces: Forces, units: Sequence[int]) -> set[int]:
    position, world = forces.position, forces.world
    barred = set()
    if shut(position, forces.seat, list(units)):
        barred.add(world.imrryr)
    bound = [unit for unit in units if world.of[unit] >= 0 and world.nations[world.of[unit]].horde]
    if bound:
        barred |= {area for area in world.lands if any(not allowed(position, unit, area) for unit in bound)}
    return barred


def swims(forces: Forces, unit: int, start: int, closed: set[int]) -> dict[int, int]:
    """Return by area at what cost a magician gets there alone."""
    world = forces.world
    barred = _barred(forces, (unit,))
    points = forces.points(unit)
    best = {start: 0}
    layers: list[list[int]] = [[] for _ in range(POINTS + 1)]
    layers[0] = [start]
    for cost in range(points + 1):
        for here in layers[cost]:
            if best[here] != cost or (here in closed and cost):
                continue
            for to in world.neighbours[here]:
                price = cost + (SWIM if to in world.seas else 1)
                if price <= points and price < best.get(to, 99) and to not in barred and to != world.boiling:
                    best[to] = price
                    layers[price].append(to)
    return best


class Voyage:
    """What the fleets of a host can do this turn: by coast, from which sea it is landed on, and how far that is."""

    def __init__(self, forces: Forces, host: Host, closed: set[int]) -> None:
        position, world = forces.position, forces.world
        self.host = host
        self.ships = _crewed(forces, host)
        self.coasts: dict[int, tuple[int, int]] = {}
        self.seas: dict[int, int] = {}
        self.capacity = sum(room(position, ship) for ship in self.ships)
        if not self.ships or not host.leaders:
            return
        spent = max(position.spent[unit] for unit in (*host.leaders, *host.armies))
        here = position.area[self.ships[0]]
        boarding = 0 if host.aboard else PORT_COST
        if here != host.area and here not in world.ports[host.area] and host.armies:
            if spent:
                return
            boarding = COAST_COST
        speed = min(world.speed[ship] - position.spent[ship] for ship in self.ships)
        slow = min(world.speed[ship] for ship in self.ships) - spent - boarding
        self._sail(forces, here, min(speed, slow), speed, closed)

    def _sail(self, forces: Forces, here: int, points: int, speed: int, closed: set[int]) -> None:
        world, shuns = forces.world, shunned(forces.position)
        # Where there is no port only the Free Fleet lies, as if in one (elric/14.1a).
        front = [here] if here in world.seas else list(world.ports[here] or set(world.sea_next[here]) - shuns)
        start = 0 if here in world.seas else 1
        if start > points:
            return
        front = [sea for sea in front if sea not in closed or sea == here]
        self.seas = dict.fromkeys(front, start)
        for cost in range(start + 1, points + 1):
            following = []
            for sea in front:
                for to in world.sea_next[sea]:
                    if to not in self.seas and to not in closed and to not in shuns:
                        self.seas[to] = cost
                        following.append(to)
            front = following
        barred = _barred(forces, (*self.host.leaders, *self.host.armies))
        for sea, cost in self.seas.items():
            if cost >= speed:
                continue
            for coast in world.land_next[sea]:
                known = self.coasts.get(coast)
                if coast not in barred and coast != self.host.area and (known is None or cost < known[1]):
                    self.coasts[coast] = (sea, cost)


def _crewed(forces: Forces, host: Host) -> tuple[int, ...]:
    """Return the fleets that have, or can be given, somebody to lead them; those that have, if no other is left."""
    position, world = forces.position, forces.world
    ship = position.ship
    berth = position.area[host.fleets[0]]
    led = {ship[unit] for unit in position.own_in(berth, forces.seat) if ship[unit] >= 0 and _leads(world, unit)}
    if host.aboard:
        return tuple(fleet for fleet in host.fleets if fleet in led)
    able = [fleet for fleet in host.fleets if position.spent[fleet] < world.speed[fleet]]
    able.sort(key=lambda fleet: (-world.capacity[fleet], fleet))
    free = [fleet for fleet in able if fleet not in led]
    return tuple(free[: len(host.leaders)] or able[:1])


def _leads(world: World, unit: int) -> bool:
    return world.kind[unit] == PERSON and not world.influence[unit]
