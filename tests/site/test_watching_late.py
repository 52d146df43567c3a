"""Those who look on late: nothing newer comes to them by any door, and whoever plays sees everything at once."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.site.club import Person
from tests.site.conftest import Site
from tests.site.programs import ask, token
from tests.site.test_axe import judge

_PHONE = {"width": 390, "height": 844}


@pytest.fixture
def ann(club_site: Site) -> Person:
    return Person(club_site)


@pytest.fixture
def bob(club_site: Site) -> Person:
    return Person(club_site)


@pytest.fixture
def cay(club_site: Site) -> Person:
    return Person(club_site)


def seated(ann: Person, bob: Person, watching: str, name: str = "Slow") -> str:
    """Begin a public table of Five Cities at which each has a seat."""
    code = ann.gather("me", "open", visibility="public", watching=watching, name=name)
    assert bob.post(f"/tables/{code}/join", {"seat": 1})[0] == 200
    assert ann.post(f"/tables/{code}/begin", {})[0] == 200
    return code


def turn(ann: Person, bob: Person, code: str, first: str = "pass", second: str = "pass") -> None:
    for person, seat, order in ((ann, 0, first), (bob, 1, second)):
        answer = person.page(code, seat).play(seat, order)
        assert answer["type"] == "state", answer


def seen(person: Person, code: str, viewer: int = -1) -> dict[str, Any]:
    state = person.page(code, viewer).state
    return {**state, "stream": "", "pass": ""}


def test_a_game_is_seen_two_turns_late_by_all_but_its_players(ann: Person, bob: Person, cay: Person) -> None:
    code = seated(ann, bob, "2")
    start = seen(cay, code)
    assert start["late"].startswith("You see the game 2 turns late")
    turn(ann, bob, code, "1 A to M")
    assert seen(cay, code) == start
    assert seen(ann, code)["moment"] == seen(bob, code, 1)["moment"] == 1
    played = seen(ann, code)
    turn(ann, bob, code, "1 M to A")
    late = seen(cay, code)
    assert late["moment"] == 1
    assert late["events"] == played["events"]
    assert late["scene"] == played["scene"]
    assert seen(ann, code)["late"] == ""


def told(site: Site, person: Person, code: str, word: str) -> list[str]:
    """Return everything that a site tells somebody who looks on, by each of its doors."""
    page = person.page(code, -1)
    said = [json.dumps({**page.state, "stream": "", "pass": ""})]
    said.append(json.dumps(page.ask({"type": "about", "space": "A"})))
    for path in (
        "",
        "/replay",
        "/board.json",
        "/frames.json",
        "/frames.json?viewer=0",
        "/about.json?n=1&space=A",
        "/about.json?n=3&space=A",
        "/record",
        "/verify",
        "/chart.svg",
    ):
        said.append(str(person.get(f"/tables/{code}{path}")))
    said.append(str(person.get("/tables?state=playing")))
    for path in ("", "/state", "/news", "/board", "/about?space=A", "/record", "/state?viewer=0"):
        status, answer, _ = ask(site, word, f"/tables/{code}{path}")
        state = answer.get("state") or answer
        state.update({name: "" for name in ("stream", "pass") if name in state})
        said.append(f"{status} {answer}")
    status, answer, _ = ask(site, word, "/tables/public?state=playing")
    said.append(f"{status} {[card for card in answer['tables'] if card['table'] == code]}")
    lots = r"[0-9a-f]{64}|[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3,}|csrf\w+\W+value=\W\w+"
    return [re.sub(lots, "LOT", text).replace(code, "CODE") for text in said]


def test_twin_games_are_told_alike_by_every_door_until_their_turn_is_seen(site_of_twins: Site) -> None:
    """Two tables that differ in what was played since the turn that is seen: all answers are alike, byte for byte."""
    ann, bob, cay = (Person(site_of_twins) for _ in range(3))
    word, all_said = token(cay, "read"), []
    for orders in (("pass", "pass"), ("1 A to M", "2 H to S")):
        code = seated(ann, bob, "2", name="Twins")
        turn(ann, bob, code, *orders)
        assert ann.page(code, 0).play(0, orders[0])["type"] == "state"
        all_said.append(told(site_of_twins, cay, code, word))
        ann.page(code, 0).play(0, "resign")
    assert all_said[0] == all_said[1]


@pytest.fixture
def site_of_twins(club_data_site: Site) -> Site:
    """A site of their own: the list of public tables holds one of them at a time."""
    return club_data_site


def test_whoever_looks_on_hears_nothing_of_a_turn_that_is_under_way(ann: Person, bob: Person, cay: Person) -> None:
    code = seated(ann, bob, "2")
    page = cay.page(code, -1)
    heard = len(page.raw)
    turn(ann, bob, code, "1 A to M")
    assert page.ask({"type": "about", "space": "A"})["type"] == "about"
    assert len(page.raw) == heard + 1
    turn(ann, bob, code)
    page.hear_until(lambda message: message.get("moment") == 1)


def test_the_replay_goes_as_far_as_may_be_seen(ann: Person, bob: Person, cay: Person) -> None:
    code = seated(ann, bob, "2")
    for _ in range(3):
        turn(ann, bob, code)
    assert len(cay.get_json(f"/tables/{code}/frames.json")["frames"]) == 3
    assert len(ann.get_json(f"/tables/{code}/frames.json")["frames"]) == 4
    assert cay.get(f"/tables/{code}/about.json?n=4&space=A")[0] == 400


def test_once_it_is_over_everybody_sees_everything(ann: Person, bob: Person, cay: Person) -> None:
    code = seated(ann, bob, "end")
    turn(ann, bob, code, "1 A to M")
    page = cay.page(code, -1)
    assert page.state["moment"] == 0
    assert "once it is over" in page.state["late"]
    assert len(cay.get_json(f"/tables/{code}/frames.json")["frames"]) == 1
    ann.page(code, 0).play(0, "resign")
    state = page.hear_until(lambda message: bool(message.get("over")))
    assert (state["late"], state["moment"] > 1) == ("", True)
    assert len(cay.get_json(f"/tables/{code}/frames.json?viewer=0")["frames"]) > 2


def test_what_players_write_to_everybody_is_read_late_as_well(ann: Person, bob: Person, cay: Person) -> None:
    code = seated(ann, bob, "1")
    hers = ann.page(code, 0)
    answer = hers.ask({"type": "write", "seat": 0, "to": "everybody", "text": "I march on Mu."})
    assert answer["type"] == "posted"
    assert bob.page(code, 1).ask({"type": "letters"})["letters"]
    page = cay.page(code, -1)
    assert page.ask({"type": "letters"})["letters"] == []
    hers.play(0, "resign")
    letters = page.hear_until(lambda message: message["type"] == "letters")
    assert [letter["text"] for letter in letters["letters"]] == ["I march on Mu."]


def test_lists_tell_nothing_newer(ann: Person, bob: Person, cay: Person) -> None:
    code = seated(ann, bob, "1", name="Unseen in lists")
    word = token(cay, "read")
    card = ask(ann.site, word, f"/tables/{code}")[1]
    assert (card["subtitle"], card["waits"], card["watching"]) == ("", [], "1")
    mine = ask(ann.site, token(ann, "read"), f"/tables/{code}")[1]
    assert (mine["subtitle"] != "", mine["waits"]) == (True, [0, 1])


def test_it_is_seen_as_late_after_a_kill(club_data_site: Site) -> None:
    ann, bob, cay = (Person(club_data_site) for _ in range(3))
    code = seated(ann, bob, "2")
    for order in ("1 A to M", "1 M to A", "pass"):
        turn(ann, bob, code, order)
    before = seen(cay, code)
    club_data_site.stop()
    club_data_site.start()
    assert {**seen(cay, code), "number": 0} == {**before, "number": 0}
    assert before["moment"] == 2


def test_the_same_is_agreed_on_for_another_game(ann: Person, bob: Person) -> None:
    code = seated(ann, bob, "3")
    ann.page(code, 0).play(0, "resign")
    _, answer = ann.post(f"/tables/{code}/again", {"exchanged": False})
    assert "three turns late" in ann.get(str(answer["url"]))[1]


def test_what_cannot_be_agreed_on_is_named(ann: Person) -> None:
    for word in ("tomorrow", 7, ["end"]):
        status, answer = ann.post("/tables", {"game": "fivecities", "watching": word})
        assert status in (400, 404)
        assert "does not say how late people look on" in answer["why"]
    assert ask(ann.site, token(ann, "tables"), "/tables", {"game": "fivecities", "watching": "4"})[0] == 422


@pytest.mark.browser
def test_it_is_chosen_at_the_set_up_and_said_to_whoever_looks_on(page, club_site: Site) -> None:
    ann, bob = Person(club_site), Person(club_site)
    code = seated(ann, bob, "1", name="Seen late")
    page.goto(f"{club_site.base}/tables/{code}")
    expect(page.locator("#ask")).to_have_text("You see the game as it stood when the turn under way began.")
    page.set_viewport_size(_PHONE)
    judge(page)
    page.goto(f"{club_site.base}/tables/{code}/replay?viewer=-1")
    expect(page.locator("#replay-why")).to_contain_text("as it stood when the turn under way began")
    page.goto(f"{club_site.base}/?game=fivecities")
    expect(page.locator("#watching-field")).to_be_hidden()
    page.locator("#visibility").select_option("public")
    expect(page.locator("#watching-field")).to_be_visible()
    judge(page)
