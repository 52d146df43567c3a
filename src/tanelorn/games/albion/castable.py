"""Who can cast what at what (albion/19.1 to 19.4): all of it from what its player knows when he plots (5.B.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tanelorn.games.albion.items import bears, uses
from tanelorn.games.albion.nouns import piece_id, piece_word, word
from tanelorn.games.albion.position import AlbionPosition
from tanelorn.games.albion.ratings import SEAT_OF_MORAY, SEATED, basic_magic, magic
from tanelorn.games.albion.spell import Spell
from tanelorn.games.albion.spells import (
    ELEMENTS,
    FARCALLING,
    FIMBULWINTER,
    MENTAL_ATTACK,
    SCRYING,
    SPELLS,
    STORM,
    VISION,
    VORTEX,
    Enchantment,
)
from tanelorn.games.albion.stacks import garrison_side, stands_in

FIR_CHLIS = 7
WEATHERS = ("clear", "rain", "snow")
CHANCES = {roll: sum(a + b <= roll for a in range(1, 7) for b in range(1, 7)) for roll in range(14)}
"""Of 36 throws of two dice, how many do not exceed a number."""


class Casting(NamedTuple):
    """One enchantment that one person can cast at one target, and what is said of it to his player."""

    spell: Spell
    text: str
    picks: tuple[str, ...]
    title: str
    strength: str
    odds: str
    note: str = ""


def castings(position: AlbionPosition, seat: int) -> dict[int, list[Casting]]:
    """Return by caster all that a seat's enchanters can cast; who can cast nothing is left out."""
    found = {}
    for person, hex in enumerate(position.at):
        if hex >= 0 and position.side[person] == seat and can_stand_and_cast(position, person):
            options = [one for kind in SPELLS for one in _castings(position, seat, person, kind)]
            if options:
                found[person] = options
    return found


def caster_seat(position: AlbionPosition, spell: Spell) -> int:
    """Return whose player casts an enchantment, though its caster may be in the enemy's power since (5.B.3)."""
    if position.world.persons[spell.caster].id == "callachs_waff":
        return position.side[spell.caster]
    return position.world.p_side[spell.caster]


def can_stand_and_cast(position: AlbionPosition, person: int) -> bool:
    """Tell whether a person is awake and ashore in a Place of Power (19.1, 12.2c)."""
    hex = position.at[person]
    return bool(position.awake[person]) and position.aboard[person] < 0 and position.world.place[hex] > 0


def is_enchanter(position: AlbionPosition, person: int) -> bool:
    """Tell whether a person is an enchanter, by his counter or by Gwydion's Staff (19.0b, 20.6/07)."""
    return position.world.p_enchanter[person] or uses(position, person, "gwydions_staff")


def allowed(position: AlbionPosition, person: int, kind: Enchantment) -> bool:
    """Tell whether a person meets what an enchantment asks of its caster (19.0b, 19.4)."""
    if position.basic and not kind.starred:
        return False
    w = position.world
    hex = position.at[person]
    place = w.place[hex]
    if kind.number == ELEMENTS:
        return bears(position, person, kind.item) and basic_magic(position, person) >= 1
    if kind.number == VISION and uses(position, person, "herlas_ring"):
        return True
    seated = place == SEAT_OF_MORAY and w.persons[person].id in SEATED and not position.basic
    if not is_enchanter(position, person) and not (kind.number == VISION and seated):
        return False
    if kind.number == SCRYING:
        return bears(position, person, kind.item) and position.attuned == person
    if kind.item and not bears(position, person, kind.item):
        return False
    if (kind.places and place not in kind.places) or basic_magic(position, person) < kind.basic:
        return False
    if kind.number == FARCALLING:
        return not position.farcalled
    if kind.number == STORM:
        return w.coast[hex]
    if kind.number == FIMBULWINTER:
        return "mountain" in w.terrain[hex]
    return kind.number != MENTAL_ATTACK or w.p_home[person] == hex


def reach_of(position: AlbionPosition, person: int, kind: Enchantment) -> int:
    """Return how far an enchantment carries, in hexes (19.4, 3.0e)."""
    far = kind.reach * magic(position, person)
    if kind.number == VISION and uses(position, person, "herlas_ring"):
        return 3 * magic(position, person)
    in_fir_chlis = position.world.place[position.at[person]] == FIR_CHLIS
    if kind.number == SCRYING and in_fir_chlis and position.world.persons[person].id == "dobie":
        return 2 * far
    return magic(position, person) if kind.number == ELEMENTS else far


def sure(position: AlbionPosition, person: int, number: int) -> str:
    """Return why an enchantment works without a roll, empty if it is rolled for (19.5/16, 20.6/01, /02, /16)."""
    if position.world.place[position.at[person]] == 16 and not position.basic:
        return "The Giant’s Dance"
    if number == ELEMENTS and bears(position, person, "book_of_gyres"):
        return "The Book of Gyres"
    if uses(position, person, "book_of_glamours") and is_enchanter(position, person):
        return "The Book of Glamours"
    return "Herla’s Ring" if number == VISION and uses(position, person, "herlas_ring") else ""


def _castings(position: AlbionPosition, seat: int, person: int, kind: Enchantment) -> Iterator[Casting]:
    if not allowed(position, person, kind):
        return
    w = position.world
    strength = magic(position, person)
    share = 36 if sure(position, person, kind.number) else CHANCES[min(strength, 12)]
    first = (f"piece:{piece_id(w, person)}", f"card:{kind.id}")
    title = f"{piece_word(w, person)} {word(kind.id)}"
    for spell, words, picks, note in _targets(position, seat, person, kind):
        text = f"{title} {words}".rstrip()
        yield Casting(spell, text, (*first, *picks), kind.name, f"magic {strength}", f"{share * 100 // 36} %", note)


def _targets(
    position: AlbionPosition, seat: int, person: int, kind: Enchantment
) -> Iterator[tuple[Spell, str, tuple[str, ...], str]]:
    """Yield what can be named: the spell, how it is written, the picks, a note."""
    w, here, n = position.world, position.at[person], kind.number
    far = reach_of(position, person, kind)
    if kind.aim == "":
        yield Spell(person, n), "", (), ""
    elif kind.aim == "weather":
        for sky in WEATHERS:
            yield Spell(person, n, word=sky), sky, (f"button:{sky}",), f"within {far} hexes"
    elif kind.aim == "sea":
        for zone in sorted({w.zone[hex] for hex in (here, *w.near[here]) if w.zone[hex] >= 0}):
            id = w.zones[zone].id
            yield Spell(person, n, word=id), f"on {word(id)}", (f"button:{id.replace('_', '-')}",), ""
    elif kind.aim == "friend":
        for friend in position.ashore(seat, here):
            yield Spell(person, n, person=friend), *_at_person(position, friend), ""
    elif kind.aim == "foe":
        for foe, hex in enumerate(position.at):
            if hex >= 0 and position.side[foe] != seat:
                yield Spell(person, n, person=foe), *_at_person(position, foe), f"reaches {far} hexes"
    else:
        for hex in w.within(here, far):
            if kind.aim == "stack" and not _stack_there(position, 1 - seat, hex):
                continue
            if n != VORTEX or garrison_side(position, hex) < 0:
                number = w.number[hex]
                yield Spell(person, n, hex=hex), f"at {number}", (f"space:{number}",), ""


def _stack_there(position: AlbionPosition, seat: int, hex: int) -> bool:
    return stands_in(position, seat, hex) or bool(position.ships_of(seat, hex))


def _at_person(position: AlbionPosition, person: int) -> tuple[str, tuple[str, ...]]:
    w = position.world
    return f"on {piece_word(w, person)}", (f"piece:{piece_id(w, person)}",)
