"""The figures of the reference sheet, and what chance is asked for: dice of six read by themselves, and blind draws."""

from __future__ import annotations

import random

import pytest

from tanelorn.core.chance import Draw, Roll, Seeded
from tanelorn.core.play.table import Table
from tanelorn.games.elric import search
from tanelorn.games.elric.magic import casting
from tanelorn.games.elric.movement import groups, routes
from tanelorn.games.elric.rules import ELRIC

Asked = list[tuple[Roll | Draw, tuple[int, ...]]]


class Noted(Seeded):
    """Chance by a seed that keeps what it was asked for and what it gave."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked: Asked = []

    def outcome(self, ask: Roll | Draw) -> tuple[int, ...]:
        found = super().outcome(ask)
        self.asked.append((ask, found))
        return found


def asked_of_chance(slug: str, seed: int, plays: int) -> Asked:
    """Return all that a game asks of chance in so many plays at random."""
    chance, rng = Noted(seed), random.Random(seed)
    game = Table.new(ELRIC, slug, chance=chance, keep=False)
    for _ in range(plays):
        if game.step is None:
            break
        seat = rng.choice(game.step.seats(game.position))
        game.play(game.choices(seat).sample(rng), seat=seat)
    return chance.asked


@pytest.mark.rule("elric/ref.a")
def test_the_figures_of_the_sheet_are_those_of_the_rules() -> None:
    assert (groups.POINTS, routes.SWIM) == (4, 2)
    assert (search.FIRST, search.AGAIN) == (5, 4)
    assert casting.MOST == 3


@pytest.mark.rule("elric/3.0")
@pytest.mark.parametrize("slug", ["long", "upstart", "founding"])
def test_dice_have_six_faces_and_are_read_one_by_one_and_spells_are_drawn_singly(slug: str) -> None:
    asked = asked_of_chance(slug, 7, 400)
    assert asked
    for ask, outcome in asked:
        if isinstance(ask, Draw):
            assert ask.count in (1, len(outcome))
            continue
        assert ask.sides == 6
        assert set(outcome) <= set(range(1, 7))
        for_two_sides = "battle" in ask.why or "attack" in ask.why or " against " in ask.why or "first" in ask.why
        assert ask.count == 1 or for_two_sides, ask.why


@pytest.mark.rule("elric/3.0")
def test_a_seed_replays_a_game_exactly() -> None:
    assert asked_of_chance("long", 11, 150) == asked_of_chance("long", 11, 150)
