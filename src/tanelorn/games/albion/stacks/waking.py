"""Sleeping pieces and what wakes them: invasion, attack, an enchantment (albion/10.0, 10.2, 10.3)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.albion.state.position import AlbionPosition


def wake_realm(position: AlbionPosition, realm: int, log: Log) -> None:
    """Wake all pieces of a kingdom, for good (10.0a, 10.0c)."""
    if position.roused[realm]:
        return
    w = position.world
    position.roused[realm] = 1
    position.woke[realm] = position.turn
    for person, own in enumerate(w.p_kingdom):
        if own == realm and position.at[person] >= 0:
            position.awake[person] = 1
    if log:
        kingdom = w.kingdoms[realm]
        log.say(f"**{kingdom.name}** takes up arms.", clause="albion/10.0c", seat=kingdom.side)


def wake_person(position: AlbionPosition, person: int, log: Log) -> None:
    """Wake one of those who belong to nobody (10.2), who are the Worm (7.9/s42), Dunatis (7.9/a39), Gerflax (7.9/a40)
    and Misha (7.9/a41); of a kingdom all pieces wake together.
    """
    w = position.world
    if position.awake[person] or position.at[person] < 0:
        return
    if w.p_kingdom[person] >= 0:
        wake_realm(position, w.p_kingdom[person], log)
        return
    position.awake[person] = 1
    if log:
        log.say(f"**{w.persons[person].name}** awakes.", clause="albion/10.2", seat=w.p_side[person])


def rouse_by_aim(position: AlbionPosition, seat: int, *, hex: int = -1, person: int = -1, log: Log) -> None:
    """Wake whom a seat rouses by an attack, by coming into their hex, or by an enchantment aimed at them (10.0b).

    An enchantment aimed at a hex of a sleeping kingdom wakes it even where nobody stands; its islands may be entered
    (10.3b, 10.3d).
    """
    w = position.world
    if person >= 0 and w.p_side[person] != seat:
        wake_person(position, person, log)
    if hex < 0:
        return
    if position.phase == "enchantment" and w.kingdom[hex] >= 0 and w.kingdoms[w.kingdom[hex]].side == 1 - seat:
        wake_realm(position, w.kingdom[hex], log)
    for one in list(position.people.get(hex, ())):
        if w.p_side[one] != seat:
            wake_person(position, one, log)
    for army in position.troops.get(hex, ()):
        if w.c_side[army.colour] != seat:
            wake_realm(position, w.c_kingdom[army.colour], log)
    for ship in position.fleets.get(hex, ()):
        if w.s_side[ship] != seat:
            wake_realm(position, w.s_kingdom[ship], log)
