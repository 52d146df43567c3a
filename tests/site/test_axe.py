"""No page of any game breaks a rule of axe-core, by daylight or candlelight; contrast it cannot judge is measured."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tanelorn.core.game import games
from tests.site.archmagi_site import MADDER, TO_BATTLE, isle, play_on
from tests.site.conftest import Site, drawn, site_with_plugin
from tests.site.contrast import faint_texts

pytestmark = pytest.mark.browser
AXE = Path(sys.prefix, "npm/node_modules/axe-core/axe.min.js")
RUN = """async (only) => {
  const wish = { resultTypes: ['violations', 'incomplete'], ...(only ? { runOnly: only } : {}) };
  const { violations, incomplete } = await axe.run(only ? { include: coloured() } : document, wish);
  const nodes = (rules, says) => rules.flatMap((rule) => rule.nodes.map((node) => says(rule, node)));
  return {
    broken: nodes(violations, (rule, node) => `${rule.id}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`),
    unjudged: nodes(incomplete.filter((rule) => rule.id === 'color-contrast'), (_, node) => node.target[0]),
  };
}"""
COLOURED = """window.coloured = () => {
  const [kinds, known, first] = [new Map(), new Map([[null, 0]]), new Map()];
  const kind = (one) => {
    if (!known.has(one)) {
      const { color, fill, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = getComputedStyle(one);
      const up = kind(one.parentElement);
      const words = [up, color, fill, backgroundColor, backgroundImage, opacity, fontSize, fontWeight].join();
      if (!kinds.has(words)) kinds.set(words, kinds.size + 1);
      known.set(one, kinds.get(words));
    }
    return known.get(one);
  };
  const speaks = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  for (const one of document.body.querySelectorAll("*"))
    if (speaks(one) && one.checkVisibility() && !first.has(kind(one))) first.set(kind(one), one);
  return [...first.values()];
};"""
"""The first of all texts that look alike, as does all that they lie in: what is true of its colours is of theirs."""
SETTLED = """() => document.getAnimations()
  .filter((one) => one.effect?.getComputedTiming().endTime < Infinity).forEach((one) => one.finish())"""
"""A colour that is on its way from one light to the other, and what is still being faded in, is not judged."""
POSITIONS = ("elricwar", "elrichand", "elricdragons", "elrichome", "albionmarch", "albionbattle", "albionrout")


def some(slugs: Iterable[str], *usual: str) -> list[Any]:
    """Return all slugs as parameters; what is not usual is judged with `--deep` alone, for a page takes seconds."""
    return [pytest.param(slug, marks=() if slug in usual else pytest.mark.deep) for slug in slugs]


SLUGS = [game.slug for game in games]


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that knows the positions too."""
    with site_with_plugin(tmp_path_factory, "positionsat", "tests.site.positions_at") as site:
        yield site


def judge(page: Page) -> None:
    """Fail with each rule that the page breaks and each text that is too faint, in both lights.

    Candlelight changes colours alone: there one text of each kind is judged, and what no style sheet can tell of is
    measured wherever daylight has found it.
    """
    assert AXE.exists(), "axe-core is not installed: run ./check once"
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.evaluate(COLOURED)
    faults: list[str] = []
    unjudged: list[str] = []
    for light, only in (("light", None), ("dark", ["color-contrast"])):
        page.emulate_media(color_scheme=light, reduced_motion="reduce")
        page.evaluate(SETTLED)
        said: dict[str, Any] = page.evaluate(RUN, only)
        unjudged = list(dict.fromkeys(unjudged + said["unjudged"]))
        faults += [f"{light}: {fault}" for fault in said["broken"] + faint_texts(page, unjudged)]
    assert not faults, "\n".join(dict.fromkeys(faults))


def opened(page: Page, site: Site, code: str, seat: int = 0) -> None:
    page.goto(f"{site.base}/tables/{code}?seat={seat}")
    expect(page.locator("#live > *").first).to_be_attached()
    expect(page.locator("#ask, #waiting").first).not_to_be_empty()
    expect(page.locator("#seats")).not_to_contain_text("thinks")  # what bots play draws the page anew
    drawn(page)


def test_the_shelf(page, shared_site):
    gone = shared_site.table("me", "easy")
    shared_site.table("me", "easy")
    shared_site.post(f"/tables/{gone}/delete", {})
    page.goto(shared_site.base)
    judge(page)
    page.locator("button.more").first.click()
    judge(page)


@pytest.mark.parametrize("slug", some(SLUGS, "youngkingdoms"))
def test_setting_up(page, shared_site, slug):
    page.goto(f"{shared_site.base}/?game={slug}")
    expect(page.locator("#setup")).to_be_visible()
    judge(page)


@pytest.mark.parametrize("slug", some(SLUGS, "fivecities"))
def test_a_rulebook(page, everything, slug):
    page.goto(f"{everything.base}/rules/{slug}")
    judge(page)


def test_a_guided_game(page, everything):
    page.goto(f"{everything.base}/learn/fivecities")
    judge(page)
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator("#companion")).to_be_visible()
    judge(page)


@pytest.mark.parametrize("slug", some(SLUGS, "diplomacy", "archmagi"))
def test_the_first_question(page, everything, slug):
    seats = len(games[slug].scenarios[0].seats)
    opened(page, everything, everything.table("me", *["easy"] * (seats - 1), game=slug))
    judge(page)


@pytest.mark.always
@pytest.mark.parametrize("slug", some(POSITIONS, "elrichand", "albionbattle"))
def test_a_game_in_its_middle(page, everything, slug):
    seats = len(games["elric" if slug.startswith("elric") else "albion"].scenarios[0].seats)
    opened(page, everything, everything.table(*["me"] * seats, game=slug))
    judge(page)


@pytest.mark.parametrize("slug", some(("elricwar", "albionmarch", "fivecities"), "elricwar"))
def test_a_phone(page, everything, slug):
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, everything, everything.table("me", *["easy"] * (2 if slug == "elricwar" else 1), game=slug))
    judge(page)


def test_what_opens_over_the_table(page, everything):
    opened(page, everything, everything.table("me", "easy"))
    page.locator("#menu-button").click()
    judge(page)
    page.keyboard.press("Escape")
    page.locator("#keys-button").click()
    judge(page)


def test_the_card_about_a_space(page, everything):
    opened(page, everything, everything.table("me", "easy", "easy", "easy", "easy", "easy", game="youngkingdoms"))
    page.locator("#board").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#here")).to_be_visible()
    judge(page)
    page.locator("#layers-button").click()
    judge(page)


def test_a_battle_of_archmagi(page, everything):
    code = isle(everything)
    play_on(everything.page(code), TO_BATTLE)
    opened(page, everything, code, MADDER)
    judge(page)


def test_a_replay(page, everything):
    code = everything.table("easy", "easy")
    watching = everything.page(code, -1)
    while not watching.state["over"]:
        watching.hear()
    page.goto(f"{everything.base}/tables/{code}/replay")
    expect(page.locator("#position")).not_to_be_empty()
    judge(page)


@pytest.mark.parametrize("path", ["tables/nowhere", "nowhere"])
def test_a_page_that_is_not_there(window, shared_site, path):
    page = window.new_page()
    page.goto(f"{shared_site.base}/{path}")
    judge(page)
    page.close()
