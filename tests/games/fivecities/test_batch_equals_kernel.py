"""The batch simulator and the kernel play the same game, turn by turn: 250 random games, with `--deep` 10,000."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tanelorn import Table
from tanelorn.games.fivecities.batch import Batch, RecordedGame
from tanelorn.games.fivecities.board import CITIES, PROVINCES
from tanelorn.games.fivecities.new_pieces import Placement
from tanelorn.games.fivecities.notation import Order
from tanelorn.games.fivecities.position import FiveCitiesPosition

CHUNKS = 8
GAMES = 1250
SOME = 250
REASON = {"fivecities/object.1": "five cities", "fivecities/object.6": "no pieces", "fivecities/object.7": "turn limit"}


def finished_games(games: int, seed: int) -> Iterator[RecordedGame]:
    """Yield at least that many finished games of one batch, each when it ends: who has compared it can forget it."""
    batch = Batch(256, seed, record=True)
    found = 0
    while found < games:
        batch.step()
        for own in batch.recorded:
            found += len(own)
            yield from own
            own.clear()


def place(table: Table, seat: int, areas: tuple[int, ...]) -> Placement:
    """Return a recorded placement without the cities that leave no choice: there the kernel does not ask."""
    position: FiveCitiesPosition = table.position
    enemy = position.pieces[1 - seat]
    chosen = []
    for area in areas:
        province = area % PROVINCES
        if enemy[province]:
            assert area == province + PROVINCES
        else:
            chosen.append(area)
    return Placement(tuple(chosen))


def replay(game: RecordedGame) -> Table:
    """Play a recorded game on the kernel and compare pieces, bombardments and turn after every turn."""
    table = Table.new("fivecities", seed=0, keep=False)
    bombs = [3, 3]
    for number, turn in enumerate(game.turns, 1):
        position: FiveCitiesPosition = table.position
        assert table.outcome is None
        assert position.turn == number
        placements = [place(table, seat, turn.placements[seat]) for seat in (0, 1)]
        asked = [seat for seat in (0, 1) if placements[seat].areas]
        if asked:
            assert list(table.asked()) == asked
        for seat in asked:
            table.play(placements[seat], seat)
        for seat, order in enumerate(turn.orders):
            moves = [(origin, to, count) for count, origin, to in order.moves]
            table.play(Order.of(moves, order.bomb), seat)
            bombs[seat] -= order.bomb >= 0
        compare(table.position, turn.after, bombs, number)
    return table


def compare(position: FiveCitiesPosition, after: tuple[tuple[int, ...], ...], bombs: list[int], number: int) -> None:
    """Compare with the end of a turn; the kernel has since placed what leaves no choice in the next one."""
    assert position.bombs == bombs
    assert position.turn == number + 1
    forced = [[0] * len(own) for own in after]
    if position.outcome is None:
        for seat in (0, 1):
            for city in CITIES:
                forced[seat][city] += bool(after[seat][city] and after[1 - seat][city - PROVINCES])
    for seat in (0, 1):
        assert position.pieces[seat] == [a + b for a, b in zip(after[seat], forced[seat], strict=True)]


@pytest.mark.long
@pytest.mark.rule("fivecities/turn.1", "fivecities/turn.2", "fivecities/newpieces.10", "fivecities/combat.4")
@pytest.mark.parametrize(
    ("games", "seed"),
    [(SOME, 999), *(pytest.param(GAMES, 1000 + chunk, marks=pytest.mark.deep) for chunk in range(CHUNKS))],
)
def test_batch_equals_kernel(games: int, seed: int) -> None:
    for game in finished_games(games, seed):
        outcome = replay(game).outcome
        assert outcome is not None
        assert REASON[outcome.clause] == game.reason
        assert outcome.winners == (() if game.winner < 0 else (game.winner,))
