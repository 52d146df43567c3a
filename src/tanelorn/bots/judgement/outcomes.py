"""The judgement for games that have none of their own: only outcomes count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from tanelorn.bots.judgement.judgement import Prospects, Slips, shares
from tanelorn.core.chance import Seeded
from tanelorn.core.choices import Choice
from tanelorn.core.play.table import Decision, Table

PLAYOUT = 400  # choices: longer than most games of random play; what is open then is even


class Outcomes:
    """Plays a position out at random and looks who has won; candidates are drawn from the list."""

    slack = 0.02
    slips = Slips(novice=0.75, easy=0.5)

    def prospects(self, table: Table, rng: Random) -> Prospects:
        """Return the shares of one random playout, equal ones if it does not end."""
        table = table.copy(Seeded(rng.getrandbits(64)))
        for _ in range(PLAYOUT):
            asked = table.asked()
            if not asked:
                break
            table.play(table.decision(asked[0]).choices().sample(rng), asked[0])
        seats = len(table.seats)
        return shares(table.outcome, seats) if table.outcome else [1 / seats] * seats

    def candidates(self, decision: Decision, rng: Random, most: int) -> list[Choice]:
        """Return the whole list if it is short enough, else what that many draws bring up."""
        choices = decision.choices()
        if len(choices) <= most:
            return list(choices)
        return list(dict.fromkeys(choices.sample(rng) for _ in range(most)))

    def assumed(self, decision: Decision, rng: Random) -> Choice:
        """Return a drawn choice."""
        choice: Choice = decision.choices().sample(rng)
        return choice

    def forecast(self, table: Table, options: Mapping[int, Sequence[Choice]]) -> Sequence[Prospects] | None:
        """Return None: outcomes are known only by playing."""
        return None
