"""Who fights in a combat, and what each side is worth (albion/14.1.3, 15.1b, 15.2b, 16.1 to 16.5, 17.2, 19.3c)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tanelorn.games.albion.state import ratings
from tanelorn.games.albion.state.battle import Battle, Fight, Force
from tanelorn.games.albion.state.position import BOUND, IN_HAND, AlbionPosition, Army
from tanelorn.games.albion.state.ratings import is_hero, stack_command
from tanelorn.games.albion.state.stacks import commanded, garrison_side, troops_ashore


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
    """Return one side of the combat that is fought, as it stands."""
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


def fleet_of(position: AlbionPosition, fight: Fight, seat: int, battle: Battle | None = None) -> Host:
    """Return a side of an engagement: ships that are not under Refit, and all aboard them (15.2b)."""
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


def force_of(position: AlbionPosition, battle: Battle, host: Host) -> Force:
    """Return what is said aloud of a side: its strength, its size and the Command Rating it uses (11.9f)."""
    strength, size = _STRENGTHS[_kind(battle)](position, battle, host)
    command = 0 if battle.form else stack_command(position, host.counted)
    return Force(strength, size, command)


def _kind(battle: Battle) -> str:
    return battle.form or battle.fight.kind


def _in_battle(position: AlbionPosition, battle: Battle, host: Host) -> tuple[int, int]:
    """Troops by the terrain, heroes, everybody's magic (16.1.2, 16.1.4); heroes alone give a size too (16.1.9b)."""
    strength = troop_strength(position, battle.fight.hex, host, battle.terrain) + host.dragon + host.fort
    strength += sum(ratings.combat(position, person) for person in host.counted if is_hero(position, person))
    strength += sum(ratings.magic(position, person) for person in host.counted)
    size = host.points
    if not size:
        printed = position.world.p_combat
        size = sum(printed[person] for person in host.persons if is_hero(position, person))
    return strength, size


def _in_engagement(position: AlbionPosition, battle: Battle, host: Host) -> tuple[int, int]:
    """Ships, heroes and the points aboard, without terrain or magic; the ships alone give the size (16.2.3, 16.2.7)."""
    size = sum(position.world.s_strength[ship][position.hurt[ship]] for ship in host.ships)
    strength = size + troop_strength(position, battle.fight.hex, host, "")
    strength += sum(ratings.combat(position, person) for person in host.counted if is_hero(position, person))
    return strength, size


def _in_melee(position: AlbionPosition, battle: Battle, host: Host) -> tuple[int, int]:
    """Of each person the higher of combat, doubled for heroes, and magic; the size is the same at face value (16.3)."""
    strength = size = 0
    for person in host.counted:
        worth, face = melee_worth(position, person)
        strength, size = strength + worth, size + face
    return strength, size


def melee_worth(position: AlbionPosition, person: int) -> tuple[int, int]:
    """Return what a person is worth in a melee, and the printed rating that it comes from (16.3.2, 16.3.6)."""
    blows, spells = trial_worth(position, person), ratings.magic(position, person)
    if blows >= spells:
        return blows, position.world.p_combat[person]
    return spells, ratings.basic_magic(position, person)


def trial_worth(position: AlbionPosition, person: int) -> int:
    """Return Current Combat Strength, doubled for a hero (16.3.2, 16.5a)."""
    return ratings.combat(position, person) * (2 if is_hero(position, person) else 1)


def _in_trial(position: AlbionPosition, battle: Battle, host: Host) -> tuple[int, int]:
    """Combat strength, doubled for a hero; the printed one is the size (16.5a)."""
    return (
        sum(trial_worth(position, person) for person in host.persons),
        sum(position.world.p_combat[person] for person in host.persons),
    )


def _in_duel(position: AlbionPosition, battle: Battle, host: Host) -> tuple[int, int]:
    """Current Magic Strength; the basic one is the size (16.4a). A Mental Attack gives who has none a 1 (19.4/08)."""
    strength = size = 0
    for person in host.persons:
        basic = ratings.basic_magic(position, person)
        if battle.fight.kind == "mental":
            basic = max(basic, 1)
        strength, size = strength + ratings.magic(position, person, basic), size + basic
    return strength, size


_STRENGTHS = {
    "battle": _in_battle,
    "engagement": _in_engagement,
    "melee": _in_melee,
    "trial": _in_trial,
    "duel": _in_duel,
}


def troop_strength(position: AlbionPosition, hex: int, host: Host, terrain: str) -> int:
    """Return what army and escort points are worth in a terrain, at sea in none (14.1.3, 16.1.2).

    Points of one race and state of command are taken together, all factors multiplied, and rounded down once; troops
    are worth 1 at least.
    """
    w = position.world
    groups: dict[tuple[str, bool], int] = {}
    for army in host.armies:
        key = (w.c_race[army.colour], commanded(position, hex, army))
        groups[key] = groups.get(key, 0) + army.n
    for person in host.persons:
        if position.escort[person]:
            key = (w.c_race[w.p_colour[person]], True)
            groups[key] = groups.get(key, 0) + 1
    if not groups:
        return 0
    letters = w.charts.letter[terrain] if terrain else {}
    total = sum(n * letters.get(race, 2) // (2 if led else 4) for (race, led), n in groups.items())
    return max(total, 1)


def able(position: AlbionPosition, battle: Battle, seat: int) -> bool:
    """Tell whether a side can attack in the combat that is fought, as things stand (15.1a, 15.8b, 17.5, 19.3a)."""
    own, foe = host_of(position, battle, seat), host_of(position, battle, 1 - seat)
    if battle.fight.kind == "engagement":
        return bool(own.ships and foe.ships)
    if battle.fight.kind == "melee":
        return bool(can_strike(battle, own) and foe.persons)
    fort = garrisoned(position, battle, 1 - seat)
    troops = own.points - own.fort
    heroes = any(is_hero(position, person) for person in can_strike(battle, own))
    targets = foe.points or fort or any(is_hero(position, person) for person in foe.persons)
    if battle.inside == 1 - seat:
        return bool(troops and targets)
    return bool((troops or heroes) and targets and (troops or foe.points))


def can_strike(battle: Battle, host: Host) -> tuple[int, ...]:
    """Return the persons of a side who may attack: a caster may once the enemy has attacked him (19.3b)."""
    return host.persons if host.seat != battle.opener else host.counted


def garrisoned(position: AlbionPosition, battle: Battle, seat: int) -> bool:
    """Tell whether a side's fortress point would fight if it were attacked (17.4a)."""
    hex = battle.fight.hex
    return battle.inside == seat == garrison_side(position, hex) and not position.world.dyke[hex]
