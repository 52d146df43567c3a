"""What the cards about provinces and seas say."""

from __future__ import annotations

import pytest

from tanelorn.core.play.table import Table
from tanelorn.games.elric.rules import ELRIC
from tanelorn.games.elric.views.named import position_named

TABLE = {
    "scenario": "successor",
    "phase": "search",
    "first": {"nations": ["jharkor"], "units": {"dhakos": ["dharmit"]}},
    "second": {
        "nations": ["pan tang"],
        "units": {"kaneloon": ["theleb kaarna", "jagreen lern"]},
        "spells": {"theleb kaarna": ["arioch"]},
    },
    "hidden": {"kaneloon": "arkyn"},
}


def said(space: str, viewer: int = 1, **more: object) -> dict[str, str]:
    table = Table.at(ELRIC, position_named({**TABLE, **more}))
    return {remark.label: remark.text for remark in table.about(viewer, space).remarks}


@pytest.mark.rule("elric/7.5.2d", "elric/7.5.7b", "elric/10.9.3b", "elric/7.5.9a")
def test_a_capital_tells_its_wall_its_port_and_who_holds_it():
    card = said("dhakos")
    assert card["Capital"].startswith("Dhakos: ")
    assert card["Wall"].startswith("5: ")
    assert card["Port"] == "fleets enter from Sea of Jharkor"
    assert card["City held by"] == "Jharkor"
    assert card["Jharkor"] == "Dharmit (combat 4)"
    assert said("sequaloris")["City"] == "Sequaloris, walled"
    assert said("sequaloris")["Mountains on a border"] == "no way to The Silent Land"


@pytest.mark.rule("elric/9.1b", "elric/9.0a")
def test_a_hidden_spell_is_told_without_its_name():
    table = Table.at(ELRIC, position_named(TABLE))
    for viewer in (0, 1, -1):
        texts = [remark.text for remark in table.about(viewer, "kaneloon").remarks]
        assert "A spell nobody has found" in texts
        assert not any("Arkyn" in text or "Arioch" in text for text in texts)
        assert any(text.startswith("Jagreen Lern (combat ") and "Theleb K'aarna (" in text for text in texts)


@pytest.mark.rule("elric/7.5.4", "elric/7.5.5", "elric/7.5.1a", "elric/7.3b")
def test_the_three_special_seas_say_what_is_special():
    assert "escape" in said("boiling_sea")["Boiling Sea"]
    assert "random attack" in said("straits_of_chaos")["As wilderness"]
    assert "combat value or less" in said("serpents_teeth")["Rocks"]
    for sea in ("boiling_sea", "straits_of_chaos", "serpents_teeth"):
        assert "2 of a magician" in said(sea)["To enter"]


@pytest.mark.rule("elric/13.4d")
def test_chaos_makes_wilderness_of_civilised_land():
    assert "Wilderness now" not in said("dhakos", face_up={"dhakos": "balan"}, balance="tipped to law, turn 7")
    tipped = said("dhakos", face_up={"dhakos": "balan"}, balance="tipped to chaos, turn 7")
    assert tipped["Wilderness now"] == "by the Chaos that is here"
