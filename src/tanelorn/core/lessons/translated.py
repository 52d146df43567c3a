"""Lessons in other languages: the words alone, which lie beside a lesson in a folder of their language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from tanelorn.core.content.data import read_toml
from tanelorn.core.lessons.lesson import Lesson, Step


class Said(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of a step in another language."""

    title: str
    look: str
    means: str = ""
    otherwise: str = ""


class Translation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of a lesson in another language; those of each `step` under its own title."""

    title: str
    says: str
    ending: str
    step: dict[str, Said]


def translation_of(lesson: Lesson, language: str) -> Translation | None:
    """Return the words of a lesson in a language, by its code; None where nobody has written them. Raises BadData."""
    folder = lesson.of.lessons
    return _read(folder / language / f"{lesson.slug}.toml") if folder is not None else None


def in_language(lesson: Lesson, language: str) -> Lesson:
    """Return a lesson as it is told in a language; what nobody has translated stays as it was written."""
    told = translation_of(lesson, language)
    if told is None:
        return lesson
    steps = [_said(step, told.step.get(step.title)) for step in lesson.step]
    return msgspec.structs.replace(lesson, title=told.title, says=told.says, ending=told.ending, step=steps)


def _said(step: Step, said: Said | None) -> Step:
    return step if said is None else msgspec.structs.replace(step, **msgspec.structs.asdict(said))


@cache
def _read(path: Path) -> Translation | None:
    return read_toml(path, Translation) if path.is_file() else None
