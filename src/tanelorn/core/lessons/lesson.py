"""Lessons as they are written: what a file of one may contain. `docs/lessons.md` says how."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

import msgspec

from tanelorn.core.cases.case import Fact, seat_of
from tanelorn.core.content.data import read_toml
from tanelorn.core.content.given import Given, shown
from tanelorn.core.errors import BadData, TanelornError, UnknownName, nearest
from tanelorn.core.game import Game, games
from tanelorn.core.play.record import Laid

_LONGEST_LOOK = 600
"""Letters of what a step says: two or three sentences, which a card beside the question has room for."""


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What another seat chooses in a step, as soon as it is asked."""

    seat: str | int
    choice: str


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step: what to `look` for, `at` which spaces or pieces, what to `do`, what the others reply, and what it
    `means` by its `clause`.

    It is done once the learner has chosen all of `do` in order or, where `done` names facts, as soon as the learner
    sees these. A step without either is read. `otherwise` is said to a learner who does something else.
    """

    look: str
    title: str = ""
    at: list[str] = []
    do: list[str] = []
    done: dict[str, Fact] = {}
    others: list[Reply] = []
    means: str = ""
    clause: str = ""
    otherwise: str = ""
    dice: list[list[int]] = []
    draws: list[list[int]] = []


class Written(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of a lesson: what it is called, what it `says` on the shelf, how many `minutes` it takes, which seat
    the learner has, the position and dice that it begins from, its steps, and what is said when they are done.
    """

    game: str
    title: str
    says: str
    minutes: int
    seat: str | int
    ending: str
    position: Given
    dice: list[list[int]] = []
    draws: list[list[int]] = []
    step: list[Step]


class Lesson(Written, frozen=True, kw_only=True, dict=True):
    """A lesson with the slug that it is kept under: the name of its file."""

    slug: str

    @property
    def of(self) -> Game:
        """The game that it teaches."""
        return games[self.game]

    @property
    def learner(self) -> int:
        """The seat that the learner plays."""
        return self.seat_of(self.seat)

    def seat_of(self, word: str | int) -> int:
        """Return the number of the seat that a word names; raise UnknownName."""
        return seat_of(word, self.of, self.scenario)

    @cached_property
    def scenario(self) -> str:
        """The slug of the scenario that its position belongs to."""
        return self.of.scenario_of(self.of.position_from(self.position))

    @property
    def laid(self) -> Laid:
        """The position and the dice that a table of this lesson begins from."""
        parts: list[Lesson | Step] = [self, *self.step]
        dice = tuple(tuple(faces) for part in parts for faces in part.dice)
        draws = tuple(tuple(indices) for part in parts for indices in part.draws)
        return Laid(self.position, dice, draws)


def load_lesson(path: Path) -> Lesson:
    """Read a file of one lesson; raise BadData naming the file, the step, the entry and what would be right."""
    name = shown(path.name)
    raw = read_toml(path, dict[str, object])
    try:
        written = msgspec.convert(raw, Written)
    except msgspec.ValidationError as error:
        known = Step if ".step[" in str(error) else Written
        raise BadData(
            f"{name}: {error}.", remedy=f"Allowed are {', '.join(known.__struct_fields__)}; see docs/lessons.md."
        ) from None
    lesson = Lesson(slug=path.stem, **{field: getattr(written, field) for field in Written.__struct_fields__})
    try:
        _check(lesson)
    except TanelornError as error:
        raise BadData(f"{name}: {error.why}", remedy=error.remedy) from None
    return lesson


def _check(lesson: Lesson) -> None:
    """Check all that can be checked without playing."""
    game = lesson.of
    learner = lesson.learner
    if not lesson.step:
        raise BadData("It has no step.", remedy="Write a [[step]].")
    for number, step in enumerate(lesson.step, 1):
        where = f"step {number} ({step.title or shown(step.look, 40)})"
        if step.clause and step.clause not in game.rulebook:
            remedy = nearest(step.clause, [clause.id for clause in game.rulebook])
            raise BadData(f"{where}: there is no clause “{shown(step.clause)}”.", remedy=remedy)
        if step.means and not step.clause:
            raise BadData(f"{where} explains something without its clause.", remedy="Name it in clause.")
        if (step.do or step.done) and not step.means:
            raise BadData(f"{where} does not say what the rules made of it.", remedy="Write means, with its clause.")
        if len(step.look) > _LONGEST_LOOK:
            raise BadData(f"{where} is too long to be read beside a board.", remedy="Two or three sentences will do.")
        for reply in step.others:
            if lesson.seat_of(reply.seat) == learner:
                raise BadData(f"{where}: the learner's own choice stands among the others'.", remedy="Write it in do.")


def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """Return the lessons that a game has, by the names of their files."""
    folder = game.lessons
    return tuple(load_lesson(path) for path in sorted(folder.glob("*.toml"))) if folder is not None else ()


def find_lesson(game: Game, slug: str = "") -> Lesson:
    """Return a game's lesson by its slug, the first one if none is given; raise UnknownName."""
    known: Iterable[Lesson] = lessons_of(game)
    for lesson in known:
        if slug in ("", lesson.slug):
            return lesson
    if not slug:
        raise UnknownName(f"{game.title} has no lesson.", remedy="Learn another game, or play this one.")
    raise UnknownName(
        f"{game.title} has no lesson “{shown(slug)}”.", remedy=nearest(slug, [lesson.slug for lesson in known])
    )
