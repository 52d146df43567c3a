"""The way there, and what would be written, are drawn before anything is chosen: by mouse, by key and by finger."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.site.albion_site import spot
from tests.site.conftest import Site
from tests.site.elric_site import JHARKOR, open_table, pass_by, pile, site_of_elric
from tests.site.test_browser import PHONE, space, still
from tests.site.test_orders_browser import chip, row
from tests.site.test_orders_browser import open_table as open_austria

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site on which Elric's war can be set up."""
    with site_of_elric(tmp_path_factory) as site:
        yield site


def motion(page: Page, drawn: str) -> str:
    return str(page.locator(drawn).first.evaluate("(line) => getComputedStyle(line).animationName"))


def test_an_order_is_drawn_before_it_is_written(page: Page, shared_site: Site) -> None:
    open_austria(page, shared_site)
    ahead = page.locator("#live .ahead")
    space(page, "VIE")
    expect(row(page, "VIE")).to_have_attribute("class", "now")
    page.mouse.move(*spot(page, "GAL"))
    expect(ahead.locator(".order.arrow")).to_have_count(1)
    assert motion(page, "#live .ahead [stroke-dasharray]") == "onward"
    still(page)
    assert motion(page, "#live .ahead [stroke-dasharray]") == "none"
    page.locator("#prompt-title").hover()
    expect(ahead.locator("*")).to_have_count(0)
    row(page, "BUD").locator(".order-row").click()
    page.locator("#orders .follow").get_by_role("button", name="Support").click()
    chip(page, "VIE").click()
    expect(page.locator("#live .mark.support")).to_have_count(1)  # to whom it goes is known: the line begins
    chip(page, "GAL").focus()
    expect(ahead.locator(".support")).to_have_count(1)
    expect(ahead.locator(".arrow")).to_have_count(1)  # the move that it would support, which nobody has ordered yet
    page.keyboard.press("Enter")
    expect(row(page, "BUD")).to_contain_text("A BUD S A VIE - GAL")
    expect(ahead.locator("*")).to_have_count(0)


def test_the_way_is_drawn_for_mouse_and_keyboard(page: Page, war: Site) -> None:
    still(page)
    open_table(page, war, war.table("me", "friend", "friend", game="elricwar"), JHARKOR)
    pass_by(page, "Movement")
    pile(page, "dharmit")
    expect(page.locator("#ask")).to_contain_text("Dharmit: where to?")
    page.keyboard.press("Escape")
    way, toll = page.locator("#live .trail .way"), page.locator("#live .toll")
    expect(way).to_have_count(0)
    page.mouse.move(*spot(page, "aflitain"))
    expect(way).to_have_count(1)
    expect(toll).to_contain_text("point")
    page.locator("#prompt-title").hover()
    expect(way).to_have_count(0)
    page.locator("#board").focus()
    page.locator("#space-aflitain").evaluate("(place) => place.click()")  # as a voice reader presses
    expect(way).to_have_count(1)


def test_a_finger_that_holds_a_place_sees_the_way_there(browser: Browser, war: Site) -> None:
    window = browser.new_context(**PHONE, reduced_motion="reduce")
    page = window.new_page()
    open_table(page, war, war.table("me", "friend", "friend", game="elricwar"), JHARKOR)
    pass_by(page, "Movement")
    page.locator("#lines li:not(.no) button", has_text="Dharmit").tap()
    expect(page.locator("#ask")).to_contain_text("Dharmit: where to?")
    x, y = spot(page, "aflitain")
    fingers = window.new_cdp_session(page)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("#here h2")).to_contain_text("Aflitain")
    way = page.locator("#live .trail .way")
    expect(way).to_have_count(1)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#ask")).to_contain_text("Dharmit: where to?")  # nobody has gone
    page.keyboard.press("Escape")
    expect(way).to_have_count(0)
    window.close()
