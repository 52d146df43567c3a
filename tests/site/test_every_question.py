"""On the way through every kind of question that random games meet, each pick, Undo and the main button is in view.

A sample of the questions is walked here, with `--deep` a larger one, each at one size in turn. All that 200 games meet,
each at every size, or at so many of them in turn as `TANELORN_SIZES` says:

    python -m tests.site.questions 200 > build/questions.json
    TANELORN_QUESTIONS=build/questions.json python -m pytest tests/site/test_every_question.py -s --timeout 0

Names of games after the number leave out the others; both parts can so be divided among several processes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, TimeoutError
from rich.progress import track

from tests.site.conftest import Site
from tests.site.questions import Asked, Question, Sight, lay, met
from tests.site.test_browser import still

pytestmark = pytest.mark.browser
SIZES = ((1366, 768), (1366, 641), (1440, 900), (1920, 1080), (820, 1180), (390, 844), (683, 384))
"""The last is the first at a zoom of 200 %."""

PATIENCE = 60_000
MET = os.environ.get("TANELORN_QUESTIONS", "")
EACH = int(os.environ.get("TANELORN_SIZES", len(SIZES)))
SAMPLE_GAMES, SAMPLE_CHOICES, SAMPLE, DEEP_SAMPLE = 16, 100, 6, 18
WRONG = """([picks, ends, places]) => {
  const fixed = [...document.querySelectorAll("*")]
    .filter((one) => /hidden|clip/.test(getComputedStyle(one).overflowY));
  const hit = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const found = width && height ? document.elementFromPoint(x + width / 2, y + height / 2) : null;
    return found !== null && one.contains(found);
  };
  const reached = (one) => {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (hit(one)) return true;
    const were = fixed.map((box) => box.scrollTop);
    one.scrollIntoView({ block: "center" });
    fixed.forEach((box, at) => { box.scrollTop = were[at]; }); // nobody can scroll these
    return hit(one);
  };
  const onBoard = (id) => {
    const one = document.getElementById(`space-${id}`);
    if (!one) return false;
    const { x, y, width, height } = one.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("#board") !== null
      && document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".zoom") === null;
  };
  const named = (name, value) => [...document.querySelectorAll(`[data-${name}="${CSS.escape(value)}"]`)];
  const ways = (pick) => [
    ...named("pick", pick), ...named("card", pick), ...named("target", pick.slice(pick.indexOf(":") + 1)),
  ];
  const place = (pick) => places[pick] ?? (pick.startsWith("space:") ? pick.slice(6) : "");
  const wrong = ["undo", "main"].map((id) => document.getElementById(id))
    .filter((one) => !one.hidden && !hit(one)).map((one) => `${one.id} is hidden or covered`);
  if (ends && document.getElementById("main").hidden) wrong.push("the main button is not shown");
  const lost = picks.filter((pick) => !ways(pick).some(reached) && !onBoard(place(pick)));
  if (lost.length) {
    const whole = document.getElementById("zoom-fit");
    if (whole.checkVisibility()) { // else the whole board is shown
      if (!hit(whole)) wrong.push("the whole board cannot be asked for");
      whole.click();
    }
  }
  for (const pick of lost) if (!onBoard(place(pick))) wrong.push(`${pick} cannot be reached`);
  return wrong;
}"""


LISTEN = """() => {
  const asked = new Set();
  window.answered = () => !asked.size;
  window.WebSocket = class extends WebSocket {
    constructor(address) {
      super(address);
      this.addEventListener("message", ({ data }) => asked.delete(JSON.parse(data).n));
    }
    send(text) {
      if (JSON.parse(text).n) asked.add(JSON.parse(text).n);
      super.send(text);
    }
  };
}"""
READY = """(picks) => {
  const pressed = ["lines", "counts", "orders", "buttons"].map((id) => `#${id} button`);
  const board = ["#live .pickring", "#live .target", "#live .reachrim"];
  const lit = [".card.can", "#main:not(.off):not([hidden])", ...board, ...pressed];
  const drawn = document.body.dataset.ready !== undefined && document.getElementById("ask").textContent;
  return drawn && window.answered() && (!picks.length || document.querySelector(lit.join()));
}"""
STILL = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(window.answered()))))"
PLACE = """([pick, place]) => {
  const [kind, id] = [pick.slice(0, pick.indexOf(":")), pick.slice(pick.indexOf(":") + 1)];
  const named = (name, value) => document.querySelector(`[data-${name}="${CSS.escape(value)}"]`);
  const listed = named("target", id) ?? named("pick", pick) ?? named("card", pick);
  if (listed) {
    (listed.querySelector("button") ?? listed).click();
    return null;
  }
  const find = () => {
    const drawn = (kind === "piece" && named("piece", id)) || document.getElementById(`space-${place}`);
    const { x, y, width, height } = drawn.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  if (kind !== "piece" && !document.getElementById(`space-${place}`)) return false;
  const whole = document.getElementById("zoom-fit");
  if (!document.elementFromPoint(...find())?.closest("#board") && whole.checkVisibility()) whole.click();
  return find();
}"""


UNDER = "(pick) => document.querySelector(`#stack .card.can[data-card='${CSS.escape(pick)}']`)?.click()"
"""What lies in a pile is pressed once the pile is open."""


def press(page: Page, asked: Asked, pick: str) -> bool:
    """Press a pick where it lies open, in a list or a hand, else on the board; say whether it is anywhere."""
    spot = page.evaluate(PLACE, [pick, asked.places.get(pick, pick.partition(":")[2])])
    if spot:
        page.mouse.click(*spot)
        page.evaluate(UNDER, pick)
    return spot is not False


def faults(page: Page, site: Site, asked: Asked, sizes: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Open a question, answer it, and yield what is in the way at these sizes."""
    page.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})
    page.goto(f"{site.base}/tables/{asked.code}?seat={asked.seat}", wait_until="domcontentloaded", timeout=PATIENCE)
    for sight in asked.sights:
        if sight.press and not press(page, asked, sight.press):
            yield f"{sight.kind}: {sight.press} is nowhere on the page"
            return
        try:
            page.wait_for_function(READY, arg=sight.picks, timeout=PATIENCE)
        except TimeoutError:
            yield f"{sight.kind}: nothing is asked after {sight.press or 'the page was opened'}"
            return
        yield from _hidden(page, asked, sight, sizes)


def _hidden(page: Page, asked: Asked, sight: Sight, sizes: Sequence[tuple[int, int]]) -> Iterator[str]:
    for width, height in [*sizes[1:], sizes[0]]:
        page.set_viewport_size({"width": width, "height": height})
        while not page.evaluate(STILL):
            pass
        wrong = page.evaluate(WRONG, [sight.picks, sight.ends, asked.places])
        if wrong:
            yield f"{sight.kind} at {width} x {height}, seat {asked.seat} of {asked.code}: {'; '.join(wrong[:4])}"


def _chosen(sample: int) -> list[Question]:
    if MET:
        return msgspec.json.decode(Path(MET).read_bytes(), type=list[Question])
    questions = met(SAMPLE_GAMES, SAMPLE_CHOICES)
    return questions[:: max(1, len(questions) // sample)]


def _sizes(at: int) -> Sequence[tuple[int, int]]:
    """Return the sizes at which a question is looked at: one after the other in turn, or all of them."""
    first, many = at % len(SIZES), EACH if MET else 1
    return (*SIZES[first:], *SIZES[:first])[:many]


@pytest.mark.takes(50)
def test_nothing_that_is_asked_is_out_of_view_or_covered(
    page: Page, shared_site: Site, pytestconfig: pytest.Config
) -> None:
    still(page)
    page.add_init_script(f"({LISTEN})()")
    tables = lay(shared_site, _chosen(DEEP_SAMPLE if pytestconfig.getoption("deep") else SAMPLE))
    found: list[str] = []
    for at, asked in enumerate(track(tables, "Questions", disable=not MET)):
        page.emulate_media(color_scheme="dark" if at % 2 else "light")
        here = list(faults(page, shared_site, asked, _sizes(at)))
        if here and MET:
            print(*here, sep="\n", flush=True)
        found += here
    assert not found, "\n".join(found)


COVER = (
    """() => document.body.insertAdjacentHTML("beforeend", "<div style='position:fixed;inset:0;z-index:999'></div>")"""
)
HIDE = """() => { document.querySelector("#lines .ch[data-pick]").style.visibility = "hidden"; }"""


def test_the_walk_finds_what_is_covered_and_what_is_hidden(page: Page, shared_site: Site) -> None:
    still(page)
    page.add_init_script(f"({LISTEN})()")
    question = next(one for one in met(SAMPLE_GAMES, 60, ["elric"]) if " button few " in one.kinds[0])
    (asked,) = lay(shared_site, [question._replace(paths=question.paths[:1], kinds=question.kinds[:1])])
    assert list(faults(page, shared_site, asked, SIZES[:1])) == []
    told = [asked.sights[0].picks, asked.sights[0].ends, asked.places]
    page.evaluate(HIDE)
    assert any("cannot be reached" in fault for fault in page.evaluate(WRONG, told))
    page.evaluate(COVER)
    assert "undo is hidden or covered" in page.evaluate(WRONG, told)


def test_an_open_pile_makes_way_for_the_hexes_that_are_asked(page: Page, shared_site: Site) -> None:
    still(page)
    page.add_init_script(f"({LISTEN})()")
    everywhere = "Move after piece>piece: space crowd"  # a unit under a banner is picked, then any hex of the map
    question = next(
        one for one in met(SAMPLE_GAMES, 110, ["archmagi"]) if any(everywhere in kind for kind in one.kinds)
    )
    (asked,) = lay(shared_site, [question])
    assert list(faults(page, shared_site, asked, [(1440, 900)])) == []


def test_a_card_that_is_held_and_asked_for_again_is_picked_again(page: Page, shared_site: Site) -> None:
    """In Archmagi a mage may teleport itself."""
    still(page)
    page.add_init_script(f"({LISTEN})()")
    question = next(
        one
        for one in met(SAMPLE_GAMES, 110, ["archmagi"])
        if any("Move after card>piece: piece" in kind for kind in one.kinds)
    )
    spell, mage = next(path for path in question.paths if len(path) == 2)
    paths = ((), (spell,), (spell, mage), (spell, mage, mage))
    again = question._replace(paths=paths, kinds=("spells", "mages", "units", "hexes"))
    (asked,) = lay(shared_site, [again])
    assert list(faults(page, shared_site, asked, SIZES[:1])) == []
