"""Player aids on the page: all tables, two sheets of paper, black on white, reached from wherever a game is open."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tanelorn.core.game import games
from tests.site.conftest import Site
from tests.site.test_axe import judge

pytestmark = pytest.mark.browser
GAMES = pytest.mark.parametrize("game", games, ids=lambda game: game.slug)


def sheets(page: Page, size: str) -> int:
    """Count the pages on which the page is printed."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=size)))


@GAMES
def test_every_table_is_there_and_no_rule_of_axe_is_broken(page, shared_site, game):
    page.goto(f"{shared_site.base}/aid/{game.slug}")
    heads = page.locator(".aidtable h2").evaluate_all("all => all.map((head) => head.firstChild.data.trim())")
    tables = game.player_aid()
    assert sorted(heads) == sorted(table.title for table in tables)
    assert page.locator(".aidtable tbody tr").count() == sum(len(table.rows) for table in tables)
    judge(page)


@GAMES
def test_the_charts_are_two_pages_on_paper_of_either_size(page, shared_site, game):
    page.goto(f"{shared_site.base}/aid/{game.slug}")
    page.emulate_media(color_scheme="dark")
    with_lists = [sheets(page, size) for size in ("A4", "Letter")]
    if page.locator("#lists").count():
        page.evaluate("document.getElementById('lists').remove()")
        assert all(1 < count <= 8 for count in with_lists)
    assert all(sheets(page, size) <= 2 for size in ("A4", "Letter"))


@GAMES
def test_on_paper_no_table_is_wider_than_its_column(page, shared_site, game):
    page.set_viewport_size({"width": 726, "height": 1054})  # A4 within its margins
    page.emulate_media(media="print")
    page.goto(f"{shared_site.base}/aid/{game.slug}")
    wide = page.locator(".aidtable").evaluate_all(
        "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText.slice(0, 40))"
    )
    assert wide == []


def test_on_paper_it_is_black_on_white_in_the_dark_theme_too(page, shared_site):
    page.goto(f"{shared_site.base}/aid/fivecities")
    page.emulate_media(media="print", color_scheme="dark")
    ink = page.locator(".aidtable tbody th").first.evaluate("one => getComputedStyle(one).color")
    paper = page.locator("main").evaluate("one => getComputedStyle(one).backgroundColor")
    assert (ink, paper) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(page.locator("#print")).to_be_hidden()


def test_a_button_prints(page, shared_site):
    page.goto(f"{shared_site.base}/aid/fivecities")
    page.evaluate("window.print = () => { document.title = 'printed'; }")
    page.get_by_role("button", name="Print").click()
    expect(page).to_have_title("printed")


def test_a_clause_leads_to_the_rulebook(page, shared_site):
    page.goto(f"{shared_site.base}/aid/fivecities")
    page.get_by_role("link", name="combat.8").click()
    expect(page.locator("[id='fivecities/combat.8']")).to_be_in_viewport()


@pytest.mark.parametrize("address", ["rules/fivecities", "learn/fivecities"])
def test_from_the_rules_and_the_guided_games(page, shared_site, address):
    page.goto(f"{shared_site.base}/{address}")
    page.get_by_role("link", name="player aid").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Five Cities player aid")


def test_from_each_question_in_a_page_of_its_own(page: Page, shared_site: Site) -> None:
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'easy')}?seat=0")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Player aid").click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Five Cities player aid")
    expect(page.locator("#ask")).to_be_visible()


def test_a_game_that_is_not_there_is_refused(shared_site):
    status, answer = shared_site.get("/aid/fivecitties")
    assert status == 404
    assert b"There is no game" in answer
