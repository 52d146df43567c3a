"""Mental Attacks (albion/5.B.6, 19.4/08): duels arcane over any distance, when all else of the segment is done."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.albion.combat.rounds import duel
from tanelorn.games.albion.enchantments.castable import caster_seat
from tanelorn.games.albion.enchantments.effects import dispelled
from tanelorn.games.albion.losses.deaths import wound
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.spells import MENTAL_ATTACK


class MentalAttacks(Automatic, frozen=True, tag=True):
    """Fomorian casters first, then those of Faerie, in the order of their codes (5.B.6)."""

    title = "Mental Attacks"
    clause = "albion/5.B.6"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Push one attack for each that has worked and is not dispelled."""
        spells = [
            spell
            for spell in position.spells
            if spell.number == MENTAL_ATTACK and spell.done == "works" and not dispelled(position, spell)
        ]
        spells.sort(key=lambda spell: (caster_seat(position, spell), spell.caster))
        position.then(*(MentalAttack(spell.caster, spell.person) for spell in spells))


class MentalAttack(Automatic, frozen=True, tag=True):
    """The caster takes a wound just before the duel; if caster or target is dead by then there is none, nor if one of
    them is in the power of the other's side (19.4/08).
    """

    caster: int
    target: int
    title = "Mental Attack"
    clause = "albion/19.4/08"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Wound the caster and push the duel."""
        if position.at[self.caster] < 0 or position.at[self.target] < 0:
            return
        if position.side[self.caster] == position.side[self.target]:
            return
        if not wound(position, self.caster, 1, log, how="spell"):
            duel(position, self.caster, self.target, log, form="duel", fight=None)
