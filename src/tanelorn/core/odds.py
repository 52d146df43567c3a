"""Odds: what a roll may bring, all of it, before it is thrown.

They are counted, not written down: every way in which the dice can fall is read by the rule that will read the dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import msgspec

from tanelorn.core.chance import Ask

End = tuple[str, int]
"""What an outcome brings, as a verb in words (“finds something”), and the seat that would wish for it (-1: nobody)."""


class Share(msgspec.Struct, frozen=True):
    """One of the things that a roll may bring: so many `ways` lead to it. `seat` would wish for it, -1 for nobody."""

    words: str
    ways: int
    seat: int = -1


class Odds(msgspec.Struct, frozen=True):
    """What a roll may bring: the ways of all `shares` add up to `of`, and each way is as likely as another.

    `assumed` says in a sentence what is taken for true because the viewer cannot know it; "" if nothing is.
    """

    of: int
    shares: tuple[Share, ...]
    assumed: str = ""

    def __str__(self) -> str:
        """Say it in words: “works in 26 of 36 (72%), fails in 10 of 36 (28%)”."""
        said = ", ".join(
            f"{one.words} in {one.ways} of {self.of} ({percent(one.ways, self.of)})" for one in self.shares
        )
        return f"{said}; {self.assumed[:1].lower()}{self.assumed[1:]}" if self.assumed else said


def percent(ways: int, of: int) -> str:
    """Write a share in whole per cent; what may happen is never 0%, and what need not is never 100%."""
    if 200 * ways < of:
        return "under 1%"
    if ways < of and 200 * (of - ways) <= of:
        return "over 99%"
    return f"{(200 * ways + of) // (2 * of)}%"


def reckon(ask: Ask, read: Callable[[tuple[int, ...]], End], order: Iterable[End] = (), *, assumed: str = "") -> Odds:
    """Return what a roll or draw may bring: all its outcomes, each read as the rule would read it.

    Ends stand in this `order`, others after them as they are met; what cannot happen is left out.
    """
    ways: Counter[End] = Counter(dict.fromkeys(order, 0))
    ways.update(read(outcome) for outcome, _ in ask.outcomes())
    shares = tuple(Share(words, count, seat) for (words, seat), count in ways.items() if count)
    return Odds(sum(ways.values()), shares, assumed)
