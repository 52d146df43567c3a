"""Who fights in a combat, on either side (albion/12.5f, 15.1b, 15.2b, 15.3, 19.3c)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tanelorn.games.albion.state.battle import Battle, Fight
from tanelorn.games.albion.state.deeds import BOUND, IN_HAND
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.stacks import troops_ashore


def the_battle(position: AlbionPosition) -> Battle:
    """Return the combat that is fought."""
    assert position.battle is not None
    return position.battle


class Host(NamedTuple):
    """One side of a combat: all who take part, and of its persons those who count now (19.3c).

    `fort` is 1 where the fortress's own point fights, `dragon` counts the men of the dragon's teeth.
    """

    seat: int
    persons: tuple[int, ...] = ()
    counted: tuple[int, ...] = ()
    armies: tuple[Army, ...] = ()
    ships: tuple[int, ...] = ()
    escorts: int = 0
    fort: int = 0
    dragon: int = 0

    @property
    def points(self) -> int:
        """Army and escort points at face value, with the dragon's men and the fortress's own (16.1.9)."""
        return sum(army.n for army in self.armies) + self.escorts + self.dragon + self.fort

    @property
    def gone(self) -> bool:
        """Whether nothing is left of it."""
        return not (self.persons or self.armies or self.ships or self.fort or self.dragon)


def in_hand(position: AlbionPosition, seat: int, hex: int) -> tuple[list[int], list[Army]]:
    """Return the persons and armies ashore in a hex that belong to the group in hand (12.5f)."""
    persons = [person for person in position.ashore(seat, hex) if person in position.march]
    return persons, [army for army in troops_ashore(position, seat, hex) if army.did & IN_HAND]


def host_of(position: AlbionPosition, battle: Battle, seat: int) -> Host:
    """Return one side of the combat that is fought, as it stands: in a battle all who are ashore in the hex (15.1b),
    and nobody aboard (12.2c).
    """
    fight = battle.fight
    hex = fight.hex
    if battle.form:
        champion = battle.champions[seat]
        living = (champion,) if position.at[champion] >= 0 else ()
        return Host(seat, living, living)
    if fight.kind == "melee":
        here = position.ashore(seat, hex)
        persons = [person for person in battle.fighters[seat] if person in here]
        return Host(seat, tuple(persons), counting(position, battle, seat, persons))
    if fight.kind == "engagement":
        return fleet_of(position, fight, seat, battle)
    if fight.overrun and seat == battle.opener:
        persons, armies = in_hand(position, seat, hex)
    else:
        persons, armies = position.ashore(seat, hex), troops_ashore(position, seat, hex)
    return Host(
        seat,
        tuple(persons),
        counting(position, battle, seat, persons),
        tuple(armies),
        escorts=sum(position.escort[person] for person in persons),
        fort=int(battle.inside == seat != battle.attacker and not position.world.dyke[hex]),
        dragon=battle.teeth[seat],
    )


def hosts_of(position: AlbionPosition, battle: Battle) -> tuple[Host, Host]:
    """Return both sides of the combat, by seat."""
    return host_of(position, battle, 0), host_of(position, battle, 1)


def fleet_of(position: AlbionPosition, fight: Fight, seat: int, battle: Battle | None = None) -> Host:
    """Return a side of an engagement: ships that are not under Refit, and all aboard them (15.2b, 12.2d)."""
    refit, aboard = position.refit, position.aboard
    ships = [ship for ship in position.ships_of(seat, fight.hex, fight.coast) if not refit[ship]]
    persons = [person for person in position.persons_of(seat, fight.hex) if aboard[person] in ships]
    armies = [army for army in position.armies_of(seat, fight.hex) if army.ship in ships]
    counted = tuple(persons) if battle is None else counting(position, battle, seat, persons)
    escorts = sum(position.escort[person] for person in persons)
    return Host(seat, tuple(persons), counted, tuple(armies), tuple(ships), escorts)


def counting(position: AlbionPosition, battle: Battle, seat: int, persons: Iterable[int]) -> tuple[int, ...]:
    """Return who of a side adds strength and command: no caster of this turn whose own side opened the combat, until
    the enemy has had the initiative (19.3c).
    """
    if seat != battle.opener or battle.turned:
        return tuple(persons)
    return tuple(person for person in persons if not position.did[person] & BOUND)
