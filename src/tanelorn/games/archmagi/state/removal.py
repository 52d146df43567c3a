"""What leaves play (archmagi/chits.4): chits return to their piles."""

from __future__ import annotations

from tanelorn.games.archmagi.state.abilities import is_created, is_magus
from tanelorn.games.archmagi.state.carrying import unload
from tanelorn.games.archmagi.state.codes import LOST
from tanelorn.games.archmagi.state.content import KINDS, SPELL, is_of_pile
from tanelorn.games.archmagi.state.position import ArchmagiPosition


def take_own_shape(position: ArchmagiPosition, unit: int) -> None:
    """End a Polymorph: the form's chit goes to the pile (spell/polymorph)."""
    position.to_pile(position.kinds[unit])
    position.kinds[unit] = position.shapes[unit]
    position.shapes[unit] = -1
    unload(position, unit)


def chit_back(position: ArchmagiPosition, unit: int) -> None:
    """Return a unit's chit to its pile, or the spell chit that served as the unit; an archmagus leaves the game
    (chits.4).
    """
    if position.shapes[unit] >= 0:
        take_own_shape(position, unit)
    for effect in position.lasting:
        if effect.unit == unit and effect.source == SPELL["curse"]:
            position.spell_back(effect.source)
    kind = position.kinds[unit]
    if is_created(position, unit):
        position.spell_back(SPELL[KINDS[kind].spell])
    elif is_of_pile(kind):
        position.to_pile(kind)
    else:
        position.magi_pile.append(kind)
        position.magi_pile.sort()


def take_off(position: ArchmagiPosition, unit: int) -> None:
    """Take a unit off the map: its chit goes to the pile, and its artifacts are left to the caller."""
    if is_magus(position, unit) and position.magi[position.owners[unit]] == unit:
        position.magi[position.owners[unit]] = LOST
    chit_back(position, unit)
    position.remove(unit)
