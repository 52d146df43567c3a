"""Whatever is written, at either board and in any phase, is played or refused: through the public door."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tanelorn import Table, TanelornError
from tanelorn.core.game import games

BOARDS = ("diplomacy", "youngkingdoms")
VERBS = (
    "-",
    "S",
    "C",
    "H",
    "R",
    "D",
    "B",
    "to",
    "via convoy",
    "casts",
    "at",
    "plays",
    "nothing",
    "waive",
    "agrees with",
)


@cache
def words(board: str) -> tuple[str, ...]:
    """What orders are made of: kinds, places, verbs, names, numbers, signs."""
    game = games[board]
    places = [area.id for area in game.board.areas][::4] + [area.name for area in game.board.areas][::9]
    kinds = ("A", "F", "K", "army", "Elric", "Jagreen Lern", "The card of", "0", "7", "10", ";", ",", "\n", "\x00", "—")
    return (*kinds, *VERBS, *VERBS, *places)


PHASES = ("orders", "retreats", "builds")


@cache
def table_of(board: str, seed: int) -> Table:
    """A table after some random years, in each of the phases in turn."""
    rng = random.Random(seed)
    table = Table.new(games[board], None, {}, seed=seed, keep=False)
    until = rng.randrange(100)
    while table.outcome is None and (table.moment < until or table.facts()["phase"] != PHASES[seed % 3]):
        seat = rng.choice(table.asked())
        table.play(table.decision(seat).choices().sample(rng), seat)
    assert table.outcome is None
    return table


def state(table: Table) -> tuple[object, ...]:
    return table.position.digest(), table.moment, len(table.entries), table.asked()


@pytest.mark.long
@pytest.mark.parametrize("board", BOARDS)
@settings(max_examples=settings.default.max_examples * 3 // 2)
@given(data=st.data(), seed=st.integers(0, 14))
def test_any_text_is_played_or_refused(board: str, data: st.DataObject, seed: int) -> None:
    table = table_of(board, seed)
    seat = data.draw(st.sampled_from(table.asked()))
    offered = table.decision(seat).choices()
    mixed = st.lists(st.sampled_from(words(board)), max_size=12).map(" ".join)
    text = data.draw(st.one_of(mixed, mixed, st.text(max_size=50)))
    orders = str(offered.sample(random.Random(seed)))
    text = data.draw(st.sampled_from([text, f"{orders}; {text}", f"{text}\n{orders}"]))
    before = state(table)
    try:
        choice = offered.parse(text)
    except TanelornError:
        with pytest.raises(TanelornError, match=r"\w"):
            table.play(text, seat)
        assert state(table) == before
    else:
        assert choice in offered
        assert offered.parse(str(choice)) == choice
    if offered.written:
        try:
            reading = offered.read(text)
        except TanelornError:
            return
        for upto in range(len(reading.path) + 1):
            offered.offer(reading.path[:upto])
        assert all(one.text and one.why for one in reading.refused)
        assert state(table) == before
