"""Standing answers on the page: let stand below the question, listed and taken back in their paper."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import Site
from tests.site.test_axe import judge
from tests.site.test_browser import still
from tests.site.test_standing import albion, diplomacy, go_on

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_an_answer_is_let_stand_and_taken_back(page: Page, shared_site: Site, width: int, height: int) -> None:
    one, two = albion(shared_site)
    go_on(one, two, until=(1, "React"))
    still(page)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{shared_site.base}/tables/{two.code}?seat=1")
    here = page.locator("#stand")
    expect(here).to_contain_text("From now on answer this kind of question the same way")
    expect(here).to_be_in_viewport(ratio=1)  # however long the list above it is
    judge(page)
    here.get_by_role("button", name="The whole game").click()
    expect(here).to_be_hidden()
    assert two.kind != "React"
    if width < 700:
        page.get_by_role("tab", name="Table").click()
    paper = page.locator("#standing")
    expect(paper).to_contain_text(", the whole game: done")
    paper.scroll_into_view_if_needed()
    judge(page)
    paper.get_by_role("button", name="Ask me again").click()
    expect(paper).to_be_hidden()
    assert two.state["standing"] == []


def test_retreats_are_written_ahead(page: Page, shared_site: Site) -> None:
    england = diplomacy(shared_site)[1]
    still(page)
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{shared_site.base}/tables/{england.code}?seat=1")
    paper = page.locator("#standing")
    paper.get_by_text("Write orders ahead").click()
    paper.get_by_label("To be asked").select_option("Builds and removals")
    paper.get_by_label("Orders, one a line").fill("F LON\nF EDI")
    judge(page)
    paper.get_by_role("button", name="For this game").click()
    expect(paper.locator("li")).to_contain_text("Builds and removals, the whole game: F LON")
    page.goto(f"{shared_site.base}/tables/{england.code}?seat=2")
    expect(page.locator("#standing")).to_be_visible()
    expect(page.locator("#standing li")).to_have_count(0)
    assert england.state["standing"][0]["text"] == "F LON\nF EDI"
