"""Playing on from a moment of a game that is over, against bots or anybody: a table of its own, honest about it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tanelorn.core.play.record import Chanced, Record
from tanelorn.core.play.verify import verify
from tests.site.archmagi_site import play_on
from tests.site.conftest import Site
from tests.site.test_axe import judge

DRAWN = 30
"""By this moment both have drawn units and spells again, whatever they did."""
TWO = [{"who": "me"}, {"who": "friend"}]


@pytest.fixture(scope="module")
def over(shared_site: Site) -> str:
    """Return a table of Five Cities whose game is over."""
    return fought(shared_site)


def resigned(site: Site, code: str) -> str:
    """Have the seat that is asked resign, unless the game is over, and return the table's code."""
    page = site.page(code, -1)
    if page.state["over"]:
        return code
    (seat, *_) = page.state["waiting"]
    page.sit(seat)
    page.say({"type": "aside", "seat": seat, "moment": page.state["moment"], "text": "resign"})
    page.hear_until(lambda message: bool(message.get("over")))
    return code


def fought(site: Site) -> str:
    """Play a short game of Five Cities, which has no dice; its scrubber has four entries."""
    code = site.table("me", "friend", name="Siege")
    for first, second in (("1 A to M", "pass"), ("3 M to S", "2 H to S")):
        for seat, order in enumerate((first, second)):
            assert site.page(code, seat).play(seat, order)["type"] == "state"
    return resigned(site, code)


def diced(site: Site) -> str:
    """Play a short game with dice, draws and secrets."""
    code = site.table("me", "friend", game="archmagi", scenario="two", options={"answers": "nothing"})
    play_on(site.page(code), until=lambda state: state["moment"] >= 16)
    return resigned(site, code)


def record_of(site: Site, code: str) -> Record:
    status, raw = site.get(f"/tables/{code}/record")
    assert status == 200
    return Record.read(raw)


def frames(site: Site, code: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(site.get(f"/tables/{code}/frames.json?viewer=-1")[1])["frames"]
    return found


def went_on(site: Site, code: str, moment: int, *seats: str) -> str:
    sitters = [{"who": who} if who in ("me", "friend") else {"who": "bot", "level": who} for who in seats]
    status, answer = site.post(f"/tables/{code}/play-on", {"moment": moment, "seats": sitters})
    assert status == 200, answer
    return str(answer["table"])


def test_a_game_goes_on_from_each_of_its_moments(shared_site: Site) -> None:
    code = fought(shared_site)
    told = frames(shared_site, code)
    for number, frame in enumerate(told[:-1], 1):
        twin = went_on(shared_site, code, number, "me", "friend")
        page = shared_site.page(twin, 0)
        assert (page.state["moment"], page.state["scene"]["subtitle"]) == (frame["n"], frame["title"])
        assert page.state["waiting"] == [0, 1]
    assert "Siege, from entry 3" in shared_site.get("/")[1].decode()


def test_it_has_new_dice_and_a_record_that_says_where_it_comes_from(shared_site: Site) -> None:
    code = diced(shared_site)
    former = record_of(shared_site, code)
    middle = len(frames(shared_site, code)) // 2
    twins = [went_on(shared_site, code, middle, "me", "friend") for _ in range(2)]
    records = []
    for twin in twins:
        play_on(shared_site.page(twin), until=lambda state: state["moment"] >= DRAWN)
        records.append(record_of(shared_site, resigned(shared_site, twin)))
    for record in records:
        origin = record.header.origin
        assert origin is not None
        assert origin.fingerprint == former.header.fingerprint
        assert record.entries[: origin.entries] == former.entries[: origin.entries]
        assert 0 < origin.entries < len(former.entries)
        checked = verify(record)
        assert (checked.committed, checked.repeated) == (True, len(origin.outcomes))
    assert len({record.header.commitment for record in (former, *records)}) == 3
    assert any(
        isinstance(entry, Chanced)
        for record in records
        if record.header.origin is not None
        for entry in record.entries[record.header.origin.entries :]
    ), "neither game has dice of its own, so that nothing was verified"
    shown = shared_site.get(f"/tables/{twins[0]}")[1].decode()
    assert f"It goes on from the game <b>{former.header.fingerprint}</b>" in shown


def test_it_survives_the_end_of_the_server_and_bots_play_on_in_it(site: Site) -> None:
    code = diced(site)
    middle = len(frames(site, code)) // 2
    twin = went_on(site, code, middle, "me", "friend")
    play_on(site.page(twin), until=lambda state: state["undo"]["can"])
    site.restart_unchanged(twin, (-1, 0, 1))
    bots = went_on(site, code, middle, "easy", "easy")
    page = site.page(bots, -1)
    began = page.state["moment"]
    page.hear_until(lambda message: message["type"] == "state" and message["moment"] > began)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"[]", "not an object"),
        ({}, "does not say from which moment"),
        ({"moment": True, "seats": TWO}, "does not say from which moment"),
        ({"moment": 0, "seats": TWO}, "has no moment 0"),
        ({"moment": 99, "seats": TWO}, "has no moment 99"),
        ({"moment": 10**30, "seats": TWO}, ""),
        ({"moment": 4, "seats": TWO}, "ends at this moment"),
        ({"moment": 2, "seats": [{"who": "me"}]}, "needs 2 seats"),
        ({"moment": 2, "seats": [{"who": "me"}, {"who": "bot", "level": "genius"}]}, "no bot “genius”"),
    ],
)
def test_what_cannot_be_played_on_says_why(shared_site: Site, over: str, body: object, why: str) -> None:
    status, answer = shared_site.post(f"/tables/{over}/play-on", body)
    assert status in (400, 404)
    assert set(answer) == {"why", "remedy", "clause"}
    assert why in answer["why"]


def test_a_game_that_is_on_is_not_played_on(shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    status, answer = shared_site.post(f"/tables/{code}/play-on", {"moment": 1, "seats": TWO})
    assert status == 400
    assert "still on" in answer["why"]
    assert b"play-on-button" not in shared_site.get(f"/tables/{code}/replay")[1]


@pytest.mark.browser
def test_the_replay_plays_on_against_a_bot(page: Page, shared_site: Site, over: str) -> None:
    page.goto(f"{shared_site.base}/tables/{over}/replay?n=end")
    button = page.get_by_role("button", name="Play on from here")
    expect(button).to_be_disabled()  # nothing goes on from the end
    page.locator("#first").click()
    expect(page.locator("#position")).to_contain_text("entry 1 of 4")
    page.keyboard.press(".")
    expect(page.locator("#position")).to_contain_text("entry 2 of 4")
    button.click()
    dialog = page.get_by_role("dialog", name="Play on from entry 2")
    expect(dialog.get_by_label("First player")).to_have_value("me")
    expect(dialog.get_by_label("Second player")).to_have_value("bot medium")
    judge(page)
    dialog.get_by_label("Second player").select_option("bot easy")
    dialog.get_by_role("button", name="Set up the table").click()
    page.wait_for_url(re.compile(r"/tables/[a-z0-9]{10}$"))
    expect(page).to_have_title(re.compile("Siege, from entry 2"))
    expect(page.locator("#ask")).to_contain_text("Write your move")
    expect(page.locator("#chronicle")).to_contain_text("1 A to M")  # what had happened is still told
    expect(page.locator("#seats")).to_contain_text("bot, easy")
