"""Dice and lots that single spells call for: how long, who, how many.

A die of a duration or of a number lies in the hex of the spell's caster, `at` (spell-rule.13).
"""

from __future__ import annotations

import msgspec

from tanelorn.core.chance import Ask, Draw, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.archmagi.casting.rerolls import Throw, ask_for_rerolls
from tanelorn.games.archmagi.state.content import SPELLS
from tanelorn.games.archmagi.state.markers import ROUNDS, Lasting, Spellcast
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.traits import ARCHMAGUS, SITE, is_created, is_immune, traits
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES
from tanelorn.games.archmagi.words.telling import tell


class RoundsRoll(Chances, frozen=True, tag=True):
    """How many Rounds a Blight or an Invisible Stalker lasts; thrown when the spell takes effect (term.9)."""

    spell: int
    at: int
    hex: int = -1
    unit: int = -1
    title = "Spell"
    clause = "archmagi/term.9"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One die."""
        return Roll(1, 6, f"how long {SPELLS[self.spell].name} lasts")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Let the die be answered before it counts."""
        if log:
            log.say(f"{SPELLS[self.spell].name} rolls for its time.", clause=self.clause, dice=outcome)
        ask_for_rerolls(position, Throw("duration", outcome, self.at), RoundsSet(self.spell, self.hex, self.unit))


class RoundsSet(Automatic, frozen=True, tag=True):
    """The die has been thrown for good."""

    spell: int
    hex: int
    unit: int
    dice: tuple[int, ...] = ()
    title = "Spell"
    clause = "archmagi/term.9"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Let it last so long, counted on the active player's turns."""
        effect = Lasting(self.spell, ROUNDS, unit=self.unit, hex=self.hex, left=self.dice[0], clock=position.active)
        position.lasting = [*position.lasting, effect]


class WebRoll(Chances, frozen=True, tag=True):
    """How many battle rounds a Web holds."""

    at: int
    unit: int
    title = "Spell"
    clause = "archmagi/spell/web"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One die."""
        return Roll(1, 6, "how long the Web holds")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Let the die be answered before it counts."""
        if log:
            log.say("The Web rolls for its time.", clause=self.clause, dice=outcome)
        ask_for_rerolls(position, Throw("web", outcome, self.at), WebSet(self.unit))


class WebSet(Automatic, frozen=True, tag=True):
    """The die has been thrown for good."""

    unit: int
    dice: tuple[int, ...] = ()
    title = "Spell"
    clause = "archmagi/spell/web"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Paralyse the unit."""
        from tanelorn.games.archmagi.spells.striking import hold

        hold(position, self.unit, self.dice[0])


def charmable(position: ArchmagiPosition, seat: int) -> list[int]:
    """Return the units that Charm may pick: of a stack of more than one, no archmagus, Site, created or immune one,
    hidden ones too.
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
    """Which unit is charmed: all that can be have equal chance (spell-rule.20)."""

    made: Spellcast
    title = "Spell"
    clause = "archmagi/spell/charm"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One of them."""
        return Draw(1, len(charmable(position, self.made.seat)), "who is charmed")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Show it; its owner may reveal a protection (artifact-rule.14)."""
        from tanelorn.games.archmagi.artifacts.immunity import protected
        from tanelorn.games.archmagi.state.sightings import show

        unit = charmable(position, self.made.seat)[outcome[0]]
        show(position, unit)
        made = msgspec.structs.replace(self.made, units=(unit,))
        position.then(*protected(position, made), CharmTakes(made))


class CharmTakes(Automatic, frozen=True, tag=True):
    """The unit takes the place of the caster's combatant at once, if nothing protects it."""

    made: Spellcast
    shielded: tuple[int, ...] = ()
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
        tell(log, position, f"{{}} {what}", unit, otherwise=f"A unit {what}", clause=self.clause, seat=seat)


class VortexRoll(Chances, frozen=True, tag=True):
    """One die a player (spell/vortex)."""

    at: int
    order: tuple[int, ...]
    title = "Spell"
    clause = "archmagi/spell/vortex"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One die each."""
        return Roll(len(self.order), 6, "how many spells the Vortex takes")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Let the dice be answered before they count."""
        if log:
            log.say("The Vortex rolls for every player.", clause=self.clause, dice=outcome)
        ask_for_rerolls(position, Throw("vortex", outcome, self.at), VortexTakes(self.order))


class VortexTakes(Automatic, frozen=True, tag=True):
    """The dice have been thrown for good."""

    order: tuple[int, ...]
    dice: tuple[int, ...] = ()
    title = "Spell"
    clause = "archmagi/spell/vortex"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Each chooses his discards, all at the same time."""
        from tanelorn.games.archmagi.recruit.spells import DiscardSpells

        if log:
            said = ", ".join(f"**{SEAT_NAMES[s]}** {die}" for s, die in zip(self.order, self.dice, strict=True))
            log.say(f"The Vortex takes: {said}.", clause=self.clause)
        due = [0] * len(position.magi)
        for seat, die in zip(self.order, self.dice, strict=True):
            due[seat] = min(die, len(position.spells[seat]))
        if any(due):
            position.then(DiscardSpells(tuple(due)))
