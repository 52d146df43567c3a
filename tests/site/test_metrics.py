"""`/metrics`: the figures of a club, of all its processes together, for whoever has the token."""

from __future__ import annotations

import os
import signal
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.drills.drill import children
from tests.site.until import until

from .club import Person
from .conftest import WAIT, Site
from .letters_at import seated
from .servers import Servers, frail_servers

__all__ = ["frail_servers"]
TOKEN = "only for those who watch over it"
Figures = dict[str, float]


def asked(site: Site, token: str = TOKEN) -> tuple[int, str]:
    request = urllib.request.Request(f"{site.base}/metrics", headers={"Authorization": f"Bearer {token}"})
    try:
        answer = urllib.request.urlopen(request, timeout=WAIT)
        return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def figures(site: Site) -> Figures:
    """Return the figures by their names, those with labels added up."""
    status, text = asked(site)
    assert status == 200, text
    found: Figures = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path / "data", club=True, environment={"METRICS_TOKEN": TOKEN})
    yield site
    site.end()


def test_only_who_has_the_token_is_told_and_there_is_none_by_itself(watched: Site, club_site: Site) -> None:
    for site, token in ((watched, "another"), (watched, ""), (watched, "ünlike"), (club_site, ""), (club_site, TOKEN)):
        status, text = asked(site, token.encode().decode("latin-1"))
        assert (status, "tanelorn_" in text) == (404, False)


def test_what_is_played_is_counted_and_nobody_named(watched: Site) -> None:
    ann, bob = Person(watched), Person(watched)
    code = seated(ann, bob, game="fivecities")
    pages = [ann.page(code, 0), bob.page(code, 1), ann.page(code, -1)]
    for seat in (0, 1):
        pages[seat].play(seat, "pass")
    for page in pages:
        while page.state["moment"] == 0:
            page.hear()
    alone = ann.page(ann.gather("me", "random", name="Secret of Ann"), 0)
    alone.play(0, "2 M to S")
    while alone.state["moment"] == 0:
        alone.hear()
    told = figures(watched)
    assert told["tanelorn_choices_total"] >= 4  # the bot may have chosen once more
    assert told["tanelorn_told_seconds_count"] >= 6
    assert 0 < told["tanelorn_told_seconds_sum"] < 60
    assert told["tanelorn_sockets"] == 4
    assert told["tanelorn_thought_seconds_count"] >= 1
    assert (told["tanelorn_bots_thinking"] <= 1, told["tanelorn_thoughts_failed_total"]) == (True, 0)
    assert told["tanelorn_jobs_waiting"] == 0
    assert told["tanelorn_request_seconds_count"] > 4
    until(lambda: figures(watched)["tanelorn_tables_in_memory"] == 2)
    _, text = asked(watched)
    for hidden in (ann.name, bob.name, code, "Secret of Ann", "M to S"):
        assert hidden not in text
    for page in pages:
        page.socket.close()
    until(lambda: figures(watched)["tanelorn_sockets"] == 1)


@pytest.mark.takes(20)
def test_the_figures_are_those_of_all_processes_and_one_that_is_killed_takes_none_along(
    frail_servers: Servers,
) -> None:
    site = frail_servers.site(processes=2, METRICS_TOKEN=TOKEN)
    ann, bob = Person(site), Person(site)
    code = seated(ann, bob, game="fivecities")
    pages = [ann.page(code, 0) for _ in range(8)]  # some at each of the two
    for moment in range(4):
        pages[moment].say({"type": "play", "seat": 0, "moment": moment, "text": "pass"})
        for page in pages:
            while 0 in page.state["waiting"]:  # each choice is told by itself, however busy the machine
                page.hear()
        his = bob.page(code, 1)
        his.play(1, "pass")
        for page in (*pages, his):
            while page.state["moment"] <= moment:
                page.hear()
        his.socket.close()
    until(lambda: figures(site)["tanelorn_sockets"] == len(pages))
    told = figures(site)
    assert [figures(site)["tanelorn_choices_total"] for _ in range(6)] == [8] * 6
    assert told["tanelorn_told_seconds_count"] >= 8 * len(pages)
    killed = children(site.process.pid)[0]
    os.kill(killed, signal.SIGKILL)
    until(lambda: figures(site)["tanelorn_sockets"] != len(pages))
    told = figures(site)
    assert told["tanelorn_choices_total"] == 8
