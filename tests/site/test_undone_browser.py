"""The red button that ends a question says what would be left undone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import Site
from tests.site.elric_site import JHARKOR, open_table, pass_by, site_of_elric
from tests.site.test_browser import still

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site on which Elric's war can be set up."""
    with site_of_elric(tmp_path_factory) as site:
        yield site


def test_ending_the_movement_names_who_could_still_move(page: Page, war: Site) -> None:
    still(page)
    open_table(page, war, war.table("me", "friend", "friend", game="elricwar"), JHARKOR)
    pass_by(page, "Movement")
    main = page.locator("#main")
    expect(main).to_contain_text("End movement")
    expect(main).to_contain_text("Could still move: Karnaal, Sarosto, Sorcerer of Dharijor and 5 more")


def test_sealing_names_the_units_without_an_order(page: Page, shared_site: Site) -> None:
    still(page)
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', *['easy'] * 6, game='diplomacy')}?seat=0")
    main = page.locator("#main")
    expect(main).to_contain_text("Without an order: Budapest, Trieste and Vienna")
    page.keyboard.press("w")
    page.keyboard.type("A VIE H")
    page.keyboard.press("Enter")
    expect(main).to_contain_text("Without an order: Budapest and Trieste")
    page.keyboard.type("A BUD H; F TRI H")
    page.keyboard.press("Enter")
    expect(main).to_contain_text("Seal 3 orders")
    expect(main).not_to_contain_text("Without an order")


def test_an_order_names_the_areas_that_stay_and_the_lightning_that_is_kept(page: Page, shared_site: Site) -> None:
    still(page)
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'easy')}?seat=0")
    main = page.locator("#main")
    expect(main).to_contain_text("Seal: pass")
    expect(main).to_contain_text("Lightning unspent, 3 left. Could still move: ")
    page.keyboard.press("w")
    page.keyboard.type("Bomb Mu")
    page.keyboard.press("Enter")
    expect(main).to_contain_text("Seal the move")
    expect(main).not_to_contain_text("Lightning unspent")
    expect(main).to_contain_text("Could still move: ")
