"""Programs at a club: tokens, tables, seats and games over HTTP and sockets."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tanelorn.client import Club, Refused

from .club import Person
from .conftest import Site
from .programs import ask, made, socket, token
from .test_gathering import seated

EXAMPLE = Path(__file__).parents[2] / "examples/bot_over_http.py"


@pytest.fixture
def ann(club_site: Site) -> Person:
    return Person(club_site)


@pytest.fixture
def bob(club_site: Site) -> Person:
    return Person(club_site)


@pytest.mark.always
@pytest.mark.long
def test_the_example_plays_a_whole_game_over_http(ann: Person) -> None:
    word = token(ann, "play", "tables")
    said = subprocess.run(
        [sys.executable, str(EXAMPLE), ann.site.base, word], capture_output=True, text=True, timeout=200, check=False
    )
    assert said.returncode == 0, said.stdout + said.stderr
    club = Club(ann.site.base, word)
    card = club.tables()[0]
    assert (card.stage, card.outcome) == ("over", said.stdout.splitlines()[-1])
    record = club.table(card.table).record().splitlines()
    assert json.loads(record[-1])["secret"]
    assert ann.name.encode() not in b"".join(record)


def test_two_programs_gather_by_invitation_and_play(ann: Person, bob: Person) -> None:
    hers, his = (Club(ann.site.base, token(one, "play", "tables")) for one in (ann, bob))
    table = hers.set_up("fivecities", ["me", "open"], name="Programs")
    card = table.card()
    assert (card.stage, card.yours, [seat.who for seat in card.seats]) == ("waiting", (0,), ["person", "free"])
    with pytest.raises(Refused, match="There is no table") as unseen:
        his.table(card.table).card()
    assert unseen.value.status == 404
    with pytest.raises(Refused, match="has not begun"):
        table.sit(0)
    assert his.table(card.table).join(1, card.invitation).yours == (1,)
    assert table.begin().stage == "playing"
    first, second = table.sit(0), his.table(card.table).sit(1)
    assert first.state.screen == (0,)
    for seat in (first, second):
        assert seat.choose("pass") is False
    assert second.state.moment == 1
    assert first.wait()
    assert first.state == first.look()
    assert [one.table for one in his.tables()] == [card.table]


def test_a_choice_that_is_sent_again_is_answered_and_not_played_twice(ann: Person, bob: Person) -> None:
    code, word = seated(ann, bob), token(ann, "play")
    path, order = f"/tables/{code}/seats/0/choose", {"moment": 0, "choice": "2 M to S"}
    for again in (False, True):
        status, chosen, _ = ask(ann.site, word, path, order)
        assert (status, chosen["again"]) == (200, again), chosen
        assert chosen["state"]["did"] == 1
    bob.page(code, 1).play(1, "pass")
    status, chosen, _ = ask(ann.site, word, path, {**order, "choice": " 2 m  TO s"})
    assert (status, chosen["again"], chosen["state"]["moment"]) == (200, True, 1)
    status, late, _ = ask(ann.site, word, path, {**order, "choice": "pass"})
    assert (status, late["why"]) == (409, "The table has moved on since this choice was made.")
    status, seen, _ = ask(ann.site, word, f"/tables/{code}/state?viewer=0")
    assert (seen["moment"], seen["did"]) == (1, 1)


def test_a_choice_that_was_answered_is_known_after_a_kill(club_data_site: Site) -> None:
    host, guest = Person(club_data_site), Person(club_data_site)
    code = seated(host, guest)
    seat = Club(host.site.base, token(host, "play")).table(code).sit(0)
    assert seat.choose("2 M to S") is False
    guest.page(code, 1).play(1, "pass")
    club_data_site.stop()
    club_data_site.start()
    assert seat.choose("2 M to S") is True  # on a line that was cut: it may not have heard of the answer
    assert seat.state.moment == 1


def test_a_program_lets_answers_stand(ann: Person) -> None:
    seat = Club(ann.site.base, token(ann, "play", "tables")).set_up("diplomacy", ["me", *["easy"] * 6]).sit(0)
    state = seat.write_ahead("StandardRetreats", "A VIE - BOH", only="turn")
    assert [(one.title, one.text, one.turn) for one in state.standing] == [("Retreats", "A VIE - BOH", 1)]
    with pytest.raises(Refused, match="asked each time"):
        seat.stand(["button:done"])
    assert seat.write_ahead("StandardRetreats", "").standing == ()


def test_what_is_sealed_can_be_taken_back_once(ann: Person, bob: Person) -> None:
    code, word = seated(ann, bob), token(ann, "play")
    seat = Club(ann.site.base, word).table(code).sit(0)
    seat.choose("2 M to S")
    back = {"moment": 0, "did": seat.state.did}
    assert not seat.undo().decisions[0].sealed
    status, refused, _ = ask(ann.site, word, f"/tables/{code}/seats/0/undo", back)
    assert (status, "moved on" in refused["why"]) == (409, True)
    assert seat.redo().decisions[0].sealed_text == "2 M to S"


def test_news_come_to_whoever_waits_and_not_for_what_is_hidden(ann: Person, bob: Person) -> None:
    code = seated(ann, bob)
    hers = Club(ann.site.base, token(ann, "play")).table(code).sit(0)
    his = Club(bob.site.base, token(bob, "read")).table(code).sit(1)
    assert not his.wait(0)
    hers.choose("2 M to S")
    assert his.wait()
    hers.choose("1 M to S")
    assert not his.wait(1)
    heard: list[bool] = []
    waiting = threading.Thread(target=lambda: heard.append(his.wait()))
    waiting.start()
    bob.page(code, 1).play(1, "pass")
    waiting.join(60)
    assert heard == [True]
    assert his.state.moment == 1


def test_twin_games_are_told_alike_to_all_but_the_seat_that_sealed(ann: Person, bob: Person) -> None:
    """Two tables that differ in one sealed order: every answer to others is the same, byte for byte."""
    cay = Person(ann.site)
    told = []
    for order in ("pass", "1 A to AC"):
        code = seated(ann, bob, visibility="public", name="Twins")
        hers = Club(ann.site.base, token(ann, "play")).table(code).sit(0)
        hers.choose(order)
        said = []
        for person, viewer in ((bob, 1), (bob, -1), (cay, -1)):
            word = token(person, "play")
            for path in (
                f"/state?viewer={viewer}",
                f"/news?viewer={viewer}",
                "/state?viewer=0",
                "",
                "/board",
                f"/about?viewer={viewer}&space=A",
                "/about?viewer=0&space=A",
                "/record",
            ):
                said.append(same(ask(person.site, word, f"/tables/{code}{path}")[:2], code))
            for word_, body in (
                ("offer", {"moment": 0, "path": [], "text": "1 A to AC"}),
                ("choose", {"moment": 0, "choice": order}),
                ("undo", {"moment": 0, "did": 1}),
            ):
                said.append(same(ask(person.site, word, f"/tables/{code}/seats/0/{word_}", body)[:2], code))
        said.append(same(ask(bob.site, token(bob), f"/tables/{code}/seats/1/offer", {"moment": 0})[:2], code))
        told.append(said)
    assert told[0] == told[1]


def same(answer: tuple[int, object], code: str) -> str:
    """Return an answer without what is drawn by lot: the table's code, the name of a stream, a seat's own pass."""
    status, said = answer
    for part in (said, said.get("state") if isinstance(said, dict) else None):
        if isinstance(part, dict):
            part.update({name: "" for name in ("stream", "pass") if name in part})
    return f"{status} {json.dumps(said)}".replace(code, "CODE")


def test_a_private_table_is_not_there_for_others(ann: Person, bob: Person) -> None:
    code, word = seated(ann, bob), token(Person(ann.site), "play", "tables")
    for path in ("", "/state", "/news", "/board", "/about?space=A", "/record"):
        found = ask(ann.site, word, f"/tables/{code}{path}")[:2]
        assert found[0] == 404
        assert json.dumps(found).replace(code, "none") == json.dumps(ask(ann.site, word, f"/tables/none{path}")[:2])
    for path, body in (
        ("join", {"seat": 0}),
        ("leave", {}),
        ("begin", {}),
        ("send-away", {"seat": 0}),
        ("seats/0/choose", {"moment": 0, "choice": "pass"}),
        ("seats/0/offer", {"moment": 0}),
        ("seats/0/undo", {"moment": 0, "did": 0}),
    ):
        status, refused, _ = ask(ann.site, word, f"/tables/{code}/{path}", body)
        assert (status, refused["why"]) == (404, f"There is no table “{code}” here."), path


def test_a_token_is_good_for_its_scopes_alone(ann: Person, bob: Person) -> None:
    code, word = seated(ann, bob), token(ann)
    assert ask(ann.site, word, f"/tables/{code}/state?viewer=0")[0] == 200
    assert ask(ann.site, word, f"/tables/{code}/seats/0/offer", {"moment": 0})[0] == 200
    status, refused, _ = ask(ann.site, word, f"/tables/{code}/seats/0/choose", {"moment": 0, "choice": "pass"})
    assert (status, refused["why"]) == (403, "This token is not good for “play”.")
    assert ask(ann.site, word, "/tables", {"game": "fivecities"})[0] == 403
    page = socket(ann.site, word, code)
    assert page.sit(0)["screen"] == [0]
    assert page.play(0, "pass")["why"] == "This token is not good for “play”."
    assert ask(ann.site, token(ann, "play"), "/tables", {"game": "fivecities"})[0] == 403


def test_who_bears_no_token_is_nobody_even_with_a_session(ann: Person) -> None:
    sent = "; ".join(f"{cookie.name}={cookie.value}" for cookie in ann.cookies)
    for headers in ({}, {"Authorization": "Basic YTpi"}, {"Authorization": "Bearer"}, {"Authorization": "Bearer x"}):
        status, refused, answered = ask(ann.site, "", "/me", headers={"Cookie": sent, **headers})
        assert (status, answered["WWW-Authenticate"]) == (401, "Bearer")
        assert "token" in refused["why"]
    with pytest.raises(InvalidStatus):
        socket(ann.site, "tanelorn_wrong", "none")


def test_a_program_plays_over_its_socket_as_a_page_does(ann: Person, bob: Person) -> None:
    code = seated(ann, bob)
    page, seen = socket(ann.site, token(ann, "play"), code), ann.page(code, 0)
    assert page.sit(0)["type"] == "state"
    page.play(0, "2 M to S")
    seen.hear_until(lambda message: bool(message["decisions"][0]["sealed"]))
    assert page.state["decisions"] == seen.state["decisions"]


def test_a_token_that_is_taken_back_is_good_for_nothing_and_closes_what_it_opened(ann: Person, bob: Person) -> None:
    code, word = seated(ann, bob), token(ann, "play", name="Lost")
    other = token(ann, name="Other")
    page = socket(ann.site, word, code)
    page.sit(0)
    hers = Club(ann.site.base, word).table(code).sit(0)
    refused: list[Refused] = []

    def waits() -> None:
        try:
            hers.wait()
        except Refused as error:
            refused.append(error)

    waiting = threading.Thread(target=waits)
    waiting.start()
    _, text = ann.get("/me/tokens")
    number = text.partition("Take back the token for Lost")[0].rpartition("/me/tokens/")[2].partition("/")[0]
    assert bob.form(f"/me/tokens/{number}/revoke", {})[0] == 200
    assert ask(ann.site, word, "/me")[0] == 200
    assert ann.form(f"/me/tokens/{number}/revoke", {}) == (200, "/me/tokens")
    with pytest.raises(ConnectionClosed):
        page.hear()
    waiting.join(60)
    assert [error.status for error in refused] == [401]
    assert ask(ann.site, word, "/me")[0] == 401
    assert ask(ann.site, other, "/me")[0] == 200


def test_with_an_account_go_its_tokens(ann: Person) -> None:
    word = token(ann, "play")
    code = ann.gather("me", "easy")
    page = socket(ann.site, word, code)
    page.sit(0)
    assert ann.form("/me/delete", {"name": ann.name})[0] == 200
    with pytest.raises(ConnectionClosed):
        page.hear_until(lambda message: False)
    assert ask(ann.site, word, "/me")[0] == 401


def test_the_page_shows_a_token_once_and_when_it_was_used(ann: Person) -> None:
    word = token(ann, "play", name="<b>Bot</b>")
    text = ann.get("/me/tokens")[1]
    assert word not in text
    assert "&lt;b&gt;Bot&lt;/b&gt;" in text
    assert "never used" in text
    ask(ann.site, word, "/me")
    assert "last used" in ann.get("/me/tokens")[1]
    assert made(ann, name=" ")[0] == 400
    assert made(ann, "all", name="Bot")[0] == 400
    for _ in range(19):
        token(ann)
    assert "You have 20 tokens already." in made(ann, name="Bot")[1]


def test_whoever_asks_too_much_is_told_when_to_ask_again(ann: Person) -> None:
    word = token(ann, "tables")
    found = [ask(ann.site, word, "/tables", {}) for _ in range(125)]
    assert {status for status, _, _ in found} == {422, 429}
    _, refused, headers = next(one for one in found if one[0] == 429)
    assert 1 <= int(headers["Retry-After"]) <= 60
    assert headers["Retry-After"] in refused["remedy"]
    assert ask(ann.site, word, "/me")[0] == 200


WRONG: list[tuple[str, object, int, str]] = [
    ("/tables", b"no json", 400, "This is not JSON."),
    ("/tables", b"[1]", 400, "This is not an object."),
    ("/tables", b"[" * 15_000, 400, "nested too deep"),
    ("/tables", b" " * 20_000, 400, "too long"),
    ("/tables", {}, 422, "“game”"),
    ("/tables", {"game": "fivecities", "sets": []}, 422, "“sets”"),
    ("/tables", {"game": "chess"}, 400, "chess"),
    ("/tables", {"game": "fivecities", "seats": [{"who": "god"}]}, 422, "“seats.0.who”"),
    ("/tables", {"game": "fivecities", "seats": [{"who": "me"}]}, 400, "needs 2 seats"),
    ("/tables", {"game": "fivecities", "options": {"turn-limit": 999_999}}, 400, ""),
    ("/tables", {"game": "fivecities", "pace": {"each": -1}}, 400, "pace"),
    ("CODE/choose", {"moment": 0, "choice": "2 M to V"}, 400, "not adjacent"),
    ("CODE/choose", {"moment": "0", "choice": "pass"}, 422, "“moment”"),
    ("CODE/choose", {"moment": 5, "choice": "pass"}, 409, "moved on"),
    ("CODE/choose", {"moment": 0, "choice": "x" * 5000}, 422, "choice"),
    ("CODE/offer", {"moment": 0, "path": ["space:S"]}, 400, "you have none there"),
    ("CODE/undo", {"moment": 0, "did": 0}, 409, "nothing to take back"),
]


def test_what_is_wrong_is_named_and_changes_nothing(ann: Person, bob: Person) -> None:
    code, word = seated(ann, bob), token(ann, "play", "tables")
    before = ask(ann.site, word, f"/tables/{code}/state?viewer=0")[1]
    for path, body, status, why in WRONG:
        found, refused, _ = ask(ann.site, word, path.replace("CODE", f"/tables/{code}/seats/0"), body)
        assert "why" in refused, (path, body)
        assert (found, why in refused["why"], set(refused)) == (status, True, {"why", "remedy", "clause"}), refused
    for path, status in (("/state?viewer=1", 400), ("/state?viewer=x", 422), ("/about?space=Atlantis", 400)):
        assert ask(ann.site, word, f"/tables/{code}{path}")[0] == status, path
    assert ask(ann.site, word, "/nothing")[0] == 404
    assert ask(ann.site, word, f"/tables/{code}/begin")[0] == 405
    assert ask(ann.site, word, f"/tables/{code}/seats/1/choose", {"moment": 0, "choice": "pass"})[0] == 400
    assert ask(ann.site, word, f"/tables/{code}/state?viewer=0")[1] == before
    assert len(ask(ann.site, word, "/tables")[1]["tables"]) == 1


@pytest.mark.long
def test_the_client_loads_nothing_of_the_site_itself() -> None:
    loaded = "import sys, tanelorn.client; print([m for m in sys.modules if m.split('.')[0] in ('django', 'ninja')])"
    said = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
