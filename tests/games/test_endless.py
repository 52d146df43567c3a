"""No seat goes on for ever without anything coming of it: what leads nowhere is done so often in a phase, no more."""

from __future__ import annotations

from itertools import cycle

import pytest

from tanelorn.core.errors import TanelornError
from tanelorn.core.play.table import Table
from tanelorn.games.albion.knowledge.named import position_named
from tanelorn.games.albion.rules import ALBION
from tanelorn.games.albion.state.desk import PATIENCE
from tanelorn.games.archmagi.state.position import FREE_ACTS


def often(table: Table, *texts: str) -> tuple[int, str]:
    """Play texts one after the other, over and over; return how often it went, and why no more."""
    for count, text in enumerate(cycle(texts)):
        assert count < 500, "It goes on for ever."
        try:
            table.play(text, table.asked()[0])
        except TanelornError as error:
            return count, str(error)
    raise AssertionError


@pytest.mark.rule("archmagi/response.5")
def test_word_is_left_so_often_in_a_phase():
    table = Table.new("archmagi", "two", seed=3)
    seat = table.asked()[0]
    while "ask me about nothing" not in {str(choice) for choice in table.decision(seat).choices()}:
        table.play(next(iter(table.decision(seat).choices())), seat)
        seat = table.asked()[0]
    count, why = often(table, "ask me about nothing", "ask me about spells")
    assert count == FREE_ACTS
    assert "40 times in this phase" in why
    assert len(table.decision(seat).choices()) > 0


@pytest.mark.rule("albion/12.3a", "albion/20.3a")
@pytest.mark.parametrize("begun", ["teleport corin", "search 1323"])
def test_what_is_begun_is_given_up_so_often_in_a_phase(begun: str):
    hexes = {"1323": ["dagda escorted", "brigit"], "2838": ["corin"]}
    table = Table.at(ALBION, position_named({"active": "faerie", "hexes": hexes}))
    count, _ = often(table, begun, "give up")
    assert count == 2 * PATIENCE
    assert len(table.decision(table.asked()[0]).choices()) > 0
