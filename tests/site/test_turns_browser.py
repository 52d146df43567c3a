"""The way from one table that waits for somebody to the next, and what they wish to be told, in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .club import Person
from .conftest import Site
from .letters_at import seated
from .test_axe import judge
from .test_browser import still
from .test_people import Member
from .test_people_browser import sign_in

pytestmark = pytest.mark.browser


def test_turns_lead_from_table_to_table(page: Page, club_site: Site) -> None:
    member, other = Member(club_site, "Much Asked"), Person(club_site)
    codes = [seated(other, member, game="fivecities", name=name) for name in ("Siege", "Raid", "Feud")]
    still(page)
    page.set_viewport_size({"width": 1366, "height": 768})
    sign_in(page, club_site.base, member)
    page.goto(f"{club_site.base}/tables")
    judge(page)
    page.get_by_role("link", name="Your turn at 3 tables").click()
    page.wait_for_url(f"**/tables/{codes[0]}")
    on = page.locator("#turns")
    expect(on).to_contain_text("Your turn at 2 other tables")
    expect(on).to_have_attribute("title", "Raid")
    judge(page)
    other.page(codes[1], 0).play(0, "pass")
    mine = member.page(codes[1], 1)
    mine.play(1, "pass")  # at another browser
    mine.socket.close()
    page.locator("#main").click()
    expect(on).to_contain_text("Your turn at 2 other tables")  # there it is their turn again
    page.set_viewport_size({"width": 390, "height": 844})
    expect(on).to_be_visible()
    judge(page)
    page.get_by_role("link", name=re.compile("Your turn at 2 other tables")).click()
    page.wait_for_url(f"**/tables/{codes[2]}")
    page.goto(f"{club_site.base}/")
    expect(page.get_by_role("link", name="Your turn at 2 tables")).to_be_visible()


def test_hours_and_ways_are_chosen_in_the_settings(page: Page, club_site: Site) -> None:
    member = Member(club_site, "Sleeper")
    sign_in(page, club_site.base, member)
    page.goto(f"{club_site.base}/me")
    page.get_by_label("Tell me nothing from").select_option("22:00")
    page.get_by_label("until").select_option("08:00")
    page.get_by_label("A letter to me has come").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_label("until")).to_have_value("8")
    expect(page.get_by_label("A letter to me has come")).not_to_be_checked()
    expect(page.get_by_label("By mail")).to_be_checked()
