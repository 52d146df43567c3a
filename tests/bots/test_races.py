"""Races between options that are played out."""

from __future__ import annotations

import random

from tanelorn.bots.judgement.races import IncumbentRace, LikelyRace, Prior


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


PRIOR = Prior(edge=-0.02, spread=0.06, noise=0.2)


def likely(edges: list[float], turns: int, seed: int) -> LikelyRace:
    """A race of options that are better than the first by so much on average."""
    rng = random.Random(seed)
    race = LikelyRace(1 + len(edges), PRIOR)
    while len(race.tried[race.alive[0]]) < turns and len(race.alive) > 1:
        race.note([([0.0, *edges])[at] + rng.gauss(0.5, 0.14) for at in race.alive])
    return race


def test_a_small_edge_is_believed_once_many_turns_show_it() -> None:
    """The race that wants proof beyond doubt never takes what is better by a tenth of one turn's deviation."""
    many = [likely([0.02, -0.1], 400, seed).winner() for seed in range(40)]
    assert many.count(1) >= 24
    assert 2 not in many


def test_few_turns_decide_only_what_is_plain() -> None:
    worse = [likely([-0.1, -0.1, -0.1], 8, seed).winner() for seed in range(60)]
    assert worse.count(0) >= 45
    plain = [likely([-0.2, 0.3, 0.0], 8, seed).winner() for seed in range(60)]
    assert plain.count(2) >= 50
    assert {likely([-0.2, 0.3, 0.0], LikelyRace.FIRST - 1, seed).winner() for seed in range(20)} == {0}


def test_a_race_is_over_when_one_is_surely_better() -> None:
    race = likely([0.5], 400, 1)
    assert race.alive == [1]
    assert race.winner() == 1
    assert len(race.tried[0]) < 30
