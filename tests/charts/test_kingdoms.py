"""The chart of kingdoms: drawn again it is the same, it names every area, and it shows what the board says."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import msgspec
import pytest

from tanelorn.charts import curved, draw, grounds
from tanelorn.charts.paths import inside
from tanelorn.core.game import games
from tanelorn.games.elric.equipment.pack_checks import TERRAINS, WASHES
from tanelorn.games.elric.equipment.packs import PACKS
from tanelorn.games.elric.equipment.world import board_of, world_of
from tanelorn.games.elric.views.chart import kingdoms

GAME = games["elric"]
PACK = PACKS.standard
BOARD = PACK.board
CHART = GAME.chart.read_text(encoding="utf-8")


def text_of(element: ElementTree.Element) -> str:
    return "".join(element.itertext())


def group(name: str) -> ElementTree.Element:
    return next(one for one in ElementTree.fromstring(CHART).iter() if one.get("class") == name)


@pytest.mark.long
def test_drawing_again_gives_the_same_bytes():
    assert draw(GAME) == CHART
    assert len(CHART) < 300_000


def test_every_area_is_named_near_and_every_nation_wild_and_sea_far():
    near = [text_of(word) for word in group("near") if word.tag.endswith("text")]
    for area in BOARD.areas:
        assert area.label is not None
        assert set(area.label.lines) <= set(near)
        assert " ".join(area.label.lines) == area.name
        assert {city.name for city in area.cities} <= {*near, area.name}
    far = re.sub(r"\s", "", text_of(group("far")))
    nations = [nation.name for nation in PACK.counters.nation if not nation.horde]
    for name in (*nations, *(area.name for area in BOARD.areas if not area.nation)):
        assert name.replace(" ", "") in far


def test_every_city_shows_its_sign_its_number_and_its_anchors():
    cities = [city for area in BOARD.areas for city in area.cities]
    numbers = re.findall(r'class="worth"[^>]*>(\d+)<', CHART)
    assert sorted(map(int, numbers)) == sorted(city.militia for city in cities)
    assert CHART.count('r="8.6"') == sum(city.rank == "capital" for city in cities)
    assert CHART.count('r="5.8"') == sum(city.rank == "walled" for city in cities)
    assert CHART.count('fill="var(--sea-ink)"/>') >= sum(bool(city.anchor) for city in cities)
    assert CHART.count('fill="var(--spell)"') == 12


def test_the_page_s_colours_are_left_to_it():
    assert not re.findall(r"#[0-9a-f]{3,6}\b(?!\))", CHART.replace('href="#', ""))


def test_counters_stand_in_their_areas_and_apart():
    stands = []
    for area in BOARD.areas:
        rings = [ring for polygon in area.polygons for ring in (polygon.outer, *polygon.holes)]
        for at in (area.at, *(city.at for city in area.cities)):
            assert sum(inside(ring, at) for ring in rings) % 2 == 1, area.id
        stands.append(area.at)
        assert (area.inside_at is not None) is bool(area.cities)
    for k, (x, y) in enumerate(stands):
        assert all(max(abs(x - a), abs(y - b)) >= 36 for a, b in stands[:k])


def test_names_stay_on_the_sheet():
    for area in BOARD.areas:
        half = max(map(len, area.label.lines)) * (17 if area.kind == "sea" else 13) * curved.LETTER / 2
        assert half < area.label.at[0] < BOARD.width - half, area.id


@pytest.mark.long
def test_words_of_a_pack_stay_words_and_its_colours_and_terrains_are_known():
    hostile = '"/><script>alert(1)</script><a id="'
    areas = tuple(
        msgspec.structs.replace(area, name=hostile, label=msgspec.structs.replace(area.label, lines=(hostile,)))
        for area in BOARD.areas
    )
    nations = tuple(msgspec.structs.replace(nation, name=hostile) for nation in PACK.counters.nation)
    pack = msgspec.structs.replace(
        PACK,
        board=msgspec.structs.replace(BOARD, title=hostile, areas=areas, washes={"org": '"/><script>'}),
        counters=msgspec.structs.replace(PACK.counters, nation=nations),
    )
    drawn = ElementTree.fromstring(draw(GAME, board_of(world_of(PACKS.canonical(pack)))))
    assert {one.tag for one in drawn.iter()} == {one.tag for one in ElementTree.fromstring(CHART).iter()}
    assert hostile in text_of(drawn)
    page = Path("src/tanelorn/site/static/tanelorn/page/tokens.css").read_text(encoding="utf-8")
    assert all(f"--n-{colour}:" in page for colour in WASHES)
    assert all(grounds.GROUNDS[kingdoms.GROUND.get(terrain, terrain)].tint for terrain in TERRAINS)


@pytest.mark.long
def test_a_board_of_one_s_own_is_drawn_with_what_lies_on_it():
    land = [msgspec.structs.replace(area, label=None, polygons=()) for area in BOARD.areas[:1]]
    board = msgspec.structs.replace(BOARD, areas=(*land, *BOARD.areas[1:]), title="Mine", washes={})
    mine = board_of(world_of(PACKS.canonical(msgspec.structs.replace(PACK, board=board))))
    text = draw(GAME, mine)
    ElementTree.fromstring(text)
    assert "Northern" in text, "Northern Ilmiora still is there"
    assert text != CHART
    assert PACKS.warnings(PACKS.canonical(msgspec.structs.replace(PACK, board=board)))


@pytest.mark.parametrize("wide", [40.0, 140.0])
def test_a_curve_through_the_middle_of_a_slope_climbs_with_it(wide):
    slope = [(0.0, 100.0), (200.0, 0.0), (200.0, 60.0), (0.0, 160.0)]
    curve = curved.middle([slope], (100.0, 80.0), wide)
    assert curve.slope == pytest.approx(-0.42 * 0.75)
    assert abs(curve.bend) < 1e-6
    level = curved.middle([[(0.0, 0.0), (200.0, 0.0), (200.0, 60.0), (0.0, 60.0)]], (100.0, 30.0), wide)
    assert level == pytest.approx((0, 0, 0), abs=1e-6)


def test_ridges_stand_on_the_borders_that_are_closed():
    sheet = kingdoms.Sheet(BOARD, {})
    (drawn,) = kingdoms.ridges(sheet)
    closed = [border for border in BOARD.borders if not border.open]
    assert closed == [border for border in BOARD.borders if border.ridge]
    assert drawn.count("<path") >= 2 * len(closed)
