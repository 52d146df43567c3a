"""The toy is known to the registry while a test of the core runs."""

from __future__ import annotations

import random

import pytest

from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tests.toy.skirmish import SKIRMISH


@pytest.fixture(autouse=True)
def _toy_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._games, SKIRMISH.slug, SKIRMISH)


def play_on(table: Table, seed: int = 1, most: int = 10_000) -> Table:
    """Play at random, to the end if `most` allows."""
    rng = random.Random(seed)
    for _ in range(most):
        if table.outcome is not None:
            break
        decision = rng.choice(table.decisions())
        table.play(decision.choices().sample(rng), decision.seat)
    return table
