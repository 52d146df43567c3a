"""Spells that close hexes and borders, shelter stacks, or open the sea: Blight, Chasm, Flood, Fog, Sanctuary, Water
Walk (archmagi/battle.27 and their own clauses).
"""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.games.archmagi.map.terrain import is_land
from tanelorn.games.archmagi.state.abilities import FLYING, SEA, SWIMMER, stands, traits
from tanelorn.games.archmagi.state.codes import StackKey
from tanelorn.games.archmagi.state.content import SPELL
from tanelorn.games.archmagi.state.markers import BATTLE, LAND
from tanelorn.games.archmagi.state.position import ArchmagiPosition

BLIGHT, CHASM, FLOOD, FOG, SANCTUARY = (SPELL[slug] for slug in ["blight", "chasm", "flood", "fog", "sanctuary"])


def blighted(position: ArchmagiPosition, hex: int) -> bool:
    """Tell whether no unit may enter a hex (spell/blight)."""
    return any(effect.source == BLIGHT and effect.hex == hex for effect in position.lasting)


def fogged(position: ArchmagiPosition, hex: int) -> bool:
    """Tell whether no battle can take place in a hex (spell/fog)."""
    return any(effect.source == FOG and effect.hex == hex for effect in position.lasting)


def bars_ways(position: ArchmagiPosition) -> bool:
    """Tell whether anything on the map may keep a unit from going from one hex to the next."""
    return any(effect.source in (BLIGHT, CHASM, FLOOD) for effect in position.lasting)


def barred(position: ArchmagiPosition, unit: int, hex: int, to: int) -> str:
    """Return the clause that keeps a unit from going from one hex to the next, an empty text if none does."""
    for effect in position.lasting:
        if effect.source == BLIGHT and effect.hex == to:
            return "archmagi/spell/blight"
        if effect.source == CHASM and {effect.hex, effect.other} == {hex, to}:
            return "archmagi/spell/chasm"
        if effect.source == FLOOD and effect.hex in (hex, to) and not traits(position, unit) & (FLYING | SWIMMER):
            return "archmagi/spell/flood"
    return ""


def sheltered(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a Sanctuary covers a unit: it must still stand with its caster (spell/sanctuary)."""
    return any(
        effect.source == SANCTUARY
        and effect.unit == unit
        and position.hexes[effect.bound] == position.hexes[unit]
        and position.owners[effect.bound] == position.owners[unit]
        for effect in position.lasting
    )


def wholly_sheltered(position: ArchmagiPosition, key: StackKey) -> bool:
    """Tell whether Sanctuaries cover every unit of a stack, which all players know (spell/sanctuary, view.1)."""
    return all(sheltered(position, unit) for unit in position.stacks[key])


def ways_out(position: ArchmagiPosition, unit: int) -> list[int]:
    """Return the neighbouring hexes into which a unit may leave a battle: identified, held by nobody or by its own side
    only, open to it, and such that it can stay there (battle.27, trait/vanish).
    """
    hex, seat = position.hexes[unit], position.owners[unit]
    return [
        near
        for near in position.land.near[hex]
        if position.terrain[near] >= 0
        and not position.foes_in(near, seat)
        and stays(position, unit, near)
        and not barred(position, unit, hex, near)
    ]


def stays(position: ArchmagiPosition, unit: int, hex: int) -> bool:
    """Tell whether a unit could stay in a hex: what lasts only for the battle does not help (spell/levitate)."""
    kept = position.lasting
    if not kept:
        return stands(position, unit, hex)
    position.lasting = [effect for effect in kept if effect.scale > BATTLE]
    able = stands(position, unit, hex)
    position.lasting = kept
    return able


def sheds_ashore(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a unit is on the water only by what ends when it enters land (spell/water-walk)."""
    covers = [e for e in position.lasting if e.scale == LAND and e.unit == unit and e.bound in (-1, unit)]
    if not covers:
        return False
    kept = position.lasting
    position.lasting = [effect for effect in kept if effect not in covers]
    able = bool(traits(position, unit) & (FLYING | SWIMMER | SEA))
    position.lasting = kept
    return not able


def come_ashore(position: ArchmagiPosition, unit: int, hexes: Iterable[int]) -> None:
    """End what lasts until land is entered, whichever way a unit comes into these hexes: for the unit, or for all that
    its own spell covers (spell/water-walk, spell/breathe-water).
    """
    if not any(effect.scale == LAND for effect in position.lasting) or not any(is_land(position, hex) for hex in hexes):
        return
    position.lasting = [
        effect
        for effect in position.lasting
        if effect.scale != LAND or (effect.bound != unit if effect.bound >= 0 else effect.unit != unit)
    ]
