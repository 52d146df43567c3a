"""OpenSpiel's own tests, as they are shipped: random simulation, playthroughs, its API."""

from __future__ import annotations

import unittest
from pathlib import Path

import pyspiel
import pytest

from tests.contract.play import Case
from tests.envs.test_picks import FEW, SCENARIOS

from .playing import load

LIGHT = next(case for case in FEW if case.game.slug == "fivecities")
QUICK = {"fivecities", "youngkingdoms", "archmagi", "elric"}
"""Games whose states OpenSpiel's API test goes through in a second."""


@pytest.mark.deep
@pytest.mark.parametrize("case", SCENARIOS, ids=str)
def test_random_simulation(case: Case):
    pyspiel.random_sim_test(load(case, 40), num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
def test_random_simulation_of_a_game():
    pyspiel.random_sim_test(load(LIGHT, 20), num_sims=1, serialize=True, verbose=False)


@pytest.mark.deep
@pytest.mark.parametrize("name", ["fivecities(horizon=1)", "elric(horizon=2,scenario=founding)"])
def test_a_playthrough_is_reproduced(name: str, tmp_path: Path):
    from open_spiel.python.algorithms import generate_playthrough  # loads SciPy: only where it is run

    flags = generate_playthrough.flags.FLAGS
    if not flags.is_parsed():
        flags.mark_as_parsed()
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(f"tanelorn_{name}", None, seed=1), encoding="utf-8")
    before, after = generate_playthrough.replay(file)
    assert before == after


@pytest.mark.deep
@pytest.mark.parametrize("case", [case for case in FEW if case.game.slug in QUICK], ids=str)
def test_api(case: Case):
    api_test = pytest.importorskip("open_spiel.integration_tests.api_test")
    like = {"game": load(case), "game_name": str(case)}
    kind = type("EnforceAPIPartialTreeTest", (api_test.EnforceAPIOnPartialTreeBase,), like)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(kind).run(result)
    assert result.testsRun
    assert not result.failures + result.errors, result.failures + result.errors


@pytest.mark.deep
def test_a_whole_tree_is_of_perfect_recall():
    from open_spiel.python.algorithms import get_all_states

    api_test = pytest.importorskip("open_spiel.integration_tests.api_test")
    game = load(LIGHT, 2)
    assert api_test._assert_is_perfect_recall(game)
    states = get_all_states.get_all_states(game, include_terminals=True, to_string=lambda state: str(state.history()))
    legal = len(game.new_initial_state().legal_actions())
    assert len(states) > 1 + legal
    assert all(state.is_terminal() == (len(state.history()) == 2) for state in states.values())
