"""Where a spell is, as one number: what is written is read, and no two places share a number."""

from __future__ import annotations

import itertools

from tanelorn.games.elric.equipment.world import world_of
from tanelorn.games.elric.state.places import (
    ASIDE,
    CONTAINER,
    DISCARD,
    TRACK,
    UNSEEN,
    Lying,
    area_of,
    hand_of,
    holder_of,
    is_with_nobody,
    on_map,
    spells_at,
    spells_held,
    spells_lying,
    spells_on_map,
    spells_open,
    whose_area,
    with_area,
)

WORLD = world_of("")
UNITS, AREAS = range(len(WORLD.units)), range(len(WORLD.areas))


def test_no_two_places_are_the_same_number():
    lying = [on_map(how, area) for how, area in itertools.product(Lying, AREAS)]
    places = [CONTAINER, DISCARD, ASIDE, TRACK, UNSEEN, *map(hand_of, UNITS), *lying]
    assert len(set(places)) == len(places)


def test_a_hand_is_its_holders_and_no_place_on_the_map():
    for unit in UNITS:
        assert holder_of(hand_of(unit)) == unit
        assert not is_with_nobody(hand_of(unit))
        assert {area_of(hand_of(unit), how) for how in Lying} == {-1}


def test_what_lies_on_the_map_is_held_by_nobody_and_lies_there_in_one_way():
    for how, area in itertools.product(Lying, AREAS):
        place = on_map(how, area)
        assert holder_of(place) == -1
        assert not is_with_nobody(place)
        assert [other for other in Lying if area_of(place, other) == area] == [how]


def test_lists_of_spells_by_where_they_are():
    where = [CONTAINER, hand_of(3), on_map(Lying.LURKING, 5), UNSEEN, on_map(Lying.HIDDEN, 0), on_map(Lying.FACE_UP, 7)]
    assert spells_at(where, CONTAINER) == [0]
    assert spells_held(where) == [(1, 3)]
    assert spells_lying(where, Lying.HIDDEN) == [(4, 0)]
    assert spells_lying(where, Lying.LURKING) == [(2, 5)]
    assert spells_open(where) == [(2, 5), (5, 7)]
    assert spells_on_map(where) == [(2, Lying.LURKING, 5), (4, Lying.HIDDEN, 0), (5, Lying.FACE_UP, 7)]


def test_a_unit_and_an_area_share_a_number_and_are_read_from_it():
    for unit, area in itertools.product(UNITS, AREAS):
        assert whose_area(with_area(unit, area)) == (unit, area)
