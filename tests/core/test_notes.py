"""What is told once of each kind of question: each kind has a note, each note a kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tanelorn.core.content.notes import read_notes
from tanelorn.core.errors import BadData
from tanelorn.core.game import Game, games
from tanelorn.core.play.table import Table
from tanelorn.core.steps import Asks, Seals, Step
from tests.toy.skirmish import SKIRMISH

LONGEST = 250


def below(kind: type[Step]) -> Iterator[type[Step]]:
    """Return the kinds of step that nothing is made of any more: those that lie on an agenda."""
    rest = kind.__subclasses__()
    yield from (one for further in rest for one in below(further))
    if not rest:
        yield kind


def asked(game: Game[Any, Any]) -> set[str]:
    """Return the names of all steps that ask somebody by a clause of a game."""
    kinds = {*below(Asks), *below(Seals)}
    return {kind.__name__ for kind in kinds if kind.clause.startswith(f"{game.rulebook.game}/")}


@pytest.mark.parametrize("game", list(games), ids=lambda game: game.slug)
def test_every_kind_of_question_has_a_note_and_no_other(game: Game[Any, Any]) -> None:
    assert len(asked(game)) > 1
    assert set(game.notes.note) == asked(game)
    assert {*game.notes.undone, *game.notes.standing, *game.notes.ahead} <= asked(game)


@pytest.mark.parametrize("game", list(games), ids=lambda game: game.slug)
def test_a_note_is_one_or_two_short_sentences(game: Game[Any, Any]) -> None:
    for kind, note in game.notes.note.items():
        assert 1 <= len(re.findall(r"[.!?](?= |$)", note)) <= 2, kind
        assert note.endswith("."), kind
        assert len(note) <= LONGEST, f"{kind}: {len(note)}"
        assert not re.search(r"[\"'\n]", note), f"{kind} has quotes that are not printers’ own"


@pytest.mark.parametrize("game", list(games), ids=lambda game: game.slug)
def test_every_note_is_told_in_german_too(game: Game[Any, Any]) -> None:
    german = game.notes.in_language("de")
    assert german is not game.notes
    assert list(german.note) == list(game.notes.note)
    assert list(german.undone) == list(game.notes.undone)
    assert list(german.ahead) == list(game.notes.ahead)
    for kind, note in german.note.items():
        assert 1 <= len(re.findall(r"[.!?](?= |$)", note)) <= 2, kind
        assert len(note) <= 1.3 * LONGEST, f"{kind}: {len(note)}"
        assert not re.search(r"[\"'\n]", note), f"{kind} has quotes that are not printers’ own"
    assert game.notes.in_language("tlh") is game.notes


def test_a_decision_tells_what_its_question_is_for() -> None:
    decision = Table.new(games["fivecities"], "standard").decision(0)
    assert decision.kind == "Orders"
    assert decision.note == games["fivecities"].notes.note["Orders"]


def test_a_game_without_notes_says_nothing() -> None:
    assert Table.new(SKIRMISH, SKIRMISH.scenarios[0].slug).decision(0).note == ""


def test_a_file_of_notes_that_cannot_be_read_is_named(tmp_path) -> None:
    path = tmp_path / "notes.toml"
    path.write_text("[note]\nOrders = 3\n", encoding="utf-8")
    with pytest.raises(BadData, match=r"notes\.toml"):
        read_notes(path)
