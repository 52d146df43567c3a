"""Hands, hidden stacks, long lists and a phone in a real Chromium, on a toy game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import Site
from tests.site.duel_site import card, line, piece, sit, site_of_banners
from tests.site.test_browser import PHONE, space, still

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def banners(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site_of_banners(tmp_path_factory) as site:
        yield site


def test_a_spell_is_picked_from_the_hand_with_the_mouse(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners)
    expect(card(page, "Fireball")).not_to_have_class(re.compile(r"\bcan\b"))
    line(page, "Cast a spell").click()
    expect(card(page, "Fireball")).to_have_class(re.compile(r"\bcan\b"))
    expect(card(page, "Growth")).not_to_have_class(re.compile(r"\bcan\b"))
    expect(line(page, "Fireball")).to_have_count(0)  # it lies there to be pressed; the list has what does not
    card(page, "Growth").click()  # what does not glow is opened, not picked
    expect(page.locator("#reader")).to_contain_text("A unit gets +5")
    card(page, "Summons").click()
    expect(page.locator("#reader")).to_contain_text("The reserve is full.")
    card(page, "Fireball").click()
    expect(page.locator("#reader")).to_be_hidden()
    expect(card(page, "Fireball")).to_have_attribute("aria-pressed", "true")
    card(page, "Fireball").click()  # what is held is put down again
    expect(card(page, "Fireball")).not_to_have_attribute("aria-pressed", "true")
    expect(card(page, "Fireball")).to_have_class(re.compile(r"\bcan\b"))
    card(page, "Fireball").click()
    page.locator("#main:not(.off)").click()
    expect(card(page, "Fireball")).to_have_class(re.compile("spent"))
    expect(page.locator("#chronicle")).to_contain_text("cast fireball")


def test_a_spell_is_picked_from_the_hand_with_the_keyboard(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners)
    expect(line(page, "Cast a spell")).to_be_visible()
    page.keyboard.press("1")
    expect(card(page, "Fireball")).to_have_class(re.compile(r"\bcan\b"))
    page.keyboard.press("h")
    spell = page.get_by_role("button", name=re.compile(r"^Fireball, battle spell: Attack with \+6.*; can be cast$"))
    expect(spell).to_be_focused()
    expect(page.locator("#reader")).to_contain_text("left to be raised")
    page.keyboard.press("r")
    expect(page.locator("#reader .clause")).to_contain_text("leaves nothing to be raised")
    page.keyboard.press("Escape")
    expect(page.locator("#reader")).to_be_hidden()
    expect(page.locator("#ask")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Fireball.*; held$"))).to_be_focused()
    page.keyboard.press("Shift+Enter")
    expect(page.get_by_role("button", name=re.compile("^Fireball.*; spent$"))).to_be_visible()


def test_a_stack_opens_and_closes(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners)
    paper = page.locator("#stack")
    at = piece(page, "e1")
    page.mouse.click(at["x"], at["y"])
    expect(paper).to_contain_text("as seen in round 4")
    expect(paper).to_have_class(re.compile("remembered"))
    expect(paper.locator(".card")).to_have_count(2)
    expect(paper.locator(".back")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(paper).to_be_hidden()
    own = piece(page, "b1")
    page.mouse.move(own["x"] + 2, own["y"])
    page.mouse.move(own["x"], own["y"])  # to rest on it is enough
    expect(paper.locator(".card")).to_have_count(5)
    expect(paper).not_to_have_class(re.compile("remembered"))
    page.mouse.move(5, 5)
    expect(paper).to_be_hidden()
    page.mouse.click(own["x"], own["y"])
    expect(paper).to_be_visible()
    page.mouse.move(5, 5)
    page.mouse.click(400, 5)  # elsewhere
    expect(paper).to_be_hidden()
    space(page, "0805")  # a press on the hex will do; of two banners in it the one first that is known
    expect(paper).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#board")).to_be_focused()
    page.keyboard.press("Space")
    expect(paper).to_contain_text("Your banner VI")
    page.keyboard.press("Space")
    expect(paper).to_contain_text("banner II")
    page.keyboard.press("Space")
    expect(paper).to_be_hidden()


def test_units_of_a_stack_are_picked_one_after_the_other(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners)
    line(page, "Move a stack").click()
    line(page, "Banner I").click()
    paper = page.locator("#stack")
    expect(paper.locator(".can")).to_have_count(5)  # it opens by itself: all that can be picked lies in it
    for name, left in (("Elves", 3), ("Golem", 1)):
        card(page, name, "#stack").click()
        expect(card(page, name, "#stack")).to_have_attribute("aria-pressed", "true")
        expect(paper.locator(".can")).to_have_count(left)
    card(page, "Elves", "#stack").click()  # put down, though it was not the last
    expect(card(page, "Elves", "#stack")).not_to_have_attribute("aria-pressed", "true")
    expect(card(page, "Golem", "#stack")).to_have_attribute("aria-pressed", "true")
    space(page, "0504")
    page.locator("#main:not(.off)").click()
    expect(page.locator("#chronicle")).to_contain_text("move b1 golem 0504")


def test_a_banner_whose_space_is_offered_is_picked_and_opened_otherwise(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners)
    line(page, "Move a stack").click()
    expect(page.locator("#live .pickring, #live .target")).not_to_have_count(0)
    at = piece(page, "b1")
    page.mouse.click(at["x"], at["y"])
    expect(page.locator("#stack .can")).to_have_count(5)
    expect(page.locator("#live .heldring")).not_to_have_count(0)


def test_picks_that_are_drawn_nowhere_are_listed(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners)
    line(page, "Deploy").click()
    for words in ("Guard of the treasury", "A spell nobody has heard of"):
        expect(line(page, words)).to_be_visible()
    expect(line(page, "Djinn")).to_have_count(0)
    line(page, "A spell nobody").click()
    page.locator("#main:not(.off)").click()
    expect(page.locator("#chronicle")).to_contain_text("deploy unheard")


def test_a_list_of_sixty_scrolls(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners, crowd=True)
    line(page, "Deploy").click()
    expect(page.locator("#lines .ch")).to_have_count(62)
    last = line(page, "Levy number 59")
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    expect(page.locator("#main")).to_be_in_viewport()
    page.locator("#lines .filter").fill("number 47")
    expect(page.locator("#lines .ch")).to_have_count(1)
    line(page, "Levy number 47").click()
    page.locator("#main:not(.off)").click()
    expect(page.locator("#chronicle")).to_contain_text("crowd-47")


def test_a_phone_reaches_everything(browser: Any, banners: Site) -> None:
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    page = context.new_page()
    sit(page, banners)
    wide = "document.documentElement.scrollWidth"
    assert page.evaluate(wide) == 390
    banner = page.locator("#live [data-piece='b2'] .banner").bounding_box()
    assert banner is not None
    assert banner["width"] >= 34
    at = piece(page, "b6")
    page.touchscreen.tap(at["x"], at["y"])
    expect(page.locator("#stack")).to_contain_text("Scouts")
    page.locator("#stack .shut").tap()
    expect(page.locator("#stack")).to_be_hidden()
    line(page, "Cast a spell").tap()
    expect(line(page, "Fireball")).to_be_visible()  # the hand is in another tab, so it is listed too
    page.locator("#tab-hand").tap()
    expect(page.locator("#hand-count")).to_have_text("13")
    expect(page.locator("#ask")).to_be_visible()
    card(page, "Fireball").tap()
    expect(card(page, "Fireball")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(wide) == 390
    page.locator("#undo").tap()
    page.locator("#undo").tap()
    page.locator("#tabs [data-tab=choose]").tap()
    line(page, "Attack").tap()
    page.locator("#main:not(.off)").tap()
    expect(page.locator("#duel #main")).to_contain_text("Ready to roll")
    assert page.evaluate(wide) == 390
    for words in ("Growth", "Elves", "A spell nobody", "Skirmish", "Call off"):
        line(page, words).scroll_into_view_if_needed()
        expect(line(page, words)).to_be_in_viewport()
    page.locator("#duel-fold").tap()
    expect(page.locator("#prompt #main")).to_be_visible()
    assert page.evaluate(wide) == 390
    page.locator("#duel-head").tap()
    page.locator("#duel #main").tap()
    expect(page.locator("#duel [data-die]")).to_have_count(2)
    page.locator("#duel #main", has_text="Go on").tap()
    expect(page.locator("#duel")).to_be_hidden()
    expect(page.locator("#prompt #main")).to_be_visible()
    context.close()


def test_a_finger_that_rests_opens_what_it_rests_on(browser: Any, banners: Site) -> None:
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    page = context.new_page()
    sit(page, banners)
    line(page, "Move a stack").tap()  # a tap on the banner would pick it now
    expect(page.locator("#live .pickring, #live .target")).not_to_have_count(0)
    at = piece(page, "b1")
    page.mouse.move(at["x"], at["y"])
    page.mouse.down()
    down = page.evaluate("performance.now()")
    expect(page.locator("#stack")).to_contain_text("Golem")
    page.wait_for_function("(down) => performance.now() > down + 1000", arg=down)  # by now it is held
    page.mouse.up()
    expect(page.locator("#ask")).to_be_visible()
    expect(page.locator("#live .heldring")).to_have_count(0)
    context.close()
