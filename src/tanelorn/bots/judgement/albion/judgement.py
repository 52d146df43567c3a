"""Albion judged: each step has a way to play it, and a position is worth its points and what is left of both sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from tanelorn.bots.judgement.albion import fighting, marching
from tanelorn.bots.judgement.albion.rollouts import think
from tanelorn.bots.judgement.albion.temper import PLAIN, Temper
from tanelorn.bots.judgement.albion.worth import prospects
from tanelorn.bots.judgement.judgement import Prospects
from tanelorn.core.acts import Act
from tanelorn.core.choices import Choice
from tanelorn.core.decision import Decision
from tanelorn.core.table import Table
from tanelorn.games.albion.position import AlbionPosition

Policy = Callable[[AlbionPosition, int, Sequence[Act], Temper], Act]

POLICIES: dict[str, Policy] = {
    "Moves": marching.move,
    "React": marching.move,
    "Declare": fighting.declare,
    "FightOn": fighting.fight_on,
    "Offer": fighting.offer,
    "Answer": fighting.answer,
    "ChooseTerrain": fighting.terrain,
    "ChooseRetreat": fighting.retreat,
    "SplitRetreat": fighting.retreat,
}
"""How steps are played; every other step is left to its default."""


def best(table: Table, seat: int, temper: Temper = PLAIN) -> Choice:
    """Return the choice that the policy of the step at hand is for."""
    choices = table.choices(seat)
    policy = POLICIES.get(type(table.step).__name__)
    if policy is None:
        default: Choice | None = choices.default()
        return default if default is not None else next(iter(choices))
    acts: Sequence[Act] = tuple(choices)
    return acts[0] if len(acts) == 1 else policy(table.position, seat, acts, temper)


class AlbionJudgement:
    """Plays by the policies."""

    slack = 0.0

    def prospects(self, table: Table, rng: Random) -> Prospects:
        """Return what each seat may expect."""
        return prospects(table.position)

    def candidates(self, decision: Decision, rng: Random, most: int) -> list[Choice]:
        """Return the policy's choice: it is the result of a comparison already."""
        return [best(decision.table, decision.seat)]

    def assumed(self, decision: Decision, rng: Random) -> Choice:
        """Others play by the same policy."""
        return best(decision.table, decision.seat)

    def forecast(self, table: Table, options: Mapping[int, Sequence[Choice]]) -> Sequence[Prospects] | None:
        """Return None: nothing is known faster than by playing."""
        return None

    def think(self, worlds: Sequence[Table], seat: int, rng: Random, goes_on: Callable[[int], bool]) -> Choice:
        """Play by the tuned temper, and compare ways to fight by playing them out."""
        return think(worlds, seat, rng, goes_on, best)


JUDGEMENT = AlbionJudgement()
