"""The board of the box, against what the rulebook says and implies."""

from __future__ import annotations

import math
from collections import Counter as Count
from collections import defaultdict

import networkx
import pytest

from tanelorn.core.content.rulebook import Rulebook
from tanelorn.games.elric.equipment.packs import DATA, PACKS
from tanelorn.games.elric.equipment.world import board_of, world_of

WORLD = world_of()
ENTRIES = {entry.id: entry for entry in PACKS.standard.board.areas}
CAPITALS = {
    "shazaar": "aflitain",
    "jharkor": "dhakos",
    "dharijor": "gromoorva",
    "tarkesh": "banarva",
    "ilmiora": "ilmar",
    "vilmir": "jadmar",
    "eshmir": "elwher",
    "bakshaan": "bakshaan",
    "pikarayd": "chalal",
    "argimiliar": "cadsandria",
    "filkhar": "raschil",
    "lormyr": "iosaz",
    "melnibone": "melnibone",
    "pan_tang": "pan_tang",
    "purple_towns": "isle_of_purple_towns",
}
SYMBOLS = [
    "vale_of_xanyaw",
    "nihrain",
    "silent_land",
    "sorcerers_isle",
    "ashaneloon",
    "dhoz_kam",
    "kaneloon",
    "dorel",
    "unholy_fortress",
    "mordagas_castle",
    "tanelorn",
    "forest_of_troos",
]
CONTINENTS = {
    "north": (
        "ilmiora vilmir eshmir nadsokor bakshaan",
        "weeping_waste_north weeping_waste_south weeping_waste_east sighing_desert_west sighing_desert_east org "
        "forest_of_troos tanelorn mordagas_castle",
    ),
    "south": (
        "pikarayd argimiliar filkhar lormyr",
        "oin yu dhoz_kam kaneloon edge_marches western_dorel dorel eastern_dorel",
    ),
    "west": (
        "shazaar jharkor dharijor tarkesh",
        "silent_land silent_shore marshes_of_the_mist myrrhyn vale_of_xanyaw nihrain",
    ),
    "rlin": ("", "rlin_kren_aa"),
    "islands": ("melnibone pan_tang purple_towns", "ashaneloon sorcerers_isle unholy_fortress"),
}


def nation(id: str):
    return WORLD.nations[WORLD.nation[id]]


def graph(areas) -> networkx.Graph:
    ways = networkx.Graph()
    ways.add_nodes_from(areas)
    ways.add_edges_from((a, b) for a in areas for b in WORLD.neighbours[a] if b in areas)
    return ways


# The board ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("elric/3.1a", "elric/missing.map")
def test_every_area_is_land_or_sea_and_every_land_area_names_its_continent_or_the_islands():
    assert len(WORLD.areas) == 96
    assert len(WORLD.lands) == 75
    assert {area.continent for area in WORLD.areas if area.sea} == {""}
    assert {area.continent for area in WORLD.areas if not area.sea} == set(CONTINENTS)
    assert not any(area.wild or area.cities or area.symbol or area.nation >= 0 for area in WORLD.areas if area.sea)
    assert {entry.source for entry in ENTRIES.values()} == {"text", "public", "reconstructed"}


@pytest.mark.rule("elric/3.1b", "elric/3.1c", "elric/3.1d", "elric/3.1e", "elric/3.1f")
@pytest.mark.parametrize("continent", CONTINENTS)
def test_nations_wilderness_and_symbols_lie_where_the_rulebook_has_them(continent):
    nations, wild = (names.split() for names in CONTINENTS[continent])
    here = [area for area in WORLD.areas if area.continent == continent]
    assert {WORLD.nations[area.nation].id for area in here if not area.wild} == set(nations)
    assert {area.id for area in here if area.wild} == set(wild)
    assert sum(area.symbol for area in here) == (0 if continent == "rlin" else 3)


@pytest.mark.rule("elric/3.1f", "elric/4.0b")
def test_twelve_symbols_in_the_order_of_the_set_up_and_none_in_the_jungle():
    assert [WORLD.areas[area].id for area in WORLD.symbols] == SYMBOLS
    assert all(WORLD.wild[area] for area in WORLD.symbols)
    assert WORLD.wild[WORLD.rlin]
    assert not WORLD.areas[WORLD.rlin].symbol


@pytest.mark.rule("elric/3.1g", "elric/3.1h")
def test_three_seas_are_special_and_drawings_are_no_areas():
    assert {area.id: area.special for area in WORLD.areas if area.special} == {
        "boiling_sea": "boiling",
        "serpents_teeth": "teeth",
        "straits_of_chaos": "chaos",
    }
    assert {WORLD.boiling, WORLD.teeth, WORLD.straits} <= WORLD.seas
    assert {"dragon_sea", "straits_of_vilmir"} <= set(WORLD.area)
    assert Count(drawing.kind for drawing in PACKS.standard.board.decorations) == {
        "islet": 3,
        "dragon": 1,
        "octopus": 1,
        "fish": 1,
    }
    assert [area.id for area in WORLD.areas if area.nation == WORLD.nation["melnibone"]] == ["melnibone"]


@pytest.mark.rule("elric/missing.map", "elric/7.0c")
def test_each_continent_hangs_together_and_every_province_is_reached():
    for continent in ("north", "south", "west", "rlin"):
        here = {number for number, area in enumerate(WORLD.areas) if area.continent == continent}
        assert networkx.is_connected(graph(here)), continent
        assert any(WORLD.sea_next[area] for area in here), continent
    assert networkx.is_connected(graph(WORLD.seas))
    assert networkx.is_connected(graph(WORLD.seas | WORLD.lands))
    assert WORLD.sea_next[WORLD.melnibone]
    assert -1 not in WORLD.steps(WORLD.area["elwher"])


@pytest.mark.rule("elric/3.1e")
def test_islands_are_reached_by_sea_alone():
    for number, area in enumerate(WORLD.areas):
        if area.continent in ("islands", "rlin"):
            assert not WORLD.land_next[number], area.id
            assert WORLD.sea_next[number], area.id


@pytest.mark.rule("elric/7.5.3", "elric/7.0c")
def test_borders_filled_by_mountains_are_no_way_and_the_others_go_both_ways():
    closed = [border for border in PACKS.standard.board.borders if not border.open]
    assert len(closed) == 9
    for border in closed:
        assert WORLD.area[border.b] not in WORLD.adjacent[WORLD.area[border.a]]
        assert border.ridge
    for area, there in enumerate(WORLD.neighbours):
        assert list(there) == sorted(WORLD.adjacent[area])
        assert all(area in WORLD.adjacent[other] for other in there)
        assert sorted((*WORLD.land_next[area], *WORLD.sea_next[area])) == list(there)


@pytest.mark.rule("elric/7.0c")
def test_areas_border_where_their_outlines_share_a_line():
    sides: dict[tuple, list[str]] = defaultdict(list)
    for entry in ENTRIES.values():
        for ring in (ring for polygon in entry.polygons for ring in (polygon.outer, *polygon.holes)):
            for start, end in zip(ring, (*ring[1:], ring[0]), strict=True):
                sides[min(start, end), max(start, end)].append(entry.id)
    shared: Count[frozenset[str]] = Count()
    for (start, end), owners in sides.items():
        if len(set(owners)) == 2:
            shared[frozenset(owners)] += math.dist(start, end)
    touching = {pair for pair, length in shared.items() if length >= 20}
    assert touching == {frozenset((border.a, border.b)) for border in PACKS.standard.board.borders}


@pytest.mark.rule("elric/7.5.3")
def test_the_vale_of_xanyaw_and_the_sighing_desert_have_narrow_openings():
    assert [WORLD.areas[area].id for area in WORLD.neighbours[WORLD.area["vale_of_xanyaw"]]] == ["silent_land"]
    desert = {WORLD.area[id] for id in ("sighing_desert_west", "sighing_desert_east", "tanelorn")}
    assert len({other for area in desert for other in WORLD.neighbours[area]} - desert) >= 2


def test_public_clarifications_about_dorel_hold():
    easternmost, western = WORLD.area["eastern_dorel"], WORLD.area["dorel"]
    pikarayd = {area for area in nation("pikarayd").home if WORLD.adjacent[area] & {easternmost}}
    assert [WORLD.areas[area].id for area in pikarayd] == ["further_pikarayd"]
    assert pikarayd <= WORLD.adjacent[western]
    assert WORLD.area["kiirleem"] in WORLD.adjacent[western]


@pytest.mark.rule("elric/7.3e", "elric/6.0b")
def test_examples_of_the_rulebook_can_be_played_on_this_board():
    """The march to Ramasaz and the landing beyond it; Aflitain is a port; Ashaneloon is left by the Boiling Sea."""
    ramasaz = WORLD.area["ramasaz"]
    assert WORLD.ports[ramasaz]
    inland = [area for area in nation("lormyr").home if WORLD.steps(area)[ramasaz] == 2]
    assert inland
    assert WORLD.ports[WORLD.area["aflitain"]]
    assert WORLD.neighbours[WORLD.ashaneloon] == (WORLD.boiling,)
    assert WORLD.straits in WORLD.neighbours[WORLD.boiling]


# Cities ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("elric/7.5.2a")
@pytest.mark.parametrize("id", CAPITALS)
def test_every_civilised_nation_has_one_capital_with_a_wall_of_5(id):
    stars = [area for area in nation(id).home if any(city.capital for city in WORLD.areas[area].cities)]
    assert [WORLD.areas[area].id for area in stars] == [CAPITALS[id]]
    assert nation(id).capital == stars[0] == nation(id).cities[0]
    assert nation(id).star
    assert WORLD.wall[stars[0]] == 5


@pytest.mark.rule("elric/7.5.2a", "elric/7.5.6", "elric/3.1b", "elric/3.1c")
def test_nadsokor_org_and_dhoz_kam_have_an_unwalled_main_city_and_nadsokor_s_counts_as_a_capital():
    for id, star in (("nadsokor", True), ("org", False), ("dhoz_kam", False)):
        place = nation(id).capital
        (city,) = WORLD.areas[place].cities
        assert (city.main, city.capital, city.walled, WORLD.wall[place]) == (True, False, False, 0)
        assert nation(id).star is star
        assert nation(id).cities == (place,)
    assert nation("bakshaan").cities == (WORLD.area["bakshaan"],)
    assert sum(nation.star for nation in WORLD.nations) == 16


@pytest.mark.rule("elric/7.5.7a", "elric/7.5.6")
def test_walls_are_worth_5_3_and_nothing():
    ranks = {entry.rank for area in ENTRIES.values() for entry in area.cities}
    assert ranks == {"capital", "walled", "unwalled"}
    for area in WORLD.areas:
        for city in area.cities:
            assert city.wall == (5 if city.capital else 3 if city.walled else 0)
    walled = {WORLD.areas[area].nation for area, wall in enumerate(WORLD.wall) if wall}
    assert walled == {number for number, one in enumerate(WORLD.nations) if one.star} - {WORLD.nation["nadsokor"]}


@pytest.mark.rule("elric/4.0f")
def test_menii_and_kariss_are_one_city_with_two_harbours():
    isle = WORLD.area["isle_of_purple_towns"]
    assert [city.id for city in WORLD.areas[isle].cities] == ["menii", "kariss"]
    assert (WORLD.wall[isle], WORLD.militia[isle]) == (5, 6)
    assert WORLD.ports[isle] == (WORLD.area["purple_sea"], WORLD.area["straits_of_vilmir"])
    assert nation("purple_towns").cities == (isle,)
    assert isle in WORLD.harbours[WORLD.area["straits_of_vilmir"]]


@pytest.mark.rule("elric/7.5.9a")
def test_every_anchor_lies_in_a_sea_beside_its_city():
    for area, seas in enumerate(WORLD.ports):
        assert set(seas) <= WORLD.adjacent[area] & WORLD.seas
        for sea in seas:
            assert area in WORLD.harbours[sea]
            assert not WORLD.special[sea] or sea == WORLD.straits
    assert WORLD.ports[WORLD.imrryr] == (WORLD.area["dragon_sea"],)


@pytest.mark.rule("elric/4.0f", "elric/7.5.9a")
def test_every_nation_with_a_fleet_has_a_port_for_it():
    for one in WORLD.nations:
        assert bool(one.ports) or not one.fleets, one.id


@pytest.mark.rule("elric/10.9.3b")
def test_every_city_has_a_number_beside_it_and_imrryr_25_with_its_wall():
    for area, cities in enumerate(WORLD.has_city):
        assert (WORLD.militia[area] > 0) is cities
    assert WORLD.militia[WORLD.imrryr] + WORLD.wall[WORLD.imrryr] == 25
    (imrryr,) = ENTRIES["melnibone"].cities
    assert imrryr.militia_source == "public"


# The kernel's board and the rulebook ----------------------------------------------------------------------------------


def test_the_kernel_s_board_is_the_world_s():
    board = board_of(WORLD)
    assert [area.id for area in board] == [area.id for area in WORLD.areas]
    assert board.neighbours == WORLD.neighbours
    assert all(area.outline.startswith("M") for area in board)
    assert board["melnibone"].spots["imrryr"]
    assert board["kaneloon"].spots["symbol"]


@pytest.mark.rule("elric/1.0", "elric/2.0")
def test_the_rulebook_has_every_clause_and_names_no_page_of_the_net():
    rulebook = Rulebook.load("elric", DATA / "rulebook.toml")
    assert len(rulebook) == 350
    for clause in rulebook:
        assert "grognard" not in f"{clause.says}{clause.unclear}{clause.ruling}"
        assert bool(clause.ruling) >= bool(clause.unclear), clause.id
    assert not rulebook["1.0"].ruling
    assert not rulebook["2.0"].ruling
