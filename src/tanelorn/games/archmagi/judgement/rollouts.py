"""The thinking bot: each of a few acts is played out many times by the policies, in worlds that fit the view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tanelorn.bots.judgement.races import LikelyRace, Prior
from tanelorn.core.chance import Seeded
from tanelorn.core.play.table import Table
from tanelorn.core.steps import Asks
from tanelorn.games.archmagi.artifacts.death import Heir
from tanelorn.games.archmagi.casting.rerolls import RerollAnswers
from tanelorn.games.archmagi.judgement.recruiting import Scored, kept
from tanelorn.games.archmagi.judgement.style import WARY, Style
from tanelorn.games.archmagi.judgement.worth import prospects
from tanelorn.games.archmagi.recruit.spells import DiscardSpells, RecruitSpells
from tanelorn.games.archmagi.recruit.units import RecruitUnits, Surplus
from tanelorn.games.archmagi.spells.attacks import Bracing
from tanelorn.games.archmagi.state.codes import spells_of
from tanelorn.games.archmagi.state.position import NOTHING, ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act

WIDE = 4
"""So many acts are compared in one race."""
PATIENCE = 120
"""So many choices a rollout may take."""
MOST = 400
"""At most so many turns of a race."""
PRIOR = Prior(edge=-0.02, spread=0.06, noise=0.2)
"""How much better than the policy's another act is, before it is played out."""
DRAWN = 6
"""So many spells a seat sees in a round."""
_ROUTINE = (RecruitUnits, RecruitSpells, Surplus, DiscardSpells, Heir, RerollAnswers, Bracing)
Scores = Callable[[ArchmagiPosition, int, Style], Scored]


def think(
    worlds: Sequence[Table], seat: int, rng: Random, goes_on: Callable[[int], bool], *, scored: Scores, style: Style
) -> Act:
    """Return what the policy is for, or an act that is likely to be better.

    The acts that it is less for come up against the best so far, a few at a time, as long as there is time.
    """
    for world in worlds:
        keep_best(world.position, seat, rng)
    best, *others = ranked(worlds, seat, scored, style)
    if isinstance(worlds[0].position.agenda[-1], _ROUTINE):
        return best
    judged = 0

    def counted(rollouts: int) -> bool:
        return goes_on(before + rollouts)

    def rollout(world: Table, at: int, dice: int) -> float | None:
        nonlocal judged
        judged += 1
        return _rollout(world, seat, options[at], dice, scored, style)

    for first in range(0, len(others), WIDE - 1):
        options, before = [best, *others[first : first + WIDE - 1]], judged
        best = options[LikelyRace(len(options), PRIOR).run(MOST, worlds, rng, counted, rollout)]
    return best


def keep_best(position: ArchmagiPosition, seat: int, rng: Random) -> None:
    """Let the others hold what they are likely to have kept: of all spells that they have seen the best."""
    if position.chain:
        return  # what is being cast lies in a hand
    for other in position.playing():
        count = len(position.spells[other])
        if other == seat or spells_of(other) in position.seen[seat]:
            continue
        pile = position.spell_pile
        rng.shuffle(pile)
        seen = min(len(pile), DRAWN * position.round)
        found = sorted((*position.spells[other], *pile[:seen]), key=lambda spell: kept(spell, WARY))
        position.spells[other] = sorted(found[len(found) - count :])
        position.spell_pile = sorted((*found[: len(found) - count], *pile[seen:]))


def ranked(worlds: Sequence[Table], seat: int, scored: Scores, style: Style) -> list[Act]:
    """Return the acts that some world speaks for, by how much one is for them on average over all worlds.

    Where a world's policy does not name an act it counts as much as the last that it names.
    """
    lists = [scored(world.position, seat, style) for world in worlds]
    least = [min(value for value, _ in found) for found in lists]
    sums: dict[Act, float] = {}
    for found, low in zip(lists, least, strict=True):
        for value, act in found:
            sums[act] = sums.get(act, sum(least)) + value - low
    legal = worlds[0].decision(seat).choices()
    return sorted((act for act in sums if legal.refusal(act) is None), key=lambda act: -sums[act])


def _rollout(world: Table, seat: int, act: Act, dice: int, scored: Scores, style: Style) -> float | None:
    """Play an act and then the policies until the seat's next turn; None if the act cannot be played in this world."""
    table = world.copy(Seeded(dice))
    position: ArchmagiPosition = table.position
    position.word = [NOTHING] * len(position.word)
    if table.decision(seat).choices().refusal(act) is not None:
        return None
    now = (position.round, position.active)  # an act may end the turn
    table.play(act, seat)
    for _ in range(PATIENCE):
        asked = table.asked()
        position = table.position
        if not asked or (position.active == seat and (position.round, seat) != now and position.battle is None):
            break
        _play_on(table, asked[0], scored(position, asked[0], style if asked[0] == seat else WARY)[0][1])
    return prospects(table.position)[seat]


def _play_on(table: Table, seat: int, act: Act) -> None:
    """Play what a policy is for, which is on the list: what is chosen in the open is not checked once more."""
    step = table.step
    if isinstance(step, Asks):
        table.carry_out(step, seat, act)
        table.run()
    else:
        table.play(act, seat)
