"""Take the pictures of the README from the real page: `python docs/make_pictures.py`. Needs Chromium."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PICTURES = Path(__file__).parent / "pictures"
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
TURNS = [
    ("1 A to AC, 2 A to M", "2 V to H, 1 V to VC"),
    ("1 M to MC, 2 M to S", "1 E to EC, 2 E to U"),
    ("1 W to WC", "2 H to S"),
]


def main() -> None:
    """Serve on a passing data folder, play three turns in the page, and take the pictures."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        site = subprocess.Popen(
            [sys.executable, "-m", "tanelorn.site"],
            env={**os.environ, "TANELORN_DATA": data},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert site.stdout is not None
        found = re.search(r"http://[^/ ]+", site.stdout.readline())
        assert found is not None
        try:
            take(found[0])
        finally:
            site.terminate()
            site.wait()


def take(base: str) -> None:
    """Take a picture of the board in play, of a reveal and of a phone."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        page = browser.new_page(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
        page.goto(f"{base}/?game=fivecities")
        page.locator("select[name=seat-1]").select_option("friend")
        page.locator("#setup-go").click()
        page.wait_for_url("**/tables/*")
        address = page.url
        for orders in TURNS:
            for seat in (0, 1):
                page.goto(f"{address}?seat={seat}")
                place(page)
            for seat, order in enumerate(orders):
                page.goto(f"{address}?seat={seat}")
                write(page, order)
        page.screenshot(path=PICTURES / "reveal.png")
        for seat in (0, 1):
            page.goto(f"{address}?seat={seat}")
            place(page)
        page.goto(f"{address}?seat=0")
        page.locator("#slip textarea").fill("1 M to A, 1 M to S; Bomb EC")
        page.locator("#slip textarea").press("Enter")
        page.locator("#main:not(.off)").wait_for()
        page.screenshot(path=PICTURES / "fivecities.png")
        phone = browser.new_page(viewport={"width": 390, "height": 844}, device_scale_factor=2, is_mobile=True)
        phone.goto(f"{address}?seat=0")
        phone.locator("#slip textarea").wait_for()
        phone.screenshot(path=PICTURES / "phone.png")
        browser.close()


def place(page: Page) -> None:
    """Place new pieces where the page offers to, in the cities."""
    page.locator("#ask").filter(has_text=re.compile(".")).wait_for()
    page.wait_for_timeout(400)
    while page.locator("#prompt-title", has_text="New pieces").count() and page.locator("#lines .ch").count():
        page.locator("#lines .ch").first.click()
        page.wait_for_timeout(300)
    if page.locator("#prompt-title", has_text="New pieces").count() and page.locator("#main:not(.off)").is_visible():
        page.locator("#main").click()
        page.wait_for_timeout(400)


def write(page: Page, order: str) -> None:
    """Write an order on the slip and seal it."""
    slip = page.locator("#slip textarea")
    slip.fill(order)
    slip.press("Enter")
    page.locator("#main:not(.off)", has_text="Seal").click()
    page.wait_for_timeout(700)


if __name__ == "__main__":
    main()
