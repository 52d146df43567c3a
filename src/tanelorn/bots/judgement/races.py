"""Races: options played out side by side, turn by turn, in the same worlds and with the same dice.

Who falls behind beyond doubt is dropped, and where one is left no more time is spent (Maron and Moore, Hoeffding
Races, NIPS 6, 1994).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, stdev

from tanelorn.core.play.table import Table


class Race(ABC):
    """Options by number; `alive` are those still in it, `tried` their values, turn by turn."""

    def __init__(self, count: int) -> None:
        self.alive = list(range(count))
        self.tried: list[list[float]] = [[] for _ in range(count)]

    def run(
        self,
        turns: int,
        worlds: Sequence[Table],
        rng: Random,
        goes_on: Callable[[int], bool],
        rollout: Callable[[Table, int, int], float | None],
    ) -> int:
        """Return the winner after at most so many turns. `rollout` plays one option out, by world, option and dice."""
        judged = 0
        for turn in range(turns):
            dice = rng.getrandbits(64)
            values = []
            for at in self.alive:
                if not goes_on(judged):
                    return self.winner()
                values.append(rollout(worlds[turn % len(worlds)], at, dice))
                judged += 1
            self.note(values)
            if len(self.alive) == 1:
                break
        return self.winner()

    def note(self, values: Sequence[float | None]) -> None:
        """Add one value for each option that is alive; one that could not be played counts as bad as the worst."""
        worst = min((value for value in values if value is not None), default=0.0)
        for at, value in zip(self.alive, values, strict=True):
            self.tried[at].append(worst if value is None else value)
        self.drop()

    @abstractmethod
    def drop(self) -> None:
        """Drop those that have fallen behind."""

    @abstractmethod
    def winner(self) -> int:
        """Return the option to take as things stand."""


class IncumbentRace(Race):
    """The first option is the one to beat: another must be better beyond doubt, and by `gain` at the least."""

    FIRST = 8
    """From which turn on options are dropped, or may win."""
    SURE, HOPE = 2.5, 0.3
    """By how many standard errors another must be better to win; who is less ahead is dropped."""

    def __init__(self, count: int, gain: float) -> None:
        super().__init__(count)
        self.gain = gain

    def drop(self) -> None:
        """Drop those that do not look better than the first."""
        if len(self.tried[0]) >= self.FIRST:
            self.alive = [at for at in self.alive if not at or self._edge(at) > self.HOPE]

    def _gaps(self, at: int) -> list[float]:
        return [a - b for a, b in zip(self.tried[at], self.tried[0], strict=False)]

    def _edge(self, at: int) -> float:
        """Return by how many standard errors an option is better than the first, in the same worlds and dice."""
        gaps = self._gaps(at)
        return fmean(gaps) / max(1e-9, stdev(gaps) / math.sqrt(len(gaps)))

    def winner(self) -> int:
        """Return the first option, or the best of those that beat it beyond doubt."""
        best, least = 0, self.gain
        for at in self.alive:
            gaps = self._gaps(at)
            if at and len(gaps) >= self.FIRST and self._edge(at) >= self.SURE and fmean(gaps) > least:
                best, least = at, fmean(gaps)
        return best
