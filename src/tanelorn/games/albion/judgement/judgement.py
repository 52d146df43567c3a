"""Albion judged: each step has a way to play it, and a position is worth its points and what is left of both sides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tanelorn.bots.judgement.judgement import Slips
from tanelorn.bots.judgement.policies import Policy, PolicyJudgement, by_policy
from tanelorn.core.choices import Choice
from tanelorn.core.play.table import Table
from tanelorn.games.albion.combat.before_the_round import Ready
from tanelorn.games.albion.combat.challenges import Answer, Offer
from tanelorn.games.albion.combat.declaring import ChooseTerrain, Declare, DeclareMelees
from tanelorn.games.albion.combat.retreat import ChooseRetreat, SplitRetreat
from tanelorn.games.albion.combat.rounds import FightOn
from tanelorn.games.albion.enchantments.plotting import Plot
from tanelorn.games.albion.items.search import Find, Search
from tanelorn.games.albion.judgement import arranging, fighting, marching
from tanelorn.games.albion.judgement.missions import naval, quests, voyages
from tanelorn.games.albion.judgement.reckoning import calling
from tanelorn.games.albion.judgement.rollouts import think
from tanelorn.games.albion.judgement.style import BASE, PLAIN, Style
from tanelorn.games.albion.judgement.worth import prospects
from tanelorn.games.albion.movement.forced_march import Marches
from tanelorn.games.albion.movement.moves import Moves
from tanelorn.games.albion.movement.reaction import React
from tanelorn.games.albion.movement.rearranging.arranging import Arrange
from tanelorn.games.albion.movement.teleporting.teleport import Teleport
from tanelorn.games.albion.movement.teleporting.teleport_destinations import Arrivals
from tanelorn.games.albion.recovery.expedition import PlaceExpedition
from tanelorn.games.albion.recovery.refits import PlaceRefits
from tanelorn.games.albion.scenarios.initial_stacking import OrderStacks
from tanelorn.games.albion.state.position import AlbionPosition

POLICIES: dict[type[object], Policy[AlbionPosition, Style]] = {
    OrderStacks: arranging.set_up,
    Arrange: arranging.arrange,
    Moves: arranging.move,
    Marches: marching.move,
    React: arranging.move,
    PlaceExpedition: voyages.arrive,
    PlaceRefits: naval.refit,
    Search: marching.search,
    Teleport: marching.teleport,
    Arrivals: marching.arrive,
    Find: quests.finder,
    Declare: fighting.declare,
    DeclareMelees: fighting.melee,
    Ready: arranging.prepare,
    FightOn: fighting.fight_on,
    Offer: fighting.offer,
    Answer: fighting.answer,
    ChooseTerrain: fighting.terrain,
    ChooseRetreat: fighting.retreat,
    SplitRetreat: fighting.retreat,
}
"""How steps are played; every other step is left to its default."""


def best(table: Table, seat: int, style: Style = PLAIN) -> Choice:
    """Return the choice that the policy of the step at hand is for."""
    if isinstance(table.step, Plot):
        return calling.plot(table.position, seat, style)
    return by_policy(POLICIES.get(type(table.step)), table, seat, style)


def judgement(leans: Mapping[str, float]) -> PolicyJudgement[AlbionPosition]:
    """Return the judgement of a bot that leans so."""
    return PolicyJudgement(
        partial(best, style=PLAIN.leaning(leans)),
        prospects,
        partial(think, best=best, base=BASE.leaning(leans)),
        slips=Slips(novice=0.85, easy=0.6),
        leaning=judgement,
    )


JUDGEMENT = judgement({})
