"""The drawn map of hexes says what the board says, whatever the land."""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ElementTree
from itertools import combinations

import pytest

from tanelorn.charts import draw
from tanelorn.charts.paths import borders
from tanelorn.core.content.board import Area, Board
from tanelorn.core.game import games
from tanelorn.games.archmagi.map.generator import generate
from tanelorn.games.archmagi.map.land import land, map_text
from tanelorn.games.archmagi.map.maps import built_in, read_map
from tanelorn.games.archmagi.map.terrain import ABYSS, COASTAL, REEF, SEA, TERRAINS, UNKNOWN, WATER
from tanelorn.games.archmagi.shown.chart import hexmap, hexsigns

ISLE = land(map_text("Isle", {101: SEA, 102: SEA, 201: 0, 202: 5, 301: REEF, 302: ABYSS}))


def board_of(text: str) -> Board:
    map = land(text)
    return map.board(map.terrain)


def shape_of(sign: str) -> str:
    """A sign without its colours."""
    return re.sub(r'(fill|stroke)="[^"]*"', "", sign)


def test_every_terrain_of_the_chart_has_a_ground_and_a_sign():
    known = {*hexsigns.TERRAINS, *hexsigns.SEAS, "sea"}
    assert {one.slug for number, one in enumerate(TERRAINS) if number != COASTAL} | {"unknown"} == known


def test_signs_differ_in_shape_and_not_in_colour_alone():
    area = Area("0505", "x", "x", 100, 100)
    signs = {**{kind: one.sign for kind, one in hexsigns.TERRAINS.items()}, **hexsigns.SEAS}
    drawn = {kind: shape_of(sign((100, 100), hexmap._dice(area))) for kind, sign in signs.items()}
    for one, other in combinations(drawn, 2):
        assert drawn[one] != drawn[other], f"{one} and {other}"


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("unknown", [False, True])
def test_a_map_is_well_formed_numbers_every_hex_and_leaves_colours_to_the_theme(players, unknown):
    board = board_of(generate(players, 5, unknown=unknown))
    text = hexmap.draw(board)
    root = ElementTree.fromstring(text)
    assert root.attrib["viewBox"] == f"0 0 {board.width:g} {board.height:g}"
    assert all(f">{area.id}</text>" in text for area in board)
    assert set(re.findall(r"#[0-9a-f]{3,6}\b", text)) <= {"#fff"}, "only the snow of the tundra keeps its colour"
    assert len(text) < 250_000
    assert "nan" not in text
    assert (text.count('class="blank"') > 0) is unknown


def test_places_are_named_near_and_far_and_escaped():
    text = hexmap.draw(board_of(map_text("Isle", {101: SEA, 201: 0, 301: 1}, places={"Fish & <Chips>": 201})))
    assert text.count("Fish &amp; &lt;Chips&gt;") == 2
    near, far = text.index('<g class="near">'), text.index('<g class="far">')
    assert near < text.index("Fish") < far < text.rindex("Fish")


def test_the_same_board_is_the_same_picture():
    board = board_of(read_map(built_in()["twin-capes"]))
    assert hexmap.draw(board) == hexmap.draw(board)


def test_a_map_is_drawn_in_less_than_150_milliseconds():
    board = board_of(generate(6, 2))
    began = time.process_time()
    hexmap.draw(board)
    assert time.process_time() - began < 0.15


def test_borders_close_and_run_between_land_and_sea_only():
    board = ISLE.board(ISLE.terrain)
    ground = [area for area in board if area.kind not in hexmap.SEA_KINDS]
    (loop,) = borders(area.polygon for area in ground)
    assert len(loop) == 10, "two hexes that share a side"
    assert set(loop) <= {corner for area in ground for corner in area.polygon}
    (whole,) = borders(area.polygon for area in board)
    assert len(whole) == len(set(whole))


def test_a_lake_s_shore_lies_within_its_hex():
    board = board_of(map_text("Lake", {101: 0, 102: WATER, 103: 0}))
    lake = board["0102"]
    (loop,) = borders([lake.polygon])
    shore = hexmap.shrunk(hexmap.softened(loop, 0.4), hexmap.LAKE_SHORE)
    assert all(abs(x - lake.x) < 50 and abs(y - lake.y) < 44 for x, y in shore)


def test_land_without_sea_and_sea_without_land_are_drawn_too():
    for cells in ({101: 0}, {101: SEA}, {101: UNKNOWN, 501: UNKNOWN}):
        ElementTree.fromstring(hexmap.draw(board_of(map_text("Bare", cells))))


def test_the_committed_chart_is_what_its_map_draws():
    game = games["archmagi"]
    assert draw(game) == draw(game, board_of(read_map(built_in()["four-marches"]))) == game.chart.read_text("utf-8")
