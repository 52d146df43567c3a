"""Whole arrays of Five Cities games, played at random or as told, and advanced together in NumPy.

Every array keeps its games on the last axis, contiguous, and every turn does the same work for all of
them: nothing branches on one game. The seats come first where an array has them. Areas are numbered as in
the board file, the provinces and then their cities, so the city of province p is p + provinces.

What makes this quick is that an order is always a star (fivecities/movement.5): a hub, the one area that
all pieces leave or all pieces enter, and a number of pieces on each connection of that hub, its spokes.
Hubs have at most four neighbours on the board, so an order is a hub, a direction and four numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tanelorn.games.fivecities.board import BOMBARDMENTS, CITIES, CITIES_TO_WIN, FILE, NEIGHBOURS, PROVINCES

Bools: TypeAlias = NDArray[np.bool_]
Bytes: TypeAlias = NDArray[np.uint8]
Counts: TypeAlias = NDArray[np.int16]

SEATS = 2
STRIKE_CHANCE = 13  # in 256: how often a seat that may still bombard does
REASONS = ("five cities", "no pieces", "turn limit")  # in the order of fivecities/turn.2
LONGEST_LIMIT = 4000  # four new pieces a turn: twice the pieces of a side must stay within int16


@dataclass(frozen=True)
class Board:
    """What the batch needs of the board file. Areas are numbers: provinces first, then their cities."""

    provinces: int
    neighbours: tuple[tuple[int, ...], ...]
    start: tuple[tuple[int, ...], ...]
    cities_to_win: int
    bombardments: int

    @property
    def areas(self) -> int:
        return len(self.neighbours)


@dataclass(frozen=True)
class RecordedOrder:
    """One seat's order: moves as (count, from, to) in board order, and the area struck or -1."""

    moves: tuple[tuple[int, int, int], ...]
    bomb: int


@dataclass(frozen=True)
class RecordedTurn:
    """What both seats chose in a turn of one game, and where it left the pieces.

    placements: for each seat, in board order of the cities held, the area that got that city's new piece.
    orders: for each seat its order. after: for each seat its pieces in every area once the turn is over.
    """

    placements: tuple[tuple[int, ...], ...]
    orders: tuple[RecordedOrder, ...]
    after: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class RecordedGame:
    """A finished game from the standard setup: its turns, the winning seat or -1, one of REASONS."""

    turns: tuple[RecordedTurn, ...]
    winner: int
    reason: str


@dataclass(frozen=True)
class Orders:
    """One seat's orders in every game, as far as they can be carried out.

    hub: the area that all pieces leave, or with into all enter. count: int [spoke, game], how many go along each
    spoke of the hub, in the order of its neighbours; of more than stand there all go, and none where there is no
    spoke. strike: the area bombarded, or -1; none is where no bombardment is left.
    """

    hub: NDArray[np.intp]
    into: Bools
    count: Counts
    strike: NDArray[np.int8]


@dataclass(frozen=True)
class Ended:
    """The games that ended in a turn, by their places, each with the winning seat or -1 and where it was left.

    reason: index into REASONS. pieces: int16 [seat, area, ended game]. bombs_left: int8 [seat, ended game].
    turn: the number of the turn that would have come next.
    """

    games: NDArray[np.intp]
    reason: NDArray[np.intp]
    winner: NDArray[np.intp]
    pieces: Counts
    bombs_left: NDArray[np.int8]
    turn: Counts


def read_board() -> Board:
    """Take what the batch needs from the board of the rules."""
    if PROVINCES > 8:
        raise ValueError("a byte holds the coins of eight new pieces: at most eight provinces")
    sides = [[p.start_pieces * (p.start == side) for p in FILE.province] for side in ("first", "second")]
    return Board(
        provinces=PROVINCES,
        neighbours=NEIGHBOURS,
        start=tuple((*side, *(0 for _ in CITIES)) for side in sides),
        cities_to_win=CITIES_TO_WIN,
        bombardments=BOMBARDMENTS,
    )


class Batch:
    """Many games of random legal play, all one turn further with every `step`.

    A turn is `place`, then `carry_out`; seats whose choices these are not told choose at random, and `step` is both
    without any. A game that ends is counted in `results` and replaced by a fresh one, so the batch is always full.

    pieces: int16 [seat, area, game], the pieces on the board at the start of a turn.
    bombs_left: int8 [seat, game], bombardments not yet spent.
    turn: int16 [game], the number of the turn that comes next; the first is 1.
    results: int64 [reason, winner], finished games by index into REASONS and by winning seat; the last
        column holds the draws. Short games finish sooner, so a short run counts too many of them.
    recorded: with record=True the finished games of each place in the batch, oldest first.

    The same seed and number of games give the same play on every platform.
    """

    def __init__(self, games: int, seed: int, turn_limit: int = 200, record: bool = False) -> None:
        if games < 1 or not 1 <= turn_limit <= LONGEST_LIMIT:
            raise ValueError(f"at least one game, and a turn limit from 1 to {LONGEST_LIMIT}")
        self.board = read_board()
        self.games = games
        self.turn_limit = turn_limit
        self.turn = np.ones(games, np.int16)
        self.bombs_left = np.full((SEATS, games), self.board.bombardments, np.int8)
        self.results = np.zeros((len(REASONS), SEATS + 1), np.int64)
        self.recorded: list[list[RecordedGame]] = [[] for _ in range(games)] if record else []
        self._open: list[list[RecordedTurn]] = [[] for _ in range(games)] if record else []
        self._random = np.random.Generator(np.random.SFC64(seed))
        self._lay_out_board()
        self._lay_out_orders()
        self._drawn: tuple[NDArray[np.uint16], Bytes] | None = None

    def _lay_out_board(self) -> None:
        """Set up the pieces and the static tables, all as flat offsets into the pieces."""
        board, games, areas = self.board, self.games, self.board.areas
        self._start = np.array(board.start, np.int16)[:, :, None]
        # One more row than areas: nowhere, always empty, stands in for the neighbours a hub does not have.
        self._rows = np.zeros((SEATS, areas + 1, games), np.int16)
        self.pieces: Counts = self._rows[:, :areas]
        self.pieces[:] = self._start
        self._flat = self._rows.reshape(-1)
        self._spokes = max(len(near) for near in board.neighbours)
        star = [[hub, *near, *[areas] * (self._spokes - len(near))] for hub, near in enumerate(board.neighbours)]
        self._star = np.array(star, np.intp).T * games
        self._degree = np.array([len(near) for near in board.neighbours], np.uint8)
        self._column = np.arange(games) + np.array([[0], [(areas + 1) * games]])
        self._bit = np.left_shift(np.uint8(1), np.arange(board.provinces, dtype=np.uint8))[:, None]
        self._zero = np.zeros(games, np.int16)  # NumPy takes maxima with a row far faster than with a 0

    def _lay_out_orders(self) -> None:
        """Set aside the arrays that every turn writes anew."""
        games, areas, spokes = self.games, self.board.areas, self._spokes
        self._held = np.empty((SEATS, areas, games), np.bool_)
        self._flags = np.empty((SEATS, areas, games), np.bool_)
        self._running = np.empty((SEATS, areas, games), np.uint8)
        self._to_province = np.empty((SEATS, self.board.provinces, games), np.bool_)
        self._hub = np.empty((SEATS, games), np.intp)
        self._into = np.empty((SEATS, games), np.bool_)
        self._ends = np.empty((1 + spokes, SEATS, games), np.intp)
        self._cells = np.empty((1 + spokes, SEATS, games), np.intp)
        self._stand = np.empty((1 + spokes, SEATS, games), np.int16)
        self._count = np.empty((spokes, SEATS, games), np.int16)
        self._arriving = np.empty((spokes, SEATS, games), np.int16)
        self._opposed = np.empty((spokes, SEATS, games), np.int16)
        self._target = np.empty((SEATS, games), np.int8)
        self._left = np.empty((SEATS, areas, games), np.int16)

    def step(self) -> None:
        """Play one turn in every game, at random."""
        self.place()
        self._choose({})
        self._resolve()
        games, reason, winner = self._judge()
        self._renew(games, reason, winner)

    def place(self, chosen: Mapping[int, Bytes] | None = None) -> None:
        """Place the new pieces of a turn: each city's in the city, or where its bit is set in the province beside it.

        Bits count where there is a choice: the city is held, and the enemy does not hold the province.
        """
        self._drawn = self._draw()
        coins = self._drawn[1][0]
        for seat, bits in (chosen or {}).items():
            coins[seat] = bits
        self._place(coins)

    def carry_out(self, chosen: Mapping[int, Orders] | None = None) -> Ended:
        """Carry out the orders of a turn, after `place`; return the games that it ended, which begin anew.

        Raises ValueError, and changes nothing, for areas that there are not, or before new pieces are placed.
        """
        for orders in (chosen or {}).values():
            if not ((orders.hub >= 0) & (orders.hub < self.board.areas)).all():
                raise ValueError(f"hubs are areas, from 0 to {self.board.areas - 1}")
            if not ((orders.strike >= -1) & (orders.strike < self.board.areas)).all():
                raise ValueError(f"strikes are areas, from 0 to {self.board.areas - 1}, or -1")
        self._choose(chosen or {})
        self._resolve()
        games, reason, winner = self._judge()
        pieces, bombs, turn = self.pieces[:, :, games], self.bombs_left[:, games], self.turn[games]
        self._renew(games, reason, winner)
        return Ended(games, reason, winner, pieces, bombs, turn)

    def _choose(self, chosen: Mapping[int, Orders]) -> None:
        """Take the orders of the seats that gave some, and draw the others."""
        if self._drawn is None:  # a turn has one draw, for its pieces and its orders
            raise ValueError("new pieces are placed before orders are carried out: call place")
        chances, coins = self._drawn
        self._drawn = None
        self._choose_hubs(coins[1], coins[2])
        for seat, orders in chosen.items():
            self._hub[seat], self._into[seat] = orders.hub, orders.into
        self._look_about()
        self._choose_counts(chances)
        self._choose_strikes(coins[3], coins[4])
        for seat, orders in chosen.items():
            self._take_counts(seat, orders.count)
            self._take_strikes(seat, orders.strike)
        self.bombs_left -= self._target >= 0

    def _resolve(self) -> None:
        """Let everything happen that both orders bring: exchanges, moves, fights, bombardments."""
        self._cross()
        self._move(self._into)
        self._fight()
        self._strike()
        if self.recorded:
            self._note_turn(self._into)

    def _draw(self) -> tuple[NDArray[np.uint16], Bytes]:
        """All the chance of a turn: uint16 [spoke, seat, game], then five bytes as uint8 [5, seat, game]."""
        wide, narrow = self._spokes * SEATS * self.games, 5 * SEATS * self.games
        words = self._random.integers(0, 2**64, size=(2 * wide + narrow + 7) // 8, dtype=np.uint64)
        raw = words.astype("<u8", copy=False).view(np.uint8)
        chances = raw[: 2 * wide].view("<u2").reshape(self._spokes, SEATS, self.games)
        return chances, raw[2 * wide : 2 * wide + narrow].reshape(5, SEATS, self.games)

    def _place(self, coins: Bytes) -> None:
        """Give a piece for each city held, in the city or its province by the toss of a coin."""
        provinces, held, to_province = self.board.provinces, self._held, self._to_province
        np.greater(self.pieces, 0, out=held)
        np.not_equal(coins[:, None] & self._bit, 0, out=to_province)
        np.greater(to_province, held[::-1, :provinces], out=to_province)  # fivecities/newpieces.5
        to_province &= held[:, provinces:]
        self.pieces[:, :provinces] += to_province
        self.pieces[:, provinces:] += np.greater(held[:, provinces:], to_province)
        held[:, :provinces] |= to_province  # fivecities/combat.4: a new piece holds its area

    def _choose_hubs(self, coins: Bytes, lots: Bytes) -> None:
        """Choose each seat's hub, and where its move goes into the hub instead of out of it.

        Any area may be moved into, but only one with own pieces moved out of: of all areas that qualify,
        the one is taken whose running number is the lot's (a byte: even chances to one part in 16).
        """
        self._into = (coins & 1).view(np.bool_)
        open_to = np.logical_or(self._held, self._into[:, None], out=self._flags).view(np.uint8)
        running = self._running
        running[:, 0] = open_to[:, 0]
        for area in range(1, self.board.areas):
            np.add(running[:, area - 1], open_to[:, area], out=running[:, area])
        rank = np.multiply(lots, running[:, -1], dtype=np.uint16) >> 8
        np.less_equal(running, rank.astype(np.uint8)[:, None], out=self._flags)
        self._hub[:] = np.add.reduce(self._flags.view(np.uint8), axis=1, dtype=np.uint8)

    def _look_about(self) -> None:
        """Find what stands in the hubs and at the ends of their spokes."""
        np.take(self._star, self._hub, axis=1, out=self._ends, mode="clip")
        np.add(self._ends, self._column, out=self._cells)
        np.take(self._flat, self._cells, out=self._stand, mode="clip")

    def _choose_counts(self, chances: NDArray[np.uint16]) -> None:
        """Choose how many pieces go along each spoke, from none to all that are there.

        Going in, each spoke has its own pieces; going out, each takes from what the spokes before it left
        in the hub.
        """
        degree = np.take(self._degree, self._hub, mode="clip")
        stand = self._stand.astype(np.int32)
        chance = chances.astype(np.int32)
        left = stand[0]
        for spoke in range(self._spokes):
            out = np.greater(spoke < degree, self._into)
            there = stand[1 + spoke]
            there += (left - there) * out
            there += 1
            there *= chance[spoke]
            there >>= 16
            left -= there
        self._count[:] = stand[1:]

    def _choose_strikes(self, coins: Bytes, lots: Bytes) -> None:
        """Choose the area that each seat bombards, -1 for none."""
        strikes = np.logical_and(coins < STRIKE_CHANCE, self.bombs_left > 0)
        areas = np.multiply(lots, self.board.areas, dtype=np.uint16) >> 8
        self._target[:] = -1
        np.copyto(self._target, areas, where=strikes, casting="unsafe")

    def _take_counts(self, seat: int, counts: Counts) -> None:
        """Send as many pieces of a seat along each spoke as it says, as far as they are there."""
        into, left = self._into[seat], self._stand[0, seat].copy()
        degree = self._degree[self._hub[seat]]
        for spoke, wanted in enumerate(counts):
            there = np.where(into, self._stand[1 + spoke, seat], left * (spoke < degree))
            self._count[spoke, seat] = np.clip(wanted, 0, there)
            left -= self._count[spoke, seat]

    def _take_strikes(self, seat: int, strikes: NDArray[np.int8]) -> None:
        """Bombard where a seat says and has a bombardment left."""
        self._target[seat] = np.where(self.bombs_left[seat] > 0, strikes, -1)

    def _cross(self) -> None:
        """Fight on every connection that both seats use (fivecities/combat.12 to 18).

        An area has one owner, so two seats on one connection always come from its two ends and cross. Two
        stars share connections in two ways only: around one hub all spokes, else the one that joins the hubs.
        """
        count, opposed, arriving = self._count, self._opposed, self._arriving
        np.multiply(count[:, ::-1], self._hub[0] == self._hub[1], out=opposed)
        joins = self._ends[1:] == self._ends[0, ::-1]
        across = np.add.reduce(count * joins, axis=0, dtype=np.int16)
        opposed += joins * across[::-1]
        # Strong s meets weak w: the rulebook's s - max(0, w - (s - w)) is min(s, 2 * (s - w)).
        np.subtract(count, opposed, out=arriving)
        arriving += arriving
        np.minimum(arriving, count, out=arriving)
        np.maximum(arriving, self._zero, out=arriving)

    def _move(self, into: Bools) -> None:
        """Take every moving piece from where it stood and put the survivors where they go."""
        count, stand = self._count, self._stand
        lost = count - self._arriving
        lost_inward = lost * into  # losses show at the end that the pieces were going to
        lost -= lost_inward
        sign = np.subtract(1, into, dtype=np.int16) - into
        stand[1:] += sign * (count - lost)
        stand[0] -= sign * np.add.reduce(count - lost_inward, axis=0, dtype=np.int16)
        self._flat[self._cells] = stand

    def _fight(self) -> None:
        """Fight in every area where both seats now stand; an area of one seat comes out as it was."""
        first, second = self.pieces
        left, even = self._left, self._flags[0]
        np.equal(first, second, out=even)
        even &= first > 0
        np.subtract(first, second, out=left[0])
        np.subtract(second, first, out=left[1])
        left += left
        np.minimum(self.pieces, left, out=self.pieces)
        np.maximum(self.pieces, self._zero, out=self.pieces)
        self.pieces += np.logical_and(self._held, even)  # fivecities/combat.2: one of the holder's survives

    def _strike(self) -> None:
        """Let the bombardments fall, one seat's after the other's (fivecities/bombardment.6)."""
        for target in self._target:
            games = np.flatnonzero(target >= 0)
            at = target[games]
            hit = self.pieces[:, at, games]
            self.pieces[:, at, games] = np.where(at < self.board.provinces, hit - (hit >> 1), 0)

    def _judge(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """Start the next turn: return the games that end there (fivecities/turn.2), why, and who has won or -1."""
        provinces = self.board.provinces
        self.turn += 1
        standing = np.greater(self.pieces, 0, out=self._flags).view(np.uint8)
        cities = np.add.reduce(standing[:, provinces:], axis=1, dtype=np.uint8)
        full = cities >= self.board.cities_to_win
        gone = np.add.reduce(standing[:, :provinces], axis=1, dtype=np.uint8) + cities == 0
        over = full[0] | full[1] | gone[0] | gone[1] | (self.turn > self.turn_limit)
        games = np.flatnonzero(over)
        full, gone = full[:, games], gone[:, games]
        reason = np.where(full.any(0), 0, np.where(gone.any(0), 1, 2))
        decided = np.where(reason == 0, full[1], gone[0])  # where anybody won: it was seat 1
        winner = np.where((reason == 2) | gone.all(0), -1, decided)
        return games, reason, winner

    def _renew(self, games: NDArray[np.intp], reason: NDArray[np.intp], winner: NDArray[np.intp]) -> None:
        """Count the games that have ended, and put fresh ones in their places."""
        np.add.at(self.results, (reason, winner), 1)
        if self.recorded:
            self._note_ends(games, reason, winner)
        self.pieces[:, :, games] = self._start
        self.bombs_left[:, games] = self.board.bombardments
        self.turn[games] = 1

    def _note_turn(self, into: Bools) -> None:
        """Write down the turn just played in every game."""
        placements = [self._noted_placements(seat) for seat in range(SEATS)]
        orders = [self._noted_orders(seat, into[seat].tolist()) for seat in range(SEATS)]
        after = [map(tuple, self.pieces[seat].T.tolist()) for seat in range(SEATS)]
        by_game = (zip(*each, strict=True) for each in (placements, orders, after))
        for turns, *turn in zip(self._open, *by_game, strict=True):
            turns.append(RecordedTurn(*turn))

    def _noted_placements(self, seat: int) -> list[tuple[int, ...]]:
        provinces = self.board.provinces
        games, cities = np.nonzero(self._held[seat, provinces:].T)
        areas = np.where(self._to_province[seat, cities, games], cities, cities + provinces)
        placed: list[list[int]] = [[] for _ in self._open]
        for game, area in zip(games.tolist(), areas.tolist(), strict=True):
            placed[game].append(area)
        return list(map(tuple, placed))

    def _noted_orders(self, seat: int, into: list[bool]) -> Iterator[RecordedOrder]:
        counts, hubs, targets = self._count[:, seat].T.tolist(), self._hub[seat].tolist(), self._target[seat].tolist()
        for inward, count, hub, target in zip(into, counts, hubs, targets, strict=True):
            spokes = zip(count, self.board.neighbours[hub], strict=False)
            moves = [(many, end, hub) if inward else (many, hub, end) for many, end in spokes if many]
            yield RecordedOrder(tuple(moves), target)

    def _note_ends(self, games: NDArray[np.intp], reason: NDArray[np.intp], winner: NDArray[np.intp]) -> None:
        for game, why, who in zip(games.tolist(), reason.tolist(), winner.tolist(), strict=True):
            self.recorded[game].append(RecordedGame(tuple(self._open[game]), who, REASONS[why]))
            self._open[game] = []


def recorded_games(games: int, seed: int, turn_limit: int = 200) -> list[RecordedGame]:
    """Play that many games to their ends and return each in full, for a replay by another rules engine.

    They are the first games of their places in the batch: a fair sample, long games and short ones.
    """
    batch = Batch(games, seed, turn_limit, record=True)
    while not all(batch.recorded):
        batch.step()
    return [finished[0] for finished in batch.recorded]
