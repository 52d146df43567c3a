"""Elric judged: each step has a way to play it, and a position is worth what is held, owned and at hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from tanelorn.bots.judgement.elric import fighting, hands, marching, seeking
from tanelorn.bots.judgement.elric.hands import Policy
from tanelorn.bots.judgement.elric.rollouts import think
from tanelorn.bots.judgement.elric.temper import PLAIN, Temper
from tanelorn.bots.judgement.elric.worth import prospects
from tanelorn.bots.judgement.judgement import Prospects
from tanelorn.core.choices import Choice
from tanelorn.core.decision import Decision
from tanelorn.core.table import Table
from tanelorn.games.elric.acts import Act

POLICIES: dict[str, Policy] = {
    "Moves": marching.move,
    "Flight": marching.fly,
    "Attacks": seeking.declare,
    "Searching": seeking.search,
    "Laying": fighting.lay,
    "WithholdUnits": fighting.withhold,
    "GiveUp": fighting.give_up,
    "WhereTo": fighting.retreat,
    "ChooseRefuge": fighting.retreat,
    "WayHome": fighting.retreat,
    "Match": fighting.match,
    "HelpEscape": fighting.escape,
    "LastHelp": fighting.last_help,
    "ChooseVictim": fighting.victim,
    "ChooseMuster": hands.muster,
    "MagicActs": hands.magic,
    "TooMany": hands.discard,
    "Unstable": hands.law_or_chaos,
    "WhoDraws": hands.who_draws,
    "Replacing": hands.replace,
    "Replenish": hands.replace,
    "Harbour": hands.harbour,
    "ChooseLot": hands.choose_lot,
}
"""How steps are played; every other step is left to its default."""


def best(table: Table, seat: int, temper: Temper = PLAIN) -> Act:
    """Return the act that the policy of the step at hand is for."""
    choices = table.choices(seat)
    acts: Sequence[Act] = tuple(choices)
    if len(acts) == 1:
        return acts[0]
    policy = POLICIES.get(type(table.step).__name__)
    if policy is None:
        default = choices.default()
        return default if default is not None else acts[0]
    return policy(table.position, seat, acts, temper)


class ElricJudgement:
    """Plays by the policies."""

    slack = 0.0

    def prospects(self, table: Table, rng: Random) -> Prospects:
        """Return what each seat may expect."""
        return prospects(table.position)

    def candidates(self, decision: Decision, rng: Random, most: int) -> list[Choice]:
        """Return the policy's act: it is the result of a comparison already."""
        return [best(decision.table, decision.seat)]

    def assumed(self, decision: Decision, rng: Random) -> Choice:
        """Others play by the same policy."""
        return best(decision.table, decision.seat)

    def forecast(self, table: Table, options: Mapping[int, Sequence[Choice]]) -> Sequence[Prospects] | None:
        """Return None: nothing is known faster than by playing."""
        return None

    def think(self, worlds: Sequence[Table], seat: int, rng: Random, goes_on: Callable[[int], bool]) -> Choice:
        """Compare a few ways to go on by playing them out."""
        return think(worlds, seat, rng, goes_on, best)


JUDGEMENT = ElricJudgement()
