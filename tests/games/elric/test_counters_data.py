"""The counters of the box, against what the rulebook says and implies."""

from __future__ import annotations

import pytest

from tanelorn.games.elric.equipment.counters import ARMY, PERSON
from tanelorn.games.elric.equipment.packs import PACKS
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import world_of

WORLD = world_of()
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


def nation(id: str):
    return WORLD.nations[WORLD.nation[id]]


def unit(id: str):
    return WORLD.units[WORLD.unit[id]]


def cards(id: str) -> list[str]:
    return sorted({spell.kind for spell in SPELLS if any(muster.id == id for muster in spell.musters)})


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
    marks = {entry.id: entry for one in PACKS.standard.counters.nation for entry in (*one.person, *one.fleet)}
    marks |= {entry.id: entry for entry in PACKS.standard.counters.independent}
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
