"""Whom a host is sure to overrun (albion/12.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tanelorn.games.albion.combat.modifiers import OVERRUN
from tanelorn.games.albion.judgement.reckoning.forces import Foe, foe_side, side_of
from tanelorn.games.albion.judgement.reckoning.odds import crushes
from tanelorn.games.albion.movement.overrun import OPEN
from tanelorn.games.albion.state.position import AlbionPosition


def sure(position: AlbionPosition, persons: Sequence[int], points: Mapping[int, int], foe: Foe) -> bool:
    """Tell whether an enemy stack lies open to an overrun, and one by persons with points of colours succeeds without
    loss wherever the enemy stands and whatever the dice show, even if there is somebody to lead them.
    """
    world = position.world
    terrains = world.terrain[foe.hex]
    if not foe.points or foe.fort or world.dyke[foe.hex] or not any(one in OPEN for one in terrains):
        return False
    led = foe._replace(led=True)
    return all(
        crushes(
            world,
            side_of(position, persons, points, terrain),
            foe_side(position, led, terrain, home=False),
            OVERRUN,
        )
        for terrain in terrains
    )
