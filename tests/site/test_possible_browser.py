"""“What can I do?”: all that can be picked lights up and stands in a list, by mouse, by keyboard, on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import Site
from tests.site.elric_site import JHARKOR, open_table, pass_by, site_of_elric
from tests.site.test_axe import judge
from tests.site.test_browser import still
from tests.site.test_lessons_browser import uncovered

pytestmark = pytest.mark.browser
OPEN = "What can I do?"


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site on which Elric's war can be set up."""
    with site_of_elric(tmp_path_factory) as site:
        yield site


def moving(page: Page, war: Site) -> None:
    """Open a table at which Jharkor moves."""
    still(page)
    open_table(page, war, war.table("me", "friend", "friend", game="elricwar"), JHARKOR)
    pass_by(page, "Movement")
    expect(page.locator("#possible-button")).to_be_visible()


def test_everything_that_can_be_used_is_lit_and_listed(page: Page, war: Site) -> None:
    moving(page, war)
    listed, button = page.locator("#possible"), page.get_by_role("button", name=OPEN)
    expect(listed).to_be_hidden()
    expect(button).to_have_attribute("aria-expanded", "false")
    button.click()
    expect(listed).to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "true")
    pieces = listed.get_by_role("list", name="Pieces").locator(".ch")
    assert pieces.count() == page.evaluate(
        "() => document.querySelectorAll('#lines .line:not(.no) [data-pick^=\"piece:\"]').length"
    )
    expect(pieces.filter(has_text="Dharmit")).to_contain_text("Thokora")
    expect(listed.get_by_role("list", name="To go on, or back")).to_contain_text("End movement")
    expect(page.locator("#lines")).to_be_hidden()
    page.locator("#ask").hover()
    page.evaluate("document.activeElement.blur()")
    places = page.evaluate(
        "new Set([...document.querySelectorAll('#possible [data-place]')].map((one) => one.dataset.place)).size"
    )
    expect(page.locator("#live .warm")).to_have_count(places)
    pieces.filter(has_text="Dharmit").hover()
    expect(page.locator("#live .warm")).to_have_count(1)
    pieces.filter(has_text="Dharmit").click()
    expect(listed).to_be_hidden()
    expect(page.locator("#ask")).to_contain_text("Dharmit")
    page.locator("#ask").hover()
    expect(page.locator("#live .warm")).to_have_count(0)


def test_what_is_not_possible_says_why(page: Page, war: Site) -> None:
    moving(page, war)
    page.get_by_role("button", name=OPEN).click()
    page.locator("#possible summary").click()
    why = page.locator("#possible details li").first
    expect(why).to_be_visible()
    why.locator("[data-clause]").click()
    expect(page.locator("#possible .clause")).to_be_visible()
    judge(page)


def test_the_keyboard_alone_opens_picks_and_closes(page: Page, war: Site) -> None:
    moving(page, war)
    page.keyboard.press("q")
    first = page.locator("#possible .ch").first
    expect(first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#possible")).to_be_hidden()
    expect(page.get_by_role("button", name=OPEN)).to_be_focused()
    page.keyboard.press("Enter")
    expect(first).to_be_focused()
    page.keyboard.press("q")
    expect(page.locator("#possible")).to_be_hidden()
    page.keyboard.press("q")
    expect(first).to_be_focused()
    page.keyboard.press("Tab")
    second = page.locator("#possible .ch").nth(1)
    expect(second).to_be_focused()
    name = second.locator("span").first.evaluate("(one) => one.firstChild.textContent")
    page.keyboard.press("Enter")
    expect(page.locator("#possible")).to_be_hidden()
    expect(page.locator("#ask")).to_contain_text(name)


def test_the_red_button_and_undo_stand_in_the_list(page: Page, war: Site) -> None:
    moving(page, war)
    listed = page.locator("#possible").get_by_role("list", name="To go on, or back")
    page.locator("#lines .ch", has_text="Dharmit").click()
    expect(page.locator("#ask")).to_contain_text("Dharmit")
    page.keyboard.press("q")
    listed.get_by_text("Undo").click()
    expect(page.locator("#ask")).not_to_contain_text("Dharmit")
    page.keyboard.press("q")
    listed.get_by_text("End movement").click()
    expect(page.locator("#prompt-title")).not_to_have_text("Movement")


def test_orders_that_can_be_written_are_listed(page: Page, shared_site: Site) -> None:
    still(page)
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', *['easy'] * 6, game='diplomacy')}?seat=0")
    expect(page.locator("#ask")).to_contain_text("Write your orders")
    page.get_by_role("button", name=OPEN).click()
    page.locator("#possible").get_by_role("list", name="Orders to write").get_by_text("Vienna").click()
    expect(page.locator("#orders .now")).to_contain_text("VIE")


def test_who_is_not_asked_has_no_list(page: Page, shared_site: Site) -> None:
    still(page)
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'friend')}?seat=0")
    expect(page.locator("#ask")).to_contain_text("Write your move")
    page.keyboard.press("q")
    expect(page.locator("#possible")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#prompt-title")).to_have_text("Your move is sealed")
    expect(page.locator("#possible-button")).to_be_hidden()
    page.keyboard.press("q")
    expect(page.locator("#possible")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (683, 384)])
def test_on_a_small_page_every_line_can_be_reached(page: Page, war: Site, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    moving(page, war)
    if width == 390:
        page.get_by_role("tab", name="Hand").click()
    page.get_by_role("button", name=OPEN).click()
    last = page.locator("#possible").get_by_role("button", name="Close")
    last.scroll_into_view_if_needed()
    assert uncovered(last)
    if width < 820:  # there the hand lies half under the papers, which axe takes for its ground
        judge(page)
    last.click()
    expect(page.locator("#possible")).to_be_hidden()
    expect(page.locator("#lines .ch").first).to_be_visible()
