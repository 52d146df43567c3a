"""What is here: the card about a space, by mouse, keyboard and finger, in a real Chromium."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.site.conftest import Site, comes_to, drawn
from tests.site.test_axe import judge

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def opened(page: Page, site: Site, **more: Any) -> list[str]:
    """Open a table of two at this screen as its first seat; return the spaces that its page asks about, as it asks."""
    asked: list[str] = []

    def sent(text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "about":
            asked.append(message["space"])

    page.on("websocket", lambda socket: socket.on("framesent", sent))
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{site.base}/tables/{site.table('me', 'friend', **more)}?seat=0")
    expect(page.locator("#ask")).to_contain_text("Write your move")
    expect(page.locator("body[data-ready]")).to_have_count(1)
    drawn(page)  # what is drawn anew under a mouse that rests does not hear of it
    return asked


def middle(page: Page, space: str) -> tuple[float, float]:
    box = page.locator(f"#space-{space}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_resting_on_a_space_shows_its_card_and_leaving_closes_it(page: Page, shared_site: Site) -> None:
    asked = opened(page, shared_site)
    card = page.locator("#here")
    page.mouse.move(*middle(page, "MC"))
    expect(card.locator("h2")).to_contain_text("Mystery City")
    expect(card).to_contain_text("every piece falls")
    page.mouse.move(*middle(page, "M"))
    expect(card.locator("h2")).to_contain_text("Mu")
    expect(card.locator("li", has_text="First player")).to_contain_text("3 pieces")
    expect(card.locator(".now")).to_have_text("Can be picked, 3 here.")
    page.mouse.move(*middle(page, "MC"))
    expect(card.locator("h2")).to_contain_text("Mystery City")
    assert asked == ["MC", "M"]  # each space once
    page.locator("#prompt-title").hover()
    expect(card).to_be_hidden()
    assert "Mystery City" not in card.inner_text()


def test_a_pointer_that_passes_asks_nothing(browser: Browser, shared_site: Site) -> None:
    window = browser.new_context()  # whose clock is its own
    page = window.new_page()
    page.clock.install(time=0)
    asked = opened(page, shared_site)
    page.clock.pause_at(1000_000)
    for space in ("A", "M", "W", "S", "U"):
        page.mouse.move(*middle(page, space))
        page.clock.run_for(200)
    page.mouse.move(*middle(page, "E"))
    page.clock.run_for(300)
    expect(page.locator("#here h2")).to_contain_text("Elysia")
    assert asked == ["E"]
    window.close()


def test_the_card_lies_clear_of_its_space_and_its_clauses_open_in_it(page: Page, shared_site: Site) -> None:
    opened(page, shared_site)
    x, y = middle(page, "M")
    page.mouse.move(x, y)
    card = page.locator("#here")
    expect(card).to_be_visible()
    box = card.bounding_box()
    assert box is not None
    assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])
    link = card.locator("[data-clause='fivecities/bombardment.3']")
    link.hover()
    link.click()
    expect(card.locator("li .clause")).to_contain_text("half of the pieces fall")
    expect(card).to_be_visible()
    page.mouse.click(x, y)  # a press on the board picks, and puts the card away
    expect(page.locator("#ask")).to_contain_text("where to")


def test_a_card_that_is_open_follows_what_happens(page: Page, shared_site: Site) -> None:
    asked = opened(page, shared_site)
    page.mouse.move(*middle(page, "M"))
    expect(page.locator("#here")).to_contain_text("3 pieces")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#seats")).to_contain_text("sealed")
    expect(page.locator("#here")).to_contain_text("3 pieces")
    comes_to(page, lambda: asked, ["M", "M"])


def test_the_keyboard_shows_the_card_and_reads_it_aloud(page: Page, shared_site: Site) -> None:
    opened(page, shared_site)
    page.locator("#board").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    card, said = page.locator("#here"), page.locator("#polite")
    name = "Wyvernia"  # two below Atlantea
    expect(card).to_have_attribute("aria-label", name)
    expect(said).to_contain_text(name)
    expect(said).to_contain_text("Struck by lightning: ")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    said.evaluate("said => said.textContent = ''")
    page.keyboard.press("i")
    expect(said).to_contain_text(name)
    page.keyboard.press("ArrowUp")
    expect(card).not_to_have_attribute("aria-label", name)
    page.locator("#chronicle").focus()
    expect(card).to_be_hidden()


def test_press_and_hold_shows_the_card_and_a_tap_elsewhere_closes_it(browser: Browser, shared_site: Site) -> None:
    window = browser.new_context(**PHONE)
    page = window.new_page()
    opened(page, shared_site)
    x, y = middle(page, "M")
    fingers = window.new_cdp_session(page)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    card = page.locator("#here")
    expect(card.locator("h2")).to_contain_text("Mu")
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(card).to_be_visible()
    expect(page.locator("#ask")).to_contain_text("Write your move")  # it has picked nothing
    page.locator("#prompt-title").tap()
    expect(card).to_be_hidden()
    window.close()


def test_whoever_sits_down_next_finds_no_card(page: Page, shared_site: Site) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'friend')}")
    page.locator("#handover-ready").click()
    expect(page.locator("#ask")).to_contain_text("Write your move")
    page.mouse.move(*middle(page, "M"))
    expect(page.locator("#here")).to_be_visible()
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#handover")).to_be_visible()
    expect(page.locator("#here")).to_be_hidden()
    assert page.locator("#here").text_content() == ""


def test_a_number_says_what_it_means_where_one_rests_on_it(page: Page, shared_site: Site) -> None:
    opened(page, shared_site)
    held = page.locator("#papers .paper", has_text="Cities held").locator("li.row").first
    card = page.locator("#meaning")
    held.hover()
    expect(card.locator("h2")).to_have_text("Cities held5 at the start of a turn win")
    expect(card.locator(".now")).to_have_text("none yet: 0 of 5")
    expect(card).to_contain_text("Five cities win. If you hold five cities when a turn starts")
    judge(page)
    held.hover()
    beside, row = card.bounding_box(), held.bounding_box()
    assert beside is not None
    assert row is not None
    assert beside["x"] + beside["width"] <= row["x"]  # it covers nothing of the paper
    page.locator("#prompt-title").hover()
    expect(card).to_be_hidden()
    page.locator("#seats li").first.hover()
    expect(card).to_contain_text("First player")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_a_finger_that_holds_a_number_is_told_what_it_means(browser: Browser, shared_site: Site) -> None:
    window = browser.new_context(**PHONE)
    page = window.new_page()
    opened(page, shared_site)
    page.get_by_role("tab", name="Table").tap()
    row = page.locator("#papers li.row").first
    row.scroll_into_view_if_needed()
    box = row.bounding_box()
    assert box is not None
    point = {"x": box["x"] + 40, "y": box["y"] + box["height"] / 2}
    fingers = window.new_cdp_session(page)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    card = page.locator("#meaning")
    expect(card).to_contain_text("Five cities win.")
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(card).to_be_visible()
    page.get_by_role("tab", name="Log").tap()
    expect(card).to_be_hidden()
    window.close()


def test_what_a_number_means_is_not_left_for_who_sits_down_next(page: Page, shared_site: Site) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'friend')}")
    page.locator("#handover-ready").click()
    expect(page.locator("#ask")).to_contain_text("Write your move")
    page.locator("#papers li.row").first.hover()
    expect(page.locator("#meaning")).to_be_visible()
    page.evaluate("document.querySelector('#main').click()")  # as a switch would, without pointer or key
    expect(page.locator("#handover")).to_be_visible()
    expect(page.locator("#meaning")).to_be_hidden()
    assert page.locator("#meaning").text_content() == ""


def test_the_legend_shows_each_sign_with_what_it_does(page: Page, shared_site: Site) -> None:
    opened(page, shared_site)
    expect(page.locator("#drawing")).to_be_hidden()
    page.get_by_role("button", name="Legend of the map").click()
    legend = page.get_by_role("dialog", name="What is on the map")
    city = legend.get_by_role("listitem").filter(has=page.get_by_role("heading", name="City", exact=True))
    expect(city).to_contain_text("every piece falls")
    drawn = city.locator("canvas").evaluate(
        "canvas => new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size"
    )
    assert drawn > 20  # a piece of the map, not a blank
    expect(legend.get_by_role("heading")).to_have_text(
        ["What is on the map", "Province", "City", "Bridge", "Mountain pass", "Gate"]
    )
    legend.get_by_role("button", name="Close").click()
    expect(legend).to_be_hidden()
