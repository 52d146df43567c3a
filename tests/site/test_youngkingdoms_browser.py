"""The Age of the Young Kingdoms in a real Chromium: six seats at one screen, magic, secrets kept, a victory."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import Site
from tests.site.test_browser import PHONE, space, still
from tests.site.test_orders_browser import chip, row

pytestmark = pytest.mark.browser
SIX = ("me", *["friend"] * 5)
ARGIMILIAR, LORMYR, JHARKOR, ILMIORA, PAN_TANG, MELNIBONE = range(6)
SPRING = {
    ARGIMILIAR: "A CAr - Fil",
    LORMYR: "A Ram - Sta; A Ios - Tre; F Tre - SOC",
    JHARKOR: "A Seq - Tho; F Dha H",
    ILMIORA: "A Kar - LIl; F Bak - PAL",
    PAN_TANG: "A Gro - Dhr; F PTa - SHA; Jagreen rides",
}
AUTUMN = {
    ARGIMILIAR: "A Fil H; F Arg - PUR",
    JHARKOR: "A Tho H; F Dha H",
    ILMIORA: "A LIl - Jad; F PAL - Gro",
    PAN_TANG: "A Dhr H; F SHA - DRA",
    MELNIBONE: "F DRA H; Elric H",
}
TO_VICTORY = (
    "A Ios - Oin; A Ram - Sta; F Tre - SOC",
    "A Oin H; A Sta - Fil; F SOC - Afl",
    "A Ios B; F Ram B; F Tre B",
    "A Fil - Kan; A Ios - Sta; A Oin H; F Ram - DRA; F Tre - SOC; F Afl - SHA",
    "A Kan H; A Sta - Fil; F DRA - PUR; F SOC - BOI; F SHA - SIs",
    "A Ios B; A Ram B",
    "F PUR - IOP; F BOI - Ash; A Kan - LAr; A Ios - Sta; F SIs - DRA",
    "A LAr - CAr; A Fil S A LAr - CAr; F DRA - PUR; A Sta H",
    "A Ios B; F Tre B",
    "A CAr - Arg; A Fil S A CAr - Arg; F PUR S A CAr - Arg; F Ash - BOI; F Tre - UNK; F IOP - STR",
    "F BOI - LCi; F UNK S F BOI - LCi; F STR - Vil; A Fil - CAr",
)


def counter(page: Page, id: str) -> None:
    """Click a counter."""
    box = page.locator(f"#live [data-piece='{id}']").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def press(page: Page, words: str) -> None:
    """Press a button that may follow."""
    page.locator("#orders .follow button, #lines button, #buttons button", has_text=words).first.click()


def write(page: Page, text: str) -> None:
    """Write orders on the slip; all of them are read."""
    slip = page.locator("#slip textarea")
    slip.fill(text)
    slip.press("Enter")
    expect(slip).to_have_value("")


def seal(page: Page) -> None:
    """Seal what is written."""
    page.locator("#main:not(.off)", has_text="Seal").click()


def take_over(page: Page, name: str) -> None:
    """Take the screen over from the one before; look at what was revealed first."""
    title, covered = page.locator("#prompt-title"), page.locator("#handover-name")
    expect(title.filter(has_text="revealed").or_(covered.filter(has_text=name).filter(visible=True))).to_be_visible()
    if covered.is_hidden():
        page.locator("#main").click()
    expect(covered).to_have_text(name)
    page.locator("#handover-ready").click()
    expect(covered).to_be_hidden()


def test_six_seats_at_one_screen_from_set_up_through_a_year(page: Page, shared_site: Site) -> None:
    still(page)
    page.goto(f"{shared_site.base}/?game=youngkingdoms")
    for seat in range(1, 6):
        page.locator(f"select[name=seat-{seat}]").select_option("friend")
    page.locator("#setup-go").click()
    page.wait_for_url("**/tables/*")
    take_over(page, "Melnibone")
    space(page, "DRA")
    press(page, "Elric sails with it")
    page.locator("#main:not(.off)").click()
    elric = page.locator("#orders [data-pick='piece:elric']")  # who sits here goes on
    expect(elric).to_contain_text("Elric DRA")
    counter(page, "elric")
    press(page, "Ride the fleet")
    expect(elric).to_contain_text("Elric DRA rides")
    press(page, "Agree to share")
    press(page, "Lormyr")
    expect(page.locator("#orders")).to_contain_text("consent Lormyr")
    counter(page, "elric")
    press(page, "Hold")
    expect(elric).to_contain_text("Elric DRA H")
    seal(page)
    for seat, name in enumerate(("Argimiliar", "Lormyr", "Jharkor", "Ilmiora", "Pan Tang")):
        take_over(page, name)
        write(page, SPRING[seat])
        seal(page)
    expect(page.locator("#lines")).to_contain_text("Melnibone agrees to share with Lormyr")
    page.locator("#main").click()
    write(page, AUTUMN[PAN_TANG])
    seal(page)
    take_over(page, "Argimiliar")
    write(page, AUTUMN[ARGIMILIAR])
    seal(page)
    take_over(page, "Lormyr")  # a convoy by mouse, the fleet first: a warning until the army is ordered too
    space(page, "SOC")
    press(page, "Convoy")
    space(page, "Tre")
    space(page, "Afl")
    expect(row(page, "SOC")).to_contain_text("F SOC C A Tre - Afl")
    expect(row(page, "SOC").locator(".warn")).to_contain_text("not ordered to go there yet")
    space(page, "Tre")
    space(page, "Afl")
    expect(row(page, "Tre")).to_contain_text("A Tre - Afl via convoy")
    expect(row(page, "SOC").locator(".warn")).to_have_count(0)
    row(page, "Sta").locator(".order-row").press("Enter")  # and a support by keyboard
    expect(row(page, "Sta")).to_have_class("now")
    page.keyboard.press("s")
    expect(page.locator("#ask")).to_contain_text("supports which unit")
    chip(page, "Fil").press("Enter")
    expect(page.locator("#ask")).to_contain_text("supports Filkhar")
    chip(page, "Fil").press("Enter")
    expect(row(page, "Sta")).to_contain_text("A Sta S A Fil")
    seal(page)
    for seat, name in ((JHARKOR, "Jharkor"), (ILMIORA, "Ilmiora"), (MELNIBONE, "Melnibone")):
        take_over(page, name)
        write(page, AUTUMN[seat])
        seal(page)
    expect(page.locator("#lines")).to_contain_text("Lormyr takes Aflitain")
    page.locator("#live .mark.failed[data-note] .failure").first.click()  # why it failed
    expect(page.locator("#refusal")).to_contain_text(re.compile("as strong|does otherwise|equal or stronger"))
    expect(page.locator("#subtitle")).to_contain_text("Winter 1400")
    take_over(page, "Argimiliar")
    space(page, "CAr")
    press(page, "Build an army")
    expect(page.locator("#orders")).to_contain_text("A CAr B")
    expect(page.locator("#live .mark.build")).to_have_count(1)
    seal(page)
    take_over(page, "Lormyr")
    write(page, "F Tre B")
    seal(page)
    take_over(page, "Ilmiora")
    assert "F Tre B" not in page.content()


def listen(page: Page) -> list[str]:
    """Return the list in which every frame is kept that a page gets."""
    heard: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    return heard


@pytest.mark.always
def test_spells_drafts_and_sealed_orders_reach_no_other_browser(browser: Any, shared_site: Site) -> None:
    code = shared_site.table(*SIX, game="youngkingdoms")
    shared_site.page(code, MELNIBONE).play(MELNIBONE, "F DRA, Elric DRA")
    pages = {}
    frames = {}
    for seat in (MELNIBONE, ARGIMILIAR, None):
        page = browser.new_context(reduced_motion="reduce").new_page()
        frames[seat] = listen(page)
        page.goto(f"{shared_site.base}/tables/{code}?seat={-1 if seat is None else seat}")
        expect(page.locator("#prompt-title")).to_contain_text("You are watching" if seat is None else "Orders")
        expect(page.locator("#undo")).to_be_visible(visible=seat is not None)
        pages[seat] = page
    elric = pages[MELNIBONE]
    hand = elric.locator(".paper", has_text="Spells of Elric")
    expect(hand.locator(".row")).to_have_count(4)
    counter(elric, "elric")
    press(elric, "Spell")
    expect(elric.locator("#orders .now")).to_contain_text("Spell")
    elric.keyboard.press("Escape")
    elric.keyboard.press("Escape")
    write(elric, "F DRA - PUR; Elric rides")
    seal(elric)
    expect(elric.locator("#prompt-title")).to_contain_text("sealed")
    for seat in (ARGIMILIAR, None):
        expect(pages[seat].locator("#seats")).to_contain_text(re.compile(r"Melnibone\s*.*sealed"))
        expect(pages[seat].locator("#papers")).not_to_contain_text("Spells of")
    assert any("Spells of Elric" in frame and "holds the spells" in frame for frame in frames[MELNIBONE])
    assert any("F DRA - PUR" in frame for frame in frames[MELNIBONE])
    for seat in (ARGIMILIAR, None):
        text = "".join(frames[seat])
        assert '"type":"state"' in text
        for secret in ("Spells of", "holds the spells", "button:spell", "DRA - PUR", "rides", "space:PUR"):
            assert secret not in text, (seat, secret)
    shared = shared_site.page(code, LORMYR)  # all others seal; then the orders are everybody's
    for seat in range(5):
        shared.sit(seat)
        shared.play(seat, "nothing")
    for page in pages.values():
        expect(page.locator("#lines")).to_contain_text("F DRA - PUR; Elric DRA rides")
        page.context.close()


def test_half_written_slips_of_several_seats_outlive_a_killed_server(page: Page, site: Site) -> None:
    still(page)
    code = site.table(*SIX, game="youngkingdoms")
    site.page(code, MELNIBONE).play(MELNIBONE, "F Mel, Elric Mel")
    heard = listen(page)
    written = {LORMYR: ("Ios", "Oin"), JHARKOR: ("Seq", "NJh")}
    for seat, (at, to) in written.items():
        page.goto(f"{site.base}/tables/{code}?seat={seat}")
        expect(page.locator("#orders li")).not_to_have_count(0)
        space(page, at)
        space(page, to)
        while not any('"kept"' in frame and f"space:{to}" in frame for frame in heard):
            page.evaluate("() => new Promise(requestAnimationFrame)")
    site.stop()
    site.start()
    for seat, (at, to) in written.items():
        page.goto(f"{site.base}/tables/{code}?seat={seat}")
        expect(row(page, at)).to_contain_text(f"A {at} - {to}")
        assert page.locator("#orders li", has_text=" - ").count() == 1


def what_now(page: Page) -> str:
    """Wait until something can be done, and say what: write, look at what was revealed, call time, or no more."""
    now = page.wait_for_function(
        """() => {
          const title = document.getElementById('prompt-title').textContent;
          if (document.querySelector('.laurels')) return 'over';
          if (title.includes('revealed')) return 'look';
          if (title.includes('sealed') || title === 'Not your turn') return 'call time';
          return document.querySelector('#slip textarea')?.checkVisibility() ? 'write' : '';
        }"""
    )
    return str(now.json_value())


def test_a_victory_from_set_up_by_written_orders(page: Page, shared_site: Site) -> None:
    still(page)
    code = shared_site.table(*SIX, game="youngkingdoms")
    shared_site.page(code, MELNIBONE).play(MELNIBONE, "F Mel, Elric Mel")
    page.goto(f"{shared_site.base}/tables/{code}?seat={LORMYR}")
    texts = iter(TO_VICTORY)
    told = page.locator("#chronicle li")
    while (now := what_now(page)) != "over":
        if now == "write":
            write(page, next(texts))
            season = page.locator("#subtitle").text_content()
            seal(page)
            # where nobody else is asked the next season comes at once
            page.wait_for_function(
                """(before) => document.getElementById('prompt-title').textContent.includes('sealed')
                  || document.getElementById('subtitle').textContent !== before""",
                arg=season,
            )
        elif now == "look":
            page.locator("#main").click()
            expect(page.locator("#prompt-title")).not_to_contain_text("revealed")
        else:
            before = told.count()
            page.locator("#menu-button").click()
            page.get_by_role("button", name="Call time", exact=True).click()
            page.get_by_role("button", name="Yes, call time").click()
            expect(told).not_to_have_count(before)
    assert next(texts, None) is None
    expect(page.locator(".laurels")).to_contain_text("Lormyr won")
    expect(page.locator(".laurels")).to_contain_text("14 centres")
    expect(page.locator("#papers .bars", has_text="Lormyr").locator("b")).to_have_text("14")


def test_with_five_bots_to_the_last_year(page: Page, shared_site: Site) -> None:
    still(page)
    page.goto(f"{shared_site.base}/?game=youngkingdoms")
    for seat in range(1, 6):
        page.locator(f"select[name=seat-{seat}]").select_option("bot medium")
    page.locator("#option-last-year").fill("1400")
    page.locator("#setup-go").click()
    page.wait_for_url("**/tables/*")
    title = page.locator("#prompt-title")
    write(page, "F Arg - PUR; A CAr - Fil")
    seal(page)
    expect(title).to_contain_text("Spring 1400: moves revealed")
    page.locator("#main").click()
    expect(title).to_have_text("Orders")
    seal(page)
    expect(title).to_contain_text("Autumn 1400: moves revealed")
    page.locator("#main").click()
    expect(page.locator(".laurels")).to_contain_text("A draw")
    expect(page.locator(".laurels")).to_contain_text("The end of 1400.")
    page.locator("#buttons").get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay*")
    nodes = page.locator("#turns .node")
    expect(nodes.nth(0)).to_have_class(re.compile("aside"))
    expect(nodes.nth(1)).not_to_have_class(re.compile("aside"))
    page.locator("#next").click()
    page.locator("#next").click()
    expect(page.locator("#position")).to_contain_text("Autumn 1400")


def test_on_a_phone_elric_is_ordered_with_a_finger(browser: Any, shared_site: Site) -> None:
    code = shared_site.table(*SIX, game="youngkingdoms")
    shared_site.page(code, MELNIBONE).play(MELNIBONE, "F DRA, Elric DRA")
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{shared_site.base}/tables/{code}?seat={MELNIBONE}")
    elric = page.locator("#orders [data-pick='piece:elric']")
    elric.locator(".order-row").tap()
    sizes = "(all) => all.map((e) => e.getBoundingClientRect()).filter((b) => b.height < 43.5 || b.right > 390)"
    assert page.locator("#orders .follow button").evaluate_all(sizes) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator("#grip").tap()  # the drawer moves, and nothing under the finger is pressed
    expect(page.locator("body")).to_have_attribute("data-drawer", "full")
    expect(elric).to_have_class("now")
    page.locator("#orders .follow button", has_text="Ride the fleet").tap()
    expect(elric).to_contain_text("Elric DRA rides")
    page.get_by_role("tab", name="Table").tap()
    expect(page.locator("#papers")).to_contain_text("Spells of Elric")
    for paper in page.locator("#papers .paper").all():
        box = paper.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 390
    context.close()
