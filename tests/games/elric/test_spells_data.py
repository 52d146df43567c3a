"""The spells of the box, against what the rulebook says."""

from __future__ import annotations

from collections import Counter as Count

import pytest

from tanelorn.core.content.rulebook import Rulebook
from tanelorn.games.elric.equipment.packs import DATA
from tanelorn.games.elric.equipment.spells import SPELL, SPELLS
from tanelorn.games.elric.equipment.world import world_of

WORLD = world_of()
TYPES = {"law": 13, "chaos": 20, "neutral": 22, "special": 3, "melnibonean": 2, "elric": 1, "immediate": 8}


def nation(id: str):
    return WORLD.nations[WORLD.nation[id]]


def unit(id: str):
    return WORLD.units[WORLD.unit[id]]


def unit_named(muster) -> bool:
    return muster.kind in ("person", "artifact")


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
