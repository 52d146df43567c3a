"""Each seat of each game says how near it is to its goal, where the scenario has one that is counted."""

from __future__ import annotations

import pytest

from tanelorn.core.game import games
from tanelorn.core.play.table import Table

START = {
    ("fivecities", "standard"): ["0 cities"] * 2,
    ("diplomacy", "standard"): ["3", "3", "3", "3", "3", "4", "3"],
    ("youngkingdoms", "standard"): ["2", "3", "2", "2", "2", "1"],
    ("archmagi", "three"): ["lives"] * 3,
    ("elric", "long"): ["0 capitals"] * 3,
    ("elric", "founding"): [""],
    ("albion", "albion_alone"): ["0 points"] * 2,
}


@pytest.mark.parametrize(("game", "scenario"), list(START))
def test_at_the_start_nobody_is_near(game: str, scenario: str) -> None:
    scene = Table.new(games[game], scenario).scene(0)
    assert [chip.near for chip in scene.seats] == START[game, scenario]
