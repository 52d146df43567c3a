"""Spells that take units out of their owner's hands: control, Charm, paralysis and the Web (archmagi/control.1,
spell-rule.8, .20).
"""

from __future__ import annotations

import msgspec

from tanelorn.core.chance import Ask, Draw, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.archmagi.artifacts.immunity import protected
from tanelorn.games.archmagi.battle.control import take_control
from tanelorn.games.archmagi.battle.paralysis import hold
from tanelorn.games.archmagi.casting.rerolls import Throw, ask_for_rerolls
from tanelorn.games.archmagi.casting.responses import Shielded, reachable
from tanelorn.games.archmagi.state.abilities import ARCHMAGUS, SITE, is_created, is_immune, traits
from tanelorn.games.archmagi.state.content import SPELLS
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.numbers import Unit, Units
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES
from tanelorn.games.archmagi.words.telling import say_of_units


def control(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit changes sides for good (control.1, spell/control-animals, spell/control-dragon, spell/control-undead)."""
    for unit in reachable(position, made, shielded):
        take_control(position, unit, made.seat, log)
    return False


def paralyze(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit is paralysed for so many battle rounds (spell-rule.8, paralyze.3, spell/sleep, spell/turn-to-stone,
    spell/web).
    """
    for unit in reachable(position, made, shielded):
        rounds = SPELLS[made.spell].row.paralyze
        if rounds == "d6":
            position.then(WebRoll(made.hex, unit))
        else:
            hold(position, unit, int(rounds))
    return False


class WebRoll(Chances, frozen=True, tag=True):
    """How many battle rounds a Web holds (spell/web)."""

    at: int
    unit: Unit
    title = "Spell"
    clause = "archmagi/spell/web"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One die."""
        return Roll(1, 6, "how long the Web holds")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Open the window for rerolls before the die counts."""
        if log:
            log.say("The Web rolls for its time.", clause=self.clause, dice=outcome)
        ask_for_rerolls(position, Throw("web", outcome, self.at), WebSet(self.unit))


class WebSet(Automatic, frozen=True, tag=True):
    """The die is final."""

    unit: Unit
    dice: tuple[int, ...] = ()
    title = "Spell"
    clause = "archmagi/spell/web"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Paralyse the unit."""
        hold(position, self.unit, self.dice[0])


def charm(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A random unit of the opponent fights for the caster (spell/charm)."""

    if position.battle is not None and made.seat in position.battle.seats and charmable(position, made.seat):
        position.then(CharmLot(made))
    return False


def charmable(position: ArchmagiPosition, seat: int) -> list[int]:
    """Return the units that Charm may pick, hidden ones included: in a stack of more than one, no archmagus, Site,
    created or immune unit.
    """
    battle = position.battle
    assert battle is not None
    foe = battle.seats[1 - battle.side(seat)]
    stack = position.stack(battle.hex, foe)
    if len(stack) < 2:
        return []
    return [
        unit
        for unit in stack
        if not traits(position, unit) & (ARCHMAGUS | SITE)
        and not is_created(position, unit)
        and not is_immune(position, unit)
        and unit not in battle.borrowed
    ]


class CharmLot(Chances, frozen=True, tag=True):
    """Which unit is charmed: all candidates have an equal chance (spell-rule.20)."""

    made: Spellcast
    title = "Spell"
    clause = "archmagi/spell/charm"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One of them."""
        return Draw(1, len(charmable(position, self.made.seat)), "who is charmed")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Show it; its owner may reveal a protection (artifact-rule.14)."""
        unit = charmable(position, self.made.seat)[outcome[0]]
        show(position, unit)
        made = msgspec.structs.replace(self.made, units=(unit,))
        position.then(*protected(position, made), CharmTakes(made))


class CharmTakes(Automatic, frozen=True, tag=True):
    """The unit takes the place of the caster's combatant at once, if nothing protects it."""

    made: Spellcast
    shielded: Units = ()
    title = "Spell"
    clause = "archmagi/spell/charm"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Let it fight for the other side."""
        battle, seat, unit = position.battle, self.made.seat, self.made.units[0]
        assert battle is not None
        if unit in self.shielded:
            return
        side = battle.side(seat)
        battle.fighters = [-1 if fighter == unit else fighter for fighter in battle.fighters]
        battle.borrowed.append(unit)
        if battle.attacks[side] < 0:
            battle.fighters[side] = unit
        what = f"fights for **{SEAT_NAMES[seat]}**."
        say_of_units(log, position, f"{{}} {what}", unit, otherwise=f"A unit {what}", clause=self.clause, seat=seat)
