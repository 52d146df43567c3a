"""Positions: plain data that copies in microseconds, compares, has a digest (it is no key of a dict), and saves."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Annotated, Any, ClassVar, Generic, Self

import msgspec
from typing_extensions import TypeVar

from tanelorn.core.fields import Hidden, Knowers, Open, Own, copier

S = TypeVar("S", bound=msgspec.Struct, default=Any)
C = TypeVar("C", bound=msgspec.Struct, default=Any)

_packer = msgspec.msgpack.Encoder(order="deterministic")


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winning seats (none for a draw), why, and the clause that says so."""

    winners: tuple[int, ...]
    reason: str
    clause: str = ""


class Position(msgspec.Struct, Generic[S, C], kw_only=True):
    """What lies on the table and what comes next. Games subclass it as `Position[Step, Choice]`.

    Each field is declared with what it says and who knows it: see `fields.py`.
    """

    kept: ClassVar[tuple[str, ...]] = ()
    """What is worked out once from fields that never change (`cached_property`), and goes along with a copy."""

    agenda: Annotated[list[S], Open(says="the steps still to come, the next one last")] = []
    sealed: Annotated[dict[int, C], Own("seat", "a choice that waits for the others")] = {}
    known: Annotated[list[int], Knowers("secret", "the seats that know it, as a bit mask")] = []
    closed: Annotated[int, Hidden(says="how often the rules have closed what was done")] = 0
    offers: Annotated[list[int], Open(says="the seats that offer a draw")] = []
    outcome: Annotated[Outcome | None, Open(says="how the game has ended")] = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "copy" not in cls.__dict__:
            # What was compiled for the class above knows fewer fields.
            cls.copy = _copied  # type: ignore[method-assign, assignment]

    def copy(self) -> Self:
        """Return an independent copy."""
        copy: Self = _copied(self)
        return copy

    def rebuild(self) -> None:
        """Work out again the fields that follow from others (`Follows`); nothing by default."""

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

    def close(self) -> None:
        """Bar undo of everything done so far, because the rules say that it is final."""
        self.closed += 1

    def reveal(self, secret: int, seats: Iterable[int]) -> None:
        """Let seats know a secret. Learning something new bars undo, by itself."""
        for seat in seats:
            self.known[secret] |= 1 << seat

    def conceal(self, secret: int) -> None:
        """Make a secret unknown to all again, as when a card is shuffled back."""
        self.known[secret] = 0

    def knows(self, seat: int, secret: int) -> bool:
        """Tell whether a seat knows a secret."""
        return seat >= 0 and bool(self.known[secret] >> seat & 1)

    def digest(self) -> str:
        """Return 16 hex digits that are equal exactly for equal positions, on every platform."""
        return digest(self)


P = TypeVar("P", bound=Position, default=Any)
"""The position of a game; what does not say of which game it speaks takes any."""


def _copied(position: P) -> P:
    """Compile how positions of a kind are copied, when one first is."""
    kind = type(position)
    kind.copy = copier(kind)  # type: ignore[method-assign, assignment]
    return kind.copy(position)


def digest(thing: object) -> str:
    """Return 16 hex digits over plain data; the order in which a dict was filled does not count."""
    try:
        packed = _packer.encode(thing)
    except TypeError:  # a dict by seat: the encoder sorts text keys only
        packed = _packer.encode(msgspec.to_builtins(thing, str_keys=True))
    return blake2b(packed, digest_size=8).hexdigest()
