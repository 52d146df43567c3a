"""Stacks and their strength (elric/7.1, 8.0): who stands with whom, who can lead, what they are worth together."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.world import ARMY, FLEET, PERSON


def stack_of(position: ElricPosition, unit: int) -> list[int]:
    """Return the counters that lie in one stack with a unit: of its owner, in its area, not apart in wilderness."""
    owner, band = position.owner, position.band
    own, mine = owner[unit], band[unit]
    return [other for other in position.units_in(position.area[unit]) if owner[other] == own and band[other] == mine]


def bands_of(position: ElricPosition, area: int, seat: int) -> dict[int, list[int]]:
    """Return a seat's stacks in an area by their band; one stack, band 0, where stacks are not apart."""
    found: dict[int, list[int]] = {}
    for unit in position.own_in(area, seat):
        found.setdefault(position.band[unit], []).append(unit)
    return found


def is_wild(position: ElricPosition, area: int) -> bool:
    """Tell whether an area is wilderness now (3.1, 7.5.5); Chaos may have made it so (13.4d)."""
    world = position.world
    if world.wild[area] or area == world.straits:
        return True
    return position.tipped > 0 and chaos_in(position, area)


def chaos_in(position: ElricPosition, area: int) -> bool:
    """Tell whether a Chaos spell lies face up, lurks or is maintained in an area (13.4d)."""
    from tanelorn.games.elric.state.position import FACE_UP, HIDDEN, LURKING
    from tanelorn.games.elric.state.spells import SPELLS

    for spell, where in enumerate(position.where):
        if SPELLS[spell].alignment != "chaos":
            continue
        if where in (FACE_UP + area, LURKING + area):
            return True
        if 0 <= where < HIDDEN and spell in position.maintained and position.area[where] == area:
            return True
    return False


def persons(position: ElricPosition, units: Iterable[int]) -> list[int]:
    """Return the personalities among units."""
    kind = position.world.kind
    return [unit for unit in units if kind[unit] == PERSON]


def leaders(position: ElricPosition, units: Iterable[int]) -> list[int]:
    """Return who can lead moving armies or fleets and be the one an attack needs: no bracketed value (3.2g), and not
    Elric without a controller (12.1.2e).
    """
    world = position.world
    return [unit for unit in units if world.kind[unit] == PERSON and not world.influence[unit]]


def fighting_value(position: ElricPosition, unit: int, at_sea: bool = False) -> int:
    """Return what a unit adds to a battle total: armies and persons; at sea fleets and persons (10.4a). Brackets add 0
    (3.2g). Mournblade adds to its wielder's own value, but not to Elric's (16.8/mournblade).
    """
    world = position.world
    kind = world.kind[unit]
    if kind == PERSON:
        value = 0 if world.influence[unit] else world.value[unit]
        if position.bearer.get(world.mournblade) == unit and world.melnibonean[unit] and unit != world.elric:
            value += world.value[world.mournblade]
        return value
    if kind == ARMY:
        return 0 if at_sea else world.value[unit]
    return world.value[unit] if kind == FLEET and at_sea else 0


def strength(position: ElricPosition, units: Iterable[int], at_sea: bool = False) -> int:
    """Return the fighting values of units together."""
    return sum(fighting_value(position, unit, at_sea) for unit in units)


def aboard(position: ElricPosition, fleet: int) -> list[int]:
    """Return the units that a fleet carries."""
    ship = position.ship
    return [unit for unit in position.units_in(position.area[fleet]) if ship[unit] == fleet]


def room(position: ElricPosition, fleet: int) -> int:
    """Return how many more armies a fleet can carry (7.1b)."""
    kind = position.world.kind
    return position.world.capacity[fleet] - sum(kind[unit] == ARMY for unit in aboard(position, fleet))
