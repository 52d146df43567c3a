"""Notation (movement.11, .12, .16): what a written order holds, how it is read, and how areas are named."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tanelorn.core.amounts import read_number
from tanelorn.core.choices import Choice
from tanelorn.core.content.given import shown
from tanelorn.core.errors import Ambiguous, Illegal, Unreadable, nearest
from tanelorn.core.scene import Mark
from tanelorn.games.fivecities.board import BOARD, IDS, NAMES

Move = tuple[int, int, int]
"""Origin, destination, number of pieces."""


class Order(Choice, frozen=True, tag="order"):
    """What a player writes (movement.11): moves by origin and destination in board order, and a strike."""

    moves: tuple[Move, ...] = ()
    bomb: int = -1
    """The area that lightning strikes, or -1."""

    clause = "fivecities/movement.11"

    @classmethod
    def of(cls, moves: Iterable[Move], bomb: int = -1) -> Order:
        """Return the order in its one written form: sorted, the same connection added up (movement.16)."""
        total: dict[tuple[int, int], int] = {}
        for origin, to, count in moves:
            total[origin, to] = total.get((origin, to), 0) + count
        return cls(tuple((origin, to, count) for (origin, to), count in sorted(total.items())), bomb)

    def __str__(self) -> str:
        text = ", ".join(f"{count} {IDS[origin]} to {IDS[to]}" for origin, to, count in self.moves) or "pass"
        return text if self.bomb < 0 else f"{text}; Bomb {IDS[self.bomb]}"

    @property
    def picks(self) -> tuple[str, ...]:
        """The clicks that give it: three for each arrow (from, to, how many), two for lightning, and the seal."""
        picks = []
        for origin, to, count in self.moves:
            picks += [f"space:{IDS[origin]}", f"space:{IDS[to]}", f"count:{count}"]
        if self.bomb >= 0:
            picks += ["button:bomb", f"space:{IDS[self.bomb]}"]
        return (*picks, "button:seal")

    def marks(self, seat: int, *, draft: bool = False) -> tuple[Mark, ...]:
        """Return the marks that draw the order: arrows, and a bolt where lightning strikes."""
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


_MOVE = re.compile(r"(?P<count>\S+) (?P<origin>.+?) to(?: (?P<to>.+))?$", re.IGNORECASE)


def _read_move(part: str) -> Move:
    found = _MOVE.match(" ".join(part.split()))
    if found is None or found["to"] is None:
        raise Unreadable(
            f"“{shown(part)}” is no move: the number, the origin or the destination is missing.",
            remedy="Write number, origin, “to”, destination: “2 M to S”.",
            clause="fivecities/movement.11",
        )
    count = read_number(found["count"])
    if not count:
        raise Unreadable(
            f"“{shown(found['count'])}” is no number of pieces.",
            remedy="Write a whole number from 1, as in “2 M to S”.",
            clause="fivecities/movement.16",
        )
    clause = "fivecities/movement.12"
    return read_area(found["origin"], clause), read_area(found["to"], clause), count


def read_area(text: str, clause: str) -> int:
    """Return the number of the area that a text names: by abbreviation (movement.12), name or beginning of a name.

    Raise Unreadable or Ambiguous.
    """
    word = " ".join(text.casefold().split())
    number = BOARD.by_word.get(word)
    if number is not None:
        return number
    if not word:
        raise Unreadable("The name of an area is missing.", remedy="Write it as in “3 A to M”.", clause=clause)
    starts = [n for n, name in enumerate(NAMES) if name.casefold().startswith(word)]
    if len(starts) == 1:
        return starts[0]
    if starts:
        raise Ambiguous(
            f"“{shown(text)}” could be {' or '.join(NAMES[n] for n in starts)}.",
            remedy="Write the abbreviation or the whole name.",
            clause=clause,
        )
    remedy = nearest(text.strip(), [*(area.id for area in BOARD), *NAMES])
    raise Unreadable(f"There is no area “{shown(text.strip())}”.", remedy=remedy, clause=clause)
