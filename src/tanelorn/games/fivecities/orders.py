"""Orders (movement.1, .2, .13, .17, .18): both sides write theirs in secret, any that is legal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from math import comb

from tanelorn.core.choices import Choice, Choices, Offer
from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.core.log import Log
from tanelorn.core.steps import Seals
from tanelorn.games.fivecities.board import AREAS, NEIGHBOURS
from tanelorn.games.fivecities.bombardment import strike_refusal
from tanelorn.games.fivecities.draft import Draft
from tanelorn.games.fivecities.movement import moves_refusal
from tanelorn.games.fivecities.notation import Move, Order, read_order
from tanelorn.games.fivecities.position import FiveCitiesPosition

_BOMB_CHANCE = 0.05


class OrderChoices(Choices[Order]):
    """All orders that a seat may write: thousands, so counted, checked and drawn without writing them out.

    Legality looks only at the seat's own pieces and bombardments as they are when orders are written (movement.18).
    """

    prompt = "Write your move: from one area, or into one area."
    written = True

    def __init__(self, position: FiveCitiesPosition, seat: int) -> None:
        self.have = position.pieces[seat]
        self.bombs = position.bombs[seat]
        self.seat = seat
        self._draft: Draft | None = None

    def __len__(self) -> int:
        have = self.have
        total = 1
        for area in range(AREAS):
            near = NEIGHBOURS[area]
            total += comb(have[area] + len(near), len(near)) - 1
            into = 1
            for origin in near:
                into *= have[origin] + 1
            total += into - 1
            total -= have[area] * len(near)  # single arrows were counted under both kinds
        return total * (1 + (AREAS if self.bombs else 0))

    def __iter__(self) -> Iterator[Order]:
        strikes = (-1, *range(AREAS)) if self.bombs else (-1,)
        for moves in self._moves():
            for bomb in strikes:
                yield Order(moves, bomb)

    def _moves(self) -> Iterator[tuple[Move, ...]]:
        have = self.have
        yield ()
        for origin in range(AREAS):
            near = NEIGHBOURS[origin]
            for counts in product(range(have[origin] + 1), repeat=len(near)):
                if 0 < sum(counts) <= have[origin]:
                    yield tuple((origin, to, n) for to, n in zip(near, counts, strict=True) if n)
        for to in range(AREAS):
            near = NEIGHBOURS[to]
            for counts in product(*(range(have[origin] + 1) for origin in near)):
                if sum(1 for n in counts if n) > 1:
                    yield tuple((origin, to, n) for origin, n in zip(near, counts, strict=True) if n)

    def default(self) -> Order:
        """Pass, if nothing was written in time."""
        return Order()

    def sample(self, rng: random.Random) -> Order:
        """Draw an order: out of one area or into one, random counts, now and then a bombardment."""
        roll = rng.random
        have = self.have
        moves: list[Move] = []
        if roll() < 0.5:
            own = [area for area, n in enumerate(have) if n]
            if own:
                origin = own[int(roll() * len(own))]
                left = have[origin]
                near = NEIGHBOURS[origin]
                first = int(roll() * len(near))
                for to in near[first:] + near[:first]:
                    count = int(roll() * (left + 1))
                    if count:
                        left -= count
                        moves.append((origin, to, count))
                moves.sort()
        else:
            to = int(roll() * AREAS)
            for origin in NEIGHBOURS[to]:
                if have[origin]:
                    count = int(roll() * (have[origin] + 1))
                    if count:
                        moves.append((origin, to, count))
        bomb = int(roll() * AREAS) if self.bombs and roll() < _BOMB_CHANCE else -1
        return Order(tuple(moves), bomb)

    def refusal(self, choice: Choice) -> TanelornError | None:
        """Return why an order is not legal, with its clause, or None."""
        if type(choice) is not Order:
            return Illegal("An order is asked for.", remedy="Write one such as “2 M to S”.")
        refused = moves_refusal(choice.moves, self.have)
        return strike_refusal(choice.bomb, self.bombs) if refused is None and choice.bomb != -1 else refused

    def parse(self, text: str) -> Order:
        """Read an order; raise the errors of reading, or the reason why it is not legal."""
        order = read_order(text)
        refusal = self.refusal(order)
        if refusal is not None:
            raise refusal
        return order

    def offer(self, path: Sequence[str]) -> Offer[Order]:
        """Return what may follow: arrows in any order, each from, to and how many; lightning; the seal."""
        return self._drafted(path).offer()

    def next(self, path: Sequence[str]) -> tuple[str, ...]:
        """Return the picks that may follow these, without a word about them."""
        return self._drafted(path).following()

    def made(self, path: Sequence[str]) -> Order | None:
        """Return the order that these picks make, None if it is not sealed."""
        return self._drafted(path).made()

    def _drafted(self, path: Sequence[str]) -> Draft:
        """Return the draft of a path; most go on from the one before."""
        draft = self._draft
        if draft is None or draft.path != tuple(path[: len(draft.path)]):
            draft = self._draft = Draft(self.have, self.bombs, self.seat, self.prompt, ())
        for pick in path[len(draft.path) :]:
            draft.take(pick)
        return draft


class Orders(Seals[FiveCitiesPosition, Order], frozen=True, tag=True):
    """Both write their orders in secret (movement.1), a single one each for the whole turn (movement.2).

    The target of a bombardment is written with the moves, as secret as they are (sorcery.6).
    An order may be replaced until the other is in as well (movement.17), and not after that (movement.13).
    """

    title = "Orders"
    word = "orders"
    clause = "fivecities/movement.1"

    def seats(self, position: FiveCitiesPosition) -> tuple[int, ...]:
        """Return both seats."""
        return (0, 1)

    def choices(self, position: FiveCitiesPosition, seat: int) -> OrderChoices:
        """Return every order that a seat may write."""
        return OrderChoices(position, seat)

    def reveal(self, position: FiveCitiesPosition, choices: dict[int, Order], log: Log) -> None:
        """Lay both orders open; offers of a draw lapse."""
        position.orders = [choices[0], choices[1]]
        position.offers.clear()
