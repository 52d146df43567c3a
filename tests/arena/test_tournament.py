"""Tournaments: who meets whom, what is resumed, when it is decided, and what is refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tanelorn.arena.matches.match import Result
from tanelorn.arena.places.here import Here, Pool, WorkersDied
from tanelorn.arena.tournament.folder import RECORDS, RESULTS, Folder
from tanelorn.arena.tournament.run import Run
from tanelorn.arena.tournament.sequential import Sequential
from tanelorn.arena.tournament.settings import Setting, Settings, Tournament
from tanelorn.arena.tournament.standings import pairs, ratings, scores
from tanelorn.core.errors import BadData, Illegal, TanelornError
from tanelorn.core.play.record import Record
from tanelorn.core.play.replay import replay

from .deadly import MARK

ROOT = Path(__file__).parents[2]
FIVE = Setting(game="fivecities")
DEADLY = "python:tests.arena.deadly:Deadly"


def settings(*bots: str, number: int = 2, scenario: Setting = FIVE, **more: object) -> Settings:
    return Settings(bots=bots, number=number, scenarios=(scenario,), **more)


def played(given: Settings, path: Path, place: Here | Pool | None = None) -> Run:
    run = Run(given, path)
    for _ in run.play(place or Here()):
        pass
    return run


def timeless(run: Run) -> list[Result]:
    return [msgspec.structs.replace(result, seconds=0) for result in run.counted()]


def seatings(given: Settings) -> list[list[tuple[str, ...]]]:
    """Return who sits where in each game of each meeting."""
    tournament = Tournament(given)
    return [
        [tournament.match(meeting, at).bots for at in range(given.number)]
        for meeting in tournament.meetings(0, given.bots)
    ]


def test_in_a_round_robin_all_meet_and_hold_each_seat_equally_often():
    found = seatings(settings("random", "easy", "greedy", number=6))
    assert [set(games[0]) for games in found] == [{"random", "easy"}, {"random", "greedy"}, {"easy", "greedy"}]
    for games in found:
        assert set(Counter(seats[0] for seats in games).values()) == {3}


@pytest.mark.parametrize(("game", "seats", "bots"), [("diplomacy", 7, 2), ("archmagi", 4, 3), ("archmagi", 4, 4)])
def test_seats_of_larger_tables_are_balanced_too(game, seats, bots):
    scenario = Setting(game=game, scenario="four" if game == "archmagi" else "")
    names = ("random", "easy", "greedy", "search:nodes=5")[:bots]
    (games,) = seatings(settings(*names, number=3 * bots, scenario=scenario, at_table=bots))
    for seat in range(seats):
        assert Counter(game[seat] for game in games) == dict.fromkeys(names, 3)
    assert len(set(games)) > bots, "What is drawn anew for each block differs."


def test_in_a_gauntlet_the_first_meets_the_others_and_may_sit_alone():
    scenario = Setting(game="diplomacy", options={"last-year": 1901})
    found = seatings(settings("greedy", "random", "easy", number=7, form="gauntlet", alone=True, scenario=scenario))
    assert len(found) == 2
    for games in found:
        assert sorted(game.index("greedy") for game in games) == list(range(7))
        assert {game.count("greedy") for game in games} == {1}


@pytest.mark.long
def test_on_a_ladder_the_better_bot_climbs(tmp_path):
    run = played(settings("random", "easy", "search:nodes=10", form="ladder", rounds=3), tmp_path / "a")
    assert run.over
    assert run.order()[-1] == "random"
    assert len(run.counted()) == run.total == 6


@pytest.mark.long
def test_a_ladder_gives_the_same_on_a_pool(tmp_path):
    scenario = Setting(game="fivecities", options={"turn-limit": 3})
    given = settings("random", "easy", DEADLY, form="ladder", rounds=3, scenario=scenario)
    here, pool = (played(given, tmp_path / name, place) for name, place in (("a", Here()), ("b", Pool(2))))
    assert here.order() == pool.order()
    assert timeless(here) == timeless(pool)
    assert len(pool.results) == pool.total == 6


@pytest.mark.long
def test_numbers_and_seeds_do_not_depend_on_the_place(tmp_path):
    given = settings("random", "python:tests.arena.deadly:Deadly", "easy", number=4)
    assert timeless(played(given, tmp_path / "a")) == timeless(played(given, tmp_path / "b", Pool(2)))


@pytest.mark.long
def test_a_killed_worker_loses_no_game(tmp_path, monkeypatch):
    given = settings("random", DEADLY, number=12)
    whole = timeless(played(given, tmp_path / "a"))
    mark = tmp_path / "mark"
    mark.touch()
    monkeypatch.setenv(MARK, str(mark))
    assert timeless(played(given, tmp_path / "b", Pool(2))) == whole
    assert not mark.exists(), "A worker was killed."


@pytest.mark.long
def test_workers_that_always_die_are_given_up(tmp_path):
    with pytest.raises(WorkersDied, match="were killed 5 times"):
        played(settings("random", "python:tests.arena.deadly:AlwaysDeadly"), tmp_path / "a", Pool(1))


@pytest.mark.long
def test_killed_at_any_moment_it_goes_on_as_if_it_had_not_been(tmp_path, monkeypatch):
    file = tmp_path / "settings.toml"
    file.write_text(f'bots = ["random", "{DEADLY}"]\nnumber = 6\nrecords = true\n[[scenarios]]\ngame = "fivecities"\n')
    whole = timeless(played(settings("random", DEADLY, number=6, records=True), tmp_path / "a"))
    mark = tmp_path / "mark"
    words = [sys.executable, "-m", "tanelorn.terminal", "arena", str(file), "--out", str(tmp_path / "b"), "--jobs", "1"]
    surroundings = {**os.environ, MARK: str(mark), "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"}
    mark.touch()
    first = subprocess.run(words, env=surroundings, capture_output=True, text=True, check=False)
    assert first.returncode == -signal.SIGKILL
    second = subprocess.run([*words, "--json"], env=surroundings, capture_output=True, text=True, check=True)
    assert json.loads(second.stdout)["over"]
    run = Run(settings("random", DEADLY, number=6, records=True), tmp_path / "b")
    assert timeless(run) == whole
    for result in run.counted():
        record = Record.load(tmp_path / "b" / RECORDS / f"{result.number:07}.jsonl")
        assert replay(record).outcome.winners == result.winners
        assert record.header.players == result.seats


@pytest.mark.long
def test_half_a_line_is_played_again_and_a_damaged_one_is_named(tmp_path):
    given = settings("random", "easy", number=4)
    whole = timeless(played(given, tmp_path))
    file = tmp_path / RESULTS
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:2]) + lines[2][:30])
    assert len(Run(given, tmp_path).results) == 2
    assert timeless(played(given, tmp_path)) == whole
    assert len(file.read_bytes().splitlines()) == 4
    file.write_bytes(lines[0] + b"{}\n" + lines[2])
    with pytest.raises(BadData, match="Line 2 of"):
        Run(given, tmp_path)


def test_other_settings_are_refused_and_the_games_stay(tmp_path):
    given = settings("random", "easy")
    played(given, tmp_path)
    before = (tmp_path / RESULTS).read_bytes()
    with pytest.raises(Illegal, match=r"number was 2, and is 4.*the finished games are kept"):
        Run(settings("random", "easy", number=4), tmp_path)
    with pytest.raises(Illegal, match=r"bots was .*easy.*greedy"):
        Run(settings("random", "greedy"), tmp_path)
    assert (tmp_path / RESULTS).read_bytes() == before


def test_two_processes_do_not_play_one_tournament(tmp_path):
    run = Run(settings("random", "easy"), tmp_path)
    with run.folder.writing(), pytest.raises(Illegal, match="Another process plays"):
        next(run.play(Here()))


def test_a_folder_of_something_else_is_refused(tmp_path):
    (tmp_path / "letter.txt").touch()
    with pytest.raises(Illegal, match="no empty folder"):
        Folder(tmp_path, settings("random", "easy"))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (settings("random", "gredy"), "There is no bot “gredy”. Did you mean greedy"),
        (settings("random", "random"), "named twice"),
        (settings("random"), "2 bots are to meet, and 1 bot named"),
        (settings("random", "easy", scenario=Setting(game="chess")), "There is no game “chess”"),
        (settings("random", "easy", scenario=Setting(game="elric", scenario="longer")), "no scenario “longer”"),
        (settings("random", "easy", scenario=Setting(game="fivecities", options={"limit": 3})), "no option “limit”"),
        (settings("random", "easy", "greedy", at_table=3), "has 2 seats, too few for 3 bots"),
        (settings("random", "easy", number=3), "cannot give each bot the same seats"),
        (settings("random", "easy", rounds=2), "Only a ladder has rounds"),
        (settings("random", "python:no_such_module:Bot"), "No module named"),
        (Settings(bots=("random",), scenarios=(), number=2), "No game is named"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_played(given, says, tmp_path):
    with pytest.raises(TanelornError) as refused:
        Run(given, tmp_path / "new")
    assert says in str(refused.value)
    assert not (tmp_path / "new").exists()


def test_a_sequential_test_is_that_of_the_books():
    test = Sequential(better=0.6, alpha=0.05, beta=0.1)
    least, most = test.bounds
    assert (least, most) == pytest.approx((-2.2513, 2.8904), abs=1e-4)
    assert test.ratio(3, 2) == pytest.approx(3 * 0.18232 - 2 * 0.22314, abs=1e-4)
    assert test.verdict(16, 0) == "first"
    assert test.verdict(0, 16) == "second"
    assert test.verdict(3, 3) == ""
    assert test.verdict(60, 60) == "even"


@pytest.mark.long
def test_a_meeting_ends_when_it_is_decided_wherever_it_is_played(tmp_path):
    given = settings("greedy", "random", number=200, sequential=Sequential(better=0.8))
    here, pool = (played(given, tmp_path / name, place) for name, place in (("a", Here()), ("b", Pool(2))))
    assert here.over
    assert here.settled == here.total == 200
    assert [met.verdict for met in here.met()] == ["first"]
    assert timeless(here) == timeless(pool)
    assert len(here.counted()) < 20


@pytest.mark.long
def test_ratings_and_pairs_tell_who_is_better(tmp_path):
    run = played(settings("random", "greedy", "easy", number=6), tmp_path)
    results, winners = run.counted(), run.tournament.winners
    found = ratings(results, winners, run.settings.bots)
    assert min(found, key=lambda bot: found[bot].mean) == "random"
    low, high = found["random"].interval
    assert low < found["random"].mean < high < 25
    between = pairs(results, winners)
    assert between["greedy", "random"].wins == between["random", "greedy"].losses
    assert {score.games for score in scores(results, winners, run.settings.bots).values()} == {12}
