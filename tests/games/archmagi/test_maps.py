"""Map files: what is read, what is refused and how, and what comes with the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tanelorn.core.errors import BadData
from tanelorn.games.archmagi.map.generator import generate
from tanelorn.games.archmagi.map.land import land, map_text
from tanelorn.games.archmagi.map.maps import built_in, check_map, read_map, warnings, write_map
from tanelorn.games.archmagi.map.terrain import ABYSS, NUMBER, REEF, SEA, SEAS, UNKNOWN, WATER, name_of

GOOD = '''
title = "The Isle"
closed = ["castle", "Feudal", "bog"]
starts = ["0202", "0303"]
hexes = """
0101  sea   reef    sea       sea
0102  sea   hills   castle    sea   # the north
0103  sea   ?       rain-forest  sea

0104  sea   sea     .         abyss
"""
[places]
0302 = "Crow Keep"
'''


def written(folder: Path, text: str) -> Path:
    path = folder / "isle.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.rule("archmagi/map.4", "archmagi/map.6", "archmagi/map.9", "archmagi/terrain.7")
def test_a_file_is_read(tmp_path):
    map = land(read_map(written(tmp_path, GOOD)))
    assert map.title == "The Isle"
    assert len(map) == 15
    assert {map.ids[hex]: name_of(map.terrain[hex]) for hex in range(len(map)) if not map.sea[hex]} == {
        "0202": "Hills",
        "0203": "Unknown land",
        "0302": "Castle",
        "0303": "Jungle",
    }
    assert map.closed == {NUMBER["castle"], NUMBER["swamp"]}
    assert [map.ids[hex] for hex in map.starts] == ["0202", "0303"]
    assert map.places == {"Crow Keep": map.number("0302")}
    assert "0304" not in map.ids


@pytest.mark.rule("archmagi/terrain.7")
def test_synonyms_are_stored_as_their_terrain(tmp_path):
    text = GOOD.replace("hills ", "Bog").replace("castle    sea", "Glaciers sea").replace("?   ", "Towns")
    map = land(read_map(written(tmp_path, text.replace("rain-forest", "Lakes").replace('"0303"', '"0203"'))))
    found = {map.ids[hex]: name_of(map.terrain[hex]) for hex in range(len(map)) if not map.sea[hex]}
    assert found == {"0202": "Swamp", "0302": "Tors", "0203": "City", "0303": "Water"}


REFUSED = [
    ("hills ", "hils ", "hex 0202: There is no terrain “hils”. Did you mean hills", "map.3"),
    ("hills ", "coastal", "hex 0202: “coastal” is no terrain of its own", "map.3"),
    ("0102  sea", "01x2  sea", "“01x2” is no hex number", ""),
    ("0102  sea", "0002  sea", "0002 is no hex number. Columns and rows are counted from 01", ""),
    ("0103  sea", "0102  sea", "The hex 0102 is there twice", ""),
    ("0102  sea", "9802  sea", "beyond column 99", ""),
    ("0104  sea   sea     .         abyss", "0104", "The line “0104” names no terrain", ""),
    ("hills   castle    sea", "hills   sea       sea\n0108 hills", "The land is not one piece", "map.2"),
    ('"0202", "0303"', '"0202", "0101"', "The start 0101 is Sea", "setup.5"),
    ('"0202", "0303"', '"0202", "0909"', "A start: 0909 is not on the map", ""),
    ('"0202", "0303"', '"0202", "0202"', "The start 0202 is there twice", ""),
    ('"0202", "0303"', '"x", "0202"', "A start: “x” is no hex number", ""),
    ('"bog"', '"bgo"', "Closed terrains: There is no terrain “bgo”. Did you mean bog", ""),
    ('"bog"', '"unknown"', "Closed terrains: “unknown” cannot be closed. Name some of: plains", ""),
    ('title = "The Isle"', "", "missing required field `title`", ""),
    ('title = "The Isle"', 'title = "a|b"', "The title cannot be “a|b”", ""),
    ('title = "The Isle"', r'title = "Isle\n|"', "The title cannot be “Isle�|”", ""),
    ('title = "The Isle"', r'title = "The\u0001Isle"', "a letter that cannot be printed", ""),
    ('title = "The Isle"', 'title = "x"\nsize = 3', "unknown field `size`", ""),
    ("[places]", "[places]\n0909 = 'Nowhere'", "The place “Nowhere”: 0909 is not on the map", ""),
    ("[places]", "[places]\n0202 = 'Crow Keep'", "The place “Crow Keep” is named twice", ""),
    ("rain-forest", "Lakes", "The start 0303 is Water. Archmagi start on land that is not Water", "setup.5"),
]


@pytest.mark.rule("archmagi/map.2", "archmagi/map.3", "archmagi/map.9", "archmagi/setup.5", "archmagi/terrain.6")
@pytest.mark.parametrize(("old", "new", "why", "clause"), REFUSED)
def test_what_is_wrong_is_named_with_its_file(tmp_path, old, new, why, clause):
    path = written(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(BadData) as refused:
        read_map(path)
    assert "isle.toml" in refused.value.why
    assert why in str(refused.value)
    assert refused.value.remedy
    if clause:
        assert refused.value.clause == f"archmagi/{clause}"


@pytest.mark.rule("archmagi/map.7")
def test_a_map_needs_a_reef_or_an_abyss(tmp_path):
    one = GOOD.replace("reef", "sea ")
    assert any("Reef" in said for said in warnings(read_map(written(tmp_path, one))))
    with pytest.raises(BadData, match="No sea hex is a Reef or an Abyss") as refused:
        read_map(written(tmp_path, one.replace("abyss", "sea")))
    assert refused.value.clause == "archmagi/map.7"


@pytest.mark.rule("archmagi/map.3")
def test_a_map_needs_sea_and_land(tmp_path):
    with pytest.raises(BadData, match="The map has no sea"):
        check_map(map_text("Dry", {101: 0, 102: 1}))
    with pytest.raises(BadData, match="The map has no land"):
        check_map(map_text("Wet", {101: SEA, 102: REEF}))
    with pytest.raises(BadData, match="no hexes"):
        read_map(written(tmp_path, 'title = "Nothing"\nhexes = ""'))


def test_lakes_join_the_land_but_part_walkers():
    text = map_text("Lake", {101: 0, 102: WATER, 103: 1, 104: REEF})
    check_map(text, 2)
    assert any("walkers cannot reach 0103" in said for said in warnings(text))


@pytest.mark.rule("archmagi/setup.5")
def test_there_is_a_start_for_each_player(tmp_path):
    text = read_map(written(tmp_path, GOOD))
    check_map(text, 2)
    with pytest.raises(BadData, match="2 starts, but there are 3 players"):
        check_map(text, 3)
    free = read_map(written(tmp_path, GOOD.replace('starts = ["0202", "0303"]', "")))
    check_map(free, 4)
    with pytest.raises(BadData, match="4 hexes to start on, but there are 5 players"):
        check_map(free, 5)


@pytest.mark.rule("archmagi/map.2")
def test_little_land_is_a_warning_only(tmp_path):
    assert any("4 land hexes" in said and "map.2" in said for said in warnings(read_map(written(tmp_path, GOOD))))


@pytest.mark.rule("archmagi/map.5")
def test_terrains_that_are_missing_are_told():
    text = map_text("Bare", {**{100 + row: 0 for row in range(1, 21)}, 121: REEF, 122: ABYSS})
    (said,) = warnings(text)
    assert "City, Forest, Castle" in said
    assert "Water" not in said, "no unit has its home there"
    unexplored = map_text("Blank", {**{100 + row: UNKNOWN for row in range(1, 21)}, 121: REEF, 122: ABYSS})
    assert warnings(unexplored) == []


@pytest.mark.parametrize("number", range(12))
def test_a_map_that_is_written_out_is_read_back_the_same(tmp_path, number):
    text = generate(2 + number % 5, number, unknown=number % 3 == 0)
    assert read_map(written(tmp_path, write_map(text))) == text


def test_names_survive_being_written_out(tmp_path):
    text = map_text('Ünder "the" Hill', {101: 0, 102: REEF}, closed=[3], places={"Ä \\ b": 101})
    assert read_map(written(tmp_path, write_map(text))) == text


@pytest.mark.rule("archmagi/map.1", "archmagi/map.7")
@pytest.mark.parametrize(
    ("name", "seats"), [("twin-capes", 2), ("four-marches", 4), ("blank-coast", 3), ("old-duchies", 3)]
)
def test_the_maps_that_come_with_the_game_can_be_played(name, seats):
    text = read_map(built_in()[name])
    check_map(text, seats)
    assert warnings(text) == []
    map = land(text)
    assert len(map.starts) == seats
    kinds = set(map.terrain)
    assert kinds >= (SEAS if name == "blank-coast" else {*range(20), *SEAS})


def test_the_twin_capes_are_the_same_from_both_sides():
    map = land(read_map(built_in()["twin-capes"]))

    def across(code: int) -> int:
        column, row = divmod(code, 100)
        return (10 - column) * 100 + (8 if column % 2 else 7) - row

    for hex, code in enumerate(map.codes):
        if across(code) in map.index:
            assert map.sea[hex] == map.sea[map.index[across(code)]]
            assert len({map.terrain[hex], map.terrain[map.index[across(code)]]} & {REEF, ABYSS}) != 2
    assert {map.codes[hex] for hex in map.starts} == {across(map.codes[hex]) for hex in map.starts}


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadData, match=r"none\.toml cannot be read"):
        read_map(tmp_path / "none.toml")


DRAWN = """
title = "Three Duchies"
starts = ["0001", "0003"]

[[territory]]
number = "0001"
name = "Old Forest"
terrain = "forest"
shape = [[0, 0], [100, 0], [100, 100], [0, 100]]

[[territory]]
number = "0002"
terrain = "towns"
shape = [[100, 100], [100, 0], [200, 0], [200, 100]]

[[territory]]
number = "0003"
terrain = "hills"
shape = [[200, 100], [300, 100], [300, 200], [200, 200]]

[[territory]]
number = "0004"
terrain = "reef"
shape = [[0, 100], [100, 100], [200, 100], [200, 200], [0, 200]]

[[territory]]
number = "0005"
terrain = "?"
shape = [[200, 0], [300, 0], [300, 100], [200, 100]]
"""


@pytest.mark.rule("archmagi/map.1", "archmagi/term.2", "archmagi/terrain.3")
def test_a_drawn_map_is_adjacent_where_borders_are_shared(tmp_path):
    map = land(read_map(written(tmp_path, DRAWN)))
    assert map.ids == ("0001", "0002", "0003", "0004", "0005")
    assert map.near == ((1, 3), (0, 3, 4), (3, 4), (0, 1, 2), (1, 2)), "0002 and 0003 meet at a corner only"
    assert map.coastal == (True, True, True, False, False)
    assert map.distance(0, 2) == 2
    assert map.places == {"Old Forest": 0}
    board = map.board(map.terrain)
    assert board.neighbours == map.near
    assert [area.kind for area in board] == ["forest", "city", "hills", "reef", "unknown"]
    assert (board["0001"].name, board["0002"].name) == ("Old Forest", "City 0002")
    assert read_map(written(tmp_path, write_map(map.text))) == map.text


@pytest.mark.rule("archmagi/map.1", "archmagi/term.2")
def test_a_drawn_map_may_have_any_number_of_neighbours():
    map = land(read_map(built_in()["old-duchies"]))
    assert {len(near) for near in map.near} >= {2, 3, 4, 5, 6}


@pytest.mark.rule("archmagi/map.3")
@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('terrain = "reef"', 'terrain = "reeef"', "The territory 0004: There is no terrain “reeef”"),
        ('terrain = "reef"\n', "", "missing required field `terrain`"),
        ('number = "0002"', 'number = "0001"', "The territory 0001 is there twice"),
        ('number = "0002"', 'number = "two"', "“two” is no hex number"),
        ("[[0, 0], [100, 0], [100, 100], [0, 100]]", "[[0, 0], [100, 0]]", "The shape of 0001 has too few corners"),
        ("[[0, 0], [100, 0], [100, 100], [0, 100]]", "[[0, 0], [9, 9], [18, 18]]", "The shape of 0001 has no inside"),
        ("[[0, 0], [100, 0]", "[[0, 0], [10000, 0]", "The shape of 0001 leaves the sheet"),
        ("[100, 0], [200, 0], [200, 100]]", "[101, 0], [200, 0], [200, 100]]", "no land joins"),
        ("\n[[terr", 'hexes = "0101 sea"\n[[terr', "The map has hexes and territories"),
    ],
)
def test_what_is_wrong_with_a_drawn_map_is_named(tmp_path, old, new, why):
    with pytest.raises(BadData) as refused:
        read_map(written(tmp_path, DRAWN.replace(old, new, 1)))
    assert why in str(refused.value)
    assert refused.value.remedy


@pytest.mark.parametrize(
    "row", ["0001F1,2", "x", "0001F1,2 3,4 5", "0001F1,2 3,4 5,6", "0001!0,0 9,0 9,9", "0001F-1,2 3,4 9,6"]
)
def test_a_text_with_wrong_shapes_is_refused(row):
    with pytest.raises(BadData, match="cannot be read"):
        land(f"T|shapes|{row}|||")
