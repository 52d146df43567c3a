"""PettingZoo's own tests, unmodified, and what the documentation promises besides."""

from __future__ import annotations

import importlib
import itertools
import pickle
import random
import sys
import types
from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, performance_benchmark, seed_test
from pettingzoo.test.render_test import collect_render_results

from tanelorn.core.errors import BadData, BadRecord, Illegal, NotInstalled, TanelornError, UnknownName
from tanelorn.core.play.record import Record
from tanelorn.core.play.table import Table
from tanelorn.core.position import Outcome
from tanelorn.envs import Walk, vocabulary_of
from tanelorn.envs.pettingzoo import TurnsEnv, env, parallel_env, raw_env
from tanelorn.envs.picking import picks
from tanelorn.envs.rendering import told
from tanelorn.envs.rewards import rewards_of
from tests.contract.laws import scramble
from tests.contract.play import Case

from .test_picks import SCENARIOS

CYCLES = 40
"""So many cycles PettingZoo's tests play."""


def passes(game: str, scenario: str | None = None) -> None:
    for make in (raw_env, env):
        api_test(make(game, scenario), num_cycles=CYCLES)
    seed_test(lambda: env(game, scenario), num_cycles=CYCLES)
    parallel_api_test(parallel_env(game, scenario), num_cycles=CYCLES)
    parallel_seed_test(lambda: parallel_env(game, scenario), num_cycles=CYCLES)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:Observation", "ignore:Action mask", "ignore:.*observation is greater")
def test_five_cities_passes_the_tests_of_pettingzoo():
    passes("fivecities")


@pytest.mark.deep
@pytest.mark.filterwarnings("ignore:Observation", "ignore:Action mask")
@pytest.mark.parametrize("case", SCENARIOS, ids=str)
def test_every_scenario_passes_the_tests_of_pettingzoo(case: Case, monkeypatch: pytest.MonkeyPatch):
    passes(case.game.slug, case.scenario)
    ticks = itertools.count()  # the benchmark runs for five seconds, here of a clock that is quicker
    clock = types.SimpleNamespace(time=lambda: next(ticks) / 10)
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", clock)
    performance_benchmark(env(case.game.slug, case.scenario))


def test_rendering_passes_the_test_of_pettingzoo():
    for mode in raw_env("elric").metadata["render_modes"]:
        results = collect_render_results(env("elric", render_mode=mode))
        assert all(isinstance(result, str) for result in results)


def picked(seen: dict, rng: random.Random) -> int:
    return rng.choice(np.flatnonzero(seen["action_mask"]).tolist())


def play(game: TurnsEnv, rng: random.Random, most: int = 100_000) -> TurnsEnv:
    for _ in range(most):
        if game.walk.over:
            break
        game.step(picked(game.observe(game.agent_selection), rng))
    return game


def begun(name: str, scenario: str | None = None, seed: int = 1, steps: int = 30, **how) -> TurnsEnv:
    game = raw_env(name, scenario, **how)
    game.reset(seed=seed)
    return play(game, random.Random(seed), steps)


def test_a_game_ends_with_what_it_is_worth_and_all_agents_leave():
    game = begun("fivecities", steps=100_000)
    assert game.walk.over
    assert all(game.terminations.values())
    won = [game.rewards[agent] for agent in game.possible_agents]
    assert won == list(rewards_of(game.walk.table.outcome, 2))
    for agent in game.agent_iter():
        _, reward, ended, broken_off, _ = game.last()
        assert (ended, broken_off) == (True, False)
        assert reward == won[game.possible_agents.index(agent)]
        game.step(None)
    assert game.agents == []


def test_the_winners_share_what_all_have_paid():
    assert rewards_of(None, 3) == (0, 0, 0)
    assert rewards_of(Outcome((1,), ""), 2) == (-1, 1)
    assert rewards_of(Outcome((), ""), 2) == (0, 0)
    assert rewards_of(Outcome((0, 1, 2), ""), 3) == (0, 0, 0)
    assert rewards_of(Outcome((2,), ""), 3) == (-0.5, -0.5, 1)
    assert rewards_of(Outcome((0,), ""), 1) == (1,)
    assert rewards_of(Outcome((), ""), 1) == (-1,)
    for seats in range(2, 8):
        for winners in range(seats + 1):
            won = rewards_of(Outcome(tuple(range(winners)), ""), seats)
            assert sum(won) == pytest.approx(0)
            assert all(-1 <= one <= 1 for one in won)


@pytest.mark.parametrize("name", ["fivecities", "diplomacy", "elric"])
def test_picking_at_once_leads_where_picking_in_turn_does(name: str):
    turns, together = raw_env(name), parallel_env(name)
    turns.reset(seed=5)
    seen, _ = together.reset(seed=5)
    mine = {agent: random.Random(agent) for agent in turns.agents}
    yours = {agent: random.Random(agent) for agent in turns.agents}
    for _ in range(8):
        before = turns.walk.table.moment
        while turns.walk.table.moment == before:
            agent = turns.agent_selection
            turns.step(picked(turns.observe(agent), mine[agent]))
        while together.walk.table.moment == before:
            waiting = [turns.possible_agents[seat] for seat in together.walk.waiting]
            seen, *_ = together.step({agent: picked(seen[agent], yours[agent]) for agent in waiting})
        assert turns.digest() == together.digest()


def test_who_does_not_pick_waits_and_is_not_read():
    together = parallel_env("elric")
    seen, _ = together.reset(seed=1)
    (seat,) = together.walk.waiting
    for other, agent in enumerate(together.agents):
        allowed = np.flatnonzero(seen[agent]["action_mask"]).tolist()
        assert (allowed == [together.wait]) == (other != seat)
    twin = together.clone()
    agent = together.agents[seat]
    pick = picked(seen[agent], random.Random(1))
    together.step({agent: pick})
    twin.step({other: pick if other == agent else 0 for other in twin.agents})
    assert together.digest() == twin.digest()


def test_seats_that_seal_pick_at_once():
    together = parallel_env("diplomacy")
    seen, _ = together.reset(seed=1)
    assert together.walk.waiting == tuple(range(7))
    rng = random.Random(1)
    together.step({agent: picked(seen[agent], rng) for agent in together.agents})
    sealed = together.walk.table.position.sealed
    assert 0 < len(sealed) < 7
    assert all(seat in sealed or len(together.walk.of(seat).numbers) == 1 for seat in range(7))


def test_what_is_sealed_is_seen_by_nobody_else():
    told_first = []
    for seed in (1, 2):
        game = raw_env("fivecities", render_mode="ansi")
        game.reset(seed=1)
        play(game, random.Random(seed), 1)
        while game.agent_selection == "seat_0":
            play(game, random.Random(seed), 1)
        seen = game.observe("seat_1")
        arrays = [array.tobytes() for array in [*seen["observation"].values(), seen["action_mask"]]]
        told_first.append((arrays, game.render(), game.walk.table.position.sealed))
    (one, text, sealed), (other, same, differs) = told_first
    assert sealed != differs
    assert (one, text) == (other, same)


def test_text_tells_what_a_seat_sees_and_no_more():
    game = begun("elric", steps=60)
    table = game.walk.table
    for seat in range(3):
        text = told(game.walk, seat)
        assert table.seats[seat] in text
        position = table.position.copy()
        scramble(table.game, position, seat, random.Random(1))
        assert (
            told(Walk(Table.at(table.game, position, keep=False)), seat).partition("\n\n")[2]
            == (text.partition("\n\n")[2])
        )


def test_an_unmasked_pick_is_refused_or_ends_the_game():
    raw = begun("fivecities", steps=5)
    before, agent = raw.digest(), raw.agent_selection
    wrong = int(np.flatnonzero(raw.observe(agent)["action_mask"] == 0)[0])
    for number in (wrong, -1, 10**6, None, "two"):
        with pytest.raises(Illegal, match="cannot be picked"):
            raw.step(number)
    assert raw.digest() == before
    ending = env("fivecities")
    ending.reset(seed=1)
    wrong = int(np.flatnonzero(ending.last()[0]["action_mask"] == 0)[0])
    ending.step(wrong)
    assert ending.rewards == {"seat_0": -1, "seat_1": 0}
    assert all(ending.terminations.values())
    assert ending.last()[1:] == (-1, True, False, {"illegal": True})
    for _ in range(2):
        ending.step(None)
    with pytest.raises(Illegal, match="Nobody is playing"):
        ending.step(None)
    ending.reset(seed=1)
    assert ending.infos == {"seat_0": {}, "seat_1": {}}
    together = parallel_env("fivecities")
    seen, _ = together.reset(seed=1)
    right = picked(seen["seat_0"], random.Random(1))
    _, rewards, ended, _, infos = together.step({"seat_0": right, "seat_1": wrong})
    assert rewards == {"seat_0": 0, "seat_1": -1}
    assert ended == {"seat_0": True, "seat_1": True}
    assert infos["seat_1"] == {"illegal": True}
    assert together.agents == []


def test_games_are_broken_off_after_so_many_cycles():
    game = raw_env("diplomacy", max_cycles=3)
    game.reset(seed=1)
    play(game, random.Random(1), 3)
    assert all(game.truncations.values())
    assert not any(game.terminations.values())
    together = parallel_env("elric", max_cycles=2)
    seen, _ = together.reset(seed=1)
    for most in (False, True):
        agent = together.agents[together.walk.seat]
        seen, _, ended, broken_off, _ = together.step({agent: picked(seen[agent], random.Random(1))})
        assert set(broken_off.values()) == {most}
        assert set(ended.values()) == {False}
    assert together.agents == []


@pytest.mark.long
@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("make", [raw_env, parallel_env])
def test_copies_go_on_alike_and_on_their_own(make, keep: bool):
    game = make("elric", keep=keep)
    game.reset(seed=3)
    rng = random.Random(3)
    for _ in range(25):
        step(game, rng)
    twins = [game.clone(), pickle.loads(pickle.dumps(game))]
    assert {twin.digest() for twin in twins} == {game.digest()}
    state = rng.getstate()
    before = [seen_by_all(twin) for twin in twins]
    for _ in range(40):
        step(game, rng)
    assert [seen_by_all(twin) for twin in twins] == before
    for twin in twins:
        assert twin.digest() != game.digest()
        rng.setstate(state)
        for _ in range(40):
            step(twin, rng)
        assert twin.digest() == game.digest()
        assert seen_by_all(twin) == seen_by_all(game)


def step(game, rng: random.Random) -> None:
    agents = game.possible_agents
    numbers = {agents[seat]: rng.choice(list(game.walk.of(seat).legal)) for seat in game.walk.waiting}
    if isinstance(game, TurnsEnv):
        game.step(numbers[game.agent_selection])
    else:
        game.step(numbers)


def seen_by_all(game) -> list[bytes]:
    seats = range(len(game.possible_agents))
    return [array.tobytes() for seat in seats for array in game.walk.observe(seat).values()]


def test_what_is_pickled_with_another_vocabulary_is_refused(monkeypatch: pytest.MonkeyPatch):
    pickled = pickle.dumps(begun("fivecities"))
    older = types.SimpleNamespace(name="fivecities_v0")
    monkeypatch.setattr(picks, "vocabulary_of", lambda game: older)
    with pytest.raises(BadData, match="fivecities_v1, and here it is fivecities_v0"):
        pickle.loads(pickled)


@pytest.mark.long
def test_a_game_goes_on_exactly_from_its_record(tmp_path: Path):
    game = begun("elric", seed=7, steps=100, keep=True)
    while game.walk.picking.numbers:  # a record holds whole choices
        play(game, random.Random(1), 1)
    path = tmp_path / "game.jsonl"
    game.record().save(path)
    again = raw_env("elric", keep=True)
    again.reset(seed=7, options={"record": path})
    assert again.digest() == game.digest()
    for each in (game, again):
        play(each, random.Random(9), 120)
    assert again.digest() == game.digest()
    assert again.record() == game.record()
    earlier = raw_env("elric")
    earlier.reset(seed=7, options={"record": Record.load(path), "entries": 10})
    assert earlier.digest() != game.digest()


def test_resets_without_a_seed_follow_from_the_last_one():
    states = []
    for _ in range(2):
        game = raw_env("elric")
        game.reset(seed=4)
        game.reset()
        states.append(play(game, random.Random(4), 50).digest())
    assert states[0] == states[1]
    game.reset(seed=4)
    assert play(game, random.Random(4), 50).digest() != states[0]


def refused(remedy: str, function, *args, **more) -> None:
    with pytest.raises(TanelornError) as error:
        function(*args, **more)
    assert remedy in error.value.remedy, str(error.value)


def test_bad_input_is_told_with_a_remedy(tmp_path: Path):
    refused("fivecities", raw_env, "fivecitys")
    refused("standard", raw_env, "fivecities", "standrd")
    refused("last-year", raw_env, "diplomacy", options={"lastyear": 1910})
    refused("ansi", raw_env, "fivecities", render_mode="human")
    refused("1 or more", parallel_env, "fivecities", max_cycles=0)
    refused("tanelorn_archmagi_v", raw_env, "tanelorn_archmagi_v99")
    game, together = raw_env("fivecities"), parallel_env("fivecities")
    game.reset(seed=1)
    together.reset(seed=1)
    refused("seat_0, seat_1", game.observe, "seat_2")
    refused("seat_0, seat_1", game.observation_space, 0)
    refused("seat_0, seat_1", together.step, {"seat_7": 0})
    refused("an action", together.step, {"seat_0": 0})
    refused("record", game.reset, options={"recrod": "x"})
    refused("path", game.reset, options={"record": 3})
    with pytest.raises(BadRecord):
        game.reset(options={"record": tmp_path / "none.jsonl"})
    other = begun("elric", keep=True).record()
    refused("record's game", game.reset, options={"record": other})
    longer = begun("fivecities", keep=True, steps=100_000).record()
    refused("how many of its entries", game.reset, options={"record": longer})
    refused(f"0 to {len(longer.entries)}", game.reset, options={"record": longer, "entries": 9999})
    with pytest.raises(BadRecord):
        game.record()


def test_names_say_the_version_of_the_vocabulary():
    name = f"tanelorn_{vocabulary_of('archmagi').name}"
    assert str(env(name)) == raw_env("archmagi").metadata["name"] == name


@pytest.mark.parametrize("package", ["pettingzoo", "gymnasium"])
def test_a_missing_package_is_named(package: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, package, None)
    for module in [name for name in sys.modules if name.startswith(f"tanelorn.envs.{package}")]:
        monkeypatch.delitem(sys.modules, module)
    with pytest.raises(NotInstalled, match="is not installed") as error:
        importlib.import_module(f"tanelorn.envs.{package}")
    assert "tanelorn[research]" in error.value.remedy


def test_an_unknown_seat_is_refused_by_a_walk():
    walk = Walk(Table.new("fivecities", seed=1, keep=False))
    with pytest.raises(TanelornError):
        walk.of(5)
    with pytest.raises(UnknownName):
        vocabulary_of("chess")
