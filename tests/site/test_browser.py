"""The page in a real Chromium, used as a player uses it: mouse, keyboard, phone, hand-over, replay."""

from __future__ import annotations

import itertools
import json
import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tanelorn import Record
from tanelorn.core.play.verify import verify
from tests.site.conftest import Site

pytestmark = pytest.mark.browser
SEALED = "() => document.getElementById('prompt-title').textContent !== 'Orders'"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def still(page: Page) -> None:
    """Ask for no motion, so that a test waits for nothing."""
    page.emulate_media(reduced_motion="reduce")


def space(page: Page, id: str) -> None:
    """Click the middle of a space."""
    place = page.locator(f"#space-{id}").bounding_box()
    assert place is not None
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)


def write(page: Page, order: str) -> None:
    """Write an order on the slip and seal it; passing needs no writing."""
    if order != "pass":
        slip = page.locator("#slip textarea")
        slip.fill(order)
        slip.press("Enter")
        expect(page.locator("#main")).to_contain_text("Seal the move")
    seal(page)


def seal(page: Page) -> None:
    """Press the red button, and again if the page was drawn anew under the press, as a person would."""
    button = page.locator("#main:not(.off)", has_text="Seal")
    button.click()
    for _ in range(20):
        with suppress(TimeoutError):
            page.wait_for_function(SEALED, timeout=3000)
            return
        with suppress(TimeoutError):  # it is being sealed: the button waits
            button.click(timeout=1000)
    raise AssertionError("the order was not sealed")


def what_is_asked(page: Page) -> str:
    """Wait until the page asks for something, and say what: an order, a place, a press of the button, or no more."""
    asked = page.wait_for_function(
        """() => {
          const text = (id) => document.getElementById(id).textContent;
          if (text('buttons').includes('Download the record')) return 'over';
          if (text('prompt-title').includes('revealed')) return 'a press';
          const seen = (selector) => document.querySelector(selector)?.checkVisibility();
          if (text('prompt-title') === 'Orders' && seen('#slip textarea')) return 'orders';
          if (text('prompt-title') !== 'New pieces') return '';
          return seen('#lines .ch') ? 'a place' : seen('#main:not(.off)') ? 'a press' : '';
        }"""
    )
    return str(asked.json_value())


@pytest.mark.always
def test_setting_up_and_playing_by_mouse(page: Page, shared_site: Site) -> None:
    still(page)
    page.goto(shared_site.base)
    page.get_by_role("button", name=re.compile("Five Cities Both sides")).click()
    page.locator("select[name=seat-1]").select_option("friend")
    page.locator("#table-name").fill("Five before supper")
    page.locator("#setup-go").click()
    page.wait_for_url("**/tables/*")
    page.locator("#handover-ready").click()
    expect(page.locator("#ask")).to_contain_text("Write your move")
    space(page, "M")
    expect(page.locator("#ask")).to_contain_text("where to")
    space(page, "S")
    expect(page.locator("#live .draft")).not_to_have_count(0)
    page.keyboard.press("2")
    expect(page.locator("#slip input, #slip textarea")).to_have_value(re.compile("2 M to S"))
    expect(page.locator("#live .draft")).not_to_have_count(0)
    page.locator("#buttons button", has_text="Bomb").click()
    expect(page.locator("#ask")).to_contain_text("Which area")
    space(page, "UC")
    expect(page.locator("#slip textarea")).to_have_value("2 M to S; Bomb UC")
    page.locator("#main").click()
    page.locator("#handover-ready").click()
    expect(page.locator("#handover-name")).to_be_hidden()
    assert "M to S" not in page.content()
    write(page, "pass")
    expect(page.locator("#prompt-title")).to_contain_text("Turn 1 revealed")
    expect(page.locator("#lines")).to_contain_text("2 M to S; Bomb UC")
    expect(page.locator("#lines")).to_contain_text("Lightning strikes Umbra City")


def test_a_press_costs_one_way_to_the_server_and_back(page: Page, shared_site: Site) -> None:
    """Over a long line each question more would be seen: what follows a press comes along with its answer."""
    still(page)
    asked: list[list[str]] = []

    def sent(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "offer":
            asked.append(message["path"])

    page.on("websocket", lambda socket: socket.on("framesent", sent))
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'easy')}")
    expect(page.locator("#ask")).to_contain_text("Write your move")
    asked.clear()
    space(page, "M")
    expect(page.locator("#ask")).to_contain_text("where to")
    assert asked == [["space:M"]]
    space(page, "S")
    expect(page.locator("#slip textarea")).to_have_value("1 M to S")
    assert asked == [["space:M"], ["space:M", "space:S"]]


@pytest.mark.rule("fivecities/movement.1")
def test_the_screen_is_covered_between_two_players(page: Page, shared_site: Site) -> None:
    still(page)
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'friend')}")
    expect(page.locator("#handover")).to_be_visible()
    page.locator("#handover-ready").click()
    write(page, "3 M to S; Bomb V")
    expect(page.locator("#handover")).to_be_visible()
    expect(page.locator("#handover-words")).to_contain_text("second player")
    assert "M to S" not in page.content()
    assert "Bomb V" not in page.content()


@pytest.mark.always
def test_a_whole_game_against_a_bot_then_replay_and_record(page: Page, shared_site: Site) -> None:
    still(page)
    code = shared_site.table("me", "easy", options={"turn-limit": 6})
    page.goto(f"{shared_site.base}/tables/{code}")
    orders = itertools.chain(["1 A to AC, 1 A to M", "pass; Bomb EC"], itertools.repeat("pass"))
    while (asked := what_is_asked(page)) != "over":
        if asked == "orders":
            write(page, next(orders))
        else:
            prompt = page.locator("#prompt")
            before = prompt.text_content() or ""
            page.locator("#lines .ch" if asked == "a place" else "#main").first.click()
            expect(prompt).not_to_have_text(before)
    expect(page.locator("#buttons")).to_contain_text("Download the record")
    with page.expect_download() as download:
        page.get_by_text("Download the record").click()
    record = Record.load(download.value.path())
    assert verify(record).entries == len(record.entries)
    page.locator("#buttons").get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay*")
    position = page.locator("#position")
    expect(position).to_contain_text("entry 1 of")
    page.locator("#next").click()
    expect(position).to_contain_text("entry 2 of")
    page.locator("#slider").press("End")
    expect(position).to_contain_text("finished")
    viewers = page.get_by_role("group", name="Seen by")
    viewers.get_by_role("button", name="Second player").click()
    expect(viewers.get_by_role("button", name="Second player")).to_have_attribute("aria-pressed", "true")


@pytest.mark.always
def test_reload_and_restart_lose_nothing(page: Page, site: Site) -> None:
    still(page)
    code = site.table("me", "friend")
    page.goto(f"{site.base}/tables/{code}?seat=0")
    write(page, "2 M to S")
    expect(page.locator("#slip")).to_contain_text("2 M to S")
    page.reload()
    expect(page.locator("#slip")).to_contain_text("2 M to S")
    site.stop()
    expect(page.locator("#lost")).to_be_visible()
    site.start()
    page.goto(f"{site.base}/tables/{code}?seat=0")
    expect(page.locator("#slip")).to_contain_text("2 M to S")
    page.locator("#undo").click()
    expect(page.locator("#ask")).to_contain_text("Write your move")


def test_a_chart_that_was_cut_off_is_drawn_when_the_line_is_back(page: Page, site: Site) -> None:
    page.route("**/charts/*", lambda route: route.abort("connectionrefused"))
    page.goto(f"{site.base}/tables/{site.table('me', 'friend')}?seat=0")
    expect(page.locator("#slip")).to_be_visible()
    site.stop()
    expect(page.locator("#lost")).to_be_visible()
    page.unroute_all()
    expect(page.locator("#drawing")).to_be_visible()
    site.start()
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#drawing")).to_be_hidden()


def test_a_turn_by_keyboard_alone(page: Page, shared_site: Site) -> None:
    still(page)
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'friend')}?seat=0")
    expect(page.locator("#live .pickring")).not_to_have_count(0)
    page.locator("#board").focus()
    page.keyboard.press(".")  # the first glowing thing
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_contain_text("where to")
    page.keyboard.press(".")
    page.keyboard.press("Enter")
    expect(page.locator("#counts output", has_text="1")).to_be_visible()  # the target is taken: one man goes
    page.keyboard.press("1")
    expect(page.locator("#main:not(.off)")).to_contain_text("Seal the move")
    page.keyboard.press("Backspace")
    expect(page.locator("#ask")).to_contain_text("where to")
    page.keyboard.press("Escape")
    expect(page.locator("#ask")).to_contain_text("Write your move")
    page.keyboard.press("Shift+Slash")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Enter") if page.locator("#main:focus").count() else page.locator("#main").press("Enter")
    expect(page.locator("#prompt-title")).to_contain_text("sealed")


def test_every_space_says_what_is_there(page: Page, shared_site: Site) -> None:
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'friend')}?seat=0")
    mu = page.locator("#space-M")
    expect(mu).to_have_attribute("aria-label", re.compile(r"Mu, province.*First player.*3.*Can be picked"))
    assert page.locator("[role=button][id^=space-]").count() == 16


def test_a_refusal_names_its_clause_and_the_clause_opens_in_place(page: Page, shared_site: Site) -> None:
    still(page)
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'friend')}?seat=0")
    slip = page.locator("#slip input, #slip textarea")
    slip.fill("1 A to AC, 1 M to MC")
    slip.press("Enter")
    expect(page.locator("#refused")).to_contain_text("neither one origin nor one destination")
    expect(slip).to_have_value("1 A to AC, 1 M to MC")
    expect(page.locator("#refused")).to_be_in_viewport(ratio=1)
    bottom = "one => one.getBoundingClientRect().bottom"
    assert page.locator("#refused").evaluate(bottom) < page.locator("#question").evaluate(bottom)
    page.locator("#refused .cl, #refused [data-clause]").first.click()
    expect(page.locator("body")).to_contain_text("One kind a turn")


def test_a_phone_held_upright(browser: Any, shared_site: Site) -> None:
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'friend')}?seat=0")
    expect(page.locator("#ask")).to_contain_text("Write your move")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    main = page.locator("#main").bounding_box()
    assert main is not None
    assert main["height"] >= 44
    assert main["y"] + main["height"] <= 844
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a, input, select')]
            .filter((e) => e.checkVisibility() && !e.closest('p, h2, li small, .screenreader'))
            .map((e) => [e.id || e.className || e.textContent, e.getBoundingClientRect()])
            .filter(([, box]) => box.width && box.height < 43.5)
            .map(([name, box]) => `${name}: ${box.height}`)"""
    )
    assert small == []
    write(page, "2 M to S")
    expect(page.locator("#prompt-title")).to_contain_text("sealed")
    context.close()


def test_daylight_and_candlelight(page: Page, shared_site: Site) -> None:
    page.goto(shared_site.base)
    paper = "getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()"
    light = page.evaluate(paper)
    page.locator("#theme").click()
    dark = page.evaluate(paper)
    assert light != dark
    page.reload()
    assert page.evaluate(paper) == dark


@pytest.mark.parametrize(("game", "seats"), [("fivecities", 2), ("diplomacy", 7)])
def test_words_have_contrast_in_both_lights(page: Page, shared_site: Site, game: str, seats: int) -> None:
    """Prompt, log and papers at 4.5:1 at the least, on the colour that lies behind them."""
    code = shared_site.table("me", *["friend"] * (seats - 1), game=game)
    script = """() => {
      const linear = (v) => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
      const lum = (c) => { const [r, g, b] = c.map(linear); return .2126 * r + .7152 * g + .0722 * b; };
      const rgb = (s) => s.match(/[\\d.]+/g).map(Number);
      const back = (e) => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor);
        if (c.length < 4 || c[3] === 1) return c.slice(0, 3); } return [255, 255, 255]; };
      const bad = [];
      for (const e of document.querySelectorAll('.papers *, header *')) {
        const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
        if (!own || !e.checkVisibility() || e.closest('svg')) continue;
        const style = getComputedStyle(e), a = lum(rgb(style.color).slice(0, 3)), b = lum(back(e));
        const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
        const size = parseFloat(style.fontSize);
        if (ratio < 4.5 || size < 12) bad.push([e.textContent.trim().slice(0, 30), ratio, size]);
      } return bad; }"""
    for light in ("light", "dark"):
        page.emulate_media(color_scheme=light)  # type: ignore[arg-type]
        page.goto(f"{shared_site.base}/tables/{code}?seat=0")
        expect(page.locator("#ask")).to_contain_text("Write your")
        assert page.evaluate(script) == []


def test_resigning_asks_once_more(page: Page, shared_site: Site) -> None:
    still(page)
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'friend')}?seat=0")
    expect(page.locator("#ask")).to_contain_text("Write your move")
    page.locator("#menu-button").click()
    page.get_by_role("button", name="Resign").last.click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(".laurels")).to_contain_text("Second player won")


def test_the_rulebook_page(page: Page, shared_site: Site) -> None:
    page.goto(f"{shared_site.base}/rules/fivecities")
    expect(page.locator("body")).to_contain_text("Two to one or better")
    expect(page.locator("#sources")).to_contain_text("Lost with a picture; ours")
    expect(page.locator("#sources")).to_contain_text("Mu–Shalomar")
    assert len(json.dumps(page.locator("body").inner_text())) > 10_000


def test_undo_that_is_pressed_twice_at_once_takes_back_what_was_seen(page: Page, shared_site: Site) -> None:
    still(page)
    code = shared_site.table("me", "friend")
    socket = shared_site.page(code, 0)
    for orders in ("2 M to S", "1 M to S"):
        socket.play(0, orders)
    page.goto(f"{shared_site.base}/tables/{code}?seat=0")
    undo = page.locator("#undo:not(.off)")
    expect(undo).to_be_visible()
    undo.evaluate("button => { button.click(); button.click(); }")
    socket.hear_until(lambda message: message["type"] == "state")
    assert socket.state["decisions"][0]["sealedText"] == "2 M to S"
    expect(undo).to_be_visible()
    undo.click()
    socket.hear_until(lambda message: not message["decisions"][0]["sealed"])
    expect(page.locator("#undo")).to_have_class(re.compile("off"))


def test_on_a_phone_the_corners_of_the_board_come_out_from_under_the_buttons(page: Page, shared_site: Site) -> None:
    still(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'easy', game='archmagi')}?seat=0")
    expect(page.locator("#possible-button")).to_be_visible()
    sheet, button = page.locator("#sheet"), page.locator("#layers-button")
    for _ in range(6):  # a finger has no room for more at once
        page.mouse.move(190, 120)
        page.mouse.down()
        page.mouse.move(250, 200)
        page.mouse.move(380, 400)
        page.mouse.up()
    corner, over = sheet.bounding_box(), button.bounding_box()
    assert corner is not None
    assert over is not None
    assert corner["x"] >= over["x"] + over["width"] or corner["y"] >= over["y"] + over["height"]
