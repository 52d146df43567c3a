"""Regret matching: how a seat learns what to mix."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Mixture:
    """What one mover plays at one node, and what it has learned to regret.

    `now` is the mixture that regret matching would play next; `mean`, the average of all so far, later ones weighing
    more, is what approaches an equilibrium.
    """

    __slots__ = ("_rounds", "_sum", "now", "regret", "tries")

    def __init__(self, size: int) -> None:
        self.regret = np.zeros(size)
        self.now = np.full(size, 1 / size)
        self.tries = np.zeros(size)
        self._sum = np.zeros(size)
        self._rounds = 0

    @property
    def mean(self) -> Floats:
        """The average mixture."""
        return self._sum * (2 / (self._rounds * (self._rounds + 1))) if self._rounds else self.now

    def learn(self, payoffs: Floats) -> None:
        """Regret not having played each choice, given what each would have brought."""
        now, regret = self.now, self.regret
        regret += payoffs - now.dot(payoffs)
        np.maximum(regret, 0, out=regret)
        total = np.add.reduce(regret)
        self._rounds += 1
        if total > 0:
            np.divide(regret, total, out=now)
        self._sum += self._rounds * now

    def expect(self, payoffs: Floats, rounds: int) -> None:
        """Begin as if each choice had brought this against an even mixture in so many rounds."""
        self.regret = rounds * np.maximum(payoffs - payoffs.mean(), 0)
        total = float(self.regret.sum())
        if total > 0:
            self.now = self.regret / total

    def grow(self) -> None:
        """Take in one more choice, not regretted yet. The average begins anew, for so far it has been without."""
        self.regret = np.append(self.regret, 0)
        self.now = np.append(self.now, 0)
        self.tries = np.append(self.tries, 0)
        self._sum = np.zeros(len(self.now))
        self._rounds = 0

    def draw(self, rng: Random, rustle: float = 0.0) -> int:
        """Draw from the average mixture, leaving out parts smaller than `rustle` times the largest."""
        mean = self.mean
        return pick(np.where(mean >= rustle * mean.max(), mean, 0), rng)


def pick(weights: Floats, rng: Random) -> int:
    """Draw an index with chances as the weights."""
    sums = np.cumsum(weights)
    return min(int(np.searchsorted(sums, rng.random() * sums[-1], side="right")), len(sums) - 1)
