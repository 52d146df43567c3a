"""Archmagi in a real Chromium: two people and two bots to a victory, secrets, a killed server, phones, exploring."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tanelorn import Record, replay
from tanelorn.core.play.verify import verify
from tests.site.archmagi_site import MADDER, OCHRE, TO_BATTLE, WOAD, isle, known_table, play_on
from tests.site.conftest import Site
from tests.site.duel_site import card, line
from tests.site.test_browser import PHONE, space, still
from tests.site.test_youngkingdoms_browser import listen

pytestmark = pytest.mark.browser
MADDERS = ("Nymphs", "Knights", "Zombies", "Blue Dragon", "Deva", "Sorcerer", "Fireball", "Farcast", "Air Elemental")
OCHRES = ("Peasant Rabble", "Priestess", "Smite", "Meteor Shower", "Water Walk", "Mirror Image", "Touch of Death")
"""What only one of the two holds before any battle, on the table of `isle`."""


@pytest.fixture(scope="module")
def untouched(shared_site: Site) -> str:
    """Return a table on which nobody has done anything."""
    return isle(shared_site)


def press(page: Page, words: str = "") -> None:
    """Press the red button."""
    page.locator("#main:not(.off)", has_text=words).click()


def pick(page: Page, words: str, where: str = "#trays") -> None:
    """Pick a card once it is offered."""
    page.locator(f"{where} .card.can", has_text=words).click()


def title(page: Page, words: str) -> None:
    """Wait for the head of the question."""
    expect(page.locator("#prompt-title")).to_have_text(words)


def take_over(page: Page, name: str) -> None:
    """Take the screen over from the other person."""
    expect(page.locator("#handover-name")).to_have_text(name)
    page.locator("#handover-ready").click()
    expect(page.locator("#handover")).to_be_hidden()


def open_table(page: Page, site: Site, code: str, seat: int) -> None:
    """Open a table bound to a seat, and wait until it is drawn."""
    page.goto(f"{site.base}/tables/{code}?seat={seat}")
    expect(page.locator("#subtitle")).to_contain_text("round")


def look_on(page: Page, until: Locator) -> None:
    """Wave on whatever was revealed until something is in sight."""
    revealed = page.locator("#main:not(.off)", has_text="Next")
    either = until.or_(revealed).filter(visible=True)
    expect(either).not_to_have_count(0)
    while not until.is_visible():
        revealed.click()
        expect(either).not_to_have_count(0)


def to_battle(site: Site) -> str:
    """Lay a table out and play it until the combatants of its first battle are chosen."""
    code = isle(site)
    play_on(site.page(code), TO_BATTLE)
    return code


def test_two_people_and_two_bots_play_to_victory(page: Page, shared_site: Site) -> None:
    still(page)
    code = isle(shared_site)
    page.goto(f"{shared_site.base}/tables/{code}")
    take_over(page, "Madder")
    title(page, "Recruit units")
    pick(page, "Deva")
    expect(page.locator("#ask")).to_contain_text("Of its home terrain")
    space(page, "0303")
    press(page, "Deploy Deva in 0303")
    expect(page.locator("#chronicle")).to_contain_text("Madder deploys Deva")
    pick(page, "Familiar")
    pick(page, "Sorcerer", "#stack")  # the banner has opened by itself
    line(page, "Demon poison 1").click()
    press(page)
    expect(page.locator("#chronicle")).to_contain_text("Madder casts Familiar")
    press(page, "Done")
    take_over(page, "Ochre")
    assert not any(name in page.content() for name in MADDERS)
    pick(page, "Water Walk")
    press(page, "That is all")
    take_over(page, "Madder")
    for phase in ("Recruit spells", "Scout"):
        title(page, phase)
        expect(page.locator("#main:not(.off)", has_text="Done")).to_be_visible()
        page.keyboard.press("Enter")
    title(page, "Move")
    space(page, "0303")
    expect(page.locator("#ask")).to_contain_text("Where do all go that can?")
    space(page, "0403")
    expect(page.locator("#slip textarea")).to_have_value("march 0303 to 0403")
    press(page)
    press(page, "Done")
    title(page, "Madder attacks Ochre in 0403")
    press(page, "Next")
    fight_a_round(page)
    line(page, "Call the attack off").or_(page.locator("#duel-foot button", has_text="Call the attack off")).click()
    press(page)
    expect(page.locator("#duel")).to_be_hidden()  # the rest by messages, as a page would send them
    page.goto(f"{shared_site.base}/tables/{code}?seat=-1")
    socket = shared_site.page(code)
    play_on(socket)
    assert re.search("round [0-9]+", socket.state["scene"]["subtitle"])
    end = page.locator(".laurels")
    look_on(page, end)  # whatever dice were thrown last are looked at first
    expect(end).to_contain_text(re.compile("(Madder|Woad|Ochre|Verdigris) won.*Last archmagus.", re.DOTALL))
    expect(page.locator("#duel")).to_be_hidden()
    with page.expect_download() as download:
        page.get_by_text("Download the record").click()
    record = Record.load(download.value.path())
    assert verify(record).committed
    outcome = replay(record).outcome
    assert outcome is not None
    assert outcome.reason == "last archmagus"
    look_through(page, shared_site, code)


def fight_a_round(page: Page) -> None:
    """Fight a whole battle round by mouse, the two people taking turns at the screen."""
    expect(page.locator("#duel-title")).to_contain_text("Battle in Forest 0403")
    pick(page, "Familiar", "#duel")
    press(page, "Seal")
    take_over(page, "Ochre")
    assert "Familiar" not in page.locator("#duel").inner_text()
    pick(page, "Priestess", "#duel")
    press(page, "Seal")
    expect(page.locator("#ask")).to_contain_text("Who is shown to help?")
    press(page, "That is all")
    take_over(page, "Madder")
    press(page, "That is all")
    expect(page.locator("#duel-odds")).to_have_text("Of 36 rolls Madder wins 0, Ochre 35; 1 is equal.")
    press(page, "Ready to roll")
    take_over(page, "Ochre")
    press(page, "Ready to roll")
    dice = page.locator("#duel [data-die]")  # they stay until they have been looked at
    expect(dice).to_have_count(2)
    thrown = [int(one.get_attribute("data-die") or 0) for one in dice.all()]
    expect(page.locator("#duel .total")).to_have_text([str(1 + thrown[0]), str(6 + thrown[1])])
    expect(page.locator("#duel .end")).to_have_text(["is beaten", "wins"])
    press(page, "Next")
    take_over(page, "Madder")
    expect(page.locator("#ask")).to_contain_text("Familiar (demon, poisonous) is about to be destroyed.")
    press(page, "Let it die")
    expect(page.locator("#chronicle")).to_contain_text("Familiar (demon, poisonous) is destroyed.")
    expect(page.locator("#ask")).to_contain_text("Do you fight on?")


def look_through(page: Page, site: Site, code: str) -> None:
    """Look a finished game through: battles, and what each seat held."""
    page.goto(f"{site.base}/tables/{code}/replay?viewer={MADDER}")
    expect(card(page, "Fireball")).to_be_visible()
    battle = page.locator("#duel-title")
    for _ in range(60):
        if "Battle in Forest 0403" in (battle.text_content() or ""):
            break
        page.keyboard.press(".")
    expect(battle).to_contain_text("Battle in Forest 0403")
    page.keyboard.press("End")
    expect(page.locator("#papers")).to_contain_text("1 left")


@pytest.mark.always
def test_hands_reserves_and_hidden_stacks_reach_no_other_page(browser: Any, shared_site: Site) -> None:
    code = isle(shared_site)
    pages, frames = {}, {}
    for seat in (MADDER, OCHRE, -1):
        page = browser.new_context(reduced_motion="reduce").new_page()
        frames[seat] = listen(page)
        open_table(page, shared_site, code, seat)
        pages[seat] = page
    play_on(shared_site.page(code), TO_BATTLE)
    for page in pages.values():
        expect(page.locator("#chronicle")).to_contain_text("Madder attacks Ochre")
    madder, ochre = pages[MADDER], pages[OCHRE]
    for page in pages.values():
        if page.locator("#prompt-title", has_text="attacks").count():  # a page that saw it happen waits
            press(page, "Next")
    pick(madder, "Deva", "#duel")
    press(madder, "Seal")
    expect(madder.locator("#prompt-title")).to_contain_text("sealed")
    expect(ochre.locator("#seats")).to_contain_text(re.compile(r"Madder\s*.*sealed"))
    own = {MADDER: MADDERS, OCHRE: OCHRES, -1: ()}
    for seat, page in pages.items():
        text, seen = "".join(frames[seat]), page.content()
        assert '"type":"state"' in text
        for name in own[seat]:
            assert name in text, (seat, name)
        for name in {*MADDERS, *OCHRES} - set(own[seat]):
            assert name not in text, (seat, name)
            assert name not in seen, (seat, name)
        page.context.close()


def test_a_killed_server_comes_back_in_the_middle_of_a_battle(page: Page, site: Site) -> None:
    still(page)
    code = to_battle(site)
    first = site.page(code)
    play_on(first, [(MADDER, "send Familiar (demon, poisonous)")])
    known = {seat: first.sit(seat) for seat in (MADDER, OCHRE, -1)}
    told = {seat: known[seat]["events"] for seat in known}
    site.stop()
    site.start()
    again = site.page(code)
    for seat, before in known.items():
        after = again.sit(seat)
        for part in ("scene", "moment", "decisions", "waiting", "undo", "over"):
            assert after[part] == before[part], part
        assert after["events"] == told[seat]
    assert known[MADDER]["decisions"][0]["sealedText"] == "send Familiar (demon, poisonous)"
    open_table(page, site, code, OCHRE)
    expect(page.locator("#duel-title")).to_contain_text("Battle in Forest 0403")
    pick(page, "Priestess", "#duel")
    press(page, "Seal")
    expect(page.locator("#chronicle")).to_contain_text("Madder sends Familiar")


@pytest.mark.parametrize(
    ("seat", "text", "clause", "why"),
    [
        (MADDER, "deploy Knights in 0303", "archmagi/recruit-units", "cannot be chosen here"),
        (MADDER, "deploy Deva in 0403", "archmagi/recruit-units", "cannot be chosen here"),
        (MADDER, "cast Fireball by Sorcerer", "archmagi/", "cannot be chosen here"),
        (MADDER, "march 0303 to 0403", "archmagi/move.1", "not possible now"),
        (MADDER, "recite a poem", "", "cannot be read"),
        (MADDER, "deploy " + "x" * 3000, "archmagi/recruit-units", "cannot be chosen here"),
        (OCHRE, "done", "", "is not asked now"),
        (WOAD, "done", "", "That seat is not yours"),
    ],
)
def test_what_the_rules_forbid_is_refused(
    shared_site: Site, untouched: str, seat: int, text: str, clause: str, why: str
) -> None:
    socket = shared_site.page(untouched)
    before = socket.sit(MADDER)
    socket.sit(seat)
    answer = socket.ask({"type": "play", "seat": seat, "moment": before["moment"], "text": text})
    assert answer["type"] == "refused"
    assert why in answer["why"]
    assert answer["clause"].startswith(clause)
    assert len(answer["why"]) < 400
    assert socket.sit(MADDER)["scene"] == before["scene"]


def test_the_page_shows_the_clause_that_forbids(page: Page, shared_site: Site) -> None:
    still(page)
    code = isle(shared_site)
    open_table(page, shared_site, code, MADDER)
    pick(page, "Deva")
    slip = page.locator("#slip textarea")
    slip.fill("deploy Deva in 0504")
    slip.press("Enter")
    refused = page.locator("#refused")
    expect(refused).to_contain_text("cannot be chosen here")
    refused.locator("[data-clause='archmagi/recruit-units.3']").click()
    expect(page.locator("body")).to_contain_text("home terrain")
    expect(page.locator("#chronicle")).not_to_contain_text("deploys")


def test_a_turn_and_a_battle_on_a_phone(browser: Any, shared_site: Site) -> None:
    code = isle(shared_site)
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    page = context.new_page()
    open_table(page, shared_site, code, MADDER)
    narrow(page)
    page.locator("#lines button", has_text="Deploy: Deva").tap()
    page.locator("#lines button", has_text="0303").tap()
    page.locator("#main:not(.off)").tap()
    page.get_by_role("tab", name="Log").tap()
    expect(page.locator("#chronicle")).to_contain_text("Madder deploys Deva")
    narrow(page)
    page.get_by_role("tab", name="Hand").tap()
    expect(card(page, "Fireball")).to_be_visible()
    narrow(page)
    play_on(shared_site.page(code), TO_BATTLE[1:])
    page.get_by_role("tab", name="Choose").tap()
    sheet = page.locator("#duel")
    look_on(page, sheet)
    narrow(page)
    buttons = sheet.locator(".btn:visible, .card:visible").evaluate_all(
        "(all) => all.map((e) => e.getBoundingClientRect().height)"
    )
    assert min(buttons) >= 43.5
    sheet.locator("button", has_text="Deva").first.tap()
    page.locator("#duel #main:not(.off)").tap()
    expect(page.locator("#prompt-title")).to_contain_text("sealed")
    narrow(page)
    context.close()


def test_on_a_phone_a_mage_casts_a_spell_on_himself(browser: Any, shared_site: Site) -> None:
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    page = context.new_page()
    open_table(page, shared_site, isle(shared_site, "isle 162"), MADDER)
    line(page, "Spell Shield").tap()
    line(page, "Mentalist").tap()
    expect(page.locator("#ask")).to_contain_text("On which of your units?")
    line(page, "Mentalist").tap()
    page.locator("#main:not(.off)").tap()
    page.get_by_role("tab", name="Log").tap()
    expect(page.locator("#chronicle")).to_contain_text("Madder casts Spell Shield")
    context.close()


def narrow(page: Page) -> None:
    """Nothing stands out of a phone's width."""
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    boxes = (
        "(all) => all.map((e) => e.getBoundingClientRect()).filter((b) => b.width && (b.left < -1 || b.right > 391))"
    )
    assert (
        page.locator(".papers button:visible, .papers .paper:visible, #duel button:visible").evaluate_all(boxes) == []
    )


def test_the_chart_changes_when_land_is_explored(page: Page, shared_site: Site) -> None:
    still(page)
    options = {"map-number": 5, "land": 20, "unknown": True, "answers": "nothing"}
    code = known_table(shared_site, "explored 1", ("me", "friend"), "archmagi", "two", options)
    socket = shared_site.page(code)
    socket.sit(-1)
    open_table(page, shared_site, code, -1)
    address = f"/tables/{code}/board.json"
    before = json.loads(shared_site.get(address)[1])
    chart = page.locator("#chart")
    expect(chart).to_have_attribute("src", re.compile("."))
    drawn = chart.get_attribute("src")
    unknown = sum(one["kind"] == "unknown" for one in before["spaces"])
    assert unknown > 10
    play_on(socket, until=lambda state: state["scene"]["chart"] != before["key"])
    after = json.loads(shared_site.get(address)[1])
    assert after["key"] == socket.state["scene"]["chart"] != before["key"]
    assert sum(one["kind"] == "unknown" for one in after["spaces"]) < unknown
    page.wait_for_function("(drawn) => document.getElementById('chart').getAttribute('src') !== drawn", arg=drawn)
    old, new = (shared_site.get(one["chart"])[1] for one in (before, after))
    assert old != new
    assert json.loads(shared_site.get(f"{address}?key={before['key']}")[1]) == before


def test_everybody_can_look_the_chits_up(page: Page, shared_site: Site) -> None:
    page.goto(f"{shared_site.base}/rules/archmagi")
    for title, count in (("Units", 132), ("Archmagi", 11), ("Artifacts", 52), ("Spells", 95)):
        page.locator(".jump a", has_text=title).click()
        page.wait_for_url(f"**#list-{title.lower()}")
        expect(page.locator(f"#list-{title.lower()} tbody tr")).to_have_count(count)
    lord = page.locator("#list-units tr", has_text="Dwarf Lord")
    expect(lord).to_contain_text(re.compile(r"\+6\s*5\s*mountain\s*Demihuman, Hero, Warrior, Slay Giant \+4, General"))
    lord.locator("a").click()
    expect(page.locator(":target")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
