"""Board, counters and spells of the box, against what the rulebook says and implies."""

from __future__ import annotations

import math
from collections import Counter as Count
from collections import defaultdict

import networkx
import pytest

from tanelorn.core.rulebook import Rulebook
from tanelorn.games.elric.board import board_of
from tanelorn.games.elric.pack import DATA, standard
from tanelorn.games.elric.spells import SPELL, SPELLS
from tanelorn.games.elric.world import ARMY, PERSON, world_of

WORLD = world_of()
ENTRIES = {entry.id: entry for entry in standard().board.areas}

# Nation: alignment, region of its figures, persons, fleets, armies, the cards that name it (15.0).
NATIONS = {
    "argimiliar": ("chaos", "south", "Hozel, Admiral, Sorcerer", 2, 11, "goldar mabelrode misha"),
    "bakshaan": ("law", "north", "Nicorn, Pilarmo, Admiral", 2, 5, "aubec roofdrak teleport"),
    "dharijor": ("chaos", "west", "Karnaal, Sarosto, Admiral, Sorcerer", 2, 11, "checkalakh xiombarg"),
    "dhoz_kam": ("chaos", "south", "Boss", 0, 2, "balo-the-jester chimera dead-gods-book silver-grimoire"),
    "eshmir": ("chaos", "north", "Valley King, Warlock", 0, 4, "arioch darnizhaan dispel-magic-b meerclar"),
    "filkhar": (
        "law",
        "south",
        "Jiku",
        1,
        4,
        "bronze-banners charm-of-justice haaashaastaak kakatal shazaarian-steeds",
    ),
    "flamebringers": (
        "neutral",
        "",
        "Terarn Gashtek, Drinij Bara",
        0,
        5,
        "elenoin invulnerability kyreenee nihrain-horses noose-of-flesh",
    ),
    "ilmiora": ("law", "north", "Fadan, Sharilla, Admiral, Alchemist", 2, 10, "arkyn donblas mirror-of-memory"),
    "purple_towns": ("law", "north", "Smiorgan, Kargan, Priest", 2, 4, "goldar h-haarshanns runestaff straasha"),
    "jharkor": ("chaos", "west", "Dharmit, Yishana, Admiral, Wizard", 2, 8, "arioch chardros grome misha xiombarg"),
    "kelmain": ("neutral", "", "Umba", 0, 5, "aubec dharzi escape-a roofdrak teleport"),
    "lormyr": ("law", "south", "Voashoon, Zarozinia, Admiral, Mage", 2, 10, "donblas runestaff sepiriz-and-the-ten"),
    "melnibone": (
        "chaos",
        "south",
        "Elric, Yyrkoon, Cymoril, Admiral Colim, Dyvim Slorm, Dyvim Tvar, Saxif D'Aan, Silent Guard",
        1,
        5,
        "",
    ),
    "nadsokor": (
        "chaos",
        "north",
        "Urish",
        0,
        4,
        "balo-the-jester beetles-of-kaleef boatmen-of-xerlerenes grahluk vulture-lions",
    ),
    "olab": (
        "neutral",
        "",
        "Olab King",
        0,
        5,
        "boatmen-of-xerlerenes darnizhaan dispel-magic-a sepiriz-and-the-ten sleep",
    ),
    "org": ("chaos", "north", "Gutheran", 0, 4, "balo-the-jester chaos-butterfly chimera nuuurrr-c-c sleep"),
    "pan_tang": ("chaos", "west", "Jagreen Lern, Theleb K'aarna, General, Sealord", 2, 5, "arioch chardros xiombarg"),
    "pikarayd": ("chaos", "south", "Yaris", 1, 4, "balan chardros eequor kakatal"),
    "pio": ("neutral", "", "Pio Chief", 0, 5, "arrows-of-law escape-b oonai silver-grimoire"),
    "shazaar": ("law", "west", "Ohada", 1, 4, "arkyn gaaoll h-haarshanns"),
    "tarkesh": ("law", "west", "Hilran", 2, 5, "arrows-of-law jeweled-bird nihrain-horses straasha"),
    "vilmir": ("law", "north", "Naclon, Avan Astram, Sealord, Priest", 2, 9, "arkyn donblas gaaoll"),
}
HORDES = {"flamebringers", "kelmain", "olab", "pio"}
INDEPENDENTS = {
    "brut": "",
    "chaos_shield": "dispel-magic-b invulnerability",
    "chaos_ship": "",
    "clackars": "chaos-butterfly elenoin fileet haaashaastaak",
    "free_fleet": "bellbane bronze-banners sepiriz-and-the-ten",
    "jhary_a_conel": "horn-of-fate",
    "lamsar": "jeweled-bird meerclar slortar-the-old",
    "moonglum": "dispel-magic-a escape-a",
    "mournblade": "dragons",
    "myrrhyn": "grome misha nuuurrr-c-c",
    "myshella": "checkalakh mirror-of-memory sleep",
    "pyaray": "quaolnargn",
    "rackhir": "eequor ship-of-land-and-sea",
    "steppes_shaman": "balan noose-of-flesh ship-of-land-and-sea",
    "sorana": "eequor fileet grahluk",
    "white_mage": "bellbane bronze-banners escape-b",
    "zas": "black-serpents-of-dorel charm-of-justice haaashaastaak shazaarian-steeds",
}
MELNIBONEANS = {
    "cymoril": "mirror-of-memory noose-of-flesh",
    "dyvim_slorm": "mabelrode ship-of-land-and-sea",
    "dyvim_tvar": "aubec checkalakh",
    "saxif_daan": "balan gaaoll",
    "silent_guard": "elenoin grahluk",
    "yyrkoon": "kyreenee",
    "battle_barge": "battle-barge-muster",
}
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
TYPES = {"law": 13, "chaos": 20, "neutral": 22, "special": 3, "melnibonean": 2, "elric": 1, "immediate": 8}


def nation(id: str):
    return WORLD.nations[WORLD.nation[id]]


def unit(id: str):
    return WORLD.units[WORLD.unit[id]]


def cards(id: str) -> list[str]:
    return sorted({spell.kind for spell in SPELLS if any(muster.id == id for muster in spell.musters)})


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
    assert Count(drawing.kind for drawing in standard().board.decorations) == {
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
    closed = [border for border in standard().board.borders if not border.open]
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
    assert touching == {frozenset((border.a, border.b)) for border in standard().board.borders}


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


# Counters -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("elric/3.2a", "elric/15.0", "elric/3.2b", "elric/3.2c")
def test_22_nations_and_hordes_129_armies_17_independents():
    assert [one.id for one in WORLD.nations] == list(NATIONS)
    assert sum(unit.kind == "army" for unit in WORLD.units) == 129
    assert [len(one.armies) for one in WORLD.nations] == [row[4] for row in NATIONS.values()]
    assert {one.id for one in WORLD.nations if one.horde} == HORDES
    assert {WORLD.value[number] for number, kind in enumerate(WORLD.kind) if kind == ARMY} == {1}
    assert len({unit.id for unit in WORLD.units}) == len(WORLD.units) == 225


@pytest.mark.rule(
    "elric/15.0/argimiliar",
    "elric/15.0/bakshaan",
    "elric/15.0/dharijor",
    "elric/15.0/dhoz-kam",
    "elric/15.0/eshmir",
    "elric/15.0/filkhar",
    "elric/15.0/flamebringers",
    "elric/15.0/ilmiora",
    "elric/15.0/isle-of-purple-towns",
    "elric/15.0/jharkor",
    "elric/15.0/kelmain-host",
    "elric/15.0/lormyr",
    "elric/15.0/melnibone",
    "elric/15.0/nadsokor",
    "elric/15.0/olab",
    "elric/15.0/org",
    "elric/15.0/pan-tang",
    "elric/15.0/pikarayd",
    "elric/15.0/pio",
    "elric/15.0/shazaar",
    "elric/15.0/tarkesh",
    "elric/15.0/vilmir",
)
@pytest.mark.parametrize("id", NATIONS)
def test_a_nation_is_listed_with_its_persons_fleets_and_armies_and_named_by_its_cards(id):
    alignment, region, persons, fleets, armies, named = NATIONS[id]
    one = nation(id)
    assert (one.alignment, one.region) == (alignment, region)
    assert ", ".join(WORLD.units[unit].name for unit in one.people) == persons
    assert (len(one.fleets), len(one.armies)) == (fleets, armies)
    assert cards(id) == sorted(named.split())
    kinds = {muster.kind for spell in SPELLS for muster in spell.musters if muster.id == id and not unit_named(muster)}
    assert kinds <= {"horde" if one.horde else "nation"}


def unit_named(muster) -> bool:
    return muster.kind in ("person", "artifact")


@pytest.mark.rule("elric/15.0/independents", "elric/16.9/other-independents", "elric/16.8/free-fleet")
def test_seventeen_independents_and_the_cards_that_name_them():
    assert [unit.id for unit in WORLD.units if unit.nation < 0] == list(INDEPENDENTS)
    for id, named in (INDEPENDENTS | MELNIBONEANS).items():
        assert cards(id) == named.split(), id
    assert cards("theleb_kaarna") == ["arrows-of-law", "kyreenee"]


@pytest.mark.rule("elric/3.2b")
def test_pan_tang_goes_with_the_west_melnibone_with_the_south_the_purple_towns_with_the_north():
    for one in WORLD.nations:
        lies = {WORLD.areas[area].continent for area in one.home}
        if one.horde:
            assert not one.region
        elif lies != {"islands"}:
            assert lies == {one.region}
    assert [nation(id).region for id in ("pan_tang", "melnibone", "purple_towns")] == ["west", "south", "north"]


@pytest.mark.rule("elric/3.2d", "elric/missing.ratings", "elric/7.5.1a")
def test_ratings_that_the_rulebook_states_are_kept_and_marked():
    assert [ratings(id) for id in ("pan_tang_fleet_1", "vilmir_fleet_1")] == [(5, 6, 2), (4, 6, 1)]
    assert unit("lormyr_fleet_1").movement == 6
    assert unit("chaos_ship").capacity == 2
    assert 4 in [WORLD.value[person] for person in nation("vilmir").people]
    marks = {entry.id: entry for one in standard().counters.nation for entry in (*one.person, *one.fleet)}
    marks |= {entry.id: entry for entry in standard().counters.independent}
    assert {id for id, entry in marks.items() if entry.rating == "text"} == {
        "pan_tang_fleet_1",
        "vilmir_fleet_1",
        "chaos_shield",
    }
    assert {id: entry.stated for id, entry in marks.items() if entry.stated} == {
        "lormyr_fleet_1": ("movement",),
        "naclon": ("combat",),
        "chaos_ship": ("capacity",),
        "elric": ("conjures",),
        "yyrkoon": ("conjures",),
        "theleb_kaarna": ("conjures",),
    }
    assert all(entry.why for entry in marks.values() if entry.rating == "reconstructed")


def ratings(id: str) -> tuple[int, int, int]:
    return unit(id).combat, unit(id).movement, unit(id).capacity


@pytest.mark.rule("elric/16.8/battle-barge")
def test_the_golden_barge_is_stronger_than_any_other_fleet():
    others = [unit.combat for unit in WORLD.units if unit.kind == "fleet" and unit.id != "battle_barge"]
    assert unit("battle_barge").combat > max(others)
    assert nation("melnibone").fleets == (WORLD.barge,)


@pytest.mark.rule("elric/3.2f", "elric/9.2a")
def test_who_is_a_magician_and_who_conjures():
    assert [unit.id for unit in WORLD.units if unit.conjures] == ["elric", "yyrkoon", "theleb_kaarna"]
    for id in ("smiorgan", "silent_guard", "admiral_colim", "cymoril"):
        assert unit(id).spells == 0
    titles = ("Priest", "Sorcerer", "Wizard", "Warlock", "Mage", "Alchemist", "White Mage", "Steppes Shaman")
    for one in WORLD.units:
        if one.name in (*titles, "Sorana", "Myshella", "Dyvim Slorm", "Dyvim Tvar", "Saxif D'Aan"):
            assert one.spells > 0, one.id
    assert all(0 <= unit.spells <= 5 for unit in WORLD.units)


@pytest.mark.rule("elric/3.2g", "elric/12.3d")
def test_values_in_brackets_are_influence_over_elric_cymoril_s_the_greatest():
    bracketed = {unit.id: unit.combat for unit in WORLD.units if unit.influence}
    assert bracketed == {"sharilla": 5, "yishana": 6, "zarozinia": 7, "cymoril": 9}


@pytest.mark.rule("elric/12.3a", "elric/12.3b", "elric/12.3c", "elric/12.3e")
def test_the_melniboneans_are_eight_persons_three_of_them_dragon_masters():
    assert [unit.id for unit in WORLD.units if unit.melnibonean] == [
        "elric",
        "yyrkoon",
        "cymoril",
        "admiral_colim",
        "dyvim_slorm",
        "dyvim_tvar",
        "saxif_daan",
        "silent_guard",
    ]
    assert [unit.id for unit in WORLD.units if unit.dragonmaster] == ["elric", "dyvim_slorm", "dyvim_tvar"]
    assert all(WORLD.kind[unit] == PERSON for unit, melnibonean in enumerate(WORLD.melnibonean) if melnibonean)


@pytest.mark.rule("elric/4.0f")
def test_eight_navies_have_an_admiral_or_a_sealord():
    admirals = {WORLD.nations[unit.nation].id for unit in WORLD.units if unit.admiral}
    assert admirals == {"argimiliar", "bakshaan", "dharijor", "ilmiora", "jharkor", "lormyr", "pan_tang", "vilmir"}


@pytest.mark.rule("elric/16.9/myrrhyn-clackars")
def test_two_companies_fly():
    assert [unit.id for unit in WORLD.units if unit.flies] == ["clackars", "myrrhyn"]


# Spells ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("elric/16.0", "elric/9.3a", "elric/9.3.5", "elric/3.2h")
def test_66_entries_69_counters_of_seven_types():
    assert len({spell.kind for spell in SPELLS}) == 66
    assert Count(spell.alignment for spell in SPELLS) == TYPES
    assert len(SPELLS) == len(SPELL) == 69
    copies = Count(spell.kind for spell in SPELLS)
    assert {kind: count for kind, count in copies.items() if count > 1} == {"elric-nightmare": 3, "reshuffle": 2}
    assert SPELLS[SPELL["reshuffle#2"]].kind == "reshuffle"
    assert all(spell.name and spell.text for spell in SPELLS)


@pytest.mark.rule("elric/16.0")
def test_every_spell_has_a_clause_and_every_muster_a_counter():
    rulebook = Rulebook.load("elric", DATA / "rulebook.toml")
    for spell in SPELLS:
        assert spell.clause in rulebook, spell.id
        for muster in spell.musters:
            if unit_named(muster):
                kind = unit(muster.id).kind
                assert (kind == "person") is (muster.kind == "person"), muster.id
            else:
                assert nation(muster.id).horde is (muster.kind == "horde"), muster.id


@pytest.mark.rule("elric/3.2h", "elric/16.0")
def test_values_in_brackets_do_not_fight_and_some_spells_have_none():
    bracketed = {spell.kind for spell in SPELLS if spell.value and not spell.fights}
    eaters = {"noose-of-flesh", "kyreenee", "h-haarshanns", "mirror-of-memory", "dragons"}
    flyers = {"boatmen-of-xerlerenes", "nihrain-horses", "ship-of-land-and-sea", "teleport"}
    assert bracketed == eaters | flyers | {"quaolnargn", "dispel-magic-a", "dispel-magic-b"}
    assert {spell.kind for spell in SPELLS if spell.printed and not spell.value} == {"dead-gods-book"}
    unprinted = {spell.alignment for spell in SPELLS if not spell.printed}
    assert unprinted == {"immediate", "special", "melnibonean", "elric"}
    assert SPELLS[SPELL["dragons"]].value == 5


def test_eaters_and_flyers():
    assert {spell.kind for spell in SPELLS if spell.eats_land} == {
        "noose-of-flesh",
        "kyreenee",
        "mirror-of-memory",
        "dragons",
    }
    assert {spell.kind for spell in SPELLS if spell.eats_sea} == {"h-haarshanns", "mirror-of-memory", "dragons"}
    assert {spell.kind: spell.flies for spell in SPELLS if spell.flies} == {
        "jeweled-bird": 2,
        "oonai": 1,
        "boatmen-of-xerlerenes": 2,
        "nihrain-horses": 2,
        "ship-of-land-and-sea": -1,
        "teleport": 1,
    }
    assert {spell.kind: spell.flies_armies for spell in SPELLS if spell.flies_armies} == {"ship-of-land-and-sea": 2}


@pytest.mark.rule("elric/12.1.1b")
def test_of_61_counters_with_musters_18_name_no_nationality():
    mustering = [spell for spell in SPELLS if spell.musters]
    assert len(mustering) == 61
    assert sum(all(muster.kind != "nation" for muster in spell.musters) for spell in mustering) == 18


def test_musters_stand_in_printed_order():
    assert [muster.id for muster in SPELLS[SPELL["misha"]].musters] == ["argimiliar", "myrrhyn", "jharkor"]
    assert [muster.id for muster in SPELLS[SPELL["chardros"]].musters] == ["pan_tang", "pikarayd", "jharkor"]


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
