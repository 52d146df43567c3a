"""What a page fetches: compressed, kept by the browser until it changes, and in the page's own fonts."""

from __future__ import annotations

import gzip
import json
import re
import urllib.error
import urllib.request
from email.message import Message

import pytest
from playwright.sync_api import expect

from tanelorn.core.play.record import Record
from tanelorn.core.play.verify import verify


def fetch(address: str, **headers: str) -> tuple[int, Message, bytes]:
    asked = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        answer = urllib.request.urlopen(urllib.request.Request(address, headers=asked))
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()
    return answer.status, answer.headers, answer.read()


def test_boards_travel_compressed(shared_site):
    address = f"{shared_site.base}/tables/{shared_site.table('me', 'easy', game='albion')}/board.json"
    _, plain, whole = fetch(address)
    assert plain["Content-Encoding"] is None
    status, headers, body = fetch(address, Accept_Encoding="gzip")
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert len(body) * 5 < len(whole)
    assert json.loads(gzip.decompress(body)) == json.loads(whole)


@pytest.mark.parametrize(
    "path", ["/charts/albion.svg", "/static/tanelorn/table/table.js", "/static/tanelorn/table/table.css"]
)
def test_what_does_not_change_travels_compressed_and_once(shared_site, path):
    status, headers, body = fetch(shared_site.base + path, Accept_Encoding="gzip")
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert gzip.decompress(body) == fetch(shared_site.base + path)[2]
    status, _, body = fetch(shared_site.base + path, Accept_Encoding="gzip", If_None_Match=headers["ETag"])
    assert (status, body) == (304, b"")


def test_fonts_are_shipped_with_their_licences(shared_site):
    fonts = f"{shared_site.base}/static/tanelorn/page/fonts"
    for face in ("serif", "serif-italic", "serif-bold", "serif-bold-italic", "sans", "sans-bold"):
        status, headers, body = fetch(f"{fonts}/{face}.woff2", Accept_Encoding="gzip")
        assert (status, body[:4], headers["Content-Encoding"]) == (200, b"wOF2", None)
        again = {"Accept_Encoding": "gzip", "If_None_Match": headers["ETag"]}
        assert fetch(f"{fonts}/{face}.woff2", **again)[::2] == (304, b"")
    assert b"GUST Font License" in fetch(f"{fonts}/serif-licence.txt")[2]
    assert b"SIL OPEN FONT LICENSE" in fetch(f"{fonts}/sans-licence.txt")[2]


@pytest.mark.browser
def test_page_and_map_are_lettered_in_the_shipped_fonts(shared_site, page):
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'easy')}?seat=0")
    expect(page.locator("#chart")).to_have_attribute("src", re.compile("^data:"))
    families = page.evaluate(
        "[...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family)"
    )
    assert {family.strip('"') for family in families} == {"Tanelorn Serif", "Tanelorn Sans"}
    # A picture sees no font of its page: the map carries the faces itself, all six.
    written = page.evaluate("decodeURIComponent(document.getElementById('chart').src)")
    assert written.count("@font-face{font-family:'Tanelorn") == 6
    assert written.count("src:url(data:font/woff2;base64,") == 6


def test_the_fingerprint_of_a_table_stands_on_its_page_and_is_that_of_its_record(shared_site):
    code = shared_site.table("me", "friend")
    page = shared_site.page(code)
    shown = re.search(r"[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}", text_of(shared_site.get(f"/tables/{code}")[1]))
    page.sit(0)
    page.play(0, "resign")
    raw = shared_site.get(f"/tables/{code}/record")[1]
    record = Record.read(raw if isinstance(raw, bytes) else raw.encode())
    assert shown is not None
    assert verify(record, shown.group()).witnessed == "game"


def text_of(body: bytes | str) -> str:
    return body.decode() if isinstance(body, bytes) else body
