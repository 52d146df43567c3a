"""Sequential tests: a meeting of two bots ends as soon as it is decided which is the better one."""

from __future__ import annotations

from math import log
from typing import Annotated, Literal

import msgspec

from tanelorn.core.content.data import Entry

Verdict = Literal["first", "second", "even", ""]
"""The first is better, the second is, neither is by so much, or it is not decided yet."""
Share = Annotated[float, msgspec.Meta(gt=0, lt=1)]


class Sequential(Entry, frozen=True, kw_only=True):
    """Wald's test (A. Wald, Annals of Mathematical Statistics 16, 1945), both ways: that a bot wins `better` of the
    games that one of the two wins, against that it wins half of them.

    `alpha` is the chance to call a bot better that is not, `beta` the one to overlook a bot that wins as much as that.
    """

    better: Annotated[float, msgspec.Meta(gt=0.5, lt=1)] = 0.55
    alpha: Share = 0.05
    beta: Share = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithms of likelihood ratios at which the test ends: it is no better, it is better."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, won: int, lost: int) -> float:
        """Return the logarithm of how much likelier these games are if the bot is better than if it is not."""
        return won * log(self.better / 0.5) + lost * log((1 - self.better) / 0.5)

    def verdict(self, won: int, lost: int) -> Verdict:
        """Say what games that the first bot has won and lost decide; those that nobody won say nothing."""
        least, most = self.bounds
        first, second = self.ratio(won, lost), self.ratio(lost, won)
        if first >= most:
            return "first"
        if second >= most:
            return "second"
        return "even" if first <= least and second <= least else ""
