"""Judging by policies: every step has one way to play it, and what a position is worth says the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Generic, TypeVar

from tanelorn.bots.judgement.judgement import Judgement, Prospects, Slips
from tanelorn.core.acts import Act
from tanelorn.core.choices import Choice
from tanelorn.core.play.table import Decision, Table
from tanelorn.core.position import Position

P = TypeVar("P", bound=Position)
Style = TypeVar("Style")
Policy = Callable[[P, int, Sequence[Act], Style], Act]
"""Returns one of the acts listed for a seat in a position, by a style of the game's own."""


def by_policy(policy: Policy[P, Style] | None, table: Table, seat: int, style: Style) -> Choice:
    """Return what the policy for the step at hand is for, or the default of a step that has none."""
    choices = table.choices(seat)
    if policy is None:
        default: Choice | None = choices.default()
        return default if default is not None else next(iter(choices))
    acts: Sequence[Act] = tuple(choices)
    return acts[0] if len(acts) == 1 else policy(table.position, seat, acts, style)


class PolicyJudgement(Generic[P]):
    """Plays by policies: `best` is what one is for, `worth` what each seat may expect; `think` searches by both."""

    slack = 0.0

    def __init__(
        self,
        best: Callable[[Table, int], Choice],
        worth: Callable[[P], Prospects],
        think: Callable[[Sequence[Table], int, Random, Callable[[int], bool]], Choice],
        *,
        slips: Slips,
        leaning: Callable[[Mapping[str, float]], Judgement],
    ) -> None:
        self._best = best
        self._worth = worth
        self.think = think
        self.slips = slips
        self.leaning = leaning

    def prospects(self, table: Table, rng: Random) -> Prospects:
        """Return what each seat may expect."""
        return self._worth(table.position)

    def decided(self, decision: Decision) -> Choice:
        """Return the policy's choice: it is the result of a comparison already."""
        return self._best(decision.table, decision.seat)

    def candidates(self, decision: Decision, rng: Random, most: int) -> list[Choice]:
        """Return the policy's choice."""
        return [self.decided(decision)]

    def assumed(self, decision: Decision, rng: Random) -> Choice:
        """Others play by the same policy."""
        return self._best(decision.table, decision.seat)

    def forecast(self, table: Table, options: Mapping[int, Sequence[Choice]]) -> Sequence[Prospects] | None:
        """Return None: nothing is known faster than by playing."""
        return None
