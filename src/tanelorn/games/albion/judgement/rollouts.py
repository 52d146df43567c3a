"""The thinking bot: whether to attack is tried out in worlds that fit the view, all going on by the policies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tanelorn.bots.judgement.races import IncumbentRace
from tanelorn.core.chance import Seeded
from tanelorn.core.choices import Choice
from tanelorn.core.play.table import Table
from tanelorn.games.albion.combat.before_the_round import ARRANGE
from tanelorn.games.albion.combat.challenges import Answer, Offer
from tanelorn.games.albion.combat.declaring import ChooseTerrain, Declare
from tanelorn.games.albion.combat.rounds import FightOn
from tanelorn.games.albion.judgement.style import BASE, Style
from tanelorn.games.albion.judgement.worth import prospects

Best = Callable[[Table, int, Style], Choice]
WEIGHED = (Declare, FightOn, Offer, Answer, ChooseTerrain)
"""The steps at which choices are compared; all others are played by the policy."""
WIDE = 4
"""So many choices are compared."""
PATIENCE = 150
"""So many choices a rollout may take."""
MOST = 48
"""At most so many turns of the race."""
GAIN = 0.003
"""By how much another choice must be better than the policy's own at the least."""


def think(
    worlds: Sequence[Table], seat: int, rng: Random, goes_on: Callable[[int], bool], *, best: Best, base: Style
) -> Choice:
    """Return the policy's own choice, or another that does better beyond doubt when both are played out."""
    world = worlds[0]
    own = best(world, seat, base)
    options = [own]
    if isinstance(world.step, WEIGHED):
        options += [choice for choice in world.choices(seat) if choice not in (own, ARRANGE)][: WIDE - 1]
    if len(options) == 1:
        return own

    def rollout(world: Table, at: int, dice: int) -> float:
        return _rollout(world, seat, options[at], dice, best, base)

    return options[IncumbentRace(len(options), GAIN).run(MOST, worlds, rng, goes_on, rollout)]


def _rollout(world: Table, seat: int, choice: Choice, dice: int, best: Best, base: Style) -> float:
    """Play a choice and go on to the end of the Combat Phase; return what the seat may expect then."""
    table = world.copy(Seeded(dice))
    turn, active, phase = table.position.turn, table.position.active, table.position.phase
    if table.choices(seat).refusal(choice) is not None:
        return 0.0
    table.play(choice, seat)
    for _ in range(PATIENCE):
        asked, position = table.asked(), table.position
        if not asked or (position.turn, position.active, position.phase) != (turn, active, phase):
            break
        table.play(best(table, asked[0], base if asked[0] == seat else BASE), asked[0])
    return prospects(table.position)[seat]
