"""The counters and the set-up of the box, against what the rulebook prints of them."""

from __future__ import annotations

from collections import Counter as Count

import pytest

from tanelorn.games.albion.pack.charts import ELF, GNOME, MUNDANE, TROLL
from tanelorn.games.albion.pack.packs import PACKS
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN, RANKS, world_of

WORLD = world_of()
COUNTERS = PACKS.standard.counters
TOTALS = {
    "moray": ("albion/4.0.2a", 22, 4, 15, 5),
    "ochil": ("albion/4.0.2b", 12, 2, 7, 3),
    "cumrock": ("albion/4.0.2c", 8, 2, 0, 0),
    "gogma": ("albion/4.0.2d", 4, 1, 0, 0),
    "eastmarch": ("albion/4.0.2d", 8, 3, 0, 0),
    "borders": ("albion/4.0.2e", 8, 1, 3, 1),
    "connaught": ("albion/4.0.2f", 6, 1, 10, 3),
    "munster": ("albion/4.0.2g", 10, 1, 5, 2),
    "weald": ("albion/4.0.2h", 14, 3, 2, 2),
    "albion": ("albion/4.0.2i", 14, 4, 2, 1),
    "leinster": ("albion/4.0.3a", 10, 3, 0, 0),
    "ulster": ("albion/4.0.3b", 10, 3, 8, 3),
    "gwynedd": ("albion/4.0.3c", 18, 3, 10, 3),
    "curwyllan": ("albion/4.0.3d", 28, 4, 0, 0),
}
KINGS = "auberon dagda finvarra arwan erskine imric glastyn balor magog grogan brian_mac_iver cormac ainsel"
MARSHALS = "colleran gairloch elidor angus_mac_og midinhir morigu spriggan connan dunatis"
CAPTAINS = "bran_og rurik edric dorwen corin brigit ogme cluracan branwen trumpin malekin bogan dando sean"
HEROES = "cluracan bran_og dorwen ogme imric rurik magog balor connan dando worm cait_sith brian_mac_iver"
ENCHANTERS = "corin morigu misha dunatis gerflax barguest dobie callach malekin sean auberon finvarra branwen brigit"


def person(id: str):
    return WORLD.persons[WORLD.person[id]]


def ids(persons) -> set[str]:
    return {one.id for one in persons}


def strength(ship: int) -> int:
    return WORLD.s_strength[ship][0]


# Components -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("albion/2.0")
def test_there_are_two_hundred_counters():
    backs = {one.becomes for one in COUNTERS.person if one.becomes}
    pieces = len(COUNTERS.person) - len(backs) + len(COUNTERS.ship)
    pieces += sum(len(colour.named) + len(colour.change) for colour in COUNTERS.colour)
    pieces += sum(item.kind != "possession" for item in COUNTERS.item)
    pieces += sum(marker.count for marker in COUNTERS.marker)
    assert pieces == 200


@pytest.mark.rule("albion/21.2e")
def test_the_sums_of_strength_are_those_of_the_counters():
    army = Count({side: sum(WORLD.c_side[g.colour] == side and g.csp for g in WORLD.setup) for side in (0, 1)})
    escort = Count(one.side for one in WORLD.persons if one.can_escort)
    ships = Count({side: sum(strength(n) for n, s in enumerate(WORLD.ships) if s.side == side) for side in (0, 1)})
    assert [(army[side], escort[side], ships[side]) for side in (FAERIE, FOMORIAN)] == [(80, 15, 38), (92, 14, 42)]
    assert army[FAERIE] + escort[FAERIE] + ships[FAERIE] == 133
    assert army[FOMORIAN] + escort[FOMORIAN] + ships[FOMORIAN] == 148


@pytest.mark.rule("albion/4.0.8")
def test_counters_for_change_add_nothing_to_the_armies():
    assert sum(group.csp for group in WORLD.setup) == 92 + 80
    assert sum(named.csp for colour in COUNTERS.colour for named in colour.named) == 92 + 80


@pytest.mark.rule("albion/2.3d", "albion/chart/fortresses")
def test_the_counter_named_after_a_fortress_is_as_strong_as_its_first_garrison():
    starts = {(WORLD.number[group.hex], group.colour): group.csp for group in WORLD.setup if group.csp}
    named = {(one.hex, WORLD.colour[colour.id]): one.csp for colour in COUNTERS.colour for one in colour.named}
    assert named == starts
    assert starts["1525", WORLD.colour["leinster"]] == 4
    assert starts["3639", WORLD.colour["eastmarch"]] == 6


@pytest.mark.rule("albion/2.3b", "albion/3.0g", "albion/3.0h")
def test_a_ship_has_two_sides():
    assert len(WORLD.ships) == 28
    assert (WORLD.s_move[WORLD.ship["galetop"]], WORLD.s_strength[WORLD.ship["galetop"]]) == ((40, 36), (5, 3))
    assert WORLD.s_move[WORLD.ship["foamrider"]][0] == 46
    for (full, damaged), (fast, slow) in zip(WORLD.s_strength, WORLD.s_move, strict=True):
        assert damaged == (full + 1) // 2
        assert slow == {46: 40, 40: 36, 36: 30, 30: 24}[fast]


def test_the_slowest_ships_are_bad_sailers():
    bad = {ship.id for ship, is_bad in zip(WORLD.ships, WORLD.s_bad, strict=True) if is_bad}
    assert bad == {"oakheart", "redtooth", "stormcrow", "moontop", "bluefish", "seatang", "irontooth"}
    assert bad == {ship.id for ship in WORLD.ships if ship.move_full == 30}


@pytest.mark.rule("albion/2.3e", "albion/1.0", "albion/3.0c")
def test_every_colour_has_one_race_one_side_and_one_kingdom():
    by_race = {race: {c.id for c in WORLD.colours if c.race == race} for race in ("elf", "gnome", "troll", "mundane")}
    assert by_race == {
        "elf": {"albion", "gwynedd", "leinster", "ulster"},
        "gnome": {"curwyllan"},
        "troll": {"moray", "ochil", "cumrock", "gogma", "connaught", "munster"},
        "mundane": {"eastmarch", "borders", "weald"},
    }
    assert {c.id for c in WORLD.colours if c.side == FAERIE} == by_race["elf"] | by_race["gnome"]
    lands = {c.id: WORLD.kingdoms[c.kingdom].id for c in WORLD.colours}
    assert (lands["gogma"], lands["cumrock"], lands["borders"]) == ("eastmarch", "strathclyde", "the_borders")


@pytest.mark.rule("albion/3.0g")
def test_armies_move_by_their_race():
    assert {(c.race, c.move) for c in WORLD.colours} == {("elf", 14), ("troll", 12), ("gnome", 12), ("mundane", 10)}


# Persons --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("albion/7.9a")
def test_forty_four_persons_in_the_order_of_their_numbers():
    races = {"a": "ancient", "e": "elf", "g": "gnome", "m": "mundane", "s": "supernatural", "t": "troll"}
    assert [int(one.code[1:]) for one in WORLD.persons] == list(range(1, 45))
    assert all(races[one.code[0]] == one.race for one in WORLD.persons)
    assert ids(one for one in WORLD.persons if one.race == "ancient") == {
        "corin",
        "sean",
        "dunatis",
        "gerflax",
        "misha",
    }


@pytest.mark.rule("albion/1.0")
@pytest.mark.parametrize(
    ("id", "hex", "side", "race", "colour"),
    [
        ("magog", "3439", FOMORIAN, "troll", "gogma"),
        ("ainsel", "3639", FOMORIAN, "mundane", "eastmarch"),
        ("elidor", "3034", FAERIE, "elf", "albion"),
    ],
)
def test_the_eastmarch_is_mixed(id, hex, side, race, colour):
    one = person(id)
    assert (one.start, one.side, one.race, one.colour) == (WORLD.hex[hex], side, race, WORLD.colour[colour])


@pytest.mark.rule("albion/3.0h", "albion/2.3c", "albion/3.0f", "albion/7.8")
@pytest.mark.parametrize(
    ("id", "numbers"),
    [
        ("auberon", (14, 16, 2, 5, 6)),
        ("corin", (0, 18, 3, 6, 1)),
        ("colleran", (14, 18, 5, 1, 3)),
        ("imric", (12, 16, 6, 2, 6)),
        ("bran_og", (12, 16, 5, 0, 1)),
        ("callach", (0, 12, 2, 3, 0)),
        ("malekin", (0, 12, 1, 4, 3)),
        ("cait_sith", (0, 20, 6, 3, 0)),
        ("worm", (0, 10, 6, 5, 0)),
    ],
)
def test_counters_print_movement_combat_magic_and_command(id, numbers):
    one = person(id)
    assert (one.move_escorted, one.move_alone, one.combat, one.magic, one.command) == numbers


@pytest.mark.rule("albion/2.3c")
def test_those_who_can_have_an_escort_have_a_second_movement_allowance():
    for one in WORLD.persons:
        assert one.can_escort == (one.move_escorted > 0)
        assert (
            not one.can_escort
            or one.move_alone > one.move_escorted == WORLD.c_move[one.colour]
            or one.race == "mundane"
        )


@pytest.mark.rule("albion/2.3l", "albion/2.3f")
@pytest.mark.parametrize(("rank", "names"), [("king", KINGS), ("marshal", MARSHALS), ("captain", CAPTAINS)])
def test_ranks(rank, names):
    assert ids(one for one in WORLD.persons if RANKS[one.rank] == rank) == set(names.split())
    assert all(one.command == 0 for one in WORLD.persons if one.rank == 0)


@pytest.mark.rule("albion/2.3k", "albion/2.3f")
def test_heroes():
    assert ids(one for one in WORLD.persons if one.hero) == set(HEROES.split())
    assert not person("erskine").hero


@pytest.mark.rule("albion/19.0b", "albion/2.3f")
def test_enchanters():
    assert ids(one for one in WORLD.persons if one.enchanter) == set(ENCHANTERS.split())


@pytest.mark.rule("albion/2.3f")
def test_every_printed_combination_of_rank_hero_and_enchanter_is_somebodys():
    found = {(one.rank, one.hero, one.enchanter) for one in WORLD.persons}
    assert {(rank, *rest) for rank in (1, 2, 3) for rest in ((False, False), (True, False), (False, True))} <= found


@pytest.mark.rule("albion/2.3g")
def test_the_worm_alone_swims_and_two_fly():
    assert ids(one for one in WORLD.persons if one.swimmer) == {"worm"}
    assert ids(one for one in WORLD.persons if one.flyer) == {"cait_sith", "callachs_waff"}


def test_two_persons_have_a_successor_on_the_back():
    assert {one.id: WORLD.persons[one.becomes].id for one in WORLD.persons if one.becomes >= 0} == {
        "corin": "cait_sith",
        "callach": "callachs_waff",
    }
    assert {one.id for one in WORLD.persons if one.state == "later"} == {"cait_sith", "callachs_waff"}


@pytest.mark.rule("albion/11.7b", "albion/11.7c", "albion/11.7d", "albion/11.7e", "albion/7.9a")
def test_columns_of_the_terrain_effects_chart():
    column = {one.id: WORLD.p_class[number] for number, one in enumerate(WORLD.persons)}
    assert (column["callach"], column["grogan"], column["sean"]) == (MUNDANE, TROLL, ELF)
    assert (column["misha"], column["corin"], column["trumpin"], column["worm"]) == (ELF, ELF, GNOME, TROLL)
    assert {WORLD.c_class[WORLD.colour[id]] for id in ("borders", "weald", "eastmarch")} == {MUNDANE}
    assert {WORLD.c_class[WORLD.colour[id]] for id in ("moray", "gogma", "cumrock", "munster")} == {TROLL}


@pytest.mark.rule("albion/11.7c")
def test_who_counts_as_an_elf_at_ferries_bridges_and_tunnels():
    elves = {one.id for number, one in enumerate(WORLD.persons) if WORLD.p_elf[number]}
    assert elves == ids(one for one in WORLD.persons if one.race == "elf") | {"corin", "dunatis", "misha", "gerflax"}


def test_seven_homes():
    assert {one.id: WORLD.number[one.home] for one in WORLD.persons if one.home >= 0} == {
        "morigu": "1819",
        "dunatis": "2034",
        "misha": "2608",
        "barguest": "2611",
        "corin": "2838",
        "dobie": "3337",
        "gerflax": "3433",
    }


# Items ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("albion/20.0c", "albion/2.3i")
def test_possessions_are_on_the_backs_of_their_first_owners():
    owners = ["brigit", "gerflax", "malekin", "sean", "misha", "barguest", "ogme", "dobie", "dunatis", "dorwen", "worm"]
    assert [WORLD.persons[WORLD.items[number].holder].id for number in range(13, 24)] == owners
    assert {WORLD.items[number].kind for number in range(13, 24)} == {"possession"}


@pytest.mark.rule("albion/4.0.3b", "albion/4.0.3d")
def test_heirlooms_start_in_the_hands_of_kings_and_serve_one_colour():
    hammer, sword = WORLD.items[11], WORLD.items[12]
    assert (WORLD.persons[hammer.holder].id, WORLD.colours[hammer.colour].id) == ("erskine", "curwyllan")
    assert (WORLD.persons[sword.holder].id, WORLD.colours[sword.colour].id) == ("finvarra", "ulster")
    assert [(WORLD.number[group.hex], group.items) for group in WORLD.setup if group.items] == [
        ("1922", (12,)),
        ("1740", (11,)),
    ]


@pytest.mark.rule("albion/20.0a", "albion/4.0.5")
def test_ten_artifacts_lie_undiscovered_in_places_of_power():
    lie = {item: WORLD.number[hex] for hex, item in WORLD.artifacts}
    assert lie == {
        **dict.fromkeys((5, 9, 10), "1023"),
        **dict.fromkeys((1, 2), "1323"),
        8: "2128",
        4: "2629",
        **dict.fromkeys((6, 7), "2634"),
        3: "3705",
    }
    assert {item.number for item in WORLD.items if item.number and item.kind == "artifact"} == set(lie)
    assert all(WORLD.place[hex] for hex, _ in WORLD.artifacts)


# The set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule(*sorted({clause for clause, *_ in TOTALS.values()}))
@pytest.mark.parametrize("colour", TOTALS)
def test_a_colour_starts_with_what_the_rulebook_gives_it(colour):
    _, csp, persons, points, ships = TOTALS[colour]
    own = WORLD.colour[colour]
    here = [one for one in WORLD.persons if one.colour == own and one.start >= 0]
    fleet = [number for number, ship in enumerate(WORLD.ships) if ship.colour == own and ship.start >= 0]
    assert sum(group.csp for group in WORLD.setup if group.colour == own) == csp
    assert (len(here), sum(map(strength, fleet)), len(fleet)) == (persons, points, ships)


@pytest.mark.rule("albion/4.0.2", "albion/4.0.3")
def test_all_fomorians_and_albion_start_active_the_other_kingdoms_asleep():
    for group in WORLD.setup:
        awake = group.colour >= 0 and (
            WORLD.c_side[group.colour] == FOMORIAN or WORLD.colours[group.colour].id == "albion"
        )
        assert group.active == awake


@pytest.mark.rule("albion/4.0.4")
def test_four_unaligned_persons():
    alone = {
        one.id: (WORLD.number[one.start], one.side, one.state)
        for one in WORLD.persons
        if one.colour < 0 and one.start >= 0
    }
    assert alone == {
        "dunatis": ("2034", FAERIE, "inactive"),
        "misha": ("2608", FAERIE, "inactive"),
        "gerflax": ("3433", FAERIE, "inactive"),
        "worm": ("3705", FOMORIAN, "inactive"),
    }


@pytest.mark.rule("albion/4.0.7")
def test_the_expedition_is_kept_aside():
    sails = WORLD.expedition
    assert [WORLD.persons[one].id for one in sails.persons] == ["auberon", "ogme", "corin"]
    assert sum(map(strength, sails.ships)) == 18
    assert len(sails.ships) == 5
    assert {WORLD.zones[zone].id for zone in sails.zones} == {"jotun_sea", "sea_of_moray"}
    assert (sails.first_turn, WORLD.kingdoms[sails.wakes].id) == (4, "leinster")
    assert {one.id for one in WORLD.persons if one.state == "expedition"} == {"auberon", "ogme", "corin"}


@pytest.mark.rule("albion/4.0.3b")
def test_the_three_ships_that_bring_the_faerie_total_to_what_is_printed_can_be_left_out():
    (group,) = (group for group in WORLD.setup if group.switch)
    assert [WORLD.ships[ship].id for ship in group.ships] == ["sureswift", "seadrifter", "seawolf"]
    assert (WORLD.number[group.hex], sum(map(strength, group.ships)), group.active) == ("1318", 8, False)


@pytest.mark.rule("albion/3.0c")
def test_heirs_are_of_the_colour_of_the_dead():
    for dead, heir, rank in WORLD.heirs:
        assert {WORLD.p_colour[one] for one in dead} == {WORLD.p_colour[heir]}
        assert rank > 1
