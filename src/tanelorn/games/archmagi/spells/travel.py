"""Ways out of a battle, into one, and across the map by spells (archmagi/battle.40, move.14)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.archmagi.artifacts.death import forget_in_battle
from tanelorn.games.archmagi.casting.reaching import Shielded, reachable
from tanelorn.games.archmagi.spells.creating import joins
from tanelorn.games.archmagi.state.barriers import come_ashore, ways_out
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.position import MOVED, ArchmagiPosition


def let_go(position: ArchmagiPosition, unit: int) -> None:
    """Let nobody be aboard a unit any more, nor it aboard anybody (move.14)."""
    for other, carrier in enumerate(position.carriers):
        if carrier == unit:
            position.carriers[other] = -1
    position.carriers[unit] = -1


def leave_battle(position: ArchmagiPosition, unit: int, hex: int) -> None:
    """Move a unit out of the battle into a neighbouring hex; it fights no more this turn (battle.40)."""
    forget_in_battle(position, unit, alive=True)
    let_go(position, unit)
    position.move_unit(unit, hex)
    come_ashore(position, unit, (hex,))


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
    where they are (spell/call-defender).
    """
    battle = position.battle
    if battle is not None:
        for unit in reachable(position, made, shielded):
            let_go(position, unit)
            position.move_unit(unit, battle.hex)
            come_ashore(position, unit, (battle.hex,))
            joins(position, unit, made)
    return False
