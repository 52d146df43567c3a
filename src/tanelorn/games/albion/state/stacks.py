"""Stacks: what lies on top, what stands ashore, what both sides are told (albion/3.0b, 11.9b, 11.9c)."""

from __future__ import annotations

from tanelorn.games.albion.state.deeds import IN_HAND, SAILED
from tanelorn.games.albion.state.position import CSPS, HEROES, PERSONS, AlbionPosition, Army
from tanelorn.games.albion.state.printed.pieces import NO_PIECE, Code, person_code, ship_code, troops_code
from tanelorn.games.albion.state.ratings import is_hero, rank


def troops_ashore(position: AlbionPosition, seat: int, hex: int) -> list[Army]:
    """Return the armies of a seat in a hex that are not aboard a ship."""
    return [army for army in position.armies_of(seat, hex) if army.ship < 0]


def points_ashore(position: AlbionPosition, seat: int, hex: int) -> int:
    """Return a seat's army and escort CSPs ashore in a hex."""
    escort = position.escort
    return sum(army.n for army in troops_ashore(position, seat, hex)) + sum(
        escort[person] for person in position.ashore(seat, hex)
    )


def holds(position: AlbionPosition, seat: int, hex: int) -> int:
    """Return what a seat has ashore in a hex, which is its stack (3.0b), as the bits CSPS, HEROES and PERSONS."""
    persons = position.ashore(seat, hex)
    bits = PERSONS if persons else 0
    if any(is_hero(position, person) for person in persons):
        bits |= HEROES
    escort = position.escort
    if any(escort[person] for person in persons) or troops_ashore(position, seat, hex):
        bits |= CSPS
    return bits


def stands_in(position: AlbionPosition, seat: int, hex: int) -> bool:
    """Tell whether a seat has anything ashore in a hex, which lies open (11.9c)."""
    side, aboard, c_side = position.side, position.aboard, position.world.c_side
    for person in position.people.get(hex, ()):
        if side[person] == seat and aboard[person] < 0:
            return True
    return any(army.ship < 0 and c_side[army.colour] == seat for army in position.troops.get(hex, ()))


def garrison_side(position: AlbionPosition, hex: int) -> int:
    """Return whose standing fortress is in a hex (17.0b), -1 if none is; dykes count for Faerie."""
    side = position.world.fortress_side[hex]
    return side if side >= 0 and hex not in position.ruined else -1


def top_ashore(position: AlbionPosition, seat: int, hex: int) -> Code:
    """Return the code of the topmost piece of a seat's stack ashore, which all see; NO_PIECE if it is empty."""
    return top_among(position, seat, hex, position.ashore(seat, hex), troops_ashore(position, seat, hex))


def top_among(position: AlbionPosition, seat: int, hex: int, persons: list[int], armies: list[Army]) -> Code:
    """Return the code of what lies on top of all that a seat has ashore in a hex; NO_PIECE if that is nothing.

    Its owner chooses it (`position.top`); until then it is whoever commands troops, then the highest rank, then an
    army.
    """
    chosen = position.top[seat].get(hex, -1)
    if chosen >= 0 and (chosen in persons or any(chosen == troops_code(army.colour) for army in armies)):
        return Code(chosen)
    if len(persons) == 1:
        return person_code(persons[0])
    if persons:
        chiefs = {army.chief for army in armies}
        return person_code(max(persons, key=lambda person: (person in chiefs, rank(position, person), -person)))
    return troops_code(armies[0].colour) if armies else NO_PIECE


def top_at_sea(position: AlbionPosition, seat: int, hex: int, coast: int) -> Code:
    """Return the code of the topmost ship of a seat on one coast of a hex, which all see; NO_PIECE if there is none."""
    ships = position.ships_of(seat, hex, coast)
    return ship_code(top_ship_among(position, seat, hex, coast, ships)) if ships else NO_PIECE


def top_ship_among(position: AlbionPosition, seat: int, hex: int, coast: int, ships: list[int]) -> int:
    """Return the ship that lies on top of all that a seat has on a coast: its owner's choice, or the first."""
    chosen = position.top_ship[seat].get(position.world.node[hex][coast], -1)
    return chosen if chosen in ships else ships[0]


def foe(seat: int) -> int:
    """Return the other seat."""
    return 1 - seat


def note_meetings(position: AlbionPosition, hex: int) -> None:
    """Tell both sides what they meet ashore in a hex, as yes or no (11.9c); forget it where they do not meet."""
    both = stands_in(position, 0, hex) and stands_in(position, 1, hex)
    for seat in (0, 1):
        told = position.told[seat]
        if both:
            told[hex] = holds(position, 1 - seat, hex)
            continue
        told.pop(hex, None)
        if hex in position.evading[seat]:
            position.evading[seat].remove(hex)


def mark(position: AlbionPosition, seat: int, hex: int, set: int, clear: int) -> None:
    """Change what the armies of a seat that have just come into a hex have done: those in hand, those put ashore."""
    c_side = position.world.c_side
    armies = position.troops.get(hex, ())
    changed = [
        army._replace(did=army.did & ~clear | set)
        if army.did & (IN_HAND | SAILED) and army.ship < 0 and c_side[army.colour] == seat
        else army
        for army in armies
    ]
    if tuple(changed) != armies:
        position.set_troops(hex, changed)
