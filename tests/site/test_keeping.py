"""Nothing is lost: kill -9, restart, record, replay, and starting up where it cannot work."""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tanelorn import Record, replay
from tests.site.conftest import Site

pytestmark = pytest.mark.long  # processes that serve or refuse to


@pytest.mark.always
def test_a_killed_site_loses_no_acknowledged_choice(site: Site) -> None:
    code = site.table("me", "friend")
    page = site.page(code, 0)
    page.play(0, "3 A to M, 2 W to M")
    page.sit(1)
    page.play(1, "3 H to S; Bomb EC")
    page.play(1, "1 S to SC")
    before = page.state
    site.stop()
    site.start()
    again = site.page(code, 1)
    after = again.sit(1)
    assert after["scene"] == before["scene"]
    assert after["moment"] == before["moment"]
    assert after["decisions"][0]["sealedText"] == "1 S to SC"
    assert [event["text"] for event in after["events"]][-1] == "Turn 2"
    again.sit(0)
    again.play(0, "pass")
    assert again.state["moment"] == before["moment"] + 1


def test_a_finished_game_is_a_record_that_replays(site: Site) -> None:
    code = site.table("me", "friend")
    page = site.page(code, 0)
    status, answer = site.get(f"/tables/{code}/record")
    assert (status, "once the game has ended" in json.loads(answer)["why"]) == (409, True)
    page.play(0, "3 A to M")
    page.sit(1)
    page.play(1, "pass")
    page.ask({"type": "aside", "seat": 1, "moment": 1, "text": "resign"})
    assert page.state["over"]
    status, raw = site.get(f"/tables/{code}/record")
    table = replay(Record.read(raw))
    assert table.outcome is not None
    assert table.outcome.winners == (0,)
    assert table.facts()["M"] == "first 6"


def test_frames_for_the_scrubber_show_one_viewers_game(site: Site) -> None:
    code = site.table("me", "friend")
    page = site.page(code, 0)
    for order in ("2 M to S", "1 S to SC"):
        page.sit(0)
        page.play(0, order)
        page.sit(1)
        page.play(1, "pass")
    page.sit(0)
    page.play(0, "SC")
    page.play(0, "1 M to MC; Bomb V")
    page.sit(1)
    frames_of = f"/tables/{code}/frames.json?viewer=1"
    for guess in ("", "&pass=", "&pass=%FF%ED%A0%80", f"&pass={site.page(code, 0).state['pass']}"):
        status, raw = site.get(frames_of + guess)
        assert (status, "only a page that sits as a seat" in json.loads(raw)["why"]) == (400, True)
    assert site.get(f"/tables/{code}/frames.json?viewer=-1")[0] == 200
    status, raw = site.get(f"{frames_of}&pass={page.state['pass']}")
    frames = json.loads(raw)["frames"]
    assert status == 200
    assert [frame["n"] for frame in frames] == [0, 1, 2, 3]
    assert "Bomb V" not in raw.decode()
    assert site.get(f"/tables/{code}/frames.json?viewer=-2")[0] == 400
    assert site.get(f"/tables/{code}/frames.json?viewer=x")[0] == 400


BAD_TABLES = [
    (b"nonsense", "not JSON"),
    (b"[]", "not an object"),
    (b"{}", "which game"),
    (b'{"game": 3}', "which game"),
    (b"x" * 20_000, "too long"),
    ({"game": "fivecitys"}, "There is no game"),
    ({"game": "fivecities", "scenario": "nope"}, "no scenario"),
    ({"game": "fivecities", "scenario": 3}, "cannot be read"),
    ({"game": "fivecities", "options": {"turns": 3}}, "no option"),
    ({"game": "fivecities", "options": {"turn-limit": "many"}}, "cannot be"),
    ({"game": "fivecities", "seats": [{"who": "me"}]}, "needs 2 seats"),
    ({"game": "fivecities", "seats": [{"who": "me"}, {"who": "ghost"}]}, "does not say who plays"),
    ({"game": "fivecities", "seats": [{"who": "me"}, {"who": "bot", "level": "brutal"}]}, "no bot"),
    ({"game": "fivecities", "seats": [{"who": "me"}, {"who": "bot", "level": "search:seconds=31"}]}, "too long"),
    ({"game": "fivecities", "seats": [{"who": "me"}, {"who": "bot", "level": "search:nodes=99999"}]}, "too long"),
    ({"game": "fivecities", "seats": [{"who": "me"}, {"who": "bot", "level": "search:nodes=no"}]}, "no number"),
    ({"game": "fivecities", "seats": [{"who": "me"}, {"who": "bot", "level": "greedy:depth=3"}]}, "no bot"),
    ({"game": "fivecities", "seats": [{"who": "me"}, {"who": "bot", "level": "easy:style=pirate"}]}, "no style"),
    ({"game": "fivecities", "seats": [{"who": "me"}, {"who": "bot", "level": ["easy"]}]}, "not a text"),
]


@pytest.mark.parametrize(("body", "why"), BAD_TABLES, ids=[str(n) for n in range(len(BAD_TABLES))])
def test_a_table_that_cannot_be_set_up_says_why(shared_site: Site, body: object, why: str) -> None:
    status, answer = shared_site.post("/tables", body)
    assert status in (400, 404)
    assert why in answer["why"], answer


@pytest.mark.rule("fivecities/players.1")
def test_three_seats_are_refused(shared_site: Site) -> None:
    status, answer = shared_site.post("/tables", {"game": "fivecities", "seats": [{"who": "me"}] * 3})
    assert (status, answer["why"]) == (400, "Five Cities needs 2 seats.")


def test_pages_and_data_of_a_table(shared_site: Site) -> None:
    code = shared_site.table("me", "friend", name="Umbra & <b>flames</b>")
    for path in ("/", f"/tables/{code}", f"/tables/{code}/replay", "/rules/fivecities"):
        status, body = shared_site.get(path)
        assert status == 200, path
        assert b"<b>flames</b>" not in body
    board = json.loads(shared_site.get(f"/tables/{code}/board.json")[1])
    assert len(board["spaces"]) == 16
    assert {space["source"] for space in board["spaces"]} == {"text", "reconstructed"}
    clause = json.loads(shared_site.get("/rules/fivecities/movement.5.json")[1])
    assert clause["id"] == "fivecities/movement.5"
    assert shared_site.get("/rules/fivecities/nope.json")[0] == 404
    assert shared_site.get("/rules/nope")[0] == 404
    assert shared_site.get("/tables/nope")[0] == 404
    assert shared_site.get("/charts/fivecities.svg")[1].startswith(b"<svg")


def _serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tanelorn.terminal", "serve", "--no-open", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = _serve("--port", str(port), "--data", str(tmp_path))
    assert done.returncode == 2
    assert f"Port {port} is in use" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_a_data_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    done = _serve("--data", str(blocked / "inside"))
    assert done.returncode == 2
    assert "cannot be written" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def tell_database(site: Site, sql: str) -> None:
    with closing(sqlite3.connect(site.data / "tables.sqlite3", isolation_level=None)) as database:
        database.execute(sql)


FULL = "CREATE TRIGGER full BEFORE INSERT ON tables_recordline {} BEGIN SELECT RAISE(ABORT, 'disk full'); END"
TROUBLES = {
    "it cannot be written": (FULL.format(""), "DROP TRIGGER full"),
    "it can be neither written nor read": (
        "ALTER TABLE tables_recordline RENAME TO gone",
        "ALTER TABLE gone RENAME TO tables_recordline",
    ),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_what_the_disk_refused_is_told_to_all_and_never_written_by_the_next_success(
    shared_site: Site, trouble: str
) -> None:
    breaks, mends = TROUBLES[trouble]
    code = shared_site.table("me", "friend")
    page, other = shared_site.page(code, 0), shared_site.page(code, 1)
    tell_database(shared_site, breaks)
    answer = page.play(0, "2 M to S")
    assert answer["type"] == "refused"
    assert "nothing was played" in answer["why"]
    told = other.hear_until(lambda message: message["type"] == "trouble")
    assert "nothing was played" in told["why"]
    assert "M to S" not in "".join(other.raw)
    tell_database(shared_site, mends)
    assert not page.sit(0)["decisions"][0]["sealed"]
    other.play(1, "pass")
    assert (other.state["moment"], other.state["waiting"]) == (0, [0])
    page.sit(0)
    page.play(0, "1 M to S")
    while page.state["moment"] == 0:
        page.hear()
    assert any("1 M to S" in event["text"] for event in page.events)


def test_a_bot_whose_choice_cannot_be_written_plays_again(site: Site) -> None:
    code = site.table("me", "easy")
    tell_database(site, FULL.format("""WHEN CAST(NEW.entry AS TEXT) LIKE '%"seat":1%'"""))
    page = site.page(code, 0)
    page.hear_until(lambda message: message["type"] == "trouble")
    tell_database(site, "DROP TRIGGER full")
    site.page(code, -1)  # whoever opens the table wakes the bots
    page.play(0, "2 M to S")
    while page.state["moment"] == 0:
        page.hear()


@pytest.mark.parametrize("polite", [signal.SIGINT, signal.SIGTERM])
def test_the_site_stops_with_one_sentence(site: Site, polite: signal.Signals) -> None:
    code = site.table("me", "strong")
    site.page(code, 0)
    site.process.send_signal(polite)
    assert site.process.wait(timeout=20) == 0
    site.listener.join()
    assert site.said == ["Stopped. Every table is kept; start again to go on.\n"]
