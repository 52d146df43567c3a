"""The clock of the machine jumps, of the site and its servers alike: no choice is lost, and every table goes on."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import urllib.request
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest

from tests.site.club import Person
from tests.site.conftest import Site
from tests.site.letters_at import seated
from tests.site.servers import Servers, running
from tests.site.until import until

DAY = 24 * 60 * 60
PACE = {"each": DAY, "reserve": DAY, "more": 0, "late": "bot", "off": []}
_FAKETIME = sorted(Path("/usr/lib").glob("**/libfaketimeMT.so.1"))


class Clock:
    """The clock of all that is started from here on: so many seconds ahead of the true one."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        assert _FAKETIME, "faketime is not installed: on Debian, apt-get install faketime"
        self._ahead = folder / "ahead"
        self.set(0)
        patch.setenv("LD_PRELOAD", str(_FAKETIME[0]))
        patch.setenv("FAKETIME_TIMESTAMP_FILE", str(self._ahead))
        patch.setenv("FAKETIME_NO_CACHE", "1")
        patch.setenv("FAKETIME_DONT_FAKE_MONOTONIC", "1")
        # Else each thread that starts looks first whether this C library waits as it should: a hundred times its cost.
        patch.setenv("FAKETIME_FORCE_MONOTONIC_FIX", "0")

    def set(self, ahead: int) -> None:
        self._ahead.write_text(f"{ahead:+d}s\n", encoding="ascii")

    def jump(self, site: Site, ahead: int) -> None:
        """Jump, and wait until the site has seen it."""
        self.set(ahead)
        wanted = int(subprocess.run(["date", "+%s"], capture_output=True, text=True, check=True).stdout)
        until(lambda: abs(_now(site) - wanted) <= 60)


def _now(site: Site) -> float:
    with urllib.request.urlopen(f"{site.base}/health") as answer:
        return parsedate_to_datetime(answer.headers["Date"]).timestamp()


def _entries(servers: Servers, code: str) -> list[dict[str, object]]:
    joined = "tables_recordline l join tables_gametable t on t.id = l.table_id"
    asked = f"select convert_from(entry, 'UTF8') from {joined} where code = '{code}' order by number"
    plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    command = ["psql", servers.postgres.url, "-Atc", asked]
    said = subprocess.run(command, env=plain, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in said.splitlines()]


@pytest.mark.deep
@pytest.mark.takes(40)
def test_no_jump_of_the_clock_loses_a_choice_or_stops_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(prefix="clock-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as somebody else
        _jumps(Clock(Path(folder), monkeypatch), tmp_path)


def _jumps(clock: Clock, folder: Path) -> None:
    with running(folder) as servers:
        site = servers.site()
        ann, bob = Person(site), Person(site)
        code = seated(ann, bob, game="fivecities", pace=PACE)
        free = seated(ann, bob, game="fivecities")
        chosen = 0
        for ahead in (3600, -2 * DAY, -30 * DAY, -29 * DAY):  # nobody is late by any of these: a decision has two days
            clock.jump(site, ahead)
            for table in (code, free):
                hers, his = ann.page(table, 0), bob.page(table, 1)
                moment = hers.state["moment"]
                assert moment == chosen
                hers.play(0, "pass")
                assert hers.state["decisions"][0]["sealed"]
                his.play(1, "pass")
                hers.hear_until(lambda said: said["type"] == "state" and said["moment"] > moment)  # noqa: B023
                left = max(one["left"] for one in hers.state["clocks"]) if table == code else 0
                assert left <= 2 * DAY, "a clock that was set back has given time"
            chosen += 1
        clock.jump(site, -20 * DAY)  # both are late: a bot chooses once for each, and their time begins anew
        page = ann.page(code, 0)
        while page.state["moment"] == chosen:
            page.hear()
        clock.jump(site, -29 * DAY)
        assert ann.page(free, 0).state["moment"] == chosen
        for table in (code, free):
            hers = ann.page(table, 0)
            hers.play(0, "resign")
            assert hers.state["over"]
        kinds = [(one["kind"], one["seat"]) for one in _entries(servers, code)]
        assert sum(kind == "choice" for kind, _ in kinds) == 2 * chosen + 2 + 1
        assert sorted(seat for kind, seat in kinds if kind == "late") == [0, 1]
        status, text = ann.get("/me.json")
        assert (status, json.loads(text)["name"]) == (200, ann.name)


@pytest.mark.deep
def test_a_page_that_is_open_for_days_is_still_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(tmp_path, monkeypatch)
    site = Site(tmp_path / "data", club=True)
    ann = Person(site)
    code = ann.gather("me", "friend")
    page, other = ann.page(code, 0), ann.page(code, 1)
    clock.jump(site, 2 * DAY)
    for seat in (0, 1):
        other.sit(seat)
        other.play(seat, "pass")
    page.hear_until(lambda told: told.get("moment") == 1)
    site.stop()
