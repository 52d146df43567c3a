"""Races between options that are played out."""

from __future__ import annotations

import random

from tanelorn.bots.judgement.races import IncumbentRace


def test_the_first_is_kept_unless_another_is_surely_better() -> None:
    rng = random.Random(1)
    race = IncumbentRace(3, gain=0.003)
    for _ in range(20):
        race.note([0.3 + 0.2 * (at == 2) + 0.01 * rng.random() for at in race.alive])
    assert race.winner() == 2
    race = IncumbentRace(2, gain=0.003)
    for _ in range(6):
        race.note([rng.random() for _ in race.alive])
    assert race.winner() == 0
