"""Pictures to keep: the board, and how a game went, as files that stand alone."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.conftest import Site
from tests.site.test_playing_on import fought

pytestmark = pytest.mark.browser


def saved(page: Page, button: Locator, *, as_drawing: bool = False) -> tuple[str, bytes]:
    """Press a button that saves a picture; return the name of its file and what is in it."""
    with page.expect_download() as download:
        button.click(modifiers=["Shift"] if as_drawing else [])
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return int(width), int(height)


SHARE_OF_SEAT = """async (address) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const [wide, high] = [picture.naturalWidth, picture.naturalHeight];
  const pen = new OffscreenCanvas(wide, high).getContext("2d");
  pen.drawImage(picture, 0, 0);
  const { data } = pen.getImageData(0, 0, wide, high);
  let found = 0;
  const woad = (at) => data[at] === 43 && data[at + 1] === 87 && data[at + 2] === 151;
  for (let at = 0; at < data.length; at += 4) found += woad(at);
  return found;
}"""
"""How many pixels of a picture have the colour of the seat that plays woad."""


def test_the_board_is_saved_with_its_pieces(page: Page, shared_site: Site) -> None:
    code = shared_site.table("me", "friend", name="Siege")
    page.goto(f"{shared_site.base}/tables/{code}?seat=0")
    expect(page.locator("#ask")).to_contain_text("Write your move")
    expect(page.locator("#drawing")).to_be_hidden()
    button = page.get_by_role("button", name="Save the board as a picture")
    name, png = saved(page, button)
    assert name == "Siege, board.png"
    board = page.evaluate("fetch(`/tables/${document.body.dataset.table}/board.json`).then((answer) => answer.json())")
    assert size(png) == (2 * board["width"], 2 * board["height"])
    name, raw = saved(page, button, as_drawing=True)
    assert name == "Siege, board.svg"
    drawing = raw.decode()
    assert "pickring" not in drawing.partition("</style>")[2]  # what glows is left out
    pixels = "data:image/svg+xml," + page.evaluate("encodeURIComponent", drawing)
    assert page.evaluate(SHARE_OF_SEAT, pixels) > 100
    page.keyboard.press("v")
    _, bare = saved(page, button, as_drawing=True)
    assert b'class="piece' not in bare
    assert b'class="piece' in raw


def test_how_it_went_is_saved_on_one_sheet(page: Page, shared_site: Site) -> None:
    page.goto(f"{shared_site.base}/tables/{fought(shared_site)}/replay?n=end")
    expect(page.locator("#turning button").first).to_be_visible()
    button = page.get_by_role("button", name="Save how it went as a picture")
    name, raw = saved(page, button, as_drawing=True)
    assert name == "Siege, how it went.svg"
    drawing = raw.decode()
    for words in ("Second player won.", "First player 0 %", "39 % → 100 %", "The board at entry 4 of 4"):
        assert words in drawing, words
    name, png = saved(page, button)
    assert name == "Siege, how it went.png"
    assert size(png)[0] == 1680
