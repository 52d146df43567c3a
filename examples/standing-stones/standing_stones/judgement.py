"""What bots are told: whoever has more stones stands better. The rest is as for any game."""

from __future__ import annotations

from random import Random

from tanelorn.bots.judgement import Outcomes, shares
from tanelorn.core.play.table import Table

WORTH = 0.12
"""By so much one stone more raises what a seat may expect."""


class Stones(Outcomes):
    """Counts stones."""

    def prospects(self, table: Table, rng: Random) -> list[float]:
        """Return what each seat may expect: an even share, and more for each stone that it is ahead."""
        if table.outcome is not None:
            return list(shares(table.outcome, 2))
        ahead = table.position.count(0) - table.position.count(1)
        mine = min(0.95, max(0.05, 0.5 + WORTH * ahead))
        return [mine, 1 - mine]


JUDGEMENT = Stones()
