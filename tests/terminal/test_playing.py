"""Whole games at a real terminal: against bots, hot-seat, interrupted, killed and taken up again."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tanelorn import Record, replay
from tanelorn.bots import make_bot
from tanelorn.core.chance import Committed
from tanelorn.core.play.table import Table
from tanelorn.core.play.verify import verify
from tests.terminal.conftest import WIPED

ASKED = "\n> "


def table_of(folder: Path, name: str) -> Table:
    """Return the table as a reader of the files finds it."""
    path = folder / "games" / f"{name}.jsonl"
    secret = path.with_suffix(".secret")
    record = Record.load(path, mend=True)
    return replay(record, chance=Committed(secret.read_text()) if secret.exists() else None)


def test_a_whole_game_against_a_bot_ends_and_verifies(terminal, data):
    play = terminal("play", "fivecities", "--terminal", "--seed", "1", "--seat", "second=bot:random", "--name", "one")
    number = 0
    while play.until(ASKED, "tanelorn replay one").endswith(ASKED):
        number += 1
        table = table_of(data, "one")
        assert table.asked()[0] == 0, "no file holds a bot's sealed choice while a person writes"
        play.type(str(make_bot("greedy", table.game, number).choose(table.view(0))))
    assert "First player wins" in play.shown
    assert play.end() == 0
    record = Record.load(data / "games" / "one.jsonl")
    assert record.ended is not None
    assert record.ended.outcome.winners == (0,)
    assert not (data / "games" / "one.secret").exists(), "the secret is told in the record once the game has ended"
    assert verify(record).entries == len(record.entries)


def test_a_hot_seat_game_hides_each_order_and_passes_the_keyboard(terminal, data):
    play = terminal(
        "play", "fivecities", "--terminal", "--seat", "first=me", "--seat", "second=friend", "--name", "two"
    )
    play.until(ASKED)
    play.type("3 A to M")
    assert WIPED in play.until("Pass the keyboard to ▲ Second player, then press Enter.")
    play.until(ASKED)
    play.type("")
    shown = play.until(ASKED)
    assert WIPED in shown
    assert "3 A to M" not in shown.partition(WIPED)[2]
    assert "A ◆3" in shown, "the map shows what lies there, not what is sealed"
    play.type("pass")
    shown = play.until("[Orders]")
    assert "3 A to M. [movement.1]" in shown
    assert "Pass the keyboard" not in shown, "who sits here already writes the next order"
    play.until(ASKED)
    play.type("3 V to VC")
    play.until("Pass the keyboard to ◆ First player")
    play.until(ASKED)
    play.type("undo")
    play.until("Second player · Write your move")
    play.until(ASKED)
    play.type("1 V to VC")
    play.until("Pass the keyboard to ◆ First player")
    play.until(ASKED)
    play.type("")
    shown = play.until(ASKED)
    assert "3 A to M" in shown.partition(WIPED)[2], "the first player reads what happened since he was asked"
    assert "V to VC" not in shown.partition(WIPED)[2]
    play.type("quit")
    assert play.end() == 0
    assert table_of(data, "two").asked() == (0,)


def test_the_history_of_the_keyboard_does_not_tell_the_others_order(terminal):
    play = terminal("play", "fivecities", "--terminal", "--seat", "first=me", "--seat", "second=friend")
    play.until(ASKED)
    play.type("3 A to M")
    play.until("press Enter")
    play.until(ASKED)
    play.type("")
    play.until(ASKED)
    play.type("\x1b[A\x1b[A")
    shown = play.until(ASKED)
    assert "3 A to M" not in shown


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_no_acknowledged_choice_is_lost_however_it_ends(terminal, data, stop):
    play = terminal("play", "fivecities", "--terminal", "--name", "cut", "--seat", "second=bot:greedy")
    play.until(ASKED)
    play.type("2 M to S, 1 M to A")
    play.until("Sealed: 2 M to S, 1 M to A.".replace("2 M to S, 1 M to A", "1 M to A, 2 M to S"))
    play.until(ASKED)
    facts = table_of(data, "cut").facts()
    assert facts["turn"] == 2
    if stop == signal.SIGINT:
        play.interrupt()
        shown = play.until("tanelorn play --resume cut")
        assert "Nothing is lost" in shown
        assert play.end() == 130
    else:
        play.process.send_signal(stop)
        play.process.wait()
    assert "Traceback" not in play.shown
    again = terminal("play", "--resume", "last")
    shown = again.until(ASKED)
    assert "1 M to A, 2 M to S. [movement.1]" in shown
    assert table_of(data, "cut").facts() == facts
    again.type("pass")
    again.until("Sealed: pass.")


def test_a_half_written_last_line_is_mended_with_a_notice(terminal, data):
    play = terminal("play", "fivecities", "--terminal", "--name", "half")
    play.until(ASKED)
    play.type("3 M to S")
    play.until("TURN 2")
    play.until(ASKED)
    play.kill()
    path = data / "games" / "half.jsonl"
    facts = table_of(data, "half").facts()
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"kind":"choice","seat":0,"te')
    again = terminal("play", "--resume", "half")
    shown = again.until(ASKED)
    assert "its choice was never acknowledged; if the file was damaged later, the last choice is missing" in " ".join(
        shown.split()
    )
    assert table_of(data, "half").facts() == facts
    again.type("pass")
    again.until("Sealed: pass.")
    again.until(ASKED)
    again.kill()
    assert path.read_bytes().startswith(whole)
    assert Record.load(path).mended == ""


def test_two_windows_cannot_play_one_game(terminal, tanelorn):
    play = terminal("play", "fivecities", "--terminal", "--name", "mine")
    play.until(ASKED)
    refused = tanelorn("play", "--resume", "mine")
    assert refused.exit_code == 2
    assert "mine is being played in another window." in refused.output


def test_the_pick_by_pick_way_builds_the_same_order(terminal):
    play = terminal("play", "fivecities", "--terminal", "--seat", "second=bot:random")
    play.until(ASKED)
    play.type("Mu")
    assert "From Mu: where to?" in play.until(ASKED)
    play.type("sha")
    assert "How many from Mu to Shalomar?" in play.until(ASKED)
    play.type("3")
    assert "Draft: 3 M to S" in play.until(ASKED)
    play.type("back")
    assert "How many from Mu to Shalomar?" in play.until(ASKED)
    play.type("2")
    play.until("Draft: 2 M to S")
    play.until(ASKED)
    play.type("M A 1")
    assert "Draft: 1 M to A, 2 M to S" in play.until(ASKED)
    play.type("b")
    assert "Which area does lightning strike?" in play.until(ASKED)
    play.type("elfin")
    play.until("Draft: 1 M to A, 2 M to S; Bomb EC")
    play.until(ASKED)
    play.type("")
    play.until("Sealed: 1 M to A, 2 M to S; Bomb EC.")


def test_a_narrow_and_plain_terminal_can_be_played(terminal):
    play = terminal("play", "fivecities", "--terminal", "--ascii", width=60)
    shown = play.until(ASKED)
    assert "W    Wyvernia: <>3" in shown, "too narrow for a map: a list"
    assert shown.isascii()
    play.type("3 A to M")
    play.until("Sealed: 3 A to M.")
    wide = terminal("play", "fivecities", "--terminal", "--ascii")
    shown = wide.until(ASKED)
    assert "Mu  ====" in shown
    assert shown.isascii()
    assert max(map(len, shown.splitlines())) <= 80


def test_ctrl_c_ends_a_simulation_with_what_has_been_counted(terminal):
    sim = terminal("sim", "fivecities", "-n", "500", "--bots", "greedy,greedy", "--jobs", "1")
    sim.until(*(f" {number}/500" for number in range(1, 100)))
    sim.interrupt()
    assert sim.end() == 130
    assert "Traceback" not in sim.shown
    assert "of 500 games; those are counted." in sim.shown
    assert "95 % interval" in sim.shown


def test_words_are_given_unseen_once_the_dice_are_promised(terminal, data):
    play = terminal(
        "play", "fivecities", "--terminal", "--words", "--name", "own", "--seat", "first=me", "--seat", "second=friend"
    )
    shown = play.until("Words of First player")
    assert "The dice are promised: " in shown
    play.type("rain on the roof")
    play.until("Words of Second player")
    play.type("")
    shown = play.until(ASKED)
    header = Record.load(data / "games" / "own.jsonl").header
    assert header.words == ("rain on the roof", "")
    assert "rain" not in shown
    assert header.fingerprint in shown
    play.kill()
    again = terminal("play", "--resume", "own")
    assert header.fingerprint in again.until(ASKED)


def test_dice_of_a_seed_are_called_no_promise(terminal):
    play = terminal("play", "fivecities", "--terminal", "--seed", "7")
    assert "nothing is promised" in " ".join(play.until(ASKED).split())
