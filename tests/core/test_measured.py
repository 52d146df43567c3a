"""What is said of a scenario from many games of bots."""

from __future__ import annotations

import msgspec
import pytest

from tanelorn.core.content.measured import Measured, read_measured
from tanelorn.core.errors import BadData
from tanelorn.core.game import games

TWO = ("North", "South")


def measured(wins: tuple[int, ...], drawn: int = 0, **more: object) -> Measured:
    return Measured(bots="medium bots", games=sum(wins) + drawn, turns=7, wins=wins, drawn=drawn, **more)


@pytest.mark.parametrize(
    ("wins", "verdict"),
    [
        ((50, 50), "Even"),
        ((59, 41), "Even"),
        ((61, 39), "Leans to North"),
        ((0, 20), "Leans to South"),
        ((0, 0), "Even"),
    ],
)
def test_a_seat_wins_more_than_its_share_if_chance_alone_hardly_gives_it_so_much(wins, verdict):
    assert measured(wins).verdict(TWO) == verdict


def test_two_of_three_may_win_more_than_the_third():
    assert measured((50, 50, 5)).verdict(("A", "B", "C")) == "Leans to A and B"


def test_who_plays_alone_is_told_how_often_it_was_won():
    found = measured((12,), drawn=28)
    assert found.verdict(("Olab",)) == "Won 12 times in 40"
    assert found.says(("Olab",)) == "40 games of medium bots"


def test_games_that_a_rule_has_ended_tell_nothing_of_the_length():
    assert measured((6, 3)).length("year") == "about 7 years"
    assert msgspec.structs.replace(measured((6, 3)), turns=0).length("year") == ""


def test_what_it_rests_on_is_told_with_the_number_of_games():
    assert measured((6, 3), drawn=1).says(TWO) == "10 games of medium bots; won: North 6, South 3, 1 by nobody"
    years = measured((6, 3), most="centres", options={"last-year": "1910"})
    assert years.says(TWO) == "9 games of medium bots, last-year 1910; most centres: North 6, South 3"


def test_a_file_of_figures_that_is_wrong_says_where(tmp_path):
    path = tmp_path / "measured.toml"
    path.write_text('[standard]\nbots = "medium bots"\ngames = "many"\n')
    with pytest.raises(BadData, match="games"):
        read_measured(path)


@pytest.mark.parametrize("game", list(games), ids=lambda game: game.slug)
def test_our_figures_are_of_the_scenarios_that_there_are(game):
    assert set(game.measured) == {scenario.slug for scenario in game.scenarios}
    for slug, found in game.measured.items():
        seats = game.scenario(slug).seats
        assert len(found.wins) == len(seats), slug
        assert found.games >= 10, slug
        assert (found.turns == 0) == bool(found.options), slug
        assert max(found.wins) + found.drawn <= found.games <= sum(found.wins) + found.drawn, slug
