"""What stands where as a seat may know it: own stacks as they are, enemy ones by their tops and by rumour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tanelorn.games.albion.judgement.reckoning.odds import Side
from tanelorn.games.albion.state import ratings
from tanelorn.games.albion.state.command import may_command, stack_command
from tanelorn.games.albion.state.position import CSPS, PERSONS, AlbionPosition, alone
from tanelorn.games.albion.state.printed.pieces import colour_of, is_person, is_troops, troops_code
from tanelorn.games.albion.state.printed.world import FAERIE, World
from tanelorn.games.albion.state.stacks import garrison_side, stands_in, top_ashore

COLOURLESS = ("troll", "elf")
"""The race of troops behind a top without colour, by seat."""
UNLED = 0.3
"""How likely a person lies below troops: persons lie on top unless their owner has hidden them."""


class Foe(NamedTuple):
    """An enemy stack or fortress: its hex, points of a race, persons seen, what others may add.

    `led` tells that a person lies on top; where troops do, nobody is likely to command them.
    """

    hex: int
    points: float
    race: str
    persons: tuple[int, ...]
    hidden: float
    fort: bool
    led: bool = True


def person_strength(position: AlbionPosition, person: int) -> int:
    """Return what a person adds in a battle: magic, and combat for a hero (16.1.4)."""
    strength = ratings.magic(position, person)
    if ratings.is_hero(position, person):
        strength += ratings.combat(position, person)
    return strength


def doubled(world: World, race: str, terrain: str) -> int:
    """Return twice what a point of a race is worth in a terrain (14.1)."""
    return world.charts.letter[terrain].get(race, 2) if terrain else 2


def persons_side(position: AlbionPosition, persons: Iterable[int]) -> tuple[int, int, int, int, int]:
    """Return what persons add: strength, how many, Command Rating, best combat and best magic of the champions."""
    w = position.world
    group = list(persons)
    return (
        sum(person_strength(position, person) for person in group),
        len(group),
        stack_command(position, group),
        max((ratings.combat(position, person) for person in group), default=0),
        max((ratings.magic(position, person) for person in group if w.p_magic[person]), default=0),
    )


def side_of(position: AlbionPosition, persons: Iterable[int], points: Mapping[int, int], terrain: str) -> Side:
    """Return own persons and points of colours as a side of a battle; all points are under command."""
    w, group = position.world, list(persons)
    magic, count, command, combat, arcane = persons_side(position, group)
    troops = size = 0.0
    for colour, n in points.items():
        troops += n * doubled(w, w.c_race[colour], terrain) / 2
        size += n
    for person in group:
        if position.escort[person]:
            troops += doubled(w, w.c_race[w.p_colour[person]], terrain) / 2
            size += 1
    return Side(troops, magic, size, count, command, combat, arcane)


def stack_side(position: AlbionPosition, persons: Sequence[int], points: Mapping[int, int], terrain: str) -> Side:
    """Return persons and points of colours as a side of a battle; those without a commander count half (14.1.3)."""
    w = position.world
    side = side_of(position, persons, points, terrain)
    loose = sum(
        n * doubled(w, w.c_race[colour], terrain) / 4
        for colour, n in points.items()
        if not any(may_command(position, person, colour) for person in persons)
    )
    return side._replace(troops=side.troops - loose) if loose else side


def points_of(position: AlbionPosition, seat: int, hex: int) -> dict[int, int]:
    """Return the points of each colour that a seat has ashore in a hex, escorts not counted."""
    points: dict[int, int] = {}
    for army in position.armies_of(seat, hex):
        if army.ship < 0:
            points[army.colour] = points.get(army.colour, 0) + army.n
    return points


def own_side(position: AlbionPosition, seat: int, hex: int, terrain: str) -> Side:
    """Return all that a seat has ashore in a hex as a side of a battle; who has cast this turn does not count."""
    return stack_side(position, position.ashore(seat, hex), points_of(position, seat, hex), terrain)


def foes(position: AlbionPosition, seat: int) -> dict[int, Foe]:
    """Return by hex what a seat knows or guesses of enemy stacks ashore and of enemy fortresses."""
    w, enemy = position.world, 1 - seat
    stacks = [hex for hex in sorted({*position.people, *position.troops}) if stands_in(position, enemy, hex)]
    tops = {hex: top_ashore(position, enemy, hex) for hex in stacks}
    rumour = position.rumour[enemy]
    seen: set[int] = {top for top in tops.values() if is_person(top)}
    for look in position.looks[seat].values():
        seen |= {person for person, _ in look.persons}
    unseen = [
        person
        for person, hex in enumerate(position.at)
        if hex >= 0 and position.side[person] == enemy and person not in seen
    ]
    weight = sum(1 + rumour.get(hex, 0) for hex in stacks) or 1
    spread = sum(person_strength(position, person) for person in unseen) / weight
    found: dict[int, Foe] = {}
    for hex in stacks:
        top = tops[hex]
        fresh = _fresh(position, seat, hex)
        if fresh is not None:
            found[hex] = fresh
            continue
        bits = position.told[seat].get(hex, CSPS | PERSONS)
        points = float(max(rumour.get(hex, 0), 1)) if bits & CSPS else 0.0
        race = race_of(w, enemy, top)
        persons = (top,) if is_person(top) else ()
        hidden = spread * (1 + rumour.get(hex, 0)) if bits & PERSONS else 0.0
        led = bool(persons)
        found[hex] = Foe(
            hex, points, race, persons, hidden * (1.0 if led else UNLED), garrison_side(position, hex) == enemy, led
        )
    for hex in w.fortresses:
        if hex not in found and garrison_side(position, hex) == enemy:
            found[hex] = Foe(hex, 0.0, COLOURLESS[enemy], (), 0.0, True)
    return found


def _fresh(position: AlbionPosition, seat: int, hex: int) -> Foe | None:
    """Return an enemy stack as a look in this turn has shown it, None if there was none or it has changed since."""
    look, top = position.looks[seat].get(hex), top_ashore(position, 1 - seat, hex)
    if look is None or look.turn != position.turn:
        return None
    at_sea = {code for code, _, _ in look.cargo}
    persons = tuple(person for person, _ in look.persons if person not in at_sea)
    armies = [(colour, n) for colour, n, _ in look.armies if troops_code(colour) not in at_sea]
    points = sum(n for _, n in armies) + sum(escort for person, escort in look.persons if person in persons)
    if points != position.rumour[1 - seat].get(hex, 0) or (is_person(top) and top not in persons):
        return None
    race = race_of(position.world, 1 - seat, top)
    return Foe(hex, float(points), race, persons, 0.0, garrison_side(position, hex) == 1 - seat, bool(persons))


def race_of(world: World, seat: int, top: int) -> str:
    """Return of what race the troops of a stack are likely to be."""
    colour = colour_of(top) if is_troops(top) else world.p_colour[top]
    return world.c_race[colour] if colour >= 0 else COLOURLESS[seat]


def foe_side(position: AlbionPosition, foe: Foe, terrain: str, *, home: bool) -> Side:
    """Return an enemy stack as a side of a battle; `home` if its fortress fights with it."""
    magic, count, command, combat, arcane = persons_side(position, foe.persons)
    fort = 1.0 if home and foe.fort and not position.world.dyke[foe.hex] else 0.0
    troops = foe.points * doubled(position.world, foe.race, terrain) / (2 if foe.led else 4) + fort
    persons = count + (1 if foe.hidden > 4 else 0)
    return Side(troops, magic + foe.hidden, foe.points + fort, persons, max(command, 1), combat, arcane)


def walled(position: AlbionPosition, seat: int, hex: int, own: Side) -> Side:
    """Return a seat's own side of a battle in a hex, with its fortress there if it has one that fights."""
    fort = garrison_side(position, hex) == seat and not position.world.dyke[hex]
    return own._replace(troops=own.troops + fort, size=own.size + fort)


def ground(position: AlbionPosition, defender: int, race: str, hex: int) -> str:
    """Return where a defender is likely to fight: in their fortress, else where their race is worth most (16.1.2)."""
    w = position.world
    if garrison_side(position, hex) == defender:
        return w.fortress[hex]
    return max(w.terrain[hex] or ("clear",), key=lambda terrain: doubled(w, race, terrain))


def prize(position: AlbionPosition, seat: int, hex: int) -> float:
    """Return what the fall of a fortress is worth to a seat (21.1, 21.3)."""
    w = position.world
    if garrison_side(position, hex) != 1 - seat or w.dyke[hex]:
        return 0.0
    return 10.0 + (w.bonus[hex] if alone(position) and seat != FAERIE else 0)
