"""What many results come to: shares with their intervals, by bot and by seat, and how long games are."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from statistics import NormalDist

import msgspec

from tanelorn.arena.matches.match import Result
from tanelorn.core.amounts import amount

NORMAL = NormalDist().inv_cdf(0.975)
"""So many standard deviations to either side are an interval of 95 %."""


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by Wilson's score (E. B. Wilson, JASA 22, 1927); the share lies in it."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    spread = NORMAL * NORMAL / games
    middle = share + spread / 2
    reach = NORMAL * sqrt(share * (1 - share) / games + spread / games / 4)
    low, high = (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # rounding may lead past a share of none or all


class Score(msgspec.Struct):
    """Games played, won and drawn by a bot, or from a seat."""

    games: int = 0
    wins: int = 0
    draws: int = 0

    @property
    def losses(self) -> int:
        """Games that others won."""
        return self.games - self.wins - self.draws

    @property
    def share(self) -> float:
        """Wins of all games, draws not counted as any."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the share."""
        return wilson(self.wins, self.games)

    def __str__(self) -> str:
        """Return the share with its interval: 79 % (69 to 86)."""
        low, high = (round(100 * end) for end in self.interval)
        return f"{self.share:.0%} ({low} to {high})"

    def add(self, won: bool, drawn: bool) -> None:
        """Count one more game."""
        self.games += 1
        self.wins += won
        self.draws += drawn


class Tally(msgspec.Struct):
    """The scores of a bot: their sum over all seats that it held, and the matches in which it did best.

    `first.wins` are the matches in which one of its seats has more than every seat of another bot, `ahead.wins` those
    in which its seats have the highest mean.
    """

    total: float = 0.0
    seats: int = 0
    first: Score = msgspec.field(default_factory=Score)
    ahead: Score = msgspec.field(default_factory=Score)

    @property
    def mean(self) -> float:
        """The mean score of a seat."""
        return self.total / self.seats if self.seats else 0.0


class Summary(msgspec.Struct):
    """Results added up. A bot that holds several seats of one match counts once for each.

    `ends` counts games by the clause that ended them, or by the reason where no clause is named. `tallies` add up the
    game's own scores by bot, if it has any and several bots played. `counts` add up what else a game counts. `faults`
    say of each bot from outside why it has given up, each time.
    """

    by_bot: dict[str, Score] = {}
    by_seat: list[Score] = []
    ends: dict[str, int] = {}
    turns: list[int] = []
    decisions: list[int] = []
    seconds: float = 0.0
    tallies: dict[str, Tally] = {}
    by_part: dict[str, Score] = {}
    counts: dict[str, float] = {}
    faults: dict[str, list[str]] = {}

    @classmethod
    def of(cls, results: Iterable[Result]) -> Summary:
        """Add all results up."""
        summary = cls()
        for result in results:
            summary.add(result)
        return summary

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.decisions)

    @property
    def draws(self) -> int:
        """How many games nobody won."""
        return self.by_seat[0].draws if self.by_seat else 0

    def add(self, result: Result) -> None:
        """Add one result."""
        while len(self.by_seat) < len(result.seats):
            self.by_seat.append(Score())
        for seat, bot in enumerate(result.seats):
            won = seat in result.winners
            self.by_bot.setdefault(bot, Score()).add(won, result.draw)
            self.by_seat[seat].add(won, result.draw)
        for seat, part in enumerate(result.parts):
            self.by_part.setdefault(part, Score()).add(seat in result.winners, result.draw)
        for name, count in result.counts.items():
            self.counts[name] = self.counts.get(name, 0.0) + count
        for fault in result.faults:
            self.faults.setdefault(result.seats[fault.seat], []).append(f"{fault.why} (Game {result.number}.)")
        end = result.clause or result.reason
        self.ends[end] = self.ends.get(end, 0) + 1
        self.turns.append(result.turns)
        self.decisions.append(result.decisions)
        self.seconds += result.seconds
        self._tally(result)

    def _tally(self, result: Result) -> None:
        """Add scores up, and see which bot did best."""
        held: dict[str, list[float]] = {}
        for bot, score in zip(result.seats, result.scores, strict=False):
            held.setdefault(bot, []).append(score)
        if len(held) < 2:
            return
        firsts = _best({bot: max(scores) for bot, scores in held.items()})
        aheads = _best({bot: sum(scores) / len(scores) for bot, scores in held.items()})
        for bot, scores in held.items():
            tally = self.tallies.setdefault(bot, Tally())
            tally.total += sum(scores)
            tally.seats += len(scores)
            tally.first.add(firsts == [bot], len(firsts) > 1 and bot in firsts)
            tally.ahead.add(aheads == [bot], len(aheads) > 1 and bot in aheads)

    def failed(self) -> list[str]:
        """Say of each bot from outside that has given up how often, and why the last time."""
        return [f"{bot} gave up in {amount(len(why), 'game')}. {why[-1]}" for bot, why in self.faults.items()]

    @property
    def mean_counts(self) -> dict[str, float]:
        """What else a game counts, on average of all games, the most first."""
        return {name: count / self.games for name, count in sorted(self.counts.items(), key=lambda one: -one[1])}

    @property
    def mean_turns(self) -> float:
        """The mean length of a game in turns."""
        return sum(self.turns) / len(self.turns) if self.turns else 0.0

    def turns_at(self, share: float) -> int:
        """Return the length in turns that this share of the games does not exceed: 0.5 for the median."""
        return quantile(self.turns, share)

    def decisions_at(self, share: float) -> int:
        """Return the length in choices that this share of the games does not exceed."""
        return quantile(self.decisions, share)


def _best(scores: dict[str, float]) -> list[str]:
    """Return the bots that have the highest score."""
    most = max(scores.values())
    return [bot for bot, score in scores.items() if score == most]


def quantile(lengths: list[int], share: float) -> int:
    """Return the least length that is not exceeded by this share of them; 0 of none."""
    if not lengths:
        return 0
    ordered = sorted(lengths)
    return ordered[min(len(ordered) - 1, max(0, -int(-share * len(ordered) // 1) - 1))]
