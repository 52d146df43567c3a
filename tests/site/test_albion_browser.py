"""Albion in a real Chromium: a march, layers, a battle, secrets, a killed server, a phone, whole games."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tanelorn import Record, replay
from tanelorn.core.amounts import amount
from tanelorn.core.play.verify import verify
from tests.site.albion_at import HIDDEN
from tests.site.albion_site import FAERIE, FOMORIAN, begin_battle, number_in, open_table, site_of_albion, spot, take
from tests.site.archmagi_site import known_table
from tests.site.conftest import Site, comes_to
from tests.site.elric_site import line, middle, press, put_away, title, to_the_end
from tests.site.test_archmagi_browser import narrow
from tests.site.test_browser import PHONE, still
from tests.site.test_youngkingdoms_browser import listen

pytestmark = pytest.mark.browser
WIDTHS = range(1340, 1620, 30)


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site with the positions of the tests."""
    with site_of_albion(tmp_path_factory) as site:
        yield site


def test_what_a_way_costs_is_seen_before_it_is_gone(page: Page, war: Site) -> None:
    still(page)
    open_table(page, war, war.table("friend", "me", game="albionmarch"), FAERIE)
    title(page, "Movement")
    take(page, "elidor")
    expect(page.locator("#live .reachrim")).to_have_count(1)  # hundreds of hexes are lit as one area
    pip = page.locator("#live [data-pip='2936']")
    cost = number_in(page, "#live [data-pip='2936']")
    assert page.locator("#live [data-pip]").count() > 100
    expect(page.locator("#papers")).to_contain_text("2 wounds of 5")
    page.mouse.move(*spot(page, "2936"))
    expect(page.locator("#live .toll")).to_have_text(f"{cost} MP")
    expect(pip).to_have_class(re.compile("passed"))
    page.mouse.click(*spot(page, "2936"))  # no danger lies there: the press plays
    expect(page.locator("#ask")).to_contain_text(f"{14 - cost} MP left")
    expect(page.locator("#chronicle")).to_contain_text("2936")
    page.locator("#undo").click()
    expect(page.locator("#ask")).to_contain_text("14 MP left")


def test_what_a_press_does_is_said_before_and_many_movers_stand_side_by_side(page: Page, shared_site: Site) -> None:
    still(page)
    code = shared_site.table("me", "friend", game="albion")
    for seat in (FOMORIAN, FAERIE):
        shared_site.page(code, seat).play(seat, "begin")
    open_table(page, shared_site, code, FOMORIAN)
    does, movers = page.locator("#does"), page.locator("#lines .short")
    expect(does).to_contain_text("Undo takes it back")
    expect(movers.filter(has_text="Glastyn")).to_have_count(1)
    assert movers.count() > 30
    assert page.locator("#lines").evaluate("(list) => list.scrollHeight") < 500
    movers.filter(has_text="Glastyn").hover()
    expect(does).to_have_text(re.compile(r"^At once: Glastyn, \d+ MP left: at Solway"))
    page.keyboard.press("2")  # the caps of the first ones are as they were
    expect(page.locator("#ask")).to_contain_text("Glastyn")
    expect(page.locator("#space-3215")).to_be_attached()
    page.mouse.move(*spot(page, "3215"))
    expect(does).to_have_text("At once: 3215, 6 MP")
    page.locator("#undo").click()
    expect(page.locator("#ask")).to_contain_text("Take a person")


def test_an_enemy_is_a_risk_that_waits_for_the_button(page: Page, war: Site) -> None:
    still(page)
    open_table(page, war, war.table("friend", "me", game="albionmarch"), FAERIE)
    take(page, "elidor")
    page.mouse.move(*middle(page, "grogan"))
    expect(page.locator("#does")).to_contain_text("Asks once more:")
    page.mouse.click(*middle(page, "grogan"))
    expect(page.locator("#ask")).to_contain_text("where to?")
    expect(page.locator("#live .toll")).to_be_attached()  # the way stays while it is considered
    expect(page.locator("#main")).to_contain_text("Go: 3038")
    page.keyboard.press("Enter")  # the map has the focus, and the hex is chosen: it is not dropped
    expect(page.locator("#chronicle")).to_contain_text("3038")
    expect(page.locator("#chronicle")).to_contain_text(re.compile("Grogan|troops|heroes|persons"))


def test_what_is_written_is_told_with_its_cost_and_its_danger(page: Page, war: Site) -> None:
    still(page)
    open_table(page, war, war.table("friend", "me", game="albionmarch"), FAERIE)
    take(page, "elidor")
    slip = page.locator("#slip textarea")
    slip.fill("go to the moon")
    slip.press("Enter")
    expect(page.locator("#refused")).to_contain_text("cannot be read here")
    slip.fill("go 3038")
    slip.press("Enter")
    expect(page.locator("#lines .chosen")).to_contain_text(re.compile("3038.*enemies: Grogan on top.*4 MP"))
    expect(page.locator("#main")).to_contain_text("Go: 3038")


def test_what_is_written_comes_into_sight_and_the_button_says_what_it_means(page: Page, war: Site) -> None:
    still(page)
    open_table(page, war, war.table("friend", "me", game="albionmarch"), FAERIE)
    take(page, "elidor")
    expect(page.locator("#main small")).to_have_text("It may be taken again once another has moved")
    for _ in range(24):
        page.keyboard.press("Shift+ArrowUp")
    expect(page.locator("#space-3038")).not_to_be_in_viewport()
    page.locator("#slip textarea").fill("go 3038")
    page.keyboard.press("Enter")
    expect(page.locator("#lines .chosen")).to_be_visible()
    expect(page.locator("#space-3038")).to_be_in_viewport()


def test_title_steps_and_chronicle_are_in_sight(page: Page, war: Site) -> None:
    still(page)
    for width, height, steps in ((1600, 1000, True), (1280, 720, False)):
        page.set_viewport_size({"width": width, "height": height})
        open_table(page, war, war.table("friend", "me", game="albionmarch"), FAERIE)
        heading = page.locator(".what h1")
        comes_to(page, lambda: heading.evaluate("(e) => e.scrollWidth <= e.clientWidth"), True)  # noqa: B023
        expect(page.locator("#ribbon")).to_be_visible(visible=steps)
        take(page, "elidor")
        page.mouse.click(*spot(page, "3037"))
        expect(page.locator("#chronicle li").last).to_be_in_viewport()
        expect(page.locator("#chronicle li").last).to_contain_text("3037")


def test_the_title_is_whole_at_the_first_look_whatever_the_width(
    page: Page, war: Site, pytestconfig: pytest.Config
) -> None:
    """The steps give way to it, with all tools beside them."""
    still(page)
    widths = WIDTHS if pytestconfig.getoption("deep") else WIDTHS[::3]
    code = war.table("friend", "me", game="albionmarch")
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        open_table(page, war, code, FAERIE)
        title(page, "Movement")
        for words in (page.locator(".what h1"), page.locator("#subtitle")):
            comes_to(page, lambda: words.evaluate("(e) => e.scrollWidth <= e.clientWidth"), True)  # noqa: B023


def test_a_map_that_is_still_drawn_says_so_and_shows_first_what_is_looked_at(page: Page, war: Site) -> None:
    still(page)
    held: list[Route] = []
    page.route("**/charts/*.svg", lambda route: held.append(route))
    page.goto(f"{war.base}/tables/{war.table('friend', 'me', game='albionmarch')}?seat={FAERIE}")
    drawing = page.locator("#drawing")
    expect(page.locator("#ask")).to_contain_text("Take a person")
    expect(drawing).to_have_text("The map is being drawn …")
    expect(drawing).to_be_in_viewport()
    held[0].continue_()
    expect(drawing).to_be_hidden()
    expect(page.locator("canvas.lens:not([hidden]), canvas.chart")).not_to_have_count(0)


def test_the_whole_board_lies_clear_of_the_button_that_leads_back(page: Page, war: Site) -> None:
    """Hexes in the corner are asked too; nothing may lie over them."""
    still(page)
    page.set_viewport_size({"width": 390, "height": 844})
    open_table(page, war, war.table("friend", "me", game="albionmarch"), FAERIE)
    page.locator(".grip").press("ArrowDown")  # the board has the page to itself
    page.locator("#zoom-fit").click()
    page.wait_for_function("() => !document.querySelector('.moving')")
    sheet, button = (page.locator(one).bounding_box() for one in ("#sheet", "#zoom-fit"))
    assert sheet is not None
    assert button is not None
    assert sheet["x"] + sheet["width"] <= button["x"] or sheet["y"] + sheet["height"] <= button["y"]


def test_layers_of_the_map_by_key_and_box(page: Page, war: Site) -> None:
    still(page)
    open_table(page, war, war.table("friend", "me", game="albionmarch"), FAERIE)
    take(page, "elidor")
    pieces, pips = page.locator("#live > .pieces"), page.locator("#live > .pips")
    page.keyboard.press("p")
    expect(pieces).to_be_hidden()
    page.keyboard.press("p")
    expect(pieces).to_be_visible()
    expect(page.locator("#layers")).to_be_hidden()  # nothing lies over the map until it is asked for
    page.locator("#layers-button").click()
    page.locator("#layers [data-layer='pips']").uncheck()
    expect(pips).to_be_hidden()
    page.locator("#layers [data-layer='pips']").check()
    chart = (
        "(() => { const pen = new OffscreenCanvas(1400, 2000).getContext('2d');"
        " pen.drawImage(document.querySelector('canvas.chart'), 0, 0);"
        " return pen.getImageData(0, 0, 1400, 2000).data.reduce((a, b) => a + b, 0); })()"
    )
    before = page.evaluate(chart)
    page.keyboard.press("n")
    expect(page.locator("#layers [data-layer='numbers']")).to_be_checked()
    page.wait_for_function(f"() => {chart} !== {before}")
    page.keyboard.press("n")
    page.wait_for_function(f"() => {chart} === {before}")
    page.keyboard.press("Shift+R")
    expect(page.locator("#prompt .clause")).to_be_visible()


def test_a_hex_in_words_and_by_keyboard(page: Page, war: Site) -> None:
    still(page)
    open_table(page, war, war.table("friend", "me", game="albionmarch"), FAERIE)
    take(page, "elidor")
    expect(page.locator("#space-3036")).to_have_attribute(
        "aria-label", re.compile(r"3036, clear; Albion.*Elidor.*Held")
    )
    expect(page.locator("#space-3038")).to_have_attribute(
        "aria-label", re.compile(r"3038, forest; Albion; minor river.*Grogan.*4 MP.*risk")
    )
    page.locator("#board").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#board")).to_have_attribute("aria-activedescendant", "space-3037")
    expect(page.locator("#live .toll")).to_be_attached()
    page.keyboard.press("Enter")
    expect(page.locator("#chronicle")).to_contain_text("3037")


def test_the_button_says_once_what_a_label_begins_with(page: Page, war: Site) -> None:
    code = war.table("me", "friend", game="albionpursuit")
    faerie = war.page(code, FAERIE)
    for words in ("take elidor", "go 3038", "halt", "done", "done"):
        faerie.play(FAERIE, words)
    open_table(page, war, code, FOMORIAN)
    line(page, "Evade: Callach").click()
    expect(page.locator("#main")).to_have_text(re.compile("^Evade: Callach"))


@pytest.mark.always
def test_a_battle_by_clicks(browser: Any, war: Site) -> None:
    code = war.table("me", "friend", game="albionbattle")
    pages = [browser.new_context(reduced_motion="reduce").new_page() for _ in range(2)]
    for seat, page in enumerate(pages):
        open_table(page, war, code, seat)
    fomorian, faerie = pages
    begin_battle(fomorian, faerie, "3751")
    for page in pages:
        window = page.locator("#duel")
        expect(window.locator("[data-die]")).to_have_count(2)  # the attacker throws, nobody else
        expect(window.locator(".left .total")).to_have_text("36")
        expect(window.locator(".results li")).to_have_count(10)
        expect(window.locator(".left .terms")).to_contain_text(re.compile(r"Rurik.*1 column"))
        dice = sum(int(one.get_attribute("data-die") or 0) for one in window.locator("[data-die]").all())
        expect(page.locator("#duel-odds")).to_contain_text(f"The roll is {dice}".replace("The", "the"))
    expect(fomorian.locator("#duel .left .counters [data-card]")).to_have_count(4)
    expect(fomorian.locator("#duel .left .terms")).to_contain_text(re.compile(r"Barguest, magic.*8"))
    expect(fomorian.locator("#duel .right .counters [data-card]")).to_have_count(1)
    expect(faerie.locator("#duel .left .counters [data-card]")).to_have_count(1)  # of Imric's stack the top
    assert "Barguest" not in faerie.locator("#duel").inner_text()
    for page in pages:
        page.context.close()


def test_a_battle_that_its_roll_ends_stays_until_it_has_been_looked_at(browser: Any, war: Site) -> None:
    code = war.table("me", "friend", game="albionrout")
    pages = [browser.new_context(reduced_motion="reduce").new_page() for _ in range(2)]
    for seat, page in enumerate(pages):
        open_table(page, war, code, seat)
    fomorian, faerie = pages
    line(fomorian, "Open a battle").click()
    line(fomorian, "3751").click()
    press(fomorian, "3751")
    press(fomorian, "No more attacks")
    press(fomorian, "Ready")
    for page in pages:
        title(page, "The battle at 3751")
        expect(page.locator("#duel [data-die]")).to_have_count(2)
        expect(page.locator("#duel .left .total")).to_have_text("28")
        expect(page.locator("#duel-odds")).to_contain_text("Faerie loses 1 point")
        expect(page.locator("#lines")).to_contain_text("nobody of Faerie is left")
    expect(fomorian.locator("#duel .left .terms")).to_contain_text("Rurik, hero")  # what its own seat knows stays
    expect(faerie.locator("#duel .left .counters [data-card]")).to_have_count(1)
    assert "hero" not in faerie.locator("#duel").inner_text()
    for page in pages:
        press(page, "Next")
        expect(page.locator("#duel")).to_be_hidden()
        page.context.close()


@pytest.mark.always
def test_what_lies_under_the_top_reaches_no_other_page(browser: Any, war: Site) -> None:
    code = war.table("friend", "me", game="albionmarch")
    pages, frames = {}, {}
    for seat in (FOMORIAN, FAERIE, -1):
        page = browser.new_context(reduced_motion="reduce").new_page()
        frames[seat] = listen(page)
        open_table(page, war, code, seat)
        pages[seat] = page
    take(pages[FAERIE], "elidor")
    pages[FAERIE].mouse.click(*spot(pages[FAERIE], "3037"))
    for page in pages.values():
        expect(page.locator("#chronicle")).to_contain_text("3037")
    for seat, page in pages.items():
        heard, seen = "".join(frames[seat]), page.content()
        assert '"type":"state"' in heard
        for name in HIDDEN:
            known = f"with {name}" in heard or f'"title":"{name}' in heard
            assert known == (seat == FOMORIAN), (seat, name)
            assert (name in seen) == (seat == FOMORIAN), (seat, name)
        assert ('"dots":2' in heard) == (seat == FAERIE), seat
        page.context.close()


def test_what_is_not_possible_is_told_of_what_is_being_chosen_alone(page: Page, war: Site) -> None:
    still(page)
    open_table(page, war, war.table("friend", "me", game="albionmarch"), FAERIE)
    title(page, "Movement")
    expect(page.locator("#lines .folded")).to_contain_text("more are not possible")
    line(page, "Rearrange a stack").click()
    expect(line(page, "3036")).to_be_visible()
    expect(page.locator("#lines .no, #lines .folded")).to_have_count(0)


def test_stacks_are_ordered_before_the_first_move(page: Page, shared_site: Site) -> None:
    still(page)
    code = shared_site.table("me", "friend", game="albion", scenario="albion_alone")
    open_table(page, shared_site, code, FOMORIAN)
    title(page, "Initial stacking")
    page.locator("#lines .filter").fill("Ardoch")
    expect(page.locator("#lines .line")).to_have_count(1)
    page.mouse.click(*middle(page, "bogan"))
    title(page, "Arrangement")  # where nothing is filtered
    expect(page.locator("#live path.heldring")).to_have_count(1)  # the hex that is asked about
    page.keyboard.press("w")  # what is asked in a short list can be written, too
    page.locator("#slip textarea").fill("embark bogan on gullfoot")
    page.keyboard.press("Enter")
    press(page, "Gullfoot")
    expect(page.locator("#live [data-piece='army-ochil']")).to_be_attached()
    expect(page.locator("#lines .no", has_text="embark ochil on gullfoot")).to_contain_text("one army point or escort")
    put_away(page)
    press(page, "Done")
    title(page, "Initial stacking")
    expect(page.locator("#live .heldring")).to_have_count(0)
    press(page, "Begin")
    title(page, "Not your turn")
    open_table(page, shared_site, code, FAERIE)
    press(page, "Begin")
    expect(page.locator("#subtitle")).to_contain_text("before the first turn")


def test_a_killed_server_comes_back_with_a_group_in_hand(page: Page, tmp_path_factory: pytest.TempPathFactory) -> None:
    still(page)
    with site_of_albion(tmp_path_factory) as site:
        code = site.table("friend", "me", game="albionmarch")
        open_table(page, site, code, FAERIE)
        take(page, "elidor")
        page.mouse.click(*spot(page, "2936"))
        expect(page.locator("#chronicle")).to_contain_text("2936")
        site.restart_unchanged(code, (FOMORIAN, FAERIE, -1))
        open_table(page, site, code, FAERIE)
        expect(page.locator("#ask")).to_contain_text("where to?")
        expect(page.locator("#live .heldring")).to_have_count(1)
        press(page, "Halt")
        expect(page.locator("#ask")).to_contain_text("Take a person")


def test_a_march_on_a_phone(browser: Any, war: Site) -> None:
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    page = context.new_page()
    open_table(page, war, war.table("friend", "me", game="albionmarch"), FAERIE)
    title(page, "Movement")
    narrow(page)
    counter = page.locator("#live [data-piece='elidor'] rect").nth(2)
    assert counter.evaluate("(e) => e.getBoundingClientRect().width") >= 33.5
    page.touchscreen.tap(*middle(page, "elidor"))
    expect(page.locator("#ask")).to_contain_text("where to?")
    expect(page.locator("#stack")).to_be_visible()
    page.locator("#stack .shut").tap()
    narrow(page)
    page.touchscreen.tap(*spot(page, "2936"))
    expect(page.locator("#ask")).to_contain_text("MP left: where to?")
    page.get_by_role("tab", name="Log").tap()
    expect(page.locator("#chronicle")).to_contain_text("2936")
    narrow(page)
    page.get_by_role("tab", name="Table").tap()
    expect(page.locator("#papers")).to_contain_text("2 wounds of 5")
    narrow(page)
    page.locator("#layers-button").tap()
    expect(page.locator("#layers")).to_be_visible()
    context.close()


def test_the_last_turn_is_clicked_to_its_end(page: Page, war: Site) -> None:
    still(page)
    code = war.table("easy", "me", game="albionlast")
    open_table(page, war, code, FAERIE)
    assert "movement" in to_the_end(page, random.Random(1))
    expect(page.locator(".laurels")).to_contain_text(re.compile(r"The Fomorians have \d+ points?, Faerie has \d+"))
    page.goto(f"{war.base}/tables/{code}/replay?viewer={FAERIE}")
    expect(page.locator("#calendar")).to_contain_text("Molwis")
    page.keyboard.press("End")
    expect(page.locator("#subtitle")).to_contain_text("turn 10")


@pytest.mark.takes(60)
@pytest.mark.deep
@pytest.mark.parametrize(("seat", "turn"), [(FOMORIAN, 1), (FAERIE, 3)])
def test_one_person_clicks_albion_alone_to_its_end(page: Page, shared_site: Site, seat: int, turn: int) -> None:
    """From the first turn, or the last."""
    still(page)
    sitters = ("me", "bot random") if seat == FOMORIAN else ("bot random", "me")
    code = known_table(shared_site, "alone 1", sitters, "albion", "albion_alone", {}, turn)
    page.goto(f"{shared_site.base}/tables/{code}?seat={seat}")
    assert "movement" in to_the_end(page, random.Random(1))
    with page.expect_download() as download:
        page.get_by_text("Download the record").click()
    record = Record.load(download.value.path())
    assert verify(record).committed
    table = replay(record)
    assert table.position.turn == 3
    assert table.outcome is not None
    fomorian, faerie = table.position.points
    assert table.outcome.winners == ((FOMORIAN,) if fomorian and fomorian >= 3 * faerie else (FAERIE,))
    expect(page.locator(".laurels")).to_contain_text(
        f"The Fomorians have {amount(fomorian, 'point')}, Faerie has {faerie}"
    )


@pytest.mark.takes(40)
@pytest.mark.deep
def test_two_bots_play_faerie_twilight_and_a_person_looks_on(page: Page, shared_site: Site) -> None:
    """Whoever looks on comes in the last turn but one; the replay shows all ten."""
    still(page)
    bots = ("bot random", "bot random")
    code = known_table(shared_site, "twilight 1", bots, "albion", "faerie_twilight", {}, turn=9)
    page.goto(f"{shared_site.base}/tables/{code}?seat=-1")
    to_the_end(page)
    expect(page.locator("#duel")).to_be_hidden()
    expect(page.locator("#papers")).to_contain_text("Victory points", ignore_case=True)
    page.goto(f"{shared_site.base}/tables/{code}/replay?viewer=0")
    expect(page.locator("#calendar")).to_contain_text("Molwis I", timeout=900_000)
    page.keyboard.press("End")
    expect(page.locator("#subtitle")).to_contain_text("turn 10")


def test_everybody_can_look_the_counters_up(page: Page, shared_site: Site) -> None:
    page.goto(f"{shared_site.base}/rules/albion")
    for words, count in (("Persons", 44), ("Magic items", 23), ("Enchantments", 13), ("Places of Power", 19)):
        page.locator(".jump a", has_text=words).click()
        expect(page.locator(f"#list-{words.lower().replace(' ', '-')} tbody tr")).to_have_count(count)
    row = page.locator("#list-persons tr", has_text="Crown Prince")
    expect(row).to_contain_text(re.compile(r"Elidor.*Crown Prince of Albion"))
