"""Assaults of this turn: which place is struck, and by whom, so that the dice are likely to give it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tanelorn.games.elric.equipment.counters import PERSON
from tanelorn.games.elric.judgement.fighting import SURE
from tanelorn.games.elric.judgement.missions.plan import Mission, Plan
from tanelorn.games.elric.judgement.reckoning.forces import Host
from tanelorn.games.elric.judgement.reckoning.reaching import Voyage
from tanelorn.games.elric.state.position import NOBODY

HARM = 0.7
"""What a combat factor is worth that the foe must be expected to lose."""
TRIFLE = 0.5
"""A part of a strike that adds less than this stays where it is; a strike worth less is not made."""

ALONE = 1.5
"""What a strike by persons alone must be worth more: they can hold nothing of a foe's."""


class Part(NamedTuple):
    """What one host brings to a strike, and how: on foot if there is no voyage."""

    host: Host
    units: tuple[int, ...]
    voyage: Voyage | None


def strike(plan: Plan) -> None:
    """Find the strikes that are worth most, one after the other, until none is worth while."""
    walks = {host: plan.reach(host, (*plan.leaders(host)[:1], *plan.armies(host)[:1])) for host in _able(plan)}
    targets = [area for area in _targets(plan) if plan.forces.defence(area).total < 60]
    while True:
        best: tuple[float, int, list[Part]] = (TRIFLE, -1, [])
        for area in targets:
            parts = _parts(plan, walks, area)
            if parts:
                value, parts = _trimmed(plan, area, parts)
                if value > best[0]:
                    best = (value, area, parts)
        _, area, parts = best
        if area < 0:
            return
        targets.remove(area)
        for part in parts:
            _send(plan, part, area)


def _able(plan: Plan) -> list[Host]:
    return [host for host in plan.forces.hosts if plan.leaders(host)]


def _targets(plan: Plan) -> list[int]:
    position, world, seat = plan.position, plan.world, plan.seat
    found = list(plan.prizes)
    for area in position.stacks:
        if area not in plan.prizes and not world.wild[area] and area in world.lands and position.foes_in(area, seat):
            found.append(area)
    return found


def _parts(plan: Plan, walks: dict[Host, dict[int, int]], area: int) -> list[Part]:
    found = []
    for host in _able(plan):
        leaders, armies = plan.leaders(host), plan.armies(host)
        if not host.aboard and area in walks[host]:
            found.append(Part(host, (*leaders, *armies), None))
        elif (voyage := plan.voyages.get(host)) is not None and area in voyage.coasts:
            found.append(Part(host, (*leaders, *armies[: len(armies) if host.aboard else voyage.capacity]), voyage))
    return found


def _trimmed(plan: Plan, area: int, parts: list[Part]) -> tuple[float, list[Part]]:
    """Leave out what adds next to nothing, the weakest first; return what the strike is worth."""
    value = _worth(plan, area, parts)
    if value <= TRIFLE:
        return value, parts
    for part in sorted(parts, key=lambda part: plan.forces.power(part.units)):
        if len(parts) == 1 or part.host.area == area:
            continue
        rest = [other for other in parts if other is not part]
        without = _worth(plan, area, rest)
        if without > value - TRIFLE:
            value, parts = without, rest
    return value, parts


def _worth(plan: Plan, area: int, parts: Sequence[Part]) -> float:
    """What a strike is worth: what is taken and killed, less what it costs; nothing if it is too doubtful. Whoever is
    bound to lose the open field slips away before the battle (elric/10.2b).
    """
    units = [unit for part in parts for unit in part.units]
    against = plan.forces.defence(area)
    found = plan.odds(units, against)
    prize = plan.prizes.get(area, 0.0)
    world = plan.world
    foreign = against.city and plan.position.nation[world.areas[area].nation] != plan.seat
    alone = foreign and all(world.kind[unit] == PERSON for unit in units)
    if alone:
        prize *= 0.1
    if plan.decisive:
        return found.take * prize
    slips = not against.city and plan.forces.power(units) - against.total >= SURE
    harm = 0.0 if slips else found.harm
    value = found.take * prize + HARM * harm - plan.style.cost * found.cost - ALONE * alone
    if against.city and found.take < plan.style.nerve and (against.foe == NOBODY or found.harm < 2 * found.cost):
        return min(value, 0.0)
    if plan.style.fear and value > 0:
        value -= sum(plan.leaving(part.host, part.units) for part in parts if part.host.area != area)
    return value


def _send(plan: Plan, part: Part, area: int) -> None:
    if part.voyage is not None:
        if not plan.ferry(part.host, part.voyage, part.units, area):
            plan.free.difference_update(part.units)
    elif part.host.area == area:
        plan.free.difference_update(part.units)
    else:
        plan.assign(Mission("go", part.units, area))
