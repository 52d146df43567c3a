"""Games of slips judged: prospects by expected centres, proposals, and a search of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from random import Random
from typing import cast

import numpy as np

from tanelorn.bots.judgement.judgement import Prospects, Slips, shares
from tanelorn.core.choices import Choice, Choices
from tanelorn.core.play.table import Decision, Table
from tanelorn.games.diplomacy.judgement.options import assumed, proposals
from tanelorn.games.diplomacy.judgement.phase import Phase, expected_at, is_slip_step
from tanelorn.games.diplomacy.judgement.reach import Floats
from tanelorn.games.diplomacy.judgement.thinking import Thinking
from tanelorn.games.diplomacy.judgement.weights import WEIGHTS, Weights

CANDIDATES = 16
"""Few are enough for a bot that looks one phase ahead and has to be quick."""


class SlipJudgement:
    """Judges every game that is played by slips of orders on a board of centres."""

    slack = 0.002
    slips = Slips(novice=0.75, easy=0.45)

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.weights = weights

    def leaning(self, leans: Mapping[str, float]) -> SlipJudgement:
        """Return a judgement by whose weights some things count so much more, or less."""
        return SlipJudgement(self.weights.leaning(leans))

    def prospects(self, table: Table, rng: Random) -> Prospects:
        """Return the shares of the centres that each may expect, or the outcome."""
        seats = len(table.seats)
        if table.outcome is not None and table.outcome.winners:
            return shares(table.outcome, seats)
        return _shares(expected_at(table, self.weights))

    def candidates(self, decision: Decision, rng: Random, most: int) -> list[Choice]:
        """Return proposals, the likeliest first."""
        if not is_slip_step(decision.step):
            return _listed(decision, rng, most)
        found = proposals(Phase(decision.table, self.weights), decision.seat, rng, min(most, CANDIDATES))
        return cast(list[Choice], found)

    def assumed(self, decision: Decision, rng: Random) -> Choice:
        """Take the first proposal for granted."""
        if not is_slip_step(decision.step):
            choice: Choice = decision.choices().sample(rng)
            return choice
        return assumed(Phase(decision.table, self.weights), decision.seat, rng)

    def forecast(self, table: Table, options: Mapping[int, Sequence[Choice]]) -> Sequence[Prospects] | None:
        """Return the prospects after every joint slip."""
        if not is_slip_step(table.step):
            return None
        joints = [dict(zip(options, joint, strict=True)) for joint in product(*options.values())]
        return [_shares(row) for row in Phase(table, self.weights).values(joints)]

    def think(self, worlds: Sequence[Table], seat: int, rng: Random, goes_on: Callable[[int], bool]) -> Choice:
        """Search over whole slips; where no slips are written, do what promises most at once."""
        if is_slip_step(worlds[0].step):
            return Thinking([Phase(world, self.weights) for world in worlds], seat, rng, goes_on).choose()
        table = worlds[0]
        choices: list[Choice] = list(table.decision(seat).choices())
        prospects = [self._after(table, seat, choice) for choice in choices]
        return rng.choice([choice for choice, value in zip(choices, prospects, strict=True) if value == max(prospects)])

    def _after(self, table: Table, seat: int, choice: Choice) -> float:
        after = table.copy()
        after.play(choice, seat)
        return float(expected_at(after, self.weights)[seat])


def _shares(expected: Floats) -> Prospects:
    expected = np.maximum(expected, 0)
    total = float(expected.sum()) or 1.0
    return cast(list[float], (expected / total).tolist())


def _listed(decision: Decision, rng: Random, most: int) -> list[Choice]:
    choices: Choices[Choice] = decision.choices()
    if len(choices) <= most:
        return list(choices)
    return list(dict.fromkeys(choices.sample(rng) for _ in range(most)))


JUDGEMENT = SlipJudgement()
