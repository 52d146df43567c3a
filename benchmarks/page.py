"""How fast the page answers: `python benchmarks/page.py`. Needs Chromium; starts a site of its own on a passing folder.

Measured in the browser itself: from opening a table's page to the first drawn board, in every game, with an empty cache
and once more with a full one; in Five Cities, from a click to the glow that answers it, the first on a page apart
from those after it, and from sealing an order (the last that is waited for) to the board that shows the outcome.
Clicks are made on a page at rest: ten frames in a row have come in time.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tanelorn.core.game import Game, games
from tanelorn.terminal.board.pictures import found_browser

SIZE: ViewportSize = {"width": 1400, "height": 900}
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
CLICKS = 7  # after the first on a page
SET_UP = """async ([game, count]) => {
  const token = /csrftoken=([^;]+)/.exec(document.cookie)[1];
  const seats = [...Array(count)].map((_, seat) => ({who: seat ? 'friend' : 'me'}));
  const body = JSON.stringify({game, seats});
  const headers = {'X-CSRFToken': token, 'Content-Type': 'application/json'};
  return (await (await fetch('/tables', {method: 'POST', headers, body})).json()).table;
}"""
FIRST_BOARD = """() => new Promise((done) => {
  const look = () => document.querySelectorAll('#live .pcs, #live [data-piece], #live g g').length
    && document.getElementById('chart').complete ? done(performance.now()) : requestAnimationFrame(look);
  look();
})"""
AT_REST = """() => new Promise((done) => {
  let calm = 0, last = performance.now();
  const look = () => {
    const now = performance.now();
    calm = now - last < 25 ? calm + 1 : 0;
    last = now;
    if (calm > 10) done(); else requestAnimationFrame(look);
  };
  look();
})"""
CLICK = """(id) => new Promise((done) => {
  const place = document.getElementById(`space-${id}`).getBoundingClientRect();
  const at = {bubbles: true, clientX: place.x + place.width / 2, clientY: place.y + place.height / 2, pointerId: 1,
              isPrimary: true, button: 0};
  const target = document.elementFromPoint(at.clientX, at.clientY);
  const before = document.getElementById('ask').textContent;
  const start = performance.now();
  for (const kind of ['pointerdown', 'pointerup']) target.dispatchEvent(new PointerEvent(kind, at));
  target.dispatchEvent(new MouseEvent('click', {...at, detail: 1}));
  const look = () => document.getElementById('ask').textContent !== before
    ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look);
  look();
})"""
SEAL = """() => new Promise((done) => {
  const start = performance.now();
  document.getElementById('main').click();
  const look = () => document.getElementById('prompt-title').textContent.includes('revealed')
    ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look);
  look();
})"""


@contextmanager
def a_site() -> Iterator[str]:
    """Serve on a passing data folder and give the address."""
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, "TANELORN_DATA": data}
        site = subprocess.Popen(
            [sys.executable, "-m", "tanelorn.site"], env=environment, stdout=subprocess.PIPE, text=True
        )
        assert site.stdout is not None
        found = re.search(r"http://[^/ ]+", site.stdout.readline())
        assert found is not None
        try:
            yield found[0]
        finally:
            site.terminate()
            site.wait()


def first_boards(browser: Browser, base: str, game: Game) -> dict[str, float]:
    """Open a new table of a game with an empty cache and again with a full one; in milliseconds."""
    with browser.new_context(viewport=SIZE, reduced_motion="reduce") as elsewhere:
        address = f"{base}/tables/{table_of(elsewhere.new_page(), base, game)}?seat=0"
    with browser.new_context(viewport=SIZE, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(address)
        cold = page.evaluate(FIRST_BOARD)
        page.evaluate(AT_REST)
        page.goto(address)
        warm = page.evaluate(FIRST_BOARD)
        return {f"first board of {game.title}, empty cache": cold, f"first board of {game.title}, again": warm}


def table_of(page: Page, base: str, game: Game) -> str:
    """Set up a table of people and return its code."""
    page.goto(base)
    return str(page.evaluate(SET_UP, [game.slug, len(game.scenario(None).seats)]))


def orders(browser: Browser, base: str) -> dict[str, float]:
    """Click, write and seal orders at one table of Five Cities; in milliseconds."""
    with browser.new_context(viewport=SIZE, reduced_motion="reduce") as context:
        page = context.new_page()
        address = f"{base}/tables/{table_of(page, base, games['fivecities'])}"
        page.goto(f"{address}?seat=0")
        page.locator("#main:not(.off)").wait_for()
        first, *later = [clicked(page) for _ in range(1 + CLICKS)]
        write(page, "2 M to S")
        page.locator("#main:not(.off)", has_text="Seal").click()
        page.goto(f"{address}?seat=1")
        write(page, "2 H to S")
        page.evaluate(AT_REST)
        return {
            "first click to glow": first,
            "click to glow": statistics.median(later),
            "seal to new board": page.evaluate(SEAL),
        }


def clicked(page: Page) -> float:
    """Pick the pieces of Mu up by a click and put them down again; return how long their glow took."""
    page.evaluate(AT_REST)
    took = float(page.evaluate(CLICK, "M"))
    page.keyboard.press("Escape")
    return took


def write(page: Page, order: str) -> None:
    """Write an order on the slip."""
    slip = page.locator("#slip textarea")
    slip.fill(order)
    slip.press("Enter")
    page.locator("#main:not(.off)", has_text="Seal the move").wait_for()


def main() -> None:
    """Print medians and 95th percentiles over several tables."""
    wishes = argparse.ArgumentParser(description=__doc__)
    wishes.add_argument("--tables", type=int, default=15)
    wishes.add_argument("--browser", default=found_browser(), help="a Chromium; with windows it is slower than without")
    wishes.add_argument("--json", action="store_true")
    wish = wishes.parse_args()
    figures: defaultdict[str, list[float]] = defaultdict(list)
    with a_site() as base, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=wish.browser, args=QUIET)
        for _ in track(range(wish.tables), "Opening tables", console=Console(stderr=True)):
            for found in (orders(browser, base), *(first_boards(browser, base, game) for game in games)):
                for name, milliseconds in found.items():
                    figures[name].append(milliseconds)
        browser.close()
    told = {name: (statistics.median(all_), percentile(all_, 95), max(all_)) for name, all_ in figures.items()}
    if wish.json:
        print(json.dumps(told))
        return
    table = Table("", "median", "95 %", "worst", title=f"The page, {wish.tables} tables")
    for name, milliseconds in told.items():
        table.add_row(name, *(f"{each:.0f} ms" for each in milliseconds))
    Console().print(table)


def percentile(figures: Sequence[float], share: int) -> float:
    """Return the least figure that at least this share, in per cent, of all do not exceed."""
    return sorted(figures)[-(-len(figures) * share // 100) - 1]


if __name__ == "__main__":
    main()
