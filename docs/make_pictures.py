"""Take the pictures of the README from the real page: `python docs/make_pictures.py`, or only those of some games by
their short names: `python docs/make_pictures.py archmagi`. `python docs/make_pictures.py how archmagi` takes those of
the page "How it is played" of some games, or of all that have one. Needs Chromium.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tanelorn.core.game import games
from tanelorn.core.lessons.how import has_how, how_of
from tanelorn.terminal.board.pictures import found_browser

PICTURES = Path(__file__).parent / "pictures"
TURN_PICTURES = Path(__file__).parents[1] / "src/tanelorn/site/static/tanelorn/how"
BARE = ".zoom, .layersbutton, .herepaper, .drawing { display: none !important; }"
LOOKED_AT = """() => {
  const [wrap, chart] = [".boardwrap", ".chart"].map((one) => document.querySelector(one).getBoundingClientRect());
  const boxesOf = (wanted) => [...document.querySelectorAll(wanted)].map((one) => one.getBoundingClientRect());
  const seen = [".lookat, #live .mark, #duel:not([hidden]), #stack:not([hidden])", "#live .piece", ".chart"];
  const boxes = seen.map(boxesOf).map((all) => all.filter((box) => box.width && box.height)).find((all) => all.length);
  const around = (of, by) => [
    Math.max(0, Math.min(...of.map((box) => box.left)) - wrap.left - by),
    Math.max(0, Math.min(...of.map((box) => box.top)) - wrap.top - by),
    Math.min(wrap.width, Math.max(...of.map((box) => box.right)) - wrap.left + by),
    Math.min(wrap.height, Math.max(...of.map((box) => box.bottom)) - wrap.top + by),
  ];
  return [around(boxes, 80), around([chart], 0), [0, 0, wrap.width, wrap.height]];
}"""
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
TURNS = [
    ("1 A to AC, 2 A to M", "2 V to H, 1 V to VC"),
    ("1 M to MC, 2 M to S", "1 E to EC, 2 E to U"),
    ("1 W to WC", "2 H to S"),
]
# What each seat of a map writes, phase by phase; the picture is taken of the seat that wrote last, before it seals.
YOUNG_KINGDOMS = [
    {
        5: "F DRA - STR; Elric rides",
        0: "A CAr - LAr; F Arg - PUR",
        1: "A Ios - Oin; A Ram - Sta; F Tre - SOC",
        2: "A Seq - NJh; F Dha - SHA",
        3: "A Kar - LIl; F Bak - PAL",
        4: "A Gro - Dhr; F PTa H",
    },
    {
        0: "F PUR - IOP; A LAr - Kan",
        1: "A Oin H; A Sta - Fil; F SOC - Afl",
        2: "A NJh - Dhr; F SHA H",
        3: "A LIl - Jad; F PAL - Gro",
        4: "A Dhr H; F PTa H",
        5: "F STR - Vil; Elric rides",
    },
    {0: "A CAr B; F Arg B", 1: "A Ios B; F Ram B; F Tre B", 3: "A Kar B; F Bak B", 5: "F Mel B"},
    {1: "A Fil - Kan; A Ios - Sta; A Oin S A Ios - Sta; F Ram - DRA; F Tre - SOC; F Afl - SHA"},
]
DIPLOMACY = [
    {
        0: "A VIE - TRI; A BUD - SER; F TRI - ALB",
        1: "F LON - NTH; F EDI - NWG; A LVP - YOR",
        2: "F BRE - MAO; A PAR - BUR; A MAR S A PAR - BUR",
        3: "F KIE - DEN; A BER - KIE; A MUN - RUH",
        4: "A VEN H; A ROM - APU; F NAP - ION",
        5: "A MOS - UKR; A WAR - GAL; F SEV - BLA; F STP/SC - BOT",
        6: "A CON - BUL; A SMY - CON; F ANK - BLA",
    },
    {
        0: "A SER S F ALB - GRE; F ALB - GRE; A TRI - BUD",
        1: "A YOR - NWY; F NTH C A YOR - NWY; F NWG - BAR",
        2: "A BUR - BEL; F MAO - POR; A MAR - SPA",
        3: "A KIE - HOL; A RUH - BEL; F DEN H",
        4: "A APU - TUN; F ION C A APU - TUN; A VEN H",
        5: "A UKR S A GAL - RUM; A GAL - RUM; F BOT - SWE; F SEV H",
        6: "A BUL H; A CON H; F ANK - BLA",
    },
    {
        0: "A VIE B; F TRI B",
        1: "F LON B",
        2: "A PAR B; F BRE B",
        3: "A MUN B; A BER B",
        4: "F NAP B",
        5: "A MOS B; F STP/NC B",
        6: "F SMY B",
    },
    {0: "A SER - BUL; F GRE S A SER - BUL; A BUD - RUM; A VIE - GAL; F TRI - ADR"},
]


def main() -> None:
    """Serve on a passing data folder, play in the page, and take the pictures that are wished for."""
    with served() as (browser, base, data):
        if sys.argv[1:2] == ["how"]:
            take_turns(browser, base, sys.argv[2:] or [game.slug for game in games if has_how(game)])
            return
        wanted = sys.argv[1:] or ["fivecities", "youngkingdoms", "diplomacy", "archmagi"]
        PICTURES.mkdir(exist_ok=True)
        if "fivecities" in wanted:
            take(browser, base)
        for slug, phases in {"youngkingdoms": YOUNG_KINGDOMS, "diplomacy": DIPLOMACY}.items():
            if slug in wanted:
                take_map(browser, base, slug, phases)
        if "archmagi" in wanted:
            take_battle(browser, base, data)


@contextmanager
def served() -> Iterator[tuple[Browser, str, str]]:
    """Serve on a passing data folder; yield a browser, the site's address and the folder."""
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
            with sync_playwright() as play:
                browser = play.chromium.launch(executable_path=found_browser(), args=QUIET)
                yield browser, found[0], data
                browser.close()
        finally:
            site.terminate()
            site.wait()


def take_turns(browser: Browser, base: str, slugs: list[str]) -> None:
    """Take the pictures of "How it is played": the board at each step that a part of the turn names."""
    page = browser.new_page(viewport={"width": 1790, "height": 956}, device_scale_factor=2, reduced_motion="reduce")
    TURN_PICTURES.mkdir(exist_ok=True)
    for slug in slugs:
        for old in TURN_PICTURES.glob(f"{slug}-*.webp"):
            old.unlink()
        for step in sorted({part.step for part in how_of(games[slug]).turn if part.step}):
            page.goto(f"{base}/learn/{slug}")
            page.locator("details summary").first.click()
            page.locator(f".steplist button[value='{step}']").first.click()
            page.locator("#companion-title").filter(has_text=re.compile(".")).wait_for()
            page.locator("#live > *").first.wait_for(state="attached")
            show = page.locator("#companion [data-show]")
            if show.count():
                show.click()
                page.locator("#companion[data-ready=true]").wait_for()
            page.add_style_tag(content=BARE)
            page.mouse.move(5, 5)
            page.wait_for_timeout(800)
            sheet = Image.open(io.BytesIO(page.locator(".boardwrap").screenshot()))
            part = sheet.crop(looked_at(page)).resize((720, 480), Image.Resampling.LANCZOS)
            part.save(TURN_PICTURES / f"{slug}-{step}.webp", quality=80, method=6)


def looked_at(page: Page) -> tuple[int, int, int, int]:
    """Return the part of the board, three wide and two high, that holds what is ringed, in an order or in battle.

    It lies on the chart where that is large enough.
    """
    part, chart, wrap = page.evaluate(LOOKED_AT)
    least = 0.55 * min(chart[2] - chart[0], (chart[3] - chart[1]) * 1.5)
    wide = max(part[2] - part[0], (part[3] - part[1]) * 1.5, least)
    wide = min(wide, wrap[2], wrap[3] * 1.5)
    corner = [0.0, 0.0]
    for axis, size in enumerate((wide, wide / 1.5)):
        held = chart if chart[axis + 2] - chart[axis] >= size else wrap
        middle = (part[axis] + part[axis + 2] - size) / 2
        corner[axis] = min(max(middle, held[axis]), held[axis + 2] - size)
    x, y = corner
    return int(2 * x), int(2 * y), int(2 * (x + wide)), int(2 * (y + wide / 1.5))


def take(browser: Browser, base: str) -> None:
    """Take a picture of the board in play, of a reveal and of a phone."""
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


def take_map(browser: Browser, base: str, game: str, phases: list[dict[int, str]]) -> None:
    """Take a picture of a map after some seasons, with the orders that one seat has written."""
    page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page.goto(f"{base}/?game={game}")
    for friend in page.locator("select[name^=seat-]").all()[1:]:
        friend.select_option("friend")
    page.locator("#setup-go").click()
    page.wait_for_url("**/tables/*")
    address = page.url
    if game == "youngkingdoms":
        page.goto(f"{address}?seat=5")
        page.locator("#lines .ch", has_text="Dragon Sea").click()
        page.locator(".btn, .ch").filter(has_text="Elric sails").click()
        page.locator("#main:not(.off)").click()
    for orders in phases[:-1]:
        for seat, order in orders.items():
            page.goto(f"{address}?seat={seat}")
            write(page, order)
    ((seat, order),) = phases[-1].items()
    page.goto(f"{address}?seat={seat}")
    page.locator("#slip textarea").fill(order)
    page.locator("#slip textarea").press("Enter")
    page.locator("#live .mark.arrow").first.wait_for()
    page.locator("#slip textarea").blur()
    page.mouse.move(5, 5)
    page.screenshot(path=PICTURES / f"{game}.png")


def take_battle(browser: Browser, base: str, data: str) -> None:
    """Take a picture of a battle of Archmagi, and of its map beside it."""
    command = [sys.executable, str(Path(__file__).parent / "archmagi_table.py")]
    environment = {**os.environ, "TANELORN_DATA": data}
    code, seat = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page.goto(f"{base}/tables/{code}?seat={seat}")
    page.locator("#duel-odds").filter(has_text="wins").wait_for()
    page.wait_for_timeout(600)
    page.screenshot(path=PICTURES / "archmagi.png")
    page.keyboard.press("Escape")
    page.locator("#zoom-fit").click()
    page.wait_for_timeout(600)
    page.screenshot(path=PICTURES / "archmagi-map.png")


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
