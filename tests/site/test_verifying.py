"""Verifying on the page: what is promised while a game is on, and everything that was checked once it is over."""

from __future__ import annotations

import html
import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from tanelorn.core.play.record import Record
from tests.site.club import Person
from tests.site.conftest import Site
from tests.site.test_axe import judge
from tests.site.test_playing_on import diced, fought, record_of

WORDS = ["a grey cat", ""]
_PHONE = {"width": 390, "height": 844}


def shown(site: Site, path: str, language: str = "en") -> tuple[int, str]:
    """Return a page as it reads."""
    headers = {"Accept": "text/html", "Accept-Language": language}
    try:
        answer = urllib.request.urlopen(urllib.request.Request(site.base + path, headers=headers))
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    text = re.sub(r"<[^>]+>", " ", answer.read().decode())
    return answer.status, html.unescape(" ".join(text.split()))


def promised(site: Site) -> str:
    """Set up a table whose first seat has given words, and return its code."""
    status, said = site.post("/promises", {})
    assert status == 200
    return site.table("me", "friend", dice={"promise": said["promise"], "words": WORDS})


def test_while_a_game_is_on_its_page_tells_the_promise_and_no_secret(shared_site: Site) -> None:
    code = promised(shared_site)
    status, text = shown(shared_site, f"/tables/{code}/verify")
    assert status == 200
    shared_site.page(code, 0).play(0, "resign")
    record = record_of(shared_site, code)
    assert record.ended is not None
    assert record.header.commitment in text
    assert record.header.fingerprint in text
    assert "1 seat has added words" in text
    assert record.ended.secret not in text
    assert WORDS[0] not in text


def test_a_game_that_is_over_is_verified_step_by_step(shared_site: Site) -> None:
    code = promised(shared_site)
    shared_site.page(code, 0).play(0, "resign")
    record = record_of(shared_site, code)
    assert record.ended is not None
    _, text = shown(shared_site, f"/tables/{code}/verify")
    for part in (
        "Nothing is wrong.",
        f"{len(record.entries)} entr",
        record.header.commitment,
        record.ended.secret,
        record.header.fingerprint,
        f"tanelorn verify fivecities-{code}.jsonl --fingerprint {record.header.fingerprint}",
    ):
        assert part in text, part
    _, text = shown(shared_site, f"/tables/{code}/verify?fingerprint={record.header.fingerprint}")
    assert "The fingerprint is right" in text


def test_dice_and_words_are_told_with_their_seats(shared_site: Site) -> None:
    code = diced(shared_site)
    record = record_of(shared_site, code)
    dice = sum("outcome" in json.loads(line) and "why" in json.loads(line) for line in record.lines())
    _, text = shown(shared_site, f"/tables/{code}/verify")
    assert f"{dice} outcomes of chance are as they were promised" in text
    assert "Nobody added words" in text


def test_what_was_written_down_of_another_game_is_told_as_wrong(shared_site: Site) -> None:
    code = fought(shared_site)
    _, text = shown(shared_site, f"/tables/{code}/verify?fingerprint=ABCD-EFGH-IJKL-MNOP")
    assert "Something is wrong with this record." in text
    assert "is of another game" in text
    assert "Nothing is wrong." in shown(shared_site, f"/tables/{code}/verify")[1]


def test_german_readers_are_told_in_german(shared_site: Site) -> None:
    _, text = shown(shared_site, f"/tables/{fought(shared_site)}/verify", "de")
    assert "Es ist nichts falsch." in text
    assert "Einträge wurden nachgespielt und folgen den Regeln" in text
    _, text = shown(shared_site, f"/tables/{fought(shared_site)}/verify?fingerprint=ABCD", "de")
    assert "Das Aufgeschriebene gehört zu einem anderen Spiel" in text
    assert "The fingerprint is of another game" not in text


def test_a_private_game_is_verified_by_nobody_else(club_site: Site) -> None:
    ann, stranger = Person(club_site), Person(club_site, guest=False)
    code = ann.gather("me", "easy")
    assert ann.get(f"/tables/{code}/verify")[0] == 200
    status, text = stranger.get(f"/tables/{code}/verify")
    assert status == 404
    assert text.replace(code, "none") == stranger.get("/tables/none/verify")[1]


@pytest.mark.browser
def test_the_replay_leads_to_the_page_which_reads_well_on_any_screen(page, shared_site: Site) -> None:
    code = diced(shared_site)
    page.goto(f"{shared_site.base}/tables/{code}/replay")
    page.locator("#to-verify").click()
    expect(page.get_by_role("heading", name="Verify the dice and the record")).to_be_visible()
    judge(page)
    page.set_viewport_size(_PHONE)
    judge(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert Record.load(download.value.path()).ended is not None
