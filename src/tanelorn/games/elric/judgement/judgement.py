"""Elric judged: each step has a way to play it, and a position is worth what is held, owned and at hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tanelorn.bots.judgement.judgement import Slips
from tanelorn.bots.judgement.policies import Policy, PolicyJudgement, by_policy
from tanelorn.core.choices import Choice
from tanelorn.core.play.table import Table
from tanelorn.games.elric.combat.after_battle import WhoDraws
from tanelorn.games.elric.combat.declaring import Attacks
from tanelorn.games.elric.combat.eaters import ChooseVictim
from tanelorn.games.elric.combat.ports import Match
from tanelorn.games.elric.combat.retreat import WhereTo
from tanelorn.games.elric.combat.withholding import WithholdUnits
from tanelorn.games.elric.hands import TooMany, Unstable
from tanelorn.games.elric.judgement import fighting, hands, marching, seeking
from tanelorn.games.elric.judgement.rollouts import think
from tanelorn.games.elric.judgement.style import PLAIN, Style
from tanelorn.games.elric.judgement.worth import prospects
from tanelorn.games.elric.losses.casualties import GiveUp
from tanelorn.games.elric.losses.escape_rolls import HelpEscape, LastHelp
from tanelorn.games.elric.losses.refuge import ChooseRefuge
from tanelorn.games.elric.magic.casting import Laying
from tanelorn.games.elric.magic.magic_step import MagicActs
from tanelorn.games.elric.melniboneans.stealing_elric import WayHome
from tanelorn.games.elric.movement.magical_flight import Flight
from tanelorn.games.elric.movement.movement_step import Moves
from tanelorn.games.elric.muster.muster_step import ChooseMuster
from tanelorn.games.elric.muster.setting_up import Harbour
from tanelorn.games.elric.replacements import Replacing, Replenish
from tanelorn.games.elric.search import Searching
from tanelorn.games.elric.sequence.setup import ChooseLot
from tanelorn.games.elric.state.position import ElricPosition

POLICIES: dict[type[object], Policy[ElricPosition, Style]] = {
    Moves: marching.move,
    Flight: marching.fly,
    Attacks: seeking.declare,
    Searching: seeking.search,
    Laying: fighting.lay,
    WithholdUnits: fighting.withhold,
    GiveUp: fighting.give_up,
    WhereTo: fighting.retreat,
    ChooseRefuge: fighting.retreat,
    WayHome: fighting.retreat,
    Match: fighting.match,
    HelpEscape: fighting.escape,
    LastHelp: fighting.last_help,
    ChooseVictim: fighting.victim,
    ChooseMuster: hands.muster,
    MagicActs: hands.magic,
    TooMany: hands.discard,
    Unstable: hands.law_or_chaos,
    WhoDraws: hands.who_draws,
    Replacing: hands.replace,
    Replenish: hands.replace,
    Harbour: hands.harbour,
    ChooseLot: hands.choose_lot,
}
"""How steps are played; every other step is left to its default."""


def best(table: Table, seat: int, style: Style = PLAIN) -> Choice:
    """Return the act that the policy of the step at hand is for."""
    return by_policy(POLICIES.get(type(table.step)), table, seat, style)


def judgement(leans: Mapping[str, float]) -> PolicyJudgement[ElricPosition]:
    """Return the judgement of a bot that leans so."""
    return PolicyJudgement(
        partial(best, style=PLAIN.leaning(leans)),
        prospects,
        partial(think, best=best, leans=leans),
        slips=Slips(novice=0.4, easy=0.15),
        leaning=judgement,
    )


JUDGEMENT = judgement({})
