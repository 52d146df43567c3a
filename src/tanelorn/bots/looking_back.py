"""Looking back at a game that is over: what a bot would have done in place of each choice."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from tanelorn.bots.advice import Review, review
from tanelorn.core.errors import Illegal
from tanelorn.core.play.asides import read_aside
from tanelorn.core.play.record import Chose, Record, Undid
from tanelorn.core.play.replay import Parted, begun, carried_out

BETTER = 0.01
"""What gains a smaller share of the game is as good."""


class LookedAt(NamedTuple):
    """A choice that was looked at: the entry of the record that it is, from 1, its seat, and how far the game was."""

    entry: int
    seat: int
    when: str
    review: Review

    @property
    def missed(self) -> float:
        """How much more of the game the seat could have expected by another choice."""
        return self.review.advice.lines[0].expected - self.review.made.expected


def look_back(
    record: Record, seats: Collection[int], seed: int = 1, met: Callable[[int], None] = lambda entry: None
) -> list[LookedAt]:
    """Return what a bot thinks of each choice of some seats that was not taken back, in the order of the record; `met`
    is called with each entry that has been looked at.

    Raises Illegal if the game is not over, and what replaying the record raises.
    """
    if record.ended is None:
        raise Illegal("Choices are not looked back at while a game is on.", remedy="Play it to its end first.")
    found: list[LookedAt] = []
    table = begun(record, record.chance())
    for number, entry in enumerate(record.entries, 1):
        if isinstance(entry, Chose) and entry.seat in seats and read_aside(entry.text) is None:
            when = table.subtitle(entry.seat)
            found.append(
                LookedAt(number, entry.seat, when, review(table.game, table.view(entry.seat), entry.text, seed))
            )
        elif isinstance(entry, Undid):
            taken = next((one for one in reversed(found) if one.seat == entry.seat), None)
            found = [one for one in found if one is not taken]
        if parting := carried_out(table, number - 1, entry):
            raise Parted.at(parting)
        met(number)
    return found


def worst(found: Collection[LookedAt], most: int) -> list[LookedAt]:
    """Return those choices that could have been bettered most, so many at most, in the order of the record."""
    greatest = sorted((one for one in found if one.missed >= BETTER), key=lambda one: -one.missed)[:most]
    return sorted(greatest)
