"""Guided games at the table: what the companion says, to whom, and that nothing of it is lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.site.conftest import Page, Site

FIRST = "1-first-game"


def begun(site: Site, step: int = 1) -> Page:
    status, code = site.lesson("fivecities", FIRST, step)
    assert status == 200, code
    return site.page(code, 0)


def follow(page: Page, act: object) -> dict[str, Any]:
    page.say({"type": "lesson", "act": act, "step": said(page)["number"]})
    return page.hear_until(lambda m: m["type"] == "state")


def refused(page: Page, act: object, step: object = 2) -> dict[str, Any]:
    page.say({"type": "lesson", "act": act, "step": step})
    return page.hear_until(lambda m: m["type"] == "refused")


def said(page: Page) -> dict[str, Any]:
    companion: dict[str, Any] = page.state["companion"]
    return companion


def until_done(page: Page) -> None:
    while said(page)["stage"] != "done":
        page.hear()


def test_the_companion_waits_explains_and_goes_on(shared_site: Site) -> None:
    page = begun(shared_site)
    assert (said(page)["number"], said(page)["stage"]) == (1, "done")  # there is only something to read
    follow(page, "on")
    assert (said(page)["number"], said(page)["stage"], said(page)["show"]) == (2, "do", "2 W to WC")
    assert not said(page)["means"]  # what comes of it is not told before
    page.play(0, "2 W to WC")
    until_done(page)
    assert "Both orders were opened together" in said(page)["means"]
    assert said(page)["clause"] == "fivecities/movement.1"
    assert any("1 E to U" in event["text"] for event in page.events)  # the other side replied as it is written
    follow(page, "on")
    assert said(page)["number"] == 3


def test_who_plays_on_without_a_word_is_followed(shared_site: Site) -> None:
    page = begun(shared_site)
    page.play(0, "2 W to WC")  # the first step was not waved on
    until_done(page)
    assert said(page)["number"] == 2


def test_something_else_is_told_kindly_and_the_game_goes_on(shared_site: Site) -> None:
    page = begun(shared_site, 2)
    page.play(0, "1 A to V")
    while said(page)["stage"] != "elsewhere":
        page.hear()
    assert "A fine order too" in said(page)["otherwise"]
    page.hear_until(lambda m: m["moment"] > 0)  # a bot has answered in the other seat's place
    follow(page, "free")
    assert page.state["companion"] is None
    assert page.state["decisions"]


def test_nobody_but_the_learner_has_a_companion(shared_site: Site) -> None:
    status, code = shared_site.lesson("fivecities", FIRST)
    assert status == 200
    watcher = shared_site.page(code, -1)
    assert watcher.state["companion"] is None
    assert refused(watcher, "on")["why"] == "The lesson is another seat's."
    assert shared_site.page(shared_site.table("me", "easy"), 0).state["companion"] is None


@pytest.mark.parametrize("act", ["back", None, 1, ["on"]])
def test_nonsense_is_refused(shared_site: Site, act: object) -> None:
    page = begun(shared_site)
    assert refused(page, act) == {
        "type": "refused",
        "why": "The message does not say how the lesson is to go on.",
        "remedy": "Say on, or free.",
        "clause": "",
    }


@pytest.mark.parametrize("step", [None, "2", True, [2]])
def test_which_step_is_left_has_to_be_said(shared_site: Site, step: object) -> None:
    why = refused(begun(shared_site), "on", step)["why"]
    assert why == "The message does not say which step is meant."


def test_a_step_is_left_once_however_often_that_is_said(shared_site: Site) -> None:
    page = begun(shared_site, 2)
    page.play(0, "2 W to WC")
    until_done(page)
    for _ in range(2):  # a second press on a slow line
        page.say({"type": "lesson", "act": "on", "step": 2})
    page.say({"type": "lesson", "act": "free", "step": 3})
    numbers = []
    while page.state["companion"] is not None:
        numbers.append(said(page)["number"])
        page.hear()
    assert max(numbers) == 3


def test_what_is_not_done_is_not_waved_on(shared_site: Site) -> None:
    page = begun(shared_site, 2)
    assert refused(page, "on")["why"] == "This step is not done yet."
    assert refused(shared_site.page(shared_site.table("me", "easy"), 0), "on")["why"].startswith("No lesson")


@pytest.mark.parametrize(
    ("lesson", "step", "status", "why"),
    [
        ("nowhere", 1, 404, "has no lesson"),
        (FIRST, 99, 400, "has no step 99"),
        (FIRST, 0, 400, "has no step 0"),
        (FIRST, "one", 400, "does not say at which step"),
    ],
)
def test_a_lesson_begins_only_where_it_has_a_step(
    shared_site: Site, lesson: str, step: int | str, status: int, why: str
) -> None:
    answered, page = shared_site.lesson("fivecities", lesson, step)
    assert (answered, why in page) == (status, True), page


def test_a_lesson_survives_being_killed(site: Site) -> None:
    status, code = site.lesson("fivecities", FIRST, 4)
    assert status == 200
    page = site.page(code, 0)
    page.play(0, "5 M to S")
    until_done(page)
    site.stop()
    site.start()
    page = site.page(code, 0)
    assert (said(page)["number"], said(page)["stage"]) == (4, "done")
    follow(page, "on")
    assert said(page)["show"] == "A, M, WC"
    site.stop()
    site.start()
    page = site.page(code, 0)
    assert (said(page)["number"], said(page)["stage"]) == (5, "do")
    follow(page, "free")
    site.stop()
    site.start()
    assert site.page(code, 0).state["companion"] is None


def test_a_lesson_that_is_set_up_again_begins_anew(shared_site: Site) -> None:
    status, code = shared_site.lesson("fivecities", FIRST, 4)
    assert status == 200
    _, again = shared_site.post(f"/tables/{code}/again", {"exchanged": False})
    assert said(shared_site.page(again["table"], 0))["number"] == 1
    _, other = shared_site.post(f"/tables/{code}/again", {"exchanged": True})
    assert shared_site.page(other["table"], 1).state["companion"] is None
