"""Cards about spaces, and the legends that they quote."""

from __future__ import annotations

from pathlib import Path

import pytest

from tanelorn import Table
from tanelorn.core.about import about_space, listed
from tanelorn.core.content.board import Area, Board, Link
from tanelorn.core.content.legend import Legend, Remark, Sign
from tanelorn.core.content.rulebook import Clause, Rulebook
from tanelorn.core.errors import BadData, UnknownName
from tanelorn.core.game import games
from tanelorn.core.scene import Card, Holding, Piece, Scene, SeatChip, Stack
from tests.toy.skirmish import SKIRMISH

BOARD = Board(
    "Two hills",
    10,
    10,
    [Area("A", "Ash Hill", "hill", 1, 1, note="a cairn"), Area("B", "Beech Hill", "hill", 2, 2)],
    [Link("A", "B", "ford"), Link("B", "A", "border")],
)
LEGEND = Legend((Sign("hill", "Hill", (Remark("Costs", "2 points", "x/1"),)), Sign("ford", "Ford")))
SEATS = (SeatChip(0, "North", 1), SeatChip(1, "South", 2))
RULES = Rulebook("x", [Clause("x/1", "Hills", "They are steep.")])


def lines(scene: Scene, space: str) -> list[tuple[str, str]]:
    return [(remark.label, remark.text) for remark in about_space(BOARD, LEGEND, scene, space).remarks]


def test_ground_ways_and_owner_come_before_who_stands_there():
    scene = Scene("", SEATS, (Piece("p", "A", 1, "men", label="Spearmen"),), holdings=(Holding("A", 0),))
    assert lines(scene, "A") == [
        ("Costs", "2 points"),
        ("Printed here", "a cairn"),
        ("Ford", "to Beech Hill"),
        ("Belongs to", "North"),
        ("South", "Spearmen"),
    ]
    assert lines(scene, "B")[-1] == ("Here", "nobody is seen here")


def test_a_pile_is_told_by_what_the_viewer_knows_to_lie_in_it():
    pile = Piece("p", "A", 0, "army", high=3, total="9")
    cards = (Card("c", "Lord", "unit"), Card("d", "Pikes", "unit", count=2), Card("e", "Ring", "artifact"))
    known = Scene("", SEATS, (pile,), stacks=(Stack("p", "Pile", cards),))
    assert lines(known, "A")[-1] == ("North", "Lord, 2 × Pikes; together 9")
    assert lines(Scene("", SEATS, (pile,)), "A")[-1] == ("North", "army; together 9")


def test_what_marks_a_space_does_not_stand_there():
    ruins = Piece("r", "A", -1, "ruins")
    assert lines(Scene("", SEATS, (ruins,)), "A")[-2:] == [("Here", "ruins"), ("Here", "nobody is seen here")]


def test_names_are_listed_as_a_sentence_does():
    assert [listed(["A", "B", "C"][:n]) for n in range(4)] == ["", "A", "A and B", "A, B and C"]


def test_a_game_that_says_nothing_of_its_own_has_cards_all_the_same():
    table = Table.new(SKIRMISH, seed=1)
    area = next(iter(table.game.board))
    assert table.about(0, area.id).title == area.name
    with pytest.raises(UnknownName, match="no area “nowhere”"):
        table.about(0, "nowhere")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[[sign]]\nid = "hill"\ntitle = "Hill"\nline = [{label = "Costs", text = "2", clause = "x/2"}]', "no clause"),
        ('[[sign]]\nid = "hill"\ntitle = "Hill"\n[[sign]]\nid = "hill"\ntitle = "Down"', "a sign twice"),
        ('[[sign]]\nid = "hill"\ncolour = "green"', "legend.toml"),
    ],
)
def test_a_wrong_legend_is_refused(tmp_path: Path, text: str, why: str):
    path = tmp_path / "legend.toml"
    path.write_text(text)
    with pytest.raises(BadData, match=why):
        Legend.load(path, RULES)


@pytest.mark.parametrize("slug", ["fivecities", "diplomacy", "youngkingdoms", "elric", "albion", "archmagi"])
def test_the_signs_of_a_legend_can_be_seen_where_it_says(slug: str):
    game = games[slug]
    assert len(game.legend.signs) >= 5
    assert [sign.id for sign in game.legend if sign.at and sign.at not in game.board.index] == []


def test_a_legend_knows_what_its_signs_are_called(tmp_path: Path):
    path = tmp_path / "legend.toml"
    path.write_text('[[sign]]\nid = "hill"\ntitle = "Fell"\nline = [{label = "Costs", text = "2", clause = "x/1"}]')
    legend = Legend.load(path, RULES)
    assert [sign.clause for sign in legend] == ["x/1"]
    assert (legend.title("hill"), legend.title("dale")) == ("Fell", "Dale")
    assert legend.remarks("hill") == (Remark("Costs", "2", "x/1"),)
    assert legend.remarks("dale") == ()
