"""Movement and sorcery orders (movement.1 to .18, sorcery.1 to .6): what may be written, and how."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import comb

from tanelorn.core.choices import Choice, Choices, Offer, Pick
from tanelorn.core.errors import Illegal, TanelornError, Unreadable
from tanelorn.core.scene import Mark
from tanelorn.games.fivecities.board import AREAS, BOARD, IDS, NAMES, NEIGHBOURS, PROVINCES
from tanelorn.games.fivecities.notation import read_area
from tanelorn.games.fivecities.position import FiveCitiesPosition

Move = tuple[int, int, int]
"""Origin, destination, number of pieces."""

_ADJACENT = BOARD.adjacent
_BOMB_CHANCE = 0.05


class Order(Choice, frozen=True, tag="order"):
    """What a player writes: moves by origin and destination in board order, and the area bombarded, or -1."""

    moves: tuple[Move, ...] = ()
    bomb: int = -1

    clause = "fivecities/movement.11"

    @classmethod
    def of(cls, moves: Iterable[Move], bomb: int = -1) -> Order:
        """Return the order in its one written form: sorted, the same connection added up."""
        total: dict[tuple[int, int], int] = {}
        for origin, to, count in moves:
            total[origin, to] = total.get((origin, to), 0) + count
        return cls(tuple((origin, to, count) for (origin, to), count in sorted(total.items())), bomb)

    def __str__(self) -> str:
        text = ", ".join(f"{count} {IDS[origin]} to {IDS[to]}" for origin, to, count in self.moves) or "pass"
        return text if self.bomb < 0 else f"{text}; Bomb {IDS[self.bomb]}"

    @property
    def picks(self) -> tuple[str, ...]:
        """An arrow is three picks: from, to, how many."""
        picks = []
        for origin, to, count in self.moves:
            picks += [f"space:{IDS[origin]}", f"space:{IDS[to]}", f"count:{count}"]
        if self.bomb >= 0:
            picks += ["button:bomb", f"space:{IDS[self.bomb]}"]
        return (*picks, "button:seal")

    def marks(self, seat: int, *, draft: bool = False) -> tuple[Mark, ...]:
        """Return the order as it is drawn."""
        arrows = [Mark("arrow", IDS[a], seat, IDS[b], n, draft=draft) for a, b, n in self.moves]
        if self.bomb >= 0:
            arrows.append(Mark("bolt", IDS[self.bomb], seat, draft=draft))
        return tuple(arrows)


def read_order(text: str) -> Order:
    """Read an order in the rulebook's notation (movement.11, .12, .16); raise Unreadable, Ambiguous or Illegal."""
    moves: list[Move] = []
    bomb = -1
    passed = False
    parts = [part.strip() for part in re.split(r"[,;\n]", text)]
    if not any(parts):
        raise Unreadable("The order is empty.", remedy="Write “pass” to stay.", clause="fivecities/movement.16")
    for part in filter(None, parts):
        word, _, rest = part.partition(" ")
        if part.casefold() == "pass":
            passed = True
        elif word.casefold() in ("bomb", "bombard"):
            if bomb >= 0:
                raise Illegal(
                    "Only one area may be bombarded in a turn.",
                    remedy="Leave one “Bomb” out.",
                    clause="fivecities/sorcery.1",
                )
            bomb = read_area(rest, "fivecities/movement.12")
        else:
            moves.append(_read_move(part))
    if passed and moves:
        raise Unreadable(
            "An order cannot both move and pass.", remedy="Leave “pass” out.", clause="fivecities/movement.16"
        )
    return Order.of(moves, bomb)


_MOVE = re.compile(r"(?P<count>\S+)\s+(?P<origin>.+?)\s+to(?:\s+(?P<to>.+))?$", re.IGNORECASE)


def _read_move(part: str) -> Move:
    found = _MOVE.match(part)
    if found is None or found["to"] is None:
        raise Unreadable(
            f"“{part}” is no move: the number, the origin or the destination is missing.",
            remedy="Write number, origin, “to”, destination: “2 M to S”.",
            clause="fivecities/movement.11",
        )
    count = found["count"]
    if not (count.isascii() and count.isdigit()) or len(count) > 6 or int(count) < 1:
        raise Unreadable(
            f"“{count}” is no number of pieces.",
            remedy="Write a whole number from 1, as in “2 M to S”.",
            clause="fivecities/movement.16",
        )
    clause = "fivecities/movement.12"
    return read_area(found["origin"], clause), read_area(found["to"], clause), int(count)


class OrderChoices(Choices[Order]):
    """All orders that a seat may write: thousands, so counted, checked and drawn without writing them out.

    Legality looks only at the seat's own pieces and bombardments (movement.18).
    """

    prompt = "Write your move: from one area, or into one area."

    def __init__(self, position: FiveCitiesPosition, seat: int) -> None:
        self.have = position.pieces[seat]
        self.bombs = position.bombs[seat]
        self.seat = seat

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
        moves = choice.moves
        last = (-1, -1)
        for origin, to, count in moves:
            if not (0 <= origin < AREAS and 0 <= to < AREAS and count > 0 and (origin, to) > last):
                return Illegal("The order is not in its written form.", remedy="Build it with Order.of(...).")
            last = (origin, to)
            if not _ADJACENT[origin][to]:
                return _not_adjacent(origin, to)
        if len(moves) == 1:
            origin, _, count = moves[0]
            if count > self.have[origin]:
                return self._too_many(origin, count)
        elif moves:
            shape = self._shape(moves)
            if shape is not None:
                return shape
        return self._bomb_refusal(choice.bomb) if choice.bomb != -1 else None

    def _shape(self, moves: tuple[Move, ...]) -> TanelornError | None:
        first_origin, first_to, _ = moves[0]
        if all(origin == first_origin for origin, _, _ in moves):
            total = sum(count for _, _, count in moves)
            return self._too_many(first_origin, total) if total > self.have[first_origin] else None
        if any(to != first_to for _, to, _ in moves):
            return Illegal(
                "These moves share neither one origin nor one destination.",
                remedy="Move out of one area, or into one area.",
                clause="fivecities/movement.5",
            )
        for origin, _, count in moves:
            if count > self.have[origin]:
                return self._too_many(origin, count)
        return None

    def _too_many(self, origin: int, count: int) -> TanelornError:
        return Illegal(
            f"{count} pieces cannot leave {NAMES[origin]}: you have {self.have[origin]} there.",
            remedy="Move no more than stand there.",
            clause="fivecities/movement.7",
        )

    def _bomb_refusal(self, bomb: int) -> TanelornError | None:
        if not 0 <= bomb < AREAS:
            return Illegal("There is no such area to bombard.", remedy="Name an area of the board.")
        if self.bombs:
            return None
        return Illegal(
            "No bombardment is left: all three are spent.",
            remedy="Leave “Bomb” out.",
            clause="fivecities/sorcery.4",
        )

    def parse(self, text: str) -> Order:
        """Read an order and check it."""
        order = read_order(text)
        refusal = self.refusal(order)
        if refusal is not None:
            raise refusal
        return order

    def offer(self, path: Sequence[str]) -> Offer[Order]:
        """Return what may follow: arrows in any order, each from, to and how many; lightning; the seal."""
        return _Draft(self, path).offer()


def _not_adjacent(origin: int, to: int) -> TanelornError:
    a, b = NAMES[origin], NAMES[to]
    remedy = f"From {a} one may go to {', '.join(NAMES[n] for n in NEIGHBOURS[origin])}."
    if origin == to:
        return Illegal(f"Pieces cannot move from {a} to {a}.", remedy=remedy, clause="fivecities/movement.6")
    cities = (origin >= PROVINCES) + (to >= PROVINCES)
    two_steps = not cities and BOARD.distances(origin)[to] == 2
    clause = "movement.6" if two_steps else f"board.{2 + cities}"
    why = ("no bridge or pass joins them", "their initials differ", "no bridge joins them")[cities]
    return Illegal(f"{a} and {b} are not adjacent: {why}.", remedy=remedy, clause=f"fivecities/{clause}")


class _Draft:
    """A path of picks, read as an order half written."""

    def __init__(self, choices: OrderChoices, path: Sequence[str]) -> None:
        self.choices = choices
        self.path = tuple(path)
        self.moves: list[Move] = []
        self.left = choices.have[:]
        self.bomb = -1
        self.origin = -1
        self.to = -1
        self.aiming = False
        self.done = False
        for pick in self.path:
            self._take(pick)

    def _take(self, pick: str) -> None:
        offered = {} if self.done else {offer.pick for offer in self._picks()}
        if pick not in offered:
            raise Illegal(
                f"“{pick}” cannot be picked here.",
                remedy="Take back the last pick.",
                clause="fivecities/movement.5",
            )
        kind, _, id = pick.partition(":")
        if kind == "count":
            self.moves.append((self.origin, self.to, int(id)))
            self.left[self.origin] -= int(id)
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

    def _may_add(self, origin: int, to: int) -> bool:
        if not self.left[origin] or any(origin == a and to == b for a, b, _ in self.moves):
            return False
        return all(origin == a for a, _, _ in self.moves) or all(to == b for _, b, _ in self.moves)

    def _targets(self, origin: int) -> list[int]:
        return [to for to in NEIGHBOURS[origin] if self._may_add(origin, to)]

    def _picks(self) -> list[Pick]:
        if self.aiming:
            return [Pick(f"space:{IDS[area]}", NAMES[area]) for area in range(AREAS)]
        if self.to >= 0:
            most = self.left[self.origin]
            return [Pick(f"count:{n}", str(n), key=str(n) if n < 10 else "") for n in range(1, most + 1)]
        if self.origin >= 0:
            return [Pick(f"space:{IDS[to]}", NAMES[to]) for to in self._targets(self.origin)]
        picks = [
            Pick(f"space:{IDS[area]}", NAMES[area], note=f"{self.left[area]} here")
            for area in range(AREAS)
            if self._targets(area)
        ]
        if self.choices.bombs and self.bomb < 0:
            picks.append(Pick("button:bomb", "Bomb an area", note=f"{self.choices.bombs} left", key="b"))
        seal = "Seal the move" if self.moves or self.bomb >= 0 else "Seal: pass"
        return [*picks, Pick("button:seal", seal, key="Enter")]

    def _prompt(self) -> str:
        if self.aiming:
            return "Which area does lightning strike?"
        if self.to >= 0:
            return f"How many from **{NAMES[self.origin]}** to **{NAMES[self.to]}**?"
        if self.origin >= 0:
            return f"From **{NAMES[self.origin]}**: where to?"
        return "Move more, strike, or seal." if self.moves or self.bomb >= 0 else self.choices.prompt

    def offer(self) -> Offer[Order]:
        order = Order.of(self.moves, self.bomb)
        written = self.moves or self.bomb >= 0
        half = f"{', ' if self.moves else ''}… {IDS[self.origin]} to …" if self.origin >= 0 else ""
        return Offer(
            self.path,
            self._prompt(),
            () if self.done else tuple(self._picks()),
            order if self.done else None,
            (str(order) if written or self.done else "") + half,
            order.marks(self.choices.seat, draft=True),
        )
