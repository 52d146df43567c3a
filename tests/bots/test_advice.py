"""Advice: what a bot would do in a seat's place, by what that seat knows."""

from __future__ import annotations

import random

import pytest

from tanelorn.bots import advise, grounds, make_bot, review
from tanelorn.core.chance import Seeded
from tanelorn.core.errors import Illegal, NotAsked, Unreadable
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR
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


@pytest.mark.long
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


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_a_choice_is_judged_beside_what_the_bot_would_have_done(slug: str):
    table = in_play(slug)
    seat = table.asked()[0]
    view, choices = table.view(seat), table.choices(seat)
    for number in range(3):
        made = choices.sample(random.Random(number))
        said = review(table.game, view, str(made), 5)
        assert said == review(table.game, view, str(made), 5)
        assert (said.made.text, said.made.says, said.made.picks) == (str(made), made.says(), made.picks)
        assert 0 <= said.made.least <= said.made.expected <= said.advice.lines[0].expected
    best = advise(table.game, view, 5).lines[0]
    assert review(table.game, view, best.text, 5).made.text == best.text
    position = table.position.copy()
    scramble(table.game, position, seat, random.Random(1))
    twin = Table.at(table.game, position, chance=Seeded(2), keep=False)
    assert review(table.game, twin.view(seat), str(made), 5) == said


def test_a_blunder_is_seen_as_one():
    table = Table.new("fivecities", seed=1)
    table.play("1 A to M", 0)
    table.play("pass", 1)
    blunder = review(table.game, table.view(0), "Bomb AC", 5)
    assert blunder.made.expected < blunder.advice.lines[0].expected - 0.01
    assert "Bomb" not in blunder.advice.lines[0].text


def test_what_was_no_choice_cannot_be_judged():
    table = Table.new("fivecities", seed=1)
    with pytest.raises(Unreadable, match="nonsense"):
        review(table.game, table.view(0), "nonsense", 5)
    with pytest.raises(Illegal):
        review(table.game, table.view(0), "9 A to M", 5)
    with pytest.raises(NotAsked):
        review(table.game, table.view(SPECTATOR), "pass", 5)
