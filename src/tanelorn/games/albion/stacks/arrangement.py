"""Who may rearrange stacks (albion/11.9a), and one arrangement of a stack: what its verbs are about, and the changes
that have been made in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tanelorn.games.albion.state.changes import Change
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.position import AlbionPosition


class Mover(NamedTuple):
    """Whoever moves now: what the questions of movement are about. Who is in hand is `position.march`."""

    position: AlbionPosition
    seat: int


MOVING = ("movement", "forced march", "pregame")
"""Phases in which the active player moves."""


def may_rearrange(position: AlbionPosition, seat: int) -> bool:
    """Tell whether a seat may rearrange its stacks as it likes: it moves, or it reacts (11.9a)."""
    return position.active == (seat if position.phase in MOVING else 1 - seat if position.phase == "reaction" else -2)


class Arranging(NamedTuple):
    """Whose stack is arranged, in which hex and when.

    `when` is "set-up" (the stack is laid out: who is aboard, and where ships lie, too), "movement", "reaction", "round"
    (of a combat, when one has been fought), "opening" (before the first one: items alone, 20.1b) or "challenge" (items
    alone, 15.4d). `part` is the person, ship or item that acts are looked for, where they are listed one by one.
    """

    position: AlbionPosition
    seat: int
    hex: int
    when: str
    part: int = -1

    @property
    def orders(self) -> bool:
        """Whether the order of the stack may be changed, and not only who has which item."""
        return self.when not in ("challenge", "opening")

    @property
    def moves(self) -> bool:
        """Whether the stack is arranged while its side moves or reacts."""
        return self.when in ("movement", "reaction")

    def each(self, parts: Iterable[int]) -> Iterator[Arranging]:
        """Yield the stack for each of its persons, ships or items."""
        for part in parts:
            yield self._replace(part=part)

    @property
    def tidied(self) -> tuple[int, ...]:
        """The changes that have been made, each of which is made once."""
        return self.position.desk[self.seat].tidied

    def tidy(self, change: Change) -> None:
        """Note that a change has been made."""
        note(self.position.desk, self.seat, tidied=(*self.tidied, change))
