"""While the Redis of a larger site is down: people sign in and choose, limits hold, and what was to be said is said."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
import redis
from websockets.exceptions import ConnectionClosed

from tests.site.until import until

from .club import Person
from .letters_at import reads, seated, writes
from .programs import ask, token
from .servers import Servers, at, frail_servers, servers
from .test_people import known, link_in, sign_in, sign_up, text_of

__all__ = ["frail_servers", "servers"]


def test_people_come_in_and_tries_are_counted_all_the_same(frail_servers: Servers) -> None:
    site = frail_servers.site()
    ann = Person(site, guest=False)
    sign_up(ann, "Ann", "ann@example.org")
    assert ann.form(link_in(site, "ann@example.org"), {})[0] == 200
    frail_servers.redis.kill()
    guest, ann, eve = (Person(site, guest=guest) for guest in (True, False, False))
    assert guest.gather("me", "open")
    assert sign_in(ann, "ann@example.org") == (200, "/")
    assert known(ann)["name"] == "Ann"
    assert ann.form("/accounts/logout/", {})[0] == 200
    said = [text_of(eve, "/accounts/login/", login="ann@example.org", password="wrong") for _ in range(8)]
    assert "Too many failed login attempts" not in said[0]
    assert "Too many failed login attempts" in said[-1]
    assert site.get("/health")[0] == 503
    frail_servers.redis.start()
    until(lambda: site.get("/health")[0] == 200)
    assert sign_in(ann, "ann@example.org") == (200, "/")


def test_who_chooses_is_answered_and_who_signed_out_is_told_nothing_more(frail_servers: Servers) -> None:
    first, second = frail_servers.site(), frail_servers.site()
    ann, bob = Person(first), Person(first)
    code = seated(ann, bob, game="fivecities")
    hers, elsewhere = ann.page(code, 0), at(bob, second).page(code, 1)
    frail_servers.redis.kill()
    hers.play(0, "pass")
    assert hers.state["decisions"][0]["sealed"]
    assert bob.form("/accounts/logout/", {})[0] == 200
    frail_servers.redis.start()
    with pytest.raises(ConnectionClosed) as closed:
        elsewhere.hear_until(lambda said: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401


def test_a_table_that_cannot_be_read_any_more_keeps_no_news_from_others(frail_servers: Servers) -> None:
    first, second = frail_servers.site(), frail_servers.site()
    ann, bob = Person(first), Person(first)
    codes = [seated(ann, bob, game="fivecities") for _ in range(6)]
    hers = [ann.page(code, 0) for code in codes]
    for page in hers:
        page.play(0, "pass")
    his = [at(bob, second).page(code, 1) for code in codes[1:-1]]
    damaged = [codes[0], codes[-1]]
    with psycopg.connect(frail_servers.postgres.url) as database:
        of_these = "from tables_recordline join tables_gametable as kept on kept.id = table_id where code = any(%s)"
        numbered_too_far = f"select table_id, number + 7, entry {of_these}"
        database.execute(f"insert into tables_recordline (table_id, number, entry) {numbered_too_far}", [damaged])
    frail_servers.redis.kill()
    for page in his:
        page.play(1, "pass")
        page.socket.close()  # what pages look at is told once more where it was played
    frail_servers.redis.start()
    for page in hers[1:-1]:
        page.hear_until(lambda told: told.get("moment") == 1)


def test_programs_that_waited_when_it_went_down_may_wait_again(frail_servers: Servers) -> None:
    site = frail_servers.site()
    ann = Person(site)
    word, most = token(ann), 10  # so many requests of one person may wait at a time
    codes = [ann.gather("me", "friend") for _ in range(most)]

    def waits(code: str, seconds: int) -> int:
        """Wait for more than is to be seen; return the status."""
        state = ask(site, word, f"/tables/{code}/state")[1]
        known = f"stream={state['stream']}&number={state['number']}"
        return ask(site, word, f"/tables/{code}/news?{known}&wait={seconds}")[0]

    with redis.Redis(port=frail_servers.redis.port) as looks, ThreadPoolExecutor(most) as programs:
        for code in codes:
            programs.submit(waits, code, 5)
        until(lambda: len(looks.pubsub_channels("asgi__group__table-*")) >= most)
        frail_servers.redis.kill()
    frail_servers.redis.start()
    while (status := waits(codes[0], 0)) >= 500:
        pass  # until the site has found it again
    assert status == 200


def test_letters_are_counted_by_all_processes_together(servers: Servers) -> None:
    first, second = servers.site(), servers.site()
    ann, bob = Person(first), Person(first)
    code = seated(ann, bob)
    pages = [ann.page(code, 0), at(ann, second).page(code, 0)]
    for page in pages:
        reads(page)
    answers = [writes(pages[number % 2], [1], f"Letter {number}") for number in range(14)]
    kinds = [answer["type"] for answer in answers]
    assert kinds[:10] == ["posted"] * 10
    assert "refused" in kinds[10:]
    refused = next(answer for answer in answers if answer["type"] == "refused")
    assert refused["why"] == "You have written many letters at once."
