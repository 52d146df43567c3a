"""How fast the page answers: `python benchmarks/page.py`. Needs Chromium; starts a site of its own on a passing folder.

Measured in the browser itself: from opening a table's page to the first drawn board, from a click to the glow that
answers it, and from sealing an order (the last one that is waited for) to the board that shows the outcome. Clicks are
made on a page at rest: ten frames in a row have come in time.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.progress import track
from rich.table import Table

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
SET_UP = """async () => {
  const token = /csrftoken=([^;]+)/.exec(document.cookie)[1];
  const seats = [{who: 'me'}, {who: 'friend'}];
  const body = JSON.stringify({game: 'fivecities', seats});
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


def measure(page: Page, base: str) -> dict[str, float]:
    """Measure one table, in milliseconds."""
    page.goto(base)
    address = f"{base}/tables/{page.evaluate(SET_UP)}"
    page.goto(f"{address}?seat=0")
    first = page.evaluate(FIRST_BOARD)
    page.locator("#main:not(.off)").wait_for()
    page.evaluate(AT_REST)
    click = page.evaluate(CLICK, "M")
    page.keyboard.press("Escape")
    write(page, "2 M to S")
    page.locator("#main:not(.off)", has_text="Seal").click()
    page.goto(f"{address}?seat=1")
    write(page, "2 H to S")
    page.evaluate(AT_REST)
    return {"first board": first, "click to glow": click, "seal to new board": page.evaluate(SEAL)}


def write(page: Page, order: str) -> None:
    """Write an order on the slip."""
    slip = page.locator("#slip textarea")
    slip.fill(order)
    slip.press("Enter")
    page.locator("#main:not(.off)", has_text="Seal the move").wait_for()


def main() -> None:
    """Print medians over several tables."""
    wishes = argparse.ArgumentParser(description=__doc__)
    wishes.add_argument("--tables", type=int, default=15)
    wishes.add_argument("--json", action="store_true")
    wish = wishes.parse_args()
    with a_site() as base, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        figures = []
        for _ in track(range(wish.tables), "Opening tables", console=Console(stderr=True)):
            context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
            figures.append(measure(context.new_page(), base))
            context.close()
        browser.close()
    medians = {name: statistics.median(figure[name] for figure in figures) for name in figures[0]}
    if wish.json:
        print(json.dumps(medians))
        return
    table = Table("", "median", "worst", title=f"The page, {wish.tables} tables")
    for name, median in medians.items():
        table.add_row(name, f"{median:.0f} ms", f"{max(figure[name] for figure in figures):.0f} ms")
    Console().print(table)


if __name__ == "__main__":
    main()
