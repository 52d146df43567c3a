"""Orders (movement.1, .2, .13, .17, .18): both sides write theirs in secret, any that is legal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from math import comb

from tanelorn.core.amounts import read_number
from tanelorn.core.choices import Choice, Choices, Offer, Pick
from tanelorn.core.content.given import shown
from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.core.log import Log
from tanelorn.core.scene import Mark
from tanelorn.core.steps import Seals
from tanelorn.games.fivecities.board import AREAS, BOARD, IDS, NAMES, NEIGHBOURS
from tanelorn.games.fivecities.bombardment import no_bombardment_left, strike_refusal
from tanelorn.games.fivecities.movement import moves_refusal, not_adjacent, one_kind, too_many, two_kinds
from tanelorn.games.fivecities.notation import Move, Order, read_order
from tanelorn.games.fivecities.position import FiveCitiesPosition

_BOMB_CHANCE = 0.05

SEAL = "button:seal"
_BOMB = "button:bomb"
_SPACES = tuple(f"space:{id}" for id in IDS)


class Draft:
    """An order half written: reads a path of picks and says what may follow.

    An arrow is three picks: from, to, how many. Arrows come in any order, then lightning, then the seal.
    """

    def __init__(self, have: list[int], bombs: int, seat: int, prompt: str, path: Sequence[str]) -> None:
        self.left = have[:]
        self.bombs = bombs
        self.seat = seat
        self.prompt = prompt
        self.path: tuple[str, ...] = ()
        self.moves: list[Move] = []
        self.bomb = -1
        self.origin = -1
        self.to = -1
        self.aiming = False
        self.done = False
        self._origins: set[int] = set()
        self._targets_drawn: set[int] = set()
        self._next: tuple[str, ...] | None = None
        for pick in path:
            self.take(pick)

    def take(self, pick: str) -> None:
        """Go one pick further; raise the reason if it is not offered."""
        if pick not in self.following():
            raise self._refusal(pick)
        self.path = (*self.path, pick)
        self._next = None
        kind, _, id = pick.partition(":")
        if kind == "count":
            self.moves.append((self.origin, self.to, int(id)))
            self.left[self.origin] -= int(id)
            self._origins.add(self.origin)
            self._targets_drawn.add(self.to)
            self.origin = self.to = -1
        elif kind == "button":
            self.aiming = id == "bomb"
            self.done = id == "seal"
        elif self.aiming:
            self.bomb = BOARD.index[id]
            self.aiming = False
        elif self.origin < 0:
            self.origin = BOARD.index[id]
        else:
            self.to = BOARD.index[id]

    def _refusal(self, pick: str) -> TanelornError:
        """Say why a pick is not offered, as the same order in writing would be refused."""
        kind, _, id = pick.partition(":")
        if self.done or self.aiming or (kind == "space" and id not in BOARD.index):
            return Illegal(f"“{shown(pick)}” cannot be picked here.", remedy="Take back the last pick.")
        count = read_number(id) if kind == "count" and self.to >= 0 else None
        if count is not None:
            return too_many(self.origin, count, self.left[self.origin])
        if pick == "button:bomb" and not self.bombs:
            return no_bombardment_left()
        if kind == "space" and self.to < 0:
            area = BOARD.index[id]
            return self._origin_refusal(area) if self.origin < 0 else self._target_refusal(area)
        return Illegal(f"“{shown(pick)}” cannot be picked here.", remedy="Take back the last pick.")

    def _origin_refusal(self, area: int) -> TanelornError:
        return two_kinds() if self.left[area] else too_many(area, 1, 0)

    def _target_refusal(self, area: int) -> TanelornError:
        if area not in NEIGHBOURS[self.origin]:
            return not_adjacent(self.origin, area)
        if not one_kind([*self.moves, (self.origin, area, 1)]):
            return two_kinds()
        return Illegal(
            f"That arrow is drawn already: {NAMES[self.origin]} to {NAMES[area]}.",
            remedy="Take it back to change its number.",
            clause="fivecities/movement.16",
        )

    def _may_add(self, origin: int, to: int) -> bool:
        """Tell whether an arrow may be drawn besides: all leave one area, or all go to one (movement.3, .4)."""
        one_origin, one_target = self._origins <= {origin}, self._targets_drawn <= {to}
        if not self.left[origin] or not (one_origin or one_target):
            return False
        return not any(origin == a and to == b for a, b, _ in self.moves)

    def _targets(self, origin: int) -> list[int]:
        return [to for to in NEIGHBOURS[origin] if self._may_add(origin, to)]

    def following(self) -> tuple[str, ...]:
        """Return the picks that may follow, worked out once."""
        if self._next is None:
            self._next = self._found()
        return self._next

    def _found(self) -> tuple[str, ...]:
        if self.done:
            return ()
        if self.aiming:
            return _SPACES
        if self.to >= 0:
            return tuple(f"count:{n}" for n in range(1, self.left[self.origin] + 1))
        if self.origin >= 0:
            return tuple(_SPACES[to] for to in self._targets(self.origin))
        origins = [_SPACES[area] for area in range(AREAS) if self._has_target(area)]
        return (*origins, _BOMB, SEAL) if self.bombs and self.bomb < 0 else (*origins, SEAL)

    def _has_target(self, origin: int) -> bool:
        if not self.left[origin]:
            return False
        return not self.moves or any(self._may_add(origin, to) for to in NEIGHBOURS[origin])

    def _picks(self) -> list[Pick]:
        return [self._told(pick) for pick in self.following()]

    def _told(self, pick: str) -> Pick:
        """Say what a pick does."""
        kind, _, id = pick.partition(":")
        if kind == "count":
            return Pick(pick, id, key=id if len(id) == 1 else "")
        unspent = self.bombs if self.bomb < 0 else 0
        if pick == _BOMB:
            return Pick(pick, "Bomb an area", note=f"{unspent} left", key="b")
        if pick == SEAL:
            seal = "Seal the move" if self.moves or self.bomb >= 0 else "Seal: pass"
            return Pick(pick, seal, f"lightning unspent, {unspent} left" if unspent else "", key="Enter")
        area = BOARD.index[id]
        begins = not self.aiming and self.origin < 0
        return Pick(pick, NAMES[area], note=f"{self.left[area]} here" if begins else "")

    def _prompt(self) -> str:
        if self.aiming:
            return "Which area does lightning strike?"
        if self.to >= 0:
            return f"How many from **{NAMES[self.origin]}** to **{NAMES[self.to]}**?"
        if self.origin >= 0:
            return f"From **{NAMES[self.origin]}**: where to?"
        return "Move more, strike, or seal." if self.moves or self.bomb >= 0 else self.prompt

    def made(self) -> Order | None:
        """Return the order once it is sealed."""
        return Order.of(self.moves, self.bomb) if self.done else None

    def offer(self) -> Offer[Order]:
        """Return what may follow, the order so far, and the choice once it is sealed."""
        order = Order.of(self.moves, self.bomb)
        written = self.moves or self.bomb >= 0
        half = f"{', ' if self.moves else ''}… {IDS[self.origin]} to …" if self.origin >= 0 else ""
        begun = (Mark("arrow", IDS[self.origin], self.seat, IDS[self.to], draft=True),) if self.to >= 0 else ()
        return Offer(
            self.path,
            self._prompt(),
            tuple(self._picks()),
            order if self.done else None,
            (str(order) if written or self.done else "") + half,
            (*order.marks(self.seat, draft=True), *begun),
        )


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
        """Read an order that says all it must (movement.11); raise the errors of reading, or why it is not legal."""
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
