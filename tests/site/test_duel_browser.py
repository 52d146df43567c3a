"""The battle window in a real Chromium, on a toy game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import Site, comes_to
from tests.site.duel_site import attack, card, line, piece, sit, site_of_banners
from tests.site.test_browser import still
from tests.site.test_lessons_browser import lies_above

pytestmark = pytest.mark.browser
RUNNING = """document.getElementById('duel').getAnimations({ subtree: true })
  .filter((one) => one.playState === 'running').length"""


@pytest.fixture(scope="module")
def banners(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site_of_banners(tmp_path_factory) as site:
        yield site


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
    bar = page.locator("#duel-chances").get_by_role("img")
    expect(bar).to_have_accessible_name(
        "Wizard wins: 17%, 6 of 36; both stand: 11%, 4 of 36; Enchantress wins: 72%, 26 of 36."
    )
    widths = bar.locator(".part").evaluate_all("parts => parts.map((part) => part.getBoundingClientRect().width)")
    assert 0 < widths[1] < widths[0] < widths[2]  # as long as they are likely
    expect(page.locator("#ahead")).to_contain_text("Skirmish")  # what a button that stands apart leads to
    expect(page.locator("#duel-odds")).to_contain_text("6 in 36")
    for words in ("Skirmish", "Call off"):
        expect(page.locator("#duel-foot button", has_text=words)).to_be_visible()
    expect(page.locator("#prompt #main")).to_have_count(0)
    card(page, "Growth").click()
    page.locator("#main:not(.off)").click()
    expect(left.locator(".total")).to_have_text("15")
    expect(card(page, "Elves", "#duel")).to_have_class(re.compile(r"\bcan\b"))
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
    comes_to(page, lambda: lies_above(page.locator("#live .fought"), page.locator("#duel"), 0.5), True)
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


def test_a_rulebook_of_a_game_without_guided_games_or_named_chapters(page: Page, banners: Site) -> None:
    page.goto(f"{banners.base}/rules/underbanners")
    expect(page.get_by_role("searchbox", name="Search the rules")).to_be_visible()
    expect(page.get_by_role("link", name="Learn")).to_have_count(0)
    expect(page.locator(".chapter h2")).to_have_text(["Turn", "Spells", "Battle"])
