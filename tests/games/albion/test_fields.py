"""What is declared of the fields of a position, and what of them somebody has learned (albion/11.9c)."""

from __future__ import annotations

from typing import Any

import pytest

from tanelorn import CannotUndo, Table
from tanelorn.core.fields import fields_of
from tanelorn.games.albion.knowledge.named import position_named
from tanelorn.games.albion.rules import ALBION
from tanelorn.games.albion.state.position import AlbionPosition

STACK = ["bogan", "4 moray under bogan"]


def sit(**entries: Any) -> Table:
    """Lay a position by name on a table."""
    return Table.at(ALBION, position_named({"turn": 2, "phase": "movement", **entries}))


def test_every_field_says_who_knows_it() -> None:
    fields = fields_of(AlbionPosition)
    assert {name for name, field in fields.items() if field.who == "nobody"} == {"learned", "closed", "venom"}
    assert all(field.says for field in fields.values())


@pytest.mark.rule("albion/11.9c")
def test_undo_ends_where_the_enemy_sees_another_piece_on_top() -> None:
    table = sit(hexes={"3314": ["glastyn", "bogan", "4 ochil under glastyn"], "3034": ["elidor"]})
    table.play("arrange 3314")
    table.undo()
    table.redo()
    table.play("top bogan")
    with pytest.raises(CannotUndo, match="something hidden was learned"):
        table.undo()


@pytest.mark.rule("albion/11.9c")
def test_undo_ends_where_two_stacks_meet_and_are_told_of_each_other() -> None:
    table = sit(hexes={"2934": STACK, "2933": ["elidor escorted", "2 albion under elidor"]})
    table.play("take bogan")
    assert table.can_undo(0)[0]
    table.play("go 2933")
    with pytest.raises(CannotUndo, match="something hidden was learned"):
        table.undo()


@pytest.mark.rule("albion/20.6/18")
@pytest.mark.parametrize(("enemy", "barred"), [("2935", True), ("3314", False)])
def test_undo_ends_where_the_crystal_shows_something(enemy: str, barred: bool) -> None:
    table = sit(hexes={"2934": ["barguest"], enemy: ["elidor"]})
    table.play("look with barguest")
    assert table.can_undo(0)[0] is not barred


@pytest.mark.rule("albion/5.0a")
def test_what_was_done_in_a_phase_that_is_over_is_final() -> None:
    table = sit(hexes={"2934": STACK, "3314": ["elidor"]})
    table.play("done")
    with pytest.raises(CannotUndo, match="what was done is final"):
        table.undo(0)
