"""The column beside the board: question, chits and papers, and the chronicle share it; none hides another."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tanelorn.core.game import Game, games
from tests.site.archmagi_site import isle, play_on
from tests.site.conftest import Site, comes_to, drawn
from tests.site.test_archmagi_browser import open_table
from tests.site.test_browser import still
from tests.site.test_lessons_browser import uncovered
from tests.site.test_orders_browser import SlowLine

pytestmark = pytest.mark.browser
DESKTOPS = ((1366, 768), (1366, 641), (1440, 900), (1920, 1080), (820, 1180))
_IN_THE_WAY = """() => {
  const wrong = [];
  const top = (one) => {
    const box = one.getBoundingClientRect();
    const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return found !== null && (one.contains(found) || found.contains(one) && found.closest("button") === one);
  };
  for (const one of document.querySelectorAll("#undo, #main, #log-fold")) {
    if (one.checkVisibility() && !top(one)) wrong.push(`${one.id} is covered`);
  }
  const asked = [...document.querySelectorAll("#trays .card.can")];
  if (!asked.length) wrong.push("no chit is asked");
  if (!asked.some(top)) wrong.push("no asked chit is in sight beside the question");
  for (const one of asked) {
    one.scrollIntoView({ block: "center" });
    if (!top(one)) wrong.push(`${one.textContent} is covered`);
  }
  const column = [...document.querySelectorAll("#prompt, .beside, .papers .log")];
  const papers = column.map((one) => one.getBoundingClientRect());
  for (const [at, one] of papers.entries()) {
    if (one.bottom > innerHeight) wrong.push("a paper reaches below the page");
    for (const other of papers.slice(0, at)) {
      const over = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      if (over > 8 && across > 8) wrong.push("papers lie over each other");
    }
  }
  return wrong;
}"""


def gives_back(state: dict[str, Any]) -> bool:
    """Whether somebody at this page has more chits than his reserve holds."""
    return any("which chit goes back" in decision["prompt"] for decision in state["decisions"])


@pytest.mark.takes(60)
def test_chits_that_go_back_are_in_sight_beside_the_question(page: Page, shared_site: Site) -> None:
    code = isle(shared_site, sitters=("me", "me", "me", "me"))
    socket = shared_site.page(code)
    play_on(socket, until=gives_back, lots=1)
    assert not socket.state["over"]
    open_table(page, shared_site, code, socket.state["viewer"])
    for width, height in DESKTOPS:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()  # the page is seen as it opens at this size
        expect(page.locator("#ask")).to_contain_text("which chit goes back")
        expect(page.locator("#trays .card.can").first).to_be_attached()
        drawn(page)
        assert page.evaluate(_IN_THE_WAY) == [], (width, height)
    expect(page.locator("#does")).to_contain_text("waits for the red button")
    chit = page.locator("#trays .card.can").first
    chit.hover()
    expect(page.locator("#does")).to_contain_text(chit.locator(".name").text_content() or "?")


def discards(state: dict[str, Any]) -> bool:
    """Whether somebody at this page holds more spells than may be held."""
    return any(decision["prompt"].startswith("Discard") for decision in state["decisions"])


def test_of_spells_to_discard_two_rows_are_in_sight(page: Page, shared_site: Site) -> None:
    code = isle(shared_site)
    socket = shared_site.page(code)
    play_on(socket, until=discards)
    page.set_viewport_size({"width": 1366, "height": 768})
    open_table(page, shared_site, code, socket.state["viewer"])
    asked = page.locator("#trays .card.can")
    expect(asked.nth(2)).to_be_attached()
    for at in range(4):
        name = asked.nth(at).locator(".name")
        assert uncovered(name), name.text_content()


def test_a_spell_that_is_pressed_twice_at_once_is_put_down(page: Page, shared_site: Site) -> None:
    still(page)
    line = SlowLine(page)
    code = isle(shared_site)
    socket = shared_site.page(code)
    play_on(socket, until=discards)
    open_table(page, shared_site, code, socket.state["viewer"])
    cards = page.locator("#trays .card.can .name")
    expect(cards.nth(1)).to_be_visible()
    line.holds = True
    cards.first.dblclick()
    cards.nth(1).click()
    name = cards.nth(1).text_content() or "?"
    line.let_through()
    expect(page.locator("#trays .card.held .name")).to_have_text([name])


def recruits(state: dict[str, Any]) -> bool:
    """Whether somebody at this page may cast Recruit spells."""
    return any(decision["prompt"].startswith("Cast Recruit spells") for decision in state["decisions"])


def test_what_a_line_says_itself_is_not_said_below_it_again(page: Page, shared_site: Site) -> None:
    still(page)
    code = isle(shared_site)
    socket = shared_site.page(code)
    play_on(socket, until=recruits)
    open_table(page, shared_site, code, socket.state["viewer"])
    asks = page.locator("#lines .ch", has_text="Ask me about")
    asks.hover()
    expect(page.locator("#does")).to_have_text("Your choice waits for the red button.")


_WHOLE = """() => [...document.querySelectorAll("#duel .card.can")].some((card) => {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  const corners = [[left + 4, top + 4], [right - 4, bottom - 4]];
  return corners.every(([x, y]) => card.contains(document.elementFromPoint(x, y)));
})"""


def sends_one(state: dict[str, Any]) -> bool:
    """Whether somebody at this page chooses who fights."""
    return any("fights this round" in decision["prompt"] for decision in state["decisions"])


def test_who_may_be_sent_into_battle_is_in_sight(page: Page, shared_site: Site) -> None:
    still(page)
    code = isle(shared_site, sitters=("me", "me", "me", "me"))
    socket = shared_site.page(code)
    play_on(socket, until=sends_one, lots=16)
    open_table(page, shared_site, code, socket.state["viewer"])
    for width, height in (*DESKTOPS, (390, 844), (683, 384)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        expect(page.locator("#duel .card.can").first).to_be_in_viewport(ratio=1)
        comes_to(page, lambda: page.evaluate(_WHOLE), True)


_GOAL = """(goal) => {
  const wrong = [];
  for (const one of document.querySelectorAll(`${goal}, #near, #undo, #main, #ask`)) {
    if (!one.checkVisibility()) continue;
    const box = one.getBoundingClientRect();
    for (const y of [box.top + 3, box.bottom - 3]) {
      const found = document.elementFromPoint(box.x + box.width / 2, y);
      if (!one.contains(found)) wrong.push(`${one.id || one.className} at ${y}: ${found?.outerHTML.slice(0, 60)}`);
    }
  }
  return wrong;
}"""


@pytest.mark.parametrize("game", games, ids=lambda game: game.slug)
def test_how_it_is_won_lies_open_beside_the_question(page: Page, shared_site: Site, game: Game[Any, Any]) -> None:
    code = shared_site.table(*["me"] * len(game.scenarios[0].seats), game=game.slug)
    page.goto(f"{shared_site.base}/tables/{code}?seat=0")
    expect(page.locator("#ask")).not_to_be_empty()
    goal = page.locator("#aim")
    for width, height in DESKTOPS:
        page.set_viewport_size({"width": width, "height": height})
        expect(goal).to_contain_text(game.scenarios[0].goal)
        comes_to(page, lambda: page.evaluate(_GOAL, "#aim p"), [])
    for width, height in ((390, 844), (683, 384), (720, 450)):  # a phone, and a desktop at 200 %
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("tab", name="Choose").click()
        expect(page.locator("#ask")).to_be_in_viewport(ratio=1)
        comes_to(page, lambda: page.evaluate(_GOAL, ".goal p"), [])
        page.locator("#aim .more").evaluate("(one) => one.scrollIntoView({ block: 'end' })")
        inside = "(one) => one.getBoundingClientRect().bottom <= innerHeight"
        comes_to(page, lambda: page.locator("#acts").evaluate(inside), True)  # noqa: B023
        for tab in ("Choose", "Log", "Table"):  # scrolled as far as it goes, the goal stays in sight
            page.get_by_role("tab", name=tab).click()
            page.locator(".papers").evaluate("(one) => one.scrollTo(0, one.scrollHeight)")
            expect(page.locator(".goal p")).to_be_in_viewport(ratio=1)
            expect(page.locator("#near")).to_be_in_viewport(ratio=1)


def test_how_near_each_seat_is_stands_beside_the_goal(page: Page, shared_site: Site) -> None:
    code = shared_site.table(*["me"] * 7, game="diplomacy")
    for width, height in ((1366, 768), (820, 1180), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{shared_site.base}/tables/{code}?seat=0")
        near = page.get_by_role("list", name="How near each seat is")
        expect(near).to_be_in_viewport(ratio=1)
        expect(near.get_by_role("listitem")).to_have_text(
            ["Austria: 3", "England: 3", "France: 3", "Germany: 3", "Italy: 3", "Russia: 4", "Turkey: 3"]
        )


def test_on_an_upright_page_the_table_of_seats_is_read_to_its_last_row(page: Page, shared_site: Site) -> None:
    page.set_viewport_size({"width": 820, "height": 1180})
    code = shared_site.table(*["me"] * 7, game="diplomacy")
    page.goto(f"{shared_site.base}/tables/{code}?seat=0")
    expect(page.locator("#papers .row", has_text="Turkey")).to_be_in_viewport(ratio=1)
    page.goto(f"{shared_site.base}/learn/elric")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator("#papers .row", has_text="Dharijor").last).to_be_in_viewport(ratio=1)
