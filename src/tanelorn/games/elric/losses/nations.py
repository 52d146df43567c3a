"""Nations and hordes that have lost all their personalities (elric/6.0h)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.elric.losses.escapes import sink
from tanelorn.games.elric.losses.leaving_play import leave
from tanelorn.games.elric.state.cities import check_garrisons
from tanelorn.games.elric.state.consequences import Dissolve
from tanelorn.games.elric.state.position import NOBODY, ElricPosition


def dissolve(position: ElricPosition, log: Log) -> None:
    """Remove the armies and fleets of nations whose last personality is gone (6.0h)."""
    world = position.world
    owner = position.owner
    rising = {nation for nation, _ in position.rising}
    for number, seat in enumerate(position.nation):
        if seat == NOBODY or number in rising or _is_led(position, number, seat):
            continue
        nation = world.nations[number]
        position.nation[number] = NOBODY
        if nation.capital >= 0 and position.prize[nation.capital] == seat:
            position.prize[nation.capital] = -1
        if number in position.freed:
            position.freed.remove(number)
        if log:
            log.say(
                f"**{nation.name}** has no leader left: its armies and fleets leave the board, it is neutral again.",
                clause="elric/6.0h",
                seat=seat,
            )
        for unit in (*nation.armies, *nation.fleets):
            if owner[unit] == seat:
                if unit in nation.fleets:
                    sink(position, unit, log)
                else:
                    leave(position, unit, log)


def _is_led(position: ElricPosition, nation: int, seat: int) -> bool:
    owner, elric = position.owner, position.world.elric
    for unit in position.world.nations[nation].people:  # noqa: SIM110 - asked of every nation in every step
        if owner[unit] == seat and unit != elric:
            return True
    return False


def after_loss(lost: Dissolve, position: ElricPosition, log: Log) -> None:
    """Remove nations that have lost their last personality, then free the cities that their armies garrisoned
    (10.9.1a).
    """
    dissolve(position, log)
    check_garrisons(position, log)
