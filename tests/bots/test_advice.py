"""Advice: what a bot would do in a seat's place, by what that seat knows."""

from __future__ import annotations

import random

import pytest

from tanelorn.bots import advise, grounds, make_bot
from tanelorn.core.chance import Seeded
from tanelorn.core.errors import NotAsked
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tests.contract.laws import scramble

GAMES = sorted(game.slug for game in games)


def in_play(slug: str) -> Table:
    """Return a game into which bots have played for a while."""
    table = Table.new(slug, seed=3, keep=False)
    bots = [make_bot("easy", table.game, seat) for seat in range(len(table.seats))]
    for _ in range(25):
        seat = table.asked()[0]
        table.play(bots[seat].choose(table.view(seat)), seat)
    return table


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_it_is_what_the_bot_would_do_and_the_seat_may_do(slug: str):
    table = in_play(slug)
    seat = table.asked()[0]
    view, slack = table.view(seat), make_bot("greedy", table.game, 0).judgement.slack
    advice = advise(table.game, view, 5)
    assert advice == advise(table.game, view, 5)
    assert 1 <= len(advice.lines) <= min(3, advice.looked)
    assert all(0 <= line.least <= line.expected <= 1 for line in advice.lines)
    assert [line.expected for line in advice.lines] == sorted((line.expected for line in advice.lines), reverse=True)
    chosen = str(make_bot("greedy", table.game, 5).choose(view))
    near = [line.text for line in advice.lines if line.expected >= advice.lines[0].expected - slack]
    assert chosen in near or len(near) == len(advice.lines) < advice.looked
    for line in advice.lines:
        choice = table.choices(seat).parse(line.text)
        assert (choice.picks, choice.says()) == (line.picks, line.says)
        after = table.copy(Seeded(1))
        after.play(choice, seat)


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_it_does_not_depend_on_what_the_seat_cannot_know(slug: str):
    table = in_play(slug)
    seat = table.asked()[0]
    position = table.position.copy()
    scramble(table.game, position, seat, random.Random(1))
    twin = Table.at(table.game, position, chance=Seeded(2), keep=False)
    assert advise(table.game, twin.view(seat), 5) == advise(table.game, table.view(seat), 5)


def test_it_says_on_what_it_rests():
    table = Table.new("fivecities", seed=1)
    assert "tried on 1 board that fits what you know" in grounds(advise(table.game, table.view(0), 1))
    hidden = in_play("elric")
    assert "tried on 4 boards that fit what you know" in grounds(advise(hidden.game, hidden.view(hidden.asked()[0]), 1))


def test_who_is_not_asked_is_not_advised():
    table = Table.new("elric", seed=1)
    other = next(seat for seat in range(len(table.seats)) if seat not in table.asked())
    with pytest.raises(NotAsked):
        advise(table.game, table.view(other), 1)
