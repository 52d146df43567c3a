"""Sittings without a terminal: what is typed comes from a script, what is shown is text."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator

import pytest
from rich.console import Console

from tanelorn.core.game import games
from tanelorn.core.play.record import Chanced, Chose
from tanelorn.terminal.board.scenes import Screen
from tanelorn.terminal.sitting.keyboard import Keyboard
from tanelorn.terminal.sitting.saves import Saved, find_record, games_folder
from tanelorn.terminal.sitting.seats import Sitter
from tanelorn.terminal.sitting.sitting import Quit, Sitting
from tests.toy.skirmish import SKIRMISH

ME, FRIEND = Sitter("me"), Sitter("friend")
WIPED = "<wiped>"
SEED = "9"


class Script(Keyboard):
    """Types what a function says; what it types and what is wiped are seen in the output."""

    def __init__(self, console, answers):
        super().__init__(console)
        self.answers = answers

    def line(self, prompt="> "):
        try:
            typed = next(self.answers)
        except StopIteration:
            raise Quit from None
        self.console.print(f"{prompt}{typed}")
        return typed

    def forget(self):
        self.console.print(WIPED)


@pytest.fixture
def sit(monkeypatch):
    monkeypatch.setattr(games, "_games", {**games._games, "skirmish": SKIRMISH})
    opened = []

    def sit(game, sitters, answers=None, options=None, resumed=None, scenario=None):
        saved = resumed or Saved.begin(
            games_folder(make=True), game, scenario=scenario, options=options or {}, players=(), seed=SEED, name=None
        )
        opened.append(saved)
        console = Console(file=io.StringIO(), width=80, highlight=False, emoji=False, markup=False)
        screen = Screen(console, saved.table)
        sitting = Sitting(saved, sitters, screen, Script(console, iter(())))
        sitting.keyboard.answers = iter(answers) if answers is not None else at_random(sitting)
        return sitting

    yield sit
    for saved in opened:
        saved.close()


def at_random(sitting: Sitting) -> Iterator[str]:
    """Answer hand-overs with Enter and each question with any choice, by number or by text, and undo now and then."""
    rng = random.Random(3)
    while True:
        if "press Enter" in shown(sitting)[-200:]:
            yield ""
            continue
        seat = sitting.here
        if rng.random() < 0.1 and sitting.table.can_undo(seat)[0]:
            yield "undo"
        choices = list(sitting.table.decision(seat).choices())
        number = rng.randrange(len(choices))
        yield rng.choice([str(number + 1), str(choices[number])])


def shown(sitting: Sitting) -> str:
    return sitting.screen.console.file.getvalue()


def check_kills(through: Sitting, scenario: str) -> None:
    """Play a sitting's choices again, the program killed after each: the dice and all else must be the same."""
    table = through.table
    folder = through.saved.path.parent
    halting = Saved.begin(folder, table.game, scenario=scenario, options={}, players=(), seed=SEED, name="halting")
    for entry in table.entries:
        if isinstance(entry, Chanced):
            continue
        if isinstance(entry, Chose):
            halting.play(entry.text, entry.seat)
        else:
            halting.undo(entry.seat)
        halting.close()
        halting = Saved.resume(find_record("halting"))
    halting.close()
    assert halting.table.entries == table.entries
    assert halting.table.facts() == table.facts()
    assert any(isinstance(entry, Chanced) for entry in table.entries)
