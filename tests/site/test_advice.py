"""A bot's advice at a table: for who plays bots alone, by what they know, and nothing comes of it but words."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page as BrowserPage
from playwright.sync_api import expect

from tests.site.club import Person
from tests.site.conftest import Page, Site
from tests.site.letters_at import seated
from tests.site.test_axe import judge
from tests.site.test_browser import still
from tests.site.test_trials import tried


def asked_for(page: Page, seat: int = 0, **more: object) -> dict[str, object]:
    return page.ask({"type": "advise", "seat": seat, "moment": page.state["moment"], "n": 7, **more})


def test_a_bot_says_what_it_would_do_and_nothing_comes_of_it(shared_site: Site) -> None:
    code = shared_site.table("me", "easy")
    page = shared_site.page(code, 0)
    before = page.state
    assert before["decisions"][0]["advised"] is True
    told = asked_for(page)
    assert (told["type"], told["seat"], told["moment"], told["n"]) == ("advice", 0, before["moment"], 7)
    assert told == asked_for(page)
    assert told["boards"] == 1
    again = shared_site.page(code, 0).state
    for part in ("moment", "decisions", "events"):
        assert again[part] == before[part], part
    line = told["lines"][0]  # type: ignore[index]
    page.play(0, line["text"])
    while page.state["moment"] == before["moment"]:
        page.hear()


def test_it_is_asked_for_by_the_seat_that_is_asked_and_now(shared_site: Site) -> None:
    code = shared_site.table("me", "friend", "friend", game="elric", scenario="short")
    page = shared_site.page(code, -1)
    seat = page.state["waiting"][0]
    other = (seat + 1) % 3
    page.sit(other)
    assert asked_for(page, other)["why"] == "You are not asked now."
    assert asked_for(page, seat)["why"] == "This page does not sit as that seat."
    page.sit(seat)
    stale = asked_for(page, seat, moment=page.state["moment"] + 1)
    assert "moved on" in str(stale["why"])
    told = asked_for(page, seat)
    assert told["type"] == "advice"
    line = told["lines"][0]  # type: ignore[index]
    assert line["says"].casefold().split()[0] == line["text"].split()[0]


def test_nobody_is_advised_in_trials_and_guided_games(shared_site: Site) -> None:
    code = shared_site.table("me", "friend")
    _, trial = tried(shared_site, shared_site.page(code, 0), 0)
    assert trial.state["decisions"][0]["advised"] is False
    assert asked_for(trial)["why"] == "Nobody is advised here."
    _, lesson = shared_site.lesson("fivecities", "1-first-game", 2)
    learner = shared_site.page(lesson.partition("?")[0], 0)
    assert learner.state["decisions"][0]["advised"] is False
    assert asked_for(learner)["why"] == "Nobody is advised here."


def test_nobody_is_advised_against_other_people(club_site: Site) -> None:
    ann, bob = Person(club_site), Person(club_site)
    against = ann.page(seated(ann, bob, game="fivecities"), 0)
    assert against.state["decisions"][0]["advised"] is False
    assert asked_for(against)["why"] == "Nobody is advised here."
    alone = ann.page(ann.gather("me", "easy"), 0)
    assert asked_for(alone)["type"] == "advice"


@pytest.mark.browser
@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_it_is_asked_for_among_what_can_be_done_and_written_by_one_press(
    page: BrowserPage, shared_site: Site, width: int, height: int
) -> None:
    still(page)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{shared_site.base}/tables/{shared_site.table('me', 'easy')}?seat=0")
    listed = page.locator("#possible")
    page.locator("#possible-button").click()
    listed.get_by_role("button", name="Ask a bot").focus()
    page.keyboard.press("Enter")
    lines = listed.get_by_role("list", name="What a bot would do").get_by_role("button")
    expect(lines).to_have_count(3)
    expect(listed).to_contain_text("on 1 board that fits what you know")
    expect(lines.first).to_contain_text("%")
    expect(lines.first).to_be_focused()
    judge(page)
    says = lines.first.locator("span").first.inner_text()
    page.keyboard.press("Enter")
    expect(listed).to_be_hidden()
    expect(page.locator("#main[aria-disabled=false]")).to_contain_text("Seal")
    expect(page.locator("#slip textarea")).to_have_value(says)
