"""Who is in a battle (archmagi/battle.30): each side's units, those it can use, those its opponent has seen, and who
joins.
"""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.archmagi.state.barriers import sheltered
from tanelorn.games.archmagi.state.markers import TAKEN, Battle, Spellcast
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES, named, shown


def the_battle(position: ArchmagiPosition) -> Battle:
    """Return the battle that is being fought."""
    battle = position.battle
    assert battle is not None
    return battle


def army(position: ArchmagiPosition, side: int) -> list[int]:
    """Return the units of a side that are in the battle: its stack there without those in a Sanctuary or borrowed by
    the other side (battle.30, spell/charm, battle.37, battle.38, paralyze.6).
    """
    battle = the_battle(position)
    stack = position.stack(battle.hex, battle.seats[side])
    if battle.borrowed:
        stack = [unit for unit in stack if unit not in battle.borrowed]
    if any(effect.bound >= 0 for effect in position.lasting):
        return [unit for unit in stack if not sheltered(position, unit)]
    return stack


def usable(position: ArchmagiPosition, side: int) -> list[int]:
    """Return the units that a side can send or use: not paralysed, not borrowed by the other side, and those it has
    borrowed itself. Units just taken over count only if there is nobody else (control.1, paralyze.2).
    """
    battle = the_battle(position)
    own = [unit for unit in army(position, side) if not battle.is_held(unit) and unit not in battle.borrowed]
    if battle.borrowed:
        foe = battle.seats[1 - side]
        own += [u for u in battle.borrowed if position.owners[u] == foe and not battle.is_held(u)]
    return [unit for unit in own if not battle.has_used(unit, TAKEN)] or own


def names(position: ArchmagiPosition, side: int, units: list[int]) -> list[int]:
    """Return the names by which a side calls some units: its own, and those it has borrowed."""
    battle = the_battle(position)
    found = named(position, battle.hex, battle.seats[side], away=False)
    if battle.borrowed:
        found |= shown(position, battle.seats[1 - side])
    return [ref for ref, unit in found.items() if unit in units]


def own_units(position: ArchmagiPosition, seat: int) -> dict[int, int]:
    """Return a side's own usable units by name; borrowed ones are not its own."""
    battle = the_battle(position)
    able = usable(position, battle.side(seat))
    return {ref: unit for ref, unit in named(position, battle.hex, seat, away=False).items() if unit in able}


def foes_shown(position: ArchmagiPosition, seat: int) -> dict[int, int]:
    """Return the revealed units of the other side by name (battle.21)."""
    battle = the_battle(position)
    return shown(position, battle.seats[1 - battle.side(seat)])


def fighter_of(position: ArchmagiPosition, seat: int) -> int:
    """Return a side's combatant if it may be exchanged: not while an Attack stands in its place (spell-rule.4)."""
    battle = the_battle(position)
    side = battle.side(seat)
    return battle.fighters[side] if battle.attacks[side] < 0 else -1


def say(log: Log, seat: int, text: str, clause: str) -> None:
    """Tell what a side does."""
    if log:
        log.say(f"**{SEAT_NAMES[seat]}** {text}.", clause=clause, seat=seat)


def joins(position: ArchmagiPosition, unit: int, made: Spellcast) -> None:
    """Show a unit that a spell has brought; it fights at once if the caster has chosen so (spell-rule.3)."""
    battle = position.battle
    assert battle is not None
    show(position, unit)
    side = battle.side(made.seat)
    if made.flag and battle.attacks[side] < 0:
        battle.fighters[side] = unit


def add_for_battle(position: ArchmagiPosition, seat: int, kind: int, at_once: bool) -> None:
    """Bring a unit of the reserve into the battle; the ground does not matter (spell-rule.19, trait/summoning)."""
    battle = position.battle
    assert battle is not None
    position.reserve[seat].remove(kind)
    unit = position.add(kind, seat, battle.hex)
    battle.added.append(unit)
    show(position, unit)
    side = battle.side(seat)
    if at_once and battle.attacks[side] < 0:
        battle.fighters[side] = unit
