"""Hands, hidden stacks and the battle window in a real Chromium, on a toy game that has all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.conftest import Site
from tests.site.test_browser import PHONE, space, still

pytestmark = pytest.mark.browser
RUNNING = """document.getElementById('duel').getAnimations({ subtree: true })
  .filter((one) => one.playState === 'running').length"""


@pytest.fixture(scope="module")
def banners(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site that knows the toy game as a plug-in."""
    plug = tmp_path_factory.mktemp("plug")
    info = plug / "underbanners-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: underbanners\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[tanelorn.games]\nunderbanners = tests.site.duel_toy\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(plug))
        site = Site(tmp_path_factory.mktemp("site") / "data")
    yield site
    site.end()


def sit(page: Page, site: Site, seat: int = 0, code: str = "", **options: object) -> str:
    """Open a page at a table of the toy, bound to a seat."""
    code = code or site.table("me", "friend", game="underbanners", options=options)
    page.goto(f"{site.base}/tables/{code}?seat={seat}")
    expect(page.locator("#prompt-title")).to_contain_text("phase" if seat == 0 else re.compile("watching|Not your"))
    return code


def line(page: Page, words: str) -> Locator:
    """A line or a button of the question."""
    return page.locator("#lines button, #buttons button", has_text=words)


def card(page: Page, words: str, where: str = "#trays") -> Locator:
    """A card somewhere."""
    return page.locator(f"{where} .card", has_text=words)


def piece(page: Page, id: str) -> dict[str, float]:
    """Where the middle of a piece is."""
    box = page.locator(f"#live [data-piece='{id}']").bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def attack(page: Page) -> None:
    """Begin the battle."""
    line(page, "Attack").click()
    page.locator("#main:not(.off)").click()
    expect(page.locator("#duel")).to_be_visible()
    expect(page.locator("#main")).to_contain_text("Ready to roll")


def test_a_spell_is_picked_from_the_hand_with_the_mouse(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners)
    expect(card(page, "Fireball")).not_to_have_class(re.compile(r"\bcan\b"))
    line(page, "Cast a spell").click()
    expect(card(page, "Fireball")).to_have_class(re.compile(r"\bcan\b"))
    expect(card(page, "Growth")).not_to_have_class(re.compile(r"\bcan\b"))
    expect(line(page, "Fireball")).to_have_count(0)  # it lies there to be pressed; the list has what does not
    card(page, "Growth").click()  # what does not glow is opened, not picked
    expect(page.locator("#reader")).to_contain_text("A unit gets +5")
    card(page, "Summons").click()
    expect(page.locator("#reader")).to_contain_text("The reserve is full.")
    card(page, "Fireball").click()
    expect(page.locator("#reader")).to_be_hidden()
    expect(card(page, "Fireball")).to_have_attribute("aria-pressed", "true")
    card(page, "Fireball").click()  # what is held is put down again
    expect(card(page, "Fireball")).not_to_have_attribute("aria-pressed", "true")
    expect(card(page, "Fireball")).to_have_class(re.compile(r"\bcan\b"))
    card(page, "Fireball").click()
    page.locator("#main:not(.off)").click()
    expect(card(page, "Fireball")).to_have_class(re.compile("spent"))
    expect(page.locator("#chronicle")).to_contain_text("cast fireball")


def test_a_spell_is_picked_from_the_hand_with_the_keyboard(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners)
    expect(line(page, "Cast a spell")).to_be_visible()
    page.keyboard.press("1")
    expect(card(page, "Fireball")).to_have_class(re.compile(r"\bcan\b"))
    page.keyboard.press("h")
    spell = page.get_by_role("button", name=re.compile(r"^Fireball, battle spell: Attack with \+6.*; can be cast$"))
    expect(spell).to_be_focused()
    expect(page.locator("#reader")).to_contain_text("left to be raised")
    page.keyboard.press("r")
    expect(page.locator("#reader .clause")).to_contain_text("leaves nothing to be raised")
    page.keyboard.press("Escape")
    expect(page.locator("#reader")).to_be_hidden()
    expect(page.locator("#ask")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Fireball.*; held$"))).to_be_focused()
    page.keyboard.press("Shift+Enter")
    expect(page.get_by_role("button", name=re.compile("^Fireball.*; spent$"))).to_be_visible()


def test_a_stack_opens_and_closes(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners)
    paper = page.locator("#stack")
    at = piece(page, "e1")
    page.mouse.click(at["x"], at["y"])
    expect(paper).to_contain_text("as seen in round 4")
    expect(paper).to_have_class(re.compile("remembered"))
    expect(paper.locator(".card")).to_have_count(2)
    expect(paper.locator(".back")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(paper).to_be_hidden()
    own = piece(page, "b1")
    page.mouse.move(own["x"] + 2, own["y"])
    page.mouse.move(own["x"], own["y"])  # to rest on it is enough
    expect(paper.locator(".card")).to_have_count(5)
    expect(paper).not_to_have_class(re.compile("remembered"))
    page.mouse.move(5, 5)
    expect(paper).to_be_hidden()
    page.mouse.click(own["x"], own["y"])
    expect(paper).to_be_visible()
    page.mouse.move(5, 5)
    page.mouse.click(400, 5)  # elsewhere
    expect(paper).to_be_hidden()
    space(page, "0805")  # a press on the hex will do; of two banners in it the one first that is known
    expect(paper).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#board")).to_be_focused()
    page.keyboard.press("Space")
    expect(paper).to_contain_text("Your banner VI")
    page.keyboard.press("Space")
    expect(paper).to_contain_text("banner II")
    page.keyboard.press("Space")
    expect(paper).to_be_hidden()


def test_units_of_a_stack_are_picked_one_after_the_other(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners)
    line(page, "Move a stack").click()
    line(page, "Banner I").click()
    paper = page.locator("#stack")
    expect(paper.locator(".can")).to_have_count(5)  # it opens by itself: all that can be picked lies in it
    for name, left in (("Elves", 3), ("Golem", 1)):
        card(page, name, "#stack").click()
        expect(card(page, name, "#stack")).to_have_attribute("aria-pressed", "true")
        expect(paper.locator(".can")).to_have_count(left)
    card(page, "Elves", "#stack").click()  # put down, though it was not the last
    expect(card(page, "Elves", "#stack")).not_to_have_attribute("aria-pressed", "true")
    expect(card(page, "Golem", "#stack")).to_have_attribute("aria-pressed", "true")
    space(page, "0504")
    page.locator("#main:not(.off)").click()
    expect(page.locator("#chronicle")).to_contain_text("move b1 golem 0504")


def test_a_banner_whose_space_is_offered_is_picked_and_opened_otherwise(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners)
    line(page, "Move a stack").click()
    expect(page.locator("#live .pickring, #live .target")).not_to_have_count(0)
    at = piece(page, "b1")
    page.mouse.click(at["x"], at["y"])
    expect(page.locator("#stack .can")).to_have_count(5)
    expect(page.locator("#live .heldring")).not_to_have_count(0)


def test_the_battle_window_shows_the_sums_and_plays(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners)
    attack(page)
    left, right = page.locator("#duel .half").all()
    expect(left.locator(".terms li")).to_have_count(6)
    expect(left.locator(".terms .off s")).to_have_text("Home ground: not here")
    expect(right.locator(".terms .spell")).to_contain_text("Spell: Shield")
    expect(left.locator(".total")).to_have_text("10")
    expect(right.locator(".total")).to_have_text("12")
    expect(right.locator(".backs .back")).to_have_count(4)
    expect(left.locator(".nodie")).to_have_text("?")
    expect(page.locator("#duel-segments [aria-current=step]")).to_have_text("Tactical options")
    expect(page.locator("#duel-odds")).to_contain_text("6 in 36")
    for words in ("Skirmish", "Call off"):
        expect(page.locator("#duel-foot button", has_text=words)).to_be_visible()
    expect(page.locator("#prompt #main")).to_have_count(0)
    card(page, "Growth").click()
    page.locator("#main:not(.off)").click()
    expect(left.locator(".total")).to_have_text("15")
    card(page, "Elves", "#duel").click()  # shown in the window, picked there
    expect(card(page, "Elves", "#duel")).to_have_attribute("aria-pressed", "true")
    page.locator("#main:not(.off)").click()
    expect(page.locator("#chronicle")).to_contain_text("elves")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#duel [data-die]")).to_have_count(2)
    thrown = [int(one.get_attribute("data-die") or 0) for one in page.locator("#duel [data-die]").all()]
    expect(left.locator(".total")).to_have_text(str(15 + thrown[0]))
    expect(right.locator(".total")).to_have_text(str(12 + thrown[1]))
    expect(page.locator("#polite")).to_have_text(
        f"Wizard rolls {thrown[0]}, total {15 + thrown[0]}; Enchantress rolls {thrown[1]}, total {12 + thrown[1]}."
    )
    page.locator("#duel #main", has_text="Go on").click()
    expect(page.locator("#duel")).to_be_hidden()
    expect(page.locator("#prompt #main")).to_be_visible()


def test_the_battle_window_folds(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners)
    attack(page)
    assert page.locator("#live .fought").count() == 1
    page.keyboard.press("Escape")
    expect(page.locator("#duel-body")).to_be_hidden()
    expect(page.locator("#duel-short")).to_contain_text("Wizard 10")
    expect(page.locator("#prompt #main")).to_be_visible()
    expect(line(page, "Elves")).to_be_visible()  # what lay open in the window is listed now
    line(page, "Elves").click()
    page.keyboard.press("Escape")  # the last pick goes first
    expect(page.locator("#prompt #main")).to_contain_text("Ready to roll")
    page.locator("#duel-head").click()
    expect(page.locator("#duel-body")).to_be_visible()
    expect(page.locator("#duel-foot #main")).to_be_visible()
    expect(line(page, "Elves")).to_have_count(0)
    page.locator("#duel-fold").press("Enter")
    expect(page.locator("#duel-fold")).to_be_focused()
    expect(page.locator("#duel-fold")).to_have_attribute("aria-expanded", "false")
    page.locator("#prompt #main").click()
    expect(page.locator("#prompt-title")).to_contain_text("aftermath")
    expect(page.locator("#duel-body")).to_be_hidden()  # it stays as the player laid it


def test_the_place_of_the_battle_is_in_sight_beside_the_window(page: Page, banners: Site) -> None:
    still(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    sit(page, banners)
    attack(page)
    fought, window = page.locator("#live .fought").bounding_box(), page.locator("#duel").bounding_box()
    assert fought is not None
    assert window is not None
    assert fought["y"] + fought["height"] / 2 < window["y"]
    assert page.evaluate("document.documentElement.scrollWidth") == 1280


def test_dice_that_play_went_past_are_shown_before_going_on(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners, hasty=True)
    attack(page)
    page.locator("#main").click()
    expect(page.locator("#duel [data-die]")).to_have_count(2)
    first = int(page.locator("#duel [data-die]").first.get_attribute("data-die") or 0)
    expect(page.locator("#duel .total").first).to_have_text(str(10 + first))
    page.locator("#duel #main", has_text="Next").click()
    expect(page.locator("#duel")).to_be_hidden()
    expect(page.locator("#prompt-title")).to_contain_text("Your phase")


def test_a_reveal_on_the_board_and_the_dice_go_together(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners, loud=True)
    attack(page)
    page.locator("#main").click()
    expect(page.locator("#prompt-title")).to_contain_text("Revealed")
    expect(page.locator("#duel [data-die]")).to_have_count(2)
    expect(page.locator("#live .mark.battle")).to_have_count(1)
    page.locator("#duel #buttons button", has_text="Play it again").click()
    expect(page.locator("#duel [data-die]")).to_have_count(2)
    page.locator("#duel #main", has_text="Next").click()
    page.locator("#duel #main", has_text="Go on").click()
    expect(page.locator("#duel")).to_be_hidden()


def test_any_input_ends_the_tumbling_of_dice(page: Page, banners: Site) -> None:
    sit(page, banners)
    attack(page)
    page.wait_for_function(f"() => {RUNNING} === 0")
    slow = page.context.new_cdp_session(page)
    slow.send("Animation.enable")
    slow.send("Animation.setPlaybackRate", {"playbackRate": 0.01})
    page.locator("#main").click()
    expect(page.locator("#duel [data-die]")).to_have_count(2)
    page.wait_for_function(f"() => {RUNNING} > 0")
    page.keyboard.press("Shift")
    assert page.evaluate(RUNNING) == 0
    thrown = int(page.locator("#duel [data-die]").first.get_attribute("data-die") or 0)
    assert page.locator("#duel .total").first.text_content() == str(10 + thrown)
    assert page.locator("#duel [data-die]").first.locator("circle").count() == thrown


def test_a_spectator_reads_the_battle_and_has_no_buttons(page: Page, banners: Site) -> None:
    still(page)
    code = banners.table("me", "friend", game="underbanners")
    banners.page(code, 0).play(0, "attack")
    sit(page, banners, -1, code)
    expect(page.locator("#duel .total").first).to_have_text("10")
    expect(page.locator("#duel .half .backs").first).to_contain_text("?")
    for id in ("#main", "#duel-odds"):
        expect(page.locator(id)).to_be_hidden()
    expect(page.locator("#duel-foot button:visible, #prompt .btn.main:visible")).to_have_count(0)
    expect(page.locator("#trays .card, #duel .can")).to_have_count(0)
    assert "Counterspell" not in page.content()
    card(page, "War Chief", "#duel").click()  # but may look closely
    expect(page.locator("#reader")).to_contain_text("General")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#duel-body")).to_be_hidden()


def test_picks_that_are_drawn_nowhere_are_listed(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners)
    line(page, "Deploy").click()
    for words in ("Guard of the treasury", "A spell nobody has heard of"):
        expect(line(page, words)).to_be_visible()
    expect(line(page, "Djinn")).to_have_count(0)
    line(page, "A spell nobody").click()
    page.locator("#main:not(.off)").click()
    expect(page.locator("#chronicle")).to_contain_text("deploy unheard")


def test_a_list_of_sixty_scrolls(page: Page, banners: Site) -> None:
    still(page)
    sit(page, banners, crowd=True)
    line(page, "Deploy").click()
    expect(page.locator("#lines .ch")).to_have_count(62)
    last = line(page, "Levy number 59")
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    expect(page.locator("#main")).to_be_in_viewport()
    page.locator("#lines .filter").fill("number 47")
    expect(page.locator("#lines .ch")).to_have_count(1)
    line(page, "Levy number 47").click()
    page.locator("#main:not(.off)").click()
    expect(page.locator("#chronicle")).to_contain_text("crowd-47")


def test_a_phone_reaches_everything(browser: Any, banners: Site) -> None:
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    page = context.new_page()
    sit(page, banners)
    wide = "document.documentElement.scrollWidth"
    assert page.evaluate(wide) == 390
    banner = page.locator("#live [data-piece='b2'] .banner").bounding_box()
    assert banner is not None
    assert banner["width"] >= 34
    at = piece(page, "b6")
    page.touchscreen.tap(at["x"], at["y"])
    expect(page.locator("#stack")).to_contain_text("Scouts")
    page.locator("#stack .shut").tap()
    expect(page.locator("#stack")).to_be_hidden()
    line(page, "Cast a spell").tap()
    expect(line(page, "Fireball")).to_be_visible()  # the hand is in another tab, so it is listed too
    page.locator("#tab-hand").tap()
    expect(page.locator("#hand-count")).to_have_text("13")
    expect(page.locator("#ask")).to_be_visible()
    card(page, "Fireball").tap()
    expect(card(page, "Fireball")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(wide) == 390
    page.locator("#undo").tap()
    page.locator("#undo").tap()
    page.locator("#tabs [data-tab=choose]").tap()
    line(page, "Attack").tap()
    page.locator("#main:not(.off)").tap()
    expect(page.locator("#duel #main")).to_contain_text("Ready to roll")
    assert page.evaluate(wide) == 390
    for words in ("Growth", "Elves", "A spell nobody", "Skirmish", "Call off"):
        line(page, words).scroll_into_view_if_needed()
        expect(line(page, words)).to_be_in_viewport()
    page.locator("#duel-fold").tap()
    expect(page.locator("#prompt #main")).to_be_visible()
    assert page.evaluate(wide) == 390
    page.locator("#duel-head").tap()
    page.locator("#duel #main").tap()
    expect(page.locator("#duel [data-die]")).to_have_count(2)
    page.locator("#duel #main", has_text="Go on").tap()
    expect(page.locator("#duel")).to_be_hidden()
    expect(page.locator("#prompt #main")).to_be_visible()
    context.close()


def test_a_finger_that_rests_opens_what_it_rests_on(browser: Any, banners: Site) -> None:
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    page = context.new_page()
    sit(page, banners)
    at = piece(page, "b1")
    line(page, "Move a stack").tap()  # a tap on the banner would pick it now
    expect(page.locator("#live .pickring, #live .target")).not_to_have_count(0)
    page.mouse.move(at["x"], at["y"])
    page.mouse.down()
    expect(page.locator("#stack")).to_contain_text("Golem")
    page.mouse.up()
    expect(page.locator("#ask")).to_be_visible()
    expect(page.locator("#live .heldring")).to_have_count(0)
    context.close()


def test_the_replay_shows_hands_stacks_and_battles(page: Page, banners: Site) -> None:
    still(page)
    code = banners.table("me", "friend", game="underbanners")
    socket = banners.page(code, 0)
    socket.play(0, "cast fireball")
    socket.play(0, "attack")
    socket.play(0, "ready")
    page.goto(f"{banners.base}/tables/{code}/replay?viewer=0")
    expect(card(page, "Fireball")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("#duel [data-die]")).to_have_count(2)
    expect(page.locator("#duel button.btn:visible")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#duel-body")).to_be_hidden()
    at = piece(page, "b1")
    page.mouse.click(at["x"], at["y"])
    expect(page.locator("#stack")).to_contain_text("Golem")
    page.keyboard.press("Home")
    expect(page.locator("#duel")).to_be_hidden()
