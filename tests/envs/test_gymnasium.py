"""Gymnasium's own test, unmodified, and what the documentation promises besides."""

from __future__ import annotations

import random
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tanelorn.bots import make_bot
from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.core.game import games
from tanelorn.core.viewers import REFEREE
from tanelorn.envs.gymnasium import AgainstBots, id_of, make
from tanelorn.games.fivecities.judgement.learned import Network
from tests.contract.play import Case

from .test_picks import OURS, SCENARIOS


def passes(game: str, scenario: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(id_of(game), scenario=scenario).unwrapped)


def test_five_cities_passes_the_test_of_gymnasium():
    passes("fivecities", "standard")


@pytest.mark.deep
@pytest.mark.parametrize("case", SCENARIOS, ids=str)
def test_every_scenario_passes_the_test_of_gymnasium(case: Case):
    passes(case.game.slug, case.scenario)


def test_every_game_is_registered_by_its_title_and_version():
    assert id_of("fivecities") == "Tanelorn/FiveCities-v1"
    assert id_of("youngkingdoms").startswith("Tanelorn/YoungKingdoms-v")
    assert {id_of(slug) for slug in OURS} <= set(gymnasium.registry)


def play(game: AgainstBots, seed: int, most: int = 100_000) -> list[tuple[float, bool]]:
    rng, found = random.Random(seed), []
    game.reset(seed=seed)
    for _ in range(most):
        if game.walk.over:
            break
        assert game.seat in game.walk.table.asked()
        _, reward, ended, broken_off, _ = game.step(rng.choice(np.flatnonzero(game.action_masks()).tolist()))
        assert not broken_off
        found.append((reward, ended))
    return found


@pytest.mark.long
def test_a_game_is_played_to_its_end_against_bots():
    game = make("fivecities", seat=1, bots="greedy")
    *before, (reward, ended) = play(game, 1)
    assert all(one == (0, False) for one in before)
    assert (reward, ended) == (-1, True), "Picking at random does not beat the greedy bot."
    with pytest.raises(Illegal, match="ended"):
        game.step(0)


def test_the_same_seed_gives_the_same_game():
    states = []
    for seed in (1, 1, 2):
        game = make("fivecities", bots=["easy"])
        play(game, seed, 12)
        states.append(game.walk.digest())
    assert states[0] == states[1] != states[2]


@pytest.mark.long
def test_what_has_learned_plays_against_the_learner(tmp_path: Path):
    network, weights = Network.fresh(np.random.default_rng(1)), tmp_path / "weights.npz"
    network.direct[:] = 0.1
    network.save(weights)
    game = make("fivecities", seat=1, bots=f"learned:{weights}")
    assert play(game, 1)[-1][1]
    with pytest.raises(Illegal, match=r"no file of weights at nothing\.npz"):
        make("fivecities", bots=["learned:nothing.npz"])
    with pytest.raises(Illegal, match="Nothing reads learned weights of Elric"):
        make("elric", "short", bots=f"learned:{weights}")


@pytest.mark.long
def test_bots_are_shown_the_view_of_their_seat_alone(monkeypatch: pytest.MonkeyPatch):
    shown = set()

    class Spy:
        name = "spy"

        def __init__(self, seed: int) -> None:
            self.bot = make_bot("random", games["elric"], seed)

        def choose(self, view):
            shown.add(view.viewer)
            return self.bot.choose(view)

    monkeypatch.setattr("tanelorn.envs.gymnasium.against.make_local_bot", lambda spec, game, seed: Spy(seed))
    play(make("elric", seat=1), 1, 60)
    assert shown == {0, 2}
    assert REFEREE not in shown


def test_an_unmasked_pick_ends_the_game():
    game = make("fivecities")
    seen, _ = game.reset(seed=1)
    before = game.walk.digest()
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, ended, _, info = game.step(wrong)
    assert (reward, ended, info) == (-1, True, {"illegal": True})
    assert game.walk.digest() == before
    with pytest.raises(Illegal, match="ended"):
        game.step(wrong)


def test_a_game_goes_on_from_its_record():
    game = make("fivecities", keep=True)
    play(game, 3, 1)
    while game.walk.of(0).numbers:
        game.step(next(iter(game.walk.of(0).legal)))
    again = make("fivecities")
    again.reset(seed=3, options={"record": game.record()})
    assert again.walk.digest() == game.walk.digest()


def test_text_tells_what_the_learner_sees():
    game = make("elric", seat=2, render_mode="ansi")
    game.reset(seed=1)
    assert game.walk.table.seats[2] in game.render()
    assert make("elric").render() is None


@pytest.mark.parametrize(
    ("how", "remedy"),
    [
        ({"seat": 2}, "0 to 1"),
        ({"seat": True}, "0 to 1"),
        ({"bots": "greedi"}, "greedy"),
        ({"bots": "search:nodes=-1"}, "999999999"),
        ({"bots": ["random", "random"]}, "one for all"),
        ({"render_mode": "human"}, "ansi"),
        ({"scenario": "other"}, "standard"),
    ],
)
def test_bad_input_is_told_with_a_remedy(how: dict, remedy: str):
    with pytest.raises(TanelornError) as error:
        make("fivecities", **how)
    assert remedy in error.value.remedy, str(error.value)
