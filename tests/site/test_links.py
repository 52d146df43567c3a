"""Links: what the site gives with each choice that it acknowledges, and what becomes of a record that lacks one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tanelorn.client import Club
from tanelorn.core.play.links import lacking
from tanelorn.core.play.record import Record
from tests.site.club import Person
from tests.site.conftest import Page, Site
from tests.site.programs import token
from tests.site.test_axe import judge
from tests.site.test_gathering import seated
from tests.site.test_playing_on import record_of

_PHONE = {"width": 390, "height": 844}


@pytest.fixture
def ann(club_site: Site) -> Person:
    return Person(club_site)


@pytest.fixture
def bob(club_site: Site) -> Person:
    return Person(club_site)


def lacks(record: Record, *kept: str) -> list[str]:
    assert record.ended is not None
    return lacking(kept, record.header, record.entries, record.ended.secret)


def test_each_choice_is_acknowledged_by_a_link_that_the_record_keeps(shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    page = shared_site.page(code, 0)
    assert page.state["link"] == ""
    kept = [page.play(0, "1 A to AC")["link"], page.take_back(0)["link"], page.take_back(0, "redo")["link"]]
    assert len(set(kept)) == 3
    shared_site.page(code, 1).play(1, "pass")
    kept.append(page.hear_until(lambda message: message.get("moment") == 1)["link"])
    assert kept[-1] == kept[-2]
    kept.append(page.play(0, "resign")["link"])
    record = record_of(shared_site, code)
    assert lacks(record, *kept) == []
    assert lacks(Record(record.header, record.entries[1:], record.ended), *kept) == kept


def test_nobody_sees_by_a_link_that_another_seat_has_sealed_anew(ann: Person, bob: Person) -> None:
    code = seated(ann, bob, visibility="public")
    hers, his, looker = ann.page(code, 0), bob.page(code, 1), Person(ann.site).page(code, -1)
    mine = his.play(1, "pass")["link"]
    for order in ("pass", "1 A to AC", "pass"):
        hers.play(0, order)
        assert bob.page(code, 1).state["link"] == mine
    assert looker.state["link"] == ""
    assert bob.page(code, 1).play(1, "pass")["link"] not in ("", mine)


def test_twin_games_differ_for_others_in_their_links_alone_which_are_drawn_by_lot(ann: Person, bob: Person) -> None:
    told, links = [], []
    for order in ("pass", "1 A to AC"):
        code = seated(ann, bob, visibility="public", name="Twins")
        ann.page(code, 0).play(0, "pass")
        bob.page(code, 1).play(1, "pass")
        ann.page(code, 0).play(0, order)
        states = [bob.page(code, 1).state, Person(ann.site).page(code, -1).state]
        links.append([state.pop("link") for state in states])
        told.append([{**state, "pass": "", "stream": ""} for state in states])
    assert told[0] == told[1]
    assert links[0][0] != links[1][0]
    assert [link for _, link in links] == ["", ""]


def test_a_program_is_given_the_same_link_for_a_choice_that_it_sends_again(ann: Person, bob: Person) -> None:
    code = seated(ann, bob)
    hers = Club(ann.site.base, token(ann, "play")).table(code).sit(0)
    assert hers.state.link == ""
    assert not hers.choose("pass")
    link = hers.state.link
    assert hers.choose("pass")
    assert hers.state.link == link == ann.page(code, 0).state["link"]
    assert hers.links == [link]


def test_it_is_the_same_after_a_kill(site: Site) -> None:
    code = site.table("me", "friend")
    link = site.page(code, 0).play(0, "pass")["link"]
    site.stop()
    site.start()
    assert site.page(code, 0).state["link"] == link


def test_a_trial_gives_none(shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    page = shared_site.page(code, 0)
    tried = page.ask({"type": "try", "seat": 0, "moment": 0})["address"].split("/")[-1].partition("?")[0]
    assert shared_site.page(tried, 0).play(0, "pass")["link"] == ""


def test_the_site_tells_which_links_its_record_lacks_and_nothing_else(ann: Person, bob: Person) -> None:
    code = seated(ann, bob)
    link = ann.page(code, 0).play(0, "pass")["link"]
    other = "-".join(["ABCD"] * 8)
    assert ann.post(f"/tables/{code}/links", {"links": [link, other]}) == (200, {"lacks": [other]})
    for wrong in ({}, {"links": "all"}, {"links": [7]}, {"links": ["A"] * 301}):
        status, said = ann.post(f"/tables/{code}/links", wrong)
        assert (status, said["why"]) == (400, "The links cannot be read.")
    stranger = Person(ann.site)
    assert stranger.post(f"/tables/{code}/links", {"links": [link]})[0] == 404


def turn(page: Page, seat: int, order: str) -> None:
    assert page.play(seat, order)["type"] == "state"


@pytest.mark.browser
def test_a_page_says_that_a_choice_which_was_acknowledged_is_no_longer_in_the_record(
    page, site: Site, tmp_path: Path
) -> None:
    """An older copy of the data is put back behind the player's back."""
    code = site.table("me", "friend")
    address = f"{site.base}/tables/{code}?seat=0"
    site.stop()
    shutil.copytree(site.data, tmp_path / "older")
    site.start()
    page.goto(address)
    expect(page.locator("#ask")).not_to_be_empty()
    turn(site.page(code, 0), 0, "1 A to AC")
    page.wait_for_function("localStorage.getItem('tanelorn.links')?.includes('-')")
    page.reload()
    expect(page.locator("#ask")).not_to_be_empty()
    expect(page.locator("#unlinked")).to_be_hidden()
    site.stop()
    shutil.rmtree(site.data)
    shutil.copytree(tmp_path / "older", site.data)
    site.start()
    page.goto(address)
    expect(page.get_by_role("alert").filter(has_text="A choice of yours is missing from the record.")).to_be_visible()
    judge(page)
    page.set_viewport_size(_PHONE)
    expect(page.locator("#unlinked-link")).to_be_visible()
    kept = page.locator("#unlinked-link").inner_text()
    site.page(code, 0).play(0, "resign")
    page.goto(f"{site.base}/tables/{code}/verify")
    expect(page.locator("#verdict")).to_have_text("Something is wrong with this record.")
    expect(page.locator("#links")).to_contain_text(kept)
    expect(page.locator("#command")).to_contain_text(f"--link {kept}")
    judge(page)
    assert lacks(record_of(site, code), kept) == [kept]


@pytest.mark.browser
def test_where_all_is_well_the_page_says_so_at_the_end(page, shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    page.goto(f"{shared_site.base}/tables/{code}?seat=0")
    expect(page.locator("#ask")).not_to_be_empty()
    turn(shared_site.page(code, 0), 0, "1 A to AC")
    page.wait_for_function("localStorage.getItem('tanelorn.links')?.includes('-')")
    turn(shared_site.page(code, 0), 0, "resign")
    page.goto(f"{shared_site.base}/tables/{code}/verify")
    expect(page.locator("#links")).to_contain_text("that this browser has kept of its choices")
    judge(page)
