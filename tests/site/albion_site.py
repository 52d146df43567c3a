"""A site that knows Albion from the positions of `albion_at`, and how its page is used in the tests."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import Site, site_with_plugin
from tests.site.elric_site import line, middle, press, put_away

FOMORIAN, FAERIE = range(2)


def site_of_albion(folders: pytest.TempPathFactory) -> AbstractContextManager[Site]:
    """Run a site that finds the positions as a plug-in."""
    return site_with_plugin(folders, "albionat", "tests.site.albion_at")


def open_table(page: Page, site: Site, code: str, seat: int) -> None:
    """Open a table bound to a seat, and wait until the map is printed."""
    page.goto(f"{site.base}/tables/{code}?seat={seat}")
    expect(page.locator("#subtitle")).to_contain_text("·")
    expect(page.locator("canvas.chart")).to_be_attached()


def take(page: Page, person: str) -> None:
    """Take a person in hand by a click on his pile, and close what has opened beside it."""
    expect(page.locator(f"#live [data-piece='{person}']")).to_be_attached()
    page.mouse.click(*middle(page, person))
    expect(page.locator("#ask")).to_contain_text("where to?")
    expect(page.locator("#live .heldring")).to_have_count(1)
    put_away(page)


def spot(page: Page, number: str) -> tuple[float, float]:
    """Where the middle of a hex is, on the page."""
    x, y = page.evaluate(
        "(id) => { const box = document.getElementById(`space-${id}`).getBoundingClientRect();"
        " return [box.x + box.width / 2, box.y + box.height / 2]; }",
        number,
    )
    return float(x), float(y)


def begin_battle(attacker: Page, defender: Page, number: str) -> None:
    """Attack in a hex, with no challenge from either side, until both have said that they are ready."""
    line(attacker, "Open a battle").click()
    line(attacker, number).click()
    press(attacker, number)  # a combat once declared is fought
    expect(attacker.locator("#live .mark.fight")).to_have_count(1)
    press(attacker, "No more attacks")
    press(attacker, "No challenge")
    press(defender, "No challenge")
    expect(attacker.locator("#duel-title")).to_have_text(f"The battle at {number}")
    press(attacker, "Ready")
    press(defender, "Ready")


def number_in(page: Page, selector: str) -> int:
    """The first number in a text of the page."""
    found = re.search(r"\d+", page.locator(selector).first.text_content() or "")
    assert found
    return int(found[0])
