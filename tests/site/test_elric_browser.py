"""Elric in a real Chromium: a march, a battle, a muster; secrets, a killed server, phones, whole games."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tanelorn import Record, replay
from tanelorn.core.play.verify import verify
from tanelorn.games.elric.sequence.victory import capitals_held, magic_held
from tanelorn.games.elric.state.position import ElricPosition
from tests.site.archmagi_site import known_table, play_on
from tests.site.conftest import Site, comes_to
from tests.site.duel_site import card
from tests.site.elric_site import (
    CORNER,
    JHARKOR,
    LORMYR,
    VILMIR,
    line,
    middle,
    open_table,
    pass_by,
    pile,
    press,
    put_away,
    settled,
    site_of_elric,
    title,
    to_the_end,
    under,
)
from tests.site.test_archmagi_browser import narrow
from tests.site.test_browser import PHONE, space, still
from tests.site.test_youngkingdoms_browser import listen

pytestmark = pytest.mark.browser
HANDS = {
    JHARKOR: ("Xiombarg", "Misha", "Arrows of Law", "Teleport"),
    LORMYR: ("Donblas", "Goldar", "Arkyn"),
    VILMIR: ("Grome", "Roofdrak", "Sleep"),
}
"""What each seat alone holds when the war begins."""
HIDDEN = ("Chimera", "Checkalakh", "Straasha", "Silver Grimoire", "Kakatal", "Elenoin")
"""What lies face down on the board or in the container, for nobody to see."""


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site with the positions of the tests."""
    with site_of_elric(tmp_path_factory) as site:
        yield site


def march(page: Page) -> None:
    """Take Dharmit, his armies and the Wizard in hand by clicks, and go into Aflitain, where Lormyr stands."""
    pass_by(page, "Movement")
    pile(page, "dharmit")
    expect(page.locator("#stack")).to_contain_text("Jharkor in Thokora")
    expect(page.locator("#ask")).to_contain_text("Dharmit: where to?")
    line(page, "all armies").click()
    expect(page.locator("#ask")).to_contain_text("8 armies")
    page.locator("#stack [data-card='piece:wizard'].can").click()
    expect(page.locator("#ask")).to_contain_text("Dharmit, Wizard and 8 armies: where to?")
    expect(page.locator("#stack .taken")).to_have_count(3)
    put_away(page)
    space(page, "aflitain")
    press(page, "Aflitain")  # a battle is a risk: it waits for the button
    expect(page.locator("#chronicle")).to_contain_text("from Thokora to Aflitain")


@pytest.mark.always
def test_a_march_a_battle_and_a_muster_by_clicks(page: Page, war: Site) -> None:
    still(page)
    code = war.table("me", "easy", "easy", game="elricwar")
    open_table(page, war, code, JHARKOR)
    march(page)  # where armies stand in the way the march ends, so that nobody has to halt it
    pass_by(page, "Laying spells")
    expect(page.locator("#live .mark.fight")).to_have_count(1)
    line(page, "Wizard").click()
    page.locator("#hand .card.can", has_text="Xiombarg").click()
    title(page, "Withholding units")
    window = page.locator("#duel")
    expect(page.locator("#duel-title")).to_have_text("The battle of Aflitain")
    expect(window.locator(".left .counters [data-card]")).to_have_count(3)
    expect(window.locator(".left .terms")).to_contain_text(re.compile(r"Dharmit\s*4"))
    expect(window.locator(".left .terms")).to_contain_text(re.compile(r"8 armies of Jharkor\s*8"))
    expect(window.locator(".right .terms")).to_contain_text(re.compile(r"wall of Aflitain.*5"))
    expect(window.locator(".left .total")).to_have_text("12")
    expect(window.locator(".shown")).to_contain_text("Xiombarg")
    press(page, "Go on")
    expect(window.locator("[data-die]")).to_have_count(2)  # they stay until they have been looked at, whoever goes on
    dice = [int(one.get_attribute("data-die") or 0) for one in window.locator("[data-die]").all()]
    expect(window.locator(".left .terms")).to_contain_text(re.compile(r"Xiombarg\s*4"))
    expect(window.locator(".left .terms")).to_contain_text(re.compile(r"Balance for Xiombarg.*2"))
    expect(window.locator(".left .total")).to_have_text(str(18 + dice[0]))
    pass_by(page, "Muster")
    line(page, "Sorcerer").click()
    page.locator("#hand .card.can", has_text="Arrows of Law").click()
    flag, choice = page.locator("#live [data-piece='flag-banarva']"), line(page, "Tarkesh")
    expect(flag.or_(choice)).not_to_have_count(0)
    if choice.count():
        choice.click()
    expect(page.locator("#chronicle")).to_contain_text("Tarkesh")
    expect(flag).to_be_attached()


def test_a_click_takes_back_and_the_keyboard_does_the_same(page: Page, war: Site) -> None:
    still(page)
    open_table(page, war, war.table("me", "friend", "friend", game="elricwar"), JHARKOR)
    pass_by(page, "Movement")
    pile(page, "dharmit")
    expect(page.locator("#ask")).to_contain_text("Dharmit: where to?")
    expect(page.locator(".heldring")).to_have_count(1)
    page.locator("#undo").click()
    expect(page.locator("#ask")).to_contain_text("Take a personality")
    expect(page.locator(".heldring")).to_have_count(0)
    expect(page.locator("#possible-button")).to_be_visible()
    caps = page.locator("#lines .k").all_inner_texts()
    key = (
        caps[[words.split("\n")[0] for words in page.locator("#lines .ch").all_inner_texts()].index("5")]
        if "5" in caps
        else "1"
    )
    page.keyboard.press(key)
    expect(page.locator("#ask")).to_contain_text("where to?")
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_contain_text("Take a personality")


@pytest.mark.always
def test_spells_reach_no_other_page(browser: Any, war: Site) -> None:
    code = war.table("me", "friend", "friend", game="elricwar")
    pages, frames = {}, {}
    for seat in (JHARKOR, LORMYR, -1):
        page = browser.new_context(reduced_motion="reduce").new_page()
        frames[seat] = listen(page)
        open_table(page, war, code, seat)
        pages[seat] = page
    march(pages[JHARKOR])
    for page in pages.values():
        expect(page.locator("#chronicle")).to_contain_text("from Thokora to Aflitain")
        pile(page, "ohada")
        expect(page.locator("#stack")).to_contain_text("Lormyr in Aflitain")
    expect(pages[JHARKOR].locator("#stack .back")).to_have_count(1)  # that she holds two is open to all
    expect(pages[JHARKOR].locator("#stack .back")).to_contain_text("×2")
    for seat, page in pages.items():
        heard, seen = "".join(frames[seat]), page.content()
        assert '"type":"state"' in heard
        for name in HANDS.get(seat, ()):
            assert name in heard, (seat, name)
        others = [name for owner, names in HANDS.items() if owner != seat for name in names]
        for name in (*others, *HIDDEN):
            assert name not in heard, (seat, name)
            assert name not in seen, (seat, name)
        page.context.close()


def test_a_killed_server_comes_back_with_a_group_in_hand(page: Page, tmp_path_factory: pytest.TempPathFactory) -> None:
    still(page)
    with site_of_elric(tmp_path_factory) as site:
        code = site.table("me", "friend", "friend", game="elricwar")
        open_table(page, site, code, JHARKOR)
        pass_by(page, "Movement")
        pile(page, "dharmit")
        expect(page.locator("#ask")).to_contain_text("Dharmit: where to?")
        site.restart_unchanged(code, (JHARKOR, LORMYR, -1))
        open_table(page, site, code, JHARKOR)
        expect(page.locator("#ask")).to_contain_text("Dharmit: where to?")
        expect(page.locator(".heldring")).to_have_count(1)
        press(page, "Halt")
        expect(page.locator("#ask")).to_contain_text("Take a personality")


@pytest.mark.parametrize(
    ("seat", "text", "why"),
    [
        (JHARKOR, "take ohada", "not possible now. A unit is taken in hand in its player’s movement step"),
        (JHARKOR, "go aflitain", "A group that is in hand goes on"),
        (JHARKOR, "muster tarkesh by arrows of law of dharijor sorcerer", "mustered in the Muster step"),
        (JHARKOR, "take jharkor fleet 1", "needs a personality aboard"),
        (JHARKOR, "recite a poem", "cannot be read"),
        (JHARKOR, "take " + "x" * 5000, ""),
        (LORMYR, "done", "is not asked now"),
        (VILMIR, "done", "That seat is not yours"),
    ],
)
def test_what_the_rules_forbid_is_refused(war: Site, at_movement: str, seat: int, text: str, why: str) -> None:
    socket = war.page(at_movement)
    before = socket.sit(JHARKOR)
    if seat != VILMIR:
        socket.sit(seat)
    answer = socket.ask({"type": "play", "seat": seat, "moment": before["moment"], "text": text})
    assert answer["type"] == "refused"
    assert why in answer["why"] or "cannot be read" in answer["why"]
    assert len(answer["why"]) < 400
    assert socket.sit(JHARKOR)["scene"] == before["scene"]


@pytest.fixture(scope="module")
def at_movement(war: Site) -> str:
    """Return a table at the beginning of the first player's movement, with a bot in the third seat."""
    code = war.table("me", "friend", "easy", game="elricwar")
    socket = war.page(code)
    to_movement(socket)
    return code


def to_movement(socket: Any) -> None:
    """Wait over the wire until the first player may move."""
    socket.sit(-1)
    while True:
        if not socket.state["waiting"]:
            socket.hear()
            continue
        seat = socket.state["waiting"][0]
        decisions = socket.sit(seat)["decisions"]
        if decisions and decisions[0]["title"] == "Movement":
            return
        assert not decisions, decisions


def test_why_not_stands_where_it_was_pressed(page: Page, war: Site, at_movement: str) -> None:
    still(page)
    open_table(page, war, at_movement, JHARKOR)
    expect(page.locator("#hand .card").first).to_be_visible()
    settled(page)
    space(page, "kaneloon")
    expect(page.locator("#refusal")).to_contain_text("cannot be picked now")
    refused = page.locator("#lines .no", has_text="Fleet 1 of Jharkor, ")
    refused.locator("[data-clause]").click()
    expect(page.locator("#lines .clause")).to_be_visible()


def test_a_turn_on_a_phone(browser: Any, war: Site) -> None:
    code = war.table("me", "easy", "easy", game="elricwar")
    to_movement(war.page(code))
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    page = context.new_page()
    open_table(page, war, code, JHARKOR)
    title(page, "Movement")
    narrow(page)
    assert (
        page.locator("#live [data-piece='dharmit'] rect").nth(2).evaluate("(e) => e.getBoundingClientRect().width")
        >= 33.5
    )
    page.touchscreen.tap(*middle(page, "dharmit"))
    expect(page.locator("#ask")).to_contain_text("Dharmit: where to?")
    sheet = page.locator("#stack")
    expect(sheet).to_be_visible()
    narrow(page)
    assert min(sheet.locator(".card").evaluate_all("(all) => all.map((e) => e.getBoundingClientRect().height)")) >= 43.5
    under(page, "Wizard").tap()
    expect(page.locator("#ask")).to_contain_text("Dharmit and Wizard: where to?")
    sheet.locator(".shut").tap()
    line(page, "all armies").tap()
    expect(page.locator("#ask")).to_contain_text("8 armies")
    box = page.locator("#space-aflitain").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator("#main:not(.off)", has_text="Aflitain").tap()
    page.get_by_role("tab", name="Log").tap()
    expect(page.locator("#chronicle")).to_contain_text("from Thokora to Aflitain")
    narrow(page)
    page.get_by_role("tab", name="Hand").tap()
    expect(card(page, "Xiombarg")).to_be_visible()
    narrow(page)
    page.get_by_role("tab", name="Table").tap()
    expect(page.locator("#gauges")).to_contain_text("The Cosmic Balance")
    narrow(page)
    page.get_by_role("tab", name="Choose").tap()
    pass_by(page, "Withholding units")
    expect(page.locator("#duel")).to_be_visible()
    narrow(page)
    page.locator("#duel #main:not(.off)", has_text="Go on").tap()
    expect(page.locator("#duel [data-die]")).to_have_count(2)
    narrow(page)
    context.close()


def test_in_a_full_hand_what_can_be_played_lies_on_top(page: Page, war: Site) -> None:
    still(page)
    open_table(page, war, war.table("me", "friend", "friend", game="elrichand"), JHARKOR)
    pass_by(page, "Muster")
    line(page, "Elric").click()
    castable = page.locator("#hand .card.can")
    expect(castable.first).to_be_visible()
    assert castable.count() < page.locator("#hand .card").count()
    below = (
        "(all) => all.filter((card) => { const { x, y, width } = card.getBoundingClientRect();"
        " return !document.elementFromPoint(x + width / 2, y + 20)?.closest('.card')?.matches('.can'); }).length"
    )
    comes_to(page, lambda: castable.evaluate_all(below), 0)


def test_who_can_be_mustered_stands_before_who_cannot(page: Page, war: Site) -> None:
    still(page)
    open_table(page, war, war.table("me", "friend", "friend", game="elrichand"), JHARKOR)
    pass_by(page, "Muster")
    line(page, "Karnaal").click()
    page.locator("#hand .card.can", has_text="Kyreenee").click(position=CORNER)
    can = page.locator("#buttons .btn", has_text="Yyrkoon").bounding_box()
    cannot = page.locator("#lines li.no", has_text="Flamebringers").bounding_box()
    assert can is not None
    assert cannot is not None
    assert can["y"] + can["height"] <= cannot["y"]


def test_the_lone_player_wins_and_loses(page: Page, war: Site) -> None:
    still(page)
    open_table(page, war, war.table("me", game="elricdragons", scenario="founding"), 0)
    title(page, "Movement")
    press(page, "End movement")
    expect(page.locator("#duel-title")).to_contain_text("Melnibone")
    expect(page.locator("#duel .right")).to_contain_text("Dragons")
    press(page, "Go on")
    expect(page.locator(".laurels")).to_contain_text("Dragons of Melnibone are beaten")
    open_table(page, war, war.table("me", game="elrichome", scenario="founding"), 0)
    press(page, "End movement")
    expect(page.locator("#prompt")).to_contain_text(re.compile("Lost.*Dragons have not been beaten", re.DOTALL))


@pytest.mark.takes(60)
@pytest.mark.deep
def test_one_person_and_two_bots_play_a_long_game_to_its_end(page: Page, shared_site: Site) -> None:
    """Its last three turns; the replay has all ten."""
    still(page)
    sitters = "me", "bot easy", "bot easy"
    code = known_table(shared_site, "long 1", sitters, "elric", "long", {}, turn=8)
    page.goto(f"{shared_site.base}/tables/{code}?seat=-1")
    play_on(shared_site.page(code))  # over the wire, as a page would send it; the open page looks on
    to_the_end(page)
    expect(page.locator("#duel")).to_be_hidden()
    with page.expect_download() as download:
        page.get_by_text("Download the record").click()
    assert verify(Record.load(download.value.path())).committed
    page.goto(f"{shared_site.base}/tables/{code}/replay?viewer=0")
    expect(page.locator("#gauges")).to_contain_text("The Cosmic Balance")
    page.keyboard.press("End")
    expect(page.locator("#subtitle")).to_contain_text("turn")


@pytest.mark.takes(60)
@pytest.mark.deep
def test_one_person_clicks_the_short_game_to_its_end(page: Page, shared_site: Site) -> None:
    still(page)
    sitters = "me", "bot easy", "bot easy"
    code = known_table(shared_site, "short 1", sitters, "elric", "short", {})
    page.goto(f"{shared_site.base}/tables/{code}?seat=0")
    assert to_the_end(page, random.Random(1)) >= {"movement", "magic", "muster"}
    expect(page.locator("#seats")).to_contain_text("The North")
    with page.expect_download() as download:
        page.get_by_text("Download the record").click()
    record = Record.load(download.value.path())
    assert verify(record).committed
    table = replay(record)
    winners = winners_by_the_rules(table.position)
    words = f"{' and '.join(table.seats[seat] for seat in winners)} won" if winners else "A draw"
    expect(page.locator(".laurels b")).to_have_text(words)
    expect(page.locator("#main")).to_be_hidden()
    page.keyboard.press("Enter")  # as who wanted to go on: it leads nowhere
    page.locator("#buttons").get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay*")
    expect(page.locator("#position")).to_contain_text("entry 1 of")
    page.locator("#slider").press("End")
    expect(page.locator("#position")).to_contain_text(re.compile(r"entry (\d+) of \1 · turn"))


def winners_by_the_rules(position: ElricPosition) -> tuple[int, ...]:
    """Who wins by the normal conditions, counted anew: Imrryr, the world's end, then enemy capitals (5.0f to 5.0j).

    The capitals decide after ten turns, or when the world has ended and the most magic is several players' (5.0i).
    """
    assert position.outcome is not None
    if position.outcome.clause != "elric/5.0j":
        return position.outcome.winners
    if position.turn < 10:
        magic = [magic_held(position, seat, "chaos" if position.tipped > 0 else "law") for seat in range(3)]
        assert position.tipped
        assert magic.count(max(magic)) > 1
    counts = [capitals_held(position, seat) for seat in range(3)]
    best = tuple(seat for seat in range(3) if counts[seat] == max(counts))
    return best if len(best) < 3 else ()


def test_everybody_can_look_the_counters_up(page: Page, shared_site: Site) -> None:
    page.goto(f"{shared_site.base}/rules/elric")
    for words, count in (("Spells", 66), ("Combat results", 9)):
        page.locator(".jump a", has_text=words).click()
        expect(page.locator(f"#list-{words.lower().replace(' ', '-')} tbody tr")).to_have_count(count)
    row = page.locator("#list-spells tr", has_text="Kyreenee")
    expect(row).to_contain_text(re.compile(r"\(3\).*Chaos.*Musters: Flamebringers, Theleb K'aarna, Yyrkoon"))
    row.locator("a").click()
    expect(page.locator(":target")).to_be_visible()
