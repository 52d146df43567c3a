"""Live play by WebSocket: what a page asks, what it is told, and what it never hears."""

from __future__ import annotations

import json

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.site.conftest import Page, Site


def test_a_page_draws_the_start(shared_site: Site) -> None:
    page = shared_site.page(shared_site.table("me", "friend"))
    state = page.sit(0)
    assert state["moment"] == 0
    assert state["scene"]["subtitle"].startswith("turn 1")
    assert {piece["space"]: piece["count"] for piece in state["scene"]["pieces"]} == dict.fromkeys("AMWVHE", 3)
    assert state["decisions"][0]["seat"] == 0
    assert state["screen"] == [0, 1]


def test_picks_lead_to_an_order(shared_site: Site) -> None:
    page = shared_site.page(shared_site.table("me", "friend"), 0)
    path: list[str] = []
    for pick in ("space:M", "space:S", "count:2", "space:M", "space:A", "count:1", "button:bomb", "space:EC"):
        offer = page.ask({"type": "offer", "seat": 0, "moment": 0, "path": path})
        assert pick in [offered["pick"] for offered in offer["picks"]], offer
        path.append(pick)
    offer = page.ask({"type": "offer", "seat": 0, "moment": 0, "path": [*path, "button:seal"]})
    assert offer["choice"] == "1 M to A, 2 M to S; Bomb EC"
    assert offer["written"]  # orders have a slip, however few of them there are
    assert {mark["kind"] for mark in offer["marks"]} == {"arrow", "bolt"}


def test_who_looks_ahead_is_told_what_a_page_asks_for_next(shared_site: Site) -> None:
    page = shared_site.page(shared_site.table("me", "friend"), 0)
    asked = {"type": "offer", "seat": 0, "moment": 0}

    def then(*path: str) -> list[list[str]]:
        offer = page.ask({**asked, "path": path, "ahead": True})
        for one in offer["then"]:
            assert one == page.ask({**asked, "path": one["path"]}), "it is what would be answered"
        return [one["path"] for one in offer["then"]]

    assert "then" not in page.ask({**asked, "path": []})
    assert then() == []
    assert then("space:M")[0][:1] == ["space:M"]
    # the least count is taken, Mu is held on, and of its first target it is told whether a count follows
    held = ["space:M", "space:S", "count:1"]
    assert then("space:M", "space:S")[:2] == [held, [*held, "space:M"]]


def test_a_typed_order_gives_its_picks(shared_site: Site) -> None:
    page = shared_site.page(shared_site.table("me", "friend"), 0)
    offer = page.ask({"type": "read", "seat": 0, "moment": 0, "text": "3 Atlantea to mu; 2 w to M"})
    assert offer["choice"] == "3 A to M, 2 W to M"
    assert offer["path"][-1] == "button:seal"


def test_a_page_is_told_about_a_space(shared_site: Site) -> None:
    page = shared_site.page(shared_site.table("me", "friend"), 0)
    about = page.ask({"type": "about", "n": -3, "space": "MC"})
    assert (about["type"], about["n"], about["title"], about["kind"]) == ("about", -3, "Mystery City", "City")
    said = {remark["label"]: (remark["text"], remark["clause"]) for remark in about["remarks"]}
    assert said["Struck by lightning"] == ("every piece falls", "fivecities/bombardment.2")
    assert said["Gate"][0] == "to Mu"
    assert said["Here"][0] == "nobody is seen here"


def test_whatever_is_asked_is_answered_with_its_number_and_news_has_none(shared_site: Site) -> None:
    code = shared_site.table("me", *["friend"] * 6, game="diplomacy")
    mine, other = shared_site.page(code, 0), shared_site.page(code, 1)
    heard = len(other.raw)
    for number, (kind, question) in enumerate(
        (
            ("state", {"type": "sit", "viewer": 0}),
            ("kept", {"type": "keep", "seat": 0, "moment": 0, "path": []}),
            ("changed", {"type": "play", "seat": 0, "moment": 0, "text": "A VIE H"}),
            ("changed", {"type": "undo", "seat": 0, "moment": 0, "did": 1}),
            ("refused", {"type": "undo", "seat": 0, "moment": 0, "did": 1}),
            ("tried", {"type": "try", "seat": 0, "moment": 0}),
            ("offer", {"type": "offer", "seat": 0, "moment": 0, "path": []}),
        ),
        start=5,
    ):
        mine.say({**question, "n": number})
        mine.hear_until(lambda told, number=number: told.get("n") == number)
        told = json.loads(mine.raw[-1])
        assert (told["type"], told["n"]) == (kind, number)
    mine.say({"type": "about", "space": "VIE", "n": True})
    assert "n" not in mine.hear_until(lambda told: told["type"] == "about")
    mine.play(0, "A VIE H")
    other.hear_until(lambda told: told["scene"]["seats"][0]["state"] == "sealed")
    assert all("n" not in json.loads(raw) for raw in other.raw[heard:])


@pytest.mark.rule("fivecities/movement.1", "fivecities/movement.17", "fivecities/info.2")
def test_sealed_orders_reach_no_other_page(shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    writer, other, watcher = (shared_site.page(code, viewer) for viewer in (0, 1, -1))
    writer.play(0, "2 M to S; Bomb UC")
    assert writer.state["decisions"][0]["sealedText"] == "2 M to S; Bomb UC"
    for page in (other, watcher):
        page.hear_until(lambda m: m["scene"]["seats"][0]["state"] == "sealed")
        assert "M to S" not in "".join(page.raw)
        assert "UC" not in "".join(page.raw)
    other.play(1, "pass")
    for page in (writer, other, watcher):
        state = page.state if page.state["moment"] else page.hear_until(lambda m: m["moment"] == 1)
        assert any("2 M to S; Bomb UC" in event["text"] for event in state["events"])


@pytest.mark.rule("fivecities/movement.17")
def test_replacing_a_sealed_order_sends_nothing_to_others(shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    writer, other = shared_site.page(code, 0), shared_site.page(code, 1)
    writer.play(0, "2 M to S")
    other.hear_until(lambda m: m["scene"]["seats"][0]["state"] == "sealed")
    heard = len(other.raw)
    writer.play(0, "pass")
    writer.play(0, "1 M to S")
    # The answer to the next question is the very next message: nothing came in between.
    answer = other.ask({"type": "offer", "seat": 1, "moment": 0, "path": []})
    assert answer["type"] == "offer"
    assert len(other.raw) == heard + 1


def test_an_undo_that_is_sent_twice_takes_back_one(shared_site: Site) -> None:
    page = shared_site.page(shared_site.table("me", "friend"), 0)
    for orders in ("2 M to S", "1 M to S"):
        page.play(0, orders)
    undo = {"type": "undo", "seat": 0, "moment": 0, "did": page.state["did"]}
    state = page.ask(undo)
    assert state["decisions"][0]["sealedText"] == "2 M to S"
    again = page.ask(undo)
    assert (again["type"], "moved on" in again["why"]) == ("refused", True)
    redo = {"type": "redo", "seat": 0, "moment": 0, "did": page.state["did"]}
    page.ask(redo)
    assert page.ask(redo)["type"] == "refused"
    assert page.take_back(0)["decisions"][0]["sealedText"] == "2 M to S"
    assert not page.take_back(0)["decisions"][0]["sealed"]


def test_undo_takes_a_sealed_order_back_until_the_reveal(shared_site: Site) -> None:
    page = shared_site.page(shared_site.table("me", "friend"), 0)
    assert not page.state["undo"]["can"]
    page.play(0, "2 M to S")
    assert page.state["undo"]["can"]
    state = page.take_back(0)
    assert not state["decisions"][0]["sealed"]
    state = page.take_back(0, "redo")
    assert state["decisions"][0]["sealedText"] == "2 M to S"
    page.sit(1)
    page.play(1, "pass")
    page.sit(0)
    assert page.state["undo"] == {"can": False, "why": "Undo ends here: sealed choices were opened."}
    assert page.take_back(0)["type"] == "refused"


def test_a_bot_answers(shared_site: Site) -> None:
    page = shared_site.page(shared_site.table("me", "easy"), 0)
    page.play(0, "2 M to S")
    while page.state["moment"] < 1:
        page.hear()
    assert [event["seat"] for event in page.events if event["clause"] == "fivecities/movement.1"] == [0, 1]


def test_bots_play_each_other_to_the_end(shared_site: Site) -> None:
    code = shared_site.table("easy", "medium", options={"turn-limit": 12})
    page = shared_site.page(code, -1)
    state = page.state if page.state["over"] else page.hear_until(lambda m: m["over"])
    assert state["scene"]["outcome"]["reason"]
    status, record = shared_site.get(f"/tables/{code}/record")
    assert status == 200
    assert json.loads(record.splitlines()[-1])["secret"]


def test_resigning_and_agreeing_on_a_draw(shared_site: Site) -> None:
    page = shared_site.page(shared_site.table("me", "friend"), 0)
    page.ask({"type": "aside", "seat": 0, "moment": 0, "text": "offer a draw"})
    assert "withdraw the offer" in page.state["decisions"][0]["asides"]
    page.sit(1)
    page.ask({"type": "aside", "seat": 1, "moment": 0, "text": "offer a draw"})
    assert page.state["over"]
    assert page.state["scene"]["outcome"]["winners"] == []


WRONG: list[tuple[object, str]] = [
    ("no json", "not JSON"),
    (b"\x00\x01", "not text"),
    ("[1, 2]", "not an object"),
    ("[" * 20_000, "too long"),
    ("[" * 15_000, "too deep"),
    ({"type": "dance"}, "cannot be sent"),
    ({"type": "sit"}, "whose view"),
    ({"type": "sit", "viewer": 7}, "may not see"),
    ({"type": "sit", "viewer": -2}, "may not see"),
    ({"type": "play", "seat": 0, "moment": 0}, "not a text"),
    ({"type": "play", "seat": 0, "moment": 0, "text": "2 M to V"}, "not adjacent"),
    ({"type": "play", "seat": 0, "moment": 0, "text": "2 Sha to V"}, "there is no area|could be"),
    ({"type": "play", "seat": 0, "moment": 0, "text": "2 Sh to V"}, "could be"),
    ({"type": "play", "seat": 0, "moment": 0, "text": "2 M too S"}, "is no move"),
    ({"type": "play", "seat": 1, "moment": 0, "text": "pass"}, "does not sit as that seat"),
    ({"type": "play", "seat": 9, "moment": 0, "text": "pass"}, "That seat is not yours"),
    ({"type": "play", "seat": 0, "moment": 3, "text": "pass"}, "moved on"),
    ({"type": "play", "seat": 0, "text": "pass"}, "moved on"),
    ({"type": "undo", "seat": 0, "moment": 0, "did": 0}, "nothing to take back"),
    ({"type": "redo", "seat": 0, "moment": 0, "did": 0}, "nothing to play again"),
    ({"type": "undo", "seat": 0, "did": 0}, "moved on"),
    ({"type": "undo", "seat": 0, "moment": 0}, "moved on"),
    ({"type": "redo", "seat": 0, "moment": 0, "did": 1}, "moved on"),
    ({"type": "offer", "seat": 0, "moment": 0, "path": ["space:S"]}, "you have none there"),
    ({"type": "offer", "seat": 0, "moment": 0, "path": "space:S"}, "cannot be read"),
    ({"type": "about"}, "does not say which space"),
    ({"type": "about", "space": "Atlantis"}, "no area “Atlantis”"),
]


@pytest.fixture(scope="module")
def refusing(shared_site: Site) -> Page:
    return shared_site.page(shared_site.table("me", "friend"), 0)


@pytest.mark.parametrize(("message", "why"), WRONG, ids=[str(n) for n in range(len(WRONG))])
def test_wrong_messages_are_refused_in_one_sentence_and_change_nothing(
    refusing: Page, message: object, why: str
) -> None:
    answer = refusing.ask(message)
    assert answer["type"] == "refused"
    assert any(part.casefold() in answer["why"].casefold() for part in why.split("|")), answer
    assert refusing.sit(0) == {**refusing.state, "undo": {"can": False, "why": "There is nothing to take back."}}
    assert refusing.state["moment"] == 0
    assert not refusing.state["decisions"][0]["sealed"]


def test_a_choice_sent_twice_or_late_is_refused(shared_site: Site) -> None:
    page = shared_site.page(shared_site.table("me", "friend"), 0)
    page.play(0, "2 M to S")
    page.sit(1)
    page.play(1, "pass")
    page.sit(0)
    late = page.ask({"type": "play", "seat": 0, "moment": 0, "text": "2 M to S"})
    assert late["why"].startswith("The table has moved on")
    assert page.sit(0)["moment"] == 1


def test_a_bots_seat_can_be_neither_seen_nor_played(shared_site: Site) -> None:
    page = shared_site.page(shared_site.table("me", "easy"), 0)
    assert page.sit(1)["type"] == "refused"
    page.say({"type": "play", "seat": 1, "moment": 0, "text": "pass"})
    assert "That seat is not yours" in page.hear_until(lambda m: m["type"] == "refused")["why"]


def test_no_such_table(shared_site: Site) -> None:
    page = shared_site.page("nonesuch")
    assert "no table" in page.hear()["why"]


def test_another_sites_script_is_kept_out(shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    address = f"{shared_site.base.replace('http', 'ws')}/ws/tables/{code}"
    port = int(shared_site.base.rpartition(":")[2])
    for other in (
        "http://evil.example",
        f"http://127.0.0.1:{port + 1}",
        "http://127.0.0.1",
        f"http://localhost:{port}",
    ):
        with pytest.raises(InvalidStatus), connect(address, origin=Origin(other)):
            pass
    with pytest.raises(InvalidStatus), connect(address):
        pass
