"""Regret matching finds the equilibria that are known."""

import numpy as np

from tanelorn.bots.regret import Mixture


def solve(payoffs: list[list[float]], rounds: int = 3000) -> tuple[list[float], list[float]]:
    table = np.array(payoffs)
    rows, columns = Mixture(table.shape[0]), Mixture(table.shape[1])
    for _ in range(rounds):
        rows.learn(table @ columns.now)
        columns.learn(-(rows.now @ table))
    return rows.mean.tolist(), columns.mean.tolist()


def test_scissors_paper_stone_is_mixed_evenly() -> None:
    for mixture in solve([[0, 1, -1], [-1, 0, 1], [1, -1, 0]]):
        assert np.allclose(mixture, 1 / 3, atol=0.01)


def test_a_lopsided_game_is_mixed_as_its_equilibrium() -> None:
    # Row mixes so that both columns bring the same: 2p - (1-p) = -p + (1-p), p = 2/5; by symmetry q = 2/5.
    rows, columns = solve([[2, -1], [-1, 1]])
    assert np.allclose(rows, [0.4, 0.6], atol=0.01)
    assert np.allclose(columns, [0.4, 0.6], atol=0.01)


def test_what_is_dominated_is_not_played() -> None:
    rows, _ = solve([[1, 1], [0, 0.5]])
    assert rows[0] > 0.99
