"""The saving door: written before acknowledged, moved by nothing that the disk refuses."""

from __future__ import annotations

import os
import random
import resource
import stat
import subprocess
import sys

import pytest

from tanelorn import Record
from tanelorn.core.errors import BadRecord, UnknownName
from tanelorn.core.game import games
from tanelorn.terminal.sitting.saves import CannotSave, Saved, find_record, games_folder
from tests.toy.skirmish import SKIRMISH


@pytest.fixture
def begin(data):
    opened = []

    def begin(game=None, name=None, **given):
        settings = {"scenario": None, "options": {}, "players": (), "seed": None} | given
        saved = Saved.begin(games_folder(make=True), game or games["fivecities"], name=name, **settings)
        opened.append(saved)
        return saved

    yield begin
    for saved in opened:
        saved.close()


def again(saved: Saved) -> Saved:
    saved.close()
    return Saved.resume(saved.path)


def test_each_choice_is_in_the_file_when_play_returns(begin):
    saved = begin()
    saved.play("3 A to M", 0)
    assert Record.load(saved.path).entries == saved.table.entries
    saved.play("pass", 1)
    assert Record.load(saved.path).entries == saved.table.entries
    assert again(saved).table.facts() == saved.table.facts()


def test_undo_and_redo_are_saved_too(begin):
    saved = begin()
    saved.play("3 A to M", 0)
    saved.undo(0)
    saved.redo(0)
    resumed = again(saved)
    assert resumed.table.facts() == saved.table.facts()
    assert [type(entry).__name__ for entry in resumed.table.entries] == ["Chose", "Undid", "Chose"]


def test_the_secret_is_private_and_beside_the_record_until_the_end(begin):
    saved = begin()
    secret = saved.path.with_suffix(".secret")
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert secret.read_bytes() not in saved.path.read_bytes()
    saved.play("resign", 1)
    assert not secret.exists()
    ended = Record.load(saved.path).ended
    assert ended is not None
    assert ended.outcome.winners == (0,)
    assert Record.load(saved.path).committed() is not None
    assert again(saved).table.outcome == saved.table.outcome


@pytest.mark.long
def test_a_game_with_dice_goes_on_with_the_same_dice(begin, monkeypatch):
    monkeypatch.setattr(games, "_games", {**games._games, "skirmish": SKIRMISH})

    def play(saved: Saved, resume: bool) -> Saved:
        rng = random.Random(7)
        while saved.table.outcome is None:
            decision = saved.table.decisions()[0]
            saved.play(str(decision.choices().sample(rng)), decision.seat)
            if resume:
                saved = again(saved)
        return saved

    through = play(begin(SKIRMISH, "through", seed="5"), False)
    halting = play(begin(SKIRMISH, "halting", seed="5"), True)
    assert through.table.entries == halting.table.entries
    assert any(entry for entry in through.table.entries if type(entry).__name__ == "Chanced")


def test_chance_that_was_cut_off_is_rolled_again_alike(begin, monkeypatch):
    monkeypatch.setattr(games, "_games", {**games._games, "skirmish": SKIRMISH})
    saved = begin(SKIRMISH, seed="5")
    before = saved.path.read_bytes()
    while not saved.path.read_bytes()[len(before) :].count(b'"chance"'):
        before = saved.path.read_bytes()
        decision = saved.table.decisions()[0]
        saved.play(next(iter(decision.choices())), decision.seat)
    whole = saved.path.read_bytes()
    saved.close()
    choice = whole[len(before) :].splitlines(keepends=True)[0]
    for cut in (before + choice, before + choice + b'{"kind":"chan'):
        saved.path.write_bytes(cut)
        resumed = Saved.resume(saved.path)
        resumed.close()
        assert saved.path.read_bytes() == whole


@pytest.mark.parametrize("left", range(1, 60, 7))
def test_a_last_line_cut_anywhere_is_mended(begin, left):
    saved = begin()
    saved.play("3 A to M", 0)
    saved.play("pass", 1)
    facts = saved.table.facts()
    whole = saved.path.read_bytes()
    saved.play("3 M to S", 0)
    saved.close()
    saved.path.write_bytes(saved.path.read_bytes()[: len(whole) + left])
    resumed = Saved.resume(saved.path)
    assert "breaks off" in resumed.notice
    assert "every choice" not in resumed.notice
    assert resumed.table.facts() == facts
    resumed.play("2 M to S", 0)
    assert Record.load(resumed.path).entries == resumed.table.entries
    resumed.close()


def test_a_last_line_that_is_damaged_is_left_out_and_its_choice_said_to_be_missing(begin):
    saved = begin()
    saved.play("3 A to M", 0)
    saved.play("pass", 1)
    facts = saved.table.facts()
    whole = saved.path.read_bytes()
    saved.play("3 M to S", 0)
    saved.close()
    raw = saved.path.read_bytes()
    saved.path.write_bytes(raw[: len(whole) + 30] + b"?" + raw[len(whole) + 31 :])
    resumed = Saved.resume(saved.path)
    assert resumed.notice.endswith("what was chosen last is missing.")
    assert resumed.table.facts() == facts
    resumed.play("2 M to S", 0)
    assert Record.load(resumed.path).entries == resumed.table.entries
    resumed.close()


def test_a_line_that_is_damaged_before_the_last_is_no_game_to_go_on_with(begin):
    saved = begin()
    saved.play("3 A to M", 0)
    at = len(saved.path.read_bytes())
    saved.play("pass", 1)
    saved.play("3 M to S", 0)
    saved.close()
    raw = saved.path.read_bytes()
    saved.path.write_bytes(raw[: at + 30] + b"?" + raw[at + 31 :])
    with pytest.raises(BadRecord, match="The record is altered: line 3"):
        Saved.resume(saved.path)


def test_a_full_disk_moves_no_table_and_keeps_what_was_there(begin):
    saved = begin()
    saved.play("3 A to M", 0)
    whole, facts = saved.path.read_bytes(), saved.table.facts()
    # A limit on the size of files stands for a full disk: writing beyond it fails halfway through the line.
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 20, limit[1]))
    try:
        with pytest.raises(CannotSave, match="The choice was not taken") as refused:
            saved.play("pass", 1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert str(saved.path) in refused.value.why
    assert saved.table.facts() == facts
    assert saved.table.asked() == (1,)
    assert saved.path.read_bytes() == whole
    saved.play("pass", 1)
    assert Record.load(saved.path).entries == saved.table.entries


def test_a_file_that_vanished_under_a_killed_player_is_named(data):
    path = games_folder(make=True) / "gone.jsonl"
    with pytest.raises(UnknownName, match=r"gone\.jsonl"):
        Saved.resume(path)


def test_without_its_secret_a_game_does_not_go_on(begin):
    saved = begin(name="mute")
    saved.close()
    secret = saved.path.with_suffix(".secret")
    secret.write_text("another")
    with pytest.raises(BadRecord, match="is not the secret that its dice were promised by"):
        Saved.resume(saved.path)
    secret.unlink()
    with pytest.raises(BadRecord, match=r"the secret of its dice, mute\.secret, is not beside it"):
        Saved.resume(saved.path)


def test_names_are_given_in_order_taken_once_and_changed(begin):
    first, second = begin(), begin()
    assert (first.name, second.name) == ("fivecities-1", "fivecities-2")
    with pytest.raises(CannotSave, match="already a game called fivecities-1"):
        begin(name="fivecities-1")
    with pytest.raises(CannotSave, match="cannot be called"):
        begin(name="../../etc/passwd")
    with pytest.raises(CannotSave, match="already a game called fivecities-1"):
        second.rename("fivecities-1")
    second.play("3 A to M", 0)
    second.rename("siege")
    second.play("pass", 1)
    assert find_record("last").stem == "siege"
    second.play("resign", 0)
    assert find_record("last").stem == "siege"
    assert find_record("last", going=True).stem == "fivecities-1"
    assert again(second).table.facts() == second.table.facts()


@pytest.mark.long
def test_the_record_is_on_the_disk_before_a_kill_9(data):
    """A child plays a choice, says so, and is killed at that very moment."""
    child = (
        "import os, signal\n"
        "from tanelorn.core.game import games\n"
        "import tanelorn\n"
        "from tanelorn.terminal.sitting.saves import Saved, games_folder\n"
        "s = Saved.begin(games_folder(make=True), games['fivecities'], scenario=None, options={}, players=(),"
        " seed=None, name='killed')\n"
        "for n in range(5):\n"
        "    s.play('pass', 0); s.play('pass', 1)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    assert subprocess.run([sys.executable, "-c", child], env=os.environ, check=False).returncode == -9
    assert len(Saved.resume(find_record("killed")).table.entries) == 10
