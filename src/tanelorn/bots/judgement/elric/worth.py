"""How well each seat stands: what it holds, what it has on the board and in its hands, and how near the end is."""

from __future__ import annotations

from tanelorn.bots.judgement.elric.hands import magic_worth, person_worth
from tanelorn.bots.judgement.elric.prizes import CAPITAL, LOST, homes, wanted
from tanelorn.bots.judgement.judgement import Prospects, shares
from tanelorn.games.elric.cities import holder
from tanelorn.games.elric.position import HIDDEN, NOBODY, ElricPosition
from tanelorn.games.elric.scenarios import terms_of
from tanelorn.games.elric.sequence import LAST_TURN
from tanelorn.games.elric.world import ARMY, FLEET, PERSON

ELRIC = 10.0
"""What it is worth to have him."""


def material(position: ElricPosition, seat: int) -> float:
    """Return what a seat has on the board and in its hands."""
    world = position.world
    owner, area, kind = position.owner, position.area, world.kind
    total = 0.0
    for unit, mine in enumerate(owner):
        if mine != seat or area[unit] < 0:
            continue
        if kind[unit] == ARMY:
            total += 1.0
        elif kind[unit] == PERSON:
            total += ELRIC if unit == world.elric else person_worth(position, unit)
        elif kind[unit] == FLEET:
            total += 1.0 + 0.5 * world.capacity[unit]
    for spell, where in enumerate(position.where):
        if 0 <= where < HIDDEN and owner[where] == seat:
            total += 0.8 * magic_worth(spell)
    return total


def cities(position: ElricPosition, seat: int) -> float:
    """Return what the cities that it holds are worth to a seat, and the loss of its own."""
    world = position.world
    late = 0.5 + min(position.turn, LAST_TURN) / LAST_TURN
    total = 0.0
    aims, own_aims = wanted(position, seat), homes(position, seat)
    for nation, land in enumerate(world.nations):
        for area in land.cities:
            capital = area == land.capital and land.star
            held = holder(position, area)
            if held == seat:
                if area in aims or position.prize[area] == seat:
                    total += CAPITAL * late
                elif capital:
                    total += LOST * 0.3
                else:
                    total += 1.0
            elif capital and (position.nation[nation] == seat or area in own_aims) and held != NOBODY:
                total -= LOST * late
    return total


def standing(position: ElricPosition, seat: int) -> float:
    """Return how well a seat stands."""
    return max(1.0, material(position, seat) + 1.5 * cities(position, seat))


def prospects(position: ElricPosition) -> Prospects:
    """Return what each seat may expect of a position."""
    seats = len(position.order)
    if position.outcome is not None:
        return shares(position.outcome, seats)
    if seats == 1:
        return [1.0]
    raised = [standing(position, seat) ** 2.0 if seat not in position.gone else 0.0 for seat in range(seats)]
    if terms_of(position).victory == "successor":
        return _successor(position, raised)
    total = sum(raised)
    return [value / total for value in raised] if total else [1 / seats] * seats


def _successor(position: ElricPosition, raised: list[float]) -> Prospects:
    """Whoever holds no capitals of the enemy at the end loses them all to the first seat (elric/14.3b)."""
    left = max(0, LAST_TURN - position.turn)
    share = raised[1] / max(1e-9, sum(raised))
    aims = wanted(position, 1)
    held = sum(holder(position, area) == 1 for area in aims) / len(aims)
    sure = 1.0 - left / LAST_TURN
    second = (1 - sure) * share + sure * held**2
    return [1 - second, second]
