"""Whatever is played: no ship is overloaded, nobody drowns unnoticed, fleets keep to seas and ports (7.1b, 7.3)."""

from __future__ import annotations

import random

import pytest

from tanelorn.core.chance import Seeded
from tanelorn.core.play.table import Table
from tanelorn.games.elric.equipment.counters import ARMY, FLEET
from tanelorn.games.elric.movement.movement_step import Moves
from tanelorn.games.elric.rules import ELRIC
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.stacks import swimmers

BOLD = ("board", "land", "take all armies", "fly from", "steal elric in")


def looks_right(position: ElricPosition) -> None:
    world = position.world
    able = swimmers(world)
    for unit, area in enumerate(position.area):
        if area < 0:
            continue
        ship = position.ship[unit]
        assert unit in position.stacks[area]
        if ship >= 0:
            assert position.area[ship] == area, f"{world.units[unit].id} is aboard a ship that is elsewhere"
        elif area in world.seas and world.kind[unit] != FLEET and position.owner[unit] >= 0:
            assert able[unit] or unit in (world.moonglum, world.brut), f"{world.units[unit].id} is in the water"
        if world.kind[unit] == FLEET:
            cargo = sum(world.kind[other] == ARMY and position.ship[other] == unit for other in position.stacks[area])
            assert cargo <= world.capacity[unit], f"{world.units[unit].id} is overloaded"
            assert area in world.seas or world.ports[area], f"{world.units[unit].id} is on dry land"


@pytest.mark.parametrize(("scenario", "seed"), [("successor", 3), ("dragonmasters", 4), ("long", 5)])
def test_random_play_leaves_every_counter_where_it_can_be(scenario, seed):
    table = Table.new(ELRIC, scenario, chance=Seeded(f"marches {seed}"), keep=False)
    rng = random.Random(seed)
    for _ in range(350):
        if table.position.outcome is not None:
            break
        decision = rng.choice(table.decisions())
        choices = list(decision.choices())
        bold = [choice for choice in choices if choice.verb in BOLD]
        choice = (
            rng.choice(bold) if bold and isinstance(table.step, Moves) and rng.random() < 0.5 else rng.choice(choices)
        )
        table.play(choice, decision.seat)
        looks_right(table.position)
