"""Attacks on cities (elric/7.5.2b, 7.5.6, 7.5.7, 10.7d, 10.9.3b, 10.9.4): walls, neutral cities, sieges."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.log import Log
from tanelorn.games.elric.combat.totals import the_battle
from tanelorn.games.elric.losses.casualties import TABLE
from tanelorn.games.elric.state.battle import Battle
from tanelorn.games.elric.state.cities import behind_wall, holder
from tanelorn.games.elric.state.position import FLOWN, NOBODY, ElricPosition


def is_assault(position: ElricPosition) -> bool:
    """Tell whether the battle is for a city that is walled or neutral, with armies and not with fleets (7.5.2b). A
    player's unwalled city protects nobody (7.5.6).
    """
    battle = the_battle(position)
    if not battle.fight.city or battle.match == "fleets":
        return False
    return battle.seats[1] == NOBODY or position.world.walled[battle.fight.area]


def falls_by(position: ElricPosition, worth: int) -> int:
    """Return the difference by which a city falls whose defenders are worth that much; at 25 any city does (7.5.2b,
    7.5.7b).
    """
    battle = the_battle(position)
    return min(worth + battle.militia + battle.wall, TABLE[-1].least)


def inside_wall(position: ElricPosition, side: int) -> bool:
    """Tell whether a side is within a walled city, so that it need not retreat (10.7d, 10.9.5)."""
    battle = the_battle(position)
    return side == 1 and battle.fight.city and position.world.walled[battle.fight.area]


def stayed_in(position: ElricPosition, unit: int) -> bool:
    """Tell whether a unit stayed within its walled city during a sally, or during the battle of those who came to
    relieve it (10.7d, 10.9.4a).
    """
    battle, area = the_battle(position), position.area[unit]
    if battle.fight.city or unit not in battle.withheld or position.came[unit] >= 0 or position.did[unit] & FLOWN:
        return False
    return position.world.walled[area] and behind_wall(position, area, position.owner[unit])


def sheltered(position: ElricPosition, area: int, seat: int) -> bool:
    """Tell whether a seat's units in an area are behind the wall of their city (7.2b)."""
    return position.world.walled[area] and behind_wall(position, area, seat)


def came_to_relieve(position: ElricPosition, units: Sequence[int]) -> bool:
    """Tell whether any units in a city of their own have come there this turn: while enemies stand before the wall,
    whoever comes fights them, and nobody just walks in (10.9.4b).
    """
    return any(position.came[unit] >= 0 or position.did[unit] & FLOWN for unit in units)


def note_assault(position: ElricPosition, battle: Battle) -> None:
    """Remember an assault that was won without overcoming the wall: the attackers stay outside (10.9.4a)."""
    position.stormed[battle.fight.area] = battle.seats[0]


def begin_assault(position: ElricPosition, battle: Battle, log: Log) -> None:
    """Note what a city adds to its defence: its wall, 3 or 5, even if nobody is there (7.5.7a, 7.5.2b, 7.3n), and the
    strength of a neutral one (10.9.3b). It is besieged if its attacker assaults it again after winning an assault
    (10.9.4a).
    """
    world = position.world
    battle.wall = world.wall[battle.fight.area]
    battle.militia = world.militia[battle.fight.area] if battle.fight.foe == NOBODY else 0
    area, seat = battle.fight.area, battle.seats[0]
    if position.stormed.get(area, NOBODY) != seat or position.besieger.get(area, NOBODY) == seat:
        return
    position.besieger[area] = seat
    if log:
        place = world.areas[area]
        log.say(f"**{place.cities[0].name}** is besieged.", clause="elric/10.9.4a", seat=seat, places=(place.id,))


def lift_sieges(position: ElricPosition, log: Log) -> None:
    """Forget assaults and sieges by players with no unit left before the city, and of a city that is now neutral or
    their own (10.9.4a).
    """
    for marks in (position.stormed, position.besieger):
        for area, seat in list(marks.items()):
            if not position.own_in(area, seat) or holder(position, area) in (NOBODY, seat):
                del marks[area]
                if log and marks is position.besieger:
                    place = position.world.areas[area]
                    log.say(
                        f"**{place.cities[0].name}** is no longer besieged.", clause="elric/10.9.4a", places=(place.id,)
                    )
