"""A sitting without a terminal: three people, hidden men, dice, open and sealed questions, a failing bot."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator

import pytest
from rich.console import Console

from tanelorn.core.choices import OFFER_DRAW
from tanelorn.core.game import games
from tanelorn.core.record import Record
from tanelorn.terminal import saves
from tanelorn.terminal.keyboard import Keyboard
from tanelorn.terminal.saves import Saved, games_folder
from tanelorn.terminal.scenes import Screen
from tanelorn.terminal.seats import Sitter
from tanelorn.terminal.sitting import Quit, Sitting
from tests.toy.skirmish import SKIRMISH

ME, FRIEND = Sitter("me"), Sitter("friend")
WIPED = "<wiped>"


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

    def sit(game, sitters, answers=None):
        saved = Saved.begin(games_folder(make=True), game, scenario=None, options={}, players=(), seed="9", name=None)
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


def test_three_people_play_a_game_with_hidden_men_and_dice_to_its_end(sit):
    sitting = sit(SKIRMISH, [ME, FRIEND, FRIEND])
    sitting.play()
    assert sitting.table.outcome is not None
    assert Record.load(sitting.saved.path).ended is not None
    assert f"Pass the keyboard to ▲ {sitting.table.seats[2]}" in shown(sitting)


def test_what_one_seat_may_read_is_wiped_before_the_next_looks(sit):
    sitting = sit(SKIRMISH, [ME, FRIEND, FRIEND], ["captain to Ash", "", "captain to Damson", "quit"])
    with pytest.raises(Quit):
        sitting.play()
    red, green, blue = (part for part in shown(sitting).split(f"{WIPED}\nSaved.")[0:3])
    assert "captain to Ash" in red
    assert "The captain is at Ash" not in green
    assert "captain to Ash" not in green.partition(WIPED)[2]
    assert "Damson" not in blue.partition(WIPED)[2].replace("captain to Damson", "")


def test_a_bot_that_fails_does_not_stop_the_game(sit, monkeypatch):
    class Broken:
        name = "broken"

        def choose(self, view):
            raise ZeroDivisionError("no idea")

    monkeypatch.setattr("tanelorn.terminal.sitting.make_bot", lambda *_: Broken())
    sitting = sit(games["fivecities"], [ME, Sitter("bot:broken", "broken")], ["pass", "quit"])
    with pytest.raises(Quit):
        sitting.play()
    assert "The bot broken failed" in shown(sitting)
    assert sitting.table.facts()["turn"] == 2


def test_two_people_agree_on_a_draw(sit):
    sitting = sit(games["fivecities"], [ME, FRIEND], ["offer a draw", "pass", "", "offer a draw"])
    sitting.play()
    assert sitting.table.outcome.winners == ()
    assert "First player offers a draw. To agree, type offer a draw." in shown(sitting)
    assert str(OFFER_DRAW) in Record.load(sitting.saved.path).entries[-1].text


def test_resigning_asks_again_first(sit):
    sitting = sit(games["fivecities"], [ME, FRIEND], ["resign", "no", "resign", "yes"])
    sitting.play()
    assert "You play on." in shown(sitting)
    assert "Second player wins: resignation." in shown(sitting)


def test_the_words_that_only_look_change_nothing(sit):
    words = ["?", "board", "log", "log 3", "rule", "rule combat.8", "find to S 3", "save", "save siege", "b", "back"]
    sitting = sit(games["fivecities"], [ME, FRIEND], words)
    with pytest.raises(Quit):
        sitting.play()
    text = shown(sitting)
    assert not sitting.table.entries
    for said in ("in the rulebook's notation", "stronger side loses", "3 M to S", "Saved as siege"):
        assert said in " ".join(text.split())
    assert sitting.saved.path.name == "siege.jsonl"


def test_a_disk_that_refuses_leaves_the_question_open(sit, monkeypatch):
    game = sit(games["fivecities"], [ME, FRIEND], ["3 A to M", "3 A to M", "quit"])
    real = saves.os.fsync
    failures = [OSError(28, "No space left on device")]

    def fsync(file):
        if failures:
            raise failures.pop()
        real(file)

    monkeypatch.setattr(saves.os, "fsync", fsync)
    with pytest.raises(Quit):
        game.play()
    assert "The choice was not taken, for it cannot be saved" in " ".join(shown(game).split())
    assert [entry.text for entry in Record.load(game.saved.path).entries] == ["3 A to M"]
