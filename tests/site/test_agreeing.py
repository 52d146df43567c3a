"""Pauses and more time: they come about when all who play agree, hold through anything, and no clock runs meanwhile."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

from tanelorn.client import Club

from .club import Person, month_passes
from .conftest import Page, Site
from .letters_at import seated
from .programs import ask, token
from .servers import Hold, Servers, at, halted, servers

__all__ = ["servers"]
DAY = 86400
POST = {"each": DAY, "reserve": 0, "more": 0, "late": "bot", "off": []}


@pytest.fixture
def ann(club_site: Site) -> Person:
    return Person(club_site)


@pytest.fixture
def bob(club_site: Site) -> Person:
    return Person(club_site)


def says(page: Page, act: str, **more: object) -> dict[str, Any]:
    """Do something about time as the seat of a page, and return the answer."""
    if act != "propose":
        more = {"number": page.state["agreement"]["proposed"]["number"], **more}
    return page.ask({"type": "arrange", "seat": page.state["viewer"], "act": act, **more})


def hear_agreed(page: Page, **wanted: object) -> dict[str, Any]:
    """Hear until what is agreed is so."""
    while any(page.state["agreement"][name] != value for name, value in wanted.items()):
        page.hear()
    return dict(page.state["agreement"])


def hear_proposed(page: Page) -> None:
    while not page.state["agreement"]["proposed"]:
        page.hear()


def runs(page: Page) -> list[bool]:
    return [bool(clock["due"]) for clock in page.state["clocks"]]


def told(page: Page) -> list[str]:
    return [event["text"] for event in page.events]


def two(ann: Person, bob: Person, **pace: object) -> tuple[str, Page, Page]:
    code = seated(ann, bob, game="fivecities", visibility="unlisted", pace={**POST, **pace})
    return code, ann.page(code, 0), bob.page(code, 1)


def paused(hers: Page, his: Page) -> None:
    """Let both agree on a pause."""
    says(hers, "propose", what="pause")
    hear_proposed(his)
    says(his, "agree")
    hear_agreed(hers, paused=True)


def test_a_pause_comes_about_when_all_agree(ann: Person, bob: Person) -> None:
    code, hers, his = two(ann, bob)
    looks_on = Person(ann.site).page(code, -1)
    says(hers, "propose", what="pause")
    for page in (his, looks_on):
        hear_proposed(page)
        proposed = page.state["agreement"]["proposed"]
        assert (proposed["what"], proposed["seat"], proposed["agreed"]) == ("pause", 0, [0])
        assert page.state["agreement"]["paused"] is False
    assert runs(his) == [True, True]
    says(his, "agree")
    for page in (hers, his, looks_on):
        assert hear_agreed(page, paused=True)["proposed"] is None
        assert runs(page) == [False, False]
    assert told(hers)[-3:] == [
        "**First player** proposes a pause.",
        "**Second player** agrees.",
        "The game is paused: no clock runs.",
    ]


def test_choices_may_be_made_in_a_pause_and_clocks_go_on_as_they_stood(ann: Person, bob: Person) -> None:
    _, hers, his = two(ann, bob, each=600)
    paused(hers, his)
    left = [clock["left"] for clock in hers.state["clocks"]]
    assert all(0 < one <= 600 for one in left)
    hers.play(0, "pass")
    his.play(1, "pass")
    while hers.state["moment"] == 0:
        hers.hear()
    assert runs(hers) == [False, False]
    assert [clock["left"] for clock in hers.state["clocks"]] == [600, 600]  # the next decision has all of its time
    says(hers, "propose", what="resume")
    hear_proposed(his)
    says(his, "agree")
    hear_agreed(hers, paused=False)
    assert runs(hers) == [True, True]


def test_nobody_is_late_in_a_pause(ann: Person, bob: Person) -> None:
    code, hers, his = two(ann, bob, each=DAY)
    paused(hers, his)
    month_passes(ann.site, code)
    for _ in range(2):  # of what is found at one look the order is anybody's; what is late next is found at another
        played, other, _ = two(ann, bob, each=DAY)
        month_passes(ann.site, played)
        other.hear_until(lambda m: any("is up" in event["text"] for event in m.get("events", ())))
    hers.sit(0)  # by now everybody here would have been late
    assert not any("is up" in text for text in told(hers))


def test_more_time_is_for_whoever_is_asked(ann: Person, bob: Person) -> None:
    _, hers, his = two(ann, bob)
    hers.play(0, "pass")
    while runs(his) != [False, True]:
        his.hear()
    due, left = his.state["clocks"][1]["due"], his.state["clocks"][0]["left"]
    says(his, "propose", what="time", seconds=3 * DAY)
    hear_proposed(hers)
    says(hers, "agree")
    hear_agreed(his, proposed=None)
    while his.state["agreement"]["proposed"]:
        his.hear()
    assert abs(his.state["clocks"][1]["due"] - due - 3 * DAY * 1000) < 1000
    assert his.state["clocks"][0]["left"] == left
    his.play(1, "pass")
    while his.state["moment"] == 0:
        his.hear()
    assert his.state["clocks"][1]["due"] < due + 60_000  # what was granted is not carried on


def test_proposals_are_declined_and_withdrawn(ann: Person, bob: Person) -> None:
    _, hers, his = two(ann, bob)
    says(hers, "propose", what="pause")
    hear_proposed(his)
    number = his.state["agreement"]["proposed"]["number"]
    says(his, "decline")
    hear_agreed(hers, proposed=None, paused=False)
    says(hers, "propose", what="time", seconds=DAY)
    hear_proposed(his)
    assert says(his, "agree", number=number)["why"] == "This is proposed no longer."  # of what was declined before
    says(hers, "withdraw")
    hear_agreed(his, proposed=None, paused=False)
    assert told(hers)[-4:] == [
        "**First player** proposes a pause.",
        "**Second player** declines what was proposed.",
        "**First player** proposes 1 d more for whoever is asked.",
        "**First player** withdraws the proposal.",
    ]


def test_what_cannot_be_agreed_is_refused(ann: Person, bob: Person) -> None:
    code, hers, his = two(ann, bob)
    for wish, why in (
        ({"act": "propose", "what": "resume"}, "The game is not paused."),
        ({"act": "propose", "what": "time", "seconds": 7}, "So much time cannot be proposed."),
        ({"act": "propose", "what": "holiday"}, "The wish cannot be read"),
        ({"act": "shout"}, "The wish cannot be read"),
        ({"act": "propose", "seconds": "1"}, "The wish cannot be read"),
        ({}, "The wish cannot be read"),
        ({"act": "agree", "number": 3}, "This is proposed no longer."),
    ):
        assert hers.ask({"type": "arrange", "seat": 0, **wish})["why"].startswith(why)
    for seat in (1, None, "0"):
        assert hers.ask({"type": "arrange", "seat": seat, "act": "propose"})["type"] == "refused"
    looks_on = Person(ann.site).page(code, -1)
    assert looks_on.ask({"type": "arrange", "seat": -1, "act": "propose"})["type"] == "refused"
    says(hers, "propose", what="pause")
    hear_proposed(his)
    assert says(hers, "agree")["why"] == "You have agreed already."
    assert says(hers, "decline")["why"] == "This was proposed by yourself."
    assert says(his, "withdraw")["why"] == "This was proposed by somebody else."
    assert says(his, "propose", what="pause")["why"] == "Something else is proposed now."
    untimed = seated(ann, bob, game="fivecities")
    assert (
        ann.page(untimed, 0)
        .ask({"type": "arrange", "seat": 0, "act": "propose"})["why"]
        .startswith("There is no clock")
    )


def test_nobody_proposes_without_end(ann: Person, bob: Person) -> None:
    _, hers, _ = two(ann, bob)
    for _ in range(5):
        says(hers, "propose", what="pause")
        says(hers, "withdraw")
    assert says(hers, "propose", what="pause")["why"].startswith("You have proposed 5 times")
    hers.play(0, "pass")
    assert says(hers, "propose", what="pause")["type"] == "state"


def test_bots_agree_and_so_does_a_friend_at_the_screen(ann: Person) -> None:
    code = ann.gather("me", "friend", *["random"] * 5, game="diplomacy", pace=POST)
    page = ann.page(code, 0)
    says(page, "propose", what="pause")
    assert hear_agreed(page, paused=True)["have"] == [0, 1]


def test_nobody_waits_for_the_word_of_who_has_deleted_their_account(ann: Person, bob: Person) -> None:
    _, hers, _ = two(ann, bob)
    assert bob.form("/me/delete", {"name": bob.name})[0] == 200
    hear_agreed(hers, have=[0])
    says(hers, "propose", what="pause")
    hear_agreed(hers, paused=True)


def test_what_is_proposed_and_agreed_holds_after_a_kill(club_data_site: Site) -> None:
    ann, bob = Person(club_data_site), Person(club_data_site)
    code, hers, his = two(ann, bob)
    says(hers, "propose", what="pause")
    hear_proposed(his)
    club_data_site.stop()
    club_data_site.start()
    his = bob.page(code, 1)
    says(his, "agree")
    hear_agreed(his, paused=True)
    club_data_site.stop()
    club_data_site.start()
    again = ann.page(code, 0)
    assert again.state["agreement"]["paused"] is True
    assert runs(again) == [False, False]


def test_a_pause_ends_by_itself_after_a_month(club_data_site: Site) -> None:
    ann, bob = Person(club_data_site), Person(club_data_site)
    code, hers, his = two(ann, bob)
    paused(hers, his)
    club_data_site.stop()
    with closing(sqlite3.connect(club_data_site.data / "tables.sqlite3")) as database, database:
        database.execute("update pace_pacing set paused = datetime(paused, '-30 days')")
    club_data_site.start()
    again = ann.page(code, 0)
    hear_agreed(again, paused=False)
    assert runs(again) == [True, True]
    assert told(again)[-1] == "The game goes on, and with it the clocks."


def test_programs_agree_too(ann: Person, bob: Person) -> None:
    code, hers, _ = two(ann, bob)
    says(hers, "propose", what="pause")
    word = token(bob, "play")
    state = Club(bob.site.base, word).table(code).sit(1).state
    assert state.agreement is not None
    assert state.agreement.proposed is not None
    body = {"act": "agree", "number": state.agreement.proposed.number}
    status, answer, _ = ask(bob.site, word, f"/tables/{code}/seats/1/arrange", body)
    assert (status, answer["agreement"]["paused"]) == (200, True)
    assert Club(bob.site.base, word).table(code).card().paused is True
    assert ask(bob.site, word, f"/tables/{code}/seats/1/arrange", body)[0] == 409
    assert ask(bob.site, word, f"/tables/{code}/seats/0/arrange", body)[0] == 400


def test_of_two_who_answer_at_once_at_two_processes_one_is_first(servers: Servers) -> None:
    here, there = servers.site(), servers.site()
    ann, bob, cid = Person(here), Person(here), Person(here)
    code = seated(ann, bob, cid, pace=POST)
    hers, his, third = ann.page(code, 0), at(bob, there).page(code, 1), cid.page(code, 2)
    says(hers, "propose", what="pause")
    for page in (his, third):
        hear_proposed(page)
    with ThreadPoolExecutor(2) as both:
        list(both.map(says, (his, third), ("agree", "decline")))
    for page in (hers, his, third):
        hear_agreed(page, proposed=None, paused=False)  # a no ends it, whether the yes came before it or after
    says(hers, "propose", what="pause")
    for page in (his, third):
        hear_proposed(page)
    with ThreadPoolExecutor(2) as both:
        list(both.map(lambda page: says(page, "agree"), (his, third)))
    for page in (hers, his, third):
        hear_agreed(page, paused=True)
        assert not any(runs(page))


def test_what_is_proposed_while_another_process_reads_the_table_is_heard_there(servers: Servers) -> None:
    here, there = servers.site(), servers.site()
    ann, bob = Person(here), Person(here)
    code = seated(ann, bob, game="fivecities", pace=POST)
    hers, his = ann.page(code, 0), at(bob, there).page(code, 1)
    with Hold(servers.postgres) as hold:
        with halted(there.process.pid):
            hers.play(0, "pass")
            hold.take("lock table gathering_chair")
        hold.wait_for("%gathering_chair%")  # it has read whether anything is proposed, and asks who sits here
        with halted(there.process.pid):
            hold.let_go()
            says(hers, "propose", what="pause")
    hear_proposed(his)
