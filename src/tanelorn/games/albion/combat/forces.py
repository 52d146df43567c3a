"""What each side of a combat is worth, and who can attack (albion/14.1.3, 15.8b, 16.1 to 16.3, 17.2, 17.5); what the
champions of a challenge are worth is in `duels`.
"""

from __future__ import annotations

from tanelorn.games.albion.combat.duels import in_duel, in_trial, trial_worth
from tanelorn.games.albion.state import ratings
from tanelorn.games.albion.state.battle import Battle, Force
from tanelorn.games.albion.state.command import commanded, stack_command
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.ratings import is_hero
from tanelorn.games.albion.state.stacks import garrison_side
from tanelorn.games.albion.state.who_fights import Host, host_of


def force_of(position: AlbionPosition, battle: Battle, host: Host) -> Force:
    """Return what is said aloud of a side: its strength, its size and the Command Rating it uses (11.9f)."""
    strength, size = _STRENGTHS[_kind(battle)](position, battle, host)
    command = 0 if battle.form else stack_command(position, host.counted)
    return Force(strength, size, command)


def _kind(battle: Battle) -> str:
    return battle.form or battle.fight.kind


def _in_battle(position: AlbionPosition, battle: Battle, host: Host) -> tuple[int, int]:
    """Troops by the terrain, the dragon's men (20.6/23), heroes, everybody's magic (16.1.2, 16.1.4); the points are the
    size (16.1.9), and heroes alone give one too (16.1.9b).
    """
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
    """Of each person the higher of combat, doubled for heroes, and magic; the size is the same at face value (16.3.2,
    16.3.6).
    """
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


_STRENGTHS = {
    "battle": _in_battle,
    "engagement": _in_engagement,
    "melee": _in_melee,
    "trial": in_trial,
    "duel": in_duel,
}


def troop_strength(position: AlbionPosition, hex: int, host: Host, terrain: str) -> int:
    """Return what army and escort points are worth in a terrain, such as a fortress (17.0, 17.1b, 17.2, chart/terrain),
    at sea in none (14.1.3, 16.1.2).

    Points of one race and state of command are taken together, all factors multiplied, and rounded down once; escorts
    need no command (11.9e). Troops are worth 1 at least.
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
    """Tell whether a side can attack in the combat that is fought, as things stand (15.1a, 15.8b, 17.5)."""
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
    """Return the persons of a side who may attack: a caster may once attacked by the enemy (19.3b)."""
    return host.persons if host.seat != battle.opener else host.counted


def garrisoned(position: AlbionPosition, battle: Battle, seat: int) -> bool:
    """Tell whether a side's fortress point would fight if it were attacked (17.4a, 17.4e)."""
    hex = battle.fight.hex
    return battle.inside == seat == garrison_side(position, hex) and not position.world.dyke[hex]
