"""Guided games in other languages: all of them, all their steps, with the same numbers and the same buttons."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from tanelorn.core.errors import BadData
from tanelorn.core.game import games
from tanelorn.core.lessons import translated
from tanelorn.core.lessons.lesson import Lesson, Step, find_lesson, lessons_of
from tanelorn.core.lessons.translated import Translation, in_language, translation_of

LANGUAGES = ("de",)
TOLD = [(lesson, language) for game in games for lesson in lessons_of(game) for language in LANGUAGES]
WORDS = ("title", "look", "means", "otherwise")
each = pytest.mark.parametrize(("lesson", "language"), TOLD, ids=lambda one: getattr(one, "game", one))


def told(lesson: Lesson, language: str) -> Translation:
    found = translation_of(lesson, language)
    assert found is not None, f"{lesson.game}/{lesson.slug} is not told in {language}"
    return found


@each
def test_a_lesson_has_all_its_steps(lesson: Lesson, language: str) -> None:
    titles = [step.title for step in lesson.step]
    assert len(set(titles)) == len(titles)  # a step is found by its title
    assert list(told(lesson, language).step) == titles


@each
def test_a_step_says_as_much_as_in_english(lesson: Lesson, language: str) -> None:
    said = told(lesson, language)
    for step in lesson.step:
        other = said.step[step.title]
        assert [name for name in WORDS if bool(getattr(step, name)) != bool(getattr(other, name))] == [], step.title


@each
def test_numbers_and_buttons_are_the_same(lesson: Lesson, language: str) -> None:
    said = told(lesson, language)
    pairs = [
        (step.title, name, getattr(step, name), getattr(said.step[step.title], name))
        for step in lesson.step
        for name in WORDS
    ]
    for title, name, english, other in pairs:
        where = f"{lesson.game}, “{title}”, {name}"
        assert sorted(re.findall(r"\d+", english)) == sorted(re.findall(r"\d+", other)), where
        assert set(re.findall("“(.*?)”", english)) == set(re.findall("„(.*?)“", other)), where


@each
def test_only_the_words_are_another_languages(lesson: Lesson, language: str) -> None:
    other = in_language(lesson, language)
    assert other.title != lesson.title

    def bare(one: Lesson) -> Lesson:
        steps = [msgspec.structs.replace(step, **dict.fromkeys(WORDS, "")) for step in one.step]
        return msgspec.structs.replace(one, title="", says="", ending="", step=steps)

    assert bare(other) == bare(lesson)


def test_what_nobody_has_translated_is_told_in_english() -> None:
    lesson = find_lesson(games["fivecities"])
    assert in_language(lesson, "tlh") == lesson


def test_a_step_without_a_translation_stays_as_it_is() -> None:
    lesson = find_lesson(games["fivecities"])
    more = msgspec.structs.replace(lesson, step=[*lesson.step, Step(look="Look.", title="One more")])
    assert in_language(more, "de").step[-1].look == "Look."


def test_a_file_that_is_no_translation_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = find_lesson(games["fivecities"])
    monkeypatch.setattr(type(lesson.of), "lessons", tmp_path)
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / f"{lesson.slug}.toml").write_text("title = 't'\nsteps = 1", encoding="utf-8")
    translated._read.cache_clear()
    with pytest.raises(BadData, match=lesson.slug):
        translation_of(lesson, "xx")
