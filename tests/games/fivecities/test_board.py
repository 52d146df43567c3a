"""The board against the sheet, against its own data, and against its mirror image."""

from __future__ import annotations

from itertools import product

import networkx as nx
import pytest
from shapely import LineString

from tanelorn import Table
from tanelorn.games.fivecities.board import BOARD, CITIES, CITIES_TO_WIN, FILE, IDS, PROVINCES
from tests.games.fivecities.boards import LINKS, MIRROR

NAMED = "Atlantea Mu Wyvernia Valhalla Halcyonna Elysia Shalomar Ulteria"
TEXT_LINKS = "M-MC M-A M-W M-S S-U S-H S-SC E-EC"  # what the sheet says or uses in its examples


def graph() -> nx.Graph:
    return nx.Graph([tuple(link) for link in LINKS])


@pytest.mark.rule("fivecities/board.1")
def test_eight_provinces_and_a_city_for_each() -> None:
    assert [area.name for area in BOARD if area.kind == "province"] == NAMED.split()
    cities = [area.name for area in BOARD if area.kind == "city"]
    assert {"Mystery City", "Elfin City", "Shangri-La City"} <= set(cities)
    assert len(cities) == 8
    assert all(name.endswith(" City") for name in cities)
    assert {area.kind for area in BOARD} == {"province", "city"}
    assert len(BOARD) == 16
    assert len(CITIES) // 2 < CITIES_TO_WIN


@pytest.mark.rule("fivecities/movement.12", "fivecities/board.1")
def test_abbreviations_are_the_initial_and_c_for_a_city() -> None:
    for area in BOARD:
        assert area.id == area.name[0] + ("C" if area.kind == "city" else "")
    assert len(set(IDS)) == 16


@pytest.mark.rule("fivecities/board.2", "fivecities/board.3", "fivecities/board.4")
def test_each_kind_of_connection_joins_what_it_may() -> None:
    kinds = {kind: set() for kind in ("bridge", "mountain pass", "city and province")}
    for link in BOARD.links:
        kinds[link.kind].add((BOARD[link.a].kind, BOARD[link.b].kind))
    assert kinds["city and province"] == {("province", "city")}
    assert kinds["bridge"] == {("province", "province"), ("city", "city")}
    assert kinds["mountain pass"] == {("province", "province")}


@pytest.mark.rule("fivecities/board.3")
def test_a_city_is_joined_to_the_province_of_its_initial_only() -> None:
    for city in CITIES:
        near = [BOARD.areas[number] for number in BOARD.neighbours[city] if number < PROVINCES]
        assert [province.name[0] for province in near] == [BOARD.areas[city].name[0]]
        assert near[0] is BOARD.areas[city - PROVINCES]


@pytest.mark.rule("fivecities/board.4")
def test_four_bridges_between_cities() -> None:
    between = {link for link in LINKS if all(BOARD[area].kind == "city" for area in link)}
    assert between == {frozenset(pair) for pair in (("SC", "AC"), ("SC", "VC"), ("UC", "WC"), ("UC", "EC"))}


@pytest.mark.rule("fivecities/board.5")
def test_shalomar_touches_four_areas() -> None:
    near = {BOARD.areas[number].name for number in BOARD.neighbours[BOARD.index["S"]]}
    assert near == {"Mu", "Ulteria", "Halcyonna", "Shangri-La City"}


@pytest.mark.rule("fivecities/board.6")
def test_adjacency_works_both_ways_and_nowhere_to_itself() -> None:
    for a, b in product(range(16), repeat=2):
        assert BOARD.adjacent[a][b] == BOARD.adjacent[b][a] == (b in BOARD.neighbours[a])
        assert BOARD.adjacent[a][b] == (frozenset((IDS[a], IDS[b])) in LINKS)
    assert not any(BOARD.adjacent[a][a] for a in range(16))
    assert len(LINKS) == len(BOARD.links) == 22


@pytest.mark.rule("fivecities/board.2", "fivecities/board.5")
def test_what_the_sheet_says_is_marked_so_and_is_there() -> None:
    said = {frozenset(pair.split("-")) for pair in TEXT_LINKS.split()}
    assert said <= LINKS
    assert {frozenset((link.a, link.b)) for link in BOARD.links if link.source == "text"} >= {
        frozenset(pair) for pair in (("M", "S"), ("H", "S"), ("S", "U"), ("A", "M"), ("M", "W"), ("M", "MC"))
    }
    assert all(area.source in ("text", "reconstructed") for area in BOARD)


@pytest.mark.rule("fivecities/board.1", "fivecities/board.6")
def test_the_board_is_one_piece_and_can_be_drawn_flat() -> None:
    board = graph()
    assert nx.is_connected(board)
    assert nx.check_planarity(board)[0]
    lines = [
        (link, LineString([(BOARD[link.a].x, BOARD[link.a].y), *link.via, (BOARD[link.b].x, BOARD[link.b].y)]))
        for link in BOARD.links
    ]
    for number, (link, line) in enumerate(lines):
        for other, second in lines[:number]:
            if not {link.a, link.b} & {other.a, other.b}:
                assert not line.intersects(second), (link, other)


@pytest.mark.rule("fivecities/board.7")
def test_the_mirror_keeps_every_connection_and_changes_the_sides() -> None:
    assert {frozenset(MIRROR[area] for area in link) for link in LINKS} == LINKS
    assert all(MIRROR[MIRROR[area]] == area for area in IDS)
    assert [area for area in IDS if MIRROR[area] == area] == ["S", "U", "SC", "UC"]
    assert {province.abbreviation: MIRROR[province.abbreviation] for province in FILE.province} == dict(
        zip("AMWVHESU", "VHEAMWSU", strict=True)
    )


@pytest.mark.rule("fivecities/board.7", "fivecities/setup.4")
@pytest.mark.parametrize("trades", list(product((False, True), repeat=3)), ids=str)
def test_all_eight_setups_are_fair(trades: tuple[bool, bool, bool]) -> None:
    names = ("trade-atlantea", "trade-mu", "trade-wyvernia")
    facts = Table.new("fivecities", options=dict(zip(names, trades, strict=True)), seed=1).facts()
    mine = {area for area in IDS if facts[area] == "first 3"}
    theirs = {area for area in IDS if facts[area] == "second 3"}
    assert mine == {b if traded else a for a, b, traded in zip("AMW", "VHE", trades, strict=True)}
    assert theirs == {MIRROR[area] for area in mine}
    sides = nx.Graph(graph())
    nx.set_node_attributes(sides, {area: (area in mine) - (area in theirs) for area in IDS}, "side")
    turned = nx.relabel_nodes(sides, MIRROR)
    assert {frozenset(edge) for edge in turned.edges} == LINKS
    assert all(turned.nodes[area]["side"] == -sides.nodes[area]["side"] for area in IDS)
