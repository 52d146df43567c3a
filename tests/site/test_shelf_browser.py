"""The shelf and the dialog that sets up a table, as they open at every size."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tanelorn.core.game import WEIGHTS, games
from tanelorn.core.play.record import Record
from tanelorn.core.play.verify import verify
from tests.site.conftest import Site

pytestmark = pytest.mark.browser
FIRST, SECOND = games["fivecities"].scenario(None).seats
SIZES = ((1366, 768), (1366, 641), (1440, 900), (1920, 1080), (820, 1180), (390, 844), (683, 384))
_OVERFLOW = """(box) => {
  const end = Math.min(innerWidth, box.getBoundingClientRect().right) + 1;
  const wide = [...box.querySelectorAll("*")].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    return width > 2 && one.checkVisibility() && (left < -1 || right > end);
  });
  return wide.map((one) => one.outerHTML.slice(0, 80));
}"""
_ON_TOP = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


@pytest.mark.parametrize("game", [game.slug for game in games])
def test_the_dialog_fits_and_its_button_stands_below_what_is_chosen(page: Page, shared_site: Site, game: str) -> None:
    page.goto(f"{shared_site.base}/?game={game}")
    dialog, button = page.locator("#setup"), page.locator("#setup-go")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert dialog.evaluate(_OVERFLOW) == [], (width, height)
        for scrolled in (0, 10_000):
            dialog.evaluate("(box, to) => box.scrollTo(0, to)", scrolled)
            assert button.evaluate(_ON_TOP), (width, height, scrolled)


def test_what_a_scenario_is_and_how_it_is_won_is_read_before_it_is_chosen(page: Page, shared_site: Site) -> None:
    page.goto(f"{shared_site.base}/?game=elric")
    expect(page.get_by_role("radio", name="Elric", exact=True)).to_be_focused()
    for scenario in games["elric"].scenarios:
        expect(page.locator("#scenarios")).to_contain_text(scenario.says)
        page.locator("#scenarios label", has_text=scenario.title).click()
        expect(page.locator("#scenario-goal")).to_contain_text(scenario.goal)
        expect(page.locator("#seatrows li")).to_have_count(len(scenario.seats))


def test_each_chart_is_drawn_once_for_the_shelf_and_anew_by_candlelight(page: Page, shared_site: Site) -> None:
    """As pixels, for a browser would draw a picture of thousands of lines again with all that changes beside it."""
    shared_site.table("me", "friend")
    page.goto(shared_site.base)
    pictures = page.locator("img[data-chart]:not([data-chart=''])")
    expect(page.locator("img[data-chart]:not([data-chart='']):not([src^='data:image/png'])")).to_have_count(0)
    drawn = "(all) => Object.fromEntries(all.map((one) => [one.dataset.chart, one.src]))"
    apart = "(all) => new Set(all.map((one) => one.src)).size"
    by_day = pictures.evaluate_all(drawn)
    assert pictures.evaluate_all(apart) == len(by_day) < pictures.count()
    page.emulate_media(color_scheme="dark")
    for address, picture in by_day.items():
        expect(page.locator(f"img[data-chart='{address}']").first).not_to_have_attribute("src", picture)
    assert pictures.evaluate_all(apart) == len(by_day)


def test_the_shelf_is_no_wider_than_the_page_and_says_whose_turn_it_is(page: Page, shared_site: Site) -> None:
    code = shared_site.table("me", "friend", name="Five before supper")
    page.goto(shared_site.base)
    table = page.locator(".mine li", has_text="Five before supper")
    expect(table.locator(".when b")).to_have_text("Your turn")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.locator("body").evaluate(_OVERFLOW) == [], (width, height)
        expect(table.locator(".when b")).to_be_visible()
        links = page.locator(".nav a").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().height)")
        assert max(links) <= 56, "the pages are called in one row"
    shared_site.page(code, 0).play(0, "pass")
    page.reload()
    expect(table.locator(".when b")).to_have_text("Waits for a friend")
    page.get_by_role("link", name="Rulebook of Five Cities").click()
    expect(page.locator("h1")).to_have_text("Five Cities")


def test_games_stand_in_the_order_of_their_weight_and_the_lightest_says_begin_here(
    page: Page, shared_site: Site
) -> None:
    page.goto(shared_site.base)
    boxes = page.locator(".box")
    assert [box.split()[0] for box in boxes.locator("b").all_inner_texts()] == [
        *("Five", "Diplomacy", "The", "Elric", "Archmagi", "Albion:")
    ]
    full = [box.locator(".dots .full").count() for box in boxes.all()]
    assert full == sorted(full)
    assert full[0] == 1
    for box, game in zip(boxes.all(), games.by_weight(), strict=True):
        assert box.locator(".dots i").count() == len(WEIGHTS)
        expect(box.locator(".weight")).to_have_text(WEIGHTS[game.weight - 1])
        expect(box.locator(".pl")).to_contain_text(game.length)
    expect(page.get_by_text("Begin here")).to_have_count(1)
    expect(boxes.first).to_contain_text("Begin here")


def test_each_scenario_says_its_length_and_how_balanced_it_is(page: Page, shared_site: Site) -> None:
    page.goto(f"{shared_site.base}/?game=albion")
    for scenario in games["albion"].scenarios:
        measured = games["albion"].measured[scenario.slug]
        told = page.locator("#scenarios label", has_text=scenario.title)
        expect(told).to_contain_text(f"About {measured.turns} turns. {measured.verdict(scenario.seats)}.")
        expect(told).to_contain_text(f"{measured.games} games of strong bots")


def test_a_medium_bot_is_offered_first(page: Page, shared_site: Site) -> None:
    page.goto(f"{shared_site.base}/?game=fivecities")
    expect(page.get_by_label(f"Who plays {SECOND}")).to_have_value("bot medium")
    code = shared_site.post("/tables", {"game": "fivecities"})[1]["table"]
    assert shared_site.page(code, 0).state["scene"]["seats"][1]["player"] == "bot, medium"


def test_a_table_is_renamed_deleted_and_brought_back_by_keyboard(page: Page, shared_site: Site) -> None:
    code = shared_site.table("me", "friend", name="Siege")
    page.goto(shared_site.base)
    more = page.get_by_role("button", name="More with Siege")
    more.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Siege")).to_be_visible()
    expect(page.locator("#rename")).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("two words")
    page.keyboard.press("Enter")
    link = page.locator(f'.mine a[href="/tables/{code}"]')
    expect(link).to_contain_text("two words")
    expect(link).to_be_focused()
    page.wait_for_load_state()  # what is pressed is heard when the page's scripts have run
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Delete").focus()
    page.keyboard.press("Enter")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    expect(undo).to_have_accessible_description("“two words” was deleted.")
    expect(link).to_have_count(0)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("body").evaluate(_OVERFLOW) == [], (width, height)
    page.keyboard.press("Enter")
    expect(link).to_be_focused()


def test_an_open_page_says_kindly_that_its_table_was_deleted(page: Page, shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    page.goto(f"{shared_site.base}/tables/{code}?seat=0")
    expect(page.locator("#ask")).to_contain_text("Write your move")
    shared_site.post(f"/tables/{code}/delete", {})
    # told of it, or refused what it was just asking
    expect(page.locator("#refused")).to_contain_text(
        re.compile("deleted.* For a minute .*(brought back|bring it back)")
    )


def test_more_with_a_table_fits_every_size_and_says_why_it_cannot_be_duplicated(
    window: BrowserContext, shared_site: Site
) -> None:
    page = window.new_page()  # one whose console may tell of the refusal
    shared_site.table("me", "easy", "easy", game="elric", name="n" * 80)
    page.goto(shared_site.base)
    page.get_by_role("button", name="More with nnn").click()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#deeds").evaluate(_OVERFLOW) == [], (width, height)
        assert page.locator("#deeds-close").evaluate(_ON_TOP), (width, height)
    deeds = page.get_by_role("dialog")
    deeds.get_by_role("button", name="Duplicate").click()
    expect(page.get_by_role("alert")).to_contain_text("a second table would foretell or betray")
    deeds.get_by_role("button", name="Set up again, seats exchanged").click()
    page.wait_for_url("**/tables/*")
    expect(page).to_have_title(re.compile("^n+ 2 "))
    page.close()


def test_a_bot_may_be_given_a_style_of_the_game(page: Page, shared_site: Site) -> None:
    page.goto(f"{shared_site.base}/?game=fivecities")
    style = page.get_by_label(f"The style of the bot that plays {SECOND}")
    expect(style.locator("option")).to_have_count(1 + len(games["fivecities"].styles))
    expect(page.get_by_label(f"The style of the bot that plays {FIRST}")).to_be_hidden()
    page.get_by_label(f"Who plays {SECOND}").select_option("friend")
    expect(style).to_be_hidden()
    page.get_by_label(f"Who plays {SECOND}").select_option("bot easy")
    style.select_option("raider")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(style).to_be_visible()
        assert page.locator("#setup").evaluate(_OVERFLOW) == [], (width, height)
    page.locator("#setup-go").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("body")).to_contain_text("bot, easy, raider")
    page.goto(f"{shared_site.base}/?game=diplomacy")
    style = page.get_by_label("The style of the bot that plays Turkey")
    expect(style.locator("option")).to_have_count(1 + len(games["diplomacy"].styles))
    for width, height in SIZES:  # seven lists more
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#setup").evaluate(_OVERFLOW) == [], (width, height)


def test_each_person_adds_words_to_dice_that_were_promised_before(page: Page, shared_site: Site) -> None:
    page.goto(f"{shared_site.base}/?game=fivecities")
    page.get_by_label(f"Who plays {SECOND}").select_option("friend")
    expect(page.locator("#dicerows")).to_be_hidden()
    page.get_by_text("Words for the dice").click()
    expect(page.locator("#promise")).to_have_text(re.compile(r"^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$"))
    promise = page.locator("#promise").inner_text()
    expect(page.locator("#dicerows li")).to_have_count(2)
    for seat, said in ((FIRST, "blue moon"), (SECOND, "seven  oxen")):
        field = page.get_by_label(f"Words of {seat} for the dice")
        expect(field).to_have_attribute("type", "password")
        field.fill(said)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#setup").evaluate(_OVERFLOW) == [], (width, height)
    page.set_viewport_size({"width": 1366, "height": 768})
    page.locator("#setup-go").click()
    page.wait_for_url("**/tables/*")
    code = page.url.rsplit("/", 1)[1]
    shared_site.page(code, 0).play(0, "resign")
    _, raw = shared_site.get(f"/tables/{code}/record")
    header = Record.read(raw).header
    assert (header.words, header.promise) == (("blue moon", "seven  oxen"), promise)
    assert verify(Record.read(raw), promise).witnessed == "dice"


def test_a_bot_is_asked_for_no_words_and_a_new_fold_promises_new_dice(page: Page, shared_site: Site) -> None:
    page.goto(f"{shared_site.base}/?game=fivecities")
    fold = page.get_by_text("Words for the dice")
    promises = set()
    for _ in range(2):
        fold.click()
        expect(page.locator("#promise")).not_to_be_empty()
        promises.add(page.locator("#promise").inner_text())
        fold.click()
        expect(page.locator("#promise")).to_be_empty()
    assert len(promises) == 2
    fold.click()
    expect(page.locator("#dicerows li")).to_have_count(1)
    page.get_by_label(f"Who plays {SECOND}").select_option("friend")
    expect(page.locator("#dicerows li")).to_have_count(2)
