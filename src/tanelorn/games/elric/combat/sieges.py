"""Sieges (elric/10.9.4): a walled city that was assaulted in vain and is assaulted again."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.elric.state.battle import Battle
from tanelorn.games.elric.state.cities import holder
from tanelorn.games.elric.state.position import NOBODY, ElricPosition


def note_assault(position: ElricPosition, battle: Battle) -> None:
    """Remember an assault that was won without overcoming the wall: the attackers stay outside (10.9.4a)."""
    position.stormed[battle.fight.area] = battle.seats[0]


def begin_assault(position: ElricPosition, battle: Battle, log: Log) -> None:
    """Mark a city as besieged if its attacker assaults it again after winning an assault (10.9.4a)."""
    area, seat = battle.fight.area, battle.seats[0]
    if position.stormed.get(area, NOBODY) != seat or position.besieger.get(area, NOBODY) == seat:
        return
    position.besieger[area] = seat
    if log:
        place = position.world.areas[area]
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
