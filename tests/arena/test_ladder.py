"""The ladder of levels: who meets whom, and by what a game is won."""

from __future__ import annotations

from pathlib import Path

from tanelorn.arena.report.ladder import as_markdown, ladder_settings, rungs
from tanelorn.arena.tournament.run import Run
from tanelorn.core.game import games


def test_each_meets_the_next_one_in_a_scenario_for_two(tmp_path: Path):
    run = Run(ladder_settings(games["elric"], ["medium", "easy", "novice"], 2, seed=1), tmp_path)
    assert [met.meeting.bots for met in run.met()] == [("greedy", "easy"), ("easy", "novice")]
    assert {met.meeting.setting.scenario for met in run.met()} == {"successor"}
    assert [(rung.upper, rung.lower, rung.score.games) for rung in rungs(run)] == [
        ("medium", "easy", 0),
        ("easy", "novice", 0),
    ]


def test_games_that_are_seldom_won_outright_end_after_some_years_and_are_won_by_the_most():
    for slug, year in (("diplomacy", 1906), ("youngkingdoms", 1405)):
        settings = ladder_settings(games[slug], ["easy", "novice"], 2, seed=1)
        assert settings.by == "score"
        assert settings.scenarios[0].options == {"last-year": year}
    assert ladder_settings(games["albion"], ["easy", "novice"], 2, seed=1).by == "outcome"


def test_what_has_not_been_played_is_left_empty(tmp_path: Path):
    run = Run(ladder_settings(games["fivecities"], ["easy", "novice"], 2, seed=1), tmp_path)
    assert as_markdown({"Five Cities": rungs(run)}).splitlines()[2] == "| Five Cities |  |"
