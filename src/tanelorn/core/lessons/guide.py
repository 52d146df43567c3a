"""The guide: how far a learner has come in a lesson, read off the table, and what the other seats are to do."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tanelorn.core.errors import TanelornError
from tanelorn.core.lessons.lesson import Lesson, Step
from tanelorn.core.play.record import Chose, TimeUp, Undid
from tanelorn.core.play.table import Table

Progress = Literal["do", "watch", "done", "elsewhere", "over"]
"""How a step stands: there is something to do, or to watch until the others have decided; it is done; the learner has
done something else; the lesson is over.
"""


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a learner is: the step, and how many choices of each seat stood when it `began`; `free` once they play on
    without it.
    """

    lesson: str
    step: Annotated[int, msgspec.Meta(ge=0)] = 0
    began: tuple[int, ...] = ()
    free: bool = False


def chosen(table: Table) -> list[list[str]]:
    """Return by seat what has been chosen and not taken back; "" stands where time was called."""
    texts: list[list[str]] = [[] for _ in table.seats]
    for entry in table.entries:
        if isinstance(entry, Chose):
            texts[entry.seat].append(entry.text)
        elif isinstance(entry, Undid):
            texts[entry.seat].pop()
        elif isinstance(entry, TimeUp):
            for seat in entry.seats:
                texts[seat].append("")
    return texts


def counted(table: Table) -> tuple[int, ...]:
    """Return how many choices of each seat stand."""
    return tuple(map(len, chosen(table)))


class Guide:
    """A lesson at a table, from the place that the learner has come to."""

    def __init__(self, lesson: Lesson, table: Table, place: Place) -> None:
        self.lesson = lesson
        self.table = table
        self.place = place
        self._chosen = chosen(table)
        self._began = place.began or (0,) * len(self._chosen)
        self._back = any(len(all_) < began for all_, began in zip(self._chosen, self._began, strict=True))

    @property
    def step(self) -> Step | None:
        """The step that the learner is at, None once the lesson is over."""
        if self.place.free or self.place.step >= len(self.lesson.step):
            return None
        return self.lesson.step[self.place.step]

    @property
    def stage(self) -> Progress:
        """How the step stands."""
        step = self.step
        if step is None:
            return "over"
        mine, asked = self._since(self.lesson.learner), self.table.asked()
        if self.reached:
            return "watch" if self.owed & set(asked) else "done"
        astray = bool(mine) and (mine != step.do[: len(mine)] or len(mine) >= len(step.do))
        if astray or self._back or self.table.outcome is not None:
            return "elsewhere"
        return "do" if self.lesson.learner in asked else "watch"

    @property
    def reached(self) -> bool:
        """Whether what the step asks of the learner is so, whatever the others have still to do."""
        step = self.step
        if step is not None and step.done:
            facts = self.table.facts(self.lesson.learner)
            return all(facts.get(name) == wanted for name, wanted in step.done.items())
        return step is None or self._since(self.lesson.learner)[: len(step.do)] == step.do

    @property
    def show(self) -> str:
        """The next choice that the step asks for, "" if there is none or the learner has gone another way."""
        if self.stage != "do" or self.step is None:
            return ""
        return next(iter(self.step.do[len(self._since(self.lesson.learner)) :]), "")

    def reply(self, seat: int) -> str | None:
        """Return what another seat is to choose now: a written reply, "" for its bot to decide, None to wait.

        Bots decide once the lesson is over, and where the learner has gone another way; else they wait for the step
        in which they are to move.
        """
        step = self.step
        if step is None or self.stage == "elsewhere":
            return ""
        written, given = self._replies(step, seat), len(self._since(seat))
        if given < len(written):
            return written[given] if self._legal(seat, written[given]) else ""
        return "" if self.stage == "watch" and not self.reached else None

    def went_on(self) -> Place:
        """Return the place of the next step."""
        return Place(self.place.lesson, self.place.step + 1, counted(self.table))

    @property
    def owed(self) -> set[int]:
        """The seats that have still to give a written reply."""
        step = self.step
        seats = {self.lesson.seat_of(reply.seat) for reply in step.others} if step is not None else set()
        return {seat for seat in seats if step and len(self._since(seat)) < len(self._replies(step, seat))}

    def _since(self, seat: int) -> list[str]:
        """Return what a seat has chosen since the step began."""
        return self._chosen[seat][self._began[seat] :]

    def _replies(self, step: Step, seat: int) -> list[str]:
        return [reply.choice for reply in step.others if self.lesson.seat_of(reply.seat) == seat]

    def _legal(self, seat: int, text: str) -> bool:
        try:
            self.table.decision(seat).parse(text)
        except TanelornError:
            return False
        return True
