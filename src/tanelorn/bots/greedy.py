"""The bot that looks one choice ahead."""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import NamedTuple

from tanelorn.bots.bot import distinct, imagined
from tanelorn.bots.judgement import Decided, Judgement, judgement_of
from tanelorn.bots.movers import movers, play_all
from tanelorn.core.chance import Seeded
from tanelorn.core.choices import Choice
from tanelorn.core.game import Game, View
from tanelorn.core.play.table import Decision, Table

CANDIDATES = 120
WORLDS = 4
FEW = 3
"""Choices that come to its mind when it slips."""


class Looked(NamedTuple):
    """What came to its mind, and what its seat may expect after each, by the boards that it has imagined."""

    candidates: list[Choice]
    by_board: list[list[float]]


class GreedyBot:
    """Plays the candidate whose position it likes best right after it has been carried out.

    Where others seal at the same time it assumes of them what the game's judgement takes for granted (in Five
    Cities: that they pass). It judges each candidate at WORLDS tables drawn from its view and takes the mean, since
    hidden things and dice may lie otherwise; of those that are within the judgement's slack of the best it draws one:
    two that are as good as equal must not be told apart, or mirrored boards play mirrored for ever.

    `slips` is the chance that it does not look for candidates at all and takes the best of FEW choices that come to its
    mind, as a beginner does: nothing foolish as a rule, but seldom what it should have seen.
    """

    name = "greedy"

    def __init__(self, game: Game, seed: int, judgement: Judgement | None = None, *, slips: float = 0.0) -> None:
        self.game = game
        self.rng = Random(seed)
        self.slips = slips
        self.judgement = judgement if judgement is not None else judgement_of(game)

    @classmethod
    def novice(cls, game: Game, seed: int, judgement: Judgement | None = None) -> GreedyBot:
        """Return one that slips as often as somebody who has just learned this game."""
        judgement = judgement if judgement is not None else judgement_of(game)
        return cls(game, seed, judgement, slips=judgement.slips.novice)

    @classmethod
    def easy(cls, game: Game, seed: int, judgement: Judgement | None = None) -> GreedyBot:
        """Return one that slips as often as somebody who plays this game now and then."""
        judgement = judgement if judgement is not None else judgement_of(game)
        return cls(game, seed, judgement, slips=judgement.slips.easy)

    def choose(self, view: View) -> Choice:
        """Return the candidate with the best prospects."""
        rng = Random(self.rng.getrandbits(64))
        if isinstance(self.judgement, Decided) and not self.slips:  # one board is enough where nothing is compared
            return self.judgement.decided(imagined(self.game, view, rng).decision(view.viewer))
        worlds, candidates = self._imagine(view, rng)
        if len(candidates) == 1:
            return candidates[0]
        by_board = self._by_board(worlds, candidates, view.viewer, rng)
        prospects = [fmean(values) for values in zip(*by_board, strict=True)]
        enough = max(prospects) - self.judgement.slack
        return rng.choice([choice for choice, value in zip(candidates, prospects, strict=True) if value >= enough])

    def looked(self, view: View, also: str = "") -> Looked:
        """Return what it would look at to choose, and what it expects of that; `also` is the text of a choice at which
        it looks even if it would not come to its mind; that one is then the last.

        Raises NotAsked, and what reading the text raises.
        """
        rng = Random(self.rng.getrandbits(64))
        worlds, candidates = self._imagine(view, rng)
        if also:
            made = worlds[0].decision(view.viewer).choices().parse(also)
            candidates = [*(choice for choice in candidates if str(choice) != str(made)), made]
        return Looked(candidates, self._by_board(worlds, candidates, view.viewer, rng))

    def _imagine(self, view: View, rng: Random) -> tuple[list[Table], list[Choice]]:
        worlds = distinct([imagined(self.game, view, rng) for _ in range(WORLDS)])
        return worlds, self._candidates(worlds[0].decision(view.viewer), rng)

    def _by_board(self, worlds: list[Table], candidates: list[Choice], seat: int, rng: Random) -> list[list[float]]:
        assumed = [self._assumed(world, seat, rng) for world in worlds]
        dice = rng.getrandbits(64)
        return [
            self._prospects(world, others, seat, candidates, f"{dice}/{number}")
            for number, (world, others) in enumerate(zip(worlds, assumed, strict=True))
        ]

    def _candidates(self, decision: Decision, rng: Random) -> list[Choice]:
        if self.slips and rng.random() < self.slips:
            choices = decision.choices()
            return list({str(choice): choice for choice in (choices.sample(rng) for _ in range(FEW))}.values())
        return self.judgement.candidates(decision, rng, CANDIDATES)

    def _assumed(self, world: Table, seat: int, rng: Random) -> dict[int, Choice]:
        return {
            other: self.judgement.assumed(world.decision(other), rng) for other in movers(world, seat) if other != seat
        }

    def _prospects(
        self, world: Table, others: dict[int, Choice], seat: int, candidates: list[Choice], dice: str
    ) -> list[float]:
        """Return the prospects after each candidate: as the judgement forecasts them, or by playing."""
        options = {other: [choice] for other, choice in others.items()} | {seat: candidates}
        forecast = self.judgement.forecast(world, dict(sorted(options.items())))
        if forecast is not None:
            return [prospects[seat] for prospects in forecast]
        return [self._prospect(world, {**others, seat: choice}, seat, dice) for choice in candidates]

    def _prospect(self, world: Table, choices: dict[int, Choice], seat: int, dice: str) -> float:
        # The same dice for every candidate: what differs is then the candidate, not its luck.
        after = world.copy(Seeded(dice))
        play_all(after, choices)
        return self.judgement.prospects(after, Random(dice))[seat]
