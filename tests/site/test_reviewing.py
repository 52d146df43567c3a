"""What would have been better: of a game that is over, choice by choice, by what each seat knew then."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tanelorn.core.play.table import Table
from tanelorn.core.viewers import REFEREE
from tanelorn.site.replay.frames import frames, moments_of
from tests.site.club import Person
from tests.site.conftest import Site
from tests.site.letters_at import seated
from tests.site.test_axe import judge
from tests.site.test_browser import still

TURNS = (("1 A to M", "pass"), ("pass; Bomb AC", "2 H to S"), ("3 M to S", "pass"))
"""The first player spends the lightning on an empty city."""


def played(site: Site) -> str:
    """Return a table of Five Cities at which some turns have been played."""
    code = site.table("me", "friend", name="Siege")
    for turn in TURNS:
        for seat, order in enumerate(turn):
            assert site.page(code, seat).play(seat, order)["type"] == "state"
    return code


def resigned(site: Site, code: str) -> str:
    page = site.page(code, 0)
    page.say({"type": "aside", "seat": 0, "moment": page.state["moment"], "text": "resign"})
    page.hear_until(lambda message: bool(message.get("over")))
    return code


def asked(site: Site | Person, code: str, n: object, seat: object) -> tuple[int, dict[str, Any]]:
    status, said = site.get(f"/tables/{code}/review.json?n={n}&seat={seat}")
    return status, json.loads(said)


def test_of_each_choice_it_is_said_what_was_better(shared_site: Site) -> None:
    code = resigned(shared_site, played(shared_site))
    told = json.loads(shared_site.get(f"/tables/{code}/frames.json?viewer=-2")[1])["frames"]
    assert [frame["chose"] for frame in told] == [[], [0, 1], [0, 1], [0, 1], []]
    status, said = asked(shared_site, code, 3, 0)
    assert (status, said["seat"], said["n"], said["boards"]) == (200, 0, 3, 1)
    assert said["made"]["text"] == "pass; Bomb AC"
    assert said["made"]["expected"] < said["lines"][0]["expected"]
    assert asked(shared_site, code, 3, 0) == (status, said)
    assert asked(shared_site, code, 3, 1)[1]["made"]["text"] == "2 H to S"


@pytest.mark.parametrize(
    ("n", "seat", "why"),
    [
        (1, 0, "That seat chose nothing at this moment."),
        (5, 0, "That seat chose nothing at this moment."),  # it resigned
        (2, 2, "That seat chose nothing at this moment."),
        (9, 0, "This game has no moment 9."),
        (0, 0, "This game has no moment 0."),
        ("x", 0, "It does not say which moment and seat are meant."),
        (2, -1, "It does not say which moment and seat are meant."),
        ("9" * 5000, 0, "It does not say which moment and seat are meant."),
    ],
)
def test_what_was_no_choice_is_refused(over: str, shared_site: Site, n: object, seat: object, why: str) -> None:
    status, said = asked(shared_site, over, n, seat)
    assert (status, said["why"]) == (400, why)


@pytest.fixture(scope="module")
def over(shared_site: Site) -> str:
    return resigned(shared_site, played(shared_site))


def test_nothing_is_said_while_the_game_is_on(shared_site: Site) -> None:
    code = played(shared_site)
    assert asked(shared_site, code, 3, 0)[1]["why"] == "A game is reviewed once it is over."
    told = json.loads(shared_site.get(f"/tables/{code}/frames.json?viewer=-1")[1])["frames"]
    assert all(frame["chose"] == [] for frame in told)


def test_a_game_that_a_stranger_may_not_see_is_not_looked_back_at(club_site: Site) -> None:
    ann, bob, stranger = Person(club_site), Person(club_site), Person(club_site)
    code = seated(ann, bob, game="fivecities")
    page = ann.page(code, 0)
    page.play(0, "pass")
    page.say({"type": "aside", "seat": 0, "moment": page.state["moment"], "text": "resign"})
    page.hear_until(lambda message: bool(message.get("over")))
    assert asked(ann, code, 1, 0)[0] == 400
    assert asked(stranger, code, 1, 0)[0] == 404


@pytest.mark.parametrize(
    ("slug", "scenario", "first", "then", "after"),
    [
        ("fivecities", None, "1 A to M", "2 A to M", "pass"),  # sealed, and not shown before it was taken back
        ("elric", "short", "choose north", "choose south", "choose north"),
    ],
)
def test_what_was_taken_back_was_not_chosen(slug: str, scenario: str | None, first: str, then: str, after: str) -> None:
    table = Table.new(slug, scenario, seed=3)
    table.play(first, 0)
    table.undo(0)
    table.play(then, 0)
    table.play(after, 1)
    for seat in range(len(table.seats)):
        if table.outcome is None:
            table.play("resign", seat)
    told = list(frames(table, REFEREE, slug))
    chosen = [moments_of(table, slug).chosen(number) for number in range(1, len(told) + 1)]
    assert [pair for texts in chosen for pair in texts.items()] == [(0, then), (1, after)]
    assert [frame.chose for frame in told] == [tuple(texts) for texts in chosen]


@pytest.mark.browser
@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_the_replay_lists_what_was_better_and_leads_to_before_it(
    page: Page, over: str, shared_site: Site, width: int, height: int
) -> None:
    still(page)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{shared_site.base}/tables/{over}/replay")
    if width < height:
        page.get_by_role("tab", name="Table").click()
    page.get_by_role("button", name="What was better?").click()
    better = page.locator("#better")
    expect(better.get_by_role("status")).to_contain_text("after which most was lost")
    expect(better.get_by_role("progressbar")).to_have_count(0)
    line = better.get_by_role("button", name="Bomb AC")
    expect(line).to_contain_text("turn 2 · First player")
    expect(line).to_contain_text("better:")
    judge(page)
    line.click()
    expect(page.locator("#position")).to_contain_text("entry 2 of")
    page.get_by_role("button", name="Second player").first.click()
    page.get_by_role("button", name="What was better?").click()
    expect(better.get_by_role("status")).to_contain_text("their seats knew then")
    expect(better.get_by_role("button", name="First player")).to_have_count(0)
