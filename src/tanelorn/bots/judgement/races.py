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
from typing import NamedTuple

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


class Prior(NamedTuple):
    """What is expected before anything is played: an option's edge on the first one, how widely such edges are spread,
    and by how much the gap of a single turn strays from them.
    """

    edge: float
    spread: float
    noise: float


class LikelyRace(Race):
    """The first option is taken to be the best until what was seen outweighs that.

    An option's edge on the first is estimated from its gaps in the same worlds and dice, and from a prior: few gaps
    move it little, many decide. Who is unlikely to be better is dropped; of more than two the worse half goes from
    time to time. Who is likely to be better at the end wins, however small the edge.
    """

    FIRST, HALVES = 4, 8
    """From which turn on options are dropped, or may win; every so many turns the worse half goes."""
    HOPE, SURE = 1.5, 3.0
    """By how many deviations an edge may be short of the first one's and still be hoped for; by how many it must be
    ahead for the race to be decided."""
    BELIEF = 4
    """For so many turns counts what the prior says about the noise."""

    def __init__(self, count: int, prior: Prior) -> None:
        super().__init__(count)
        self.prior = prior

    def drop(self) -> None:
        """Drop who is unlikely to be better, half of many, and the first where one is surely better."""
        turns = len(self.tried[0])
        if turns < self.FIRST:
            return
        edges = {at: self.edge(at) for at in self.alive[1:]}
        hoped = [at for at, (edge, deviation) in edges.items() if edge + self.HOPE * deviation > 0]
        if turns % self.HALVES == 0 and len(hoped) > 1:
            hoped = sorted(hoped, key=lambda at: -edges[at][0])[: (len(hoped) + 1) // 2]
        self.alive = [0, *sorted(hoped)]
        if len(hoped) == 1 and edges[hoped[0]][0] > self.SURE * edges[hoped[0]][1]:
            self.alive = hoped

    def edge(self, at: int) -> tuple[float, float]:
        """Return by how much an option is likely to be better than the first, and the deviation of that."""
        gaps = [a - b for a, b in zip(self.tried[at], self.tried[0], strict=False)]
        count, mean = len(gaps), fmean(gaps)
        prior = self.prior
        strayed = sum((gap - mean) ** 2 for gap in gaps) + self.BELIEF * prior.noise**2
        error = strayed / (count - 1 + self.BELIEF) / count
        weight = prior.spread**2 / (prior.spread**2 + error)
        return weight * mean + (1 - weight) * prior.edge, math.sqrt(weight * error)

    def winner(self) -> int:
        """Return the first option, or that of the others which is the most likely to be better."""
        ahead = {at: self.edge(at)[0] for at in self.alive if at and len(self.tried[at]) >= self.FIRST}
        best = max(ahead, key=lambda at: ahead[at], default=0)
        return best if best and ahead[best] > 0 else 0
