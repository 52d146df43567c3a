"""One seat that is asked, and the only list of what it may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tanelorn.core.choices import Aside, Choice, Choices, Offer
from tanelorn.core.play.asides import asides_of, read_aside
from tanelorn.core.steps import Asks, Seals

if TYPE_CHECKING:
    from tanelorn.core.play.table import Table


class Decision:
    """One seat that is asked. `choices()` is the only list of what it may do."""

    __slots__ = ("seat", "step", "table")

    def __init__(self, table: Table, step: Asks | Seals, seat: int) -> None:
        self.table = table
        self.step = step
        self.seat = seat

    @property
    def title(self) -> str:
        """The rulebook's word for the step."""
        return self.step.title

    @property
    def clause(self) -> str:
        """The clause that the step rests on."""
        return self.step.clause

    @property
    def sealed(self) -> bool:
        """Whether the choice stays secret until all are in."""
        return isinstance(self.step, Seals)

    def choices(self) -> Choices:
        """Return the legal choices; lazy where they are many."""
        if self.step is self.table.step:
            return self.table.choices(self.seat)
        return self.step.choices(self.table.position, self.seat)

    def offer(self, path: Sequence[str] = ()) -> Offer:
        """Return what may follow a path of picks."""
        return self.choices().offer(path)

    def parse(self, text: str) -> Choice:
        """Read a choice, or an aside; raise Unreadable, Illegal or Ambiguous."""
        aside = read_aside(text)
        return aside if aside is not None else self.choices().parse(text)

    def asides(self) -> tuple[Aside, ...]:
        """Return what the seat may do besides: resign, offer a draw or withdraw the offer."""
        return asides_of(self.table, self.seat)

    def __repr__(self) -> str:
        return f"<Decision {type(self.step).__name__} of seat {self.seat}>"
