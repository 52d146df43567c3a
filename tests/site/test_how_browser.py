"""The page "How it is played": of each game that has one, its pictures, its links, and what it says without script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tanelorn.core.game import games
from tanelorn.core.lessons.how import has_how, how_of
from tests.site.conftest import Site
from tests.site.test_axe import judge

pytestmark = pytest.mark.browser
PICTURES = Path(__file__).parents[2] / "src/tanelorn/site/static/tanelorn/how"
WRITTEN = [game for game in games if has_how(game)]


def test_every_step_that_is_named_has_its_picture_and_no_picture_is_left_over():
    named = {f"{game.slug}-{part.step}.webp" for game in WRITTEN for part in how_of(game).turn if part.step}
    assert {path.name for path in PICTURES.iterdir()} == named
    assert [path.name for path in PICTURES.iterdir() if path.stat().st_size > 100_000] == []


@pytest.mark.parametrize("game", WRITTEN, ids=lambda game: game.slug)
def test_a_page_and_what_it_leads_to(page: Page, shared_site: Site, game) -> None:
    how = how_of(game)
    page.goto(f"{shared_site.base}/how/{game.slug}")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"How {game.title} is played")
    assert page.locator(".turn h3").all_inner_texts() == [part.title for part in how.turn]
    assert page.locator(".missed h3").all_inner_texts() == [told.title for told in how.missed]
    pictures = page.locator(".turn img")
    assert pictures.evaluate_all("all => all.map((one) => one.alt)") == [part.title for part in how.turn if part.step]
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("naturalWidth", 720)
    links = page.locator("main a[href*='#']").evaluate_all("all => all.map((a) => a.getAttribute('href'))")
    assert [link for link in links if link[0] == "#" and page.locator(f"[id='{link[1:]}']").count() != 1] == []
    clauses = {f"{game.slug}/{clause.id.partition('/')[2]}" for clause in game.rulebook}
    assert {link.partition("#")[2] for link in links if link[0] != "#"} <= clauses
    judge(page)


@pytest.mark.parametrize("game", WRITTEN, ids=lambda game: game.slug)
def test_on_a_phone_it_is_not_wider_than_the_screen(page: Page, shared_site: Site, game) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{shared_site.base}/how/{game.slug}")
    page.locator(".quiz details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    judge(page)


def test_without_script_an_answer_opens_and_leads_to_its_place(browser: Browser, shared_site: Site) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{shared_site.base}/how/fivecities")
    question = page.locator(".quiz li").nth(2)
    expect(question.locator("p").first).to_be_hidden()
    question.locator("summary").click()
    expect(question.locator("p").first).to_be_visible()
    question.get_by_role("link").click()
    expect(page).to_have_url(re.compile("#turn-2$"))
    expect(page.locator("#turn-2")).to_be_in_viewport()
    page.get_by_role("button", name="Play this in the guided game: Pieces move").click()
    expect(page).to_have_url(re.compile("/tables/"))
    context.close()


def test_a_part_of_the_turn_begins_the_guided_game_there(page: Page, shared_site: Site) -> None:
    page.goto(f"{shared_site.base}/how/fivecities")
    page.get_by_role("button", name="Play this in the guided game: Lightning strikes").click()
    expect(page.locator("#companion-step")).to_have_text("6 of 8")
    with page.expect_popup() as opened:
        page.locator("#aim").get_by_role("link", name="How it is played").click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("How Five Cities is played")
    opened.value.close()


@pytest.mark.parametrize("address", ["", "rules/fivecities", "learn/fivecities"])
def test_the_ways_to_it(page: Page, shared_site: Site, address: str) -> None:
    page.goto(f"{shared_site.base}/{address}")
    page.locator("a[href='/how/fivecities']").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("How Five Cities is played")


def test_a_game_that_is_not_here_has_no_page(page: Page, shared_site: Site) -> None:
    answer = page.request.get(f"{shared_site.base}/how/chess", headers={"Accept": "text/html"})
    assert answer.status == 404
    assert "chess" in answer.text()
