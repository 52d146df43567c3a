"""Command: troops lie under persons who may command them (albion/14.2b, 14.3)."""

from __future__ import annotations

from typing import NamedTuple

from tanelorn.games.albion.state.deeds import IN_HAND
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.ratings import may_command, rank
from tanelorn.games.albion.state.stacks import commanded, commanders


class Mover(NamedTuple):
    """Whoever moves now: what the questions of movement are about. Who is in hand is `position.march`."""

    position: AlbionPosition
    seat: int


MOVING = ("movement", "forced march", "pregame")
"""Phases in which the active player moves."""


def may_rearrange(position: AlbionPosition, seat: int) -> bool:
    """Tell whether a seat may rearrange its stacks as it likes: it moves, or it reacts (11.9a)."""
    return position.active == (seat if position.phase in MOVING else 1 - seat if position.phase == "reaction" else -2)


def assign(position: AlbionPosition, seat: int, hex: int) -> None:
    """Put troops that nobody commands under the highest person who may, as their owner may alter (14.2b); they lie no
    longer under somebody who has left, but still under one whom the enemy controls for a turn (19.4/10b, 14.0, 14.2).
    """
    armies = position.troops.get(hex)
    if not armies:
        return
    w = position.world
    changed = []
    for army in armies:
        if w.c_side[army.colour] == seat and not army.did & IN_HAND and not commanded(position, hex, army):
            chief = _entitled(position, seat, hex, army)
            taken = army.chief >= 0 and position.at[army.chief] == hex and position.side[army.chief] != seat
            if chief >= 0 or not taken:
                army = army._replace(chief=chief)
        changed.append(army)
    if tuple(changed) != armies:
        position.set_troops(hex, changed)


def assign_all(position: AlbionPosition, seat: int) -> None:
    """Put all troops of a seat that nobody commands under somebody who may: it begins to move or to react (14.2b)."""
    for hex in list(position.troops):
        assign(position, seat, hex)


def _entitled(position: AlbionPosition, seat: int, hex: int, army: Army) -> int:
    """Return who should command an army: active, entitled and with it, the highest rank first; -1 for nobody."""
    able = lords(position, seat, hex, army.colour, army.ship >= 0)
    asleep = not position.roused[position.world.c_kingdom[army.colour]]
    return next((person for person in able if position.awake[person] or asleep), -1)


def lords(position: AlbionPosition, seat: int, hex: int, colour: int, aboard: bool) -> list[int]:
    """Return who may command points of a colour ashore, or aboard ships, in a hex, the highest rank first (14.3)."""
    if not aboard:
        return commanders(position, seat, hex, colour)
    able = [
        person
        for person in position.persons_of(seat, hex)
        if position.aboard[person] >= 0 and may_command(position, person, colour)
    ]
    return sorted(able, key=lambda person: (-rank(position, person), person))
