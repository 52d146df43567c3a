"""The thinking bot: ways to play on are tried out in worlds that fit the view, all others playing by the policies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from tanelorn.bots.judgement.elric.temper import PLAIN, Temper, calm, moods
from tanelorn.bots.judgement.elric.worth import prospects
from tanelorn.core.chance import Seeded
from tanelorn.core.table import Table
from tanelorn.games.elric.acts import Act
from tanelorn.games.elric.position import ElricPosition
from tanelorn.games.elric.scenarios import terms_of

Best = Callable[[Table, int, Temper], Act]
PATIENCE = 700
"""So many choices a rollout may take."""
MOST, FIRST = 60, 8
"""At most so many turns of the race, and from which on options are dropped."""
SURE, HOPE = 2.5, 0.3
"""How many standard errors another option must be better than the policy's own; who is less ahead is dropped."""
GAIN = 0.004
"""By how much it must be better at the least."""
WIDE = 5
"""So many acts are compared."""
_WEIGHED = ("Attacks", "ChooseMuster", "Laying")
"""The steps beside Movement at which acts are compared."""
_SOON = ("Attacks", "Laying")
"""Those of them whose worth is seen at the end of the player-turn."""


class Option(NamedTuple):
    """A way to go on: the next act, and the temper in which the rest of the turn is played."""

    act: Act
    temper: Temper


def think(worlds: Sequence[Table], seat: int, rng: Random, goes_on: Callable[[int], bool], best: Best) -> Act:
    """Return the policy's own act, or another that does better beyond doubt when both are played out."""
    world = worlds[0]
    options = _options(world, seat, best)
    if len(options) == 1:
        return options[0].act
    position: ElricPosition = world.position
    dice = Random(f"{position.turn}/{seat}")
    race = Race(len(options))
    judged = 0
    for turn in range(MOST):
        seed = dice.getrandbits(64)
        values = []
        for at in race.alive:
            if not goes_on(judged):
                return options[race.winner()].act
            values.append(_rollout(worlds[turn % len(worlds)], seat, options[at], seed, best))
            judged += 1
        race.note(values)
        if len(race.alive) == 1:
            break
    return options[race.winner()].act


def _options(world: Table, seat: int, best: Best) -> list[Option]:
    """Return what is compared, the policy's own first: other moods at Movement, other acts where few matter much."""
    name = type(world.step).__name__
    base = calm(terms_of(world.position).victory)
    own = Option(best(world, seat, base), base)
    found = {own.act: own}
    if name == "Moves" and not world.position.march:
        for mood in moods(base):
            act = best(world, seat, mood)
            found.setdefault(act, Option(act, mood))
    elif name in _WEIGHED:
        acts = list(world.choices(seat))
        for act in (acts[-1], *acts[:-1]):
            if len(found) < WIDE:
                found.setdefault(act, Option(act, base))
    return list(found.values())


class Race:
    """Options that are tried side by side, the first of them the one to beat."""

    def __init__(self, count: int) -> None:
        self.alive = list(range(count))
        self.tried: list[list[float]] = [[] for _ in range(count)]

    def note(self, values: Sequence[float]) -> None:
        """Add one value for each option that is alive, and drop those that do not look better than the first."""
        for at, value in zip(self.alive, values, strict=True):
            self.tried[at].append(value)
        if len(self.tried[0]) >= FIRST:
            self.alive = [at for at in self.alive if not at or self._edge(at, 0) > HOPE]

    def _edge(self, one: int, other: int) -> float:
        """Return by how many standard errors one option is better than another, in the same worlds and dice."""
        count = min(len(self.tried[one]), len(self.tried[other]))
        gaps = [a - b for a, b in zip(self.tried[one][:count], self.tried[other][:count], strict=True)]
        if count < 2:
            return 0.0
        edge: float = fmean(gaps) / max(1e-9, stdev(gaps) / count**0.5)
        return edge

    def winner(self) -> int:
        """Return the first option, or the best of those that beat it beyond doubt."""
        best, least = 0, GAIN
        for at in self.alive:
            count = min(len(self.tried[0]), len(self.tried[at]))
            if at and count >= FIRST and self._edge(at, 0) >= SURE:
                gap = fmean(self.tried[at][:count]) - fmean(self.tried[0][:count])
                if gap > least:
                    best, least = at, gap
        return best


def _rollout(world: Table, seat: int, option: Option, seed: int, best: Best) -> float:
    """Play on until the seat's next turn has come, from a battle to the end of the player-turn; return what it may
    expect then.
    """
    table = world.copy(Seeded(seed))
    position: ElricPosition = table.position
    start, active = position.turn, position.active
    own_turn, short = active == seat, type(world.step).__name__ in _SOON
    if table.choices(seat).refusal(option.act) is not None:
        return 0.0
    table.play(option.act, seat)
    for _ in range(PATIENCE):
        asked, position = table.asked(), table.position
        back = position.active == seat and (position.turn > start or not own_turn)
        if not asked or back or (short and position.active != active):
            break
        other = asked[0]
        mine = other == seat
        table.play(best(table, other, option.temper if mine else PLAIN), other)
    return prospects(table.position)[seat]
