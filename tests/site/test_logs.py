"""The log of a club: lines of JSON on demand, in which nothing hidden stands, no name and no secret."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.site.until import until

from .club import Person
from .conftest import Site
from .letters_at import reads, seated, writes
from .programs import ask, token
from .test_people import PASSWORD, sign_in, sign_up

HIDDEN = ("2 M to S; Bomb UC", "1 M to S", "Attack at dawn", "Retreat at dusk")
Line = dict[str, Any]


@pytest.fixture
def noted(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path / "data", club=True, environment={"TANELORN_LOG": "json"})
    yield site
    site.stop()


def lines(site: Site) -> list[Line]:
    """Return all lines of the log up to now; each of them is JSON."""
    before = _count(site)
    site.get("/health")
    until(lambda: _count(site) > before)  # what comes before this is there by then
    return [json.loads(line) for line in list(site.said)]


def _count(site: Site) -> int:
    return sum('"route": "health"' in line for line in list(site.said))


def played(ann: Person, bob: Person, orders: str, letter: str) -> str:
    """Play a moment of a private game with a letter in it."""
    code = seated(ann, bob, game="fivecities", press="private", visibility="private")
    hers, his = ann.page(code, 0), bob.page(code, 1)
    hers.play(0, orders)
    reads(hers)
    writes(hers, [1], letter)
    his.play(1, "nonsense")
    his.play(1, "pass")
    while hers.state["moment"] == 0:
        hers.hear()
    for page in (hers, his):
        page.socket.close()
    return code


def told(found: list[Line], code: str) -> list[str]:
    """Return what a log says, whenever and however fast it was, in the order of its words."""
    kept = [{name: value for name, value in line.items() if name not in ("at", "ms")} for line in found]
    return sorted(json.dumps(line).replace(code, "CODE") for line in kept)


def test_games_that_differ_in_hidden_things_alone_leave_the_same_log(noted: Site) -> None:
    ann, bob = Person(noted), Person(noted)
    logs = []
    for orders, letter in ((HIDDEN[0], HIDDEN[2]), (HIDDEN[1], HIDDEN[3])):
        before = len(lines(noted))
        code = played(ann, bob, orders, letter)
        logs.append(told(lines(noted)[before:], code))
    assert logs[0] == logs[1]
    assert sum('"choice"' in line for line in logs[0]) == 2
    assert any('"route": "tables"' in line and '"status": 200' in line for line in logs[0])


def test_no_line_of_the_log_holds_a_secret_a_name_or_a_word_of_a_game(noted: Site) -> None:
    ann, bob = Person(noted), Person(noted)
    code = seated(ann, bob, game="fivecities")
    waiting = ann.gather("me", "open", visibility="private")
    invite = ann.invitation(waiting)
    assert bob.get(f"/invited/{invite}")[0] == 200
    played(ann, bob, HIDDEN[0], HIDDEN[2])
    word = token(ann, "play")
    assert ask(noted, word, f"/tables/{code}/state?viewer=0")[0] == 200
    assert ask(noted, "no-such-token", "/me")[0] == 401
    eve = Person(noted, guest=False)
    sign_up(eve, "Evelina", "evelina@example.org")
    sign_in(eve, "evelina@example.org")
    assert bob.get("/notices/off/some-signed-word")[0] == 404
    with closing(sqlite3.connect(noted.data / "tables.sqlite3", isolation_level=None)) as tables:
        tables.execute("ALTER TABLE gathering_chair RENAME TO gone")
        ann.page(code)  # its socket fails
        status, _ = ann.post("/tables", {"game": "fivecities", "seats": [{"who": "me"}, {"who": "open"}]})
        tables.execute("ALTER TABLE gone RENAME TO gathering_chair")
        assert status == 500
        secrets = [row[0] for row in tables.execute("SELECT secret FROM tables_gametable")]
    found = lines(noted)
    broken = [line for line in found if "OperationalError" in line.get("exception", "")]
    assert {line["level"] for line in broken} == {"error"}
    assert broken
    for line in broken:  # where it was met is told, line by line
        assert re.search(r'File ".*/tanelorn/site/.*\.py", line \d+', line["exception"]), line
    text = "".join(noted.said)
    hidden = (*HIDDEN, "nonsense", invite, word, PASSWORD, *secrets, "no such table", "some-signed-word", "Evelina")
    hidden += ("evelina@example.org", ann.name, bob.name, ann.token(), ann.cookie("sessionid"), "no-such-token")
    for secret in hidden:
        assert secret not in text, secret


def test_in_words_the_log_tells_of_trouble_alone(club_data_site: Site) -> None:
    ann, bob = Person(club_data_site), Person(club_data_site)
    played(ann, bob, HIDDEN[0], HIDDEN[2])
    assert ann.get("/nothing/here")[0] == 404
    assert club_data_site.said == []
