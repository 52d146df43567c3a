"""The whole of it, as two people come to know it: they sign up, play the Young Kingdoms for two years, with letters and
bots, a line that breaks, somebody who looks on, and a deadline, and while that draws near Five Cities to its end by a
private invitation.
"""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, WebSocketRoute, expect

from .conftest import Site
from .servers import Servers, frail_servers
from .test_browser import what_is_asked, write
from .test_club_browser import browser_of, set_up
from .test_people import PASSWORD, link_in

__all__ = ["frail_servers"]
pytestmark = [pytest.mark.browser, pytest.mark.deep]
RESERVE = 45
"""Seconds that each has before the first deadline; after each decision there is time enough."""
PACE = {"each": 0, "reserve": RESERVE, "more": 600, "late": "bot", "off": []}
ASKED = """() => {
  const text = (id) => document.getElementById(id).textContent;
  const seen = (selector) => document.querySelector(selector)?.checkVisibility();
  if (text('buttons').includes('Download the record')) return 'over';
  return seen('#main:not(.off)') ? 'a press' : '';
}"""


def signs_up(page: Page, site: Site, name: str) -> None:
    """Sign up, and follow the link in the mail."""
    page.goto(f"{site.base}/accounts/signup/")
    address = f"{name.lower()}@example.org"
    for field, value in {"username": name, "email": address, "password1": PASSWORD, "password2": PASSWORD}.items():
        page.locator(f"[name={field}]").fill(value)
    page.get_by_role("button", name="Make the account").click()
    page.wait_for_url("**/confirm-email/")
    page.goto(site.base + link_in(site, address))
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_url(f"{site.base}/")
    expect(page.get_by_role("link", name=name)).to_be_visible()


def invited(host: Page, site: Site, guest: Page, seat: str) -> None:
    """Let a guest in by the invitation to a table, and begin."""
    guest.goto(host.locator("#invitation").input_value())
    guest.get_by_role("button", name=f"Take the seat: {seat}").click()
    expect(guest.get_by_role("status")).to_contain_text("Ann can begin")
    host.get_by_role("button", name="Begin the game").click()
    expect(guest.locator("#ask")).not_to_be_empty()


@pytest.mark.takes(60)
def test_two_people_come_to_know_the_site(browser: Browser, frail_servers: Servers) -> None:
    """Each page may be served by either of two processes."""
    site = frail_servers.site(processes=2)
    hers, his = browser_of(browser), browser_of(browser, 390, 844)
    line = Line(his)
    signs_up(hers, site, "Ann")
    signs_up(his, site, "Bob")
    watching = browser_of(browser)
    hers.goto(f"{site.base}/tables/{young_kingdoms(hers, site)}")
    kingdoms = hers.url
    invited(hers, site, his, "Lormyr")
    watching.goto(kingdoms)
    expect(watching.locator("#seats")).to_contain_text("Ann")
    order(hers, "A CAr - Fil")
    line.cut()
    expect(his.locator("#lost")).to_be_visible()
    line.mend()
    expect(his.locator("#lost")).to_be_hidden()
    expect(his.locator("#seats")).to_contain_text("sealed")
    letters(hers, his)
    set_up(hers, site, "private")
    answer = his.goto(hers.url)
    assert answer is not None
    assert answer.status == 404
    invited(hers, site, his, "Second player")
    play_five_cities((hers, his))
    for page in (hers, his):
        page.goto(kingdoms)
    for page in (hers, watching):
        expect(page.locator("#log")).to_contain_text("The time of Lormyr is up.")
    expect(watching.locator("#log")).to_contain_text("A CAr - Fil")
    assert "Shall we share Filkhar" not in watching.content()
    play_to_the_end((hers, his, watching))
    for page in (hers, his, watching):
        expect(page.locator("#log")).to_contain_text("1401")
        expect(page.locator("#buttons")).to_contain_text("Download the record")


class Line:
    """Lies between a page and the site; it can be cut."""

    def __init__(self, page: Page) -> None:
        self.whole = True
        self.open: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/ws/tables/"), self.connect)

    def connect(self, route: WebSocketRoute) -> None:
        if self.whole:
            route.connect_to_server()
            self.open.append(route)
        else:
            route.close()

    def cut(self) -> None:
        self.whole = False
        while self.open:
            self.open.pop().close()

    def mend(self) -> None:
        self.whole = True


def play_five_cities(players: tuple[Page, Page]) -> None:
    while any(what_is_asked(page) != "over" for page in players):
        for page in players:
            asked = what_is_asked(page)
            if asked == "orders":
                write(page, "pass")
            elif asked != "over":
                page.locator("#lines .ch" if asked == "a place" else "#main").first.click()


def young_kingdoms(host: Page, site: Site) -> str:
    """Set up two years of the Young Kingdoms, for the host, a guest and four bots."""
    seats = [{"who": "me"}, {"who": "open"}, *[{"who": "bot", "level": "random"}] * 4]
    wish = {"game": "youngkingdoms", "seats": seats, "options": {"last-year": 1401}}
    wish |= {"visibility": "unlisted", "pace": PACE, "press": "private"}
    token = next(cookie["value"] for cookie in host.context.cookies() if cookie["name"] == "csrftoken")
    headers = {"X-CSRFToken": token, "Origin": site.base}
    answer = host.request.post(f"{site.base}/tables", data=wish, headers=headers)
    assert answer.ok, answer.text()
    return str(answer.json()["table"])


def order(page: Page, text: str) -> None:
    """Write orders on the slip and seal them."""
    slip = page.locator("#slip textarea")
    slip.fill(text)
    slip.press("Enter")
    expect(slip).to_have_value("")
    page.locator("#main:not(.off)", has_text="Seal").click()
    expect(page.locator("#prompt-title")).to_contain_text("sealed")


def letters(hers: Page, his: Page) -> None:
    """She writes, and he, on a phone, reads and answers."""
    hers.get_by_role("button", name="Letters", exact=True).click()
    hers.locator("#letters-threads").get_by_role("button", name="Lormyr").click()
    hers.get_by_label("To Lormyr").fill("Shall we share Filkhar?")
    hers.keyboard.press("Control+Enter")
    his.get_by_role("tab", name="Letters").click()
    his.locator("#letters-threads").get_by_role("button", name="Argimiliar").click()
    expect(his.locator("#letters-list")).to_contain_text("Shall we share Filkhar?")
    his.get_by_label("To Argimiliar").fill("Gladly.")
    his.get_by_role("button", name="Send", exact=True).click()
    expect(hers.locator("#letters-list")).to_contain_text("Gladly.")
    hers.keyboard.press("Escape")
    his.get_by_role("tab", name="Choose").click()


def play_to_the_end(pages: tuple[Page, ...]) -> None:
    """Press the red button wherever it can be pressed: units hold, nothing is built, what was revealed is seen."""
    while any(page.evaluate(ASKED) != "over" for page in pages):
        for page in pages:
            if page.evaluate(ASKED) == "a press":
                with suppress(TimeoutError):  # the page was drawn anew under the press
                    page.locator("#main:not(.off)").click(timeout=1000)
