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


def fetched_by_a_table(site):
    """Return the addresses under which a table's page names its files."""
    page = fetch(f"{site.base}/tables/{site.table('me', 'easy')}")[2].decode()
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', page)


def test_what_a_page_names_is_kept_without_asking_until_it_changes(shared_site):
    for address in fetched_by_a_table(shared_site):
        status, headers, body = fetch(shared_site.base + address, Accept_Encoding="gzip")
        assert (status, headers["X-Content-Type-Options"]) == (200, "nosniff"), address
        assert "immutable" in headers["Cache-Control"]
        if address.endswith(".whole.js"):
            continue  # there is no such file
        plain = re.sub("/static/[0-9a-f]+/", "/static/", address)
        whole = gzip.decompress(body) if headers["Content-Encoding"] == "gzip" else body
        status, without_version, same = fetch(shared_site.base + plain)
        assert (status, same) == (200, whole), plain
        assert without_version.get_content_type() == headers.get_content_type()


def test_a_page_of_an_earlier_version_gets_the_present_file_and_keeps_it_not(shared_site):
    present = fetched_by_a_table(shared_site)[-1]
    earlier = re.sub("/static/[0-9a-f]+/", f"/static/{'0' * 16}/", present)
    status, headers, body = fetch(shared_site.base + earlier)
    assert (status, headers["Cache-Control"]) == (200, "no-cache")
    assert body == fetch(shared_site.base + present)[2]
    for nothing in ("nothing.js", "nothing.whole.js", "page/elements.whole.js"):
        assert fetch(f"{shared_site.base}/static/{'0' * 16}/tanelorn/{nothing}")[0] == 404


@pytest.mark.browser
def test_a_table_asks_for_one_script_with_all_its_modules_and_for_none_again(shared_site, page):
    address = f"{shared_site.base}/tables/{shared_site.table('me', 'easy')}?seat=0"
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.locator("body[data-ready]").wait_for()
    scripts = [url.rsplit("/", 1)[-1] for url in asked if url.endswith(".js")]
    assert sorted(scripts) == ["before-paint.js", "table.whole.js"]
    assert len([url for url in asked if url.endswith("/board.json")]) == 1
    page.goto(address)
    page.locator("body[data-ready]").wait_for()
    kept = page.evaluate(
        """performance.getEntriesByType('resource').filter((one) => one.name.includes('/static/'))
        .map((one) => [one.name, one.transferSize])"""
    )
    assert kept
    assert [name for name, sent in kept if sent] == []


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
