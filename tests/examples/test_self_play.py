"""Self-play teaches: weights change, a killed run goes on as if it had not been, and Ray makes no difference."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from tanelorn.games.fivecities.judgement.learned import Network, read_network

PLACE = Path(__file__).parents[2] / "examples" / "self-play" / "self_play.py"


@pytest.fixture(scope="module")
def program() -> ModuleType:
    spec = importlib.util.spec_from_file_location("self_play", PLACE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["self_play"] = module
    spec.loader.exec_module(module)
    return module


def short(program: ModuleType, **changed: int) -> Any:
    return program.Settings(**({"rounds": 2, "games": 2, "steps": 2, "turns": 4, "seed": 1} | changed))


def trained(program: ModuleType, folder: Path, play: Any = None, **changed: int) -> Any:
    return program.train(
        folder, short(program, **changed), every=0, games=2, play=play or program.here, console=Console(quiet=True)
    )


def same(one: Network, other: Network) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one.parts, other.parts, strict=True))


@pytest.mark.long
def test_a_run_changes_the_weights_and_writes_them(program: ModuleType, tmp_path: Path) -> None:
    learner = trained(program, tmp_path, rounds=1, games=1, turns=16, seed=5)
    fresh = Network.fresh(np.random.default_rng(5))
    assert not any(np.array_equal(a, b) for a, b in zip(fresh.parts, learner.network.parts, strict=True) if b.any())
    assert learner.network.direct.any()
    assert same(read_network(tmp_path / "weights.npz"), learner.network)
    assert [point["games"] for point in learner.curve] == [1]


@pytest.mark.long
def test_nothing_is_learned_of_games_that_decide_nothing(program: ModuleType, tmp_path: Path) -> None:
    learner = trained(program, tmp_path, turns=1)
    assert not learner.network.direct.any()
    assert not learner.network.last.any()


@pytest.mark.long
def test_a_run_that_was_stopped_ends_as_one_that_was_not(program: ModuleType, tmp_path: Path) -> None:
    rounds = []

    def stopped(network: Network, chunks: list[Any]) -> Any:
        rounds.append(chunks)
        if len(rounds) > 1:
            raise KeyboardInterrupt
        return program.here(network, chunks)

    whole = trained(program, tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        trained(program, tmp_path / "stopped", stopped)
    assert same(trained(program, tmp_path / "stopped").network, whole.network)
    assert not same(trained(program, tmp_path / "other", seed=2).network, whole.network)


@pytest.mark.long
def test_a_run_goes_on_with_its_own_settings_alone(program: ModuleType, tmp_path: Path) -> None:
    trained(program, tmp_path, rounds=1)
    before = (tmp_path / "weights.npz").read_bytes()
    command = [str(tmp_path), "--rounds", "1", "--games", "3", "--every", "0"]
    app = program.typer.Typer()
    app.command()(program.main)
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 2
    assert "has other settings" in told.stderr
    assert "--games 2" in told.stderr
    (tmp_path / "state.npz").write_bytes(b"PK nothing")
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 2
    assert "cannot be read" in told.stderr
    assert (tmp_path / "weights.npz").read_bytes() == before


def test_slopes_are_how_the_loss_changes(program: ModuleType) -> None:
    rng = np.random.default_rng(3)
    learner = program.Learner(short(program))
    network = learner.network
    for name in ("direct", "last", "first_bias", "second_bias"):
        part = getattr(network, name)
        part += rng.normal(0, 0.3, part.shape).astype(np.float32)
    network = learner.network = Network(*(part.astype(np.float64) for part in network.parts))
    seen = rng.normal(0, 1, (len(network.direct), 12))
    worth = rng.random(6)

    def loss() -> float:
        scores = network.layers(seen)[2]
        prospects = 1 / (1 + np.exp(scores[6:] - scores[:6]))
        return float(-np.mean(worth * np.log(prospects) + (1 - worth) * np.log(1 - prospects)))

    one, two, scores = network.layers(seen)
    off = (1 / (1 + np.exp(scores[6:] - scores[:6])) - worth) / 6
    slopes = learner._slopes(seen, one, two, np.concatenate([off, -off]))
    for part, slope in zip(network.parts, slopes, strict=True):
        assert slope.shape == part.shape
        at = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        was, step = part[at], 1e-6
        part[at] = was + step
        above = loss()
        part[at] = was - step
        below = loss()
        part[at] = was
        assert slope[at] == pytest.approx((above - below) / (2 * step), rel=1e-3)


@pytest.mark.long
def test_what_cities_are_worth_is_learned(program: ModuleType) -> None:
    rng = np.random.default_rng(4)
    first, second = rng.integers(0, 3, (2, 400, 16))
    lead = (first[:, 8:] > 0).sum(1) - (second[:, 8:] > 0).sum(1)
    positions = program.Positions(
        first.astype(np.int16),
        second.astype(np.int16),
        np.zeros((400, 2), np.int8),
        np.arange(400) % 2 > 0,
        (1 / (1 + np.exp(-lead))).astype(np.float32),
    )
    learner = program.Learner(short(program, rounds=10, steps=15))
    errors = [learner.learn(positions) for _ in range(3)]
    assert errors[-1] < errors[0] / 2


@pytest.mark.long
@pytest.mark.takes(30)
def test_two_workers_of_ray_learn_the_same(program: ModuleType, tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    alone = trained(program, tmp_path / "alone")
    try:
        shared = trained(program, tmp_path / "shared", program.by_ray("local", 2))
    finally:
        ray.shutdown()
    assert same(alone.network, shared.network)
