"""What places are worth to a seat: capitals above all, by the terms of the scenario (elric/5.0, 14.0)."""

from __future__ import annotations

from tanelorn.games.elric.state.cities import holder
from tanelorn.games.elric.state.position import LAST_TURN, NOBODY, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of

IMRRYR = 60.0
"""Taking it wins at once (elric/5.0f)."""
FORTRESS = 25.0
"""What the last capital is worth that keeps the foe from winning."""
CAPITAL, LOST, NEUTRAL, TOWN, OWN_TOWN, SETTLEMENT = 14.0, 12.0, 4.0, 2.0, 3.0, 1.0
"""An enemy's capital; one's own that is lost; a neutral one; enemy and own towns; a place without a star."""
PRESSING, HASTE = 4, 2.0
"""From which turn on who has taken no capital of an enemy seeks one more than anything, and how much more."""


def hour(position: ElricPosition) -> int:
    """Return how late it is: the turn, or a later one as near to the end if the world ends sooner (elric/13.4e)."""
    return position.turn + (LAST_TURN - position.doom if position.doom else 0)


def wanted(position: ElricPosition, seat: int) -> set[int]:
    """Return the capitals that a scenario names for a seat (elric/14.3b); none where any enemy's will do."""
    terms = terms_of(position)
    if terms.victory != "successor":
        return set()
    world = position.world
    return {world.nations[world.nation[id]].capital for id in terms.lot[1 - seat].nations}


def contested(position: ElricPosition) -> set[int]:
    """Return the capitals that decide 14.3 at its end: the first seat's; the second's too if it holds them."""
    first, second = wanted(position, 1), wanted(position, 0)
    return first | second if all(holder(position, area) == 0 for area in second) else first


def homes(position: ElricPosition, seat: int) -> set[int]:
    """Return the capitals whose loss decides a scenario against a seat."""
    return wanted(position, 1 - seat) if terms_of(position).victory == "successor" else set()


def prizes(position: ElricPosition, seat: int) -> dict[int, float]:
    """Return what it is worth to a seat to take each city that it does not hold."""
    if terms_of(position).victory == "founding":
        return {}
    world = position.world
    aims, own_aims = wanted(position, seat), homes(position, seat)
    late = 1.0 + 0.5 * min(hour(position), LAST_TURN) / LAST_TURN
    found = {}
    for area, has_city in enumerate(world.has_city):
        if not has_city or holder(position, area) == seat:
            continue
        if area == world.imrryr and terms_of(position).elric:
            found[area] = IMRRYR
        elif area in aims or area in own_aims:
            found[area] = CAPITAL * late
        else:
            found[area] = _worth(position, seat, area) * (late if position.captured[area] >= 0 else 1.0)
    if _empty_handed(position, seat):
        found = {area: prize * (HASTE if prize >= CAPITAL else 1.0) for area, prize in found.items()}
    return found


def _empty_handed(position: ElricPosition, seat: int) -> bool:
    """Tell whether it is time to have an enemy capital, and a seat has none yet (elric/5.0j)."""
    if position.turn < PRESSING or terms_of(position).victory != "normal":
        return False
    return seat not in position.prize


def _worth(position: ElricPosition, seat: int, area: int) -> float:
    world = position.world
    number = world.areas[area].nation
    nation = world.nations[number]
    owner, taker = position.nation[number], position.captured[area]
    capital = area == nation.capital and nation.star
    if owner == seat:
        return LOST if capital else OWN_TOWN
    if owner != NOBODY:
        return CAPITAL if capital else TOWN
    if taker != NOBODY:
        counts = capital and position.prize[area] == taker
        return 0.6 * CAPITAL if counts else TOWN
    return NEUTRAL if capital else SETTLEMENT


def fortress(position: ElricPosition, seat: int) -> int:
    """Return the capital that a seat defends where one that it still holds is enough (elric/14.3b): the strongest."""
    world = position.world
    held = [area for area in sorted(homes(position, seat)) if holder(position, area) == seat]
    return max(held, key=lambda area: sum(world.value[u] for u in position.own_in(area, seat)), default=-1)


def keep(position: ElricPosition, seat: int, area: int) -> float:
    """Return what it is worth to a seat to keep a city that it holds."""
    world = position.world
    number = world.areas[area].nation
    nation = world.nations[number]
    capital = area == nation.capital and nation.star
    if area in wanted(position, seat):
        return CAPITAL
    if area in homes(position, seat):
        return FORTRESS if area == fortress(position, seat) else TOWN
    if position.captured[area] == seat:
        if position.prize[area] == seat:
            return CAPITAL
        return NEUTRAL if capital else SETTLEMENT
    return LOST if capital else TOWN
