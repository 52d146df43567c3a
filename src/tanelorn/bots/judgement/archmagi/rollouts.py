"""The thinking bot: each of a few acts is played out many times by the policies, in worlds that fit the view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tanelorn.bots.judgement.archmagi.recruiting import Scored
from tanelorn.bots.judgement.archmagi.worth import prospects
from tanelorn.core.chance import Seeded
from tanelorn.core.table import Table
from tanelorn.games.archmagi.acts import Act
from tanelorn.games.archmagi.position import NOTHING, ArchmagiPosition

WIDE = 5
"""So many acts are compared."""
PATIENCE = 120
"""So many choices a rollout may take."""
PRIOR = 0.004
"""How much the policy's own order counts: of two that play out the same the one it is more for is taken."""
_ROUTINE = ("RecruitUnits", "RecruitSpells", "Surplus", "DiscardSpells", "Answers", "Heir", "RerollAnswers", "Bracing")
Scores = Callable[[ArchmagiPosition, int], Scored]


def think(
    worlds: Sequence[Table], seat: int, rng: Random, goes_on: Callable[[int], bool], scored: Scores
) -> Act:
    """Return the act with the best mean over rollouts; the same dice for all acts, the worse half dropped on the way."""
    position = worlds[0].position
    options = [act for _, act in scored(position, seat)[:WIDE]]
    if len(options) == 1 or type(position.agenda[-1]).__name__ in _ROUTINE:
        return options[0]
    sums = [-PRIOR * at for at in range(len(options))]
    counts = [0] * len(options)
    alive = list(range(len(options)))
    judged = 0
    for turn in range(10_000):
        world = worlds[turn % len(worlds)]
        dice = rng.getrandbits(64)
        for at in alive:
            if not goes_on(judged):
                return options[max(alive, key=lambda n: sums[n] / max(1, counts[n]))]
            value = _rollout(world, seat, options[at], dice, scored)
            judged += 1
            if value is None:
                continue
            sums[at] += value
            counts[at] += 1
        if turn in (3, 8, 16) and len(alive) > 2:
            alive = sorted(alive, key=lambda n: -sums[n] / max(1, counts[n]))[: (len(alive) + 1) // 2]
    return options[alive[0]]


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
        table.play(scored(position, asked[0])[0][1], asked[0])
    return prospects(table.position)[seat]
