"""A note says once of each kind of question what it is for; it can be put away, switched off, and asked for again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tanelorn.core.game import games
from tests.site.archmagi_site import isle
from tests.site.conftest import Site
from tests.site.test_axe import judge
from tests.site.test_browser import still

pytestmark = pytest.mark.browser
ORDERS = games["fivecities"].notes.note["Orders"]


def begin(page: Page, site: Site) -> None:
    """Open a new table of Five Cities."""
    still(page)
    page.goto(f"{site.base}/tables/{site.table('me', 'easy')}?seat=0")
    expect(page.locator("#ask")).to_contain_text("Write your move")
    expect(page.locator("#possible-button")).to_be_visible()


def seal(page: Page) -> None:
    """Seal an empty slip and go on to the next question, past what a bot that was later has done."""
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#chronicle")).to_contain_text("Turn 2")
    asked = page.locator("#main", has_text="Seal")
    late = page.locator("#main", has_text="Next")
    expect(asked.or_(late)).to_be_visible()
    if late.count():
        late.click()
    expect(asked).to_be_visible()


def test_a_note_is_shown_until_its_question_is_answered_and_once_alone(page: Page, shared_site: Site) -> None:
    begin(page, shared_site)
    expect(page.get_by_role("note", name="What this question is for")).to_contain_text(ORDERS)
    judge(page)
    page.reload()
    expect(page.locator("#note")).to_contain_text(ORDERS)
    seal(page)
    expect(page.locator("#note")).to_be_hidden()
    begin(page, shared_site)
    expect(page.locator("#note")).to_be_hidden()


def test_a_note_that_is_put_away_is_read_again_in_the_list(page: Page, shared_site: Site) -> None:
    begin(page, shared_site)
    page.get_by_role("button", name="Put away").press("Enter")
    expect(page.locator("#note")).to_be_hidden()
    expect(page.locator("#possible-button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#possible")).to_contain_text(ORDERS)
    page.get_by_role("button", name="Show all again").click()
    begin(page, shared_site)
    expect(page.locator("#note")).to_be_visible()


def test_whoever_wants_no_notes_has_none(page: Page, shared_site: Site) -> None:
    begin(page, shared_site)
    page.get_by_role("button", name="No more notes").click()
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', *['easy'] * 6, game='diplomacy')}?seat=0")
    expect(page.locator("#ask")).to_contain_text("Write your orders")
    expect(page.locator("#possible-button")).to_be_visible()
    expect(page.locator("#note")).to_be_hidden()
    page.keyboard.press("q")
    wish = page.get_by_role("checkbox", name="A note on each new kind of question")
    expect(wish).not_to_be_checked()
    wish.check()
    page.reload()
    expect(page.locator("#note")).to_contain_text(games["diplomacy"].notes.note["StandardOrders"])


def test_a_note_makes_way_for_what_is_still_to_be_picked(page: Page, shared_site: Site) -> None:
    """With the note, the cards and the slip on one page there was no room for the forms of a Familiar."""
    still(page)
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{shared_site.base}/tables/{isle(shared_site)}?seat=0")
    note = page.locator("#note")
    expect(note).to_contain_text(games["archmagi"].notes.note["RecruitUnits"])
    page.locator("#trays .card.can", has_text="Familiar").click()
    page.locator("#stack .card.can", has_text="Sorcerer").click()
    expect(page.locator("#ask")).to_contain_text("Which form")
    expect(note).to_be_hidden()
    forms = page.locator("#buttons .btn")
    expect(forms).to_have_count(6)
    for form in forms.all():
        expect(form).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(note).to_be_visible()


def test_in_a_guided_game_the_companion_speaks_instead(page: Page, shared_site: Site) -> None:
    still(page)
    page.goto(f"{shared_site.base}/learn/fivecities")
    page.get_by_role("button", name="Begin", exact=True).first.click()
    expect(page.locator("#companion")).to_be_visible()
    expect(page.locator("#possible-button")).to_be_visible()
    expect(page.locator("#note")).to_be_hidden()
    page.get_by_role("button", name="Play on freely").click()
    expect(page.locator("#companion")).to_be_hidden()
