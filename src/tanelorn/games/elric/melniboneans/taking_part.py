"""Melniboneans fight neither each other (elric/12.0c) nor against Imrryr (12.0d)."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.core.log import Log
from tanelorn.games.elric.state.battle import Battle, Fight
from tanelorn.games.elric.state.position import NOBODY, OUT, ElricPosition
from tanelorn.games.elric.state.words import name


def abstaining(position: ElricPosition, fight: Fight, sides: tuple[Iterable[int], Iterable[int]]) -> list[int]:
    """Return the Melniboneans who take no part: all but Elric, where a Melnibonean other than Elric stands on the other
    side, or where they attack Imrryr. Neutral ones belong to no side and do not count (12.0c, 12.0d).
    """
    world = position.world
    of_side = [[unit for unit in side if world.melnibonean[unit] and unit != world.elric] for side in sides]
    if of_side[0] and of_side[1]:
        return of_side[0] + of_side[1]
    return of_side[0] if fight.city and fight.area == world.imrryr else []


def why_apart(position: ElricPosition, sides: tuple[Iterable[int], Iterable[int]], unit: int) -> str:
    """Return the clause by which a Melnibonean takes no part."""
    world = position.world
    foes = next(foes for own, foes in (sides, sides[::-1]) if unit in own)
    opposite = any(world.melnibonean[other] and other != world.elric for other in foes)
    return "elric/12.0c" if opposite else "elric/12.0d"


def wiped_out(position: ElricPosition, battle: Battle, side: int) -> bool:
    """Tell whether all that is left of a side where it fought are Melniboneans who took no part (12.0c)."""
    seat, area = battle.seats[side], battle.fight.area
    return not any(
        position.owner[unit] == seat and position.area[unit] == area and unit not in battle.apart
        for unit in battle.sides[side]
    )


def join_winner(position: ElricPosition, unit: int, log: Log) -> bool:
    """Let a Melnibonean who took no part join the winner if the rest of the force is gone (12.0c).

    Return whether this happens: the winner must be a player who still has a unit there.
    """
    battle = position.battle
    if battle is None or unit not in battle.apart or battle.winner not in (0, 1):
        return False
    loser = 1 - battle.winner
    seat, area = battle.seats[battle.winner], battle.fight.area
    if unit not in battle.sides[loser] or seat == NOBODY or not wiped_out(position, battle, loser):
        return False
    company = [other for other in battle.sides[battle.winner] if position.area[other] == area]
    if not any(position.owner[other] == seat for other in company):
        return False
    _go_over(position, unit, seat, area)
    position.band[unit] = battle.fight.foe_band if battle.winner == 1 else battle.fight.own_band
    if log:
        log.say(
            f"**{name(position.world, unit)}**, who took no part, joins the victors.",
            clause="elric/12.0c",
            seat=seat,
            places=(position.world.areas[area].id,),
        )
    return True


def _go_over(position: ElricPosition, unit: int, seat: int, area: int) -> None:
    old = position.area[unit]
    position.put(unit, area, seat)
    if old == area:
        position.ship[unit] = -1
    for spell in position.hand(unit):
        position.give(spell, unit)


def join_victors(position: ElricPosition, log: Log) -> None:
    """Let those who took no part, and neither were lost nor retreated, join the winner when the rest of their force is
    wiped out (12.0c).
    """
    battle = position.battle
    if battle is None or battle.winner not in (0, 1):
        return
    loser = 1 - battle.winner
    for unit in battle.apart:
        here = position.area[unit] == battle.fight.area and position.owner[unit] == battle.seats[loser]
        if here and unit in battle.sides[loser] and position.owner[unit] != OUT:
            join_winner(position, unit, log)
