"""Observations: fixed shapes, made of the view alone, and all of it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
import pytest

from tanelorn.core.chance import Seeded
from tanelorn.core.errors import BrokenRules
from tanelorn.core.fields import UNKNOWN, Memory
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR
from tanelorn.envs import Observer, Walk
from tanelorn.envs.observing.layout import LEFT_OUT
from tanelorn.envs.observing.writing import NOTHING, leaves, word
from tanelorn.games.albion.state.printed.spells import Asked
from tests.contract.laws import scramble
from tests.contract.play import Case, seats_of

from .test_picks import FEW, SCENARIOS


def told(observer: Observer, table: Table, seat: int) -> bytes:
    return written(observer.observe(table.view(seat)))


def written(arrays: Mapping[str, np.ndarray]) -> bytes:
    return b"".join(array.tobytes() for array in arrays.values())


def said(view: Any) -> bytes:
    """Return a view as bytes, without what observations leave out."""
    view = msgspec.structs.replace(view, outcome=None, offers=())
    seen = {name: getattr(view.seen, name) for name in view.seen.__struct_fields__ if name not in LEFT_OUT}
    rest = {name: getattr(view, name) for name in view.__struct_fields__ if name != "seen"}
    return msgspec.msgpack.encode([list(seen.items()), list(rest.items())])


def play(case: Case, seed: int, most: int):
    table = Table.new(case.game, case.scenario, seed=seed, keep=False)
    rng = random.Random(seed)
    for _ in range(most):
        if table.outcome is not None:
            return
        yield table
        seat = rng.choice(table.asked())
        table.play(table.choices(seat).sample(rng), seat)


def check(case: Case, seed: int, most: int, every: int) -> None:
    shapes, before = set(), {}
    for number, table in enumerate(play(case, seed, most)):
        observer = Observer(table)
        for seat in seats_of(table):
            view = table.view(seat)
            arrays = observer.observe(view)
            shapes.add(tuple((array.shape, array.dtype) for array in arrays.values()))
            now, was = (said(view), written(arrays)), before.get(seat)
            assert was is None or (was[0] == now[0]) == (was[1] == now[1]), (
                f"Seat {seat} sees what its arrays do not tell."
            )
            before[seat] = now
            if number % every == 0:
                drawn = Table.from_view(case.game, view, random.Random(number))
                assert told(observer, drawn, seat) == now[1], f"Seat {seat} could tell what was drawn from its view."
                position = table.position.copy()
                scramble(case.game, position, seat, random.Random(number))
                twin = Table.at(case.game, position, chance=Seeded(1), keep=False)
                assert told(observer, twin, seat) == now[1], f"Seat {seat} could tell what it cannot know."
    assert len(shapes) == 1


@pytest.mark.long
@pytest.mark.parametrize("case", FEW, ids=str)
def test_arrays_tell_what_a_view_tells_and_no_more(case: Case):
    check(case, 1, 40, 8)


@pytest.mark.deep
@pytest.mark.parametrize("case", SCENARIOS, ids=str)
def test_arrays_of_every_scenario_tell_what_a_view_tells(case: Case):
    check(case, 2, 300, 20)


@pytest.mark.parametrize("case", FEW, ids=str)
def test_shapes_and_names_agree(case: Case):
    table = Table.new(case.game, case.scenario, seed=3, keep=False)
    observer = Observer(table)
    seen = observer.observe(table.view(0), (3, 1))
    assert seen["nodes"].shape == (observer.spaces, len(observer.columns))
    assert seen["globals"].shape == (len(observer.named),)
    assert observer.edges.shape[0] == 2
    assert observer.edges.max() < observer.spaces
    assert seen["path"][:3].tolist() == [3, 1, -1]
    assert seen["entity_mask"].sum() == seen["globals"][observer.named.index("rows")]


def test_what_is_unknown_has_a_value_of_its_own():
    table = Table.new("elric", seed=1, keep=False)
    observer = Observer(table)
    group = next(group for group in observer.layout.groups if "where" in group.names)
    rows = observer.observe(table.view(0))["entities"]
    column = 3 + group.names.index("where")
    assert UNKNOWN in rows[rows[:, 0] == group.number][:, column]


def test_what_is_seen_between_two_picks_differs_in_the_path_alone():
    walk = Walk(Table.new("diplomacy", seed=1, keep=False))
    first = walk.observe()
    assert first["path"].max() == -1
    number = next(iter(walk.picking.legal))
    first["nodes"][:] = first["globals"][:] = 0
    walk.step(number)
    second = walk.observe()
    assert second["path"][0] == number
    now = walk.observer.observe(walk.table.view(walk.seat), walk.picking.numbers)
    assert all(np.array_equal(second[name], now[name]) for name in now)


def remembers(case: Case, seed: int, most: int) -> None:
    """What an observer has written before shows in nothing that it writes later."""
    old = None
    for number, table in enumerate(play(case, seed, most)):
        old = old or Observer(table)
        for seat in seats_of(table):
            assert told(old, table, seat) == told(Observer(table), table, seat), f"Seat {seat} at decision {number}."


@pytest.mark.long
@pytest.mark.parametrize("case", FEW, ids=str)
def test_what_was_seen_before_shows_in_nothing_that_is_seen_later(case: Case):
    remembers(case, 4, 40)


@pytest.mark.deep
@pytest.mark.parametrize("case", FEW, ids=str)
def test_what_was_seen_long_before_shows_in_nothing_that_is_seen_later(case: Case):
    remembers(case, 5, 100)


@pytest.mark.parametrize("game", ["elric", "albion", "archmagi"])
def test_a_game_that_goes_on_is_seen_as_if_it_were_seen_for_the_first_time(game: str):
    walk, rng = Walk(Table.new(game, seed=3, keep=False)), random.Random(3)
    for _ in range(80):
        first = Observer(walk.table).observe(walk.table.view(walk.seat), walk.picking.numbers)
        assert all(np.array_equal(seen, first[name]) for name, seen in walk.observe().items())
        walk.step(rng.choice(list(walk.picking.legal)))


@pytest.mark.long
@pytest.mark.parametrize("case", FEW, ids=str)
def test_views_with_a_memory_are_those_without_one(case: Case):
    rng, memories = random.Random(4), {}
    for table in play(case, 4, 250):
        for seat in (*seats_of(table), SPECTATOR):
            if rng.random() < 0.5:
                view = table.view(seat, memories.setdefault(seat, Memory()))
                assert view == table.view(seat), f"Seat {seat} sees what it remembers."


def test_words_stand_for_what_is_named_in_a_view():
    assert list(leaves(Asked.SEARCH)) == [word("search")]
    with pytest.raises(BrokenRules, match="A object in a view"):
        leaves(object())


def test_numbers_of_any_size_are_told_apart():
    assert list(leaves(5)) == [5]
    assert list(leaves([None, True])) == [2, NOTHING, 1]
    large = [tuple(leaves(number)) for number in (1 << 30, 1 << 31, 1 << 62, -(1 << 40))]
    assert len(set(large)) == 4
    assert all(abs(part) < 1 << 31 for parts in large for part in parts)
    np.array(large, np.int32)
