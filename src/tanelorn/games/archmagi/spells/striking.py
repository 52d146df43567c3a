"""What spells do to single units in a battle: control, paralyse, charm, destroy, drive out (archmagi/spell-rule.8, .9,
.20).
"""

from __future__ import annotations

import msgspec

from tanelorn.core.chance import Ask, Draw, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic, Chances
from tanelorn.games.archmagi.artifacts.death import LostOrLeft, kill
from tanelorn.games.archmagi.artifacts.immunity import protected
from tanelorn.games.archmagi.battle.control import take_control
from tanelorn.games.archmagi.battle.paralysis import hold
from tanelorn.games.archmagi.battle.saving import Doomed
from tanelorn.games.archmagi.battle.swaps import leave_battle
from tanelorn.games.archmagi.casting.rerolls import Throw, ask_for_rerolls
from tanelorn.games.archmagi.casting.responses import Shielded, reachable
from tanelorn.games.archmagi.recruit.units import CheckSurplus
from tanelorn.games.archmagi.state.barriers import ways_out
from tanelorn.games.archmagi.state.carrying import drop
from tanelorn.games.archmagi.state.content import BIT, KINDS, SPELL, SPELLS
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.numbers import Unit, Units
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.removal import chit_back, take_own_shape
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.state.traits import ARCHMAGUS, SITE, is_created, is_immune, traits
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import HEX, ITEM, SEAT_NAMES, ways_out_of
from tanelorn.games.archmagi.words.telling import say_of_units
from tanelorn.games.archmagi.words.verbs import Args, Slot, Way, clicked


def control(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit changes sides for good (control.1)."""
    for unit in reachable(position, made, shielded):
        take_control(position, unit, made.seat, log)
    return False


def paralyze(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit is paralysed for so many battle rounds (spell-rule.8, paralyze.3)."""

    for unit in reachable(position, made, shielded):
        rounds = SPELLS[made.spell].row.paralyze
        if rounds == "d6":
            position.then(WebRoll(made.hex, unit))
        else:
            hold(position, unit, int(rounds))
    return False


class WebRoll(Chances, frozen=True, tag=True):
    """How many battle rounds a Web holds."""

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
    """An artifact is destroyed."""
    for unit in reachable(position, made, shielded):
        if made.artifact in position.gear[unit]:
            drop(position, unit, made.artifact)
            position.artifact_back(made.artifact)
            if log:
                log.say(f"The {ITEM.text(made.artifact)} is destroyed.", clause="archmagi/spell/disenchant")
    return False


def darkness(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The battle ends at once."""
    if position.battle is not None:
        position.battle.over = True
    return False
