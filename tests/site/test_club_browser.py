"""People play each other, each at a browser of their own."""

from __future__ import annotations

import re
from typing import cast

import pytest
from playwright.sync_api import Browser, Page, expect

from .club import Person, late
from .conftest import PATIENCE, Site
from .letters_at import seated
from .servers import Servers, frail_servers
from .test_axe import judge
from .test_browser import still, what_is_asked, write
from .test_people import Member
from .test_people_browser import sign_in

__all__ = ["frail_servers"]
pytestmark = pytest.mark.browser


def browser_of(browser: Browser, width: int = 1366, height: int = 768) -> Page:
    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
    page.set_default_timeout(PATIENCE)
    still(page)
    return page


def as_guest(page: Page, site: Site, wanted: str = "/") -> None:
    page.goto(f"{site.base}/accounts/login/?next={wanted}")
    page.get_by_role("button", name="Play as a guest").click()
    page.wait_for_url(f"{site.base}{wanted}")


def set_up(page: Page, site: Site, visibility: str) -> str:
    """Set up Five Cities with a seat left open; return the address of the invitation."""
    page.goto(f"{site.base}/?game=fivecities")
    page.locator("select[name=seat-1]").select_option("open")
    page.locator("#option-turn-limit").fill("3")
    page.locator("#visibility").select_option(visibility)
    page.locator("#setup-go").click()
    page.wait_for_url("**/tables/*")
    return page.locator("#invitation").input_value()


@pytest.fixture(params=["one process", "two processes"])
def any_club(request: pytest.FixtureRequest) -> Site:
    """Return a club on SQLite, then one whose two processes share a PostgreSQL and a Redis."""
    if request.param == "one process":
        return cast(Site, request.getfixturevalue("club_data_site"))
    return cast(Servers, request.getfixturevalue("frail_servers")).site(processes=2)


@pytest.mark.deep
@pytest.mark.takes(30)
def test_two_people_play_by_invitation_while_somebody_looks_on(browser: Browser, any_club: Site) -> None:
    site = any_club
    hers, his, watching = browser_of(browser), browser_of(browser, 390, 844), browser_of(browser)
    sign_in(hers, site.base, Member(site, "Ann"))
    invitation = set_up(hers, site, "unlisted")
    table = hers.url
    his.goto(invitation)
    his.get_by_role("link", name="Sign in to join").click()
    his.get_by_role("button", name="Play as a guest").click()
    his.wait_for_url(invitation)
    his.get_by_role("button", name="Take the seat: Second player").click()
    expect(his.get_by_role("status")).to_contain_text("Ann can begin")
    judge(hers)
    hers.get_by_role("button", name="Begin the game").click()
    expect(his.locator("#ask")).to_contain_text("Write your move")
    watching.goto(table)
    expect(watching.locator("#seats")).to_contain_text("Ann")
    write(hers, "1 A to M")
    expect(hers.locator("#prompt")).to_contain_text("Waiting")
    assert "A to M" not in his.content()
    assert "A to M" not in watching.content()
    site.stop()
    expect(his.locator("#lost")).to_be_visible()
    site.start()
    expect(his.locator("#lost")).to_be_hidden()
    players = (his, hers)
    while any((asked := what_is_asked(page)) != "over" for page in players):
        for page in players:
            asked = what_is_asked(page)
            if asked == "orders":
                write(page, "pass")
            elif asked != "over":
                page.locator("#lines .ch" if asked == "a place" else "#main").first.click()
    for page in (*players, watching):
        expect(page.locator("#buttons")).to_contain_text("Download the record")


@pytest.mark.always
def test_somebody_finds_a_table_in_the_list_and_the_host_sees_them_come(browser: Browser, club_site: Site) -> None:
    hers, his = browser_of(browser), browser_of(browser, 390, 844)
    as_guest(hers, club_site)
    set_up(hers, club_site, "public")
    as_guest(his, club_site, "/tables")
    judge(his)
    his.get_by_role("link", name=re.compile("1 seat free")).first.click()
    judge(his)
    expect(hers.get_by_role("button", name="Begin the game")).to_be_disabled()
    his.get_by_role("button", name="Take the seat: Second player").click()
    expect(hers.get_by_role("button", name="Begin the game")).to_be_enabled()
    hers.get_by_role("button", name=re.compile("Send Guest .* away")).click()
    expect(his.get_by_role("button", name="Take the seat: Second player")).to_be_visible()
    went: list[str] = []
    hers.on("request", lambda asked: went.append(asked.url) if asked.is_navigation_request() else None)
    hers.get_by_role("button", name="Take the table away").click()
    his.wait_for_url(f"{club_site.base}/")
    hers.wait_for_url(f"{club_site.base}/")
    assert went == [f"{club_site.base}/"]  # once, though she is told by the answer and by the socket


def test_clocks_run_in_sight(browser: Browser, club_site: Site) -> None:
    hers = browser_of(browser)
    as_guest(hers, club_site)
    hers.goto(f"{club_site.base}/?game=fivecities")
    expect(hers.locator("#lateness")).to_be_hidden()
    hers.locator("#pace").select_option("quick")
    expect(hers.locator("#off")).to_be_hidden()
    hers.locator("#late").select_option("resign")
    hers.locator("select[name=seat-1]").select_option("friend")
    hers.locator("#setup-go").click()
    hers.wait_for_url("**/tables/*")
    hers.locator("#handover-ready").click()
    clock = hers.locator(".clock.runs").first
    expect(clock).to_have_text(re.compile(r"^(20:00|19:\d\d)$"))
    expect(clock).not_to_have_text(clock.inner_text())


REPLACED = {"each": 0, "reserve": 24 * 60 * 60, "more": 600, "late": "replace", "off": []}


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_somebody_takes_a_free_seat_by_one_press(browser: Browser, club_site: Site, width: int, height: int) -> None:
    ann, bob = Person(club_site), Person(club_site)
    code = seated(ann, bob, game="fivecities", visibility="public", name=f"Siege {width}", pace=REPLACED)
    hers = ann.page(code, 0)
    hers.play(0, "pass")
    late(club_site, code, 1)
    while not hers.state["scene"]["seats"][1]["free"]:
        hers.hear()
    his = browser_of(browser, width, height)
    his.goto(f"{club_site.base}/tables?state=free")
    judge(his)
    his.get_by_role("link", name=re.compile(f"Siege {width}.*1 seat free")).click()
    expect(his.get_by_role("link", name="Take the seat: Second player")).to_be_visible()
    judge(his)
    his.get_by_role("link", name="Take the seat: Second player").click()
    his.get_by_role("button", name="Play as a guest").click()
    his.wait_for_url(f"{club_site.base}/tables/{code}")
    assert his.evaluate("document.documentElement.scrollWidth <= innerWidth")
    his.get_by_role("button", name="Take the seat: Second player").click()
    expect(his.locator("#seats [data-viewer]")).to_contain_text("Second player")
    expect(his.locator("#free")).to_be_hidden()


def test_a_page_that_has_lost_its_seat_shows_nothing_of_it(browser: Browser, club_site: Site) -> None:
    ann = Person(club_site)
    his = browser_of(browser)
    as_guest(his, club_site)
    code = ann.gather("me", "open", visibility="unlisted", pace=REPLACED)
    his.goto(f"{club_site.base}/tables/{code}")
    his.get_by_role("button", name="Take the seat: Second player").click()
    expect(his.get_by_role("status")).to_contain_text("can begin")
    assert ann.post(f"/tables/{code}/begin", {})[0] == 200
    expect(his.locator("#ask")).to_contain_text("Write your move")
    ann.page(code, 0).play(0, "pass")
    late(club_site, code, 1)
    expect(his.locator("#free")).to_contain_text("has no player")
    expect(his.locator("#seats [data-viewer]")).to_have_count(0)
    expect(his.locator("#ask")).not_to_contain_text("Write your move")
    his.get_by_role("button", name="Take the seat: Second player").click()
    expect(his.locator("#seats [data-viewer]")).to_contain_text("Second player")


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_people_agree_on_a_pause(browser: Browser, club_site: Site, width: int, height: int) -> None:
    ann, his = Person(club_site), browser_of(browser, width, height)
    as_guest(his, club_site)
    pace = {"each": 86400, "reserve": 0, "more": 0, "late": "wait", "off": []}
    code = ann.gather("me", "open", visibility="unlisted", pace=pace)
    his.goto(f"{club_site.base}/tables/{code}")
    his.get_by_role("button", name="Take the seat: Second player").click()
    expect(his.get_by_role("status")).to_contain_text("can begin")
    assert ann.post(f"/tables/{code}/begin", {})[0] == 200
    hers = ann.page(code, 0)
    hers.say({"type": "arrange", "seat": 0, "act": "propose", "what": "pause"})
    expect(his.locator("#agreeing")).to_contain_text("First player proposes a pause.")
    judge(his)
    his.get_by_role("button", name="Agree").click()
    if width < 700:
        his.get_by_role("tab", name="Table").click()
    expect(his.locator("#agreeing")).to_contain_text("The game is paused.")
    expect(his.locator(".clock.runs")).to_have_count(0)
    his.locator("#pause-button").click()
    expect(his.locator("#pausing-what")).to_contain_text("to go on")
    judge(his)
    his.get_by_role("button", name="Propose", exact=True).click()
    expect(his.get_by_role("button", name="Withdraw it")).to_be_visible()
    judge(his)
    assert his.evaluate("document.documentElement.scrollWidth <= innerWidth")
