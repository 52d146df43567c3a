"""Many games of Five Cities at once are those of the kernel, action for action, and Gymnasium's."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

from tanelorn import Table
from tanelorn.core.errors import Illegal
from tanelorn.envs.gymnasium import ManyFiveCities
from tanelorn.games.fivecities.board import AREAS, CITIES, NEIGHBOURS, PROVINCES
from tanelorn.games.fivecities.new_pieces import Placement
from tanelorn.games.fivecities.notation import Order
from tanelorn.games.fivecities.position import FiveCitiesPosition

GAMES = 24


def some(rng: np.random.Generator, envs: ManyFiveCities) -> NDArray[np.int64]:
    """Return actions of the space, with numbers of pieces that are there as often as not."""
    acts = rng.integers(0, envs.single_action_space.nvec, (envs.num_envs, len(envs.single_action_space.nvec)))
    acts[:, 10:14] = rng.integers(0, 6, (envs.num_envs, 4))
    acts[rng.random(envs.num_envs) < 0.8, -1] = 0
    return acts


def fresh() -> Table:
    return Table.new("fivecities", options={"turn-limit": 60}, seed=0, keep=False)


def place(table: Table, acts: tuple[list[int], list[int]]) -> None:
    """Place on the kernel what rows of both seats say; it has placed what leaves no choice."""
    first, second = table.position.pieces
    choices = []
    for own, enemy, row in ((first, second, acts[0]), (second, first, acts[1])):
        cities = [city for city in CITIES if own[city] and not enemy[city - PROVINCES]]
        choices.append(Placement(tuple(city - PROVINCES if row[city - PROVINCES] else city for city in cities)))
    for seat, choice in enumerate(choices):
        if choice.areas:
            table.play(choice, seat)


def order(table: Table, seat: int, row: list[int]) -> Order:
    """Return the order that a row means, by its description alone."""
    position: FiveCitiesPosition = table.position
    own, hub, into, strike = position.pieces[seat], row[8], row[9], row[14] - 1
    moves, left = [], own[hub]
    for wanted, end in zip(row[10:14], NEIGHBOURS[hub], strict=False):
        count = min(wanted, own[end] if into else left)
        left -= 0 if into else count
        moves += [(end, hub, count) if into else (hub, end, count)] * (count > 0)
    return Order.of(moves, strike if position.bombs[seat] else -1)


def rows(table: Table, newest: list[list[int]] | None = None) -> list[int]:
    """Return the row of seat 0 but its phase, before the newest pieces where some are named."""
    position: FiveCitiesPosition = table.position
    newest = newest or [[0] * AREAS] * 2
    pairs = [pair for own, news in zip(position.pieces, newest, strict=True) for pair in zip(own, news, strict=True)]
    return [*(there - new for there, new in pairs), *position.bombs, position.turn]


def forced(table: Table) -> list[list[int]]:
    """Return the pieces of a new turn that the kernel has placed by itself: those that left no choice."""
    found = [[0] * AREAS, [0] * AREAS]
    if table.outcome is None:
        first, second = table.position.pieces
        for own, enemy, placed in ((first, second, found[0]), (second, first, found[1])):
            for city in CITIES:
                placed[city] = int(own[city] > 0 and enemy[city - PROVINCES] > 0)
    return found


@pytest.mark.long
def test_every_step_is_that_of_the_kernel():
    rng = np.random.default_rng(1)
    theirs: list[NDArray[np.int64]] = []
    envs = ManyFiveCities(GAMES, opponent=lambda seen: theirs[-1], turn_limit=60)
    seen, _ = envs.reset(seed=1)
    tables = [fresh() for _ in range(GAMES)]
    paid = set()
    for turn in range(150):
        assert [row[:-1].tolist() for row in seen] == [rows(table, forced(table)) for table in tables]
        assert not seen[:, -1].any()
        own = some(rng, envs)
        theirs.append(some(rng, envs))
        for game, table in enumerate(tables):
            place(table, (own[game].tolist(), theirs[-1][game].tolist()))
        seen, rewards, ended, _, _ = envs.step(own)
        assert [row[:-1].tolist() for row in seen] == [rows(table) for table in tables], turn
        assert seen[:, -1].all()
        assert not rewards.any()
        assert not ended.any()
        own = some(rng, envs)
        theirs.append(some(rng, envs))
        for game, table in enumerate(tables):
            both = [order(table, seat, acts[game].tolist()) for seat, acts in enumerate((own, theirs[-1]))]
            for seat, choice in enumerate(both):
                table.play(choice, seat)
        seen, rewards, ended, _, infos = envs.step(own)
        for game, table in enumerate(tables):
            assert ended[game] == (table.outcome is not None)
            if table.outcome is not None:
                won = {(): 0, (0,): 1, (1,): -1}[table.outcome.winners]
                assert rewards[game] == won
                paid.add(won)
                assert infos["_final_obs"][game]
                assert infos["final_obs"][game][: 2 * AREAS + 2].tolist() == rows(table)[:-1]
                tables[game] = fresh()
    assert paid >= {1, -1}


def test_gymnasium_makes_it_and_its_spaces_hold():
    envs = gymnasium.make_vec("Tanelorn/ManyFiveCities-v1", num_envs=50)
    seen, _ = envs.reset(seed=3)
    envs.action_space.seed(3)
    for _ in range(60):
        assert seen in envs.observation_space
        seen, rewards, ended, broken_off, _ = envs.step(envs.action_space.sample())
        assert rewards.shape == ended.shape == broken_off.shape == (50,)


def test_the_same_seed_gives_the_same_games():
    played = []
    for seed in (1, 1, 2):
        envs = ManyFiveCities(20)
        envs.reset(seed=seed)
        acts = np.zeros((20, 15), np.int64)
        for _ in range(40):
            seen, *_ = envs.step(acts)
        played.append(seen.tolist())
    assert played[0] == played[1] != played[2]


def test_what_cannot_be_is_refused_and_changes_nothing():
    envs = ManyFiveCities(3)
    envs.reset(seed=1)
    acts = np.zeros((3, 15), np.int64)
    acts[1, 8] = 16
    with pytest.raises(Illegal, match=r"The action of game 1 has 16 in place 8\. Numbers there go from 0 to 15"):
        envs.step(acts)
    with pytest.raises(Illegal, match="3 rows of 15; these are float64, 3 by 15"):
        envs.step(np.zeros((3, 15)))
    with pytest.raises(Illegal, match="these are int64, 2 by 15"):
        envs.step(acts[:2])
    with pytest.raises(Illegal, match="no option “record”"):
        envs.reset(options={"record": "game.jsonl"})
    acts[1, 8] = 0
    again = ManyFiveCities(3)
    again.reset(seed=1)
    assert [step.tolist() for step in envs.step(acts)[:2]] == [step.tolist() for step in again.step(acts)[:2]]
    with pytest.raises(Illegal, match="no seat 2"):
        ManyFiveCities(3, seat=2)
    with pytest.raises(Illegal, match="at least one game"):
        ManyFiveCities(0)
