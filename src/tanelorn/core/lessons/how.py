"""How a game is played, on one page: the goal, a turn, what beginners miss, and a quiz that says where it is answered.

A file `how.toml` holds it; `docs/lessons.md` says how one is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from tanelorn.core.content.data import Entry, read_toml
from tanelorn.core.content.given import shown
from tanelorn.core.errors import BadData, UnknownName, nearest
from tanelorn.core.game import Game
from tanelorn.core.lessons.lesson import Step, lessons_of

_WANTED = {"turn": (3, 6), "missed": (5, 5), "quiz": (10, 10)}
"""How many entries of each kind there are at least and at most: what one sitting has room for."""


class Told(Entry, frozen=True):
    """Something told under a title, with the clause that it rests on."""

    title: str
    words: str
    clause: str


class Part(Told, frozen=True):
    """A part of the turn; a `step` of the game's first lesson shows it, counted from 1, or none: 0."""

    step: Annotated[int, msgspec.Meta(ge=0)] = 0


class Question(Entry, frozen=True):
    """A question of the quiz: its answer, and `where` a reader finds what `says` it."""

    ask: str
    answer: str
    where: str
    says: str


class How(Entry, frozen=True):
    """How a game is played."""

    goal: str
    clause: str
    turn: list[Part]
    missed: list[Told]
    quiz: list[Question]


class Place(msgspec.Struct, frozen=True):
    """A place that answers a question: what it is called, what stands there, and its `step` if it is one."""

    title: str
    words: str
    step: int = 0


def has_how(game: Game) -> bool:
    """Whether somebody has written how a game is played."""
    return game.how is not None and game.how.is_file()


def how_of(game: Game) -> How:
    """Return how a game is played; raise UnknownName if nobody has written it, BadData that names the wrong place."""
    if game.how is None or not game.how.is_file():
        raise UnknownName(f"Nobody has written how {game.title} is played.", remedy="Read its rulebook.")
    how = read_toml(game.how, How)
    for where, why, remedy in _faults(how, game):
        raise BadData(f"{shown(game.how.name)} of {game.title}, {where}: {why}", remedy=remedy)
    return how


def places(how: How, game: Game) -> dict[str, Place]:
    """Return the places that a question may name as `where`: those of the page, then the steps of the first lesson."""
    found = {"goal": Place("The goal", _plain(how.goal))}
    for where, told in _told(how).items():
        found[where] = Place(told.title, _plain(f"{told.title} {told.words}"))
    for number, step in enumerate(first_steps(game), 1):
        words = _plain(f"{step.title} {step.look} {step.means}")
        found[f"step {number}"] = Place(step.title or step.look, words, number)
    return found


def first_steps(game: Game) -> list[Step]:
    """Return the steps of a game's first lesson, none if it has no lesson."""
    return lessons_of(game)[0].step if lessons_of(game) else []


def _told(how: How) -> dict[str, Told]:
    """Name what stands on the page below the goal."""
    parts: dict[str, Told] = {f"turn {number}": part for number, part in enumerate(how.turn, 1)}
    return parts | {f"missed {number}": told for number, told in enumerate(how.missed, 1)}


def _plain(text: str) -> str:
    """Return a text as it reads: without the marks of bold, on one line."""
    return " ".join(text.replace("**", "").split())


def _faults(how: How, game: Game) -> Iterator[tuple[str, str, str]]:
    """Find what is wrong: where, why, and what would be right."""
    counts = {"turn": len(how.turn), "missed": len(how.missed), "quiz": len(how.quiz)}
    for word, (least, most) in _WANTED.items():
        if not least <= counts[word] <= most:
            wanted = f"{least}" if least == most else f"{least} to {most}"
            yield f"[[{word}]]", f"There are {counts[word]} entries.", f"Write {wanted}."
    known = [clause.id for clause in game.rulebook]
    clauses = {"goal": how.clause, **{where: told.clause for where, told in _told(how).items()}}
    for where, clause in clauses.items():
        if clause not in game.rulebook:
            yield where, f"There is no clause “{shown(clause)}”.", nearest(clause, known)
    steps = len(first_steps(game))
    for number, part in enumerate(how.turn, 1):
        if part.step > steps:
            yield f"turn {number}", f"The first lesson has no step {part.step}.", f"It has {steps} steps."
    yield from _unanswered(how, game)


def _unanswered(how: How, game: Game) -> Iterator[tuple[str, str, str]]:
    """Find the questions whose answer does not stand where they say."""
    found = places(how, game)
    for number, question in enumerate(how.quiz, 1):
        place = found.get(question.where)
        if place is None:
            yield (
                f"quiz {number}",
                f"There is no place “{shown(question.where)}”.",
                nearest(question.where, list(found)),
            )
        elif not question.says or question.says not in place.words:
            why = f"“{shown(question.says, 80)}” does not stand in {question.where}."
            yield f"quiz {number}", why, "Quote it letter for letter, without the marks of bold."
