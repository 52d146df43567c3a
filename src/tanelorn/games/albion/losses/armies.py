"""Armies and escorts that lose points (albion/7.0a), and what becomes of the items that troops carried."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.albion.losses.victory_points import cross_off
from tanelorn.games.albion.state.magic_items import let_lie
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.pieces import LYING


def lose_points(position: AlbionPosition, hex: int, army: Army, n: int, log: Log, *, cause: str) -> int:
    """Take points off an army, as many as it has (7.0a); return how many. What its last man carried lies in the hex."""
    n = min(n, army.n)
    if n <= 0:
        return 0
    carried = position.with_troops(hex)
    position.swap_army(hex, army, army._replace(n=army.n - n))
    cross_off(position, army.colour, n, hex, cause, log)
    tell_left(position, carried, hex, log)
    return n


def left_behind(position: AlbionPosition, carried: list[int]) -> list[int]:
    """Return which of the items that troops carried lie open now: nobody of the colour is left in their hex (20.1c)."""
    return [item for item in carried if position.bearer[item] == LYING]


def tell_left(position: AlbionPosition, carried: list[int], hex: int, log: Log) -> None:
    """Say which of the items that troops carried in a hex now lie there."""
    for item in left_behind(position, carried):
        let_lie(position, item, hex, log)


def lose_escort(position: AlbionPosition, person: int, log: Log, *, cause: str) -> None:
    """Take a person's escort away; the person goes on alone (7.0a)."""
    if position.escort[person]:
        position.escort[person] = 0
        cross_off(position, position.world.p_colour[person], 1, position.at[person], cause, log)
