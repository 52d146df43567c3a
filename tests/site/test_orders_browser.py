"""Orders of many units in a real Chromium: the washed map, the slip of rows, drafts, time, seasons, the phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.site.conftest import Site
from tests.site.test_browser import PHONE, space, still
from tests.site.test_lessons_browser import uncovered

pytestmark = pytest.mark.browser
SEVEN = ("me", *["friend"] * 6)
SEASONS = ("A VIE - GAL", "A GAL - RUM", "A RUM H")


def open_table(page: Page, site: Site) -> str:
    """Open a new table as Austria, and return its code."""
    code = site.table(*SEVEN, game="diplomacy")
    page.goto(f"{site.base}/tables/{code}?seat=0")
    expect(page.locator("#orders li")).to_have_count(3)
    return code


def row(page: Page, unit: str) -> Any:
    """Return the row of the unit that stands in a space."""
    return page.locator(f"#orders [data-pick='space:{unit}']")


def chip(page: Page, target: str) -> Any:
    """Return the button of a place that may follow in the row being written."""
    return page.locator(f"#orders [data-target='{target}']")


def test_the_map_shows_owners_centres_and_counters(page: Page, shared_site: Site) -> None:
    still(page)
    open_table(page, shared_site)
    expect(page.locator("#live .wash")).to_have_count(7)
    expect(page.locator("#live [data-dot]")).to_have_count(34)
    expect(page.locator("#live [data-dot='BEL'] .home0")).to_have_count(0)
    expect(page.locator("#live [data-dot='VIE'] .home0")).to_have_count(1)
    expect(page.locator("#live .piece")).to_have_count(22)
    assert page.locator("#live .pickring").count() == 3


def test_orders_by_mouse_and_by_row(page: Page, shared_site: Site) -> None:
    still(page)
    open_table(page, shared_site)
    space(page, "VIE")
    expect(row(page, "VIE")).to_have_class(re.compile("now"))
    expect(page.locator("#live .target")).not_to_have_count(0)
    space(page, "GAL")
    expect(row(page, "VIE")).to_contain_text("A VIE - GAL")
    expect(page.locator("#live .mark.arrow")).to_have_count(1)
    row(page, "BUD").locator(".order-row").click()
    page.locator("#orders .follow").get_by_role("button", name="Support").click()
    expect(page.locator("#orders .follow button", has_text="Support")).to_have_count(0)
    chip(page, "VIE").click()
    chip(page, "GAL").click()
    expect(row(page, "BUD")).to_contain_text("A BUD S A VIE - GAL")
    expect(page.locator("#live .mark.support")).to_have_count(1)
    row(page, "TRI").locator(".order-row").press("Enter")
    expect(row(page, "TRI")).to_have_class(re.compile("now"))
    page.keyboard.press("h")
    expect(row(page, "TRI")).to_contain_text("F TRI H")
    expect(page.locator("#live .mark.hold")).to_have_count(1)
    page.locator("#main:not(.off)").click()
    expect(page.locator("#prompt-title")).to_contain_text("sealed")
    expect(page.locator("#slip")).to_contain_text("A BUD S A VIE - GAL")
    page.locator("#undo").click()
    expect(row(page, "BUD")).to_contain_text("A BUD S A VIE - GAL")


class SlowLine:
    """Lies between page and server; while it `holds`, answers wait until they are let through."""

    def __init__(self, page: Page) -> None:
        self.holds = False
        self.held: list[str | bytes] = []
        page.route_web_socket(re.compile("/ws/"), self.connect)

    def connect(self, route: WebSocketRoute) -> None:
        self.route = route
        route.connect_to_server().on_message(self.answer)

    def answer(self, message: str | bytes) -> None:
        if self.holds:
            self.held.append(message)
        else:
            self.route.send(message)

    def let_through(self) -> None:
        self.holds = False
        while self.held:
            self.route.send(self.held.pop(0))


def test_presses_on_a_slow_line_wait_for_the_answers(page: Page, shared_site: Site) -> None:
    still(page)
    line = SlowLine(page)
    open_table(page, shared_site)
    line.holds = True
    space(page, "VIE")
    space(page, "GAL")
    row(page, "BUD").locator(".order-row").click()
    page.keyboard.press("h")
    slip = page.locator("#slip textarea")
    slip.fill("F TRI - ALB")
    slip.press("Enter")
    page.locator("#main:not(.off)").click()
    expect(row(page, "VIE")).not_to_contain_text("GAL")
    line.let_through()
    expect(page.locator("#prompt-title")).to_contain_text("sealed")
    expect(page.locator("#slip")).to_contain_text("A BUD H; F TRI - ALB; A VIE - GAL")


def test_a_button_that_is_pressed_twice_at_once_is_pressed_once(page: Page, shared_site: Site) -> None:
    still(page)
    line = SlowLine(page)
    open_table(page, shared_site)
    space(page, "VIE")
    hold = page.locator("#orders [data-pick='button:hold']")
    expect(hold).to_be_visible()
    line.holds = True
    hold.dblclick()
    space(page, "BUD")
    line.let_through()
    expect(row(page, "VIE")).to_contain_text("A VIE H")
    expect(row(page, "BUD")).to_have_class(re.compile("now"))  # a refusal would have forgotten that press


def test_the_red_button_waits_for_what_it_will_mean(page: Page, shared_site: Site) -> None:
    """While an answer is under way it cannot say yet what it does: whoever presses it then is not told off."""
    still(page)
    line = SlowLine(page)
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'friend')}?seat=0")
    main = page.locator("#main")
    expect(main).to_contain_text("Seal: pass")
    space(page, "M")
    expect(page.locator("#ask")).to_contain_text("From Mu: where to?")
    line.holds = True
    space(page, "S")
    expect(main).to_have_class(re.compile("off"))
    main.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#refused")).to_be_hidden()
    line.let_through()
    expect(page.locator("#prompt-title")).to_contain_text("sealed")
    expect(page.locator("#prompt")).to_contain_text("1 M to S")


def test_a_refusal_forgets_the_presses_that_wait(page: Page, shared_site: Site) -> None:
    still(page)
    line = SlowLine(page)
    open_table(page, shared_site)
    line.holds = True
    space(page, "VIE")
    space(page, "PAR")
    page.locator("#main:not(.off)").click()
    line.let_through()
    expect(page.locator("#refused")).to_contain_text("Vienna, Paris")
    expect(row(page, "VIE")).to_have_class(re.compile("now"))
    expect(page.locator("#main")).to_have_class(re.compile("off"))


def test_a_press_outlives_a_line_that_was_lost(page: Page, site: Site) -> None:
    still(page)
    line = SlowLine(page)
    open_table(page, site)
    line.holds = True
    space(page, "VIE")
    space(page, "GAL")
    line.held.clear()
    line.holds = False
    line.route.close()
    expect(row(page, "VIE")).to_contain_text("A VIE - GAL")


def test_another_unit_is_taken_up_in_the_middle_of_a_line(page: Page, shared_site: Site) -> None:
    still(page)
    open_table(page, shared_site)
    row(page, "VIE").locator(".order-row").click()
    expect(row(page, "VIE")).to_have_class(re.compile("now"))
    row(page, "BUD").locator(".order-row").click()
    expect(row(page, "BUD")).to_have_class(re.compile("now"))
    expect(page.locator("#orders .now")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#orders .now")).to_have_count(0)


def test_a_text_is_read_in_part_and_the_rest_stays_to_be_mended(page: Page, shared_site: Site) -> None:
    still(page)
    open_table(page, shared_site)
    slip = page.locator("#slip textarea")
    slip.fill("A VIE - GAL; F TRI - PAR; A BUD H")
    slip.press("Enter")
    expect(row(page, "VIE")).to_contain_text("A VIE - GAL")
    expect(page.locator("#orders .bad")).to_contain_text("F TRI - PAR")
    expect(page.locator("#orders .bad [data-clause]")).not_to_have_count(0)
    expect(slip).to_have_value("F TRI - PAR")
    slip.fill("F TRI - ALB")
    slip.press("Enter")
    expect(row(page, "TRI")).to_contain_text("F TRI - ALB")
    expect(page.locator("#orders .bad")).to_have_count(0)
    expect(slip).to_have_value("")
    expect(row(page, "BUD")).to_contain_text("A BUD H")


@pytest.mark.always
def test_what_is_written_outlives_the_page_and_a_killed_server(page: Page, site: Site) -> None:
    still(page)
    heard: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    code = open_table(page, site)
    space(page, "VIE")
    space(page, "GAL")
    expect(row(page, "VIE")).to_contain_text("A VIE - GAL")
    while not any('"kept"' in frame and "GAL" in frame for frame in heard):
        page.evaluate("() => new Promise(requestAnimationFrame)")
    site.stop()
    site.start()
    page.goto(f"{site.base}/tables/{code}?seat=0")
    expect(row(page, "VIE")).to_contain_text("A VIE - GAL")
    page.goto(f"{site.base}/tables/{code}?seat=1")
    expect(page.locator("#orders li")).to_have_count(3)
    assert "GAL" not in (page.locator("#orders").text_content() or "")


def test_calling_time_names_who_has_not_sealed(page: Page, shared_site: Site) -> None:
    still(page)
    open_table(page, shared_site)
    slip = page.locator("#slip textarea")
    slip.fill("A VIE - GAL; A BUD - SER")
    slip.press("Enter")
    expect(row(page, "VIE")).to_contain_text("GAL")
    page.locator("#main:not(.off)").click()
    expect(page.locator("#prompt-title")).to_contain_text("sealed")
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Call time", exact=True).click()
    expect(page.locator("#menu")).to_contain_text("England, France, Germany, Italy, Russia and Turkey have not sealed")
    page.get_by_role("button", name="Yes, call time").click()
    expect(page.locator("#subtitle")).to_contain_text("Autumn 1901")


def played(site: Site) -> str:
    """Play a year in which Austria takes Rumania, and return the table's code."""
    code = site.table(*SEVEN, game="diplomacy")
    page = site.page(code, 0)
    for text in SEASONS[:2]:
        page.play(0, text)
        page.ask({"type": "time", "moment": page.state["moment"]})
    assert page.state["scene"]["subtitle"].startswith("Winter 1901")
    page.ask({"type": "time", "moment": page.state["moment"]})
    page.ask({"type": "aside", "seat": 0, "moment": page.state["moment"], "text": "resign"})
    return code


def test_the_scrubber_goes_by_seasons(page: Page, shared_site: Site) -> None:
    still(page)
    page.set_viewport_size({"width": 1600, "height": 1000})  # labels give way where room is short
    page.goto(f"{shared_site.base}/tables/{played(shared_site)}/replay?viewer=0")
    nodes = page.locator("#turns .node")
    expect(nodes.nth(0)).to_have_attribute("data-turn", "Spring 1901")
    expect(nodes.nth(1)).to_have_attribute("data-turn", "Autumn")
    expect(nodes.nth(2)).to_have_class(re.compile("aside"))
    page.locator("#next").click()
    expect(nodes.nth(1)).to_have_class(re.compile("now"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#position")).to_contain_text("Winter 1901")
    page.locator("#slider").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#position")).to_contain_text("Autumn 1901")
    page.locator("#back").click()
    expect(page.locator("#position")).to_contain_text("entry 1 of")
    page.keyboard.press("End")
    expect(nodes.first).to_have_class(re.compile("done"))


def test_who_looks_on_sees_the_orders_of_one_season_at_a_time(page: Page, shared_site: Site) -> None:
    """Nobody waits for a page that looks on, or for a power that is out: what it has not waved on makes way."""
    still(page)
    code = shared_site.table(*SEVEN, game="diplomacy")
    page.goto(f"{shared_site.base}/tables/{code}?seat=-1")
    expect(page.locator("#live .piece")).to_have_count(22)
    seasons = {"Spring 1901": ("A VIE - GAL", "A WAR - UKR"), "Autumn 1901": ("A GAL - BOH", "A UKR - GAL")}
    for season, (austria, russia) in seasons.items():
        slips = (austria, "A LVP H", "A PAR H", "A BER H", "A ROM H", russia, "A CON H")
        for seat, slip in enumerate(slips):
            shared_site.page(code, seat).play(seat, slip)
        expect(page.locator("#prompt-title")).to_contain_text(f"{season}: moves revealed")
        expect(page.locator("#lines")).to_contain_text(russia)
        expect(page.locator("#live .mark.arrow")).to_have_count(2)
        expect(page.locator("#live .mark.hold")).to_have_count(20)
    expect(page.locator("#lines")).not_to_contain_text("A VIE - GAL")


def test_ears_hear_owner_centre_and_pieces(page: Page, shared_site: Site) -> None:
    open_table(page, shared_site)
    vienna = page.locator("#space-VIE")
    expect(vienna).to_have_attribute(
        "aria-label", re.compile(r"Vienna.*Home centre, owned by Austria.*Austria: Army\..*Can be picked", re.I)
    )
    expect(page.locator("#space-STP")).to_have_attribute("aria-label", re.compile("Russia: Fleet, south coast", re.I))
    expect(page.locator("#space-BEL")).to_have_attribute("aria-label", re.compile("Centre, nobody’s.*Empty"))


def test_a_phone_has_counters_and_rows_for_fingers(browser: Any, shared_site: Site) -> None:
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    page = context.new_page()
    open_table(page, shared_site)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    high = "(e) => e.getBoundingClientRect()"
    assert page.locator("#live [data-kind='army']").first.evaluate(high)["width"] >= 34
    assert page.locator("#orders .order-row").first.evaluate(high)["height"] >= 44
    for chip_of in page.locator("#seats .seat").all():
        box = chip_of.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 390
    assert page.locator("#seats .seat").count() == 7
    row(page, "VIE").locator(".order-row").tap()
    chip(page, "GAL").tap()
    expect(row(page, "VIE")).to_contain_text("A VIE - GAL")
    page.locator("#zoom-fit").tap()  # the whole board, however small, and back
    assert page.locator("#live [data-kind='army']").first.evaluate(high)["width"] < 30
    page.locator("#zoom-fit").tap()
    assert page.locator("#live [data-kind='army']").first.evaluate(high)["width"] >= 34
    context.close()


def test_seven_seats_fit_in_the_bar(page: Page, shared_site: Site) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_table(page, shared_site)
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
    tools = page.locator(".tools").bounding_box()
    last = page.locator("#seats .seat").last.bounding_box()
    assert tools is not None
    assert last is not None
    assert last["x"] + last["width"] <= tools["x"]


def test_of_two_counters_in_one_space_the_one_pressed_is_taken_up(page: Page, shared_site: Site) -> None:
    still(page)
    code = shared_site.table("me", *["friend"] * 5, game="youngkingdoms")
    start = shared_site.page(code, 5)
    start.play(5, "F Mel, Elric Mel")
    page.goto(f"{shared_site.base}/tables/{code}?seat=4")
    expect(page.locator("#orders li")).to_have_count(3)
    for id, pick in (("jagreen", "piece:jagreen"), (None, "space:PTa")):
        counter = page.locator(f"#live [data-piece='{id}']" if id else "#live [data-piece='PTa-4']")
        box = counter.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.locator(f"#orders [data-pick='{pick}']")).to_have_class(re.compile("now"))
        page.keyboard.press("Escape")
        expect(page.locator("#orders .now")).to_have_count(0)


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_why_an_order_is_refused_is_read_without_scrolling(
    page: Page, shared_site: Site, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{shared_site.base}/?game=diplomacy")
    page.locator("#setup-go").click()
    page.wait_for_url("**/tables/*")
    page.locator("#main[aria-disabled=false]").wait_for()
    page.keyboard.press("w")
    page.locator("#slip textarea").fill("A VIE - LON")
    page.keyboard.press("Enter")
    why = page.locator("#orders .bad small")
    expect(why).to_contain_text("cannot go to London")
    expect(why).to_be_in_viewport(ratio=1)
    assert uncovered(why)
