"""The rulebook as a page: chapters in words, the search over clauses, the way to the guided games and back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tanelorn.core.game import games
from tests.site.conftest import Site
from tests.site.test_axe import judge

pytestmark = pytest.mark.browser


def opened(page: Page, site: Site, address: str) -> Locator:
    """Open a rulebook with its search and return the field."""
    page.goto(f"{site.base}/rules/{address}")
    field = page.get_by_role("searchbox", name="Search the rules")
    expect(field).to_be_visible()
    return field


def shown(page: Page) -> list[str]:
    """Name the clauses that are on the page and not hidden."""
    clauses: list[str] = page.locator(".chapter article:visible").evaluate_all("all => all.map((one) => one.id)")
    return clauses


@pytest.mark.parametrize("game", games, ids=lambda game: game.slug)
def test_every_chapter_has_a_title_in_words(page, shared_site, game):
    opened(page, shared_site, game.slug)
    titles = page.locator(".chapter h2").evaluate_all("all => all.map((head) => head.firstChild.data.trim())")
    assert not [title for title in titles if not re.fullmatch(r"[A-Z][a-z]* ?[a-z][^.0-9]*", title)]
    links = page.locator("#contents li a")
    heads = links.evaluate_all(
        "all => all.map((a) => document.getElementById(a.hash.slice(1)).querySelector('h2').firstChild.data.trim())"
    )
    assert heads == titles
    assert all(text.endswith(title) for text, title in zip(links.all_inner_texts(), titles, strict=True))
    assert len(shown(page)) == len(game.rulebook)


def test_a_chapter_keeps_its_number(page, shared_site):
    opened(page, shared_site, "elric")
    page.get_by_role("link", name="7.4 Flying").click()
    chapter = page.locator("[id='chapter-7.4']")
    expect(chapter).to_be_in_viewport()
    expect(chapter.get_by_role("heading", level=2)).to_have_text("Flying 7.4")
    expect(chapter.locator("article").first).to_have_attribute("id", "elric/7.4")


def test_searching_while_typing(page, shared_site):
    field = opened(page, shared_site, "fivecities")
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("bridge")
    by_one = shown(page)
    page.keyboard.type(" PASS")
    both = shown(page)
    assert "fivecities/board.2" in both
    assert set(both) < set(by_one)
    expect(page.locator("#found")).to_have_text(f"{len(both)} of 90 clauses")
    expect(page.locator("#contents")).to_be_hidden()
    expect(page.locator("#sources")).to_be_hidden()
    expect(page.get_by_role("heading", name="Combat", exact=True)).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator(f"[id='{both[0]}'] a").first).to_be_focused()
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(page.locator("#contents")).to_be_visible()
    assert len(shown(page)) == 90
    page.keyboard.type("zeppelin")
    expect(page.locator("#found")).to_have_text("None found: try fewer words.")


def test_from_the_middle_of_a_book_one_comes_to_what_is_found(page, shared_site):
    field = opened(page, shared_site, "elric#elric/14.5")
    expect(page.locator("[id='elric/14.5']")).to_be_in_viewport()
    expect(field).to_be_in_viewport()
    page.keyboard.press("/")
    page.keyboard.type("army")
    first = page.locator(f"[id='{shown(page)[0]}'] a").first
    expect(first).to_be_in_viewport()
    expect(field).to_be_in_viewport()
    page.keyboard.press("Enter")
    bar, link = page.locator("#find").bounding_box(), first.bounding_box()
    assert link["y"] > bar["y"] + bar["height"]


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ("newpieces.5", "fivecities/newpieces.5"),
        ("loss of all", "fivecities/object.6"),
        ("suggested 25", "fivecities/equipment.2"),
        ("smallest majority of eight", "fivecities/board.1"),
    ],
    ids=["id", "title", "text", "ruling"],
)
def test_what_is_searched(page, shared_site, words, clause):
    opened(page, shared_site, "fivecities").fill(words)
    assert clause in shown(page)
    assert len(shown(page)) < 5


def test_a_clause_is_found_by_letters_that_a_keyboard_has(page, shared_site):
    opened(page, shared_site, "albion").fill("king's champion")
    assert "albion/7.9/e05" in shown(page)


def test_the_address_keeps_the_search(page, shared_site):
    field = opened(page, shared_site, "fivecities")
    field.fill("two to one")
    expect(page).to_have_url(f"{shared_site.base}/rules/fivecities?q=two+to+one")
    found = shown(page)
    page.reload()
    expect(field).to_have_value("two to one")
    assert shown(page) == found
    field.fill("")
    expect(page).to_have_url(f"{shared_site.base}/rules/fivecities")


def test_a_clause_that_is_named_is_never_hidden_by_a_search(page, shared_site):
    field = opened(page, shared_site, "fivecities?q=bombardment#fivecities/players.1")
    expect(page.locator("[id='fivecities/players.1']")).to_be_in_viewport()
    expect(field).to_have_value("")
    field.fill("at least 25")
    page.locator("[id='fivecities/equipment.1'] a").click()
    expect(field).to_have_value("at least 25")
    expect(page).to_have_url(re.compile(r"\?q=at\+least\+25#fivecities/equipment\.1$"))


def test_without_script_the_page_is_whole(browser: Browser, shared_site: Site) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{shared_site.base}/rules/fivecities?q=bridge")
    assert page.locator(".chapter article:visible").count() == 90
    expect(page.locator("#find")).to_be_hidden()
    page.get_by_role("link", name="New pieces").click()
    expect(page.locator("#chapter-newpieces")).to_be_in_viewport()
    context.close()


def test_from_the_rules_to_the_guided_games_and_back(page, shared_site):
    opened(page, shared_site, "fivecities")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Learn").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn Five Cities")
    page.get_by_role("link", name="Rulebook").click()
    page.get_by_role("link", name="Learn it by playing").click()
    expect(page).to_have_url(f"{shared_site.base}/learn/fivecities")


def test_on_a_phone_nothing_lies_on_the_ways_to_other_pages(page, shared_site):
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, shared_site, "fivecities")
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.locator("#setup")).to_be_visible()


@pytest.mark.parametrize("address", ["elric", "fivecities?q=bridge", "fivecities?q=zeppelin"])
def test_the_search_breaks_no_rule_of_axe(page, shared_site, address):
    opened(page, shared_site, address)
    judge(page)
