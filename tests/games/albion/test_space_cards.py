"""What the cards about hexes say."""

from __future__ import annotations

import pytest

from tanelorn.core.play.table import Table
from tanelorn.games.albion.knowledge.named import position_named
from tanelorn.games.albion.rules import ALBION


@pytest.fixture(scope="module")
def table() -> Table:
    return Table.new(ALBION, seed=3)


def said(table: Table, hex: str, viewer: int = 0) -> dict[str, str]:
    return {remark.label: remark.text for remark in table.about(viewer, hex).remarks}


@pytest.mark.rule("albion/11.0a", "albion/11.4a", "albion/11.5a", "albion/11.8e")
def test_a_hex_says_what_entering_it_and_crossing_its_sides_costs_each_race(table: Table):
    card = said(table, "2939")
    assert card["Clear"] == "1 to enter"
    assert card["Faerie road N, SE"] == "1 (Elves alone) in place of the terrain"
    assert card["Minor river NE, S, NW"] == "2 (Elves 1) added for crossing it"
    assert card["Bridge N"] == "2 (Elves 0) added; it serves Elves and the Gnomes with them"
    assert said(table, "2830")["Marsh"] == "4 (Trolls 3, Elves 3) to enter"


@pytest.mark.rule("albion/11.3", "albion/16.1.2", "albion/17.1b", "albion/17.4a", "albion/11.8d", "albion/11.8f")
def test_a_fortress_on_two_terrains_tells_all_of_them(table: Table):
    about = table.about(0, "1318")
    assert (about.title, about.kind) == ("Arnrock (1318)", "Mountain and Rough")
    card = said(table, "1318")
    assert card["Mountain"] == "5 (Gnomes 2, Trolls 3, Elves 4) to enter"
    assert card["Rough"] == "2 (Gnomes 1) to enter"
    assert card["Elf knowe"].startswith("1 strength of its own in defence")
    assert card["Fought over"] == "Trolls halved, Elves doubled"
    assert card["Ridge SE"] == "crossed by flyers alone"
    assert card["All land NE, S"] == "no ship sails across"


@pytest.mark.rule("albion/17.4b")
def test_ruins_are_told():
    table = Table.at(ALBION, position_named({"scenario": "faerie_twilight", "ruined": ["1318"]}))
    assert said(table, "1318")["Elf knowe"] == "ruined for good"


@pytest.mark.rule("albion/11.9c")
def test_of_an_enemy_stack_the_top_alone_is_told(table: Table):
    enemy = next(piece for piece in table.scene(0).pieces if piece.seat == 1 and piece.total == "?")
    own = next(piece for piece in table.scene(1).pieces if piece.id == enemy.id and piece.high > 1)
    mine, theirs = ([remark.text for remark in table.about(viewer, own.space).remarks] for viewer in (0, 1))
    assert any(text.endswith("; what lies beneath is not known") for text in mine)
    assert not any("what lies beneath" in text for text in theirs)
    assert any(text.endswith("points of troops") for text in theirs)


@pytest.mark.rule("albion/11.0a", "albion/11.4a", "albion/11.6")
def test_the_legend_tells_what_the_charts_say():
    told = {sign.id: [remark.text for remark in sign.remarks] for sign in ALBION.legend}
    assert told["forest"] == ["3 (Elves 2) to enter", "Mundanes and Gnomes halved, Elves doubled"]
    assert told["minor"] == ["2 (Elves 1) added for crossing it"]
    assert told["dyke"][0] == "6 (Elves 1) to enter"
