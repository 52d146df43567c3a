"""Positions: plain data that copies in microseconds, compares, has a digest (it is no key of a dict), and saves."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, Generic, TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)
C = TypeVar("C", bound=msgspec.Struct)

_packer = msgspec.msgpack.Encoder(order="deterministic")


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winning seats (none for a draw), why, and the clause that says so."""

    winners: tuple[int, ...]
    reason: str
    clause: str = ""


class Position(msgspec.Struct, Generic[S, C], kw_only=True):
    """What lies on the table and what comes next. Games subclass it as `Position[Step, Choice]`.

    `agenda` holds the steps still to come, the next one last. `sealed` holds, by seat, choices that
    wait for the others. `known[i]` is the bit mask of the seats that know secret i, and `learned` counts
    how often anybody learned anything. `offers` are the seats that offer a draw.
    """

    agenda: list[S] = []
    sealed: dict[int, C] = {}
    known: list[int] = []
    learned: int = 0
    offers: list[int] = []
    outcome: Outcome | None = None

    def copy(self) -> Any:
        """Return an independent copy. Games override it to copy their own lists."""
        new: Any = self.__copy__()  # type: ignore[attr-defined]
        new.agenda = self.agenda[:]
        new.sealed = self.sealed.copy()
        new.known = self.known[:]
        new.offers = self.offers[:]
        return new

    def then(self, *steps: S) -> None:
        """Put steps on the agenda; the first one runs first."""
        self.agenda.extend(reversed(steps))

    def drop(self, *kinds: type[S]) -> None:
        """Take the next step of one of these kinds off the agenda, wherever it stands."""
        for at in range(len(self.agenda) - 1, -1, -1):
            if isinstance(self.agenda[at], kinds):
                del self.agenda[at]
                return

    def end(self, winners: Iterable[int], reason: str, clause: str = "") -> None:
        """End the game."""
        self.outcome = Outcome(tuple(winners), reason, clause)
        self.agenda.clear()

    def reveal(self, secret: int, seats: Iterable[int]) -> None:
        """Let seats know a secret. Learning something new bars undo, by itself."""
        mask = self.known[secret]
        for seat in seats:
            mask |= 1 << seat
        if mask != self.known[secret]:
            self.known[secret] = mask
            self.learned += 1

    def conceal(self, secret: int) -> None:
        """Make a secret unknown to all again, as when a card is shuffled back."""
        self.known[secret] = 0

    def knows(self, seat: int, secret: int) -> bool:
        """Tell whether a seat knows a secret."""
        return seat >= 0 and bool(self.known[secret] >> seat & 1)

    def digest(self) -> str:
        """Return 16 hex digits that are equal exactly for equal positions, on every platform."""
        return digest(self)


def digest(thing: Any) -> str:
    """Return 16 hex digits over plain data; the order in which a dict was filled does not count."""
    try:
        packed = _packer.encode(thing)
    except TypeError:  # a dict by seat: the encoder sorts text keys only
        packed = _packer.encode(msgspec.to_builtins(thing, str_keys=True))
    return blake2b(packed, digest_size=8).hexdigest()
