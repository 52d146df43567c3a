"""Who is aboard whom (archmagi/trait/carry, trait/transport, move.14)."""

from __future__ import annotations

from tanelorn.games.archmagi.state.content import MASKS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.traits import HERO, MONSTER, SHIP, SITE, number


def is_carrier(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a unit can carry others."""
    return number(position, unit, "transport") > 0 or number(position, unit, "carry") > 0


def has_place(position: ArchmagiPosition, carrier: int, unit: int) -> bool:
    """Tell whether a carrier of the same stack has a place for a unit (trait/carry, trait/transport).

    Transport takes any number of heroes and so many units that are no monsters; Carry takes so many heroes. Sites,
    Ships and units that carry others themselves are not carried.
    """
    if carrier == unit or position.carriers[carrier] >= 0 or unit in position.carriers:
        return False
    return _holds(position, carrier, [*(other for other in _aboard(position, carrier) if other != unit), unit])


def unload(position: ArchmagiPosition, carrier: int) -> None:
    """Set down all who are aboard a unit, if it is not with them or cannot carry all of them any more (move.14)."""
    aboard = _aboard(position, carrier)
    together = all(
        position.owners[unit] == position.owners[carrier] and position.hexes[unit] == position.hexes[carrier]
        for unit in aboard
    )
    if not together or not _holds(position, carrier, aboard):
        for unit in aboard:
            position.carriers[unit] = -1


def _aboard(position: ArchmagiPosition, carrier: int) -> list[int]:
    return [unit for unit, by in enumerate(position.carriers) if by == carrier]


def _holds(position: ArchmagiPosition, carrier: int, units: list[int]) -> bool:
    """Tell whether a carrier can have all of these units aboard."""
    masks = [MASKS[position.kinds[unit]] for unit in units]
    places = number(position, carrier, "transport")
    heroes = sum(1 for mask in masks if mask & HERO)
    if any(mask & (SITE | SHIP) for mask in masks):
        return False
    if places:
        return all(mask & HERO or not mask & MONSTER for mask in masks) and len(masks) - heroes <= places
    return heroes == len(masks) and heroes <= number(position, carrier, "carry")


def let_go(position: ArchmagiPosition, unit: int) -> None:
    """Let nobody be aboard a unit any more, nor it aboard anybody (move.14)."""
    for other, carrier in enumerate(position.carriers):
        if carrier == unit:
            position.carriers[other] = -1
    position.carriers[unit] = -1
