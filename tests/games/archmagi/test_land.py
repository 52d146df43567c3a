"""The chart of terrains, and what a map's text says."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tanelorn.core.errors import BadData, Illegal, UnknownName
from tanelorn.games.archmagi.map.land import coastal, land, map_text, start_hexes
from tanelorn.games.archmagi.map.maps import built_in, read_map
from tanelorn.games.archmagi.map.terrain import (
    ABYSS,
    COASTAL,
    NUMBER,
    REEF,
    SEA,
    SEAS,
    TERRAINS,
    UNKNOWN,
    WATER,
    name_of,
    read_terrain,
    rolled,
)

CHART = [
    *("Plains", "City", "Forest", "Castle", "Heath", "Hills", "Swamp", "Caves", "Mountain", "Desert"),
    *("Jungle", "Tundra", "Taiga", "Ruins", "Tors", "Waste", "Sylvan", "Volcano", "Water", "Workshop"),
]
PLAINS, FOREST = NUMBER["plains"], NUMBER["forest"]


def island(ground: dict[int, int], size: int = 5) -> str:
    """A square of sea with this ground in it."""
    cells = {column * 100 + row: SEA for column in range(1, size + 1) for row in range(1, size + 1)}
    return map_text("Island", {**cells, **ground})


@pytest.mark.rule("archmagi/terrain.1")
def test_the_d20_gives_the_chart():
    assert [name_of(rolled(roll)) for roll in range(1, 21)] == CHART
    for roll in (0, 21, -1):
        with pytest.raises(Illegal) as refused:
            rolled(roll)
        assert refused.value.clause == "archmagi/terrain.1"


@pytest.mark.rule("archmagi/terrain.2")
def test_sea_abyss_reef_and_coastal_are_never_rolled():
    dice = random.Random(5)
    found = {rolled(dice.randint(1, 20)) for _ in range(10_000)}
    assert found == set(range(20))
    assert found.isdisjoint({SEA, ABYSS, REEF, COASTAL})


@pytest.mark.rule("archmagi/terrain.7")
@pytest.mark.parametrize(
    ("word", "means"),
    [("Bog", "Swamp"), ("Glaciers", "Tors"), ("Towns", "City"), ("Lakes", "Water"), ("rain  FOREST", "Jungle")],
)
def test_side_notes_are_synonyms(word, means):
    assert name_of(read_terrain(word)) == means


def test_every_word_of_the_chart_means_one_terrain():
    words = [word.casefold() for one in TERRAINS for word in {one.slug, one.name.casefold(), *one.also}]
    assert len(words) == len(set(words))


def test_a_wrong_terrain_is_told_with_the_nearest():
    with pytest.raises(UnknownName, match=r"Did you mean .*forest"):
        read_terrain("forrest")
    with pytest.raises(UnknownName, match="beside the sea is coastal"):
        read_terrain("coastal")


@pytest.mark.rule("archmagi/terrain.3", "archmagi/terrain.4", "archmagi/terrain.6")
def test_land_beside_any_sea_is_coastal_but_water_and_sea_never_are():
    around = [202, 203, 302, 304, 402, 403]  # all that adjoins 0303
    map = land(island({303: FOREST, **dict.fromkeys(around, PLAINS)}))
    centre, coast = map.number("0303"), map.number("0302")
    assert [map.ids[hex] for hex in map.near[centre]] == ["0202", "0203", "0302", "0304", "0402", "0403"]
    assert not map.coastal[centre]
    assert map.coastal[coast]
    assert [map.ids[hex] for hex in range(len(map)) if map.coastal[hex]] == [f"{code:04d}" for code in sorted(around)]
    for drowned in (WATER, REEF):
        again = list(map.terrain)
        again[coast] = drowned
        assert not coastal(map, again, coast)
    again = list(map.terrain)
    again[coast] = UNKNOWN
    assert coastal(map, again, coast), "land not explored yet is coastal (explore.6)"


@pytest.mark.rule("archmagi/terrain.3")
@pytest.mark.parametrize("sea", sorted(SEAS))
def test_reef_and_abyss_make_coast_as_sea_does_and_water_does_not(sea):
    map = land(map_text("Strip", {101: PLAINS, 102: sea, 103: PLAINS, 104: WATER, 105: PLAINS}))
    assert map.coastal == (True, False, True, False, False)
    assert map.sea == (False, True, False, False, False)


def test_a_text_comes_back_as_it_was():
    text = map_text(
        "Two Capes", {304: FOREST, 305: UNKNOWN, 404: ABYSS}, starts=[304], closed=[3], places={"Old Forest": 304}
    )
    map = land(text)
    assert (map.title, map.codes, map.ids) == ("Two Capes", (304, 305, 404), ("0304", "0305", "0404"))
    assert map.terrain == (FOREST, UNKNOWN, ABYSS)
    assert (map.starts, map.closed, map.places) == ((0,), frozenset({3}), {"Old Forest": 0})
    assert land(text) is map
    assert map.name(0, FOREST) == "Old Forest"
    assert map.name(1, UNKNOWN) == "Unknown land 0305"


@pytest.mark.parametrize(
    "text",
    ["", "a|b", "T|0101|~~X~|||", "T|01|~A~|||", "T|0101|...|||", "T|9999|AA|||", "T|0101|~A|0909||", "T|0101|A||!|",
     "T|0101|A|||0101", "T|0101|A|x||", "T|0101|A|||zzzz Mere"],
)  # fmt: skip
def test_a_text_that_is_no_map_is_refused(text):
    with pytest.raises(BadData, match="cannot be read"):
        land(text)


def test_distance_is_the_fewest_steps_over_land_and_sea():
    map = land(island({202: PLAINS, 404: PLAINS}))
    assert map.distance(map.number("0101"), map.number("0105")) == 4
    assert map.distance(map.number("0101"), map.number("0501")) == 4
    assert map.distance(map.number("0202"), map.number("0202")) == 0
    apart = land(map_text("Apart", {101: PLAINS, 103: PLAINS}))
    assert apart.distance(0, 1) == -1


@pytest.mark.rule("archmagi/setup.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_starts_are_as_far_apart_as_any_choice_could_be(seats):
    text = read_map(built_in()["four-marches"])
    bare = land(text.replace("0202 0206 1002 1006", ""))
    assert bare.starts == ()
    found = start_hexes(bare, bare.terrain, seats)
    dry = [hex for hex in range(len(bare)) if not bare.sea[hex] and bare.terrain[hex] != WATER]

    def least(hexes):
        return min(bare.distance(a, b) for a, b in combinations(hexes, 2))

    assert set(found) <= set(dry)
    assert len(set(found)) == seats
    assert least(found) == max(least(some) for some in combinations(dry, seats))


@pytest.mark.rule("archmagi/setup.5")
def test_nobody_starts_on_inland_water_and_the_map_s_own_starts_come_first():
    text = island({202: WATER, 203: PLAINS, 303: PLAINS, 403: FOREST, 404: WATER})
    map = land(text)
    assert [map.ids[hex] for hex in start_hexes(map, map.terrain, 2)] == ["0203", "0403"]
    with pytest.raises(BadData, match="too few for 4 players"):
        start_hexes(map, map.terrain, 4)
    named = land(map_text("Named", dict(zip(map.codes, map.terrain, strict=True)), starts=[203, 303]))
    assert [named.ids[hex] for hex in start_hexes(named, named.terrain, 2)] == ["0203", "0303"]


def test_a_board_has_a_polygon_and_an_outline_for_each_hex_and_a_link_for_each_side():
    map = land(read_map(built_in()["twin-capes"]))
    board = map.board(map.terrain)
    assert [area.id for area in board] == list(map.ids)
    assert board.neighbours == map.near
    assert board["0303"].kind == "forest"
    assert (board["0303"].name, board["0304"].name) == ("Old Forest", "Hills 0304")
    for area in board:
        assert len(area.polygon) == 6
        assert area.outline.startswith("M")
        assert max(x for x, _ in area.polygon) - min(x for x, _ in area.polygon) == pytest.approx(110, abs=0.3)
        assert all(0 < x < board.width and 0 < y < board.height for x, y in area.polygon)
    corners = {corner for area in board for corner in area.polygon}
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) > 1 for a, b in combinations(sorted(corners), 2)), (
        "corners are shared"
    )


@pytest.mark.rule("archmagi/explore.4")
def test_the_key_of_a_board_changes_with_the_terrain_and_with_nothing_else():
    map = land(read_map(built_in()["blank-coast"]))
    explored = [PLAINS if terrain == UNKNOWN else terrain for terrain in map.terrain]
    assert map.key(map.terrain) == map.key(list(map.terrain)) != map.key(explored)
    assert map.board(explored)["0303"].name == "Plains 0303"
    assert [area.kind for area in map.board(map.terrain)].count("unknown") == 27
    assert all(map.terrain[hex] != UNKNOWN for hex in range(len(map)) if map.sea[hex])
