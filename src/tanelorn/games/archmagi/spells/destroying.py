"""Spells that destroy or drive out: units (Turn Undead, Fear, Banish), an artifact, the battle itself, and hands, which
the Vortex empties (archmagi/spell/*, spell-rule.9).
"""

from __future__ import annotations

from tanelorn.core.chance import Ask, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic, Chances
from tanelorn.games.archmagi.artifacts.death import LostOrLeft, kill
from tanelorn.games.archmagi.battle.retreat import leave_battle
from tanelorn.games.archmagi.battle.saving import Doomed
from tanelorn.games.archmagi.casting.rerolls import Throw, ask_for_rerolls
from tanelorn.games.archmagi.casting.responses import Shielded, reachable
from tanelorn.games.archmagi.recruit.spells import DiscardSpells
from tanelorn.games.archmagi.recruit.units import CheckSurplus
from tanelorn.games.archmagi.state.abilities import is_created, traits
from tanelorn.games.archmagi.state.barriers import ways_out
from tanelorn.games.archmagi.state.carrying import drop
from tanelorn.games.archmagi.state.content import BIT, KINDS, SPELL
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.numbers import Unit
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.removal import chit_back, take_own_shape
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import HEX, ITEM, SEAT_NAMES, ways_out_of
from tanelorn.games.archmagi.words.telling import say_of_units
from tanelorn.games.archmagi.words.verbs import Args, Slot, Way, clicked


def destroy(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit is destroyed without a roll; a Martyr may step in, Regenerate does not help (spell/turn-undead)."""
    position.then(*(Doomed(unit, "destroyed") for unit in reachable(position, made, shielded)))
    return False


def fear(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit must vanish or is destroyed; the owner chooses the hex (spell/fear)."""
    battle = position.battle
    for unit in reachable(position, made, shielded):
        held = battle is not None and battle.is_held(unit)
        can_go = not held and not traits(position, unit) & BIT["site"] and ways_out(position, unit)
        position.then(Flee(unit) if can_go else Doomed(unit, "destroyed"))
    return False


def _refuges(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    step = position.agenda[-1]
    return [position.land.codes[hex] for hex in ways_out(position, step.unit)]


def _ways(position: ArchmagiPosition, seat: int, args: Args) -> dict[int, Way]:
    return ways_out_of(position, position.hexes[position.agenda[-1].unit], _refuges(position, seat, args))


FLEE = clicked(
    "flee to",
    "Flee",
    Slot("", HEX, "Where does it flee to?", _refuges, "archmagi/spell/fear", _ways),
    clause="archmagi/spell/fear",
)


class Flee(Asks, frozen=True, tag=True):
    """A unit in fear vanishes into a neighbouring hex; its owner chooses which."""

    unit: Unit
    title = "Fear"
    clause = "archmagi/spell/fear"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The owner."""
        return (position.owners[self.unit],)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Each way out."""
        ways = _refuges(position, seat, ())
        prompt = f"**{KINDS[position.kinds[self.unit]].name}** flees: where to?"
        return Acts(position, seat, (FLEE,), prompt, Act("flee to", (ways[0],)))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Leave the battle."""
        where = f"{choice.args[0]:04d}"
        otherwise = f"A unit flees to {where}."
        say_of_units(
            log,
            position,
            f"{{}} flees to {where}.",
            self.unit,
            otherwise=otherwise,
            clause=self.clause,
            seat=seat,
            places=(where,),
        )
        leave_battle(position, self.unit, position.land.index[choice.args[0]])


def banish(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit returns to its controller's reserve (spell/banish)."""

    for unit in reachable(position, made, shielded):
        send_back(position, unit, log)
    return False


def send_back(position: ArchmagiPosition, unit: int, log: Log) -> None:
    """Return a unit to its controller's reserve; a created or added one is destroyed (spell/banish)."""
    seat, hex, battle = position.owners[unit], position.hexes[unit], position.battle
    if is_created(position, unit) or (battle is not None and unit in battle.added):
        kill(position, unit, log, "is banished", clause="archmagi/spell/banish")
        return
    if position.shapes[unit] >= 0:
        take_own_shape(position, unit)
    for effect in position.lasting:
        if effect.unit == unit and effect.source == SPELL["curse"]:
            position.spell_back(effect.source)
    kind, gear = position.kinds[unit], position.gear[unit]
    familiars = [
        other for other, master in enumerate(position.masters) if master == unit and position.owners[other] == seat
    ]
    position.remove(unit)
    for other in familiars:
        if is_created(position, other) and KINDS[position.kinds[other]].spell == "familiar":
            chit_back(position, other)
            position.remove(other)
    position.reserve[seat] = sorted((*position.reserve[seat], kind))
    if log:
        name = KINDS[kind].name
        log.say(f"{name} goes back to **{SEAT_NAMES[seat]}**’s reserve.", clause="archmagi/spell/banish", seat=seat)
    position.then(*(LostOrLeft(artifact, seat, hex) for artifact in gear), CheckSurplus(seat))


def disenchant(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """An artifact is destroyed (spell/disenchant)."""
    for unit in reachable(position, made, shielded):
        if made.artifact in position.gear[unit]:
            drop(position, unit, made.artifact)
            position.artifact_back(made.artifact)
            if log:
                log.say(f"The {ITEM.text(made.artifact)} is destroyed.", clause="archmagi/spell/disenchant")
    return False


def darkness(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The battle ends at once (spell/darkness)."""
    if position.battle is not None:
        position.battle.over = True
    return False


def vortex(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Every player discards as many spells as a die says, each by their own choice (spell/vortex)."""

    position.then(VortexRoll(made.hex, tuple(position.clockwise(position.active - 1))))
    return False


class VortexRoll(Chances, frozen=True, tag=True):
    """One die for each player (spell/vortex)."""

    at: int
    order: tuple[int, ...]
    title = "Spell"
    clause = "archmagi/spell/vortex"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One die each."""
        return Roll(len(self.order), 6, "how many spells the Vortex takes")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Open the window for rerolls before the dice count."""
        if log:
            log.say("The Vortex rolls for every player.", clause=self.clause, dice=outcome)
        ask_for_rerolls(position, Throw("vortex", outcome, self.at), VortexTakes(self.order))


class VortexTakes(Automatic, frozen=True, tag=True):
    """The dice are final."""

    order: tuple[int, ...]
    dice: tuple[int, ...] = ()
    title = "Spell"
    clause = "archmagi/spell/vortex"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Let each player choose what to discard, all at the same time."""
        if log:
            said = ", ".join(f"**{SEAT_NAMES[s]}** {die}" for s, die in zip(self.order, self.dice, strict=True))
            log.say(f"The Vortex takes: {said}.", clause=self.clause)
        due = [0] * len(position.magi)
        for seat, die in zip(self.order, self.dice, strict=True):
            due[seat] = min(die, len(position.spells[seat]))
        if any(due):
            position.then(DiscardSpells(tuple(due)))
