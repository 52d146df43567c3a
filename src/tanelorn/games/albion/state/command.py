"""Command: whose rating counts, who may command which troops, and under whom they lie (albion/14.0 to 14.4)."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.games.albion.state.deeds import IN_HAND
from tanelorn.games.albion.state.position import KING, AlbionPosition, Army
from tanelorn.games.albion.state.ratings import command, rank


def voices(position: AlbionPosition, persons: Iterable[int]) -> list[int]:
    """Return whose Command Rating a group may use: those of highest rank (14.4); Magog speaks for Ainsel (7.9/m36)."""
    present = list(persons)
    w = position.world
    ainsel, magog = w.person["ainsel"], w.person["magog"]
    if not position.basic and ainsel in present and magog in present:
        present.remove(ainsel)
    highest = max((rank(position, person) for person in present), default=0)
    return [person for person in present if rank(position, person) == highest]


def stack_command(position: AlbionPosition, persons: Iterable[int]) -> int:
    """Return the Command Rating that a group of persons uses (14.4); the best one among equals, 0 for nobody."""
    return max((command(position, person) for person in voices(position, persons)), default=0)


def may_command(position: AlbionPosition, person: int, colour: int) -> bool:
    """Tell whether a person may command Combat Strength Points of a colour: a King any (14.3c), a Marshal those of the
    same race (14.3b; Dunatis counts as an Elf), a Captain those of the same colour (14.3a), nobody else any (14.3d).
    """
    w = position.world
    own = rank(position, person)
    if own == KING:
        return True
    if own == 2:
        race = w.p_race[person]
        return w.c_race[colour] == ("elf" if race == "ancient" and w.p_elf[person] else race)
    return own == 1 and w.p_colour[person] == colour


def commanders(position: AlbionPosition, seat: int, hex: int, colour: int) -> list[int]:
    """Return who ashore in a hex may command CSPs of a colour, the highest rank first (14.3)."""
    able = [person for person in position.ashore(seat, hex) if may_command(position, person, colour)]
    return sorted(able, key=lambda person: (-rank(position, person), person))


def commanded(position: AlbionPosition, hex: int, army: Army) -> bool:
    """Tell whether an army lies under a person who is with it and entitled to command it (14.2, 14.3).

    At sea the chief is aboard any ship on the same coast (16.2.3); ships on different coasts do not meet (15.2b).
    """
    chief = army.chief
    if chief < 0 or position.at[chief] != hex or position.side[chief] != position.world.c_side[army.colour]:
        return False
    ship, coast = position.aboard[chief], position.coast
    together = ship < 0 if army.ship < 0 else ship >= 0 and coast[ship] == coast[army.ship]
    return together and may_command(position, chief, army.colour)


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
