"""How Archmagi's positions are judged: `python benchmarks/worth.py [--games 700] [--seed 1000]` fits the weights.

The bots' policies play two-player games with each other, both seeing all, as they do in rollouts; now and then one
plays what it is less for. A logit tells from the marks of both seats as a turn begins who wins. It prints the weights
for `src/tanelorn/games/archmagi/judgement/weights.toml`, and the log loss for games that were left out of the fit.
"""

from __future__ import annotations

import argparse
from random import Random

import numpy as np
from msgspec.structs import astuple
from numpy.typing import NDArray

from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.games.archmagi.judgement.judgement import scored
from tanelorn.games.archmagi.judgement.style import PLAIN, WARY
from tanelorn.games.archmagi.judgement.worth import Weights, marks
from tanelorn.games.archmagi.state.position import ArchmagiPosition

GAME = games["archmagi"]
FIRST = 50_000
LONGEST = 1500
"""So many choices a game may take."""
STRAY, FEW = 0.07, 4
"""How often another act than the best is played, and among how many."""
PARTS = 5
"""Games are left out of a fit in so many parts."""
Numbers = NDArray[np.float64]


def played(seed: int, rng: Random) -> tuple[list[tuple[float, ...]], list[int], int | None]:
    """Play a game; return the active seat's marks less the other's as each turn begins, whose turns, and the winner."""
    table = Table.new(GAME, "two", {}, seed=seed, keep=False)
    styles = [WARY, WARY] if rng.random() < 0.6 else [WARY, PLAIN] if rng.random() < 0.5 else [PLAIN, WARY]
    rows: list[tuple[float, ...]] = []
    turns: list[tuple[int, int]] = []
    for _ in range(LONGEST):
        if table.outcome is not None:
            break
        position: ArchmagiPosition = table.position
        turn = (position.round, position.active)
        if position.active >= 0 and turn not in turns[-1:] and min(position.magi) >= 0 and position.battle is None:
            turns.append(turn)
            own, other = (astuple(marks(position, seat)) for seat in (position.active, 1 - position.active))
            rows.append(tuple(a - b for a, b in zip(own, other, strict=True)))
        seat = table.asked()[0]
        found = scored(position, seat, styles[seat])
        act = found[rng.randrange(min(FEW, len(found))) if rng.random() < STRAY else 0][1]
        table.play(act if act in table.choices(seat) else found[0][1], seat)
    won = table.outcome is not None and len(table.outcome.winners) == 1
    return rows, [seat for _, seat in turns], table.outcome.winners[0] if won and table.outcome else None


def fit(rows: Numbers, won: Numbers) -> Numbers:
    """Return the weights under which those who won were the likeliest to win, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(12):
        chances = expected(rows, weights)
        bend = (rows * (chances * (1 - chances))[:, None]).T @ rows + 1e-6 * np.eye(len(weights))
        weights += np.linalg.solve(bend, rows.T @ (won - chances))
    return weights


def expected(rows: Numbers, weights: Numbers) -> Numbers:
    """Return how likely the active seat wins."""
    chances: Numbers = 1 / (1 + np.exp(-rows @ weights))
    return chances


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=700)
    parser.add_argument("--seed", type=int, default=1000)
    given = parser.parse_args()
    rng = Random(given.seed)
    found, won, part = [], [], []
    for number in range(given.games):
        rows, seats, winner = played(FIRST + given.seed + number, rng)
        if winner is not None:
            found += rows
            won += [float(seat == winner) for seat in seats]
            part += [number % PARTS] * len(rows)
    matrix, ends, parts = np.array(found), np.array(won), np.array(part)
    chances = np.empty(len(ends))
    for left in range(PARTS):
        out = parts == left
        chances[out] = expected(matrix[out], fit(matrix[~out], ends[~out]))
    loss = -np.mean(ends * np.log(chances) + (1 - ends) * np.log(1 - chances))
    print(f"# {len(ends)} turns, log loss {loss:.4f} (even chances: {np.log(2):.4f})")
    for name, weight in zip(Weights.__struct_fields__, fit(matrix, ends), strict=True):
        print(f"{name} = {weight:.3f}")


if __name__ == "__main__":
    main()
