"""What the cards about spaces say on the two boards."""

from __future__ import annotations

from typing import Any

import pytest

from tanelorn import Table
from tanelorn.core.game import games


def at(game: str, **entries: Any) -> Table:
    return Table.at(games[game], games[game].position_from(entries))


def said(table: Table, space: str, viewer: int = 0) -> dict[str, str]:
    return {remark.label: remark.text for remark in table.about(viewer, space).remarks}


@pytest.mark.rule("diplomacy/coasts", "diplomacy/movement")
def test_a_province_of_two_coasts_says_where_fleets_go_from_each():
    card = said(at("diplomacy", units={"Russia": ["F STP/SC"]}), "STP")
    assert card["May stand here"] == "one army or one fleet"
    assert card["An army goes to"] == "Finland, Livonia, Moscow and Norway"
    assert card["A fleet on the north coast goes to"] == "Barents Sea and Norway"
    assert card["A fleet on the south coast goes to"] == "Gulf of Bothnia, Finland and Livonia"
    assert card["Russia"] == "fleet on the south coast"
    assert card["Home of Russia"] == "which builds here while it owns it"


@pytest.mark.rule("diplomacy/centres", "diplomacy/victory")
def test_a_centre_says_whose_it_is():
    table = at("diplomacy", units={"Austria": ["A SER"]}, centres={"Austria": ["BUD", "SER"]})
    assert said(table, "SER")["Belongs to"] == "Austria"
    assert said(table, "GRE")["Belongs to"] == "nobody"
    assert said(table, "GRE")["Supply centre"] == "one of those of which 18 win"
    assert "Belongs to" not in said(table, "TYR")
    assert "Supply centre" not in said(table, "TYR")


@pytest.mark.rule("diplomacy/retreat")
def test_a_stand_off_closes_a_province_to_retreats():
    beaten = [{"power": "Austria", "unit": "A VIE", "by": "BOH"}]
    table = at("diplomacy", phase="retreats", units={"Germany": ["A VIE"]}, dislodged=beaten, contested=["TYR"])
    assert said(table, "TYR")["Closed"] == "to retreats, by a stand-off"
    assert said(table, "VIE")["Austria"] == "army, dislodged"
    assert "Closed" not in said(table, "GAL")


@pytest.mark.rule("youngkingdoms/4.strength", "youngkingdoms/4.capture")
def test_a_fortress_says_how_strong_it_is_until_it_falls():
    table = Table.new("youngkingdoms", seed=1)
    melnibone = [remark.text for remark in table.about(0, "Mel").remarks]
    assert "standing army, strength 2" in melnibone
    assert "Elric, sorcerer: no strength alone" in melnibone
    table.position.garrisons = ()
    assert said(table, "Mel")["Fortress"] == "captured: nothing stands in it"


@pytest.mark.rule("youngkingdoms/5.5g")
def test_a_spell_card_is_told_to_its_finder_alone():
    table = at("youngkingdoms", units={"Lormyr": ["A Ram"]}, spells={"carried": {"Ram": [7]}})
    lormyr = table.seats.index("Lormyr")
    cards = [[remark.text for remark in table.about(viewer, "Ram").remarks] for viewer in (lormyr, 1 - lormyr, -1)]
    assert "Spell card, carried" in cards[0]
    assert not any("card" in text for card in cards[1:] for text in card)
