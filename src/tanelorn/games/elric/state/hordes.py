"""Hordes (elric/11.0h to 11.0k): where they are mustered, and the castles that two of them must find before they may
leave.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tanelorn.core.log import Log
from tanelorn.games.elric.equipment.counters import PERSON
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.state.position import ElricPosition


@lru_cache(maxsize=16)
def castles(world: World) -> tuple[int, ...]:
    """Return by nation the castle that a bound horde must find: Mordaga's Castle or Kaneloon; -1 for every other
    nation.
    """
    sought = {world.nation["flamebringers"]: world.mordagas_castle, world.nation["kelmain"]: world.kaneloon}
    return tuple(sought.get(nation, -1) for nation in range(len(world.nations)))


def birthplace(world: World, nation: int) -> frozenset[int]:
    """Return where a horde may be mustered (11.0h, 11.0i, 11.0j): the People of Pio on any land (11.0k)."""
    if nation == world.nation["flamebringers"]:
        return world.weeping_waste
    if nation == world.nation["kelmain"]:
        return world.southern_wild
    return frozenset((world.rlin,)) if nation == world.nation["olab"] else world.lands


def bound(position: ElricPosition, unit: int) -> bool:
    """Tell whether a unit belongs to a horde that is still bound to its birthplace."""
    world = position.world
    nation = world.of[unit]
    return nation >= 0 and castles(world)[nation] >= 0 and nation not in position.freed


@lru_cache(maxsize=16)
def _seekers(world: World) -> frozenset[int]:
    """Return all units of hordes that begin bound."""
    places = castles(world)
    return frozenset([unit for unit, nation in enumerate(world.of) if nation >= 0 and places[nation] >= 0])


def bound_among(position: ElricPosition, units: Iterable[int]) -> list[int]:
    """Return those of some units whose horde is still bound."""
    seekers = _seekers(position.world)
    return [unit for unit in units if unit in seekers and position.world.of[unit] not in position.freed]


def allowed(position: ElricPosition, unit: int, area: int) -> bool:
    """Tell whether a unit's horde lets it enter an area; the castle it seeks is open to it."""
    if not bound(position, unit):
        return True
    world = position.world
    nation = world.of[unit]
    return area in birthplace(world, nation) or area == castles(world)[nation]


def why(position: ElricPosition, unit: int) -> tuple[str, str]:
    """Say why a bound horde may not go elsewhere, with the clause."""
    world = position.world
    nation = world.of[unit]
    place = world.areas[castles(world)[nation]].name
    if nation == world.nation["kelmain"]:
        return f"The Kelmain Host may not leave the southern wilderness before it has found {place}.", "elric/11.0i"
    return f"The Flamebringers may not leave the Weeping Waste before they have found {place}.", "elric/11.0h"


def castle_objects(position: ElricPosition, seat: int, area: int) -> list[int]:
    """Return the personalities of bound hordes that may search for their castle in an area (11.0h)."""
    world = position.world
    if area not in (world.mordagas_castle, world.kaneloon):
        return []
    return [
        unit
        for unit in position.own_in(area, seat)
        if world.kind[unit] == PERSON and bound(position, unit) and castles(world)[world.of[unit]] == area
    ]


def free(position: ElricPosition, nation: int, log: Log) -> None:
    """Free a horde that has found its castle (11.0h, 11.0i)."""
    world = position.world
    if nation not in position.freed:
        position.freed = sorted((*position.freed, nation))
    if log:
        place = world.areas[castles(world)[nation]]
        log.say(
            f"The **{world.nations[nation].name}** find **{place.name}** and may go where they like.",
            clause="elric/11.0i" if nation == world.nation["kelmain"] else "elric/11.0h",
            places=(place.id,),
        )
