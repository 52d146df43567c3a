"""Hex grids: columns of flat-topped hexes numbered CCRR, even columns half a hex lower."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanelorn import UnknownName
from tanelorn.core.content import hexes
from tanelorn.core.content.board import shared_borders

# How far the neighbour lies in columns and rows, by the direction, as the map of Albion has it.
NEIGHBOURS = {
    "even": {"N": (0, -1), "NE": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)},
    "odd": {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 0), "NW": (-1, -1)},
}
OPPOSITE = dict(zip(hexes.DIRECTIONS, hexes.DIRECTIONS[3:] + hexes.DIRECTIONS[:3], strict=True))
some_hex = st.builds(hexes.name, st.integers(2, 97), st.integers(2, 97))


@pytest.mark.parametrize("column", [20, 21])
@pytest.mark.parametrize("direction", hexes.DIRECTIONS)
def test_neighbours_are_those_of_the_map(column: int, direction: str):
    columns, rows = NEIGHBOURS["odd" if column % 2 else "even"][direction]
    assert hexes.neighbour(hexes.name(column, 30), direction) == hexes.name(column + columns, 30 + rows)


@given(some_hex, st.sampled_from(hexes.DIRECTIONS))
def test_there_and_back(hex: str, direction: str):
    there = hexes.neighbour(hex, direction)
    assert hexes.neighbour(there, OPPOSITE[direction]) == hex
    assert hexes.distance(hex, there) == 1


@given(some_hex)
def test_six_neighbours_all_different(hex: str):
    around = hexes.neighbours(hex)
    assert tuple(around) == hexes.DIRECTIONS
    assert len({hex, *around.values()}) == 7


@given(some_hex, some_hex, some_hex)
def test_distance_is_a_distance(a: str, b: str, c: str):
    assert hexes.distance(a, b) == hexes.distance(b, a)
    assert (hexes.distance(a, b) == 0) == (a == b)
    assert hexes.distance(a, c) <= hexes.distance(a, b) + hexes.distance(b, c)


@given(some_hex, some_hex)
def test_one_neighbour_at_least_is_nearer(a: str, b: str):
    nearest = min(hexes.distance(other, b) for other in hexes.neighbours(a).values())
    assert nearest == (1 if a == b else hexes.distance(a, b) - 1)


@pytest.mark.parametrize("hex", ["0101", "0212", "2939"])
def test_corners_lie_one_side_from_the_centre_and_the_next(hex: str):
    x, y = hexes.centre(hex, 10)
    corners = hexes.corners(hex, 10)
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        assert math.hypot(x1 - x, y1 - y) == pytest.approx(10)
        assert math.hypot(x1 - x2, y1 - y2) == pytest.approx(10)


@pytest.mark.parametrize("hex", ["0505", "0605"])
def test_neighbours_share_the_side_in_their_direction(hex: str):
    x, y = hexes.centre(hex, 1)
    bearings = {"N": (0, -1), "NE": (1, -1), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "NW": (-1, -1)}
    for direction, other in hexes.neighbours(hex).items():
        x2, y2 = hexes.centre(other, 1)
        assert math.hypot(x2 - x, y2 - y) == pytest.approx(math.sqrt(3))
        signs = tuple((gap > 0.01) - (gap < -0.01) for gap in (x2 - x, y2 - y))
        assert signs == bearings[direction]


def test_a_grid_links_neighbours_and_no_others():
    names = [hexes.name(column, row) for column in range(1, 5) for row in range(1, 5)]
    areas, links = hexes.grid(names, 10)
    pairs = {frozenset((link.a, link.b)) for link in links}
    due = {frozenset((a, b)) for a in names for b in names if hexes.distance(a, b) == 1}
    assert pairs == due
    assert len(links) == len(pairs)
    assert [area.id for area in areas] == names


def test_the_corners_of_neighbours_agree_to_a_hair():
    areas, links = hexes.grid(["0505", "0506", "0605"], 10)
    rounded = [
        type(area)(area.id, area.name, area.kind, area.x, area.y, tuple((round(x), round(y)) for x, y in area.polygon))
        for area in areas
    ]
    assert len(shared_borders(rounded)) == len(links) == 3


@pytest.mark.parametrize("name", ["", "123", "12345", "12a4", "-101", "²²²²"])
def test_what_is_no_hex_number_is_refused(name: str):
    with pytest.raises(UnknownName, match="is no hex number"):
        hexes.place(name)
