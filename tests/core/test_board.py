"""Boards: derived adjacency, distances, and what is wrong with a board."""

from __future__ import annotations

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanelorn import BadData, UnknownName
from tanelorn.core.content.board import Area, Board, Link, shared_borders


def square(id: str, x: float, y: float, width: float = 1, height: float = 1) -> Area:
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Area(id, id.upper(), "field", x, y, polygon=corners)


def board(ids: str, *links: tuple[str, str]) -> Board:
    areas = [Area(id, f"Land of {id}", "field", 0, 0) for id in ids]
    return Board("Test", 1, 1, areas, [Link(a, b, "road") for a, b in links])


def test_adjacency_is_derived_from_links():
    ring = board("abcd", ("a", "b"), ("c", "b"), ("a", "b"))
    assert ring.neighbours == ((1,), (0, 2), (1,), ())
    assert ring.adjacent[0] == (False, True, False, False)
    assert ring.distances(0) == (0, 1, 2, -1)
    assert (len(ring), ring["c"].name, [area.id for area in ring]) == (4, "Land of c", list("abcd"))
    assert ring.by_word["land of c"] == ring.by_word["c"] == 2


edges = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda edge: edge[0] != edge[1]))


@given(edges, st.integers(0, 7))
def test_distances_are_shortest_paths(pairs: list[tuple[int, int]], start: int):
    letters = "abcdefgh"
    ours = board(letters, *((letters[a], letters[b]) for a, b in pairs)).distances(start)
    graph = networkx.Graph(pairs)
    graph.add_nodes_from(range(8))
    theirs = networkx.single_source_shortest_path_length(graph, start)
    assert list(ours) == [theirs.get(area, -1) for area in range(8)]


def test_areas_that_share_a_side_are_adjacent():
    links = shared_borders([square("a", 0, 0), square("b", 1, 0), square("c", 1, 1)], "border")
    assert [(link.a, link.b, link.kind) for link in links] == [("a", "b", "border"), ("b", "c", "border")]


def test_a_corner_is_no_border():
    assert shared_borders([square("a", 0, 0), square("d", 1, 1)]) == []


def test_a_border_can_be_too_short():
    narrow = [square("a", 0, 0, 1, 0.1), square("b", 1, 0, 1, 0.1)]
    assert len(shared_borders(narrow)) == 1
    assert shared_borders(narrow, least=0.2) == []


def test_several_sides_make_one_border():
    bent = Area("b", "B", "field", 0, 0, polygon=((1, 0), (2, 0), (2, 2), (0, 2), (0, 1), (1, 1)))
    links = shared_borders([square("a", 0, 0), bent], least=1.5)
    assert [(link.a, link.b) for link in links] == [("a", "b")]


@pytest.mark.parametrize(
    ("ids", "links", "says"),
    [
        ("aba", [], "has the area a twice"),
        ("ab", [("a", "c")], "links a and c, but has no area c. Known: a, b."),
        ("ab", [("b", "b")], "links b to itself"),
    ],
)
def test_a_wrong_board_says_what_is_wrong(ids: str, links: list[tuple[str, str]], says: str):
    with pytest.raises(BadData) as error:
        board(ids, *links)
    assert says in str(error.value)
    assert "“Test”" in str(error.value)


def test_an_unknown_area_suggests_known_ones():
    with pytest.raises(UnknownName, match="no area “mumu”"):
        board("ab")["mumu"]


def test_areas_and_links_are_grouped_by_where_they_come_from():
    areas = [Area("A", "Aa", "land", 0, 0, source="text"), Area("B", "Bb", "land", 1, 0)]
    board = Board("Two", 1, 1, areas, [Link("A", "B", "pass", source="text")])
    assert board.by_source() == {"text": (["Aa"], ["Aa–Bb"]), "reconstructed": (["Bb"], [])}
