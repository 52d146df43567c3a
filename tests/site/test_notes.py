"""Notes of one's own: kept through everything, told to their seat alone, never in what others see or in records."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import Page as BrowserPage

from tests.site.conftest import Page, Site
from tests.site.test_axe import judge

SECRET = "strike at Halcyonna"


def note(page: Page, seat: int = 0, **what: object) -> dict[str, Any]:
    return page.ask({"type": "note", "n": 7, "seat": seat, **what})


def kept(site: Site, code: str, seat: int) -> object:
    return site.page(code, seat).state["notes"]


def test_a_book_and_words_on_spaces_survive_the_end_of_the_server(site: Site) -> None:
    code = site.table("me", "friend")
    page = site.page(code, 0)
    assert page.state["notes"] == {"book": "", "marks": {}}
    answer = note(page, book=f"{SECRET},\nthen wait")
    assert answer == {"type": "noted", "n": 7, "book": f"{SECRET},\nthen wait", "marks": {}}
    note(page, space="M", words="hold this")
    note(page, space="A", words="bait")
    assert note(page, space="A", words="")["marks"] == {"M": "hold this"}
    site.stop()
    site.start()
    assert kept(site, code, 0) == {"book": f"{SECRET},\nthen wait", "marks": {"M": "hold this"}}


def test_no_other_seat_and_no_spectator_ever_receives_them(shared_site: Site) -> None:
    code = shared_site.table("me", "friend", name="Siege")
    others = [shared_site.page(code, viewer) for viewer in (1, -1)]
    mine = shared_site.page(code, 0)
    note(mine, book=SECRET, space="M", words=SECRET)
    refused = note(others[0], book="mine")
    assert refused["type"] == "refused"
    assert "does not sit as that seat" in refused["why"]
    assert note(others[1], 0, book="mine")["type"] == "refused"
    for seat, page in ((0, mine), (1, others[0])):
        assert page.play(seat, "pass")["type"] == "state"
    assert mine.ask({"type": "aside", "seat": 0, "moment": 1, "text": "resign"})["type"] == "state"
    for page in others:
        page.hear_until(lambda message: bool(message.get("over")))
        assert SECRET not in "".join(page.raw)
    assert others[0].state["notes"] == {"book": "", "marks": {}}
    assert others[1].state["notes"] is None
    for viewer in (1, -1, -2):
        status, raw = shared_site.get(f"/tables/{code}/frames.json?viewer={viewer}")
        assert status == 200
        assert SECRET.encode() not in raw
    for path in (f"/tables/{code}", f"/tables/{code}/replay", f"/tables/{code}/record", "/"):
        assert SECRET.encode() not in shared_site.get(path)[1]
    for deed, body in (
        ("again", {"exchanged": False}),
        ("play-on", {"moment": 1, "seats": [{"who": "me"}, {"who": "friend"}]}),
    ):
        status, answer = shared_site.post(f"/tables/{code}/{deed}", body)
        assert status == 200
        assert kept(shared_site, answer["table"], 0) == {"book": "", "marks": {}}
    assert kept(shared_site, code, 0) == {"book": SECRET, "marks": {"M": SECRET}}


def test_that_something_was_noted_is_told_to_nobody(shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    mine, other = shared_site.page(code, 0), shared_site.page(code, 1)
    heard = len(other.raw)
    note(mine, book=SECRET)
    assert other.ask({"type": "about", "space": "M"})["type"] == "about"  # and nothing came before it
    assert len(other.raw) == heard + 1


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ({"book": 7}, "not a text"),
        ({"book": "b" * 4001}, "holds 4000 letters; these are 4001"),
        ({"book": "a\u0000b"}, "no letter"),
        ({"space": 3, "words": "w"}, "which space"),
        ({"space": "nowhere", "words": "w"}, "no such space"),
        ({"space": "M", "words": "w" * 201}, "cannot be that"),
        ({"space": "M", "words": "two\nlines"}, "cannot be that"),
        ({"book": "fine", "space": "M", "words": ["w"]}, "not a text"),
    ],
)
def test_what_cannot_be_noted_says_why_and_changes_nothing(
    shared_site: Site, noted: str, what: dict[str, object], why: str
) -> None:
    answer = note(shared_site.page(noted, 0), **what)
    assert (answer["type"], answer["n"]) == ("refused", 7)
    assert why in answer["why"]
    assert kept(shared_site, noted, 0) == {"book": "", "marks": {}}


@pytest.fixture(scope="module")
def noted(shared_site: Site) -> str:
    return shared_site.table("me", "friend")


def test_a_table_removed_takes_its_notes_along_and_a_deleted_one_takes_none(shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    page = shared_site.page(code, 0)
    shared_site.post(f"/tables/{code}/delete", {})
    page.hear_until(lambda message: message["type"] == "trouble")
    assert "deleted" in note(page, book=SECRET)["why"]


@pytest.mark.browser
def test_notes_are_written_at_the_board_and_hidden_when_the_screen_is_handed_over(
    page: BrowserPage, shared_site: Site
) -> None:
    code = shared_site.table("me", "friend")
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{shared_site.base}/tables/{code}")
    page.locator("#handover-ready").click()
    expect(page.locator("#ask")).to_contain_text("Write your move")
    page.locator("#board").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog", name="Your notes")
    expect(dialog.locator("#notes-words")).to_be_focused()
    page.keyboard.type("hold this to the end")
    dialog.get_by_label("Book").fill(f"{SECRET}\nthen wait")
    judge(page)
    dialog.get_by_role("button", name="Keep").click()
    expect(dialog).to_be_hidden()
    slip = page.locator("#live .jotting")
    expect(slip).to_have_text("hold this to th…")
    expect(page.locator("#screenreader [aria-label*='Your note: hold this to the end']")).to_have_count(1)
    page.locator("#board").focus()
    page.keyboard.press("v")
    expect(slip).to_be_hidden()
    page.keyboard.press("v")
    page.keyboard.press("Shift+Enter")  # sealed: the screen passes to the friend
    expect(page.locator("#handover-ready")).to_be_visible()
    expect(slip).to_have_count(0)
    page.locator("#handover-ready").click()
    expect(page.locator("#ask")).to_contain_text("Write your move")
    expect(slip).to_have_count(0)
    assert SECRET not in page.content()
    assert page.locator("#notes-book").input_value() == ""
    page.keyboard.press("n")
    expect(dialog.get_by_label("Book")).to_have_value("")


@pytest.mark.browser
def test_a_finger_writes_a_note_from_the_card_of_a_space(browser: Browser, shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    window = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = window.new_page()
    page.goto(f"{shared_site.base}/tables/{code}?seat=0")
    expect(page.locator("#ask")).to_contain_text("Write your move")
    place = page.locator("#space-M").bounding_box()
    assert place is not None
    at = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}
    touch = window.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator("#here")).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.get_by_role("button", name="Write a note here").tap()
    dialog = page.get_by_role("dialog", name="Your notes")
    dialog.get_by_label(re.compile("^On Mu")).fill("hold")
    dialog.get_by_role("button", name="Keep").tap()
    expect(page.locator("#live .jotting")).to_have_text("hold")
    assert json.dumps(kept(shared_site, code, 0)) == '{"book": "", "marks": {"M": "hold"}}'
    window.close()
