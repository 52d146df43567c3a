"""Of every kind of question that random games meet, each pick, Undo and the main button is in view and uncovered.

A sample of the kinds is walked here, with `--deep` a larger one, each at one size in turn. All that 200 games meet,
each at all six sizes:

    TANELORN_QUESTIONS=200 .venv/bin/python -m pytest tests/site/test_every_question.py -s
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Page
from rich.progress import track

from tests.site.conftest import Site
from tests.site.questions import Asked, lay, met
from tests.site.test_browser import still

pytestmark = pytest.mark.browser
SIZES = ((1366, 768), (1366, 641), (1440, 900), (1920, 1080), (820, 1180), (390, 844))
GAMES = int(os.environ.get("TANELORN_QUESTIONS", "0"))
SAMPLE_GAMES, SAMPLE_CHOICES, SAMPLE, DEEP_SAMPLE = 18, 150, 8, 24
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
    if (!hit(whole)) wrong.push("the whole board cannot be asked for");
    whole.click();
  }
  for (const pick of lost) if (!onBoard(place(pick))) wrong.push(`${pick} cannot be reached`);
  return wrong;
}"""


def faults(page: Page, site: Site, asked: Asked, sizes: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Open a question and yield what is in the way at these sizes."""
    page.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})
    page.goto(f"{site.base}/tables/{asked.code}?seat={asked.seat}")
    page.wait_for_function(READY, arg=asked.picks)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        wrong = page.evaluate(WRONG, [asked.picks, asked.ends, asked.places])
        if wrong:
            yield f"{asked.kind} at {width} x {height}, seat {asked.seat}: {'; '.join(wrong[:4])}"


READY = """(picks) => {
  const pressed = ["lines", "counts", "orders", "buttons"].map((id) => `#${id} button`);
  const lit = [".card.can", "#main:not(.off):not([hidden])", "#live .pickring", "#live .target", ...pressed];
  const drawn = document.body.dataset.ready !== undefined && document.getElementById("ask").textContent;
  return drawn && (!picks.length || document.querySelector(lit.join()));
}"""


def test_nothing_that_is_asked_is_out_of_view_or_covered(
    page: Page, shared_site: Site, pytestconfig: pytest.Config
) -> None:
    still(page)
    questions = met(GAMES) if GAMES else met(SAMPLE_GAMES, SAMPLE_CHOICES)
    sample = DEEP_SAMPLE if pytestconfig.getoption("deep") else SAMPLE
    chosen = questions if GAMES else questions[:: max(1, len(questions) // sample)]
    tables = lay(shared_site, chosen)
    found: list[str] = []
    for at, asked in enumerate(track(tables, "Questions", disable=not GAMES)):
        here = list(faults(page, shared_site, asked, SIZES if GAMES else SIZES[at % len(SIZES) :][:1]))
        if here and GAMES:
            print(*here, sep="\n", flush=True)
        found += here
    assert not found, "\n".join(found)


COVER = (
    """() => document.body.insertAdjacentHTML("beforeend", "<div style='position:fixed;inset:0;z-index:999'></div>")"""
)
HIDE = """() => { document.querySelector("#lines .ch[data-pick]").style.visibility = "hidden"; }"""


def test_the_walk_finds_what_is_covered_and_what_is_hidden(page: Page, shared_site: Site) -> None:
    still(page)
    question = next(one for one in met(SAMPLE_GAMES, 60) if " button few " in one.kind and one.game == "elric")
    (asked,) = lay(shared_site, [question])
    assert list(faults(page, shared_site, asked, SIZES[:1])) == []
    told = [asked.picks, asked.ends, asked.places]
    page.evaluate(HIDE)
    assert any("cannot be reached" in fault for fault in page.evaluate(WRONG, told))
    page.evaluate(COVER)
    assert "undo is hidden or covered" in page.evaluate(WRONG, told)
