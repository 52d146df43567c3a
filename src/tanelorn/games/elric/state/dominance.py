"""Where the Cosmic Balance stands, and what follows from that alone (elric/3.3, 13.2, 13.4a): what it adds to spells,
which side is dominant, and what becomes of a spell that nobody holds any more.
"""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.state.places import Lying, on_map
from tanelorn.games.elric.state.position import ElricPosition

ARM = 6
"""The sections of each arm, the bowl included (3.3a)."""

TOWARDS = {"chaos": 1, "law": -1}


def dominance(position: ElricPosition, alignment: str) -> int:
    """Return what the Balance adds to spells of an alignment: its reading on the dominant side, the value of the bowl
    once it is tipped to that side (3.3b, 13.4).
    """
    side = TOWARDS.get(alignment, 0)
    if position.tipped:
        return ARM if side == position.tipped else 0
    return max(0, side * position.balance)


def bonus(position: ElricPosition, spell: int) -> int:
    """Return what the Balance adds to a spell's combat value; nothing to a bracketed one (3.3b, 13.2)."""
    return dominance(position, SPELLS[spell].alignment) if SPELLS[spell].fights else 0


def reading(position: ElricPosition) -> str:
    """Return where the marker stands, for sentences: `neutral`, `Chaos 3`."""
    if not position.balance:
        return "neutral"
    return f"{'Chaos' if position.balance > 0 else 'Law'} {abs(position.balance)}"


def dominant(position: ElricPosition) -> str:
    """Return the alignment to which the Balance is tipped, empty while it is not."""
    return ("", "chaos", "law")[position.tipped]


def maintained_by(position: ElricPosition, unit: int) -> int:
    """Return the spell that a magician maintains, -1 for none (13.4a)."""
    return next((spell for spell in position.maintained if position.holder(spell) == unit), -1)


def let_go(position: ElricPosition, spell: int, area: int, log: Log) -> None:
    """Release a spell: a dominant one then lies face up where it is, any other is discarded (13.4a, 13.4b)."""
    stays = SPELLS[spell].alignment == dominant(position)
    position.discard(spell)
    if stays:
        position.where[spell] = on_map(Lying.FACE_UP, area)
    if log:
        place = position.world.areas[area]
        how = f"stays in **{place.name}**, free" if stays else "is gone"
        log.say(
            f"**{SPELLS[spell].name}** {how}.", clause="elric/13.4a" if stays else "elric/13.4b", places=(place.id,)
        )


def lose_hold(position: ElricPosition, spell: int, unit: int) -> None:
    """Take a spell from the hand of a unit that leaves play: a dominant one that it maintained lies face up where the
    unit was lost, any other is discarded (9.6, 13.4a).
    """
    area = position.area[unit]
    if area < 0 and position.battle is not None:
        area = position.battle.fight.area
    stays = spell in position.maintained and SPELLS[spell].alignment == dominant(position) and area >= 0
    position.discard(spell)
    if stays:
        position.where[spell] = on_map(Lying.FACE_UP, area)
