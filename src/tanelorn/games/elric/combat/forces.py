"""Who is in a battle (elric/10.1, 10.9.3a): the attacker's and the defender's units, third parties staying out."""

from __future__ import annotations

from tanelorn.games.elric.state.battle import Fight
from tanelorn.games.elric.state.position import NOBODY, THIEF, ElricPosition
from tanelorn.games.elric.state.stacks import is_wild


def attackers(position: ElricPosition, fight: Fight, seat: int) -> list[int]:
    """Return who attacks: all units of the active player in the area, in wilderness one stack of them (10.1b, 8.0f)."""
    did = position.did
    return [unit for unit in _stack(position, fight, seat, fight.own_band) if not did[unit] & THIEF]


def defenders(position: ElricPosition, fight: Fight) -> list[int]:
    """Return who defends: the foe's units in the area, inside his city or before another's (10.1a, 10.9.3a)."""
    return [] if fight.foe == NOBODY else _stack(position, fight, fight.foe, fight.foe_band)


def _stack(position: ElricPosition, fight: Fight, seat: int, band: int) -> list[int]:
    units = position.own_in(fight.area, seat)
    if is_wild(position, fight.area):
        return [unit for unit in units if position.band[unit] == band]
    return units
