"""Several processes of a site share their tables over a PostgreSQL and a Redis, whichever of all these is killed."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from tanelorn.client import Club
from tanelorn.core.chance import Committed
from tanelorn.core.play.record import Record
from tanelorn.core.play.replay import replay
from tests.site.until import until

from .club import Person
from .conftest import Page, Site
from .letters_at import news, reads, seated, texts, writes
from .programs import token
from .servers import Postgres, Servers, ann, at, bob, frail_servers, here, servers, there

__all__ = ["ann", "bob", "frail_servers", "here", "servers", "there"]
PACE = {"each": 1, "reserve": 0, "more": 0, "late": "bot", "off": []}


def choices(page: Page, seat: int) -> list[str]:
    """Return what a seat may choose, as its page is offered it."""
    answer = page.ask({"type": "offer", "seat": seat, "moment": page.state["moment"], "path": []})
    return [choice["text"] for choice in answer["choices"]] if answer.get("choices") else ["pass"]


@pytest.mark.always
def test_a_choice_made_at_one_process_is_seen_at_the_other(ann: Person, bob: Person, there: Site) -> None:
    code = seated(ann, bob, game="fivecities")
    hers, his = ann.page(code, 0), at(bob, there).page(code, 1)
    moment = hers.state["moment"]
    hers.play(0, "pass")
    his.say({"type": "play", "seat": 1, "moment": moment, "text": "pass"})
    for page in (hers, his):
        page.hear_until(lambda m: m["type"] == "state" and m["moment"] > moment)
    assert hers.state["scene"]["pieces"] == his.state["scene"]["pieces"]
    assert at(ann, there).page(code, 0).state["events"] == hers.events


def test_two_who_choose_at_once_at_two_processes_lose_and_double_nothing(
    ann: Person, bob: Person, there: Site, servers: Servers
) -> None:
    code = seated(ann, bob, game="fivecities", press="none")
    pages = [ann.page(code, 0), at(bob, there).page(code, 1)]
    rng = random.Random(7)
    with ThreadPoolExecutor(2) as both:
        while not pages[0].state["over"]:
            moment = pages[0].state["moment"]
            texts = [rng.choice(choices(page, seat)) for seat, page in enumerate(pages)]
            if moment == 12:
                texts[0] = "resign"

            def plays(seat: int, moment: int = moment, texts: list[str] = texts) -> None:
                page = pages[seat]
                page.say({"type": "play", "seat": seat, "moment": moment, "text": texts[seat]})
                page.hear_until(lambda m: m["type"] == "state" and (m["moment"] > moment or m["over"]))

            list(both.map(plays, (0, 1)))
    _, text = at(bob, there).get(f"/tables/{code}/record")
    record = Record.read(text.encode())
    assert record.ended is not None
    assert replay(record, chance=Committed(record.ended.secret, words=record.header.words)).outcome
    assert pages[0].events == pages[1].events


@pytest.mark.takes(15)
def test_a_game_of_people_and_bots_goes_on_at_whichever_process_is_left(frail_servers: Servers) -> None:
    first, second = frail_servers.site(), frail_servers.site()
    ann = Person(first)
    code = ann.gather("me", "random")
    page = ann.page(code, 0)
    for turn in range(2):
        moment = page.state["moment"]
        page.say({"type": "play", "seat": 0, "moment": moment, "text": "pass"})
        page.hear_until(lambda m: m["type"] == "state" and (m["decisions"] == [] or m["moment"] > moment))  # noqa: B023
        [first, second][turn % 2].stop()
        [first, second][turn % 2].start()
        other = [first, second][(turn + 1) % 2]
        page = at(ann, other).page(code, 0)
        while page.state["moment"] <= moment:
            page.hear()


@pytest.mark.takes(15)
def test_a_bot_chooses_where_nobody_looks_on_and_its_process_was_killed(frail_servers: Servers) -> None:
    first = frail_servers.site()
    ann, bob = Person(first), Person(first)
    code = seated(ann, bob, game="diplomacy")
    page = ann.page(code, 0)
    page.play(0, "A VIE H")
    bob.page(code, 1).play(1, "F LON H")
    first.stop()
    first.start()
    until(lambda: len(_lines(frail_servers, code)) >= 7)


def _lines(servers: Servers, code: str) -> list[str]:
    """Return the lines of a table's record."""
    joined = "tables_recordline l join tables_gametable t on t.id = l.table_id"
    asked = f"select convert_from(entry, 'UTF8') from {joined} where code = '{code}' order by number"
    with psycopg.connect(servers.postgres.url) as database:
        return [line for (line,) in database.execute(asked.encode())]


def test_a_table_goes_on_after_each_server_was_killed(frail_servers: Servers) -> None:
    site = frail_servers.site()
    ann, bob = Person(site), Person(site)
    code = seated(ann, bob, game="fivecities")
    for killed in (frail_servers.redis, frail_servers.postgres, frail_servers.redis):
        hers = ann.page(code, 0)
        moment = hers.state["moment"]
        hers.play(0, "pass")
        killed.kill()
        killed.start()
        assert _let_in(ann, code, 0).state["decisions"][0]["sealed"], "an acknowledged choice is lost"
        _plays(bob, code, moment)


def _plays(person: Person, code: str, moment: int) -> None:
    """Pass for the second seat, as a page does whose socket may be cut: it looks whether the table has moved on."""
    while (page := _let_in(person, code)).state["moment"] == moment:
        with suppress(ConnectionClosed):
            page.say({"type": "play", "seat": 1, "moment": moment, "text": "pass"})
            page.hear_until(lambda m: m["type"] == "state" and m["moment"] > moment)


def _let_in(person: Person, code: str, seat: int = 1) -> Page:
    """Open a page as browsers do, again and again until it stands."""
    for _ in range(100):
        try:
            page = person.page(code, seat)
        except Exception:
            continue
        if page.state:
            return page
    raise AssertionError("the site does not come back")


def test_programs_play_at_two_processes_and_look_on_while_redis_is_down(frail_servers: Servers) -> None:
    first, second = frail_servers.site(), frail_servers.site()
    ann, bob = Person(first), Person(first)
    code = seated(ann, bob, game="fivecities")
    hers = Club(first.base, token(ann, "play")).table(code).sit(0)
    his = Club(second.base, token(bob, "play")).table(code).sit(1)
    for _ in range(3):
        hers.choose("pass")
        his.choose("pass")
        while hers.state.moment < his.state.moment:
            assert hers.wait()
        assert hers.state.scene == his.state.scene
    frail_servers.redis.kill()
    assert hers.look().moment == 3
    assert second.get("/health")[0] == 503
    frail_servers.redis.start()
    third = frail_servers.site()
    assert Club(third.base, token(ann, "play")).table(code).sit(0).state.moment == 3


def test_word_that_was_lost_is_made_up_for(frail_servers: Servers) -> None:
    first, second = frail_servers.site(), frail_servers.site()
    ann, bob = Person(first), Person(first)
    code = seated(ann, bob, game="fivecities")
    hers, _ = ann.page(code, 0), at(bob, second).page(code, 1)
    moment = hers.state["moment"]
    frail_servers.redis.kill()
    hers.say({"type": "play", "seat": 0, "moment": moment, "text": "pass"})
    until(lambda: _lines(frail_servers, code))
    frail_servers.redis.start()
    _plays(at(bob, second), code, moment)
    assert _let_in(ann, code, 0).state["moment"] > moment


def test_a_game_is_seen_as_late_and_acknowledged_by_the_same_links_everywhere(
    ann: Person, bob: Person, here: Site, there: Site
) -> None:
    code = seated(ann, bob, game="fivecities", visibility="public", watching="2")
    looks_on = [Person(site).page(code, -1) for site in (here, there)]
    for first in ("1 A to M", "1 M to A"):
        mine = at(ann, there).page(code, 0).play(0, first)["link"]
        bob.page(code, 1).play(1, "pass")
        assert [ann.page(code, 0).state["link"], at(ann, there).page(code, 0).state["link"]] == [mine, mine]
    for page in looks_on:
        page.hear_until(lambda message: message.get("moment") == 1)
        assert any("1 A to M" in event["text"] for event in page.events)
        assert not any("1 M to A" in event["text"] for event in page.events)


def test_whoever_is_late_is_seen_to_once(ann: Person, bob: Person, there: Site, servers: Servers) -> None:
    code = seated(ann, bob, game="fivecities", pace=PACE)
    page = at(ann, there).page(code, 0)
    page.say({"type": "play", "seat": 0, "moment": 0, "text": "pass"})
    while page.state["moment"] < 4:
        page.hear()
    entries = [json.loads(entry) for entry in _lines(servers, code)]
    for seat in (0, 1):
        did = "".join(entry["kind"][0] for entry in entries if entry["seat"] == seat)  # late, choice, late, choice
        assert re.fullmatch("c?(lc)+l?", did), did


def _month_passes(servers: Servers, code: str, seat: int) -> None:
    """Let a month pass for a clock that runs."""
    later = "since = since - interval '30 days', due = due - interval '30 days'"
    of_table = "table_id = (select id from tables_gametable where code = %s)"
    with psycopg.connect(servers.postgres.url) as database:
        changed = database.execute(
            f"update pace_clock set {later} where seat = %s and {of_table}".encode(), [seat, code]
        )
        assert changed.rowcount == 1


def test_a_free_seat_is_taken_once_and_its_former_player_sees_no_more_of_it(
    ann: Person, bob: Person, here: Site, there: Site, servers: Servers
) -> None:
    pace = {**PACE, "each": 0, "reserve": 86400, "more": 600, "late": "replace"}
    code = seated(ann, bob, game="fivecities", visibility="unlisted", pace=pace)
    hers, his = ann.page(code, 0), at(bob, there).page(code, 1)
    assert his.state["pass"]
    hers.play(0, "pass")
    _month_passes(servers, code, 1)
    his.hear_until(lambda m: m.get("viewer") == -1)
    while not hers.state["scene"]["seats"][1]["free"]:
        hers.hear()
    takers = [Person(here), Person(there)]
    with ThreadPoolExecutor(2) as both:
        taken = list(both.map(lambda person: person.post(f"/tables/{code}/take", {"seat": 1}), takers))
    assert sorted(status for status, _ in taken) == [200, 400]
    winner = takers[[status for status, _ in taken].index(200)]
    other = {here: there, there: here}[winner.site]
    assert at(winner, other).page(code, 1).state["viewer"] == 1
    while his.state["scene"]["seats"][1]["player"] != winner.name:
        his.hear()
    kinds = [json.loads(entry).get("what") for entry in _lines(servers, code)]
    assert [what for what in kinds if what] == ["replaced", "taken"]


def test_drafts_and_notes_are_the_same_everywhere(ann: Person, bob: Person, there: Site) -> None:
    code = seated(ann, bob, game="diplomacy")
    hers, elsewhere = ann.page(code, 0), at(ann, there).page(code, 0)
    moment = hers.state["moment"]
    hers.say({"type": "offer", "seat": 0, "moment": moment, "path": []})
    pick = hers.hear_until(lambda m: m["type"] == "offer")["picks"][0]
    path = [f"{pick['kind']}:{pick['id']}"]
    hers.say({"type": "keep", "seat": 0, "moment": moment, "path": path})
    kept = hers.hear_until(lambda m: m["type"] == "kept")
    hers.say({"type": "note", "seat": 0, "book": "Trust nobody."})
    hers.hear_until(lambda m: m["type"] == "noted")
    elsewhere.say({"type": "note", "seat": 0, "space": "VIE", "words": "weak"})
    elsewhere.hear_until(lambda m: m["type"] == "noted")
    again = elsewhere.sit(0)
    while not again["decisions"][0]["draft"]:  # what was on its way already comes first
        again = elsewhere.hear_until(lambda m: m.get("viewer") == 0)
    assert (again["notes"]["book"], list(again["notes"]["marks"])) == ("Trust nobody.", ["VIE"])
    assert again["decisions"][0]["draft"] == kept["path"]


def test_a_trial_and_promised_dice_are_found_everywhere(ann: Person, bob: Person, there: Site) -> None:
    code = seated(ann, bob, game="fivecities")
    page = ann.page(code, 0)
    address = page.ask({"type": "try", "seat": 0, "moment": page.state["moment"]})["address"]
    trial, everywhere = address.removeprefix("/tables/").partition("?")[0], (ann, at(ann, there))
    for person in 2 * everywhere:  # the bots of the other process have just been asked; whoever passes on may lose in 5
        assert person.get(address)[0] == 200
        tries = person.page(trial, 0)
        moment = tries.state["moment"]
        tries.say({"type": "play", "seat": 0, "moment": moment, "text": "pass"})
        tries.hear_until(lambda m: m["type"] == "state" and m["moment"] > moment)  # noqa: B023
    assert at(bob, there).get(address)[0] == 404
    assert at(ann, there).post(f"/tables/{trial}/end-trial", {})[0] == 200
    assert ann.get(address)[0] == 404
    promise = ann.post("/promises", {})[1]["promise"]
    wish = {"game": "fivecities", "seats": [{"who": "me"}, {"who": "bot"}]}
    wish["dice"] = {"promise": promise, "words": ["a", ""]}
    assert at(ann, there).post("/tables", wish)[0] == 200
    assert ann.post("/tables", wish)[1]["why"] == "These dice are no longer promised."


def test_letters_and_a_table_that_is_deleted_are_told_everywhere(ann: Person, bob: Person, there: Site) -> None:
    code = seated(ann, bob, game="fivecities")
    hers, his = ann.page(code, 0), at(bob, there).page(code, 1)
    reads(his)
    writes(hers, "table", "Well met.")
    assert texts(news(his)) == ["Well met."]
    alone = ann.gather("me", "friend")
    page = at(ann, there).page(alone, 0)
    assert ann.post(f"/tables/{alone}/delete", {})[0] == 200
    assert page.hear_until(lambda m: m["type"] == "trouble")["why"] == "This table has been deleted on the shelf."
    assert "deleted" in page.play(0, "pass")["why"]


def test_several_processes_at_one_address(servers: Servers, tmp_path: Path) -> None:
    site = servers.site(processes=2)
    ann, bob = Person(site), Person(site)
    code = seated(ann, bob, game="fivecities")
    pages = [ann.page(code, 0) for _ in range(6)]
    his = bob.page(code, 1)
    workers = subprocess.run(["pgrep", "-P", str(site.process.pid)], capture_output=True, text=True, check=True).stdout
    for moment in range(4):
        pages[moment].say({"type": "play", "seat": 0, "moment": moment, "text": "pass"})
        his.say({"type": "play", "seat": 1, "moment": moment, "text": "pass"})
        for page in (*pages, his):
            while page.state["moment"] <= moment:
                page.hear()
    for worker in workers.split()[-1:]:
        os.kill(int(worker), signal.SIGKILL)
    again = _let_in(bob, code)
    assert again.state["moment"] == his.state["moment"]


@pytest.mark.deep
def test_a_copy_of_the_database_goes_on_where_it_was_made(frail_servers: Servers, tmp_path: Path) -> None:
    site = frail_servers.site()
    ann, bob = Person(site), Person(site)
    code = seated(ann, bob, game="fivecities")
    hers = ann.page(code, 0)
    hers.play(0, "pass")
    before = hers.state
    copy = tmp_path / "copy.sql"
    subprocess.run(["pg_dump", "--no-owner", "-f", str(copy), frail_servers.postgres.url], check=True)
    bob.page(code, 1).play(1, "pass")  # what comes after the copy is lost with the database
    site.stop()
    frail_servers.postgres.stop()
    frail_servers.redis.kill()
    frail_servers.redis.start()
    frail_servers.postgres = Postgres(bare=True)
    restored = ["psql", "-q", "-v", "ON_ERROR_STOP=1", "-f", str(copy), frail_servers.postgres.url]
    subprocess.run(restored, check=True, stdout=subprocess.DEVNULL)
    again = frail_servers.site()
    page = at(ann, again).page(code, 0)
    assert (page.state["scene"], page.state["decisions"]) == (before["scene"], before["decisions"])
    command = [sys.executable, "-m", "tanelorn.terminal", "upgrade", "--data", str(again.data)]
    ran = subprocess.run(command, env=again.environment, capture_output=True, text=True, check=True)
    assert ran.stdout.rstrip().endswith("All goes on as it was: 1 table.")
    at(bob, again).page(code, 1).play(1, "pass")
    page.hear_until(lambda m: m["type"] == "state" and m["moment"] > before["moment"])
