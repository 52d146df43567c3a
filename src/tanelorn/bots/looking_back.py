"""Looking back at a game that is over: what a bot would have done in place of each choice."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from tanelorn.bots.advice import Review, review
from tanelorn.core.errors import Illegal
from tanelorn.core.play.asides import standing_choices
from tanelorn.core.play.record import Record
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
    """Return what a bot thinks of the choices of some seats, in the order of the record, without those that were taken
    back or sealed anew; `met` is called with each entry that has been looked at.

    Raises Illegal if the game is not over, and what replaying the record raises.
    """
    if record.ended is None:
        raise Illegal("A game is reviewed once it is over.", remedy="Play it to its end first.")
    standing = standing_choices(record.entries)
    found: dict[tuple[int, int], LookedAt] = {}
    table = begun(record, record.chance())
    for number, entry in enumerate(record.entries):
        choice = standing.get(number)
        if choice is not None and choice.seat in seats and number >= len(table.entries):
            said = review(table.game, table.view(choice.seat), choice.text, seed)
            when = table.subtitle(choice.seat)
            found[table.moment, choice.seat] = LookedAt(number + 1, choice.seat, when, said)
        if parting := carried_out(table, number, entry):
            raise Parted.at(parting)
        met(number + 1)
    return list(found.values())


def worst(found: Collection[LookedAt], most: int) -> list[LookedAt]:
    """Return those choices that could have been bettered most, so many at most, in the order of the record."""
    greatest = sorted((one for one in found if one.missed >= BETTER), key=lambda one: -one.missed)[:most]
    return sorted(greatest)
