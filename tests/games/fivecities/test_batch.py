"""The batch simulator against a second statement of the rules, written for one game and to be read.

`recorded_games(n, seed)` of the module under test gives the same games to any other rules engine.
"""

from __future__ import annotations

import itertools
import tomllib
from collections import Counter
from importlib import resources

import numpy as np
import pytest

from tanelorn.games.fivecities.batch import (
    REASONS,
    Batch,
    Orders,
    RecordedGame,
    RecordedOrder,
    RecordedTurn,
    recorded_games,
)

BOARD = tomllib.loads((resources.files("tanelorn.games.fivecities") / "data" / "board.toml").read_text())
SLUGS = [area["slug"] for area in BOARD["province"] + BOARD["city"]]
PROVINCES = range(8)
CITIES = range(8, 16)
LINKS = {
    link
    for row in BOARD["adjacency"]
    for link in itertools.permutations((SLUGS.index(row["a"]), SLUGS.index(row["b"])))
}
Position = list[list[int]]  # for each seat its pieces in each area


def opening() -> Position:
    return [
        [3 if area < 8 and BOARD["province"][area]["start"] == side else 0 for area in range(16)]
        for side in ("first", "second")
    ]


def fight(mine: int, yours: int) -> tuple[int, int]:
    """Who is left of an unequal fight; an equal one leaves nobody (combat.7, combat.8)."""
    if mine == yours:
        return 0, 0
    strong, weak = max(mine, yours), min(mine, yours)
    left = strong - max(0, weak - (strong - weak))
    return (left, 0) if mine > yours else (0, left)


def place(position: Position, turn: RecordedTurn) -> None:
    before = [list(pieces) for pieces in position]
    for seat in (0, 1):
        earning = [city for city in CITIES if before[seat][city]]
        assert len(turn.placements[seat]) == len(earning)
        for city, area in zip(earning, turn.placements[seat], strict=True):
            assert area == city or (area == city - 8 and not before[1 - seat][area])
            position[seat][area] += 1


def check_order(order: RecordedOrder, pieces: list[int], bombs_left: int) -> None:
    leaving: Counter[int] = Counter()
    for count, origin, target in order.moves:
        assert count >= 1
        assert (origin, target) in LINKS
        leaving[origin] += count
    assert all(pieces[origin] >= count for origin, count in leaving.items())
    assert len(leaving) <= 1 or len({target for _, _, target in order.moves}) == 1
    assert len({move[1:] for move in order.moves}) == len(order.moves)
    assert order.bomb == -1 or (bombs_left and order.bomb in range(16))


def resolve(position: Position, orders: tuple[RecordedOrder, ...], seen: Counter[str]) -> None:
    """Carry out two orders, and note in `seen` which situations of the rulebook came up."""
    held = [[count > 0 for count in pieces] for pieces in position]
    going = [{(origin, target): count for count, origin, target in order.moves} for order in orders]
    for seat in (0, 1):
        for (origin, _), count in going[seat].items():
            position[seat][origin] -= count
    crossings = [(a, b) for a, b in going[0] if (b, a) in going[1]]
    for a, b in crossings:
        forces = going[0][a, b], going[1][b, a]
        seen["even exchange" if forces[0] == forces[1] else "uneven exchange"] += 1
        going[0][a, b], going[1][b, a] = fight(*forces)
        left = max(going[0][a, b], going[1][b, a])
        seen["an exchange that costs the stronger side"] += 0 < left < max(forces)
    seen["several exchanges in a turn"] += len(crossings) > 1
    for seat in (0, 1):
        for (_, target), count in going[seat].items():
            position[seat][target] += count
    survivors = {area for a, b in crossings for area in (a, b)}
    for area in range(16):
        fight_in(area, position, held, area in survivors, seen)
    strike(position, orders, seen)


def fight_in(area: int, position: Position, held: list[list[bool]], crossed: bool, seen: Counter[str]) -> None:
    forces = position[0][area], position[1][area]
    if not all(forces):
        return
    seen["second combat after an exchange"] += crossed
    position[0][area], position[1][area] = fight(*forces)
    if forces[0] != forces[1]:
        left = position[0][area] + position[1][area]
        seen["two to one" if left == max(forces) else "fight that costs the stronger side"] += 1
        return
    holder = next((seat for seat in (0, 1) if held[seat][area]), None)
    seen["even fight, nobody held" if holder is None else f"even fight, seat {holder} held"] += 1
    seen["even fight after an exchange in a held area"] += crossed and holder is not None
    if holder is not None:
        position[holder][area] = 1


def strike(position: Position, orders: tuple[RecordedOrder, ...], seen: Counter[str]) -> None:
    for seat, order in enumerate(orders):
        if order.bomb == -1:
            continue
        for victim in (0, 1):
            count = position[victim][order.bomb]
            position[victim][order.bomb] = 0 if order.bomb in CITIES else count - count // 2
            kind = "city" if order.bomb in CITIES else "odd province" if count % 2 else "even province"
            seen[f"{'own' if seat == victim else 'enemy'} {kind} struck"] += count > 0
    if orders[0].bomb == orders[1].bomb != -1:
        seen["one area struck twice"] += 1


def end(position: Position, turn: int, limit: int) -> tuple[int, str] | None:
    """The check at the start of that turn, in the order of turn.2: winner or -1, and the reason."""
    cities = [sum(pieces[city] > 0 for city in CITIES) for pieces in position]
    for seat in (0, 1):
        if cities[seat] >= 5:
            return seat, "five cities"
    alive = [seat for seat in (0, 1) if any(position[seat])]
    if len(alive) < 2:
        return (alive[0] if alive else -1), "no pieces"
    return (-1, "turn limit") if turn > limit else None


def replay(game: RecordedGame, limit: int, seen: Counter[str]) -> None:
    """Play a recorded game by the statement of the rules above and compare after every turn."""
    position = opening()
    bombs_left = [3, 3]
    for number, turn in enumerate(game.turns, start=1):
        assert end(position, number, limit) is None
        place(position, turn)
        for seat, order in enumerate(turn.orders):
            check_order(order, position[seat], bombs_left[seat])
            bombs_left[seat] -= order.bomb != -1
        resolve(position, turn.orders, seen)
        assert [list(pieces) for pieces in turn.after] == position
        assert not any(all(pair) for pair in zip(*position, strict=True))
    assert end(position, len(game.turns) + 1, limit) == (game.winner, game.reason)
    seen[game.reason] += 1


@pytest.fixture(scope="module")
def games() -> list[RecordedGame]:
    return recorded_games(400, seed=5)


@pytest.mark.long
@pytest.mark.rule(
    "fivecities/newpieces.1",
    "fivecities/newpieces.2",
    "fivecities/newpieces.3",
    "fivecities/newpieces.4",
    "fivecities/newpieces.5",
    "fivecities/newpieces.6",
    "fivecities/newpieces.7",
    "fivecities/newpieces.8",
    "fivecities/newpieces.10",
    "fivecities/movement.3",
    "fivecities/movement.4",
    "fivecities/movement.5",
    "fivecities/movement.6",
    "fivecities/movement.7",
    "fivecities/movement.8",
    "fivecities/movement.9",
    "fivecities/movement.10",
    "fivecities/movement.14",
    "fivecities/movement.15",
    "fivecities/movement.18",
    "fivecities/combat.1",
    "fivecities/combat.2",
    "fivecities/combat.3",
    "fivecities/combat.4",
    "fivecities/combat.5",
    "fivecities/combat.6",
    "fivecities/combat.7",
    "fivecities/combat.8",
    "fivecities/combat.9",
    "fivecities/combat.10",
    "fivecities/combat.11",
    "fivecities/combat.12",
    "fivecities/combat.13",
    "fivecities/combat.14",
    "fivecities/combat.15",
    "fivecities/combat.16",
    "fivecities/combat.17",
    "fivecities/combat.18",
    "fivecities/combat.19",
    "fivecities/combat.20",
    "fivecities/combat.21",
    "fivecities/bombardment.1",
    "fivecities/bombardment.2",
    "fivecities/bombardment.3",
    "fivecities/bombardment.4",
    "fivecities/bombardment.5",
    "fivecities/bombardment.7",
    "fivecities/bombardment.8",
    "fivecities/sorcery.1",
    "fivecities/sorcery.2",
    "fivecities/sorcery.3",
    "fivecities/sorcery.4",
    "fivecities/object.1",
    "fivecities/object.2",
    "fivecities/object.3",
    "fivecities/object.4",
    "fivecities/object.6",
    "fivecities/object.7",
    "fivecities/setup.1",
    "fivecities/setup.2",
    "fivecities/setup.3",
    "fivecities/turn.2",
)
def test_every_turn_follows_the_rules(games: list[RecordedGame]) -> None:
    seen: Counter[str] = Counter()
    for game in games:
        replay(game, 200, seen)
    assert (+seen).keys() >= {
        "even exchange",
        "uneven exchange",
        "an exchange that costs the stronger side",
        "several exchanges in a turn",
        "second combat after an exchange",
        "two to one",
        "fight that costs the stronger side",
        "even fight after an exchange in a held area",
        "even fight, nobody held",
        "even fight, seat 0 held",
        "even fight, seat 1 held",
        "one area struck twice",
        *(f"{whose} {what} struck" for whose in ("own", "enemy") for what in ("city", "odd province", "even province")),
        *REASONS,
    }


@pytest.mark.rule("fivecities/bombardment.2", "fivecities/bombardment.6", "fivecities/bombardment.9")
def test_two_strikes_on_one_area_halve_twice() -> None:
    batch = Batch(4, seed=1)
    batch.pieces[:] = 0
    batch.pieces[0, 5] = [8, 5, 1, 7]
    batch.pieces[1, 9] = [3, 3, 3, 3]
    batch._target[:] = [[5, 5, 5, 5], [5, 5, 5, 9]]
    batch._strike()
    assert batch.pieces[0, 5].tolist() == [2, 2, 1, 4]
    assert batch.pieces[1, 9].tolist() == [3, 3, 3, 0]


def first_orders(seat: int) -> set[tuple[tuple[int, int, int], ...]]:
    """Every legal set of moves in the opening position."""
    pieces = opening()[seat]
    orders = set()
    for hub in range(16):
        near = sorted(b for a, b in LINKS if a == hub)
        for counts in itertools.product(range(pieces[hub] + 1), repeat=len(near)):
            if sum(counts) <= pieces[hub]:
                orders.add(tuple((n, hub, to) for n, to in zip(counts, near, strict=True) if n))
        for counts in itertools.product(*(range(pieces[area] + 1) for area in near)):
            orders.add(tuple((n, start, hub) for n, start in zip(counts, near, strict=True) if n))
    return orders


@pytest.mark.long
@pytest.mark.rule(
    "fivecities/movement.3",
    "fivecities/movement.4",
    "fivecities/movement.5",
    "fivecities/movement.8",
    "fivecities/sorcery.2",
    "fivecities/object.7",
)
def test_every_legal_first_order_is_played_and_no_other() -> None:
    games = recorded_games(20_000, seed=3, turn_limit=1)
    assert {(len(game.turns), game.winner, game.reason) for game in games} == {(1, -1, "turn limit")}
    for seat in (0, 1):
        orders = [game.turns[0].orders[seat] for game in games]
        assert {order.moves for order in orders} == first_orders(seat)
        assert {order.bomb for order in orders} == set(range(-1, 16))
        assert sum(order.bomb >= 0 for order in orders) == pytest.approx(20_000 * 13 / 256, rel=0.1)


@pytest.mark.long
@pytest.mark.rule("fivecities/newpieces.4", "fivecities/newpieces.6")
def test_every_placement_and_every_link_is_used(games: list[RecordedGame]) -> None:
    turns = [turn for game in games for turn in game.turns]
    for seat in (0, 1):
        assert {area for turn in turns for area in turn.placements[seat]} == set(range(16))
        moves = [move for turn in turns for move in turn.orders[seat].moves]
        assert {(origin, target) for _, origin, target in moves} == LINKS
        assert max(count for count, _, _ in moves) > 9


@pytest.mark.long
@pytest.mark.rule("fivecities/combat.19", "fivecities/equipment.2", "fivecities/object.5", "fivecities/sorcery.4")
def test_limits_hold_in_a_long_run() -> None:
    batch = Batch(1000, seed=11, turn_limit=60)
    most = 0
    for _ in range(150):
        before, bombs = batch.pieces.copy(), batch.bombs_left.copy()
        batch.step()
        same = batch.turn > 1
        earned = (before[:, 8:] > 0).sum(axis=1)
        grown = batch.pieces.sum(axis=1) - before.sum(axis=1)
        spent = bombs - batch.bombs_left
        assert (grown <= earned)[:, same].all()
        assert np.isin(spent[:, same], (0, 1)).all()
        assert (batch.pieces >= 0).all()
        assert not (batch.pieces > 0).all(axis=0).any()
        assert ((batch.bombs_left >= 0) & (batch.bombs_left <= 3)).all()
        assert ((batch.turn >= 1) & (batch.turn <= 60)).all()
        assert ((batch.pieces[:, 8:] > 0).sum(axis=1) < 5).all()
        assert (batch.pieces.sum(axis=1) > 0).all()
        assert (batch.pieces[:, :, ~same] == np.array(opening())[:, :, None]).all()
        most = max(most, int(batch.pieces.sum(axis=1).max()))
    assert most > 25
    assert batch.results.sum() > 1000
    assert batch.results[0, -1] == 0  # five cities is never a draw
    assert (batch.results[2, :2] == 0).all()  # and the limit always is


@pytest.mark.long
def test_the_seed_decides_and_recording_changes_nothing() -> None:
    runs = [Batch(50, seed, record=record) for seed, record in ((9, False), (9, True), (10, False))]
    for batch in runs:
        for _ in range(80):
            batch.step()
    assert (runs[0].pieces == runs[1].pieces).all()
    assert (runs[0].results == runs[1].results).all()
    assert (runs[0].pieces != runs[2].pieces).any()
    assert sum(map(len, runs[1].recorded)) == runs[1].results.sum()


@pytest.mark.rule("fivecities/setup.1", "fivecities/setup.2", "fivecities/setup.3", "fivecities/board.5")
def test_the_board_is_the_board_file() -> None:
    batch = Batch(3, seed=0)
    near = batch.board.neighbours
    assert {(a, b) for a in range(16) for b in near[a]} == LINKS
    assert {SLUGS[area] for area in near[SLUGS.index("shalomar")]} == {
        "mu",
        "ulteria",
        "halcyonna",
        "shangri-la-city",
    }
    assert batch.pieces[:, :, 1].tolist() == opening()
    assert (batch.bombs_left == 3).all()


@pytest.mark.parametrize(("games", "limit"), [(0, 200), (1, 0), (1, 4001)])
def test_sizes_that_cannot_be_are_refused(games: int, limit: int) -> None:
    with pytest.raises(ValueError, match="turn limit"):
        Batch(games, 1, limit)


def test_orders_that_cannot_be_are_refused_and_change_nothing() -> None:
    batch, again = Batch(2, 1), Batch(2, 1)
    none, stay = np.zeros((4, 2), np.int16), np.full(2, -1, np.int8)
    into, hub = np.zeros(2, np.bool_), np.zeros(2, np.intp)
    with pytest.raises(ValueError, match="call place"):
        batch.carry_out()
    batch.place()
    again.place()
    with pytest.raises(ValueError, match="hubs are areas, from 0 to 15"):
        batch.carry_out({0: Orders(hub + 16, into, none, stay)})
    with pytest.raises(ValueError, match="strikes are areas, from 0 to 15, or -1"):
        batch.carry_out({1: Orders(hub, into, none, stay - np.int8(1))})
    batch.carry_out({0: Orders(hub, into, none, stay)})
    again.carry_out({0: Orders(hub, into, none, stay)})
    assert (batch.pieces == again.pieces).all()
