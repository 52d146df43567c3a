"""What is done at once at two processes of a site, made to happen in the one order in which it could go wrong."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from socket import create_connection

import pytest
import redis
from websockets.exceptions import InvalidStatus

from tests.site.until import until

from .club import Person
from .conftest import WAIT, Page, Site
from .letters_at import seated, writes
from .programs import ask, token
from .servers import Hold, Servers, ann, at, bob, halted, here, servers, there
from .test_people import Member, closing_code
from .test_standing import DONE, Seat, go_on
from .test_vacation import POST, announce, due, midnight, near

__all__ = ["ann", "bob", "here", "servers", "there"]


def test_who_signs_out_while_a_page_of_theirs_opens_is_not_let_in(ann: Person, there: Site, servers: Servers) -> None:
    code = ann.gather("me", "friend")
    with ThreadPoolExecutor(1) as another, Hold(servers.postgres) as hold:
        hold.take("lock table people_person")
        opening = another.submit(at(ann, there).page, code)
        hold.wait_for('%WHERE "people_person"."id" = %')  # it has read the session, and asks whose it is
        with halted(there.process.pid):
            hold.let_go()
            ann.form("/accounts/logout/", {})
        with pytest.raises(InvalidStatus):
            opening.result()


def test_a_page_that_opens_while_its_person_signs_out_is_closed(ann: Person, there: Site, servers: Servers) -> None:
    code = ann.gather("me", "friend")
    with ThreadPoolExecutor(1) as another, Hold(servers.postgres) as hold:
        hold.take_at("constraint trigger waits after delete on django_session deferrable initially deferred")
        signs_out = another.submit(ann.form, "/accounts/logout/", {})
        hold.wait_for("COMMIT%")
        page = at(ann, there).page(code)
        hold.let_go()
        assert closing_code(page) == 4401
        assert signs_out.result()[0] == 200


def test_two_who_write_to_each_other_at_once_do_not_wait_for_each_other(
    here: Site, there: Site, servers: Servers
) -> None:
    ann, bob = Member(here, "Ann"), Member(here, "Bob")  # each is told of the other's letter
    code = seated(ann, bob, game="fivecities")
    pages = ann.page(code, 0), at(bob, there).page(code, 1)
    with ThreadPoolExecutor(2) as both, Hold(servers.postgres) as hold:
        hold.take("lock table talk_letter in share mode")
        writing = [both.submit(writes, page, "table", "Well met.") for page in pages]
        hold.wait_for('INSERT INTO "talk_letter"%', 2)
        hold.let_go()
        assert [one.result()["type"] for one in writing] == ["posted", "posted"]


def test_of_notes_that_are_written_at_once_none_are_lost(ann: Person, there: Site, servers: Servers) -> None:
    code = ann.gather("me", "friend")
    pages = ann.page(code, 0), at(ann, there).page(code, 0)
    with ThreadPoolExecutor(2) as both, Hold(servers.postgres) as hold:
        hold.take("lock table tables_note in share mode")
        noting = [
            both.submit(page.ask, {"type": "note", "seat": 0, **one})
            for page, one in zip(pages, ({"book": "Trust nobody."}, {"space": "M", "words": "weak"}), strict=True)
        ]
        hold.wait_for("%tables_%", 2)
        hold.let_go()
        assert [one.result()["type"] for one in noting] == ["noted", "noted"]
    notes = ann.page(code, 0).state["notes"]
    assert (notes["book"], notes["marks"]) == ("Trust nobody.", {"M": "weak"})


def test_drafts_that_are_kept_at_once_are_both_taken(ann: Person, there: Site, servers: Servers) -> None:
    code = ann.gather("me", *["friend"] * 6, game="diplomacy")
    pages = ann.page(code, 0), at(ann, there).page(code, 0)
    kept = {"type": "keep", "seat": 0, "moment": 0, "path": ["space:VIE", "space:GAL"]}
    with ThreadPoolExecutor(2) as both, Hold(servers.postgres) as hold:
        hold.take_at("trigger waits before insert on tables_draft")
        keeping = [both.submit(page.ask, kept) for page in pages]
        hold.wait_for('INSERT INTO "tables_draft"%', 2)
        hold.let_go()
        assert [one.result()["type"] for one in keeping] == ["kept", "kept"]


@pytest.mark.takes(20)
def test_an_answer_that_stands_no_longer_is_given_by_no_process(ann: Person, bob: Person, there: Site) -> None:
    code = seated(ann, bob, game="albion", scenario="faerie_twilight")
    one, two, elsewhere = Seat(ann, code, 0), Seat(bob, code, 1), Seat(at(bob, there), code, 1)
    go_on(one, two, until=(1, "React"))
    elsewhere.stand(path=DONE, only="game")  # which waits a while, as if somebody looked at the question
    assert two.stand(kind="React", text="")["standing"] == []
    timed = seated(ann, bob, game="fivecities", pace={"each": 9, "reserve": 0, "more": 0, "late": "bot", "off": []})
    ann.page(timed, 0).hear_until(lambda told: any("is up" in event["text"] for event in told.get("events", ())))
    assert two.kind == "React"


def test_what_is_written_while_its_program_hangs_up_is_told_all_the_same(servers: Servers) -> None:
    alone = servers.site(REDIS_URL="")
    ann, bob = Person(alone), Person(alone)
    code, word = seated(ann, bob, game="fivecities"), token(ann, "play")
    his = bob.page(code, 1)
    his.play(1, "pass")
    address, _, port = alone.base.removeprefix("http://").partition(":")
    body = b'{"moment": 0, "choice": "pass"}'
    asks = f"POST /api/v1/tables/{code}/seats/0/choose HTTP/1.1\r\nHost: {address}:{port}\r\n"
    asks += f"Authorization: Bearer {word}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with Hold(servers.postgres) as hold:
        hold.take("lock table tables_recordline in share mode")
        with create_connection((address, int(port))) as program:
            program.sendall(asks.encode() + body)
            hold.wait_for('INSERT INTO "tables_recordline"%')
        for _ in range(20):  # by then the site has heard that the program has hung up
            assert his.socket.ping().wait(WAIT)
    his.hear_until(lambda told: told.get("moment") == 1)


def passes(*pages: Page) -> None:
    """Let both sides pass, and wait until that is public."""
    for seat, page in enumerate(pages):
        page.say({"type": "play", "seat": seat, "moment": page.state["moment"], "text": "pass"})
    moment = pages[0].state["moment"]
    pages[0].hear_until(lambda told: told.get("moment", moment) > moment)


def test_a_program_that_waits_hears_of_what_is_played_while_it_comes(
    ann: Person, bob: Person, there: Site, servers: Servers
) -> None:
    code, word = seated(ann, bob, game="fivecities"), token(ann)
    hers, his = ann.page(code, 0), bob.page(code, 1)
    state = ask(there, word, f"/tables/{code}/state")[1]
    news = f"/tables/{code}/news?stream={state['stream']}&number={state['number']}&wait=2"
    with ThreadPoolExecutor(1) as another, Hold(servers.postgres) as hold:
        hold.take("lock table gathering_chair")
        waiting = another.submit(ask, there, word, news)
        hold.wait_for("%gathering_chair%")  # it has read what was played so far
        with halted(there.process.pid):
            hold.let_go()
            passes(hers, his)
        assert waiting.result()[1]["state"]["moment"] == 1


def test_who_comes_as_the_last_of_those_leaves_who_look_on_sees_what_is_played_then(
    ann: Person, bob: Person, there: Site, servers: Servers
) -> None:
    code = seated(ann, bob, game="fivecities", visibility="public")
    hers, his = ann.page(code, 0), bob.page(code, 1)
    watcher, other = Person(there), Person(there)
    first = watcher.page(code, -1)
    with (
        ThreadPoolExecutor(1) as another,
        Hold(servers.postgres) as hold,
        redis.Redis(port=servers.redis.port) as looks,
    ):
        hold.take("lock table notices_news")
        opening = another.submit(other.page, code)  # which waits, too, while notices are looked for there
        hold.wait_for('SELECT 1 AS "a" FROM "notices_news"%')  # it is known, and does not hear yet
        first.socket.close()
        until(lambda: looks.pubsub_numsub(f"asgi__group__table-{code}")[0][1] <= 1)
        with halted(there.process.pid):
            hold.let_go()
            passes(hers, his)
        second = opening.result()
    assert second.sit(-1)["moment"] == 1


def test_nobody_sees_what_another_seat_knows_because_of_an_end_that_is_not_written(
    ann: Person, bob: Person, here: Site, servers: Servers
) -> None:
    code = seated(ann, bob, game="fivecities")
    hers, his = ann.page(code, 0), bob.page(code, 1)
    with Hold(servers.postgres) as hold:
        hold.take("lock table tables_recordline in share mode")
        hers.say({"type": "play", "seat": 0, "moment": 0, "text": "resign"})
        hold.wait_for('INSERT INTO "tables_recordline"%')
        his.say({"type": "sit", "viewer": 0})
        for _ in range(20):  # by then the site has read it
            assert his.socket.ping().wait(WAIT)
        hold.looks.execute("select pg_terminate_backend(pid) from pg_locks where not granted and locktype = 'relation'")
        assert hers.hear()["type"] == "refused"
    said = his.hear_until(lambda told: told["type"] == "refused" or told.get("viewer") == 0)
    assert said["type"] == "refused"


def test_a_password_is_not_changed_back_by_settings_that_are_saved_at_once(here: Site, servers: Servers) -> None:
    ann = Member(here, "Ann Other")
    with ThreadPoolExecutor(1) as another, Hold(servers.postgres) as hold:
        hold.held.execute("update people_person set password = 'new' where username = %s", [ann.name])
        saving = another.submit(ann.form, "/me", {"username": ann.name, "palette": "dark"})
        hold.wait_for('UPDATE "people_person"%')
        hold.held.commit()
        saving.result()
        found = hold.looks.execute("select password, palette from people_person where username = %s", [ann.name])
        assert found.fetchone() == ("new", "dark")


def test_a_vacation_that_is_announced_as_a_game_begins_counts_in_it(ann: Person, bob: Person, servers: Servers) -> None:
    code = ann.gather("me", "open", visibility="unlisted", pace=POST)
    assert bob.post(f"/tables/{code}/join", {"seat": 1})[0] == 200
    with ThreadPoolExecutor(2) as both, Hold(servers.postgres) as hold:
        hold.take("lock table notices_news")
        beginning = both.submit(ann.post, f"/tables/{code}/begin", {})
        hold.wait_for('%"notices_news"."gathering_id"%')  # its clocks run already, by the vacations of then
        announcing = both.submit(announce, bob, 0, 3)
        waits = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%%FOR NO KEY UPDATE%%'"
        until(lambda: announcing.done() or hold.looks.execute(waits).fetchone())
        hold.let_go()
        assert (beginning.result()[0], announcing.result()) == (200, 200)
    assert near(due(ann.page(code, 0), 1), midnight(5))
