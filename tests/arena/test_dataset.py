"""Records as arrays: they are what the environments give, pick by pick, and can be read again."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tanelorn import Table
from tanelorn.arena.data import dataset
from tanelorn.arena.matches.match import Match, play_and_keep
from tanelorn.core.errors import BadData, BadRecord, Illegal
from tanelorn.core.play.record import Record
from tanelorn.envs import Picking, Walk


def walked(slug: str, seed: int, scenario: str | None = None, options=None):
    """Play a game at random, each choice by its own picks; return its record and what was seen and picked."""
    rng = Random(seed)
    walk = Walk(Table.new(slug, scenario, options, seed=seed))
    steps = []
    while not walk.over:
        choices = walk.picking.choices
        way = Picking(choices, walk.vocabulary)
        way.reach(choices.sample(rng).picks)
        for number in way.numbers:
            steps.append((walk.seat, walk.observe(), walk.mask(), number))
            walk.step(number)
    return walk.table.record(), steps


def played(slug: str, seed: int, bots=("random", "random"), **more) -> Record:
    return Record.read(play_and_keep(Match(game=slug, bots=bots, seed=seed, keep=True, **more)).record)


@pytest.mark.long
@pytest.mark.parametrize("kind", dataset.KINDS)
@pytest.mark.parametrize(
    ("slug", "scenario", "options"),
    [("fivecities", None, {"turn-limit": 5}), ("archmagi", "two", {}), ("diplomacy", None, {"last-year": 1901})],
)
def test_a_data_set_is_what_the_environment_gave(kind, slug, scenario, options, tmp_path):
    record, steps = walked(slug, 3, scenario, options)
    file = tmp_path / f"games{kind}"
    assert dataset.export(file, [record, record]) == (2, 2 * len(steps))
    found = dataset.Dataset.load(file)
    assert len(found) == 2 * len(steps)
    assert found.about.game == slug
    for sample, (seat, seen, mask, number) in zip(found[len(steps) :], steps, strict=True):
        assert (sample.game, sample.seat, sample.pick) == (1, seat, number)
        np.testing.assert_array_equal(sample.mask, mask)
        for name, array in seen.items():
            np.testing.assert_array_equal(sample.observation[name], array, err_msg=name)
            assert sample.observation[name].dtype == array.dtype
    winners = record.ended.outcome.winners
    assert all((sample.reward > 0) == (sample.seat in winners) for sample in found)


def test_what_was_taken_back_is_left_out(tmp_path):
    table = Table.new("fivecities", options={"turn-limit": 2}, seed=1)
    first, second = (str(choice) for choice in list(table.choices(0))[:2])
    table.play(first, 0)
    table.undo(0)
    table.play(second, 0)
    rng = np.random.default_rng(1)
    walk = Walk(table)
    while not walk.over:
        walk.step(int(rng.choice(np.flatnonzero(walk.mask()))))
    record = table.record()
    dataset.export(tmp_path / "games.npz", [record])
    found = dataset.Dataset.load(tmp_path / "games.npz")
    assert found[-1].decision + 1 == sum(entry.seat >= 0 for entry in record.entries if hasattr(entry, "text")) - 1


def test_games_that_did_not_end_are_left_out(tmp_path):
    whole = played("fivecities", 1, options={"turn-limit": 2})
    half = Table.new("fivecities", seed=1).record()
    assert dataset.export(tmp_path / "a.npz", [half, whole])[0] == 1
    with pytest.raises(Illegal, match="None of these games has ended"):
        dataset.export(tmp_path / "b.npz", [half])
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz"]


def test_two_games_and_damaged_records_are_refused(tmp_path):
    one = played("fivecities", 1, options={"turn-limit": 2})
    other = played("diplomacy", 1, ("random",) * 7, options={"last-year": 1901})
    with pytest.raises(Illegal, match="of fivecities and of diplomacy"):
        dataset.export(tmp_path / "a.parquet", [one, other])
    entries = list(one.entries)
    wrong = Record(one.header, [entries[1], entries[0], *entries[2:]], one.ended)
    with pytest.raises(BadRecord):
        dataset.export(tmp_path / "a.parquet", [wrong])
    assert not list(tmp_path.iterdir())


def test_places_and_files_of_another_kind_are_refused(tmp_path):
    with pytest.raises(Illegal, match=r"ending in .parquet or .npz"):
        dataset.check_place(tmp_path / "games.csv")
    with pytest.raises(Illegal, match="There is no folder"):
        dataset.check_place(tmp_path / "none" / "games.npz")
    for name in ("a.npz", "a.parquet"):
        (tmp_path / name).write_bytes(b"nothing of the kind")
        with pytest.raises(BadData, match="is no data set of Tanelorn"):
            dataset.Dataset.load(tmp_path / name)
