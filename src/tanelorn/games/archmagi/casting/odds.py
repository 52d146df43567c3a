"""What a spell may bring, before it is cast. Its dice are thrown by a later chapter; `sequence` says which function
foresees them.
"""

from __future__ import annotations

from collections.abc import Callable

from tanelorn.core.odds import Odds
from tanelorn.games.archmagi.state.content import SPELLS
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.position import ArchmagiPosition

Foresight = Callable[[ArchmagiPosition, Spellcast], Odds | None]
"""Says what the dice for a spell may bring, as far as its caster can know; None if that is nothing."""

FORESIGHTS: dict[str, Foresight] = {}
"""By the word of a spell’s effect: those that throw no dice are not in it."""


def ahead(position: ArchmagiPosition, made: Spellcast) -> Odds | None:
    """Return what the dice for a spell may bring to its caster."""
    foresight = FORESIGHTS.get(SPELLS[made.spell].effect)
    return foresight(position, made) if foresight else None
