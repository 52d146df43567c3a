"""The thinking bot: each of a few acts is played out many times by the policies, in worlds that fit the view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, stdev

from tanelorn.bots.judgement.races import Race
from tanelorn.core.chance import Seeded
from tanelorn.core.play.table import Table
from tanelorn.games.archmagi.artifacts.death import Heir
from tanelorn.games.archmagi.casting.rerolls import RerollAnswers
from tanelorn.games.archmagi.casting.responses import Answers
from tanelorn.games.archmagi.judgement.recruiting import Scored
from tanelorn.games.archmagi.judgement.style import WARY, Style
from tanelorn.games.archmagi.judgement.worth import prospects
from tanelorn.games.archmagi.recruit.spells import DiscardSpells, RecruitSpells
from tanelorn.games.archmagi.recruit.units import RecruitUnits, Surplus
from tanelorn.games.archmagi.spells.attacks import Bracing
from tanelorn.games.archmagi.state.position import NOTHING, ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act

WIDE = 5
"""So many acts are compared."""
PATIENCE = 120
"""So many choices a rollout may take."""
MOST, FIRST, EVERY, LEVEL = 400, 8, 4, 40
"""At most so many turns of the race; from which turn on and how often options are dropped; when equals are."""
DOUBT = 2.0
"""How many standard errors an option must lie behind."""
PRIOR = 0.004
"""How much the policy's own order counts: of two that play out the same the one it is more for is taken."""
_ROUTINE = (RecruitUnits, RecruitSpells, Surplus, DiscardSpells, Answers, Heir, RerollAnswers, Bracing)
Scores = Callable[[ArchmagiPosition, int, Style], Scored]


def think(worlds: Sequence[Table], seat: int, rng: Random, goes_on: Callable[[int], bool], scored: Scores) -> Act:
    """Return the act with the best mean over rollouts."""
    options = ranked(worlds, seat, scored)[:WIDE]
    if len(options) == 1 or isinstance(worlds[0].position.agenda[-1], _ROUTINE):
        return options[0]
    race = LevelRace(len(options))
    won = race.run(MOST, worlds, rng, goes_on, lambda world, at, dice: _rollout(world, seat, options[at], dice, scored))
    return options[won]


def ranked(worlds: Sequence[Table], seat: int, scored: Scores) -> list[Act]:
    """Return the acts that some world speaks for, by how much one is for them on average over all worlds.

    Where a world's policy does not name an act it counts as much as the last that it names.
    """
    lists = [scored(world.position, seat, WARY) for world in worlds]
    least = [min(value for value, _ in found) for found in lists]
    sums: dict[Act, float] = {}
    for found, low in zip(lists, least, strict=True):
        for value, act in found:
            sums[act] = sums.get(act, sum(least)) + value - low
    legal = worlds[0].decision(seat).choices()
    return sorted((act for act in sums if legal.refusal(act) is None), key=lambda act: -sums[act])


class LevelRace(Race):
    """The option with the best mean wins; those behind it are dropped, and in the end those as good as equal."""

    def winner(self) -> int:
        """Return the option with the best mean; of equal ones the first."""
        return max(self.alive, key=lambda at: (self._mean(at) - PRIOR * at, -at))

    def _mean(self, at: int) -> float:
        tried = self.tried[at]
        return sum(tried) / len(tried) if tried else 0.5

    def drop(self) -> None:
        """Drop those that are behind the best."""
        turns = len(self.tried[self.alive[0]])
        if turns >= FIRST and turns % EVERY == 0:
            best = self.winner()
            self.alive = [at for at in self.alive if at == best or not self._behind(at, best)]

    def _behind(self, at: int, best: int) -> bool:
        """Tell whether an option is behind the best beyond doubt, by the differences in the same worlds and dice."""
        gaps = [one - other for one, other in zip(self.tried[best], self.tried[at], strict=True)]
        gap = fmean(gaps)
        return gap > DOUBT * stdev(gaps) / len(gaps) ** 0.5 or (len(gaps) >= LEVEL and gap < 0.004)


def _rollout(world: Table, seat: int, act: Act, dice: int, scored: Scores) -> float | None:
    """Play an act and then the policies until the seat's next turn; None if the act cannot be played in this world."""
    table = world.copy(Seeded(dice))
    position: ArchmagiPosition = table.position
    position.word = [NOTHING] * len(position.word)
    if table.decision(seat).choices().refusal(act) is not None:
        return None
    table.play(act, seat)
    start = position.round
    for _ in range(PATIENCE):
        asked = table.asked()
        position = table.position
        if not asked or (position.round > start and position.active == seat and position.battle is None):
            break
        table.play(scored(position, asked[0], WARY)[0][1], asked[0])
    return prospects(table.position)[seat]
