"""What hands hold whenever a player of Elric decides something else (elric/9.5)."""

from __future__ import annotations

import random

import pytest

from tanelorn.core.chance import Seeded
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.games.elric.hands import (
    CheckHands,
    TooMany,
    Unstable,
    capacity,
    companies,
    in_hands,
    is_bound,
    torn,
)
from tanelorn.games.elric.state.places import spells_held
from tanelorn.games.elric.state.position import ElricPosition

GAME = games["elric"]


def is_settled(position: ElricPosition) -> bool:
    """Tell whether nobody is asked about a hand now, or will be before the next step of the turn."""
    pending = (TooMany, Unstable, CheckHands)
    return not any(isinstance(step, pending) for step in position.agenda)


def wrong(position: ElricPosition) -> list[str]:
    """Every hand that is too full or holds Law beside Chaos."""
    world, hands, found = position.world, in_hands(position), []
    for unit in sorted({unit for _, unit in spells_held(position.where)}):  # an empty hand is neither
        if position.owner[unit] >= 0 and position.area[unit] >= 0:
            if len(position.hand(unit)) > capacity(world, unit):
                found.append(f"{world.units[unit].id} holds too many")
            if is_bound(world, unit) and torn(hands, (unit,)):
                found.append(f"{world.units[unit].id} holds Law beside Chaos")
    return found


def magicians(position: ElricPosition) -> list[int]:
    return [unit for unit in in_hands(position) if is_bound(position.world, unit)]


@pytest.mark.long
@pytest.mark.rule("elric/9.5a", "elric/9.5b", "elric/9.5c")
@pytest.mark.parametrize("seed", [*range(5), 73, 148])
def test_no_writer_to_a_hand_forgets_law_and_chaos(seed: int) -> None:
    scenario = GAME.scenarios[seed % len(GAME.scenarios)].slug
    table, rng = Table.new(GAME, scenario, chance=Seeded(seed), keep=False), random.Random(seed)
    began = None
    while table.outcome is None:
        position = table.position
        if is_settled(position):
            assert wrong(position) == []
            if position.phase != began:  # what the last step left in one stack goes together when the next begins
                began, hands = position.phase, in_hands(position)
                assert not [units for units in companies(position, magicians(position)) if torn(hands, units)]
        seat = rng.choice(table.asked())
        table.play(table.choices(seat).sample(rng), seat)
