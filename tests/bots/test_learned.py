"""Learned weights as a bot: what it plays, what files are refused, and that no site reads one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from tanelorn.bots import read_spec
from tanelorn.bots.learned import make_local_bot
from tanelorn.core.errors import Illegal, UnknownName
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.games.fivecities.judgement.learned import ENCODING, INPUTS, Network, read_network
from tanelorn.games.fivecities.judgement.prospects import first_prospects
from tanelorn.terminal.sitting.seats import read_sitter

GAME = games["fivecities"]
PARTS = ("direct", "first", "first_bias", "second", "second_bias", "last")


def some_network(seed: int = 1) -> Network:
    """Return a network that judges otherwise than 0.5."""
    rng = np.random.default_rng(seed)
    network = Network.fresh(rng, 6, 4)
    network.direct[:] = rng.normal(0, 0.2, network.direct.shape)
    network.last[:] = rng.normal(0, 0.5, network.last.shape)
    return network


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    place = tmp_path / "weights.npz"
    some_network().save(place)
    return place


def test_weights_come_back_as_they_were(weights: Path) -> None:
    for written, read in zip(some_network().parts, read_network(weights).parts, strict=True):
        assert np.array_equal(written, read)
    assert [file.name for file in weights.parent.iterdir()] == ["weights.npz"]


def test_both_sides_judge_the_same_position() -> None:
    rng = np.random.default_rng(2)
    first, second = rng.integers(0, 5, (2, 50, 16))
    bombs = rng.integers(0, 4, (2, 50))
    network = some_network()
    for waiting in (False, True):
        ours = network.first_prospects(first, second, bombs, waiting)
        theirs = network.first_prospects(second, first, bombs[::-1], waiting)
        assert ours + theirs == pytest.approx(np.ones(50), abs=1e-5)
        assert ours.std() > 0.05
        assert ours.shape == first_prospects(first, second, bombs, waiting).shape
    fresh = Network.fresh(rng)
    assert (fresh.first_prospects(first, second, bombs, True) == 0.5).all()


@pytest.mark.long
@pytest.mark.parametrize("limits", ["", ",nodes=6"])
def test_it_plays_what_the_list_holds_and_does_not_mind_who_sealed(weights: Path, limits: str) -> None:
    spec = f"learned:{weights}{limits}"
    table = Table.new("fivecities", seed=5)
    rng = Random(5)
    for _ in range(24):
        seat = table.asked()[0]
        choice = make_local_bot(spec, GAME, 3).choose(table.view(seat))
        assert table.decision(seat).choices().refusal(choice) is None
        assert make_local_bot(spec, GAME, 3).choose(table.view(seat)) == choice
        others = [other for other in table.asked() if other != seat]
        if others:
            other = others[0]
            before = make_local_bot(spec, GAME, 4).choose(table.view(other))
            table.play(table.decision(seat).choices().sample(rng), seat)
            assert make_local_bot(spec, GAME, 4).choose(table.view(other)) == before
        else:
            table.play(choice, seat)
        if table.outcome is not None:
            break


def test_a_spec_names_it_at_a_table_here(weights: Path) -> None:
    sitter = read_sitter(f"learned:{weights}", GAME)
    assert not sitter.human
    assert make_local_bot(sitter.spec, GAME, 1).name == f"learned:{weights}"
    assert make_local_bot("greedy", GAME, 1).name == "greedy"


def test_no_site_knows_it(weights: Path) -> None:
    with pytest.raises(UnknownName, match="no bot “learned”"):
        read_spec(f"learned:{weights}")


@pytest.mark.long
def test_what_is_no_weights_is_refused(weights: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.npz"

    def refused(why: str) -> None:
        with pytest.raises(Illegal, match=why) as caught:
            make_local_bot(f"learned:{other}", GAME, 1)
        assert caught.value.remedy

    refused("There is no file of weights at")
    other.write_bytes(b"")
    refused("holds no weights")
    other.write_bytes(weights.read_bytes()[:-60])
    refused("holds no weights")
    np.savez(other, encoding=np.array(ENCODING))
    refused("holds no weights")
    np.savez(other, encoding=np.array([{"a": 1}], dtype=object))
    refused("holds no weights")
    parts = dict(zip(PARTS, some_network().parts, strict=True))
    np.savez(other, encoding=np.array("fivecities 0"), **parts)
    refused("are of “fivecities 0”, not of “fivecities 1”")
    np.savez(other, encoding=np.array(ENCODING), **parts | {"first": np.zeros((6, INPUTS - 1), np.float32)})
    refused("do not fit together")
    np.savez(other, encoding=np.array(ENCODING), **parts | {"last": np.full(4, np.nan, np.float32)})
    refused("do not fit together")
    np.savez(other, encoding=np.array(ENCODING), **parts | {"last": np.zeros(4)})
    refused("do not fit together")
    np.savez_compressed(other, encoding=np.array(ENCODING), **parts | {"first": np.zeros(5 << 20, np.float32)})
    refused("too large")


def test_bad_specs_are_refused(weights: Path) -> None:
    with pytest.raises(Illegal, match="needs a file"):
        make_local_bot("learned:", GAME, 1)
    with pytest.raises(Illegal, match="Elric"):
        make_local_bot(f"learned:{weights}", games["elric"], 1)
    with pytest.raises(Illegal, match="no number of nodes"):
        make_local_bot(f"learned:{weights},nodes=0", GAME, 1)
    with pytest.raises(Illegal, match="no style"):
        make_local_bot(f"learned:{weights},style=raider", GAME, 1)
    with pytest.raises(UnknownName, match="no parameter “depth”"):
        make_local_bot(f"learned:{weights},depth=2", GAME, 1)
