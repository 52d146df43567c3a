"""Changing places and slipping away (archmagi/battle.12, battle.13, trait/vanish): Skirmish, Guard, Vanish."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.archmagi.battle.combatants import set_fighter
from tanelorn.games.archmagi.battle.presence import fighter_of, names, own_units, the_battle, usable
from tanelorn.games.archmagi.state.barriers import come_ashore, ways_out
from tanelorn.games.archmagi.state.carrying import let_go
from tanelorn.games.archmagi.state.markers import GUARD, SWAP
from tanelorn.games.archmagi.state.position import VANISHED, ArchmagiPosition
from tanelorn.games.archmagi.state.traits import GUARDS, SKIRMISH, VANISH, in_battle, is_created
from tanelorn.games.archmagi.words.nouns import HEX, SEAT_NAMES, UNIT, find, ways_out_of
from tanelorn.games.archmagi.words.telling import say_of_units
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, Way, steps, verb


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


def _vanishers(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    battle = the_battle(position)
    return [
        ref
        for ref, unit in own_units(position, seat).items()
        if in_battle(position, unit) & VANISH
        and not position.done[unit] & VANISHED
        and not is_created(position, unit)
        and unit not in battle.added
        and ways_out(position, unit)
    ]


def _out(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [position.land.codes[hex] for hex in ways_out(position, find(position, seat, args[0]))]


def _ways(position: ArchmagiPosition, seat: int, args: Args) -> dict[int, Way]:
    return ways_out_of(position, position.hexes[find(position, seat, args[0])], _out(position, seat, args))


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


def vanish(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Let a unit slip out of the battle, once a turn (trait/vanish, archmagus/enchantress/vanish,
    artifact/ring-of-invisibility).
    """
    unit, hex = find(position, seat, args[0]), position.land.index[args[1]]
    who, where = f"**{SEAT_NAMES[seat]}**", f"{args[1]:04d}"
    say_of_units(
        log,
        position,
        f"{who} lets {{}} vanish to {where}.",
        unit,
        otherwise=f"{who} lets a unit vanish to {where}.",
        clause="archmagi/trait/vanish",
        seat=seat,
    )
    position.done[unit] |= VANISHED
    leave_battle(position, unit, hex)


VANISH_VERB = verb(
    Verb(
        "vanish",
        "Vanish out of the battle",
        steps(
            Slot("", UNIT, "Who vanishes?", _vanishers, "archmagi/trait/vanish"),
            Slot("to", HEX, "Where to?", _out, "archmagi/battle.27", _ways),
        ),
        "archmagi/trait/vanish",
        does=vanish,
    )
)


def leave_battle(position: ArchmagiPosition, unit: int, hex: int) -> None:
    """Move a unit out of the battle into a neighbouring hex; it fights no more in this turn (battle.40)."""
    the_battle(position).forget(unit, alive=True)
    let_go(position, unit)
    position.move_unit(unit, hex)
    come_ashore(position, unit, (hex,))
