"""Rule cases: wrong files are explained, and every kind of difference is found and told in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tanelorn import BadData
from tanelorn.core.cases.running import check_files, load_cases, run_case

CASE = '[[case]]\nname = "One"\nrules = ["fivecities/turn.1"]\n'
GAME = 'game = "fivecities"\n'
TURN = "expect = { turn = 1 }\n"
PLAY = '[[case.play]]\nseat = "first"\n'
BOTH = PLAY + 'choice = "3 M to S"\n[[case.play]]\nseat = "second"\nchoice = "pass"\n'


def written(folder: Path, text: str, name: str = "some.toml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


WRONG = {
    "no TOML": (GAME + "[[case", "some.toml is wrong"),
    "no game": (CASE, "some.toml is not a file of cases"),
    "no case": (GAME, "some.toml is not a file of cases"),
    "a heading too many": (GAME + CASE + "[table]\n", "some.toml is not a file of cases"),
    "unknown game": (
        'game = "sixcities"\n' + CASE,
        "some.toml: There is no game “sixcities”. Did you mean fivecities?",
    ),
    "no name": (GAME + '[[case]]\nrules = ["fivecities/turn.1"]\n', "case 1: It lacks the field `name`"),
    "case of another kind": (GAME + "case = [3]\n", "case 1: "),
    "unknown field": (GAME + CASE + "rool = 1\n", "“One”: It has an unknown field `rool`. Allowed are name, rules"),
    "unknown field of a play": (GAME + CASE + PLAY + "moves = 1\n", "`moves` (of play 1). Allowed are seat, choice"),
    "unknown kind": (GAME + CASE + PLAY + 'refused = "1"\nkind = "bad"\n', "Invalid enum value 'bad' (of play 1.kind)"),
    "no clause": (GAME + '[[case]]\nname = "One"\nrules = []\n', "“One”: It proves no clause. Name at least one"),
    "unknown clause": (
        GAME + CASE + PLAY + 'refused = "1"\nkind = "illegal"\nbecause = "fivecities/turn.9"\n',
        "“One”: There is no clause “fivecities/turn.9”. Did you mean fivecities/turn.",
    ),
    "unknown clause proved": (GAME + CASE.replace("turn.1", "turm.1"), "There is no clause “fivecities/turm.1”."),
    "unknown seat": (GAME + CASE + '[[case.play]]\nseat = "third"\nchoice = "pass"\n', "There is no seat “third”."),
    "seat out of range": (GAME + CASE + '[[case.play]]\nseat = 2\nchoice = "pass"\n', "There is no seat “2”."),
    "unknown asked seat": (GAME + CASE + 'expect = { asked = ["thrid"] }\n', "There is no seat “thrid”."),
    "unknown seat after a play": (GAME + CASE + BOTH + 'expect = { asked = ["thrid"] }\n', "There is no seat “thrid”."),
    "unknown offered seat": (GAME + CASE + "expect.offered.noone = 3\n", "There is no seat “noone”."),
    "unknown viewer": (GAME + CASE + "expect.view.judge = { turn = 1 }\n", "There is no seat “judge”."),
    "unknown hidden viewer": (GAME + CASE + 'expect.hidden.judge = ["turn"]\n', "There is no seat “judge”."),
    "unknown scenario": (GAME + CASE + 'scenario = "great"\n', "Five Cities has no scenario “great”."),
    "unknown option": (GAME + CASE + "options = { trade-mo = true }\n", "Did you mean trade-mu"),
    "bad option": (GAME + CASE + "options = { turn-limit = -1 }\n", "Give a whole number from 0 to 100000."),
    "unknown part of a position": (
        GAME + CASE + "position = { third = { M = 1 } }\n",
        "Known: at, first, limit, second",
    ),
    "position and options": (
        GAME + CASE + "position = {}\noptions = { trade-mu = true }\n",
        "It has both a position and a scenario or options. Write one of the two.",
    ),
    "two deeds": (
        GAME + CASE + PLAY + 'choice = "pass"\nundo = true\n',
        "Play 1 must do one thing. Write one of choice",
    ),
    "no deed": (GAME + CASE + PLAY, "Play 1 must do one thing."),
    "refused without a kind": (GAME + CASE + PLAY + 'refused = "1"\n', "Play 1: kind and refused belong together."),
    "a kind of nothing": (
        GAME + CASE + PLAY + 'choice = "pass"\nkind = "illegal"\n',
        "kind and refused belong together",
    ),
    "says of nothing": (GAME + CASE + PLAY + 'choice = "pass"\nsays = "no"\n', "because and says belong to"),
    "written of nothing": (GAME + CASE + PLAY + 'undo = true\nwritten = "pass"\n', "only a choice can be written back"),
    "a fact that cannot be": (GAME + CASE + "expect = { M = true }\n", "The fact “M” cannot be True. Write a text, a"),
    "an expected word of another kind": (
        GAME + CASE + "expect = { log = 3 }\n",
        "Expected `object | array | null`, got `int` (expect.log)",
    ),
    "a case that tests nothing": (GAME + CASE, "“One”: It tests nothing. Write expect, or a [[case.play]]."),
    "nothing expected": (GAME + CASE + "expect = {}\n", "“One”: expect is empty and tests nothing."),
    "nothing refused": (
        GAME + CASE + PLAY + 'refused = []\nkind = "illegal"\n',
        "Play 1: refused is empty and tests nothing.",
    ),
    "nothing allowed": (GAME + CASE + PLAY + "allowed = []\n", "Play 1: allowed is empty and tests nothing."),
    "no words": (
        GAME + CASE + PLAY + 'refused = "1"\nkind = "illegal"\nsays = ""\n',
        "Play 1: says is empty and tests nothing.",
    ),
    "nothing hidden": (GAME + CASE + "expect = { hidden = {} }\n", "expect, hidden is empty and tests nothing."),
    "nothing hidden from a seat": (GAME + CASE + "expect.hidden.first = []\n", "expect, hidden.first is empty"),
    "no view": (GAME + CASE + BOTH + "expect = { view = { first = {} } }\n", "expect of play 2, view.first is empty"),
    "no lines": (GAME + CASE + 'expect = { log = [""] }\n', "expect, log is empty and tests nothing."),
    "no lines for a seat": (GAME + CASE + "expect.no_log.first = []\n", "expect, no_log.first is empty"),
    "part of nothing": (GAME + CASE + 'expect = { M = { has = "" } }\n', "expect, M is empty and tests nothing."),
    "part of another kind": (GAME + CASE + "expect = { M = { had = 1 } }\n", "The fact “M” cannot be {'had': 1}."),
    "others without a choice": (
        GAME + CASE + PLAY + 'undo = true\nothers = "pass"\n',
        "Play 1: others choose after a choice.",
    ),
    "the same name twice": (
        GAME + CASE + TURN + CASE + TURN,
        "another case of the file has this name. Give each its own name.",
    ),
}


@pytest.mark.parametrize(("text", "why"), WRONG.values(), ids=WRONG)
def test_a_wrong_file_is_explained(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(BadData) as wrong:
        load_cases(written(tmp_path, text))
    assert why in str(wrong.value)
    assert str(wrong.value).startswith("some.toml")


DIFFERENCES = {
    "a fact": ('expect = { M = "first 2" }\n', "the set-up: expected M = 'first 2', but it is 'first 3'."),
    "an unknown fact": ("expect = { Mi = 1 }\n", "expected Mi = 1, but there is no fact of that name. Did you mean"),
    "who is asked": ('expect = { asked = ["first"] }\n', "expected seats [0] to be asked, but asked are [0, 1]."),
    "how much is offered": ("expect.offered.first = 3\n", "expected 3 choices, but there are "),
    "a fact of a view": ("expect.view.second = { turn = 2 }\n", "expected turn = 2 for second, but it is 1."),
    "what is hidden": (
        'expect.hidden.second = ["turn"]\n',
        "expected “turn” to be hidden from second, but it is seen as 1.",
    ),
    "what nobody has": (
        'expect.hidden.second = ["first seeled"]\n',
        "“first seeled” to be hidden from second, but nobody has seen such a fact. Did you mean first sealed",
    ),
    "a fact in part": (
        'expect = { M = { has = "first", lacks = "3" } }\n',
        "expected that M has “first” and lacks “3”, but it is 'first 3'.",
    ),
    "a difference": (BOTH + 'expect = { turn = "+2" }\n', "expected turn = '+2', but it is 2, a difference of +1."),
    "a difference to nothing": ('expect = { turn = "+1" }\n', "turn = '+1', but nothing was played before."),
    "the log of a viewer": (
        'expect.log.second = ["Turn 2"]\n',
        "expected the log to go on with “Turn 2” for second, but it says ['Turn 1'].",
    ),
    "no log of a viewer": (
        'expect.no_log.spectator = ["Turn 1"]\n',
        "expected no “Turn 1” in the log for spectator, but it says ['Turn 1'].",
    ),
    "others who are not asked": (
        PLAY + 'choice = "pass"\n' + PLAY.replace("first", "second") + 'choice = "pass"\nothers = "pass"\n',
        "play 2 (second: “pass”): expected others to be asked, but nobody else is.",
    ),
    "the log": ('expect = { log = ["Turn 1", "Turn 1"] }\n', "the log to go on with “Turn 1”, but it says ['Turn 1']."),
    "no log": ('expect = { no_log = ["Turn 1"] }\n', "expected no “Turn 1” in the log, but it says ['Turn 1']."),
    "a choice": (PLAY + 'choice = "9 M to S"\n', "play 1 (first: “9 M to S”): expected “9 M to S” to be allowed, but"),
    "a choice without a seat": ('[[case.play]]\nchoice = "pass"\n', "expected one seat to be asked, but 2 are"),
    "an allowed one": (
        PLAY + 'allowed = ["pass", "9 M to S"]\n',
        "(first: allowed): expected “9 M to S” to be allowed",
    ),
    "a refused one": (
        PLAY + 'refused = ["9 M to S", "pass"]\nkind = "illegal"\n',
        "“pass” to be refused, but it is allowed",
    ),
    "the kind": (
        PLAY + 'refused = "9 M to S"\nkind = "unreadable"\n',
        "to be unreadable, but it is illegal: 9 pieces cannot",
    ),
    "the clause": (
        PLAY + 'refused = "9 M to S"\nkind = "illegal"\nbecause = "fivecities/movement.6"\n',
        "“9 M to S” to rest on fivecities/movement.6, but it is refused so: 9 pieces cannot leave Mu",
    ),
    "the words": (
        PLAY + 'refused = "9 M to S"\nkind = "illegal"\nsays = "eight"\n',
        "expected the words “eight” about",
    ),
    "the written form": (
        PLAY + 'choice = "3 m to s"\nwritten = "x"\n',
        "“3 m to s” to be written “x”, but it is written",
    ),
    "an undo": (
        PLAY + "undo = true\n",
        "(first: undo): expected that it can be played, but it was refused: There is nothing",
    ),
    "an undo that should not be": (
        BOTH.split('[[case.play]]\nseat = "second')[0] + PLAY + "undo = false\n",
        "“undo” to be refused",
    ),
    "an undo refused in other words": (
        PLAY + 'undo = false\nsays = "dice"\n',
        "expected the words “dice” about “undo”",
    ),
    "chance too little": (
        "options = { random-sides = true }\nexpect = { turn = 1 }\n",
        "The script has no outcome left for a draw of 1 out of 2",
    ),
    "chance too much": (
        "draws = [[1]]\nexpect = { turn = 1 }\n",
        "expected that all dice and draws are used, but 1 are left.",
    ),
    "chance that cannot be": (
        "options = { random-sides = true }\ndraws = [[2]]\nexpect = { turn = 1 }\n",
        "does not fit a draw of 1 out of 2",
    ),
    "dice too many": (BOTH + "dice = [[6]]\n", "play 2 (second: “pass”): expected that all dice and draws are used"),
}


@pytest.mark.parametrize(("text", "told"), DIFFERENCES.values(), ids=DIFFERENCES)
def test_a_difference_is_found_and_told(tmp_path: Path, text: str, told: str) -> None:
    (case,) = load_cases(written(tmp_path, GAME + CASE + text))
    failure = run_case(case)
    assert failure is not None
    assert told in str(failure)
    assert str(failure).startswith(f"{tmp_path / 'some.toml'}, “One”, ")


def test_choices_that_are_missing_or_too_many_are_told(tmp_path: Path) -> None:
    text = (
        'position = { first = { MC = 1 }, at = "new pieces", second = { V = 1 } }\nexpect.offered.first = ["MC", "X"]\n'
    )
    failure = run_case(load_cases(written(tmp_path, GAME + CASE + text))[0])
    assert str(failure).endswith("expected the choices ['MC', 'X'], but offered are ['M', 'MC'].")


def test_the_log_is_compared_from_the_last_play_on(tmp_path: Path) -> None:
    text = (
        GAME + CASE + BOTH + 'expect = { log = ["first: 3 M to S.", "second: pass.", "Turn 2"], no_log = ["Turn 1"] }\n'
    )
    assert run_case(load_cases(written(tmp_path, text))[0]) is None
    swapped = text.replace('"first: 3 M to S.", "second: pass."', '"second: pass.", "first: 3 M to S."')
    assert run_case(load_cases(written(tmp_path, swapped))[0]) is not None


@pytest.mark.parametrize("seat", ['"first"', '"First player"', '"FIRST"', "0", '"0"'])
def test_a_seat_has_several_names(tmp_path: Path, seat: str) -> None:
    text = GAME + CASE + f'[[case.play]]\nseat = {seat}\nchoice = "pass"\nexpect = {{ asked = ["second"] }}\n'
    assert run_case(load_cases(written(tmp_path, text))[0]) is None


def test_files_and_folders_are_checked_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    written(tmp_path / "deep", GAME + CASE + TURN, "b.toml")
    written(tmp_path, GAME + CASE + TURN.replace("1", "2") + CASE.replace("One", "Two") + TURN, "a.toml")
    results = list(check_files([tmp_path, tmp_path / "deep" / "b.toml"]))
    assert [(str(result.case), result.failure is None) for result in results] == [
        ("a.toml: One", False),
        ("a.toml: Two", True),
        ("b.toml: One", True),
        ("b.toml: One", True),
    ]
    assert [(result.number, result.total) for result in results] == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_what_cannot_be_checked_is_told_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="holds no case files"):
        list(check_files([tmp_path]))
    with pytest.raises(BadData, match=r"none.toml cannot be read"):
        list(check_files([tmp_path / "none.toml"]))
    written(tmp_path, GAME + CASE + TURN, "a.toml")
    written(tmp_path, GAME + "[[case]]\n", "b.toml")
    with pytest.raises(BadData, match=r"b.toml, case 1"):
        next(check_files([tmp_path]))


def test_parts_differences_viewers_and_others_hold(tmp_path: Path) -> None:
    text = PLAY + (
        'choice = "3 M to S"\nothers = "pass"\n[case.play.expect]\nturn = "+1"\n"first pieces" = "+0"\n'
        'S = { has = "first", lacks = ["second", "2"] }\n'
        'log = { second = ["first: 3 M to S."], spectator = ["Turn 2"] }\n'
        'no_log = { second = ["Turn 1"] }\nview.second = { turn = "+1", S = { has = ["first", "3"] } }\n'
    )
    assert run_case(load_cases(written(tmp_path, GAME + CASE + text))[0]) is None


def test_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    assert len(load_cases(written(tmp_path, "\ufeff" + GAME + CASE + TURN))) == 1
