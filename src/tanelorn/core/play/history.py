"""What can be taken back at a table: the choices since the last barrier, and those that were taken back."""

from __future__ import annotations

from typing import Generic, NamedTuple

from tanelorn.core.choices import Choice
from tanelorn.core.log import Event
from tanelorn.core.position import P


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


class History(Generic[P]):
    """The choices that can be taken back (`past`), why nothing before them can (`barrier`), and those that were taken
    back and can be played again (`undone`), each the last one last. Lines of the chronicle that stand `besides` are no
    choice's: they stay when those before them are taken back.
    """

    __slots__ = ("barrier", "besides", "past", "undone")

    def __init__(
        self,
        past: list[Past[P]] | None = None,
        undone: list[Undone] | None = None,
        barrier: str = "",
        besides: list[Event] | None = None,
    ) -> None:
        self.past: list[Past[P]] = past or []
        self.undone: list[Undone] = undone or []
        self.barrier = barrier
        self.besides: list[Event] = besides or []

    def copy(self) -> History[P]:
        """Return a copy, to which one may go back."""
        return History(self.past[:], self.undone[:], self.barrier, self.besides[:])

    def bar(self, why: str) -> None:
        """Let nothing be taken back that was before."""
        self.barrier = why
        self.past.clear()
        self.besides.clear()

    def left_of(self, lines: list[Event]) -> list[Event]:
        """Return what is left of these lines once the choices that they tell of are taken back."""
        return [line for line in lines if any(line is one for one in self.besides)]

    def bar_open(self, why: str) -> None:
        """Let no open choice be taken back that was before; what is sealed still can."""
        if any(past.position is not None for past in self.past):
            self.barrier = why
            self.past = [past for past in self.past if past.position is None]

    def last_of(self, seat: int) -> Past[P] | None:
        """Return the last choice of a seat that is remembered."""
        return next((past for past in reversed(self.past) if past.seat == seat), None)

    def why_not(self, past: Past[P] | None) -> str:
        """Return why a choice cannot be taken back, empty if it can."""
        if past is None:
            return f"Undo ends here: {self.barrier}." if self.barrier else "There is nothing to take back."
        if past.position is not None and past is not self.past[-1]:
            return "Undo ends here: another seat has chosen since."
        return ""

    def redoable(self, seat: int) -> Undone | None:
        """Return what a seat may play again: its last choice, unless an open one was taken back after it.

        What the others have taken back under seal is passed over: nobody may learn from their own redo what they do.
        """
        for choice in reversed(self.undone):
            if choice.seat == seat:
                return choice
            if not choice.sealed:
                return None
        return None
