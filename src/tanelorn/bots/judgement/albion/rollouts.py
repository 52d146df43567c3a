"""The thinking bot: whether to attack is tried out in worlds that fit the view, all going on by the policies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, stdev

from tanelorn.bots.judgement.albion.temper import BASE, Temper
from tanelorn.bots.judgement.albion.worth import prospects
from tanelorn.core.chance import Seeded
from tanelorn.core.choices import Choice
from tanelorn.core.table import Table

Best = Callable[[Table, int, Temper], Choice]
WEIGHED = ("Declare", "FightOn", "Offer", "Answer", "ChooseTerrain")
"""The steps at which choices are compared; all others are played by the policy."""
WIDE = 4
"""So many choices are compared."""
PATIENCE = 150
"""So many choices a rollout may take."""
MOST, FIRST = 48, 8
"""At most so many turns of the race, and from which on choices are dropped."""
SURE, HOPE, GAIN = 2.5, 0.3, 0.003
"""By how many standard errors, and by how much, another choice must be better than the policy's own; who is less ahead
is dropped.
"""


def think(worlds: Sequence[Table], seat: int, rng: Random, goes_on: Callable[[int], bool], best: Best) -> Choice:
    """Return the policy's own choice, or another that does better beyond doubt when both are played out."""
    world = worlds[0]
    own = best(world, seat, BASE)
    options = [own]
    if type(world.step).__name__ in WEIGHED:
        options += [choice for choice in world.choices(seat) if choice != own and str(choice) != "arrange"][: WIDE - 1]
    if len(options) == 1:
        return own
    race, judged = Race(len(options)), 0
    for turn in range(MOST):
        seed = rng.getrandbits(64)
        values = []
        for at in race.alive:
            if not goes_on(judged):
                return options[race.winner()]
            values.append(_rollout(worlds[turn % len(worlds)], seat, options[at], seed, best))
            judged += 1
        race.note(values)
        if len(race.alive) == 1:
            break
    return options[race.winner()]


class Race:
    """Choices that are tried side by side, the first of them the one to beat."""

    def __init__(self, count: int) -> None:
        self.alive = list(range(count))
        self.tried: list[list[float]] = [[] for _ in range(count)]

    def note(self, values: Sequence[float]) -> None:
        """Add one value for each choice that is alive, and drop those that do not look better than the first."""
        for at, value in zip(self.alive, values, strict=True):
            self.tried[at].append(value)
        if len(self.tried[0]) >= FIRST:
            self.alive = [at for at in self.alive if not at or self._edge(at) > HOPE]

    def _edge(self, at: int) -> float:
        """Return by how many standard errors a choice is better than the first, in the same worlds and dice."""
        gaps = self._gaps(at)
        return fmean(gaps) / max(1e-9, stdev(gaps) / len(gaps) ** 0.5) if len(gaps) > 1 else 0.0

    def _gaps(self, at: int) -> list[float]:
        return [a - b for a, b in zip(self.tried[at], self.tried[0], strict=False)]

    def winner(self) -> int:
        """Return the first choice, or the best of those that beat it beyond doubt."""
        best, least = 0, GAIN
        for at in self.alive:
            gaps = self._gaps(at)
            if at and len(gaps) >= FIRST and self._edge(at) >= SURE and fmean(gaps) > least:
                best, least = at, fmean(gaps)
        return best


def _rollout(world: Table, seat: int, choice: Choice, seed: int, best: Best) -> float:
    """Play a choice and go on to the end of the Combat Phase; return what the seat may expect then."""
    table = world.copy(Seeded(seed))
    turn, active, phase = table.position.turn, table.position.active, table.position.phase
    if table.choices(seat).refusal(choice) is not None:
        return 0.0
    table.play(choice, seat)
    for _ in range(PATIENCE):
        asked, position = table.asked(), table.position
        if not asked or (position.turn, position.active, position.phase) != (turn, active, phase):
            break
        table.play(best(table, asked[0], BASE), asked[0])
    return prospects(table.position)[seat]
