"""Changing places (archmagi/battle.12, battle.13): Skirmish, Vanish within the stack, Guard."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.archmagi.battle.combatants import set_fighter
from tanelorn.games.archmagi.battle.presence import fighter_of, names, own_units, the_battle, usable
from tanelorn.games.archmagi.state.abilities import GUARDS, SKIRMISH, VANISH, in_battle
from tanelorn.games.archmagi.state.markers import GUARD, SWAP
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.nouns import UNIT, find
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, steps, verb


def _comrades(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    battle = the_battle(position)
    side = battle.side(seat)
    able = [unit for unit in usable(position, side) if unit != battle.fighters[side]]
    return names(position, side, able)


def _may_swap(position: ArchmagiPosition, seat: int) -> bool:
    unit = fighter_of(position, seat)
    return (
        unit >= 0
        and position.owners[unit] == seat
        and bool(in_battle(position, unit) & (SKIRMISH | VANISH))
        and not the_battle(position).has_used(unit, SWAP)
    )


def _guards(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    battle = the_battle(position)
    return [
        ref
        for ref, unit in own_units(position, seat).items()
        if unit != battle.fighters[1] and in_battle(position, unit) & GUARDS and not battle.has_used(unit, GUARD)
    ]


def swap(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Exchange the combatant for a comrade (battle.12, trait/skirmish, trait/vanish)."""
    battle = the_battle(position)
    battle.use(fighter_of(position, seat), SWAP)
    set_fighter(position, battle.side(seat), find(position, seat, args[0]), log)


SWAP_VERB = verb(
    Verb(
        "swap for",
        "Swap the combatant",
        steps(Slot("", UNIT, "Who takes its place?", _comrades, "archmagi/battle.12")),
        "archmagi/battle.12",
        possible=_may_swap,
        weight=2,
        does=swap,
    )
)


def guard(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Let a Guard take the combatant’s place (battle.13, trait/guard)."""
    unit = find(position, seat, args[0])
    the_battle(position).use(unit, GUARD)
    set_fighter(position, 1, unit, log)


GUARD_VERB = verb(
    Verb(
        "guard with",
        "Guard: take the combatant’s place",
        steps(Slot("", UNIT, "Which Guard takes the combatant's place?", _guards, "archmagi/trait/guard")),
        "archmagi/trait/guard",
        possible=lambda position, seat: the_battle(position).seats[1] == seat and fighter_of(position, seat) >= 0,
        weight=2,
        does=guard,
    )
)
