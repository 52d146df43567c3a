"""Steps that one chapter pushes or looks for and a later chapter carries out.

The struct lies here, below all chapters, so that each may name it; `sequence` says which function does its work. Every
other step lives in its own chapter and is pushed only by that chapter and later ones.
"""

from __future__ import annotations

from tanelorn.core.steps import Consequence
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.numbers import Units


class StartTurn(Consequence, frozen=True, tag=True):
    """Durations that end here end first, then units that cannot be in their hex are checked, then the phases begin
    (term.9).
    """

    seat: int
    title = "Start of the turn"
    clause = "archmagi/turn.1"


class EndTurn(Consequence, frozen=True, tag=True):
    """What lasts for the turn ends; then units that cannot be in their hex are destroyed (move.14)."""

    seat: int
    title = "End of the turn"
    clause = "archmagi/term.4"


class EndBattle(Consequence, frozen=True, tag=True):
    """The battle is cleared up, in the stated order (battle.35)."""

    title = "Aftermath"
    clause = "archmagi/battle.35"


class TakeEffect(Consequence, frozen=True, tag=True):
    """All have passed: the spell on top takes effect; the one beneath then gets a fresh window (response.2)."""

    title = "Spell"
    clause = "archmagi/response.2"


class Effect(Consequence, frozen=True, tag=True):
    """A spell does what it does, unless its target is gone (response.1); its chit returns to the pile
    (spell-rule.10).
    """

    made: Spellcast
    shielded: Units = ()
    title = "Spell"
    clause = "archmagi/spell-rule.10"
