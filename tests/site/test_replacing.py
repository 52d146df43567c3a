"""Who is late loses the seat where that was agreed: a bot plays it until somebody takes it; who left sees no more."""

from __future__ import annotations

from typing import Any

import pytest

from tanelorn.client import Club

from .club import Person, late
from .conftest import Page, Site
from .letters_at import reads, seated, texts, writes
from .programs import token

PACE = {"each": 0, "reserve": 24 * 60 * 60, "more": 600, "late": "replace", "off": []}


@pytest.fixture
def ann(club_site: Site) -> Person:
    return Person(club_site)


@pytest.fixture
def bob(club_site: Site) -> Person:
    return Person(club_site)


@pytest.fixture
def cid(club_site: Site) -> Person:
    return Person(club_site)


def players(page: Page) -> list[tuple[bool, bool]]:
    """Return of each seat whether a bot plays it, and whether it is free."""
    return [(seat["bot"], seat["free"]) for seat in page.state["scene"]["seats"]]


def hear_free(page: Page, *free: int) -> None:
    """Hear until these seats are free."""
    while [seat["seat"] for seat in page.state["scene"]["seats"] if seat["free"]] != list(free):
        page.hear()


def lost(ann: Person, bob: Person, **more: object) -> tuple[str, Page, Page]:
    """Return a game of Five Cities at which Bob has just lost his seat, with Ann's page and his."""
    code = seated(ann, bob, game="fivecities", pace=PACE, **more)
    hers, his = ann.page(code, 0), bob.page(code, 1)
    hers.play(0, "pass")
    late(ann.site, code, 1)
    hear_free(hers, 1)
    return code, hers, his


def test_a_bot_plays_for_whoever_has_lost_their_seat(ann: Person, bob: Person) -> None:
    _, hers, _ = lost(ann, bob)
    assert players(hers) == [(False, False), (True, True)]
    assert [clock["seat"] for clock in hers.state["clocks"]] == [0]
    while hers.state["moment"] == 0:
        hers.hear()
    told = [event["text"] for event in hers.events]
    at = told.index("The time of **Second player** is up.")
    assert told[at + 1] == "**Second player** has no player now: a bot plays until somebody takes the seat."


def test_who_has_lost_a_seat_sees_what_whoever_looks_on_sees(ann: Person, bob: Person, cid: Person) -> None:
    code = seated(ann, bob, game="fivecities", visibility="unlisted", pace=PACE)
    hers, his = ann.page(code, 0), bob.page(code, 1)
    passed = his.state["pass"]
    his.say({"type": "note", "seat": 1, "book": "Attack Mu."})
    his.hear_until(lambda m: m["type"] == "noted")
    hers.play(0, "pass")
    late(ann.site, code, 1)
    his.hear_until(lambda m: m.get("viewer") == -1)
    hears_of = cid.page(code, -1)
    apart = ("stream", "number", "from", "events", "clocks", "thinking")
    while his.state["moment"] != hears_of.state["moment"]:  # the bots may still play
        min(his, hears_of, key=lambda page: page.state["moment"]).hear()
    seen = [{key: value for key, value in page.state.items() if key not in apart} for page in (his, hears_of)]
    assert seen[0] == seen[1]
    assert his.events == hears_of.events
    assert his.state["decisions"] == []
    assert his.state["notes"] is None
    for message in ({"type": "sit", "viewer": 1}, {"type": "note", "seat": 1, "book": "x"}):
        his.say(message)
        his.hear_until(lambda m: m["type"] == "refused")  # the bots may still play
    his.say({"type": "play", "seat": 1, "moment": his.state["moment"], "text": "pass"})
    his.hear_until(lambda m: m["type"] == "refused")
    assert bob.get(f"/tables/{code}/frames.json?viewer=1&pass={passed}")[0] == 400
    assert bob.get(f"/tables/{code}/about.json?viewer=1&pass={passed}&n=1&space=M")[0] == 400
    assert bob.post(f"/tables/{code}/take", {"seat": 1})[0] == 200  # nobody else has taken it yet
    again = bob.page(code, 1)
    assert again.state["viewer"] == 1
    assert again.state["notes"] == {"book": "", "marks": {}}  # what he had noted is gone


@pytest.mark.always
def test_somebody_else_takes_the_seat_and_sees_what_it_sees(ann: Person, bob: Person, cid: Person) -> None:
    code, hers, _ = lost(ann, bob, visibility="public")
    assert f"/tables/{code}" in cid.get("/tables?state=free")[1]
    assert cid.get_json(f"/tables/{code}/free.json")["may"] == [1]
    watching = cid.page(code, -1)
    assert cid.post(f"/tables/{code}/take", {"seat": 1}) == (200, {"url": f"/tables/{code}"})
    hear_free(hers)
    assert hers.state["scene"]["seats"][1]["player"] == cid.name
    assert hers.events[-1]["text"] == "Somebody has taken the seat of **Second player**."
    watching.hear_until(lambda m: m.get("screen") == [1])
    page = cid.page(code, 1)
    assert page.state["viewer"] == 1
    assert [clock["seat"] for clock in page.state["clocks"]] == [0, 1]
    status, refused = bob.post(f"/tables/{code}/take", {"seat": 1})
    assert (status, refused["why"]) == (400, "Somebody sits there.")
    assert f"/tables/{code}" not in cid.get("/tables?state=free")[1]


def test_a_seat_goes_on_after_the_site_was_killed(club_data_site: Site) -> None:
    ann, bob, cid = (Person(club_data_site) for _ in range(3))
    code, hers, _ = lost(ann, bob, visibility="unlisted")
    club_data_site.stop()
    club_data_site.start()
    hers = ann.page(code, 0)
    assert hers.state["scene"]["seats"][1]["free"]
    assert bob.page(code, 1).state == {}
    assert cid.post(f"/tables/{code}/take", {"seat": 1})[0] == 200
    club_data_site.stop()
    club_data_site.start()
    assert cid.page(code, 1).state["viewer"] == 1
    assert not ann.page(code, -1).state["scene"]["seats"][1]["free"]


@pytest.mark.parametrize(
    ("seat", "why"),
    [
        (0, "Somebody sits there."),
        (7, "There is no seat 7 at this table."),
        (-1, "There is no seat -1 at this table."),
        ("1", "It does not say which seat."),
        (True, "It does not say which seat."),
        (None, "It does not say which seat."),
    ],
)
def test_a_seat_that_cannot_be_taken_is_refused(ann: Person, bob: Person, cid: Person, seat: object, why: str) -> None:
    code = seated(ann, bob, game="fivecities", visibility="unlisted")
    status, answer = cid.post(f"/tables/{code}/take", {"seat": seat})
    assert (status, answer["why"]) == (400, why)


def test_nobody_has_two_seats_or_knows_what_two_know(ann: Person, bob: Person, cid: Person) -> None:
    code = seated(ann, bob, cid, visibility="unlisted", pace=PACE)
    hers = ann.page(code, 0)
    hers.play(0, "A VIE H")
    late(ann.site, code, 1, 2)
    hear_free(hers, 1, 2)
    for person, why in (
        (ann, "You have a seat here already."),
        (cid, "You have played another seat here, and know what it knew."),
        (Person(ann.site, guest=False), "Only somebody who has signed in can do that."),
    ):
        status, answer = person.post(f"/tables/{code}/take", {"seat": 1})
        assert (status, answer["why"]) == (400, why)
    told = cid.get_json(f"/tables/{code}/free.json")
    assert (told["free"], told["may"], told["plays"]) == ([1, 2], [2], False)


def test_letters_of_a_seat_go_with_it(ann: Person, bob: Person, cid: Person) -> None:
    dora = Person(ann.site)
    code = seated(ann, bob, cid, visibility="unlisted", press="private", pace=PACE)
    hers, his = ann.page(code, 0), bob.page(code, 1)
    reads(his)
    writes(hers, [1], "Let us take Serbia.")
    assert texts(his.hear_until(lambda m: m["type"] == "letters")) == ["Let us take Serbia."]
    hers.play(0, "A VIE H")
    late(ann.site, code, 1, 2)
    hear_free(hers, 1, 2)
    his.hear_until(lambda m: m.get("viewer") == -1)
    assert texts(reads(his)) == []
    assert dora.post(f"/tables/{code}/take", {"seat": 1})[0] == 200
    assert texts(reads(dora.page(code, 1))) == ["Let us take Serbia."]


def test_a_private_table_is_joined_by_its_invitation(ann: Person, bob: Person, cid: Person) -> None:
    code, _, _ = lost(ann, bob)
    assert cid.post(f"/tables/{code}/take", {"seat": 1})[0] == 404
    assert cid.get(f"/tables/{code}/free.json")[0] == 404
    address = str(ann.get_json(f"/tables/{code}/free.json")["invitation"]).removeprefix(ann.site.base)
    assert "Take this seat" in cid.get(address)[1]
    invite = address.rpartition("/")[2]
    assert cid.post(f"/tables/{code}/take", {"seat": 1, "invite": invite})[0] == 200
    assert cid.page(code, 1).state["viewer"] == 1
    assert bob.get(f"/tables/{code}")[0] == 200  # who has played here may look on


def test_a_friend_at_the_screen_leaves_with_whoever_brought_them(ann: Person, bob: Person) -> None:
    code = bob.gather("open", "me", "friend", *["random"] * 4, game="diplomacy", visibility="unlisted", pace=PACE)
    assert ann.post(f"/tables/{code}/join", {"seat": 0})[0] == 200
    assert bob.post(f"/tables/{code}/begin", {})[0] == 200
    hers = ann.page(code, 0)
    hers.play(0, "A VIE H")
    late(ann.site, code, 1)
    hear_free(hers, 1, 2)
    assert bob.page(code, -1).state["screen"] == []


def test_programs_see_that_a_seat_is_free_and_take_it(ann: Person, bob: Person, cid: Person) -> None:
    code, _, _ = lost(ann, bob, visibility="public")
    club = Club(cid.site.base, token(cid, "play", "tables"))
    card: Any = club.table(code).card()
    assert [seat.who for seat in card.seats] == ["person", "vacant"]
    assert code in [one.table for one in club.public(state="free").tables]
    club.table(code).take(1)
    assert club.table(code).sit(1).state.viewer == 1


def test_who_deleted_their_account_is_replaced_too(club_site: Site) -> None:
    ann, bob = Person(club_site), Person(club_site)
    code = seated(ann, bob, game="fivecities", pace=PACE)
    hers = ann.page(code, 0)
    hers.play(0, "pass")
    bob.form("/me/delete", {"name": bob.name})
    late(club_site, code, 1)
    hear_free(hers, 1)
