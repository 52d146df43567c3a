"""A site that knows Elric from the positions of `elric_at`, and how its page is used in the tests."""

from __future__ import annotations

import random
import time
from contextlib import AbstractContextManager, suppress

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.site.conftest import PATIENCE, Site, site_with_plugin

JHARKOR, LORMYR, VILMIR = range(3)
CORNER = {"x": 14, "y": 14}
"""Where a card of a large hand can be clicked: the next one lies upon its other end."""
_CHOICES = (
    "#lines li:not(.no, .folded) button:not([data-clause]):visible,"
    " body:not(:has(.laurels)) #buttons button:not(#undo):visible, #hand .card.can:visible"
)
"""What can be chosen; when the game is over, which may be at any moment, the buttons are none of it."""


def site_of_elric(folders: pytest.TempPathFactory) -> AbstractContextManager[Site]:
    """Run a site that finds the positions as a plug-in."""
    return site_with_plugin(folders, "elricat", "tests.site.elric_at")


def open_table(page: Page, site: Site, code: str, seat: int) -> None:
    """Open a table bound to a seat, and wait until it is drawn."""
    page.goto(f"{site.base}/tables/{code}?seat={seat}")
    expect(page.locator("#subtitle")).to_contain_text("turn")


def settled(page: Page) -> None:
    """Wait until the board has made room for the hand below it: what was measured before would be missed."""
    page.wait_for_function(
        "() => { const at = (id) => document.getElementById(id).getBoundingClientRect();"
        " return innerWidth <= 700 || at('sheet').bottom <= at('board').bottom + 1; }"
    )


def middle(page: Page, id: str) -> tuple[float, float]:
    """Where the topmost counter of a pile is, on the page."""
    x, y = page.evaluate(
        "(id) => { const m = document.querySelector(`#live [data-piece='${id}']`).getScreenCTM(); return [m.e, m.f]; }",
        id,
    )
    return float(x), float(y)


def pile(page: Page, id: str) -> None:
    """Click a pile by its topmost counter."""
    expect(page.locator(f"#live [data-piece='{id}']")).to_be_attached()
    settled(page)
    page.mouse.click(*middle(page, id))


def under(page: Page, words: str) -> Locator:
    """A card of the open pile."""
    return page.locator("#stack [data-card]", has_text=words)


def press(page: Page, words: str = "") -> None:
    """Press the red button."""
    page.locator("#main:not(.off)", has_text=words).click()


def line(page: Page, words: str) -> Locator:
    """A line or a button of the question that is possible."""
    return page.locator("#lines li:not(.no) button, #buttons button", has_text=words).first


def title(page: Page, words: str) -> None:
    """Wait for the head of the question."""
    expect(page.locator("#prompt-title")).to_have_text(words)


def click_on(page: Page, lots: random.Random) -> bool:
    """Click something that can be chosen, the red button oftener than any other; return whether anything could.

    Where the board alone is asked the pick before is let go.
    """
    main = page.locator("#main:not(.off):visible")
    others = page.locator(_CHOICES)
    count, pressed = others.count(), main.count()
    if not count and not pressed:
        page.keyboard.press("Escape")
        return False
    found = main if pressed and (not count or lots.random() < 0.75) else others.nth(lots.randrange(max(1, count)))
    with suppress(PlaywrightTimeout):  # the page has moved on meanwhile
        found.click(timeout=3000, position=CORNER)
    return True


def to_the_end(page: Page, lots: random.Random | None = None) -> set[str]:
    """Click on by these lots, or only look on, until the game is over; return the heads of all questions.

    Three hundred rounds and a minute without a new line in the chronicle are a page that stands still.
    """
    heads, told, rounds, since = set(), "", 0, time.monotonic()
    while not page.locator(".laurels").is_visible():
        heads.add(page.locator("#prompt-title").inner_text().casefold())
        clicked = click_on(page, lots) if lots else look_on(page)
        page.wait_for_timeout(20 if clicked else 200)
        now = page.locator("#chronicle").text_content() or ""
        rounds, since = (rounds + 1, since) if now == told else (0, time.monotonic())
        stands = rounds >= 300 and time.monotonic() > since + 60
        assert not stands, f"nothing has happened since {now[-200:]!r}; asked: {page.locator('#prompt').inner_text()}"
        told = now
    return heads


def look_on(page: Page) -> bool:
    """Go on where dice wait to be looked at; return whether any did."""
    main = page.locator("#main:not(.off):visible")
    if there := main.count():
        main.click()
    return bool(there)


_PASS_BY = """(until) => {
  if (document.getElementById("prompt-title").textContent.toLowerCase() === until) return true;
  for (const pressed of ["#main:not(.off)", "#lines li:not(.no, .folded) button", ".card.can"]) {
    const found = [...document.querySelectorAll(pressed)].find((one) => one.checkVisibility());
    if (found) return void found.click();
  }
}"""
"""In one look: between two another question might come, and be answered by the press."""


def pass_by(page: Page, until: str) -> None:
    """Press the red button, or whatever else can be pressed, until the question with this head is asked."""
    page.wait_for_function(_PASS_BY, arg=until.lower(), polling=200, timeout=PATIENCE)


def put_away(page: Page) -> None:
    """Close the pile that is open, and before it a card of it that has opened under the mouse."""
    while page.locator("#stack").is_visible():
        page.keyboard.press("Escape")
