"""What each command prints when all is well."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys

import pyarrow.parquet
import pytest

from tanelorn import Table
from tanelorn.core.chance import Committed
from tanelorn.core.game import games
from tanelorn.core.play.links import links
from tanelorn.core.play.record import Chanced, Chose, Record
from tanelorn.core.play.replay import go_on
from tanelorn.terminal.commands.research.bench import measure_kernel

COMMANDS = (
    "games",
    "play",
    "serve",
    "rules",
    "replay",
    "review",
    "verify",
    "upgrade",
    "check",
    "sim",
    "ideas",
    "arena",
    "export",
    "report",
    "bench",
)


@pytest.mark.long
def test_alone_it_shows_its_help_and_version(tanelorn):
    shown = tanelorn()
    assert shown.exit_code == 0
    assert all(command in shown.output for command in COMMANDS)
    assert tanelorn("--version").output.startswith("Tanelorn 0")


@pytest.mark.long
def test_help_loads_no_web_framework():
    """Whoever asks for help, or plays in the terminal, does not wait for what only the site needs."""
    shows = (
        "import sys\n"
        "from tanelorn.terminal.main import app\n"
        "app(['--help'], standalone_mode=False)\n"
        "print(sys.modules.keys() & {'django', 'uvicorn', 'channels', 'matplotlib'})"
    )
    ran = subprocess.run([sys.executable, "-c", shows], capture_output=True, text=True, check=False)
    assert ran.stdout.splitlines()[-1] == "set()", ran.stdout + ran.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_each_help_has_an_example(tanelorn, command):
    shown = tanelorn(command, "--help")
    assert shown.exit_code == 0
    assert "Examples:" in shown.output
    assert f"tanelorn {command}" in shown.output.split("Examples:")[1]


@pytest.mark.long
def test_games_are_listed_and_told_in_detail(tanelorn):
    assert "fivecities" in tanelorn("games").output
    told = tanelorn("games", "fivecities").output
    assert games["fivecities"].scenarios[0].goal in told
    for option in games["fivecities"].options:
        assert option.name in told
        assert f"[{option.clause}]" in told
    assert "First player, Second player" in told
    assert "●○○○○ light" in told
    assert "about 13 turns; Even (200 games of medium bots" in " ".join(told.split())
    assert json.loads(tanelorn("games", "fivecities", "--json").output)["slug"] == "fivecities"


def test_games_are_listed_by_weight_and_the_lightest_says_begin_here(tanelorn):
    listed = tanelorn("games").output
    assert listed.count("Begin here") == 1
    assert listed.index("Five Cities  Begin here") < listed.index("Diplomacy") < listed.index("Albion")
    weights = [game.weight for game in games.by_weight()]
    assert weights == sorted(weights)


@pytest.mark.parametrize("words", [("games",), *[("games", game.slug) for game in games], ("pack", "list", "elric")])
def test_lists_fit_80_columns_with_every_name_whole(tanelorn, monkeypatch, words):
    monkeypatch.setenv("COLUMNS", "80")
    shown = tanelorn(*words)
    assert shown.exit_code == 0
    lines = shown.output.splitlines()
    assert max(map(len, lines)) <= 80
    if words == ("games",):
        slugs = [line.split()[0] for line in lines if line[:1].strip()][: len(games)]
        assert slugs == [game.slug for game in games.by_weight()]
        assert all(game.title in shown.output for game in games)


@pytest.mark.long
def test_what_bots_won_fits_80_columns_with_every_name_whole(tanelorn, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = tanelorn(
        "sim", "youngkingdoms", "-n", "2", "--bots", "greedy,random", "--option", "last-year=1401"
    ).output.splitlines()
    assert max(map(len, lines)) <= 80
    for seat in games["youngkingdoms"].scenarios[0].seats:
        assert any(line.strip().startswith(seat) for line in lines)
    heads = next(at for at, line in enumerate(lines) if "first in" in line and "ahead in" in line)
    rates = [line.split() for line in lines[heads + 2 : heads + 4]]
    assert sorted(rate[0] for rate in rates) == ["greedy", "random"]
    assert all(rate[-1].endswith(")") and "(" in rate[-3] for rate in rates)  # no interval is broken in two


@pytest.mark.long
def test_rules_by_chapter_clause_and_words(tanelorn):
    contents = tanelorn("rules", "fivecities").output
    assert all(clause.id.partition("/")[2] in contents for clause in games["fivecities"].rulebook)
    assert "NEW PIECES" in contents
    assert "7.4 FLYING" in tanelorn("rules", "elric").output
    for words in (["fivecities", "combat.8"], ["fivecities/combat.8"], ["fivecities", "fivecities/combat.8"]):
        assert "stronger side loses" in " ".join(tanelorn("rules", *words).output.split())
    chapter = tanelorn("rules", "fivecities", "sorcery").output
    assert chapter.count("fivecities/sorcery.") == 6
    found = tanelorn("rules", "fivecities", "--search", "BRIDGE lost").output
    assert "fivecities/board.4" in found
    assert "fivecities/combat.8" not in found
    assert "Our ruling:" in found


@pytest.fixture
def game(tmp_path):
    """A game that is on: turn 1 played, the first player has sealed his order of turn 2."""
    table = Table.new("fivecities", players=("me", "friend"))
    table.play("3 A to M", 0)
    table.play("2 V to A", 1)
    table.play("2 M to MC", 0)
    return table, tmp_path / "game.jsonl"


@pytest.mark.long
def test_a_running_game_shows_nobody_what_is_sealed(tanelorn, game):
    table, path = game
    table.record().save(path)
    for words, known in (([], False), (["--viewer", "second"], False), (["--viewer", "first"], True)):
        shown = tanelorn("replay", path, "--json", *words)
        assert ("2 M to MC" in shown.output) is known
        assert "2 M to MC" not in tanelorn("replay", path, *words).output or known
    assert json.loads(tanelorn("replay", path, "--json").output)["viewer"] == "spectator"
    assert json.loads(tanelorn("replay", path, "--json", "--viewer", "referee").output)["viewer"] == "referee"
    stepped = tanelorn("replay", path, "--step", typed="2\n\n\nq\n").output
    assert "Entry 3 of 3: First player chooses" in stepped
    assert "2 M to MC" not in stepped


@pytest.mark.long
def test_a_finished_game_is_replayed_entry_by_entry_and_verified(tanelorn, game):
    table, path = game
    table.play("resign", 1)
    table.record().save(path)
    shown = tanelorn("replay", path).output
    assert "First player wins: resignation." in shown
    assert "3 A to M. [movement.1]" in shown
    data = json.loads(tanelorn("replay", path, "--json", "--at", "2").output)
    assert data["facts"]["M"] == "first 6"
    assert data["entry"] == 2
    stepped = tanelorn("replay", path, "--step", typed="\n\nb\n4\nx\n\n")
    assert stepped.exit_code == 0
    assert "Entry 1 of 4: First player chooses “3 A to M”" in stepped.output
    assert "“x” is no entry." in stepped.output
    assert "First player wins" in stepped.output
    checked = tanelorn("verify", path)
    assert checked.exit_code == 0
    assert "4 entries were played again and follow the rules" in checked.output
    assert "No dice were rolled." in checked.output


@pytest.mark.long
def test_a_bot_says_what_was_better_in_a_finished_game(tanelorn, game):
    table, path = game
    table.undo(0)
    table.play("1 M to MC", 0)
    table.play("pass; Bomb HC", 0)  # in the place of the one before
    table.play("pass", 1)
    table.record().save(path)
    unfinished = tanelorn("review", path)
    assert unfinished.exit_code == 2
    assert "A game is reviewed once it is over." in unfinished.output
    table.play("resign", 1)
    table.record().save(path)
    told = json.loads(tanelorn("review", path, "--json", "--seat", "first").output)
    assert [(one["seat"], one["made"]["text"]) for one in told][-1] == ("First player", "pass; Bomb HC")
    assert [one["made"]["text"] for one in told] == ["3 A to M", "pass; Bomb HC"]
    missed = told[-1]["advice"]["lines"][0]["expected"] - told[-1]["made"]["expected"]
    assert missed == max(one["advice"]["lines"][0]["expected"] - one["made"]["expected"] for one in told) > 0.02
    shown = tanelorn("review", path, "--most", "1")
    assert shown.exit_code == 0
    assert "Bomb HC" in shown.output
    assert "the worst are listed" in shown.output
    assert "3 A to M" not in shown.output
    refused = tanelorn("review", path, "--seat", "third")
    assert refused.exit_code == 2
    assert "third" in refused.output


@pytest.mark.long
def test_dice_are_verified_against_their_promise(tanelorn, tmp_path):
    table = Table.new("fivecities", options={"random-sides": True})
    table.play("resign", 1)
    table.record().save(tmp_path / "lots.jsonl")
    checked = tanelorn("verify", tmp_path / "lots.jsonl").output
    assert "2 entries were played again and follow the rules" in checked
    assert "1 outcome of chance is as it was promised before the first roll." in checked
    assert "whoever kept it could have written all of it anew" in " ".join(checked.split())
    assert "trust whoever set the game up" in " ".join(checked.split())
    mark = table.header.fingerprint
    assert "The fingerprint is right" in tanelorn("verify", tmp_path / "lots.jsonl", "--fingerprint", mark).output
    wrong = tanelorn("verify", tmp_path / "lots.jsonl", "--fingerprint", "ABCD-EFGH-IJKL-MNOP")
    assert wrong.exit_code == 1
    assert "is of another game" in wrong.output


@pytest.mark.long
def test_a_link_that_a_site_gave_is_held_to_the_record(tanelorn, game):
    table, path = game
    table.play("resign", 1)
    record = table.record()
    record.save(path)
    *_, last = links(record.header, record.entries, record.ended.secret)
    right = tanelorn("verify", path, "--link", last).output
    assert "Links of choices: right. 1 link that was given with a choice stands for this very record." in right
    wrong = tanelorn("verify", path, "--link", last, "--link", "ABCD" * 8)
    assert wrong.exit_code == 1
    assert f"does not have what the link {'ABCD' * 8} was given for" in " ".join(wrong.output.split())


CASE = """
game = "fivecities"
[[case]]
name = "three go to Mu"
rules = ["fivecities/movement.15"]
[[case.play]]
seat = 0
choice = "3 A to M"
[[case.play]]
seat = 1
choice = "pass"
expect = {{ M = "first {count}" }}
"""


@pytest.mark.long
def test_rule_cases_are_checked(tanelorn, tmp_path):
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(CASE.format(count=6))
    bad.write_text(CASE.format(count=7))
    passed = tanelorn("check", good)
    assert (passed.exit_code, passed.output.strip()) == (0, "The one case passes.")
    failed = tanelorn("check", good, bad)
    assert failed.exit_code == 1
    for text in ("three go to Mu", "after play 2", "first 7", "first 6", "1 of 2 cases fail; 1 pass."):
        assert text in " ".join(failed.output.split())
    bad.write_text("game = 3")
    assert tanelorn("check", bad).exit_code == 2


@pytest.mark.long
def test_bots_play_many_games(tanelorn):
    words = ("sim", "fivecities", "-n", "4", "--bots", "greedy,random", "--jobs", "1", "--seed", "3")
    data = json.loads(tanelorn(*words, "--json").stdout)
    assert data["games"] == 4
    assert set(data["by_bot"]) == {"greedy", "random"}
    low, high = data["by_bot"]["greedy"]["interval"]
    assert 0 <= low <= data["by_bot"]["greedy"]["share"] <= high <= 1
    shown = tanelorn(*words).stdout
    assert "95 % interval" in shown
    assert "First player" in shown


@pytest.mark.long
def test_one_bot_plays_alone_against_another(tanelorn):
    words = ("sim", "diplomacy", "-n", "1", "--bots", "greedy,random", "--jobs", "1", "--option", "last-year=1901")
    data = json.loads(tanelorn(*words, "--alone", "--json").stdout)
    assert data["scored"] == "centres"
    assert {bot: score["seats"] for bot, score in data["by_score"].items()} == {"greedy": 1, "random": 6}
    assert data["by_score"]["greedy"]["first"]["games"] == 1
    shown = tanelorn(*words).stdout
    assert "By centres" in shown
    wrong = tanelorn("sim", "diplomacy", "--bots", "greedy", "--alone")
    assert wrong.exit_code == 2
    assert "two bots" in wrong.output


@pytest.mark.long
def test_games_are_kept_and_exported(tanelorn, tmp_path):
    words = ("sim", "fivecities", "-n", "2", "--bots", "random", "--jobs", "1", "--option", "turn-limit=2")
    assert tanelorn(*words, "--save", tmp_path / "games").exit_code == 0
    assert [path.name for path in sorted((tmp_path / "games").iterdir())] == ["0000000.jsonl", "0000001.jsonl"]
    shown = tanelorn("export", tmp_path / "games", "--to", tmp_path / "games.parquet")
    assert shown.exit_code == 0, shown.output
    assert "picks of 2 games." in " ".join(shown.stdout.split())
    again = tanelorn(*words, "--save", tmp_path / "games")
    assert again.exit_code == 2
    assert "is no empty folder" in again.output
    (tmp_path / "games" / "0000002.jsonl").write_text("{}\n")
    assert "0000002.jsonl: " in tanelorn("export", tmp_path / "games", "--to", tmp_path / "b.npz").output
    assert not (tmp_path / "b.npz").exists()


FOUR = """
bots = ["random", "easy", "greedy", "search:nodes=5"]
number = 2
[[scenarios]]
game = "fivecities"
options = { turn-limit = 3 }
"""


@pytest.mark.long
def test_bots_meet_in_a_tournament(tanelorn, tmp_path):
    settings, kept = tmp_path / "four.toml", tmp_path / "four"
    settings.write_text(FOUR)
    words = ("arena", settings, "--out", kept, "--jobs", "1")
    shown = tanelorn(*words)
    assert shown.exit_code == 0, shown.output
    assert "Round robin: 12 games" in shown.stdout
    assert len((kept / "results.jsonl").read_text().splitlines()) == 12
    data = json.loads(tanelorn(*words, "--json").stdout)
    assert data["over"]
    assert len(data["meetings"]) == 6
    assert all(bot["games"] == 6 for bot in data["bots"].values())
    rows = pyarrow.parquet.read_table(kept / "results.parquet").to_pylist()
    assert [row["number"] for row in rows] == list(range(12))
    settings.write_text(FOUR.replace("= 2", "= 4"))
    changed = tanelorn(*words)
    assert changed.exit_code == 2
    assert "number was 2, and is 4." in changed.output


@pytest.mark.long
def test_speed_is_measured(tanelorn):
    data = json.loads(tanelorn("bench", "fivecities", "--seconds", "0.01", "--json").stdout)
    names = [figure["name"] for figure in data["games"]["fivecities"]]
    assert names == [
        "copy of a position",
        "listing, to 5,000",
        "listing, 99th percentile",
        "random play, choices",
        "random play, turns",
        "batch simulator, turns",
    ]
    assert all(0 < figure["least"] <= figure["median"] <= figure["most"] for figure in data["games"]["fivecities"])
    assert data["machine"]["median"] > 0
    assert measure_kernel(0.05) > 100


@pytest.mark.long
def test_an_output_without_the_right_characters_gets_plain_ones():
    run = subprocess.run(
        [sys.executable, "-m", "tanelorn.terminal", "games", "chess"],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    assert run.returncode == 2
    assert b'There is no game "chess".' in run.stderr


@pytest.mark.long
def test_a_reader_that_has_read_enough_is_no_error():
    run = subprocess.run(
        f"{sys.executable} -m tanelorn.terminal rules fivecities | head -1",
        shell=True,
        capture_output=True,
        check=False,
    )
    assert run.stdout.strip() == b"PLAYERS"
    assert run.stderr == b""


@pytest.mark.long
def test_verifying_a_game_that_goes_on_from_another_tells_which_dice_nobody_promised_in_it(tanelorn, tmp_path):
    former = _resigned(Table.new("elric", "dragonmasters", chance=Committed("what happened before")), choices=25)
    middle = next(at for at in range(len(former.entries) // 2, 0, -1) if isinstance(former.entries[at], Chose))
    twin = go_on(former, middle)
    assert twin.header is not None
    repeated = len(twin.header.origin.outcomes)
    assert repeated
    path = tmp_path / "on.jsonl"
    _resigned(twin, outcomes=repeated + 1).save(path)
    told = tanelorn("verify", path).output
    assert f"repeat the game with the fingerprint {former.header.fingerprint}" in told
    assert f"Whether the {repeated} outcomes of chance in them had been promised only the record of that game" in told
    assert "promised before the first of its own" in told
    _resigned(go_on(former, middle)).save(path)
    told = tanelorn("verify", path).output
    assert "No dice have been rolled since it went on from there" in told
    assert "Nobody added words" not in told


def _resigned(table: Table, choices: int = 0, outcomes: int = 0) -> Record:
    """Play at random until so many choices have been made and so many outcomes of chance have come, then resign."""
    rng = random.Random(3)
    made = 0
    while made < choices or sum(isinstance(entry, Chanced) for entry in table.entries) < outcomes:
        decision = rng.choice(table.decisions())
        table.play(decision.choices().sample(rng), decision.seat)
        made += 1
    table.play("resign", table.asked()[0])
    return table.record()
