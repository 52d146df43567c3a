"""The page in German: chosen by the browser or at the foot of the shelf, whole, in its room, sound for readers."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.site.conftest import PATIENCE, Site
from tests.site.test_axe import judge

pytestmark = pytest.mark.browser
MO = Path(__file__).parents[2] / "src/tanelorn/site/locale/de/LC_MESSAGES"
SEEN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const { parentElement: holder, data } = walker.currentNode;
    if (data.trim() && holder.checkVisibility() && !holder.closest("[lang=en], script, style")) texts.push(data.trim());
  }
  return texts;
}"""
TOO_WIDE = """() => [...document.querySelectorAll(".btn, .tabs button, .top, .nav, .languages")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .filter((one) => getComputedStyle(one).overflow === "visible")
  .map((one) => one.textContent.trim().slice(0, 60))"""


def english() -> set[str]:
    """What the site says in English and otherwise in German."""
    said: dict[object, str] = {}
    for domain in ("django", "djangojs"):
        with (MO / f"{domain}.mo").open("rb") as file:
            said |= gettext.GNUTranslations(file)._catalog
    return {
        text for text, other in said.items() if isinstance(text, str) and text and "%(" not in text and text != other
    }


@pytest.fixture
def german(browser: Browser) -> Iterator[Page]:
    """A page of a browser that asks for German."""
    context = browser.new_context(locale="de-DE")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_shelf_and_table_are_german_and_in_their_room(german: Page, shared_site: Site, width: int, height: int) -> None:
    german.set_viewport_size({"width": width, "height": height})
    code = shared_site.table("me", "easy")
    german.goto(shared_site.base)
    expect(german.locator("html")).to_have_attribute("lang", "de")
    expect(german.get_by_role("heading", level=1)).to_have_text("Tische")
    assert english() & set(german.evaluate(SEEN)) == set()
    assert german.evaluate("document.documentElement.scrollWidth") == width
    assert german.evaluate(TOO_WIDE) == []
    judge(german)
    german.goto(f"{shared_site.base}/tables/{code}?seat=0")
    expect(german.locator("#live > *").first).to_be_attached()
    expect(german.locator("#possible-button")).to_have_text("Was kann ich tun?")
    expect(german.locator("#undo")).to_have_text("Zurück")
    assert english() & set(german.evaluate(SEEN)) == set()
    assert german.evaluate(TOO_WIDE) == []
    judge(german)


def test_a_guided_game_speaks_german_until_another_language_is_chosen(german: Page, shared_site: Site) -> None:
    german.goto(f"{shared_site.base}/learn/fivecities")
    german.get_by_role("button", name="Anfangen", exact=True).click()
    expect(german.locator("#companion-title")).to_have_text("Worum es geht")
    expect(german.locator("#companion-step")).to_have_text("1 von 8")
    german.locator("#companion-acts").get_by_role("button", name="Weiter", exact=True).click()
    expect(german.locator("#companion-words")).to_contain_text("Nimm dir eine dritte Stadt")
    table = german.url
    german.goto(shared_site.base)
    german.get_by_role("button", name="English").click()
    expect(german.get_by_role("heading", level=1)).to_have_text("Tables")
    expect(german.locator("html")).to_have_attribute("lang", "en")
    german.goto(table)
    expect(german.locator("#companion-title")).to_have_text(re.compile("An order"))
    expect(german.locator("#companion-acts [data-show]")).to_have_text("Show me")


@pytest.mark.parametrize("place", ["rules/fivecities", "aid/fivecities", "tables/{code}?seat=1"])
def test_another_language_is_chosen_where_one_is(german: Page, shared_site: Site, place: str) -> None:
    path = place.format(code=shared_site.table("me", "friend"))
    german.goto(f"{shared_site.base}/{path}")
    expect(german.locator("html")).to_have_attribute("lang", "de")
    german.get_by_role("button", name="English").click()
    expect(german.locator("html")).to_have_attribute("lang", "en")
    expect(german).to_have_url(re.compile(re.escape(f"{shared_site.base}/{path}")))
    german.get_by_role("button", name="Deutsch").focus()
    german.keyboard.press("Enter")
    expect(german.locator("html")).to_have_attribute("lang", "de")
