"""What an announced spell still reaches when it takes effect (archmagi/response.1)."""

from __future__ import annotations

from tanelorn.games.archmagi.state.content import SPELLS
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.traits import is_immune

Shielded = tuple[int, ...]


def reachable(position: ArchmagiPosition, made: Spellcast, shielded: Shielded) -> list[int]:
    """Return the named targets that are still there and on which spells act (response.1)."""
    battle = position.battle
    return [
        unit
        for unit in made.units
        if position.owners[unit] >= 0
        and unit not in shielded
        and not is_immune(position, unit)
        and (battle is None or position.hexes[unit] == battle.hex or SPELLS[made.spell].effect == "defender")
    ]
