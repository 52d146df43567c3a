"""A site that knows the toy game of banners and battles, and how its page is used in the tests."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.conftest import Site, site_with_plugin


def site_of_banners(folders: pytest.TempPathFactory) -> AbstractContextManager[Site]:
    """Run a site that finds the toy game as a plug-in."""
    return site_with_plugin(folders, "underbanners", "tests.site.duel_toy")


def sit(page: Page, site: Site, seat: int = 0, code: str = "", **options: object) -> str:
    """Open a page at a table of the toy, bound to a seat."""
    code = code or site.table("me", "friend", game="underbanners", options=options)
    page.goto(f"{site.base}/tables/{code}?seat={seat}")
    expect(page.locator("#prompt-title")).to_contain_text("phase" if seat == 0 else re.compile("watching|Not your"))
    return code


def line(page: Page, words: str) -> Locator:
    """A line or a button of the question."""
    return page.locator("#lines button, #buttons button", has_text=words)


def card(page: Page, words: str, where: str = "#trays") -> Locator:
    """A card somewhere."""
    return page.locator(f"{where} .card", has_text=words)


def piece(page: Page, id: str) -> dict[str, float]:
    """Where the middle of a piece is."""
    box = page.locator(f"#live [data-piece='{id}']").bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def attack(page: Page) -> None:
    """Begin the battle."""
    line(page, "Attack").click()
    page.locator("#main:not(.off)").click()
    expect(page.locator("#duel")).to_be_visible()
    expect(page.locator("#main")).to_contain_text("Ready to roll")
