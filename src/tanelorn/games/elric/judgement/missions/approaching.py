"""Where hosts go that strike nothing in this turn: towards what they could take together."""

from __future__ import annotations

from typing import NamedTuple

from tanelorn.games.elric.judgement.missions.plan import Mission, Plan
from tanelorn.games.elric.judgement.reckoning.forces import Host
from tanelorn.games.elric.judgement.reckoning.geography import FAR, on_foot, with_ships
from tanelorn.games.elric.judgement.reckoning.prizes import hour
from tanelorn.games.elric.movement.groups import moves_alone
from tanelorn.games.elric.state.cities import holder
from tanelorn.games.elric.state.position import LAST_TURN, NOBODY

NEAR = 1.2
"""Hosts that come so many turns later still strike together."""
HOPE = 0.12
"""A place that could be taken with a lesser chance by all together is not gone for."""


class Aim(NamedTuple):
    """A place to go for: how far a host is from it, and what it is worth to go there."""

    score: float
    area: int
    turns: float


def approach(plan: Plan) -> None:
    """Let each host with armies go for the place that is worth most to it, the strongest host first."""
    hosts = [host for host in plan.forces.hosts if plan.leaders(host) and (plan.armies(host) or host.aboard)]
    hosts.sort(key=lambda host: -plan.forces.power((*plan.leaders(host), *plan.armies(host))))
    for host in hosts:
        units = (*plan.leaders(host), *plan.armies(host))
        if not units or _relieves(plan, host, units):
            continue
        aim = _aim(plan, host, hosts)
        if aim is not None and plan.leaving(host, units) <= aim.score:
            _advance(plan, host, units, aim)


def _relieves(plan: Plan, host: Host, units: tuple[int, ...]) -> bool:
    """Go to a city of one's own that needs help more than the one where the host stands."""
    if not plan.style.fear or host.aboard:
        return False
    best, goal = plan.leaving(host, units) + 0.5, -1
    for area in plan.reach(host, units):
        if area != host.area and holder(plan.position, area) == plan.seat and area not in plan.closed:
            worth = plan.relief(area, units)
            if worth > best:
                best, goal = worth, area
    if goal >= 0:
        plan.assign(Mission("go", units, goal))
    return goal >= 0


def _aim(plan: Plan, host: Host, hosts: list[Host]) -> Aim | None:
    best: Aim | None = None
    for area, prize in plan.prizes.items():
        turns = _turns(plan, host, area)
        if turns > 6 or hour(plan.position) + turns > LAST_TURN:
            continue
        chance = _chance(plan, area, turns, hosts)
        if chance < HOPE:
            continue
        score = prize * chance / (0.7 + turns)
        if best is None or score > best.score:
            best = Aim(score, area, turns)
    return best


def _turns(plan: Plan, host: Host, area: int) -> float:
    """Return how far a host is from an area: on foot, or by the fleets that lie with it or in a port it can walk to."""
    world = plan.world
    walk, sail = on_foot(world)[host.area], with_ships(world)
    if host.aboard or host in plan.voyages:
        return min(walk[area], sail[host.area][area])
    by_sea = min((walk[port] + sail[port][area] for port in plan.ports), default=FAR)
    return min(walk[area], by_sea)


def _chance(plan: Plan, area: int, turns: float, hosts: list[Host]) -> float:
    """Return the chance that all who get there about the same time take a place."""
    units: list[int] = []
    for host in hosts:
        if _turns(plan, host, area) <= turns + NEAR:
            armies = plan.armies(host)
            if on_foot(plan.world)[host.area][area] >= FAR and not host.aboard:
                voyage = plan.voyages.get(host)
                armies = armies[: voyage.capacity] if voyage is not None else []
            units += [*plan.leaders(host), *armies]
    return plan.odds(units, plan.forces.defence(area)).take


def _advance(plan: Plan, host: Host, units: tuple[int, ...], aim: Aim) -> None:
    world = plan.world
    walk, sail = on_foot(world), with_ships(world)
    overland = not host.aboard and walk[host.area][aim.area] <= aim.turns + 0.3
    voyage = plan.voyages.get(host)
    if not overland and voyage is not None and voyage.ships:
        _put_to_sea(plan, host, units, aim)
        return
    if host.aboard:
        return
    if overland:
        toward = [walk[area][aim.area] for area in range(len(world.areas))]
    else:
        port = min(plan.ports, key=lambda port: walk[host.area][port] + sail[port][aim.area], default=-1)
        if port < 0:
            return
        toward = [walk[area][port] for area in range(len(world.areas))]
        units = (*plan.leaders(host), *plan.armies(host)[: plan.ports[port]])
    goal = plan.closer(plan.reach(host, units), host.area, toward, -1)
    if goal >= 0:
        plan.assign(Mission("go", units, goal))
    else:
        plan.free.difference_update(units)


def _put_to_sea(plan: Plan, host: Host, units: tuple[int, ...], aim: Aim) -> None:
    voyage = plan.voyages[host]
    sail = with_ships(plan.world)
    toward = [sail[area][aim.area] for area in range(len(plan.world.areas))]
    armies = [unit for unit in units if unit in host.armies]
    crew = (*plan.leaders(host), *(armies if host.aboard else armies[: voyage.capacity]))
    coasts = [coast for coast in voyage.coasts if coast not in plan.closed and not plan.world.wild[coast]]
    coast = plan.closer(coasts, host.area, toward, aim.area)
    if coast >= 0 and toward[coast] < 1.0:
        plan.ferry(host, voyage, crew, coast)
        return
    sea = plan.closer(voyage.seas, host.area, toward, aim.area)
    if sea >= 0:
        plan.sail(host, voyage, crew, sea)


def gather(plan: Plan) -> None:
    """Let armies that nobody leads go towards their capital through their own country."""
    position, world = plan.position, plan.world
    for host in plan.forces.hosts:
        if host.leaders or host.aboard:
            continue
        for nation in sorted({world.of[army] for army in host.armies}):
            armies = [a for a in plan.armies(host) if world.of[a] == nation and moves_alone(position, a)]
            capital = world.nations[nation].capital
            if not armies or position.nation[nation] != plan.seat or host.area == capital or capital < 0:
                continue
            walk = on_foot(world)
            near = [
                to
                for to in world.land_next[host.area]
                if world.areas[to].nation == nation
                and to not in plan.closed
                and walk[to][capital] < walk[host.area][capital]
            ]
            if near and position.captured[capital] in (NOBODY, plan.seat):
                plan.assign(Mission("go", tuple(armies), min(near, key=lambda to: walk[to][capital])))
