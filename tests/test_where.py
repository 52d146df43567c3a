"""The pages that say where each clause is kept are those that the code makes."""

from __future__ import annotations

import pytest
from docs.make_where import PAGES, mentions, named, page

from tanelorn.core.game import games
from tanelorn.games.elric.equipment.spells import SPELLS


@pytest.mark.parametrize("slug", [game.slug for game in games])
@pytest.mark.long
def test_the_page_is_what_the_code_says(slug):
    said = (PAGES / f"{slug}-where.md").read_text(encoding="utf-8")
    assert said == page(games[slug]), "The clauses have moved: run python docs/make_where.py."


def test_what_a_docstring_names_comes_before_what_a_refusal_cites():
    told = page(games["elric"])
    (line,) = (line for line in told.splitlines() if line.startswith("| 7.5.9b "))
    assert line.index("`gate_shut`") < line.index("`_no_way`")


def test_a_clause_leads_to_the_function_that_names_it():
    book = games["albion"].rulebook
    ids = [clause.id for clause in book]

    def told(text):
        return {id.partition("/")[2]: exact for id, exact in named(text, book, ids)}

    assert told("Rounds (albion/15.8b, 16.2.1): nothing of 15.2.") == {"15.8b": True, "16.2.1": True}
    assert told("albion/7.5a to c") == {"7.5a": True, "7.5b": False, "7.5c": True}
    assert told("Rounds (15.8b, c), not (of 15.2), nor f(15.2)") == {"15.8b": True, "15.8c": True}
    assert told("albion/16.2.1, .2 and .4") == {"16.2.1": True, "16.2.2": True, "16.2.4": True}
    assert told("elric/15.8b and 16.2.1 of another book") == {}
    whole = told("Wherever albion/15.0 is meant")
    assert (whole["15.0"], whole["15.8b"], "16.2.1" in whole) == (True, False, False)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["spell", "artifact"])
def test_each_spell_and_artifact_leads_to_a_function_that_carries_it_out(kind):
    told = mentions(games["archmagi"])
    listed = [id for id in told if id.startswith(f"archmagi/{kind}/")]
    assert listed
    assert [id for id in listed if not any(one.exact and one.said and one.place.name for one in told[id])] == []


@pytest.mark.long
def test_each_spell_of_elric_that_is_more_than_its_value_leads_to_a_function_that_carries_it_out():
    told = mentions(games["elric"])
    listed = {spell.clause for spell in SPELLS if spell.flies or spell.eats_land or spell.eats_sea or not spell.printed}
    assert "elric/16.3/teleport" in listed
    assert [id for id in listed if not any(one.exact and one.said and one.place.name for one in told[id])] == []


@pytest.mark.long
@pytest.mark.parametrize("kind", ["4.0.", "7.9/", "19.4/", "19.5/", "20.6/"])
def test_each_set_up_person_spell_place_and_item_of_albion_leads_to_a_function_that_carries_it_out(kind):
    told = mentions(games["albion"])
    listed = [id for id in told if id.startswith(f"albion/{kind}")]
    kept = {id: [one for one in told[id] if one.exact and one.said and one.place.name] for id in listed}
    assert listed
    assert [id for id in listed if all(one.place.file.startswith("pack/") for one in kept[id])] == []
