"""Stacks (elric/7.1, 8.0): who stands together, who can lead, what a stack is worth, who fights on
which side (10.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from tanelorn.games.elric.equipment.counters import ARMY, FLEET, PERSON
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.state.battle import Fight
from tanelorn.games.elric.state.position import NOBODY, THIEF, ElricPosition
from tanelorn.games.elric.state.wilderness import is_wild


def stack_of(position: ElricPosition, unit: int) -> list[int]:
    """Return the counters in one stack with a unit: same owner, same area, and not apart in wilderness (7.1a)."""
    owner, band = position.owner, position.band
    own, mine = owner[unit], band[unit]
    return [other for other in position.units_in(position.area[unit]) if owner[other] == own and band[other] == mine]


def bands_of(position: ElricPosition, area: int, seat: int) -> dict[int, list[int]]:
    """Return a seat's stacks in an area by their band; one stack, band 0, where stacks are not apart."""
    found: dict[int, list[int]] = {}
    for unit in position.own_in(area, seat):
        found.setdefault(position.band[unit], []).append(unit)
    return found


def persons(position: ElricPosition, units: Iterable[int]) -> list[int]:
    """Return the personalities among units."""
    kind = position.world.kind
    return [unit for unit in units if kind[unit] == PERSON]


def leaders(position: ElricPosition, units: Iterable[int]) -> list[int]:
    """Return who can lead moving armies or fleets, and make an attack possible: personalities without brackets (3.2g),
    but not Elric without a controller (12.1.2e, 7.3f, 10.1c).
    """
    world = position.world
    return [unit for unit in units if world.kind[unit] == PERSON and not world.influence[unit]]


def fighting_value(position: ElricPosition, unit: int, at_sea: bool = False) -> int:
    """Return what a unit adds to a battle total: armies and personalities on land, fleets and personalities at sea
    (10.4a). Bracketed values add 0 (3.2g). Mournblade adds to its wielder's own value, but not to Elric's
    (16.8/mournblade).
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
    """Return how many more armies a fleet can carry (7.1b, 3.2e)."""
    kind = position.world.kind
    return position.world.capacity[fleet] - sum(kind[unit] == ARMY for unit in aboard(position, fleet))


@lru_cache(maxsize=16)
def swimmers(world: World) -> tuple[bool, ...]:
    """Return by unit whether it needs no ship: magicians, Melniboneans and flyers (7.3a, 12.0b)."""
    return tuple(
        kind == PERSON and (world.spells[unit] > 0 or world.melnibonean[unit] or world.flies[unit])
        for unit, kind in enumerate(world.kind)
    )


def decks(position: ElricPosition, area: int, seat: int) -> list[int]:
    """Return a seat's fleets in an area."""
    kind, owner = position.world.kind, position.owner
    return [unit for unit in position.stacks.get(area, ()) if kind[unit] == FLEET and owner[unit] == seat]


def top(position: ElricPosition, units: Sequence[int]) -> int:
    """Return the counter that names a stack: its strongest personality, else a fleet, else an army."""
    world = position.world
    return min(units, key=lambda unit: (world.kind[unit], world.influence[unit], -world.value[unit], unit))


def attackers(position: ElricPosition, fight: Fight, seat: int) -> list[int]:
    """Return the attacking units: all of the active player's in the area, in wilderness one stack of them (10.1b,
    8.0f).
    """
    did = position.did
    return [unit for unit in _stack(position, fight, seat, fight.own_band) if not did[unit] & THIEF]


def defenders(position: ElricPosition, fight: Fight) -> list[int]:
    """Return the defending units: the foe's in the area, inside a city or before another's, also before a neutral one
    (10.1a, 10.9.3a).
    """
    return [] if fight.foe == NOBODY else _stack(position, fight, fight.foe, fight.foe_band)


def _stack(position: ElricPosition, fight: Fight, seat: int, band: int) -> list[int]:
    units = position.own_in(fight.area, seat)
    if is_wild(position, fight.area):
        return [unit for unit in units if position.band[unit] == band]
    return units
