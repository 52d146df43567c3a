"""Which areas are wilderness now, and what attacks there (elric/3.1, 7.5.5, 13.4c, 13.4d)."""

from __future__ import annotations

from functools import lru_cache

from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.state.position import FACE_UP, HIDDEN, LURKING, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of


def wilderness(position: ElricPosition) -> tuple[bool, ...]:
    """Return by area whether it is wilderness now (3.1, 7.5.5, 13.4d)."""
    wild = _always_wild(position.world)
    if position.tipped <= 0:
        return wild
    chaos = {chaos_area(position, spell) for spell, what in enumerate(SPELLS) if what.alignment == "chaos"} - {-1}
    return tuple(is_wild or area in chaos for area, is_wild in enumerate(wild)) if chaos else wild


def wild_areas(position: ElricPosition) -> frozenset[int]:
    """Return the areas that are wilderness now."""
    if position.tipped <= 0:
        return _always_wild_areas(position.world)
    return frozenset([area for area, is_wild in enumerate(wilderness(position)) if is_wild])


@lru_cache(maxsize=16)
def _always_wild_areas(world: World) -> frozenset[int]:
    return frozenset([area for area, is_wild in enumerate(_always_wild(world)) if is_wild])


def chaos_area(position: ElricPosition, spell: int) -> int:
    """Return the area where a spell lies open, lurks or is maintained, -1 if it does not (13.4d)."""
    where = position.where[spell]
    if where >= FACE_UP:
        return where % 1000
    return position.area[where] if 0 <= where < HIDDEN and spell in position.maintained else -1


@lru_cache(maxsize=16)
def _always_wild(world: World) -> tuple[bool, ...]:
    return tuple(wild or area == world.straits for area, wild in enumerate(world.wild))


def attacks_occur(position: ElricPosition) -> bool:
    """Tell whether there are random attacks: not once the Balance is tipped to Law (13.4c), nor in 14.1."""
    return position.tipped >= 0 and terms_of(position).random_attacks


def lurking(position: ElricPosition) -> tuple[int, ...]:
    """Return the areas of the random attackers that have stayed, one for each of them (13.4d)."""
    return tuple(sorted([where - LURKING for where in position.where if where >= LURKING]))


def lurkers(position: ElricPosition, area: int) -> list[int]:
    """Return the random attackers that have stayed in an area (13.4d)."""
    if not position.tipped:
        return []
    return [spell for spell, where in enumerate(position.where) if where == LURKING + area]


def is_wild(position: ElricPosition, area: int) -> bool:
    """Tell whether an area is wilderness now (3.1, 7.5.5); Chaos may have made it so (13.4d)."""
    world = position.world
    if world.wild[area] or area == world.straits:
        return True
    return position.tipped > 0 and chaos_in(position, area)


def chaos_in(position: ElricPosition, area: int) -> bool:
    """Tell whether a Chaos spell lies face up, lurks or is maintained in an area (13.4d)."""
    for spell, where in enumerate(position.where):
        if SPELLS[spell].alignment != "chaos":
            continue
        if where in (FACE_UP + area, LURKING + area):
            return True
        if 0 <= where < HIDDEN and spell in position.maintained and position.area[where] == area:
            return True
    return False
