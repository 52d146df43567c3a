"""The thinking bot: ways to play on are tried out in worlds that fit the view, all others playing by the policies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from tanelorn.bots.judgement.races import IncumbentRace
from tanelorn.core.chance import Seeded
from tanelorn.core.choices import Choice
from tanelorn.core.play.table import Table
from tanelorn.games.elric.combat.declaring import Attacks
from tanelorn.games.elric.judgement.style import PLAIN, Style, calm, moods
from tanelorn.games.elric.judgement.worth import prospects
from tanelorn.games.elric.magic.casting import Laying
from tanelorn.games.elric.movement.movement_step import Moves
from tanelorn.games.elric.muster.muster_step import ChooseMuster
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of

Best = Callable[[Table, int, Style], Choice]
PATIENCE = 700
"""So many choices a rollout may take."""
MOST = 60
"""At most so many turns of the race."""
GAIN = 0.004
"""By how much another option must be better than the policy's own at the least."""
WIDE = 5
"""So many acts are compared."""
_WEIGHED = (Attacks, ChooseMuster, Laying)
"""The steps beside Movement at which acts are compared."""
_SOON = (Attacks, Laying)
"""Those of them whose worth is seen at the end of the player-turn."""


class Option(NamedTuple):
    """A way to go on: the next act, and the style in which the rest of the turn is played."""

    act: Choice
    style: Style


def think(
    worlds: Sequence[Table],
    seat: int,
    rng: Random,
    goes_on: Callable[[int], bool],
    *,
    best: Best,
    leans: Mapping[str, float],
) -> Choice:
    """Return the policy's own act, or another that does better beyond doubt when both are played out."""
    world = worlds[0]
    base = calm(terms_of(world.position).victory).leaning(leans)
    options = _options(world, seat, base, best)
    if len(options) == 1:
        return options[0].act
    position: ElricPosition = world.position
    rng = Random(f"{position.turn}/{seat}")
    race = IncumbentRace(len(options), GAIN)
    won = race.run(MOST, worlds, rng, goes_on, lambda world, at, dice: _rollout(world, seat, options[at], dice, best))
    return options[won].act


def _options(world: Table, seat: int, base: Style, best: Best) -> list[Option]:
    """Return what is compared, the policy's own first: other moods at Movement, other acts where few matter much."""
    step = world.step
    own = Option(best(world, seat, base), base)
    found = {own.act: own}
    if isinstance(step, Moves) and not world.position.march:
        for mood in moods(base):
            act = best(world, seat, mood)
            found.setdefault(act, Option(act, mood))
    elif isinstance(step, _WEIGHED):
        acts = list(world.choices(seat))
        for act in (acts[-1], *acts[:-1]):
            if len(found) < WIDE:
                found.setdefault(act, Option(act, base))
    return list(found.values())


def _rollout(world: Table, seat: int, option: Option, dice: int, best: Best) -> float:
    """Play on until the seat's next turn has come, from a battle to the end of the player-turn; return what it may
    expect then.
    """
    table = world.copy(Seeded(dice))
    position: ElricPosition = table.position
    start, active = position.turn, position.active
    own_turn, short = active == seat, isinstance(world.step, _SOON)
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
        table.play(best(table, other, option.style if mine else PLAIN), other)
    return prospects(table.position)[seat]
