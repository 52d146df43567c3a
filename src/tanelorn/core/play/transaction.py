"""A transaction: one thing is done at a table, whole or not at all."""

from __future__ import annotations

from typing import Generic

import msgspec

from tanelorn.core.chance import Scripted, Seeded
from tanelorn.core.game import V
from tanelorn.core.play.course import Course
from tanelorn.core.play.record import Chose, TimeUp
from tanelorn.core.position import P


class Transaction(Generic[P, V]):
    """Whatever is done to a course within `with Transaction(course) as transaction:` has happened afterwards; if the
    game's own code fails halfway, all is as before, chance included, and the error goes on.

    What is done is written down first, before the chance that it brings; at the end the entry gets its digest. `before`
    is a copy of the position as it was.
    """

    def __init__(self, course: Course[P, V]) -> None:
        self.course = course
        self.before = course.position.copy()
        self._history = course.history.copy()
        self._moment, self._step = course.moment, course.step
        self._lines, self._at = len(course.log.events), len(course.entries)
        self._mark = course.chance.mark() if isinstance(course.chance, Seeded | Scripted) else ()
        self._entry: Chose | TimeUp | None = None

    def write(self, entry: Chose | TimeUp) -> None:
        """Write down what is done."""
        if self._entry is None:
            self._at = len(self.course.entries)
            self.course.write(entry)
        self._entry = entry

    def __enter__(self) -> Transaction[P, V]:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None:
            self._restore()
        elif self._entry is not None and self.course.keep:
            self._date(self._entry)

    def _date(self, entry: Chose | TimeUp) -> None:
        """Give the entry the digest of what it led to, if no chance came after it, which has digests of its own."""
        course = self.course
        rests = self._at == len(course.entries) - 1 and course.pending is None
        course.entries[self._at] = msgspec.structs.replace(entry, at=course.digest() if rests else "")

    def _restore(self) -> None:
        course = self.course
        course.position = self.before.copy()
        course.forget_choices()
        course.history = self._history
        course.moment, course.step = self._moment, self._step
        del course.log.events[self._lines :]
        del course.entries[self._at :]
        if isinstance(course.chance, Seeded | Scripted):
            course.chance.rewind(self._mark)
