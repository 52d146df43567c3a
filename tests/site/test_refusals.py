"""Whatever a page sends, it is answered by a clear refusal that changes nothing, never by an error of the site."""

from __future__ import annotations

import http.client
import json
from contextlib import suppress

import pytest
from django.test import RequestFactory
from django.urls import get_resolver
from django.utils.translation import override
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.site.conftest import Site

DEEP = '{"a":' * 2_000
HALF_A_LETTER = b'{"game": "fivecities", "%s": "\\ud800 and on"}'
TWO = '"seats": [{"who": "me", "name": %s}, {"who": "friend"}]'
PROMISED = '{"game": "fivecities", "seats": [{"who": "me"}, {"who": "bot", "level": "easy"}], "dice": %s}'
HOSTILE = [
    (HALF_A_LETTER % b"name", "not JSON"),
    (HALF_A_LETTER % b"game", "not JSON"),
    (b'{"game": "fivecities", "name": "\xed\xa0\x80"}', "not JSON"),
    ('{"game": "fivecities", "name": "two\\nlines"}', "name cannot be that"),
    ('{"game": "fivecities", "name": "a\\u0000b"}', "name cannot be that"),
    ('{"game": "fivecities", "name": ["a"]}', "is not a text"),
    ('{"game": "fivecities", "name": "' + "n" * 81 + '"}', "name cannot be that"),
    ('{"game": "fivecities", ' + TWO % '"a\\u2028b"' + "}", "who plays"),
    ('{"game": "fivecities", ' + TWO % '{"a": 1}' + "}", "is not a text"),
    ('{"game": "fivecities", "options": {"turn-limit": ' + "9" * 5_000 + "}}", "cannot be read"),
    ('{"game": "fivecities", "options": {"turn-limit": "' + "9" * 5_000 + '"}}', "turn-limit cannot be"),
    ('{"game": "fivecities", "options": {"turn-limit": 1e300}}', "turn-limit cannot be"),
    ('{"game": "fivecities", "options": {"turn-limit": ' + "9" * 300 + "}}", "turn-limit cannot be"),
    ('{"game": "elric", "options": {"pack": ' + "9" * 300 + "}}", "no pack"),
    ('{"game": "elric", "options": {"pack": "' + "n" * 9_000 + '"}}', "no pack"),
    ('{"game": "elric", "options": {"pack": "a\\u0000b"}}', "no pack"),
    ('{"game": "elric", "options": {"pack": "/"}}', "no pack"),
    ('{"game": "elric", "options": {"pack": ' + json.dumps(DEEP) + "}}", "pack is wrong"),
    ('{"game": "archmagi", "options": {"map": "a = ' + "[" * 9_000 + '"}}', "nested too deep"),
    ('{"game": "archmagi", "options": {"map": ' + json.dumps(DEEP) + "}}", "map is wrong"),
    ('{"game": "archmagi", "options": {"map": "||||||"}}', "cannot be read"),
    ('{"game": "' + "g" * 9_000 + '"}', "There is no game"),
    ("[" * 15_000, "nested too deep"),
    (PROMISED % "7", "words for the dice cannot be read"),
    (PROMISED % '{"words": ["", ""]}', "words for the dice cannot be read"),
    (PROMISED % '{"promise": "AAAA-AAAA-AAAA-AAAA", "words": ["a"]}', "words for the dice cannot be read"),
    (PROMISED % '{"promise": "AAAA-AAAA-AAAA-AAAA", "words": ["a", 7]}', "is not a text"),
    (PROMISED % ('{"promise": "AAAA-AAAA-AAAA-AAAA", "words": ["' + "n" * 201 + '", ""]}'), "dice cannot be that"),
    (PROMISED % '{"promise": "AAAA-AAAA-AAAA-AAAA", "words": ["", "a"]}', "A bot has no words"),
    (PROMISED % '{"promise": "AAAA-AAAA-AAAA-AAAA", "words": ["a", ""]}', "no longer promised"),
]


@pytest.mark.parametrize(("body", "why"), HOSTILE, ids=[str(n) for n in range(len(HOSTILE))])
def test_a_hostile_wish_is_refused_in_one_short_sentence(shared_site: Site, body: str | bytes, why: str) -> None:
    status, answer = shared_site.post("/tables", body if isinstance(body, bytes) else body.encode())
    assert status in (400, 404), answer
    assert why in answer["why"], answer
    assert len(answer["why"]) <= 400, answer


def test_promised_dice_are_given_once_and_wait_on_where_no_table_came_of_them(shared_site: Site) -> None:
    _, answer = shared_site.post("/promises", {})
    wish = {"game": "fivecities", "seats": [{"who": "me"}, {"who": "bot", "level": "easy"}]}
    wish["dice"] = {"promise": answer["promise"], "words": ["a", ""]}
    status, _ = shared_site.post("/tables", wish | {"options": {"turn-limit": -1}})
    assert status == 400
    status, _ = shared_site.post("/tables", wish)
    assert status == 200
    status, answer = shared_site.post("/tables", wish)
    assert (status, answer["why"]) == (400, "These dice are no longer promised.")


def test_head_answers_as_get_does_without_a_body(shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    places = ["/", f"/tables/{code}", f"/tables/{code}/board.json", "/rules/elric", "/charts/elric.svg", "/tables/no"]
    for path in [*places, f"/tables/{code}/frames.json", f"/tables/{code}/record", "/rules/elric/7.5.1a.json"]:
        answers = []
        for verb in ("GET", "HEAD"):
            line = http.client.HTTPConnection(shared_site.base.removeprefix("http://"))
            line.request(verb, path)
            answer = line.getresponse()
            answers.append((answer.status, answer.headers["Content-Type"]))
            body = answer.read()
            line.close()
        assert answers[0] == answers[1], path
        assert body == b""


def asked(site: Site, verb: str, path: str, **headers: str) -> tuple[http.client.HTTPResponse, str]:
    line = http.client.HTTPConnection(site.base.removeprefix("http://"))
    line.request(verb, path, headers={name.replace("_", "-"): text for name, text in headers.items()})
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer, text


PEOPLE = {"Accept": "text/html,*/*;q=0.8"}
ELSEWHERE = {"Host": "elsewhere.example"}
TURNED_AWAY: list[tuple[str, str, dict[str, str], int, str, str]] = [
    ("GET", "/nowhere", {}, 404, "There is no page at this address.", "Unter dieser Adresse gibt es keine Seite."),
    ("GET", "/tables/a/b/c", {}, 404, "There is no page at this address.", "Unter dieser Adresse gibt es keine Seite."),
    ("GET", "/a%00b%FF<b>", {}, 404, "There is no page at this address.", "Unter dieser Adresse gibt es keine Seite."),
    ("GET", "/tables", {}, 405, "There is nothing to look at here", "Hier gibt es nichts zu sehen"),
    ("PUT", "/rules/elric", {}, 403, "This did not come from a page of this site", "Das kam nicht von einer Seite"),
    ("OPTIONS", "/rules/elric", {}, 405, "This address takes nothing", "Diese Adresse nimmt nichts an"),
    ("POST", "/language", {}, 403, "This did not come from a page of this site", "Das kam nicht von einer Seite"),
    ("GET", "/", ELSEWHERE, 400, "The site cannot read this request.", "Diese Anfrage lässt sich nicht lesen."),
]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("verb", "path", "more", "status", "english", "german"), TURNED_AWAY)
def test_whoever_is_turned_away_finds_a_page_of_ours(
    shared_site: Site, verb: str, path: str, more: dict[str, str], status: int, english: str, german: str, language: str
) -> None:
    answer, text = asked(shared_site, verb, path, **PEOPLE, Accept_Language=language, **more)
    assert answer.status == status
    assert answer.headers["Content-Security-Policy"]
    assert f'<html lang="{language}">' in text
    assert (english if language == "en" else german) in text
    assert '<a class="btn" href="/">' in text
    assert "<b>" not in text


@pytest.mark.parametrize(("verb", "path", "more", "status", "english", "german"), TURNED_AWAY)
def test_a_script_that_is_turned_away_is_told_so_as_data(
    shared_site: Site, verb: str, path: str, more: dict[str, str], status: int, english: str, german: str
) -> None:
    answer, text = asked(shared_site, verb, path, **more)
    assert (answer.status, answer.headers["Content-Type"]) == (status, "application/json")
    assert english in json.loads(text)["why"]
    assert status != 405 or answer.headers["Allow"]


def test_a_club_turns_people_away_alike(club_site: Site) -> None:
    for verb, path, more, status, english, _ in TURNED_AWAY:
        if path == "/tables":
            continue  # a club lists its tables there
        answer, text = asked(club_site, verb, path, **PEOPLE, **more)
        assert answer.status == status
        assert english in text
        assert '<a class="btn" href="/">' in text


@pytest.mark.usefixtures("words")
@pytest.mark.parametrize(("language", "why"), [("en", "Something went wrong in the"), ("de", "schiefgegangen")])
def test_our_own_fault_is_told_without_what_it_was(language: str, why: str) -> None:
    with override(language):
        request = RequestFactory().get("/", HTTP_ACCEPT="text/html")
        answer = get_resolver().resolve_error_handler(500)(request)
    assert answer.status_code == 500
    assert why in answer.content.decode()
    assert 'href="/"' in answer.content.decode()


@pytest.mark.parametrize("path", ["/", "/ws", "/ws/tables/", "/ws/tables/a%ED%A0%80", "/ws/tables/" + "a" * 900 + "/b"])
def test_a_socket_without_a_table_is_told_so(shared_site: Site, path: str) -> None:
    address = shared_site.base.replace("http", "ws") + path
    with connect(address, origin=Origin(shared_site.base)) as socket:
        assert json.loads(socket.recv(timeout=20))["why"] == "Nothing is played at this address."


def test_who_is_turned_away_may_have_asked_already(shared_site: Site) -> None:
    address = shared_site.base.replace("http", "ws") + "/ws/tables/nonesuch"
    for _ in range(5):
        with connect(address, origin=Origin(shared_site.base)) as socket:
            with suppress(ConnectionClosed):
                socket.send('{"type": "sit", "viewer": 0}')
            assert "no table" in json.loads(socket.recv(timeout=20))["why"]


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "play", "seat": 0, "moment": 0, "text": "\\ud800"}',
        '{"type": "offer", "seat": 0, "moment": ' + "9" * 5_000 + "}",
        '{"type": "sit", "viewer": 1e400}',
        '{"type": "read", "seat": 0, "moment": 0, "text": "cast' + " " * 3_900 + '"}',
        '{"type": "read", "seat": 0, "moment": 0, "text": "' + "x " * 4_000 + '"}',
        '{"type": "play", "seat": 0, "moment": 0, "text": "' + "9" * 3_990 + ' M to S"}',
        '{"type": "offer", "seat": 0, "moment": 0, "path": ["space:M", "space:S", "count:²"]}',
        '{"type": "offer", "seat": 0, "moment": 0, "path": ["space:M", "space:S", "count:' + "9" * 5_000 + '"]}',
        '{"type": "offer", "seat": 0, "moment": 0, "path": ' + "[" * 4_000 + "]" * 4_000 + "}",
    ],
)
def test_a_hostile_message_is_refused_and_the_line_stays(shared_site: Site, text: str) -> None:
    page = shared_site.page(shared_site.table("me", "friend"), 0)
    answer = page.ask(text)
    assert answer["type"] == "refused"
    assert len(answer["why"]) <= 400
    assert page.sit(0)["moment"] == 0
