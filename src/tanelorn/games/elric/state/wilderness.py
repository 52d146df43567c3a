"""Which areas are wilderness now, and what lurks there (elric/3.1, 7.5.5, 13.4d)."""

from __future__ import annotations

from functools import lru_cache

from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.state.places import Lying, on_map, spells_at, spells_lying, spells_open
from tanelorn.games.elric.state.position import ElricPosition


def wilderness(position: ElricPosition) -> tuple[bool, ...]:
    """Return by area whether it is wilderness now (3.1, 7.5.5, 13.4d)."""
    wild = _always_wild(position.world)
    if position.tipped <= 0:
        return wild
    chaos = chaos_areas(position)
    return tuple(is_wild or area in chaos for area, is_wild in enumerate(wild)) if chaos else wild


def wild_areas(position: ElricPosition) -> frozenset[int]:
    """Return the areas that are wilderness now."""
    if position.tipped <= 0:
        return _always_wild_areas(position.world)
    return frozenset([area for area, is_wild in enumerate(wilderness(position)) if is_wild])


@lru_cache(maxsize=16)
def _always_wild_areas(world: World) -> frozenset[int]:
    return frozenset([area for area, is_wild in enumerate(_always_wild(world)) if is_wild])


def chaos_areas(position: ElricPosition) -> frozenset[int]:
    """Return the areas where a Chaos spell lies open, lurks or is maintained (13.4d)."""
    open_ones = [area for spell, area in spells_open(position.where) if SPELLS[spell].alignment == "chaos"]
    kept = [position.holder(spell) for spell in position.maintained if SPELLS[spell].alignment == "chaos"]
    return frozenset([*open_ones, *(position.area[unit] for unit in kept if unit >= 0)]) - {-1}


@lru_cache(maxsize=16)
def _always_wild(world: World) -> tuple[bool, ...]:
    return tuple(wild or area == world.straits for area, wild in enumerate(world.wild))


def lurking(position: ElricPosition) -> tuple[int, ...]:
    """Return the areas of the random attackers that have stayed, one for each of them (13.4d)."""
    return tuple(sorted(area for _, area in spells_lying(position.where, Lying.LURKING)))


def lurkers(position: ElricPosition, area: int) -> list[int]:
    """Return the random attackers that have stayed in an area (13.4d)."""
    if not position.tipped:
        return []
    return spells_at(position.where, on_map(Lying.LURKING, area))


def is_wild(position: ElricPosition, area: int) -> bool:
    """Tell whether an area is wilderness now (3.1, 7.5.5); Chaos may have made it so (13.4d)."""
    world = position.world
    if world.wild[area] or area == world.straits:
        return True
    return position.tipped > 0 and area in chaos_areas(position)
