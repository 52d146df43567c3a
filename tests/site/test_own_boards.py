"""Boards that are a table's own: the present one, and those that were, by the key of their picture."""

from __future__ import annotations

import pytest

from tanelorn import Table
from tanelorn.core.content.board import Board
from tanelorn.core.errors import UnknownName
from tanelorn.core.game import games
from tanelorn.games.archmagi.map.generator import generate
from tanelorn.games.archmagi.map.land import land
from tanelorn.games.archmagi.map.terrain import UNKNOWN
from tanelorn.site.pages import boards

pytestmark = pytest.mark.usefixtures("words")
FIVE = games["fivecities"]
BLANK = land(generate(2, 3, unknown=True))


@pytest.fixture
def explored(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table whose land is explored with each exchange of orders; the rules are those of Five Cities."""

    def terrain(position) -> tuple[int, ...]:
        hidden = [hex for hex, kind in enumerate(BLANK.terrain) if kind == UNKNOWN]
        known = hidden[: position.turn]
        return tuple(0 if hex in known else kind for hex, kind in enumerate(BLANK.terrain))

    def board_of(self, position) -> Board:
        return BLANK.board(terrain(position))

    monkeypatch.setattr(type(FIVE), "board_of", board_of)
    monkeypatch.setattr(type(FIVE), "chart_of", lambda self, position: BLANK.key(terrain(position)))
    monkeypatch.setattr(boards, "_kept", {})
    return Table.new("fivecities", seed=3)


def test_games_that_share_a_board_have_no_key():
    table = Table.new("fivecities", seed=3)
    key, board = boards.own_board(table)
    assert (key, board) == ("", FIVE.board)
    assert boards.own_board(table, "anything")[1] is FIVE.board


def test_the_board_of_now_and_those_that_were_are_found_by_their_keys(explored, monkeypatch):
    first, before = boards.own_board(explored)
    assert first == FIVE.chart_of(explored.position)
    for _ in range(3):
        for seat in (0, 1):
            if seat in explored.asked():
                explored.play(str(explored.decision(seat).choices().default()), seat)
    now, after = boards.own_board(explored)
    assert now != first
    assert [area.kind for area in before] != [area.kind for area in after]
    monkeypatch.setattr(boards, "_kept", {})  # as after a restart
    key, found = boards.own_board(explored, first)
    assert key == first
    assert [area.kind for area in found] == [area.kind for area in before]
    with pytest.raises(UnknownName, match="never had a board “nonsense”"):
        boards.own_board(explored, "nonsense")


@pytest.mark.long
def test_the_picture_is_that_of_the_board(explored):
    _, board = boards.own_board(explored)
    assert boards.drawn(explored.game.slug, board).startswith("<svg")
    assert boards.drawn(explored.game.slug, board) is boards.drawn(explored.game.slug, board)


def test_boards_that_are_kept_are_not_without_end(explored, monkeypatch):
    monkeypatch.setattr(boards, "_MOST_KEPT", 1)
    boards.own_board(explored)
    assert len(boards._kept) == 1
