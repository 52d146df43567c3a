"""Player aids: every game has one, whose rows fit their columns and cite clauses that are there."""

from __future__ import annotations

import pytest

from tanelorn.core.content.aid import Row, Table, abreast, ruled, signs, told
from tanelorn.core.content.legend import Legend
from tanelorn.core.game import games


def named(slug: str) -> dict[str, Table]:
    """Return the tables of a game's player aid by their titles."""
    tables = {table.title: table for table in games[slug].player_aid()}
    assert len(tables) == len(games[slug].player_aid()), "two tables have one title"
    return tables


def cells(table: Table) -> list[tuple[str, ...]]:
    """Return the cells of a table's rows."""
    return [row.cells for row in table.rows]


@pytest.mark.parametrize("game", games, ids=lambda game: game.slug)
def test_every_table_is_whole_and_cites_what_is_there(game):
    for table in named(game.slug).values():
        assert table.rows
        assert len({len(row.cells) for row in table.rows} | ({len(table.columns)} if table.columns else set())) == 1
        assert all(not clause or clause in game.rulebook for clause in (table.clause, *(r.clause for r in table.rows)))
        assert table.clause or table.cites, f"{table.title} cites no clause"


@pytest.mark.parametrize("game", games, ids=lambda game: game.slug)
def test_every_scenario_says_how_it_is_won(game):
    table = named(game.slug)["How to win"]
    goals = [Row((one.title, one.goal), one.goal_clause) for one in game.scenarios if one.goal]
    assert table.rows == tuple(goals)
    assert goals


@pytest.mark.parametrize("game", games, ids=lambda game: game.slug)
def test_every_sign_of_the_map_says_what_it_does(game):
    shown = signs(game.legend).rows
    assert [row.cells[0] for row in shown if row.cells[0]] == [sign.title for sign in game.legend if sign.remarks]
    assert len(shown) == sum(len(sign.remarks) for sign in game.legend)


def test_a_game_without_goals_or_legend_has_no_empty_tables():
    assert signs(Legend()).rows == ()
    assert games["fivecities"].aid()
    assert all(table.rows for table in games["fivecities"].player_aid())


def test_entries_stand_side_by_side_and_are_read_downwards():
    assert cells(Table("", abreast([("a", 1), ("b", 2), ("c", 3)], 2))) == [("a", "1", "c", "3"), ("b", "2", "", "")]


def test_what_clauses_say_and_how_they_are_ruled():
    book = games["fivecities"].rulebook
    (said,) = told(book, "fivecities/newpieces.1")
    assert said == Row(("One piece for each city", book["newpieces.1"].says), "fivecities/newpieces.1")
    (held,) = ruled(book, "fivecities/object.6")
    assert held.cells[1].startswith("A player without pieces")
