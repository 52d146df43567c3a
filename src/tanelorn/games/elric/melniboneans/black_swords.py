"""The black swords (elric/12.1.4, 12.1.5, 13.3, 16.8/mournblade): whom Stormbringer and Mournblade slay."""

from __future__ import annotations

from tanelorn.core.chance import Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.elric.state.consequences import Slain
from tanelorn.games.elric.state.position import OUT, ElricPosition
from tanelorn.games.elric.state.words import name

SLAYS = 5
"""From this die on the sword slays (12.1.4a, 12.1.5a)."""


def wielder(position: ElricPosition) -> int:
    """Return who wields Mournblade, -1 if nobody does; Elric may carry it but fights with Stormbringer
    (16.8/mournblade).
    """
    world = position.world
    unit = position.bearer.get(world.mournblade, -1)
    if unit < 0 or unit == world.elric or not world.melnibonean[unit] or position.owner[unit] == OUT:
        return -1
    return unit


def at_risk(position: ElricPosition, blade: int) -> int:
    """Return whom a sword would slay: for Stormbringer Elric's controller, for Mournblade its wielder;
    -1 for nobody.
    """
    if blade == position.world.elric:
        return position.elric_with
    return blade if blade == wielder(position) else -1


class BladeRoll(Automatic, frozen=True, tag=True):
    """A sword was used in a battle of this step: `unit` is Elric or the wielder of Mournblade (12.1.4a)."""

    unit: int
    title = "The black sword"
    clause = "elric/12.1.4a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Roll, if there is still somebody for it to slay (12.1.2e)."""
        if at_risk(position, self.unit) >= 0:
            position.then(BladeDie(self.unit))


class BladeDie(Chances, frozen=True, tag=True):
    """The die for a sword that was used: on 5 or 6 it slays (12.1.4a)."""

    unit: int
    title = "The black sword"
    clause = "elric/12.1.4a"

    def ask(self, position: ElricPosition) -> Roll:
        """One die."""
        blade = "Stormbringer" if self.unit == position.world.elric else "Mournblade"
        return Roll(1, 6, f"whether {blade} slays {name(position.world, at_risk(position, self.unit))}")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Slay, or not."""
        if outcome[0] >= SLAYS:
            slay(position, (self.unit,), outcome, log)
        elif log:
            blade = "Stormbringer" if self.unit == position.world.elric else "Mournblade"
            log.say(f"**{blade}** is content.", clause=self.clause, dice=outcome)


def nightmare(position: ElricPosition, log: Log) -> None:
    """Give Elric a nightmare: one roll for both swords, if either has somebody to slay (12.1.5a, 12.1.5b,
    16.4/elric-nightmare).
    """
    if position.elric_with >= 0 or wielder(position) >= 0:
        position.then(NightmareDie())
    elif log:
        log.say("Elric dreams, and nobody is near whom a black sword could slay.", clause="elric/12.1.5a")


class NightmareDie(Chances, frozen=True, tag=True):
    """The die for a nightmare: on 5 or 6 both swords slay (12.1.5a)."""

    title = "A nightmare"
    clause = "elric/12.1.5a"

    def ask(self, position: ElricPosition) -> Roll:
        """One die."""
        return Roll(1, 6, "Elric’s nightmare")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Slay, or not."""
        if outcome[0] >= SLAYS:
            slay(position, (position.world.elric, wielder(position)), outcome, log)
        elif log:
            log.say("Elric wakes from his nightmare.", clause=self.clause, dice=outcome)


def slay(position: ElricPosition, blades: tuple[int, ...], dice: tuple[int, ...], log: Log) -> None:
    """Let swords slay: Stormbringer Elric's controller; Mournblade its wielder, leaving play with them. There is no
    heroic escape (12.1.4a, 12.1.4b, 12.1.5a, 12.1.5b, 13.3).
    """
    world = position.world
    controller = position.elric_with if world.elric in blades else -1
    holder = wielder(position) if wielder(position) in blades else -1
    victims = tuple(victim for victim in dict.fromkeys((controller, holder)) if victim >= 0)
    for victim in victims:
        if log:
            blade = "Stormbringer" if victim == controller else "Mournblade"
            log.say(f"**{blade}** slays **{name(world, victim)}**!", clause="elric/12.1.4a", dice=dice)
    if holder >= 0:
        del position.bearer[world.mournblade]
    if victims:
        position.then(Slain(victims, elric_vanishes=controller >= 0))
