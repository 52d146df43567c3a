"""Ways out of a battle, into one, and across the map by spells (archmagi/battle.40, move.14): Dimension Door, Teleport,
Call Defender.
"""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.archmagi.battle.presence import joins
from tanelorn.games.archmagi.battle.retreat import leave_battle
from tanelorn.games.archmagi.casting.responses import Shielded, reachable
from tanelorn.games.archmagi.state.barriers import come_ashore, ways_out
from tanelorn.games.archmagi.state.carrying import let_go
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.position import MOVED, ArchmagiPosition


def door(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The caster and heroes vanish together to one hex; no Vanish trait is used up (spell/dimension-door)."""
    hex = made.hexes[0]
    for unit in (made.unit, *reachable(position, made, shielded)):
        if hex in ways_out(position, unit):
            leave_battle(position, unit, hex)
    return False


def teleport(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit is moved to an empty hex, its move for this turn (spell/teleport)."""
    for unit in reachable(position, made, shielded):
        if not position.owners_in(made.hexes[0]):
            let_go(position, unit)
            position.move_unit(unit, made.hexes[0])
            come_ashore(position, unit, made.hexes)
            position.done[unit] |= MOVED
    return False


def defender(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit from anywhere joins this stack, revealed, and fights at once if the caster wishes; its passengers stay
    behind (spell/call-defender).
    """
    battle = position.battle
    if battle is not None:
        for unit in reachable(position, made, shielded):
            let_go(position, unit)
            position.move_unit(unit, battle.hex)
            come_ashore(position, unit, (battle.hex,))
            joins(position, unit, made)
    return False
