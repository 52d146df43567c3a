"""Looking on late: what is shown is how a turn began, so many turns back, in every game, however it is followed."""

from __future__ import annotations

import random

import pytest

from tanelorn.core.chance import Committed
from tanelorn.core.game import games
from tanelorn.core.play.record import Chose
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR
from tanelorn.site.live.tables.behind import UNTIL_THE_END, Behind
from tests.toy.skirmish import SKIRMISH

SECRET = "what nobody knows"
MOST = 700
"""Choices by which the longest turn of a game, played at random, is over."""


def play(table: Table, rng: random.Random) -> None:
    """Play any choice of anybody who is asked."""
    seat = rng.choice(table.asked())
    table.play(table.decision(seat).choices().sample(rng), seat)


def behind(table: Table, turns: int) -> Behind:
    assert table.header is not None
    return Behind(table.header, table.header.source(SECRET), turns)


def shown(table: Table) -> tuple[object, ...]:
    return table.moment, table.scene(SPECTATOR), table.events(SPECTATOR), len(table.entries)


@pytest.mark.parametrize("slug", [game.slug for game in games])
@pytest.mark.long
def test_it_is_seen_how_the_turn_began(slug: str) -> None:
    game = games[slug]
    table = Table.new(game, chance=Committed(SECRET))
    rng = random.Random(slug)
    late, later, never = behind(table, 1), behind(table, 2), behind(table, UNTIL_THE_END)
    first = now = game.turn_of(table.position)
    began = before = start = shown(table)
    for _ in range(MOST):
        if table.outcome is not None or now > first + 1:
            break
        play(table, rng)
        turn = game.turn_of(table.position)
        facts = table.facts()
        assert turn == facts.get("turn", facts.get("round"))
        if turn > now:
            now, before, began = turn, began, shown(table)
        late.follow(table.entries)
        assert late.now.moment == began[0]
    assert now > first, "No turn has ended, so that nothing was tested."
    later.follow(table.entries)
    never.follow(table.entries)
    assert shown(late.now) == began
    assert shown(later.now) == before
    assert shown(never.now) == start


def test_a_game_that_counts_no_turns_is_seen_from_its_start_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._games, SKIRMISH.slug, SKIRMISH)
    table = Table.new(SKIRMISH, chance=Committed(SECRET))
    late, start, rng = behind(table, 1), shown(table), random.Random(1)
    while table.outcome is None:
        play(table, rng)
    assert SKIRMISH.turn_of(table.position) == 0
    late.follow(table.entries)
    assert shown(late.now) == start


def test_what_cannot_be_played_again_shows_nothing_more() -> None:
    table = Table.new("fivecities", chance=Committed(SECRET))
    late, start = behind(table, 1), shown(table)
    for seat in (0, 1, 0, 1):
        table.play("pass", seat)
    late.follow([Chose(0, "1 Q to Z"), *table.entries])
    late.follow([Chose(0, "1 Q to Z"), *table.entries])
    assert shown(late.now) == start
