"""Who can cast what at what (albion/19.1 to 19.4), worked out from what the player knows when plotting (5.B.1)."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import combinations
from typing import NamedTuple

from tanelorn.games.albion.state.magic_items import usable, uses
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import Bar, piece_id, piece_word, word
from tanelorn.games.albion.state.printed.spells import (
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
    Spell,
)
from tanelorn.games.albion.state.printed.world import FAERIE, World
from tanelorn.games.albion.state.ratings import SEAT_OF_MORAY, SEATED, basic_magic, magic
from tanelorn.games.albion.state.stacks import garrison_side, stands_in

FIR_CHLIS, GIANTS_DANCE = 7, 16
WEATHERS = ("clear", "rain", "snow")
THROWS = 36
"""In how many ways two dice may fall."""

CHANCES = {roll: sum(a + b <= roll for a in range(1, 7) for b in range(1, 7)) for roll in range(13)}
"""Of 36 throws of two dice, how many do not exceed a number."""

HELPS = ("book_of_glamours", "book_of_gyres", "danas_torque", "gwydions_staff", "herlas_ring", "scrying_glass")
"""Items that make an enchantment possible, sure, or stronger."""


class Casting(NamedTuple):
    """One enchantment that one person can cast at one target; `share` of 36 throws make it work.

    `items` are what the caster must pick for this segment, having more than they can use (20.2.4).
    """

    spell: Spell
    text: str
    picks: tuple[str, ...]
    share: int
    items: tuple[int, ...] = ()


def may_cast(position: AlbionPosition, seat: int) -> bool:
    """Tell whether a player may cast: Faerie from the turn after the first invasion of its kingdoms (22.4)."""
    return seat != FAERIE or 0 < position.invaded < position.turn


def caster_seat(position: AlbionPosition, spell: Spell) -> int:
    """Return whose player casts an enchantment, though its caster may be in the enemy's power since (5.B.3)."""
    if position.world.persons[spell.caster].id == "callachs_waff":
        return position.side[spell.caster]
    return position.world.p_side[spell.caster]


def castings(position: AlbionPosition, seat: int) -> dict[int, list[Casting]]:
    """Return by caster all that a seat's enchanters can cast; who can cast nothing is left out."""
    found = {}
    for person, hex in enumerate(position.at):
        if hex >= 0 and position.side[person] == seat and why_no_caster(position, person) is None:
            options = castings_of(position, seat, person)
            if options:
                found[person] = options
    return found


def castings_of(position: AlbionPosition, seat: int, person: int) -> list[Casting]:
    """Return what one person can cast, with whichever two of their items serve best."""
    found: dict[Spell, Casting] = {}
    for items, table in tables_of(position, person):
        for kind in SPELLS:
            for one in _castings(table, seat, person, kind, items):
                if one.spell not in found or found[one.spell].share < one.share:
                    found[one.spell] = one
    return sorted(found.values(), key=lambda one: one.spell.number)


def items_for(position: AlbionPosition, seat: int, spell: Spell) -> tuple[int, ...]:
    """Return the items that serve a spell best; none are picked where its caster can use all of theirs (20.2.4)."""
    if _picks_of_items(position, spell.caster) == [()]:
        return ()
    return next(one.items for one in castings_of(position, seat, spell.caster) if one.spell == spell)


def tables_of(position: AlbionPosition, person: int) -> list[tuple[tuple[int, ...], AlbionPosition]]:
    """Return the items that a caster may pick, with the table as it is once they are picked (20.2.4)."""
    found = []
    for items in _picks_of_items(position, person):
        table = position
        if items:
            table = copy(position)
            table.used = {**position.used, person: items}
        found.append((items, table))
    return found


def why_never(position: AlbionPosition, person: int, kind: Enchantment) -> Bar | None:
    """Return why a person in a Place of Power cannot cast an enchantment, whatever items they pick."""
    bars = [why_not(table, person, kind) for _, table in tables_of(position, person)]
    return None if None in bars else bars[0]


def farthest(position: AlbionPosition, person: int, kind: Enchantment) -> int:
    """Return how far a person can cast an enchantment with the best items."""
    return max(reach_of(table, person, kind) for _, table in tables_of(position, person))


def _picks_of_items(position: AlbionPosition, person: int) -> list[tuple[int, ...]]:
    """Return which items a caster may pick: one empty pick where they can use all of theirs (20.2.4)."""
    w = position.world
    if person not in position.bearer or person in position.used:
        return [()]
    items = usable(position, person)
    helps = [item for item in items if w.items[item].id in HELPS]
    if not helps or (len(items) < 3 and sum(w.items[item].staff for item in items) < 2):
        return [()]
    pairs = [pair for pair in combinations(helps, 2) if not all(w.items[item].staff for item in pair)]
    return [*pairs, *((item,) for item in helps)]


# Who may cast which of the thirteen


def why_no_caster(position: AlbionPosition, person: int) -> Bar | None:
    """Return why a person on the map cannot cast anything where they are (12.2c, 19.1), None in a place for it."""
    if not position.awake[person]:
        return Bar("Who is not active casts nothing.", "albion/10.0a")
    if position.aboard[person] >= 0:
        return Bar("Nobody casts aboard a ship.", "albion/12.2c")
    if not position.world.place[position.at[person]]:
        return Bar("Enchantments are cast in Places of Power alone.", "albion/19.1")
    return None


def is_enchanter(position: AlbionPosition, person: int) -> bool:
    """Tell whether a person is an enchanter, by their counter or by Gwydion's Staff (19.0b, 20.6/07)."""
    return position.world.p_enchanter[person] or uses(position, person, "gwydions_staff")


def why_not(position: AlbionPosition, person: int, kind: Enchantment) -> Bar | None:
    """Return why a person in a Place of Power cannot cast an enchantment, None if they can (19.0b, 19.4, 20.6)."""
    if position.basic and not kind.starred:
        return Bar("The basic game has only the enchantments with a star.", "albion/21.0b")
    w = position.world
    if kind.number == ELEMENTS:
        if uses(position, person, kind.item) and basic_magic(position, person) >= 1:
            return None
        return Bar("It takes the Book of Gyres and a Basic Magic Strength of 1.", "albion/20.6/02")
    if kind.number == VISION and uses(position, person, "herlas_ring"):
        return None
    seated = w.place[position.at[person]] == SEAT_OF_MORAY and w.persons[person].id in SEATED and not position.basic
    if not is_enchanter(position, person) and not (kind.number == VISION and seated):
        return Bar(f"{w.persons[person].name} is no enchanter.", "albion/19.0b")
    return _why_not_here(position, person, kind)


def _why_not_here(position: AlbionPosition, person: int, kind: Enchantment) -> Bar | None:
    """Return what an enchanter lacks for an enchantment (19.4/01 to 19.4/13): an item such as Dana's Torque (20.6/05)
    or the Scrying Glass (20.6/20), magic, the right place, such as a home or one for Visions (19.5/03, 19.5/04,
    19.5/05, 19.5/07, 19.5/08, 19.5/10, 19.5/13, 19.5/15, 19.5/18).
    """
    w, hex = position.world, position.at[person]
    clause = f"albion/19.4/{kind.number:02}"
    if kind.item and not uses(position, person, kind.item):
        obeys = kind.number == SCRYING and position.bearer[w.item[kind.item]] == person
        return Bar("The Glass obeys somebody else." if obeys else f"It takes {_thing(w, kind.item)}.", clause)
    if kind.places and w.place[hex] not in kind.places:
        names = ", ".join(w.place_name[place] for place in kind.places)
        return Bar(f"It is cast nowhere but here: {names}.", clause)
    if basic_magic(position, person) < kind.basic:
        return Bar(f"It takes a Basic Magic Strength of {kind.basic}.", clause)
    if kind.number == FARCALLING and position.farcalled:
        return Bar("The Expedition has been called already.", clause)
    if kind.number == STORM and not w.coast[hex]:
        return Bar("It is cast on a coast.", clause)
    if kind.number == FIMBULWINTER and "mountain" not in w.terrain[hex]:
        return Bar("It is cast on a mountain.", clause)
    if kind.number == MENTAL_ATTACK and w.p_home[person] != hex:
        return Bar("It is cast at home, by those who have a home hex.", clause)
    return None


def _thing(world: World, item: str) -> str:
    name = world.items[world.item[item]].name
    return name if "’s" in name else f"the {name.removeprefix('The ')}"


def reach_of(position: AlbionPosition, person: int, kind: Enchantment) -> int:
    """Return how far an enchantment carries, in hexes (3.0e, 19.4): farther with Herla's Ring (20.6/16) and for Dobie
    at Fir Chlis (19.5/07).
    """
    strength = magic(position, person)
    if kind.number == VISION and uses(position, person, "herlas_ring"):
        return 3 * strength
    in_fir_chlis = position.world.place[position.at[person]] == FIR_CHLIS
    if kind.number == SCRYING and in_fir_chlis and position.world.persons[person].id == "dobie":
        return 2 * kind.reach * strength
    return kind.reach * strength


def sure(position: AlbionPosition, person: int, number: int) -> str:
    """Return why an enchantment works without a roll, empty if it does not (19.5/16, 20.6/01, 20.6/02, 20.6/16)."""
    if position.world.place[position.at[person]] == GIANTS_DANCE and not position.basic:
        return "the Giant’s Dance"
    if number == ELEMENTS and uses(position, person, "book_of_gyres"):
        return "the Book of Gyres"
    if uses(position, person, "book_of_glamours") and is_enchanter(position, person):
        return "the Book of Glamours"
    return "Herla’s Ring" if number == VISION and uses(position, person, "herlas_ring") else ""


# At what


def _castings(
    position: AlbionPosition, seat: int, person: int, kind: Enchantment, items: tuple[int, ...]
) -> Iterator[Casting]:
    if why_not(position, person, kind) is not None:
        return
    w = position.world
    share = THROWS if sure(position, person, kind.number) else CHANCES[min(magic(position, person), 12)]
    first = (f"piece:{piece_id(w, person)}", f"card:{kind.id}")
    title = f"{piece_word(w, person)} {word(kind.id)}"
    for spell, words, picks in _targets(position, seat, person, kind):
        yield Casting(spell, f"{title} {words}".rstrip(), (*first, *picks), share, items)


def _targets(
    position: AlbionPosition, seat: int, person: int, kind: Enchantment
) -> Iterator[tuple[Spell, str, tuple[str, ...]]]:
    """Yield what can be named: the spell, how it is written, the picks."""
    w, here, n = position.world, position.at[person], kind.number
    if kind.aim == "":
        yield Spell(person, n), "", ()
    elif kind.aim == "weather":
        for sky in WEATHERS:
            yield Spell(person, n, word=sky), sky, (f"button:{sky}",)
    elif kind.aim == "sea":
        for zone in seas_of(w, here):
            id = w.zones[zone].id
            yield Spell(person, n, word=id), f"on {word(id)}", (f"button:{id.replace('_', '-')}",)
    elif kind.aim == "friend":
        for friend in position.persons_of(seat, here):
            yield Spell(person, n, person=friend), *_at_person(w, friend)
    elif kind.aim == "foe":
        for foe, hex in enumerate(position.at):
            if hex >= 0 and position.side[foe] != seat:
                yield Spell(person, n, person=foe), *_at_person(w, foe)
    else:
        for hex in w.within(here, reach_of(position, person, kind)):
            if why_no_target(position, seat, kind, hex) is None:
                number = w.number[hex]
                yield Spell(person, n, hex=hex), f"at {number}", (f"space:{number}",)


def seas_of(world: World, hex: int) -> list[int]:
    """Return the sea zones that a coastal hex borders (19.4/05)."""
    near = {there for berth in world.berths[hex] for there in berth}
    return sorted({world.zone[there] for there in (hex, *near) if world.zone[there] >= 0})


_NO_STACK = Bar("No stack of the enemy is there.", "albion/19.4/03")


def why_no_target(position: AlbionPosition, seat: int, kind: Enchantment, hex: int) -> Bar | None:
    """Return why an enchantment cannot be aimed at a hex in its range, which lies open; None if it can."""
    if kind.number == VORTEX and garrison_side(position, hex) >= 0:
        return Bar("No vortex is made where a fortress stands.", "albion/19.4/09")
    foe = 1 - seat
    if kind.aim == "stack" and not (stands_in(position, foe, hex) or position.ships_of(foe, hex)):
        return _NO_STACK
    return None


def _at_person(world: World, person: int) -> tuple[str, tuple[str, ...]]:
    return f"on {piece_word(world, person)}", (f"piece:{piece_id(world, person)}",)
