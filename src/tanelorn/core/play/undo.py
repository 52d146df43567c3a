"""What a table returns to on undo, or when a game's code fails halfway."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from tanelorn.core.chance import Scripted, Seeded
from tanelorn.core.choices import Choice
from tanelorn.core.position import P

if TYPE_CHECKING:
    from tanelorn.core.play.table import Table


class Past(Generic[P]):
    """What undo goes back to: a position before an open choice, or what a seat had sealed before."""

    __slots__ = ("lines", "moment", "position", "sealed", "seat", "text")

    def __init__(
        self, seat: int, text: str, position: P | None, sealed: Choice | None, lines: int, moment: int
    ) -> None:
        self.seat = seat
        self.text = text
        self.position = position
        self.sealed = sealed
        self.lines = lines
        self.moment = moment


class Undone(NamedTuple):
    """A choice that was taken back: whose, its text, and whether it was sealed."""

    seat: int
    text: str
    sealed: bool


def redoable(undone: list[Undone], seat: int) -> Undone | None:
    """Return what a seat may play again: its last choice, unless an open one was taken back after it.

    What the others have taken back under seal is passed over, for nobody may learn from their own redo what they do.
    """
    for choice in reversed(undone):
        if choice.seat == seat:
            return choice
        if not choice.sealed:
            return None
    return None


class Restoring(Generic[P]):
    """Puts everything back when a game's code fails halfway, so that refused input changes nothing."""

    def __init__(self, table: Table[P, Any], saved: P) -> None:
        self.table = table
        self.saved = saved
        self.used = table.chance.used if isinstance(table.chance, Seeded | Scripted) else 0
        self.kept = (
            table.moment,
            table.step,
            len(table.log.events),
            table.entries[:],
            table._past[:],
            table._barrier,
        )

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None:
            return
        table = self.table
        table.position = self.saved.copy()
        table._choices.clear()
        table.moment, table.step, lines, table.entries, table._past, table._barrier = self.kept
        del table.log.events[lines:]
        if isinstance(table.chance, Seeded | Scripted):
            table.chance.used = self.used
