"""What is declared of the fields of a position, and what of them somebody has learned (albion/11.9c)."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tanelorn import REFEREE, SPECTATOR, CannotUndo, Table
from tanelorn.core.fields import fields_of
from tanelorn.games.albion.knowledge.named import position_named
from tanelorn.games.albion.rules import ALBION
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import troops_code
from tanelorn.games.albion.state.sight import UNSEEN

STACK = ["bogan", "4 moray under bogan"]


def sit(**entries: Any) -> Table:
    """Lay a position by name on a table."""
    return Table.at(ALBION, position_named({"turn": 2, "phase": "movement", **entries}))


def test_every_field_says_who_knows_it() -> None:
    fields = fields_of(AlbionPosition)
    assert {name for name, field in fields.items() if field.who == "nobody"} == {"closed", "venom"}
    assert all(field.says for field in fields.values())


class Plotting(AlbionPosition, kw_only=True, dict=True):
    """A position with a field of which nobody has said who knows it."""

    plot: list[int] = []


def test_what_is_not_declared_nobody_sees() -> None:
    plain = position_named({"hexes": {"3314": STACK}})
    position = Plotting(plot=[1], **{name: getattr(plain, name) for name in plain.__struct_fields__})
    for viewer in (0, 1, SPECTATOR):
        assert cast(Plotting, ALBION.view(position, viewer).seen).plot == []
    assert ALBION.view(position, REFEREE).seen == position


@pytest.mark.rule("albion/11.9c")
def test_of_an_enemy_stack_its_top_is_seen_and_no_more() -> None:
    position = position_named({"hexes": {"3314": STACK, "2934": ["barguest"]}, "wounds": {"bogan": 1}})
    w = position.world
    bogan, barguest, hex = w.person["bogan"], w.person["barguest"], w.hex["3314"]
    own, others = (ALBION.view(position, seat).seen for seat in (0, 1))
    assert (own.troops[hex], own.wounds[bogan], own.people[hex]) == (position.troops[hex], 1, [bogan])
    assert (others.troops, others.wounds[bogan], others.at[bogan], others.people[hex]) == ({}, 0, hex, [bogan])
    position.top[0][hex] = troops_code(w.colour["moray"])
    hidden = ALBION.view(position, 1).seen
    assert (hidden.at[bogan], hidden.at[barguest], hex in hidden.people) == (UNSEEN, w.hex["2934"], False)


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
