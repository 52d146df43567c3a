"""Who holds a city, who is behind its wall, its garrison (elric/7.2b, 7.5.7, 10.9.1), and Imrryr's sea
gate (7.5.9b).
"""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.core.log import Log
from tanelorn.games.elric.equipment.counters import ARMY
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.state.position import NOBODY, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of


def holder(position: ElricPosition, area: int) -> int:
    """Return the seat that holds the city of an area: its captor, else its nation's owner; NOBODY if it is neutral or
    there is none (10.9.1b).
    """
    world = position.world
    if not world.has_city[area]:
        return NOBODY
    if position.captured[area] >= 0:
        return position.captured[area]
    nation = world.areas[area].nation
    return position.nation[nation] if nation >= 0 else NOBODY


def is_capital(world: World, area: int) -> bool:
    """Tell whether the city of an area is the capital of a nation (7.5.2a)."""
    nation = world.areas[area].nation
    return nation >= 0 and world.nations[nation].star and world.nations[nation].capital == area


def behind_wall(position: ElricPosition, area: int, seat: int) -> bool:
    """Tell whether a seat's units in an area are inside its city; a fleet in port is in the city too (7.2b)."""
    return position.world.has_city[area] and holder(position, area) == seat


def garrisoned(position: ElricPosition, area: int, seat: int) -> bool:
    """Tell whether a seat has an army ashore in an area (10.9.1a)."""
    kind, ship = position.world.kind, position.ship
    return any(kind[unit] == ARMY and ship[unit] < 0 for unit in position.own_in(area, seat))


def enemy_in(position: ElricPosition, area: int, seat: int) -> bool:
    """Tell whether another player's unit is in an area."""
    owner = position.owner
    return any(owner[unit] >= 0 and owner[unit] != seat for unit in position.units_in(area))


def enemy_controlled(position: ElricPosition, area: int, seat: int) -> bool:
    """Tell whether an enemy controls an area, by a unit or by its city; neutral land is open (10.7b)."""
    if enemy_in(position, area, seat):
        return True
    return position.world.has_city[area] and holder(position, area) not in (-1, seat)


def friendly(position: ElricPosition, area: int, seat: int) -> bool:
    """Tell whether a seat has a unit in an area, or its city (10.8b)."""
    owner = position.owner
    if any(owner[unit] == seat for unit in position.units_in(area)):
        return True
    return position.world.has_city[area] and holder(position, area) == seat


def gate_shut(position: ElricPosition, seat: int, units: Iterable[int]) -> bool:
    """Tell whether units may not enter Imrryr: Elric opens its sea gate, and so does any Melnibonean once it has fallen
    or for the player who owns Melnibone (7.5.9b).
    """
    if not terms_of(position).sea_gate:
        return False
    world = position.world
    known = position.open_gate or position.nation[world.nation["melnibone"]] == seat
    return not any(unit == world.elric or (known and world.melnibonean[unit]) for unit in units)


def forget_assaults(position: ElricPosition, area: int) -> None:
    """Forget the siege and earlier assaults of a city that has changed hands (10.9.4a)."""
    position.besieger.pop(area, None)
    position.stormed.pop(area, None)


def take_city(position: ElricPosition, area: int, seat: int, log: Log) -> None:
    """Hand a captured city to a seat; a nation's own city is simply free again (10.9.1, 7.5.2c, 7.5.7b)."""
    world = position.world
    nation = world.areas[area].nation
    before = position.nation[nation]
    own = before == seat
    position.captured[area] = -1 if own else seat
    position.prize[area] = seat if before >= 0 and not own and area == world.nations[nation].capital else -1
    forget_assaults(position, area)
    if area == world.melnibone:
        position.open_gate = True
    if log:
        city = world.areas[area].cities[0].name
        log.say(
            f"**{city}** {'is free again' if own else 'falls'}.",
            clause="elric/7.5.2b",
            seat=seat,
            places=(world.areas[area].id,),
        )


def check_garrisons(position: ElricPosition, log: Log) -> None:
    """Return a captured city to its own country where its captor has no army left (10.9.1a)."""
    for area, seat in enumerate(position.captured):
        if seat >= 0 and not garrisoned(position, area, seat):
            position.captured[area] = -1
            position.prize[area] = -1
            forget_assaults(position, area)
            if log:
                place = position.world.areas[area]
                log.say(
                    f"No army is left in **{place.cities[0].name}**: the city is its own again.",
                    clause="elric/10.9.1a",
                    places=(place.id,),
                )
