"""Dangerous waters (elric/7.5.1, 7.5.4, 16.8/chaos-ship): dice for the Boiling Sea, the Serpents Teeth and the Chaos
Ship's deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import prod

from tanelorn.core.chance import Roll
from tanelorn.core.log import Log
from tanelorn.core.odds import Odds, Share
from tanelorn.core.steps import Automatic, Chances, Step
from tanelorn.games.elric.equipment.counters import PERSON
from tanelorn.games.elric.losses.escape_rolls import SURE, Attempt, Verdict, can_help, escapes
from tanelorn.games.elric.losses.escapes import sink
from tanelorn.games.elric.losses.leaving_play import lose
from tanelorn.games.elric.movement.groups import ABOARD, ASHORE, SAILING, Party
from tanelorn.games.elric.state.position import DONE, ElricPosition
from tanelorn.games.elric.state.words import name

BOILING, TEETH, SHIP = "elric/7.5.1a", "elric/7.5.4", "elric/16.8/chaos-ship"
WHAT = {BOILING: "the Boiling Sea", TEETH: "the Serpents Teeth", SHIP: "leaving the Chaos Ship"}
"""What is passed, by the clause that asks for the die."""


def rolls_between(position: ElricPosition, party: Party, frm: int, to: int) -> tuple[list[Step], list[Step]]:
    """Return the rolls due before a group leaves an area for the next, and those due once it has entered.

    The Boiling Sea and the Serpents Teeth alone ask for them (3.1g). Landing from the Boiling Sea needs none, and
    setting out from Ashaneloon is not an entry (7.5.1a).
    """
    world = position.world
    before: list[Step] = []
    after: list[Step] = []
    if frm == world.boiling and to in world.seas:
        before = rolls(position, party, BOILING)
    if to == world.boiling and frm != world.ashaneloon:
        after = rolls(position, party, BOILING)
    elif to == world.teeth and party.manner == SAILING:
        after = rolls(position, party, TEETH)
    return before, after


def rolls(position: ElricPosition, party: Party, clause: str) -> list[Step]:
    """Return one roll for each fleet, covering all it carries, or for each unit that goes alone (7.5.1a)."""
    world = position.world
    if party.manner == SAILING:
        return [FleetPasses(fleet, clause) for fleet in party.units if world.value[fleet] < SURE]
    return personal_rolls(position, party.movers, clause)


def personal_rolls(position: ElricPosition, units: list[int], clause: str) -> list[Step]:
    """Return the rolls of personalities; bracketed ones share the fate of the strongest with them (10.8d)."""
    world = position.world
    people = [unit for unit in units if world.kind[unit] == PERSON]
    fighters = [unit for unit in people if not world.influence[unit]]
    best = max((world.value[unit] for unit in fighters), default=0)
    strongest = tuple(unit for unit in fighters if world.value[unit] == best)
    found: list[Step] = []
    for unit in fighters:
        if world.value[unit] < SURE:
            found += [Attempt(unit, world.value[unit], WHAT[clause]), Passed(unit=unit, reason=clause)]
    return found + [Follows(unit, strongest, clause) for unit in people if world.influence[unit]]


def passage_ahead(position: ElricPosition, party: Party, areas: Sequence[int]) -> Odds | None:
    """Return whether all of a group pass what is dangerous on a way, whose areas begin with their own; None if nothing
    is.
    """
    steps = deck_rolls(position, party)
    for frm, to in pairwise(areas):
        for due in rolls_between(position, party, frm, to):
            steps += due
    values = [position.world.value[step.fleet] for step in steps if isinstance(step, FleetPasses)]
    values += [step.value for step in steps if isinstance(step, Attempt)]
    if not values:
        return None
    of, ways = 6 ** len(values), prod(sum(escapes(value, die) for die in range(1, 7)) for value in values)
    one = len(values) == 1
    passes = Share("passes" if one else "all pass", ways, party.seat)
    lost = Share("is lost" if one else "somebody is lost", of - ways)
    may_help = any(isinstance(step, Attempt) and can_help(position, step.unit) for step in steps)
    assumed = "Nobody throws a spell to escape" if may_help else ""
    return Odds(of, tuple(share for share in (passes, lost) if share.ways), assumed)


def deck_rolls(position: ElricPosition, party: Party) -> list[Step]:
    """Return the rolls of those in a group who leave the Chaos Ship (16.8/chaos-ship)."""
    world = position.world
    if party.manner not in (ABOARD, ASHORE):
        return []
    units = [unit for unit in party.movers if position.ship[unit] == world.chaos_ship]
    return personal_rolls(position, units, SHIP) if units else []


class Passed(Verdict, frozen=True, tag=True, kw_only=True):
    """Whoever has rolled passes or is lost, with no further escape (7.5.1a)."""

    reason: str
    title = "Heroic escape"
    clause = "elric/7.5.1a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Let the personality pass, or take it out of play."""
        self.spend(position)
        if not self.saved:
            _drown(position, self.unit, self.reason, log)


def _drown(position: ElricPosition, unit: int, clause: str, log: Log) -> None:
    if log:
        log.say(f"**{name(position.world, unit)}** does not survive {WHAT[clause]}.", clause=clause)
    lose(position, unit, log)


class Follows(Automatic, frozen=True, tag=True):
    """A bracketed personality passes with its strongest companion, or not at all (10.8d)."""

    unit: int
    companions: tuple[int, ...]
    reason: str
    title = "Heroic escape"
    clause = "elric/10.8d"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Check that a companion is still there."""
        unit, area = self.unit, position.area[self.unit]
        if area < 0 or position.owner[unit] < 0:
            return
        if not any(position.area[other] == area for other in self.companions):
            _drown(position, unit, self.reason, log)


class FleetPasses(Chances, frozen=True, tag=True):
    """A fleet passes on a die no higher than its value. Otherwise it sinks with its armies, and each personality aboard
    must escape (7.5.1a, 7.5.1b, 7.5.4).
    """

    fleet: int
    reason: str
    title = "A dangerous sea"
    clause = "elric/7.5.1b"

    def ask(self, position: ElricPosition) -> Roll:
        """One die."""
        return Roll(1, 6, f"{name(position.world, self.fleet)} in {WHAT[self.reason]}")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Let it pass, or sink it."""
        world, fleet = position.world, self.fleet
        value = world.value[fleet]
        passes = outcome[0] <= value
        if log:
            log.say(
                f"**{name(world, fleet)}**, in {WHAT[self.reason]}, needs {value} or less and rolls {outcome[0]}"
                f"{'.' if passes else ': it is lost.'}",
                clause=self.reason,
                seat=position.owner[fleet],
                places=(world.areas[position.area[fleet]].id,),
                dice=outcome,
            )
        if not passes:
            for unit in position.units_in(position.area[fleet]):
                if position.ship[unit] == fleet:
                    position.did[unit] |= DONE
            sink(position, fleet, log, wrecked=True)
