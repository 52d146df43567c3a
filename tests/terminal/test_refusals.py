"""Bad input of every kind: one clear sentence, a remedy, the exit code, no traceback, nothing lost."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import msgspec
import pytest

from tanelorn import Table
from tanelorn.core.play.record import Record, linked


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game."""
    table = Table.new("fivecities")
    table.play("3 A to M", 0)
    table.play("pass", 1)
    table.play("resign", 1)
    path = tmp_path / "game.jsonl"
    table.record().save(path)
    return path


def refused(result, *says: str, code: int = 2) -> None:
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    assert "itself went wrong" not in result.output
    # A box may break a sentence over lines.
    said = " ".join(result.output.replace("│", " ").split())
    for text in says:
        assert text in said, result.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "fivecitis", "--terminal"], ["There is no game “fivecitis”.", "Did you mean fivecities?"]),
        (["play"], ["Which game?", "fivecities"]),
        (["play", "fivecities", "--terminal", "--seat", "third=me"], ["Five Cities has no seat “third”."]),
        (["play", "fivecities", "--terminal", "--seat", "me"], ["does not say who sits where"]),
        (["play", "fivecities", "--terminal", "--seat", "1=me", "--seat", "first=friend"], ["given away twice"]),
        (["play", "fivecities", "--terminal", "--seat", "second=bot:gredy"], ["Nobody called “bot:gredy” can play."]),
        (["play", "fivecities", "--terminal", "--seat", "second=greedy:x=1"], ["has no parameter “x”"]),
        (["play", "fivecities", "--terminal", "--option", "turn-limt=3"], ["no option “turn-limt”", "turn-limit"]),
        (
            ["play", "fivecities", "--terminal", "--option", "turn-limit=many"],
            ["cannot be", "whole number", "object.7"],
        ),
        (["play", "fivecities", "--terminal", "--option", "a=1", "--option", "a=2"], ["given twice"]),
        (["play", "fivecities", "--terminal", "--scenario", "big"], ["no scenario “big”", "standard"]),
        (["play", "fivecities", "--seed", "3"], ["chosen on the page", "--terminal"]),
        (["play", "--resume", "nothing"], ["No game called “nothing” is saved"]),
        (["play", "--resume", "last"], ["No game called “last” is saved"]),
        (["play", "fivecities", "--terminal", "--name", "a/b"], ["cannot be called “a/b”"]),
        (["games", "chess"], ["There is no game “chess”."]),
        (["rules", "fivecities", "combt.8"], ["There is no clause “combt.8”", "Did you mean combat.8"]),
        (["rules", "fivecities", "weather"], ["There is no clause “weather”", "chapters"]),
        (["rules", "fivecities", "--search", "dragons"], ["No clause of fivecities holds “dragons”."]),
        (["sim", "fivecities", "--bots", "deep"], ["Nobody called “deep” can play."]),
        (["sim", "fivecities", "--bots", "me,greedy"], ["Only bots play here."]),
        (["sim", "fivecities", "--bots", "greedy,greedy,greedy"], ["2 seats, and 3 bots"]),
        (["sim", "fivecities", "-n", "0"], ["greater than or equal"]),
        (["arena", "none.toml", "--out", "new"], ["none.toml cannot be read"]),
        (["export", "none.jsonl", "--to", "games.csv"], ["is no data set that can be written", ".parquet or .npz"]),
        (["export", "none.jsonl", "--to", "games.npz"], ["none.jsonl cannot be read"]),
        (["report", "fivecities", "--out", "new", "--most"], ["counts nothing but the outcome"]),
        (["report", "elric", "--out", "new", "--scenario", "tall"], ["no scenario “tall”"]),
        (["bench", "go"], ["There is no game “go”."]),
        (["verify", "none.jsonl"], ["cannot be read"]),
        (["replay", "none.jsonl"], ["none.jsonl cannot be read"]),
        (["replay", "none"], ["No game called “none” is saved"]),
        (["check", "none.toml"], ["There is no file none.toml."]),
        (["serve", "--port", "99999999"], ["is not a port"]),
        (["frobnicate"], ["No such command 'frobnicate'"]),
    ],
)
def test_each_is_refused_in_a_sentence(tanelorn, words, says):
    code = 1 if words[0] == "verify" else 2
    refused(tanelorn(*words), *says, code=code)


def altered(path: Path, change) -> Path:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(change(lines)))
    return path


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda lines: [b"{}\n"], "This is not a record of Tanelorn"),
        (lambda lines: [b"\x89PNG\r\n\x1a\n\x00\n"], "This is not a record of Tanelorn"),
        (lambda lines: [], "it is empty"),
        (lambda lines: [lines[0], b"hello\n", *lines[1:]], "Line 2 of the record is malformed"),
        (lambda lines: [lines[0], lines[1].replace(b"3 A", b"2 A"), *lines[2:]], "altered: line 2"),
        (lambda lines: [lines[0], *lines[2:]], "altered: line 2"),
        (lambda lines: [*lines[:-1], lines[-1][:-9]], "cut short in line 5"),
        (lambda lines: lines[:-1], "cannot be checked before the game has ended"),
    ],
)
def test_a_wrong_record_is_refused_with_its_line(tanelorn, record, change, says):
    refused(tanelorn("verify", altered(record, change)), says, code=1)


def forged(path: Path, old: str, new: str) -> Path:
    """Write a record in which a text is changed and all links are made to fit."""
    record = Record.load(path)
    link, lines = "", []
    for part in (record.header, *record.entries, record.ended):
        line, _ = linked(part, "")
        data = json.loads(line)
        del data["link"]
        kind = type(part)
        fields = {k: v for k, v in json.loads(json.dumps(data).replace(old, new)).items() if k != "kind"}
        changed = msgspec.convert(fields | {"kind": data["kind"]}, kind)
        line, link = linked(changed, link)
        lines.append(line)
    path.write_bytes(b"".join(lines))
    return path


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"game": "fivecities"', '"game": "chess"', "There is no game “chess”"),
        ('"rules": 1', '"rules": 99', "rules version 99"),
        ('"text": "3 A to M"', '"text": "2 A to M"', "leads elsewhere"),
        ('"text": "3 A to M"', '"text": "9 A to M"', "cannot be played"),
        ('"reason": "resignation"', '"reason": "five cities"', "ends otherwise"),
    ],
)
def test_a_forged_record_is_refused_by_replay_and_verify(tanelorn, record, old, new, says):
    forged(record, old, new)
    refused(tanelorn("verify", record), says, code=1)
    refused(tanelorn("replay", record), says)


@pytest.mark.long
def test_more_entries_than_there_are_cannot_be_shown(tanelorn, record):
    refused(tanelorn("replay", record, "--at", "99"), "has 3 entries only")
    refused(tanelorn("replay", record, "--viewer", "third"), "Nobody called “third” looks on.", "spectator")


def test_a_foreign_file_cannot_be_resumed(tanelorn, data):
    folder = data / "games"
    folder.mkdir(parents=True)
    (folder / "odd.jsonl").write_text("not a record\n")
    refused(tanelorn("play", "--resume", "odd"), "This is not a record of Tanelorn")


MOVES = [
    ("9 A to M", "9 pieces cannot leave Atlantea: you have 3 there.", "movement.7"),
    ("2 A to S", "Atlantea and Shalomar are not adjacent", "movement.6"),
    ("1 A to M, 1 W to U", "share neither one origin nor one destination", "movement.5"),
    ("2 A", "the number, the origin or the destination is missing", "movement.11"),
    ("2 Atlanta to Mu", "There is no area “Atlanta”. Did you mean Atlantea", "movement.12"),
    ("1 E to ul", "you have none there", "movement.7"),
    ("1 sha to M", "could be", ""),
    ("el", "is no move", ""),
    ("unod", "Did you mean undo?", ""),
    ("rule combat.99", "There is no clause", ""),
    ("undo", "There is nothing to take back.", ""),
    ("redo", "There is nothing to play again.", ""),
    ("back", "No pick is made yet.", ""),
    ("99", "is no move", ""),
    ("", "Nothing was chosen.", ""),
    ("save a/b", "cannot be called", ""),
]


@pytest.mark.parametrize(("typed", "says", "clause"), MOVES)
def test_a_refused_line_says_why_and_changes_nothing(tanelorn, data, typed, says, clause):
    result = tanelorn("play", "fivecities", "--terminal", "--name", "bad", typed=f"{typed}\nquit\n")
    said = " ".join(result.output.split())
    if typed == "1 sha to M":
        says = "you have 0" if "you have 0" in said else "could be"
    assert says in said
    assert f"[{clause}]" in said or not clause
    assert result.exit_code == 0
    assert not Record.load(data / "games" / "bad.jsonl").entries


@pytest.mark.long
def test_a_data_folder_that_cannot_be_made_is_named_with_the_way_out(tanelorn, tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("")
    for words in (["--data", str(blocked / "data")], []):
        monkeypatch.setenv("TANELORN_DATA", str(blocked / "data"))
        result = tanelorn("play", "fivecities", "--terminal", *words, typed="quit\n")
        refused(result, str(blocked / "data"), "--data DIR", "TANELORN_DATA")
    monkeypatch.setenv("TANELORN_DATA", "/proc/nowhere")
    refused(tanelorn("play", "fivecities", "--terminal"), "/proc/nowhere", "--data DIR")


def test_a_port_in_use_is_refused_with_the_remedy(tanelorn):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused(tanelorn("serve", "--port", port, "--no-open"), f"Port {port} is in use.", "Leave --port out")


@pytest.mark.long
def test_the_end_of_the_input_leaves_the_game_saved(tanelorn, data):
    result = tanelorn("play", "fivecities", "--terminal", "--name", "eof", typed="3 A to M\n")
    assert result.exit_code == 0
    assert "Nothing is lost; to go on: tanelorn play --resume eof" in result.output
    assert Record.load(data / "games" / "eof.jsonl").entries


@pytest.mark.long
def test_hints_name_the_command_as_it_was_called(tanelorn, monkeypatch):
    monkeypatch.setenv("TANELORN_CALLED", "./play")
    result = tanelorn("play", "fivecities", "--terminal", "--name", "called", typed="3 A to M\n")
    assert "to go on: ./play --resume called" in result.output
    assert "with: ./play --resume called" in tanelorn("play", "fivecities", "--terminal", "--name", "called").output
    told = " ".join(tanelorn("games").output.split())
    assert "./play games NAME tells all about one; ./play NAME plays it; ./play rules NAME is its rulebook." in told


def test_a_fault_of_our_own_is_a_sentence_too(tanelorn, monkeypatch):
    monkeypatch.setattr("tanelorn.terminal.rules._contents", lambda *_: 1 / 0)
    result = tanelorn("rules", "fivecities")
    assert result.exit_code == 2
    assert "Tanelorn itself went wrong (ZeroDivisionError" in result.output
    assert "Traceback" not in result.output
