"""A newcomer who knows only what is on the screen ends every guided game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, TimeoutError, expect

from tanelorn.core.game import games
from tanelorn.core.lessons.lesson import Lesson, lessons_of
from tests.site.conftest import Site, comes_to, drawn
from tests.site.test_browser import still

pytestmark = pytest.mark.browser
USUAL = ("fivecities", "elric")
"""Games whose lessons are ended in the usual run as well; the others with `--deep` alone, for each takes seconds."""
LESSONS = [
    pytest.param(lesson, id=f"{lesson.game}-{lesson.slug}", marks=() if lesson.game in USUAL else pytest.mark.deep)
    for game in games
    for lesson in lessons_of(game)
]
MOST = 400  # presses that no lesson needs
PRESSED = 20_000  # ms after which somebody looks again whether there is something else to press
MOST_AGAIN = 2
WATCHED = "body:has(#companion[data-stage=watch]) #main[aria-disabled=false]"
"""Goes on from what was revealed."""


def begin(page: Page, site: Site, lesson: Lesson) -> None:
    page.goto(f"{site.base}/learn/{lesson.game}")
    page.locator(f"form[action$='/{lesson.slug}']").get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator("#companion-title")).not_to_be_empty()


def stage(page: Page) -> str:
    return page.locator("#companion").get_attribute("data-stage") or ""


def said(page: Page) -> str:
    return page.locator("#companion").inner_text()


def write(page: Page, text: str) -> None:
    """Write a choice by the keyboard, as soon as the question is there: before, W opens no slip."""
    slip = page.locator("#slip textarea")
    for _ in range(MOST):
        page.keyboard.press("w")
        if slip.is_visible():
            break
        page.evaluate("new Promise(requestAnimationFrame)")
    expect(slip).to_be_focused()
    page.keyboard.press("ControlOrMeta+A")  # a W too many
    page.keyboard.type(text)


def press(page: Page) -> None:
    """Press what the companion wants pressed, or wait for the others; raise TimeoutError if nothing comes of it."""
    sheet, main = page.locator("#companion"), page.locator("#main")
    was = sheet.evaluate(
        "({ dataset, innerText }) => ({ stage: dataset.stage, moment: dataset.moment, words: innerText })"
    )
    if was["stage"] == "done":
        page.locator("#companion-acts").get_by_role("button", name="Go on").click(timeout=PRESSED)
    elif was["stage"] == "do":
        page.locator("#companion-acts [data-show]").click(timeout=PRESSED)
        page.wait_for_selector("#companion[data-ready=true]", timeout=PRESSED)  # else somebody presses once more
        main.click()
    # That the others did something does not tell that a step was left, nor other words that a choice was made.
    page.wait_for_function(
        "(was) => { const { dataset, innerText } = document.getElementById('companion');"
        " if (was.stage === 'done') return innerText !== was.words;"
        " if (was.stage === 'do') return dataset.moment !== was.moment || dataset.stage !== 'do';"
        " return dataset.moment !== was.moment || innerText !== was.words; }",
        arg=was,
        timeout=PRESSED,
    )


def walk(page: Page, lesson: Lesson) -> None:
    """Do the rest of a lesson as its companion says, looking again where it has turned to something else meanwhile."""
    again = 0
    for _ in range(MOST):
        if stage(page) == "over":
            break
        assert stage(page) != "elsewhere", said(page)
        try:
            press(page)
        except TimeoutError:
            again += 1
            asked = page.locator("#prompt").inner_text()
            assert again <= MOST_AGAIN, f"nothing comes of it: {stage(page)}, {said(page)!r}, {asked!r}"
    expect(page.locator("#companion-words")).to_contain_text(lesson.ending[:40])


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_companion_leads_to_the_end(page: Page, shared_site: Site, lesson: Lesson) -> None:
    begin(page, shared_site, lesson)
    walk(page, lesson)
    page.locator("#companion-acts").get_by_role("button", name="Close").click()
    expect(page.locator("#companion")).to_be_hidden()


SLOW_LINE = """(() => {
  const line = (slowest) => {
    let [last, at] = [Promise.resolve(), 0];
    return (act) => (last = last.then(() => new Promise((on) => setTimeout(() => on(act()), (at += 37) % slowest))));
  };
  const [out, into] = [line(90), line(150)];
  const { send, addEventListener } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) { out(() => send.call(this, text)); };
  Object.defineProperty(WebSocket.prototype, "onmessage", {
    set(hear) { addEventListener.call(this, "message", (said) => into(() => hear.call(this, said))); },
  });
})();"""
"""Every message takes its time, up to 90 ms out and 150 ms in, in the order in which they were sent."""


@pytest.mark.takes(30)
def test_a_slow_line_leads_nobody_astray(page: Page, shared_site: Site) -> None:
    page.add_init_script(SLOW_LINE)
    open_step(page, shared_site, "elric", "The battle", (1366, 768))
    walk(page, *lessons_of(games["elric"]))


def test_going_on_ends_what_is_still_in_motion(page: Page, shared_site: Site) -> None:
    """On a guided game that was left in the midst of a reveal, one press goes on at once."""
    (lesson,) = lessons_of(games["fivecities"])
    begin(page, shared_site, lesson)
    page.locator("#companion-acts").get_by_role("button", name="Go on").click()
    write(page, lesson.step[1].do[0])
    page.keyboard.press("Enter")
    expect(page.locator("#main[aria-disabled=false]")).to_contain_text("Seal the")
    page.keyboard.press("Enter")
    expect(page.locator("#companion")).to_have_attribute("data-stage", "done")
    page.get_by_role("button", name="Play it again").click()
    page.locator("#companion-acts").get_by_role("button", name="Go on").click()
    expect(page.locator("#companion-step")).to_have_text("3 of 8")
    expect(page.locator("#main")).not_to_contain_text("Next")


@pytest.mark.always
def test_a_guided_game_is_played_by_keyboard_alone(page: Page, shared_site: Site) -> None:
    (lesson,) = lessons_of(games["fivecities"])
    begin(page, shared_site, lesson)
    for step in lesson.step:
        if step.do:
            expect(page.locator("#companion-title")).to_have_text(step.title)
            write(page, step.do[0])
            page.keyboard.press("Enter")
            expect(page.locator("#main[aria-disabled=false]")).to_contain_text("Seal the")
            page.keyboard.press("Enter")
        expect(page.locator("#companion")).to_have_attribute("data-stage", "done")
        expect(page.locator("#companion-acts .main")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("#companion-title")).to_have_text("The lesson is over")


AT = """(wanted) => {
  if (document.activeElement.matches(wanted)) return "here";
  return document.querySelector(wanted) ? "" : "gone";
}"""


def reach(page: Page, wanted: str) -> bool:
    """Press Tab until it has the focus; return whether it stayed there, for bots may move the page on meanwhile."""
    for _ in range(MOST):
        if there := page.evaluate(AT, wanted):
            return there == "here"
        page.keyboard.press("Tab")
    at = page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    raise AssertionError(f"Tab does not lead to {wanted}, but to {at}; the companion: {stage(page)}, {said(page)!r}")


def press_by_keys(page: Page) -> None:
    """Do by Tab and Enter what the companion wants done; nothing once it wants no more.

    How it stands is read in one look: what bots play may end the lesson between two.
    """
    sheet = page.locator("#companion")
    was = sheet.evaluate(
        "(sheet) => ({ stage: sheet.dataset.stage, moment: sheet.dataset.moment, words: sheet.innerText })"
    )
    if was["stage"] in ("over", "elsewhere"):
        return
    if was["stage"] == "done":
        if not reach(page, "#companion-acts .main"):
            return
        page.keyboard.press("Enter")
    elif was["stage"] == "do":
        if not reach(page, "#companion-acts [data-show]"):
            return
        page.keyboard.press("Enter")
        expect(page.locator("#companion:is([data-ready=true], :not([data-stage=do]))")).to_be_visible()
        if stage(page) != "do":  # what was chosen before had not come back yet
            return
        if not reach(page, "#main"):
            return
        page.keyboard.press("Enter")
        was["words"] = ""
    elif page.locator(WATCHED).count():  # what was revealed stays until it has been looked at
        if not reach(page, WATCHED):
            return
        page.keyboard.press("Enter")
    try:
        page.wait_for_function(
            "([was, next]) => { const sheet = document.getElementById('companion');"
            " return sheet.dataset.moment !== was.moment || (was.words ? sheet.innerText !== was.words"
            " : sheet.dataset.stage !== 'do') || document.querySelector(next); }",
            arg=[was, WATCHED],
        )
    except TimeoutError as error:
        asked = page.locator("#prompt").inner_text()
        raise AssertionError(f"nothing came of it: {stage(page)}, {said(page)!r}, {asked!r}, {was}") from error


@pytest.mark.deep
@pytest.mark.takes(60)
@pytest.mark.parametrize("lesson", [pytest.param(*one.values, id=one.id) for one in LESSONS])
def test_every_guided_game_is_played_by_tab_and_enter_alone(page: Page, shared_site: Site, lesson: Lesson) -> None:
    still(page)
    begin(page, shared_site, lesson)
    for _ in range(MOST):
        if stage(page) == "over":
            break
        assert stage(page) != "elsewhere", said(page)
        press_by_keys(page)
    expect(page.locator("#companion-words")).to_contain_text(lesson.ending[:40])


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (820, 1180), (390, 844)])
def test_companion_question_and_button_are_all_in_sight(page: Page, shared_site: Site, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    begin(page, shared_site, lessons_of(games["fivecities"])[0])
    page.locator("#companion-acts").get_by_role("button", name="Go on").click()
    expect(page.locator("#companion")).to_have_attribute("data-stage", "do")
    for part in ("#companion-title", "#companion-acts [data-show]", "#main"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_something_else_can_be_taken_back_or_begun_again(page: Page, shared_site: Site) -> None:
    (lesson,) = lessons_of(games["fivecities"])
    begin(page, shared_site, lesson)
    page.locator("#companion-acts").get_by_role("button", name="Go on").click()
    write(page, "1 A to V")
    page.keyboard.press("Enter")
    expect(page.locator("#main[aria-disabled=false]")).to_contain_text("Seal the")
    page.keyboard.press("Enter")
    expect(page.locator("#companion")).to_have_attribute("data-stage", "elsewhere")
    page.get_by_role("button", name="Begin this step again").click()
    expect(page.locator("#companion-step")).to_have_text("2 of 8")
    expect(page.locator("#companion")).to_have_attribute("data-stage", "do")


def test_a_battle_on_a_phone_does_not_cover_the_companion(page: Page, shared_site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{shared_site.base}/learn/archmagi")
    page.locator("summary").click()
    page.get_by_role("button", name="A spell", exact=True).click()
    expect(page.locator("#duel #companion-title")).to_be_in_viewport()
    page.locator("#duel-fold").click()
    expect(page.locator(".papers #companion-title")).to_be_in_viewport()


def open_step(page: Page, site: Site, game: str, step: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{site.base}/learn/{game}")
    page.locator("summary").click()
    page.get_by_role("button", name=step, exact=True).click()
    expect(page.locator("#companion-title")).not_to_be_empty()
    drawn(page)


def box_of(one: Locator) -> FloatRect:
    """Where something lies that is in sight."""
    expect(one).to_be_visible()
    box = one.bounding_box()
    assert box is not None
    return box


def lies_above(one: Locator, other: Locator, much: float = 1) -> bool:
    """Whether all of one thing, or so much of its height, lies above another."""
    above, below = box_of(one), box_of(other)
    return above["y"] + much * above["height"] <= below["y"]


@pytest.mark.parametrize("size", [(844, 390), (390, 844), (820, 1180), (1366, 768)])
def test_a_battle_is_answered_without_scrolling_for_its_question(
    page: Page, shared_site: Site, size: tuple[int, int]
) -> None:
    open_step(page, shared_site, "archmagi", "Who helps", size)
    expect(page.locator("#duel")).to_be_visible()
    for part in ("#companion-title", "#companion-acts [data-show]", "#prompt-title", "#main"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
        assert uncovered(page.locator(part)), part
    if size[0] > 844 or size[1] > 844:  # on a phone the list of the question has them
        for card in page.locator("#duel .card.can").all():
            assert uncovered(card)


def test_in_a_battle_tab_leads_from_the_question_to_its_red_button_and_on(page: Page, shared_site: Site) -> None:
    """Though it stands in the window of the battle, which comes before all papers: no way around the whole page."""
    open_step(page, shared_site, "archmagi", "Who helps", (1366, 768))
    expect(page.locator("#duel #main")).to_be_visible()
    undo, first = page.locator("#acts #undo"), page.locator("#duel-foot button").first
    undo.focus()
    page.keyboard.press("Tab")
    expect(first).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(undo).to_be_focused()
    for _ in range(page.locator("#duel-foot button").count()):
        page.keyboard.press("Tab")
    expect(page.locator("#main")).to_be_focused()
    page.keyboard.press("Tab")
    after = "([one, other]) => one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING"
    assert page.evaluate(f"({after})([document.getElementById('acts'), document.activeElement])")


UNCOVERED = """async (one) => {
  const until = performance.now() + 3000;
  for (;;) {
    const { x, y, width, height } = one.getBoundingClientRect();
    const seen = one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    if (seen || performance.now() > until) return seen;
    await new Promise(requestAnimationFrame);
  }
}"""


def uncovered(one: Locator) -> bool:
    """Whether nothing lies over the middle of it once the page has come to rest, which may draw it anew meanwhile."""
    return any(one.evaluate(UNCOVERED) for _ in range(3))


def test_what_a_button_of_a_battle_says_stays_on_a_narrow_page(page: Page, shared_site: Site) -> None:
    open_step(page, shared_site, "elric", "The battle", (390, 844))
    expect(page.locator("#main")).to_contain_text("Could still be held back")
    expect(page.locator("#main")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("game", "step"),
    [
        ("albion", "Into the enemy’s hex"),
        ("albion", "Who stands where"),
        ("youngkingdoms", "A convoy, and a march"),
    ],
)
@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_what_the_companion_speaks_of_is_brought_into_sight(
    page: Page, shared_site: Site, size: tuple[int, int], game: str, step: str
) -> None:
    """All of it, though it lie too far apart for pieces that a finger can press."""
    still(page)
    open_step(page, shared_site, game, step, size)
    rings = page.locator("#live .lookat")
    expect(rings).not_to_have_count(0)

    def outside() -> list[FloatRect]:
        frame, found = box_of(page.locator("#board")), []
        for ring in map(box_of, rings.all()):
            x, y = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
            if not (0 < x - frame["x"] < frame["width"] and 0 < y - frame["y"] < frame["height"]):
                found.append(ring)
        return found

    comes_to(page, outside, [])


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
@pytest.mark.parametrize(("game", "step"), [("archmagi", "New units"), ("diplomacy", "Winter"), ("albion", "By road")])
def test_the_question_stands_whole_below_the_companion(
    page: Page, shared_site: Site, game: str, step: str, size: tuple[int, int]
) -> None:
    open_step(page, shared_site, game, step, size)
    expect(page.locator("#ask")).not_to_be_empty()
    for part in ("#companion-title", "#companion-acts [data-show]", "#prompt-title", "#ask"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    for above, below in (("#companion-acts", "#prompt-title"), ("#ask", "#acts")):
        comes_to(page, lambda: lies_above(page.locator(above), page.locator(below)), True)  # noqa: B023


def test_what_was_shown_stays_when_it_is_asked_for_once_more(page: Page, shared_site: Site) -> None:
    open_step(page, shared_site, "diplomacy", "Winter", (1366, 768))
    show, main = page.locator("#companion-acts [data-show]"), page.locator("#main")
    show.click()
    expect(show).to_have_text("Now press the red button")
    show.click()
    expect(main).to_be_focused()
    expect(main).to_contain_text("Seal 1 order")
    page.locator("#orders .order-row").click()
    expect(show).to_have_text("Show me")  # it lies there no more
    page.keyboard.press("Escape")
    show.click()
    expect(show).to_have_text("Now press the red button")
    main.click()
    expect(page.locator("#companion")).to_have_attribute("data-stage", "done")


@pytest.mark.parametrize(
    ("step", "says"),
    [("A challenge", "Trial: Rurik"), ("The others’ reaction", "End movement"), ("An attack", "Attack: 2722")],
)
def test_the_red_button_says_what_was_shown_as_if_it_had_been_picked(
    page: Page, shared_site: Site, step: str, says: str
) -> None:
    open_step(page, shared_site, "albion", step, (1366, 768))
    page.locator("#companion-acts [data-show]").click()
    expect(page.locator("#companion")).to_have_attribute("data-ready", "true")
    assert page.locator("#main").inner_text().splitlines()[0] == says


def test_a_step_in_which_another_seat_is_to_decide_is_come_back_to(page: Page, shared_site: Site) -> None:
    """The others wait until it has been read, so nobody would ever be called."""
    open_step(page, shared_site, "albion", "Is it enough?", (390, 844))
    page.reload()
    expect(page.locator("#companion-title")).to_have_text("Is it enough?")
    expect(page.locator(".seat[data-viewer]")).to_have_text("Fomorian", use_inner_text=True)  # no state, no empty frame
    page.locator("#companion-acts").get_by_role("button", name="Go on").click()
    expect(page.locator("#companion-title")).to_have_text("Evasion")


def test_the_place_of_a_battle_is_seen_beside_its_window_as_large_as_before(page: Page, shared_site: Site) -> None:
    """The window leaves only a strip of the board; whoever zoomed out for that would see no piece at all."""
    still(page)
    open_step(page, shared_site, "albion", "Losses", (1366, 768))
    comes_to(page, lambda: box_of(page.locator("#live .lookat"))["width"] > LEAST_COUNTER, True)
    comes_to(page, lambda: lies_above(page.locator("#live .lookat"), page.locator("#duel"), 0.5), True)


LEAST_COUNTER = 34  # pixels that a counter on the board has at least


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_what_is_to_be_pressed_stands_above_a_long_list(page: Page, shared_site: Site, size: tuple[int, int]) -> None:
    open_step(page, shared_site, "elric", "An army follows its leader", size)
    for asks in ("Dharmit: where to?", "Dharmit and Wizard: where to?"):
        press(page)
        expect(page.locator("#ask")).to_contain_text(asks)
    button, first = page.get_by_role("button", name="Take all armies"), page.locator("#lines li").first
    expect(button).to_be_in_viewport()
    comes_to(page, lambda: lies_above(button, first), True)


def test_on_a_low_page_no_words_lie_over_others(page: Page, shared_site: Site) -> None:
    open_step(page, shared_site, "albion", "The last reaction", (844, 390))
    expect(page.locator("#does")).to_have_text("Your choice waits for the red button.")
    comes_to(page, lambda: lies_above(page.locator("#question"), page.locator("#does")), True)


def test_the_name_of_a_laid_spell_stands_on_one_line(page: Page, shared_site: Site) -> None:
    open_step(page, shared_site, "elric", "The capital", (1366, 768))
    name = page.locator("#duel .card .name", has_text="Checkalakh")
    assert name.evaluate("(one) => one.clientHeight < 1.5 * parseFloat(getComputedStyle(one).lineHeight)")


@pytest.mark.parametrize("size", [(1366, 768), (1180, 820)])
def test_cards_that_can_be_shown_in_a_battle_lie_open(page: Page, shared_site: Site, size: tuple[int, int]) -> None:
    """Also below a large card with many words, of which none is cut off."""
    open_step(page, shared_site, "archmagi", "The Rune Blade", size)
    press(page)
    expect(page.locator("#ask")).to_contain_text("Who is shown to help")
    cards = page.locator("#duel .shown .card.can")
    expect(cards).to_have_count(2)

    def lower() -> list[FloatRect]:
        body = box_of(page.locator("#duel-body"))
        return [box for box in map(box_of, cards.all()) if box["y"] + box["height"] > body["y"] + body["height"]]

    comes_to(page, lower, [])
    assert page.locator("#duel .card .text").evaluate_all(
        "all => all.every((one) => one.scrollWidth <= one.clientWidth)"
    )


@pytest.mark.parametrize("size", [(1366, 768), (820, 1180)])
@pytest.mark.parametrize(
    ("game", "step", "paper"),
    [("diplomacy", "A stand-off", "What failed"), ("youngkingdoms", "A sorcerer", "Spells of Elric")],
)
def test_a_paper_that_the_companion_names_is_in_sight(
    page: Page, shared_site: Site, game: str, step: str, paper: str, size: tuple[int, int]
) -> None:
    open_step(page, shared_site, game, step, size)
    head = page.locator("#papers h2", has_text=paper)
    expect(head).to_be_in_viewport(ratio=1)
    assert uncovered(head)
    for part in ("#companion-title", "#companion-acts .main"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_a_scale_that_the_companion_speaks_of_is_in_sight(page: Page, shared_site: Site) -> None:
    open_step(page, shared_site, "elric", "The Cosmic Balance", (1366, 768))
    scale = page.locator("#gauges svg").first
    expect(scale).to_be_in_viewport(ratio=0.5)  # the beam and the marker
    assert uncovered(scale)


def test_on_an_upright_page_cards_that_are_asked_lie_open(page: Page, shared_site: Site) -> None:
    open_step(page, shared_site, "archmagi", "Seven spells", (820, 1180))
    press(page)
    for spell in ("Water Walk", "Breathe Water"):
        name = page.locator("#trays .card.can .name", has_text=spell)
        expect(name).to_be_in_viewport()
        assert uncovered(name), spell


def test_a_common_word_names_no_paper(page: Page, shared_site: Site) -> None:
    """“Your turn has six steps” does not speak of the gauge “Turn”; “the Cosmic Balance” names one."""
    open_step(page, shared_site, "elric", "An army comes back", (1366, 768))
    expect(page.locator("#companion-words")).to_contain_text("turn")
    expect(page.locator("#gauges")).to_contain_text("Turn")
    expect(page.locator("#beside")).not_to_have_class(re.compile("named"))
    open_step(page, shared_site, "elric", "The Cosmic Balance", (1366, 768))
    expect(page.locator("#beside")).to_have_class(re.compile("named"))
