"""What is put into a number can be read from it, and no two things are one number."""

from __future__ import annotations

from itertools import product

from tanelorn.games.archmagi.map.generator import MOST_SEATS
from tanelorn.games.archmagi.state import codes
from tanelorn.games.archmagi.state.content import ARTIFACTS, KINDS, SPELLS

SEATS = range(MOST_SEATS)
HEXES = (0, 1, 77, 9_998)
NUMBERS = (101, 304, 9_999)


def test_stacks():
    keys = {(hex, seat): codes.stack_key(hex, seat) for hex, seat in product(HEXES, SEATS)}
    assert len(set(keys.values())) == len(keys)
    for (hex, seat), key in keys.items():
        assert (codes.hex_of(key), codes.seat_of(key)) == codes.hex_and_seat(key) == (hex, seat)
        hidden = codes.hidden_in(key)
        assert codes.is_hidden(hidden)
        assert codes.stack_hiding(hidden) == key
        assert not codes.is_hidden(key)
    for code, seat in product(NUMBERS, SEATS):
        ref = codes.stack_ref(code, seat)
        assert codes.code_and_seat(ref) == (code, seat)
        assert not codes.is_pile(ref)
    assert all(
        codes.is_pile(codes.pile_ref(which)) and codes.pile_meant(codes.pile_ref(which)) == which for which in range(3)
    )


def test_stacks_among_others():
    stacks = [codes.stack_key(hex, seat) for hex, seat in ((7, 1), (3, 0), (3, 1))]
    assert codes.owners_in(3, stacks, 3) == [0, 1]
    assert codes.keys_of(1, stacks) == [stacks[2], stacks[0]]
    assert codes.hexes_of(1, stacks) == [3, 7]


def test_units_by_name():
    kinds = [0, 5, 5, len(KINDS) - 1, 5]
    for code, seat in product((0, *NUMBERS), (-1, *SEATS)):
        refs = codes.unit_refs([1, 2, 3, 4], kinds, code, seat)
        named = [(5, 1), (5, 2), (len(KINDS) - 1, 1), (5, 3)]
        assert [codes.unit_parts(ref) for ref in refs] == [(kind, nth, code, seat) for kind, nth in named]
        assert refs == [codes.unit_ref(kind, nth, code, seat) for kind, nth in named]
        assert [codes.kind_named(ref) for ref in refs] == [kind for kind, _ in named]


def test_spells_and_chits():
    for spell in range(len(SPELLS)):
        card = codes.from_scrolls(spell)
        assert (codes.spell_of(card), codes.spell_of(spell)) == (spell, spell)
        assert codes.is_from_scrolls(card)
        assert not codes.is_from_scrolls(spell)
    for artifact in range(3 * len(ARTIFACTS)):
        assert codes.artifact_of(codes.chit_of_artifact(artifact)) == artifact
        assert codes.is_artifact(codes.chit_of_artifact(artifact))
    assert not any(codes.is_artifact(kind) for kind in range(len(KINDS)))


def test_sources():
    spells = [codes.by_spell(spell) for spell in range(len(SPELLS))]
    artifacts = [codes.by_artifact(kind) for kind in range(len(ARTIFACTS))]
    sources = [*spells, *artifacts, codes.MEAL, codes.DUST]
    assert len(set(sources)) == len(sources)
    assert [source for source in sources if codes.is_spell(source)] == spells
    assert [codes.artifact_laying(source) for source in artifacts] == list(range(len(ARTIFACTS)))
    assert {codes.artifact_laying(source) for source in (*spells, codes.MEAL, codes.DUST)} == {-1}


def test_archmagi():
    for kind in range(len(KINDS)):
        assert codes.kind_waiting(codes.waiting(kind)) == kind
        assert codes.waiting(kind) < codes.LOST
    assert codes.kind_waiting(codes.LOST) == codes.kind_waiting(codes.Magus(3)) == -1


def test_topics():
    banners = [codes.under_banner(seat, number) for seat, number in product(SEATS, range(1, 100))]
    others = [topic(seat) for topic in (codes.spells_of, codes.reserve_of, codes.pile_of) for seat in SEATS]
    topics = [*banners, *map(codes.declared, banners), *others]
    assert len(set(topics)) == len(topics)


def test_sets_of_seats():
    seats = codes.joined(codes.joined(codes.NO_SEATS, 4), 1)
    assert codes.each(seats) == [1, 4]
    assert [codes.includes(seats, viewer) for viewer in range(-1, 5)] == [False, False, True, False, False, True]
    assert codes.each(codes.only(3)) == [3]
