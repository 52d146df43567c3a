"""`tanelorn ideas`: what it prints, and what it refuses."""

from __future__ import annotations

import json

import pytest


def test_a_bot_is_set_before_positions_and_what_it_found_is_told(tanelorn):
    ran = tanelorn("ideas", "fivecities", "--bot", "greedy", "--seeds", "1", "--json")
    assert ran.exit_code == 0
    told = json.loads(ran.stdout)
    assert told["bot"] == "greedy"
    assert told["of"] == len(told["positions"]) == 10
    assert told["found"] == sum(one["found"] for one in told["positions"])


def test_the_table_names_each_position(tanelorn):
    ran = tanelorn("ideas", "fivecities", "--bot", "random", "--seeds", "2")
    assert ran.exit_code == 0
    assert "Five Cities: random" in ran.stdout
    assert "The fifth city stands open" in ran.stdout
    assert "of 20 (" in ran.stdout


@pytest.mark.long
def test_what_names_nothing_is_refused_in_a_sentence(tanelorn):
    for words, says in (
        (("ideas", "sixcities"), "There is no game “sixcities”"),
        (("ideas", "fivecities", "--bot", "deep-thought"), "deep-thought"),
        (("ideas", "fivecities", "--bot", "me"), "Only bots"),
    ):
        ran = tanelorn(*words)
        assert ran.exit_code == 2
        assert says in ran.output
        assert "Traceback" not in ran.output
