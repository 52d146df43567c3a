"""What seats remember: of each a digest over what it saw at its own decisions, and what it picked there.

Views are long to write down, and whoever only plays on to the end asks for no memory. So what happened is kept until
somebody asks, and is then played once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple

from tanelorn.core.chance import Enumerated
from tanelorn.core.choices import Choice
from tanelorn.core.play.table import Table

CHANCE = -1
"""Stands for chance where there could be a seat."""
NEW = "0" * 32
"""The memory of a seat that has decided nothing yet."""


class Happened(NamedTuple):
    """A seat's choice with the numbers by which it was picked, or an outcome of CHANCE."""

    seat: int
    numbers: tuple[int, ...]
    choice: Choice | None = None


class Lately(NamedTuple):
    """What happened, the last thing first: what came `before` is shared with all that went on from there."""

    happened: Happened
    before: Lately | None


class Recall(NamedTuple):
    """What each seat remembers (`told`, by seat), as of a table `then`, and what has happened since.

    Without `then` that is now.
    """

    told: tuple[str, ...]
    then: Table | None = None
    lately: Lately | None = None

    def with_one(self, happened: Happened, table: Table) -> Recall:
        """Return it with one thing more, that is about to happen at a table, which must not change from now on."""
        return Recall(self.told, self.then or table, Lately(happened, self.lately))

    def with_seen(self, seat: int, seen: str, numbers: Sequence[int]) -> Recall:
        """Return it after a seat that has seen something, by its digest, has decided."""
        told = list(self.told)
        told[seat] = linked(told[seat], seen, numbers)
        return Recall(tuple(told))

    def caught_up(self) -> Recall:
        """Return it as of now."""
        if self.then is None:
            return self
        table, told = self.then.copy(Enumerated()), Recall(self.told)
        for seat, numbers, choice in _in_order(self.lately):
            if choice is None:
                table.settle(numbers)
            else:
                told = told.with_seen(seat, table.view(seat).digest(), numbers)
                table.play(choice, seat)
        return told


def linked(before: str, seen: str, numbers: Sequence[int]) -> str:
    """Return the digest of a memory to which a decision is added."""
    return blake2b(f"{before} {seen} {list(numbers)}".encode(), digest_size=16).hexdigest()


def _in_order(lately: Lately | None) -> Iterator[Happened]:
    found = []
    while lately is not None:
        found.append(lately.happened)
        lately = lately.before
    return reversed(found)
