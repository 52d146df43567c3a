"""Elric judged: each step has a way to play it, and a position is worth what is held, owned and at hand."""

from __future__ import annotations

from functools import partial

from tanelorn.bots.judgement.elric import fighting, hands, marching, seeking
from tanelorn.bots.judgement.elric.rollouts import think
from tanelorn.bots.judgement.elric.style import PLAIN, Style
from tanelorn.bots.judgement.elric.worth import prospects
from tanelorn.bots.judgement.policies import Policy, PolicyJudgement, by_policy
from tanelorn.core.choices import Choice
from tanelorn.core.play.table import Table

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


def best(table: Table, seat: int, style: Style = PLAIN) -> Choice:
    """Return the act that the policy of the step at hand is for."""
    return by_policy(POLICIES, table, seat, style)


JUDGEMENT = PolicyJudgement(best, prospects, partial(think, best=best))
