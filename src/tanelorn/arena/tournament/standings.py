"""How the bots of a tournament stand: games won, ratings with their intervals, and who has beaten whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

import msgspec

from tanelorn.arena.extras import need
from tanelorn.arena.matches.match import Result
from tanelorn.arena.matches.summary import NORMAL, Score

Winners = Callable[[Result], set[str]]
"""Says which bots have won a game."""


class Rating(msgspec.Struct, frozen=True):
    """A bot's strength, as far as its games tell: 25 is the mean of all, and it is within the 95 % interval."""

    mean: float
    spread: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.mean - NORMAL * self.spread, self.mean + NORMAL * self.spread


def scores(results: Iterable[Result], winners: Winners, bots: Sequence[str]) -> dict[str, Score]:
    """Return what each bot has won; a game that several have won is a draw of theirs."""
    found = {bot: Score() for bot in bots}
    for result in results:
        best = winners(result)
        for bot in dict.fromkeys(result.seats):
            found[bot].add(best == {bot}, not best or (bot in best and len(best) > 1))
    return found


def pairs(results: Iterable[Result], winners: Winners) -> dict[tuple[str, str], Score]:
    """Return how each bot has fared where another one played too, by both."""
    found: dict[tuple[str, str], Score] = {}
    for result in results:
        best, played = winners(result), list(dict.fromkeys(result.seats))
        for one in played:
            for other in played:
                if one != other:
                    drawn = (one in best) == (other in best)
                    found.setdefault((one, other), Score()).add(not drawn and one in best, drawn)
    return found


def ratings(results: Iterable[Result], winners: Winners, bots: Sequence[str]) -> dict[str, Rating]:
    """Return the ratings of the bots by the Plackett-Luce model of R. C. Weng and C.-J. Lin (Journal of Machine
    Learning Research 12, 2011), as openskill works them out game after game; raise Illegal where that is missing.
    """
    model = need("openskill.models").PlackettLuce(tau=0.0)  # bots do not change in between
    found = {bot: model.rating(name=bot) for bot in bots}
    drawn = sorted(results, key=lambda result: result.number)
    Random(0).shuffle(drawn)  # what was played last, one scenario after the other, would weigh more
    for result in drawn:
        best, played = winners(result), list(dict.fromkeys(result.seats))
        if len(played) > 1:
            teams = [[found[bot]] for bot in played]
            for bot, (rated,) in zip(played, model.rate(teams, ranks=[bot not in best for bot in played]), strict=True):
                found[bot] = rated
    return {bot: Rating(rated.mu, rated.sigma) for bot, rated in found.items()}
