"""While a game goes on: what the tab says, what of the chronicle is read, what is hidden, and a look back."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.site.archmagi_site import play_on
from tests.site.conftest import Site

pytestmark = pytest.mark.browser
MINE = re.compile("^● Your turn · .+ · Tanelorn$")
PLAIN = re.compile("^[^●]+ · Tanelorn$")


def opened(page: Page, site: Site, code: str, seat: int = 0) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{site.base}/tables/{code}?seat={seat}")
    expect(page.locator("#ask")).not_to_be_empty()
    expect(page.locator("body")).to_have_attribute("data-ready", "")


def test_the_tab_says_when_it_is_your_turn(page: Page, shared_site: Site) -> None:
    code = shared_site.table("me", "friend", name="Five before supper")
    opened(page, shared_site, code)
    expect(page).to_have_title("● Your turn · Five before supper · Tanelorn")
    expect(page.locator("#ask")).to_contain_text("Write your move")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#prompt-title")).to_have_text("Your move is sealed")
    expect(page).to_have_title("Five before supper · Tanelorn")
    shared_site.page(code, 1).play(1, "pass; Bomb AC")
    expect(page.locator("#main")).to_contain_text("Next")  # what was revealed is looked at first
    expect(page).to_have_title(MINE)


def revealed(page: Page, site: Site) -> None:
    """Play a turn whose moves wait to be looked at, at a table of one's own and a friend's."""
    code = site.table("me", "friend")
    opened(page, site, code)
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#prompt-title")).to_have_text("Your move is sealed")
    site.page(code, 1).play(1, "pass; Bomb AC")
    expect(page.locator("#main")).to_contain_text("Next")


@pytest.mark.always
def test_the_chronicle_outlives_a_cut_line_while_what_was_revealed_is_looked_at(page: Page, site: Site) -> None:
    revealed(page, site)
    lines = page.locator("#chronicle li")
    expect(lines.last).to_contain_text("Turn 2")
    told = lines.all_text_contents()
    site.stop()
    expect(page.locator("#lost")).to_be_visible()
    site.start()
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#main")).to_contain_text("Next")
    expect(lines).to_have_text(told)


def test_who_goes_on_while_the_line_is_cut_is_asked_once_it_is_back(page: Page, site: Site) -> None:
    revealed(page, site)
    site.stop()
    expect(page.locator("#lost")).to_be_visible()
    page.locator("#main").click()  # the first press ends what still moves
    if "Next" in page.locator("#main").inner_text():
        page.locator("#main").click()
    expect(page.locator("#main")).to_contain_text("Seal")
    site.start()
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#possible-button")).to_be_visible()
    expect(page.locator("#lines li")).not_to_have_count(0)


def test_the_tab_of_whoever_watches_never_calls_them(page: Page, shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    opened(page, shared_site, code, -1)
    for seat in (0, 1):
        expect(page).to_have_title(PLAIN)
        shared_site.page(code, seat).play(seat, "pass")
    expect(page.locator("#chronicle")).to_contain_text("Turn 2")
    expect(page).to_have_title(PLAIN)


LINES = "#chronicle li:visible"


def fought(site: Site) -> str:
    """Return a table of Five Cities of whose chronicle one turn is a walk, one a battle, and one lightning."""
    code = site.table("me", "friend")
    for first, second in (("1 A to M", "pass"), ("3 M to S", "2 H to S"), ("pass; Bomb AC", "pass")):
        for seat, order in enumerate((first, second)):
            assert site.page(code, seat).play(seat, order)["type"] == "state"
    return code


def test_the_chronicle_shows_battles_or_mine_or_a_place_alone(page: Page, shared_site: Site) -> None:
    opened(page, shared_site, fought(shared_site))
    page.set_viewport_size({"width": 1366, "height": 900})
    lines, shown = page.locator(LINES), page.get_by_role("group", name="Lines of the chronicle")
    everything = lines.all_inner_texts()
    assert sum("Turn" in line for line in everything) == 4
    shown.get_by_role("button", name="Battles").click()
    expect(shown.get_by_role("button", name="Battles")).to_have_attribute("aria-pressed", "true")
    expect(shown.get_by_role("button", name="All")).to_have_attribute("aria-pressed", "false")
    expect(lines.filter(has_text="Lightning strikes")).to_have_count(1)
    expect(lines.filter(has_text="against")).to_have_count(1)
    expect(lines).to_have_count(4)  # each below the heading of its turn
    shown.get_by_role("button", name="Mine").press("Enter")
    expect(lines.filter(has_text="1 A to M")).to_have_count(1)
    expect(lines.filter(has_text="2 H to S")).to_have_count(0)
    shown.get_by_role("button", name="This place").click()
    expect(lines).to_have_count(0)
    expect(page.locator("#log-none")).to_have_text("Rest on a place of the board, or press it.")
    page.locator("#board").focus()
    page.keyboard.press("ArrowDown")
    at = page.locator("#here h2")
    expect(at).not_to_be_empty()
    expect(shown.get_by_role("button", pressed=True)).to_contain_text("At ")
    shown.get_by_role("button", name="All").click()
    assert lines.all_inner_texts() == everything


def test_what_happens_meanwhile_is_filtered_too(page: Page, shared_site: Site) -> None:
    code = fought(shared_site)
    opened(page, shared_site, code, -1)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("tab", name="Log").click()
    shown = page.get_by_role("group", name="Lines of the chronicle")
    expect(shown.get_by_role("button", name="Mine")).to_be_hidden()  # who only looks on has none
    shown.get_by_role("button", name="Battles").click()
    expect(page.locator(LINES)).to_have_count(4)
    for seat, order in enumerate(("1 A to M; Bomb V", "pass")):
        shared_site.page(code, seat).play(seat, order)
    expect(page.locator(LINES).filter(has_text="Lightning strikes")).to_have_count(2)
    expect(page.locator(LINES)).to_have_count(6)


def test_one_key_hides_pieces_and_marks_until_it_is_pressed_again(page: Page, shared_site: Site) -> None:
    opened(page, shared_site, fought(shared_site))
    expect(page.locator("#ask")).to_contain_text("Write your move")
    pieces, rings = page.locator("#live .piece:visible"), page.locator("#live .pickring:visible")
    expect(pieces).to_have_count(7)
    expect(rings).to_have_count(4)
    page.keyboard.press("v")
    expect(pieces).to_have_count(0)
    expect(rings).to_have_count(0)
    expect(page.locator("#chart")).to_be_visible()
    expect(page.locator("#bare-button")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("v")
    expect(pieces).to_have_count(7)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("hide pieces and marks")


def test_a_pick_brings_hidden_pieces_back(browser: Browser, shared_site: Site) -> None:
    window = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = window.new_page()
    opened(page, shared_site, fought(shared_site))
    expect(page.locator("#ask")).to_contain_text("Write your move")
    page.locator("#bare-button").tap()
    expect(page.locator("#live .piece:visible")).to_have_count(0)
    place = page.locator("#space-M").bounding_box()
    assert place is not None
    page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(page.locator("#ask")).to_contain_text("where to")
    expect(page.locator("#live .piece:visible")).to_have_count(7)
    expect(page.locator("#bare-button")).to_have_attribute("aria-pressed", "false")
    window.close()


def test_a_reveal_brings_hidden_pieces_back(page: Page, shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    opened(page, shared_site, code)
    expect(page.locator("#ask")).to_contain_text("Write your move")
    page.keyboard.press("v")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#prompt-title")).to_have_text("Your move is sealed")
    expect(page.locator("#live .piece:visible")).to_have_count(0)
    shared_site.page(code, 1).play(1, "pass; Bomb AC")
    expect(page.locator("#main")).to_contain_text("Next")
    expect(page.locator("#live .piece:visible")).to_have_count(6)


def test_looking_back_and_returning_to_the_question(page: Page, shared_site: Site) -> None:
    code = fought(shared_site)
    opened(page, shared_site, code)
    expect(page.locator("#ask")).to_contain_text("Write your move")
    page.keyboard.press("Shift+L")
    page.wait_for_url("**/replay?seat=0*")
    expect(page.locator("#position")).to_have_text(re.compile("^entry 4 of 4 "))  # what was seen last
    expect(page.locator("#viewers")).to_contain_text("Seen by First player")
    expect(page.locator("#viewers button")).to_have_count(0)  # no other seat, and not everything
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#position")).to_have_text(re.compile("^entry 3 of 4 "))
    page.get_by_role("group", name="Seen by").get_by_role("link", name="Back to the game").click()
    page.wait_for_url(f"**/tables/{code}?seat=0")
    expect(page.locator("#ask")).to_contain_text("Write your move")


def test_a_line_of_the_chronicle_leads_to_its_moment(page: Page, shared_site: Site) -> None:
    opened(page, shared_site, fought(shared_site))
    line = page.locator("#chronicle li", has_text="against")
    line.hover()
    line.get_by_role("link", name="The moment of this line").click()
    page.wait_for_url("**/replay?seat=0*")
    expect(page.locator("#position")).to_have_text(re.compile("^entry 3 of 4 "))
    expect(page.locator("#chronicle li.new", has_text="against")).to_have_count(1)
    expect(page.locator("#chronicle li", has_text="Lightning")).to_have_count(0)
    line = page.locator("#chronicle li", has_text="1 A to M")
    line.hover()
    line.get_by_role("button", name="The moment of this line").click()
    expect(page.locator("#position")).to_have_text(re.compile("^entry 2 of 4 "))
    page.keyboard.press("Shift+L")
    page.wait_for_url("**/tables/*?seat=0")


def test_who_looks_back_from_a_shared_screen_comes_back_to_the_hand_over(page: Page, shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    page.goto(f"{shared_site.base}/tables/{code}")
    page.locator("#handover-ready").click()
    expect(page.locator("#ask")).to_contain_text("Write your move")
    page.get_by_role("link", name="Look back through the game").click()
    page.wait_for_url("**/replay?viewer=0*")
    expect(page.locator("#position")).to_have_text(re.compile("^entry 1 of 1 "))
    page.keyboard.press("Shift+L")
    expect(page.locator("#handover-ready")).to_be_visible()


def test_what_was_taken_back_is_not_told_when_looking_back(shared_site: Site) -> None:
    code = shared_site.table("me", "me", game="elric", scenario="dragonmasters")
    socket = shared_site.page(code)
    for lots in range(4):
        play_on(socket, until=lambda state: state["undo"]["can"] and bool(state["events"]), lots=lots)
        assert socket.take_back(socket.state["viewer"])["type"] == "state"
    play_on(socket, until=lambda state: state["undo"]["can"], lots=9)
    seat = socket.state["viewer"]
    status, raw = shared_site.get(f"/tables/{code}/frames.json?viewer={seat}&pass={socket.state['pass']}")
    assert status == 200
    lines: list[dict[str, object]] = []
    frames = json.loads(raw)["frames"]
    for frame in frames:
        lines[frame["since"] :] = frame["events"]
    assert lines == socket.events
    assert len(lines) < sum(len(frame["events"]) for frame in frames)
