"""The board of the box, against what the rulebook says and implies."""

from __future__ import annotations

import itertools
from collections import Counter as Count

import networkx
import pytest

from tanelorn.core.content import hexes
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.games.albion.pack.checking import faults
from tanelorn.games.albion.pack.packs import DATA, PACKS
from tanelorn.games.albion.state.printed.board import board_of, name, note
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN, world_of

WORLD = world_of()
ENTRIES = {entry.hex: entry for entry in PACKS.standard.board.hexes}
FORTRESSES = {
    "broch": "0327 1026 1421 2521 2714 2810 2920 3012 3105 3118 3314 3439",
    "stockade": "2340 2941 3145 3218 3321 3639 3737",
    "knowe": "1318 1426 1525 1836 1922 2030 2339 2437 2630 3034 3140 3429",
    "delving": "1241 1740 2240",
    "dyke": "3123 3223 3324 3423 3524",
}
PLACES = [
    "1323",
    "2128",
    "2608",
    "1819",
    "2034",
    "2634",
    "3337",
    "3433",
    "1023",
    "2611",
    "0725",
    "3151",
    "2825",
    "2604",
    "2838",
    "2441",
    "3705",
    "2816",
    "2629",
]


def hex(number: str) -> int:
    return WORLD.hex[number]


def numbers(found) -> set[str]:
    return {WORLD.number[one] for one in found}


def walks() -> networkx.Graph:
    """Where land pieces may step, whatever the hexside costs them."""
    ways = networkx.Graph()
    ways.add_edges_from(
        (a, b)
        for a, near in enumerate(WORLD.near)
        for b in near
        if WORLD.land[a] and WORLD.land[b] and not WORLD.border(a, b).wet
    )
    return ways


def sails() -> networkx.Graph:
    ways = networkx.Graph()
    ways.add_edges_from((node, other) for node, near in enumerate(WORLD.sea_near) for other in near)
    return ways


# The grid -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("albion/2.1a", "albion/chart/map")
def test_the_board_is_numbered_by_column_and_row_and_the_charts_covered_a_corner():
    assert len(WORLD.number) == 40 * 52 - 15 * 15 == 1855
    assert list(WORLD.number) == sorted(WORLD.number)
    assert not any(hexes.place(number)[0] <= 15 and hexes.place(number)[1] <= 15 for number in WORLD.number)


@pytest.mark.rule("albion/2.1a")
@pytest.mark.parametrize(
    ("a", "b", "far"), [("2604", "2608", 4), ("2608", "2611", 3), ("2604", "2611", 7), ("2611", "2816", 6)]
)
def test_distances_are_counted_in_hexes(a, b, far):
    assert WORLD.distance(hex(a), hex(b)) == WORLD.distance(hex(b), hex(a)) == far == hexes.distance(a, b)


@pytest.mark.rule("albion/2.1a")
def test_even_columns_stand_half_a_hex_lower():
    assert numbers(WORLD.near[hex("2939")]) == {"2938", "2940", "3038", "3039", "2838", "2839"}
    assert numbers(WORLD.near[hex("2838")]) == {"2837", "2839", "2938", "2939", "2738", "2739"}


@pytest.mark.rule("albion/2.1a")
def test_what_lies_within_a_distance_is_as_far_as_it_says():
    near = WORLD.within(hex("2939"), 2)
    assert len(near) == 19
    assert near == tuple(other for other in range(len(WORLD.number)) if WORLD.distance(hex("2939"), other) <= 2)


@pytest.mark.rule("albion/2.1b", "albion/chart/map")
def test_aspects_are_four_and_no_terrain():
    assert set(WORLD.aspect) == {"none", "mundane", "enchanted", "wild"}
    assert {terrain for there in WORLD.terrain for terrain in there} == {
        "clear",
        "woods",
        "forest",
        "rough",
        "mountain",
        "marsh",
    }
    assert all(WORLD.terrain[place] for place in range(len(WORLD.number)) if WORLD.aspect[place] != "none")


@pytest.mark.rule("albion/chart/map")
def test_the_nineteen_places_of_power_are_the_hexes_of_wild_magic():
    assert [WORLD.number[place] for place in WORLD.places] == PLACES
    assert numbers(place for place, aspect in enumerate(WORLD.aspect) if aspect == "wild") == set(PLACES)
    assert all(WORLD.place[WORLD.place_hex[number]] == number for number in range(1, 20))
    assert WORLD.place_name[16] == "The Giant’s Dance"
    assert WORLD.place[hex("2939")] == 0


@pytest.mark.rule("albion/chart/map", "albion/19.4/06")
@pytest.mark.parametrize(
    ("number", "terrain"),
    [
        ("2034", "mountain"),
        ("2816", "mountain"),
        ("1819", "mountain"),
        ("3337", "marsh"),
        ("2629", "marsh"),
        ("3433", "forest"),
    ],
)
def test_terrain_that_the_rulebook_names(number, terrain):
    assert terrain in WORLD.terrain[hex(number)]
    assert ENTRIES[number].sources["terrain"] == "text"


@pytest.mark.rule("albion/chart/map")
def test_all_that_has_no_mark_of_its_own_is_reconstructed_and_what_is_set_up_is_text():
    starts = {WORLD.number[group.hex] for group in WORLD.setup}
    assert {source for entry in ENTRIES.values() for source in entry.sources.values()} == {"text", "public"}
    assert all(ENTRIES[number].sources for number in starts - {"1318"})
    assert board_of(WORLD).by_source().keys() == {"text", "public", "reconstructed"}


# Kingdoms and seas ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("albion/3.0c", "albion/1.0")
def test_fourteen_kingdoms_of_which_mundania_owns_no_piece():
    assert {kingdom.id: kingdom.side for kingdom in WORLD.kingdoms} == {
        **dict.fromkeys(("albion", "gwynedd", "leinster", "ulster", "curwyllan"), FAERIE),
        **dict.fromkeys(("moray", "ochil", "strathclyde", "connaught", "munster"), FOMORIAN),
        **dict.fromkeys(("the_borders", "eastmarch", "the_weald"), FOMORIAN),
        "mundania": -1,
    }
    assert WORLD.faerie_realms == {WORLD.realm[id] for id in ("albion", "gwynedd", "leinster", "ulster", "curwyllan")}
    assert WORLD.kingdom[hex("3151")] == WORLD.realm["mundania"]


@pytest.mark.rule("albion/3.0c")
def test_the_isle_in_the_midst_of_the_sea_belongs_to_nobody():
    nobody = [place for place, land in enumerate(WORLD.land) if land and WORLD.kingdom[place] < 0]
    assert numbers(nobody) == {"2223", "2324", "2423", "2424"}
    assert all(WORLD.island[place] for place in nobody)


@pytest.mark.rule("albion/3.0c", "albion/chart/map")
def test_every_set_up_hex_lies_in_the_kingdom_of_its_group():
    for group in WORLD.setup:
        if group.colour >= 0:
            assert WORLD.kingdom[group.hex] == WORLD.c_kingdom[group.colour], WORLD.number[group.hex]


def test_islands_are_what_no_way_on_land_leads_to_from_the_body_of_a_kingdom():
    ways = walks()
    for realm in (WORLD.realm[id] for id in ("gwynedd", "ulster", "leinster", "curwyllan")):
        own = {place for place, kingdom in enumerate(WORLD.kingdom) if kingdom == realm}
        seat = next(place for place in WORLD.fortresses if place in own and not WORLD.island[place])
        assert WORLD.mainland[realm] == {place for place in own if not WORLD.island[place]}
        assert WORLD.mainland[realm] <= networkx.node_connected_component(ways, seat)
    assert WORLD.island[hex("2128")]
    assert WORLD.kingdom[hex("2128")] == WORLD.realm["gwynedd"]


@pytest.mark.rule("albion/chart/seas")
def test_seven_seas_and_every_hex_with_sea_lies_in_one():
    assert [zone.id for zone in WORLD.zones] == [
        "jotun_sea",
        "sea_of_manannan",
        "sea_of_moray",
        "sea_of_nuada",
        "sea_of_the_west",
        "the_minches",
        "the_sleeve",
    ]
    assert all((zone >= 0) == sea for zone, sea in zip(WORLD.zone, WORLD.sea, strict=True))
    assert {WORLD.zone[place] for place, land in enumerate(WORLD.land) if not land} == set(range(7))
    assert {WORLD.zone[hex("1516")], WORLD.zone[hex("1517")]} == {WORLD.zone_id["sea_of_the_west"]}
    assert WORLD.zone[hex("2611")] == WORLD.zone_id["the_minches"]


def test_the_minches_cost_two_in_coastal_hexes_too():
    assert WORLD.sea_cost[hex("2611")] == 2
    assert {WORLD.sea_cost[place] for place, zone in enumerate(WORLD.zone) if zone == WORLD.zone_id["the_minches"]} == {
        2
    }
    assert {
        cost for cost, zone in zip(WORLD.sea_cost, WORLD.zone, strict=True) if WORLD.zones[zone].id != "the_minches"
    } == {0, 1}


# Fortresses -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("albion/17.0", "albion/chart/fortresses", "albion/17.0b")
@pytest.mark.parametrize("kind", FORTRESSES)
def test_fortresses_stand_where_the_armies_named_after_them_start(kind):
    here = [place for place, fortress in enumerate(WORLD.fortress) if fortress == kind]
    assert numbers(here) == set(FORTRESSES[kind].split())
    side = FOMORIAN if kind in ("broch", "stockade") else FAERIE
    assert {WORLD.fortress_side[place] for place in here} == {side}


@pytest.mark.rule("albion/chart/fortresses")
def test_thirty_four_fortresses_nineteen_of_them_fomorian():
    assert len(WORLD.fortresses) == 34
    assert Count(WORLD.fortress_side[place] for place in WORLD.fortresses) == {FOMORIAN: 19, FAERIE: 15}
    names = {number: WORLD.fortress_name[hex(number)] for number in ("2714", "2810", "2521", "2920", "1836", "2030")}
    assert names == {
        "2714": "Milkirk",
        "2810": "Cromdy",
        "2521": "Willig",
        "2920": "Cumrock",
        "1836": "Callan",
        "2030": "Cader",
    }


def test_four_fortresses_count_more_in_the_short_game():
    assert {
        WORLD.fortress_name[place]: WORLD.bonus[place] for place in range(len(WORLD.number)) if WORLD.bonus[place]
    } == {
        "Caer Ganmorgan": 15,
        "Brugh Tara": 15,
        "Caer Knockma": 15,
        "Blackdown Delving": 15,
    }


@pytest.mark.rule("albion/17.0", "albion/17.0b", "albion/chart/fortresses")
def test_the_dyke_is_a_chain_that_cuts_every_way_from_the_borders_to_albion():
    dyke = [place for place, is_dyke in enumerate(WORLD.dyke) if is_dyke]
    assert all(b in WORLD.near[a] for a, b in itertools.pairwise(dyke))
    assert {WORLD.kingdom[place] for place in dyke} == {WORLD.realm["albion"]}
    ways = walks()
    assert networkx.has_path(ways, hex("3218"), hex("3034"))
    ways.remove_nodes_from(dyke)
    assert not networkx.has_path(ways, hex("3218"), hex("3034"))


# Coasts and hexsides --------------------------------------------------------------------------------------------------


@pytest.mark.rule("albion/chart/map", "albion/4.0.3b")
def test_every_ship_starts_on_a_coast_and_every_army_in_a_fortress():
    for group in WORLD.setup:
        if group.ships:
            assert WORLD.coast[group.hex], WORLD.number[group.hex]
            assert group.ship_coast < len(WORLD.berths[group.hex])
        if group.csp:
            assert group.hex in WORLD.fortresses, WORLD.number[group.hex]


def test_a_hex_with_two_coasts_has_two_berths_that_do_not_meet():
    west, east = WORLD.node[hex("2317")]
    assert [numbers(berth) for berth in WORLD.berths[hex("2317")]] == [{"2318", "2416", "2417"}, {"2216", "2316"}]
    assert east not in WORLD.sea_near[west]
    assert not set(WORLD.sea_near[west]) & set(WORLD.sea_near[east])
    for node, near in enumerate(WORLD.sea_near):
        assert all(node in WORLD.sea_near[other] for other in near)


@pytest.mark.parametrize("number", ["0327", "1836", "2030"])
def test_where_ships_start_on_two_coasts_their_owner_may_choose(number):
    assert len(WORLD.berths[hex(number)]) == 2


@pytest.mark.rule("albion/chart/map")
def test_all_waters_are_one_sea():
    assert networkx.is_connected(sails())
    assert len(WORLD.node_hex) == sails().number_of_nodes()


@pytest.mark.rule("albion/11.8f")
def test_sides_of_water_bar_armies_and_sides_of_land_bar_ships():
    assert WORLD.border(hex("0327"), hex("0326")).wet
    assert WORLD.border(hex("2825"), hex("2826")).dry
    assert not WORLD.border(hex("2825"), hex("2826")).wet
    assert not any(side.wet and side.dry for side in WORLD.side.values())
    for (a, b), side in WORLD.side.items():
        assert WORLD.side[b, a] is side or WORLD.side[b, a] == side
        if side.dry:
            assert not any(WORLD.node_hex[other] == b for node in WORLD.node[a] for other in WORLD.sea_near[node])


def test_no_road_runs_where_none_may_go():
    for (a, b), side in WORLD.side.items():
        if side.trail or side.road:
            assert WORLD.land[a]
            assert WORLD.land[b]
            assert not side.wet
            assert side.ridge != "mountain"
            assert side.river != "major" or side.crossing in ("ferry", "bridge")


def test_ferries_and_bridges_lie_over_rivers_and_fords_over_minor_ones():
    kinds = Count((side.crossing, side.river) for (a, b), side in WORLD.side.items() if a < b and side.crossing)
    assert set(kinds) <= {("ford", "minor"), ("ferry", "major"), ("bridge", "major"), ("bridge", "minor")}
    assert all(count > 0 for count in kinds.values())
    ridges = Count(side.ridge for (a, b), side in WORLD.side.items() if a < b)
    assert ridges["mountain"] > ridges["pass"] > ridges["tunnel"] > 0


@pytest.mark.rule("albion/chart/map")
def test_ireland_and_britain_are_parted_by_the_sea():
    assert not networkx.has_path(walks(), hex("1426"), hex("3034"))


# For those who have no picture ----------------------------------------------------------------------------------------


def test_a_hex_is_called_by_its_place_and_its_number_and_says_what_is_printed_there():
    board = board_of(WORLD)
    assert name(WORLD, hex("2939")) == "2939"
    assert board["3034"].name == "Caer Ganmorgan (3034)"
    assert board["3034"].kind == "forest"
    assert note(WORLD, hex("2939")) == "Albion; minor river N, NE, S, NW; bridge N; Faerie road N, SE"
    assert board["3705"].note.startswith("Place of Power 17; Moray, island; wild magic; coast of Sea of Moray")
    assert board["2317"].spots.keys() == {"", "0", "1"}
    assert len(board.links) == sum(map(len, WORLD.near)) // 2


def test_the_pack_of_the_box_is_without_fault():
    assert list(faults(PACKS.standard, PACKS.standard)) == []


def test_the_rulebook_has_every_clause_in_words_for_players():
    book = Rulebook.load("albion", DATA / "rulebook.toml")
    assert len(book) == 477
    for clause in book:
        text = f"{clause.title} {clause.says} {clause.unclear} {clause.ruling}"
        assert not any(word in text for word in ("toml", "ledger", "OCR", "scan ", "code."))
        assert bool(clause.ruling) >= bool(clause.unclear)
