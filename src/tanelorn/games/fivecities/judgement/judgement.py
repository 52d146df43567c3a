"""Five Cities judged: what the bots ask, answered by whole turns at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import cast

import numpy as np
from numpy.typing import NDArray

from tanelorn.bots.judgement.judgement import Prospects, Slips, shares
from tanelorn.core.choices import Choice
from tanelorn.core.play.table import Decision, Table
from tanelorn.games.fivecities.board import AREAS, CITIES_TO_WIN
from tanelorn.games.fivecities.judgement.orders import moves, targets, with_strikes
from tanelorn.games.fivecities.judgement.prospects import Floats, Value, ended, first_prospects, leaning
from tanelorn.games.fivecities.judgement.turns import after_turn
from tanelorn.games.fivecities.new_pieces import Placement, Placements
from tanelorn.games.fivecities.notation import Order
from tanelorn.games.fivecities.object import cities_held
from tanelorn.games.fivecities.position import FiveCitiesPosition

PASS = Order()
LIKELY_REPLIES = 8
STRUCK_MOVES = 5
STRIKES = 4
STRUCK_REPLIES = 16
CLEARLY = 0.003
"""By so much a reply must be better than what is known."""


class FiveCitiesJudgement:
    """Judges by `value`, the features of prospects.py; proposes by trying each order against the likely replies."""

    slack = 0.02
    slips = Slips(novice=0.5, easy=0.2)

    def __init__(self, value: Value = first_prospects) -> None:
        self.value = value

    def leaning(self, leans: Mapping[str, float]) -> FiveCitiesJudgement:
        """Return a judgement by whose weights some things count so much more, or less."""
        return FiveCitiesJudgement(leaning(leans))

    def prospects(self, table: Table, rng: Random) -> Prospects:
        """Return the value of the position, or the outcome."""
        position: FiveCitiesPosition = table.position
        if position.outcome is not None:
            return shares(position.outcome, 2)
        first, second = np.array(position.pieces)
        waiting = isinstance(table.step, Placements)
        value = float(self.value(first[None], second[None], np.array(position.bombs)[:, None], waiting)[0])
        return (value, 1 - value)

    def assumed(self, decision: Decision, rng: Random) -> Choice:
        """Take a pass for granted, and new pieces in the cities that earned them."""
        if isinstance(decision.step, Placements):
            placed: Choice = next(iter(decision.choices()))
            return placed
        return PASS

    def candidates(self, decision: Decision, rng: Random, most: int) -> list[Choice]:
        """Return placements, all of them if they fit; or orders.

        An order is a candidate because it is among the best against one of the replies that the other is likely to
        give, or is the best on average over them; likely replies are those that do best against a pass.
        """
        position: FiveCitiesPosition = decision.table.position
        if isinstance(decision.step, Placements):
            return _placements(decision, rng, most)
        seat = decision.seat
        mine, theirs = (_orders(position, who, self.value) for who in (seat, 1 - seat))
        likely = np.argsort(-_payoffs(position, 1 - seat, theirs, [PASS], self.value)[:, 0], kind="stable")[
            :LIKELY_REPLIES
        ]
        replies = [PASS, *(theirs[number] for number in likely if theirs[number] != PASS)]
        payoffs = _payoffs(position, seat, mine, replies, self.value)
        return cast(list[Choice], [mine[number] for number in _best(payoffs, most)])

    def reply(
        self, table: Table, seat: int, options: Sequence[Choice], others: Mapping[int, Mapping[Choice, float]]
    ) -> Choice | None:
        """Return the best of more orders than are proposed: more moves, and lightning wherever the other will be."""
        position: FiveCitiesPosition = table.position
        if isinstance(table.step, Placements):
            return None
        theirs = cast(list[Order], list(others[1 - seat]))
        weights = np.array([*others[1 - seat].values()], np.float32)
        known = cast(Sequence[Order], options)
        plain = [Order(order) for order in moves(tuple(position.pieces[seat]), tuple(position.pieces[1 - seat]))]

        def against(orders: Sequence[Order]) -> Floats:
            payoffs: Floats = _payoffs(position, seat, orders, theirs, self.value) @ weights / weights.sum()
            return payoffs

        have, found = against(known).max(), against(plain)
        if position.bombs[seat]:
            struck = [plain[number].moves for number in np.argsort(-found, kind="stable")[:STRUCK_REPLIES]]
            meets = after_turn(position.pieces, ([PASS], theirs) if seat == 0 else (theirs, [PASS]))[1 - seat]
            strikes = np.flatnonzero(meets.reshape(-1, AREAS).any(0)).tolist()
            plain += with_strikes(struck, strikes)
            found = np.concatenate((found, against(plain[len(found) :])))
        best = int(found.argmax())
        return plain[best] if found[best] > have + CLEARLY else None

    def forecast(self, table: Table, options: Mapping[int, Sequence[Choice]]) -> Sequence[Prospects] | None:
        """Return the prospects after every pair of orders, or of placements."""
        position: FiveCitiesPosition = table.position
        if isinstance(table.step, Placements):
            first = _placed(position, 0, options.get(0))
            second = _placed(position, 1, options.get(1))
            a = np.broadcast_to(first[:, None], (len(first), len(second), AREAS)).reshape(-1, AREAS)
            b = np.broadcast_to(second[None], (len(first), len(second), AREAS)).reshape(-1, AREAS)
            bombs = np.broadcast_to(np.array(position.bombs)[:, None], (2, len(a)))
            values = self.value(a, b, bombs, False)
        else:
            orders = cast(list[Order], options[0]), cast(list[Order], options[1])
            values = _values(position, *orders, self.value).ravel()
        return [(value, 1 - value) for value in values.tolist()]


def _orders(position: FiveCitiesPosition, seat: int, value: Value) -> list[Order]:
    own, other = tuple(position.pieces[seat]), tuple(position.pieces[1 - seat])
    plain = moves(own, other)
    orders = [Order(order) for order in plain]
    if position.bombs[seat]:
        strikes = targets(own, other, CITIES_TO_WIN - cities_held(position, 1 - seat))[:STRIKES]
        if strikes:
            gains = _payoffs(position, seat, orders, [PASS], value)[:, 0]
            struck = [plain[number] for number in np.argsort(-gains, kind="stable")[:STRUCK_MOVES]]
            orders += with_strikes(list(dict.fromkeys([(), *struck])), strikes)
    return orders


def _best(payoffs: Floats, most: int) -> list[int]:
    """Return rows: in turn the best on average and the best against each reply, until there are `most`."""
    ranks = np.argsort(-np.column_stack([payoffs.mean(1), payoffs]), axis=0, kind="stable")
    chosen: dict[int, None] = {}
    for row in ranks:
        for number in row.tolist():
            chosen[number] = None
            if len(chosen) == most:
                return list(chosen)
    return list(chosen)


def _payoffs(
    position: FiveCitiesPosition, seat: int, mine: Sequence[Order], theirs: Sequence[Order], value: Value
) -> Floats:
    """Return what `seat` may expect: float32 [own order, other's order]."""
    return _values(position, mine, theirs, value) if seat == 0 else 1 - _values(position, theirs, mine, value).T


def _values(position: FiveCitiesPosition, first: Sequence[Order], second: Sequence[Order], value: Value) -> Floats:
    """Return what the first seat may expect: float32 [first's order, second's order]."""
    a, b = after_turn(position.pieces, (first, second))
    shape = a.shape[:2]
    left = [
        np.array([bombs - (order.bomb >= 0) for order in orders])
        for bombs, orders in zip(position.bombs, (first, second), strict=True)
    ]
    bombs = np.stack([np.broadcast_to(left[0][:, None], shape), np.broadcast_to(left[1][None], shape)]).reshape(2, -1)
    a, b = a.reshape(-1, AREAS), b.reshape(-1, AREAS)
    values = value(a, b, bombs, True)
    ended(a, b, values, last_turn=position.turn == position.limit)
    return values.reshape(shape)


def _placed(position: FiveCitiesPosition, seat: int, placements: Sequence[Choice] | None) -> NDArray[np.int_]:
    """Return a seat's pieces after each placement: [placement, area]."""
    here = np.array(position.pieces[seat])
    if placements is None:
        return here[None]
    rows = np.repeat(here[None], len(placements), 0)
    for row, placement in zip(rows, cast(Sequence[Placement], placements), strict=True):
        row[list(placement.areas)] += 1
    return rows


def _placements(decision: Decision, rng: Random, most: int) -> list[Choice]:
    choices = decision.choices()
    if len(choices) <= most:
        return list(choices)
    return list(dict.fromkeys(choices.sample(rng) for _ in range(2 * most)))[:most]


JUDGEMENT = FiveCitiesJudgement()
