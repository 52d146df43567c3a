"""Numbers that stand for more than one thing. Only this module makes them and reads them.

Positions and acts are lists of whole numbers, which are quickly copied, compared and written down. What a number in a
position means is said by its type, and what lies in it is asked for here. Acts name stacks, units, spells and chits by
whole numbers as well; their slots (`words/nouns.py`) say which.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import NewType

StackKey = NewType("StackKey", int)
"""The stack of a seat in a hex, as the position keeps it (stacks.2)."""
Chit = NewType("Chit", int)
"""A chit out of a reserve: a kind of unit, or an artifact."""
Source = NewType("Source", int)
"""What has laid an effect that lasts: a spell, a kind of artifact, a meal, Pixie Dust."""
Magus = NewType("Magus", int)
"""The archmagus of a seat: its unit on the map, `LOST`, or its kind while it waits beside the board (setup.1)."""
Topic = NewType("Topic", int)
"""What a sighting is of: a banner, the artifacts declared under it, a hand, a reserve, a pile."""
Seats = NewType("Seats", int)
"""A set of seats."""

_SEATS = 8  # more than there can be
_HIDDEN = 1_000_000
_OTHER = 1000  # more than there are spells, kinds, banners of a seat or units of a kind in a stack
_REF_SEAT, _REF_CODE = 10_000_000_000, 1_000_000


# Stacks


def stack_key(hex: int, seat: int) -> StackKey:
    """Return the key of a seat's stack in a hex."""
    return StackKey(hex * _SEATS + seat)


def hex_of(key: StackKey) -> int:
    """Return the hex of a stack."""
    return key // _SEATS


def seat_of(key: StackKey) -> int:
    """Return whose stack it is."""
    return key % _SEATS


def hex_and_seat(key: StackKey) -> tuple[int, int]:
    """Return where a stack is, and whose it is."""
    return divmod(key, _SEATS)


def owners_in(hex: int, stacks: Container[int], seats: int) -> list[int]:
    """Return those of so many seats that have one of the stacks in a hex."""
    return [seat for seat in range(seats) if hex * _SEATS + seat in stacks]


def keys_of(seat: int, stacks: Iterable[StackKey]) -> list[StackKey]:
    """Return the stacks of a seat, in board order."""
    return sorted([key for key in stacks if key % _SEATS == seat])


def hexes_of(seat: int, stacks: Iterable[StackKey]) -> list[int]:
    """Return the hexes of a seat's stacks, in board order."""
    return sorted([key // _SEATS for key in stacks if key % _SEATS == seat])


def stack_ref(code: int, seat: int) -> int:
    """Name a seat's stack by the printed number of its hex."""
    return code * _SEATS + seat


def code_and_seat(ref: int) -> tuple[int, int]:
    """Return the printed number of a named stack's hex, and whose it is."""
    return divmod(ref, _SEATS)


def pile_ref(which: int) -> int:
    """Name a pile where stacks are named as well (archmagus/seer/visions)."""
    return -1 - which


def is_pile(ref: int) -> bool:
    """Tell whether it is a pile that is named, not a stack."""
    return ref < 0


def pile_meant(ref: int) -> int:
    """Return which pile is named."""
    return -1 - ref


def hidden_in(key: StackKey) -> int:
    """Return the number by which a viewer calls any unit of a stack that they do not know."""
    return _HIDDEN + key


def is_hidden(unit: int) -> bool:
    """Tell whether a number stands for a unit that the viewer does not know."""
    return _HIDDEN <= unit < 2 * _HIDDEN


def stack_hiding(unit: int) -> StackKey:
    """Return the stack in which a unit lies hidden."""
    return StackKey(unit - _HIDDEN)


# Units by name


def unit_ref(kind: int, nth: int, code: int = 0, seat: int = -1) -> int:
    """Name a unit: the nth of its kind in a hex (0: in this battle), of a seat (-1: the speaker's own)."""
    return (seat + 1) * _REF_SEAT + code * _REF_CODE + kind * _OTHER + nth


def unit_refs(units: list[int], kinds: list[int], code: int, seat: int) -> list[int]:
    """Name units of one stack, in order, by the kinds of all units; a unit's place among those of its kind counts."""
    counts: dict[int, int] = {}
    refs = []
    stack = (seat + 1) * _REF_SEAT + code * _REF_CODE
    for unit in units:
        kind = kinds[unit]
        counts[kind] = nth = counts.get(kind, 0) + 1
        refs.append(stack + kind * _OTHER + nth)
    return refs


def unit_parts(ref: int) -> tuple[int, int, int, int]:
    """Return kind, nth, printed number of the hex and seat of a named unit."""
    seat, rest = divmod(ref, _REF_SEAT)
    code, rest = divmod(rest, _REF_CODE)
    kind, nth = divmod(rest, _OTHER)
    return kind, nth, code, seat - 1


def kind_named(ref: int) -> int:
    """Return the kind of a named unit."""
    return ref % _REF_CODE // _OTHER


# Spells and chits in hand


def from_scrolls(spell: int) -> int:
    """Return the card of a spell that lies in the Ancient Scrolls; that of a seat's own chit is the spell's number."""
    return spell + _OTHER


def is_from_scrolls(card: int) -> bool:
    """Tell whether a spell is cast from the Ancient Scrolls."""
    return card >= _OTHER


def spell_of(card: int) -> int:
    """Return the spell of a card."""
    return card % _OTHER


def chit_of_artifact(artifact: int) -> Chit:
    """Return the chit of an artifact; that of a unit is its kind."""
    return Chit(artifact + _OTHER)


def is_artifact(chit: int) -> bool:
    """Tell whether a chit is an artifact."""
    return chit >= _OTHER


def artifact_of(chit: int) -> int:
    """Return the artifact that a chit is."""
    return chit - _OTHER


# What lays an effect that lasts

MEAL = Source(2 * _OTHER)
"""The source of a Cannibal's bonus."""
DUST = Source(3 * _OTHER)
"""The source of what Pixie Dust grants for the battle, if it is used to vanish (artifact/pixie-dust)."""


def by_spell(spell: int) -> Source:
    """Return the source of what a spell lays."""
    return Source(spell)


def by_artifact(kind: int) -> Source:
    """Return the source of what a kind of artifact lays."""
    return Source(_OTHER + kind)


def is_spell(source: Source) -> bool:
    """Tell whether a source is a spell."""
    return source < _OTHER


def artifact_laying(source: Source) -> int:
    """Return the kind of artifact that a source is, -1 if it is none."""
    return source - _OTHER if _OTHER <= source < MEAL else -1


# Archmagi

LOST = Magus(-1)
"""No archmagus: not drawn yet, or destroyed."""


def waiting(kind: int) -> Magus:
    """Return what stands for an archmagus of a kind that waits to be placed."""
    return Magus(-2 - kind)


def kind_waiting(magus: Magus) -> int:
    """Return the kind of an archmagus that waits to be placed, -1 for any other."""
    return -2 - magus if magus < LOST else -1


# What a sighting is of


def under_banner(seat: int, number: int) -> Topic:
    """Return the topic of what lies under a banner of a seat."""
    return Topic(seat * _OTHER + number)


def declared(banner: Topic) -> Topic:
    """Return the topic of the artifacts declared of the stack under a banner (scout.8)."""
    return Topic(930_000 + banner)


def spells_of(seat: int) -> Topic:
    """Return the topic of a seat's hand of spells (spell/read-minds)."""
    return Topic(900_000 + seat)


def reserve_of(seat: int) -> Topic:
    """Return the topic of a seat's reserve (spell/foretell)."""
    return Topic(910_000 + seat)


def pile_of(which: int) -> Topic:
    """Return the topic of a pile (archmagus/seer/visions)."""
    return Topic(920_000 + which)


# Sets of seats

NO_SEATS = Seats(0)


def only(seat: int) -> Seats:
    """Return the set of one seat."""
    return Seats(1 << seat)


def joined(seats: Seats, seat: int) -> Seats:
    """Return a set with one seat more."""
    return Seats(seats | 1 << seat)


def includes(seats: Seats, viewer: int) -> bool:
    """Tell whether a viewer is among the seats; who has no seat is not."""
    return viewer >= 0 and bool(seats >> viewer & 1)


def each(seats: Seats) -> list[int]:
    """List the seats of a set."""
    return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]
