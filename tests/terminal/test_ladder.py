"""`tanelorn ladder`: what it writes, where it goes on, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


@pytest.mark.long
def test_it_is_written_as_a_table_and_goes_on_where_it_was(tanelorn, tmp_path: Path):
    words = ("ladder", "fivecities", "--bot", "easy", "--bot", "random", "--out", tmp_path, "--jobs", "1", "-n")
    ran = tanelorn(*words, "4", "--json")
    assert ran.exit_code == 0
    (told,) = json.loads(ran.stdout)
    assert (told["game"], told["upper"], told["lower"], told["games"]) == ("Five Cities", "easy", "random", 4)
    assert told["wins"] == 4
    table = (tmp_path / "ladder.md").read_text()
    assert table.splitlines()[0] == "| | easy against random |"
    assert table.splitlines()[2] == "| Five Cities | 100% (51 to 100), 4 of 4 |"
    played = (tmp_path / "fivecities" / "results.jsonl").read_bytes()
    assert "easy – random" in tanelorn(*words, "4").stdout
    assert (tmp_path / "fivecities" / "results.jsonl").read_bytes() == played, "nothing is played again"
    other = tanelorn(*words, "6")
    assert other.exit_code == 2
    assert "number was 4, and is 6" in other.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("sixcities",), "There is no game “sixcities”"),
        (("fivecities", "--bot", "easy", "--bot", "deep-thought"), "deep-thought"),
        (("fivecities", "--bot", "easy"), "Name more bots"),
        (("fivecities", "-n", "3"), "that 2 divides"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(tanelorn, tmp_path: Path, words: tuple[str, ...], says: str):
    ran = tanelorn("ladder", *words, "--out", tmp_path / "none")
    assert ran.exit_code == 2
    assert says in ran.output
    assert "Traceback" not in ran.output
