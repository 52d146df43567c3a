"""Tables of several people: who may join, look on and play, over the addresses and sockets that pages use."""

from __future__ import annotations

import pytest

from .club import Person
from .conftest import WAIT, Site


@pytest.fixture
def ann(club_site: Site) -> Person:
    return Person(club_site)


@pytest.fixture
def bob(club_site: Site) -> Person:
    return Person(club_site)


@pytest.fixture
def cay(club_site: Site) -> Person:
    return Person(club_site)


@pytest.fixture
def stranger(club_site: Site) -> Person:
    return Person(club_site, guest=False)


def seated(host: Person, guest: Person, **more: object) -> str:
    """Return a game of two people that has begun."""
    code = host.gather("me", "open", **more)
    assert guest.post(f"/tables/{code}/join", {"seat": 1, "invite": host.invitation(code)})[0] == 200
    assert host.post(f"/tables/{code}/begin", {})[0] == 200
    return code


def test_two_people_gather_by_invitation_and_each_plays_their_own_seat(ann: Person, bob: Person) -> None:
    code = ann.gather("me", "open")
    assert ann.get(f"/tables/{code}")[0] == 200
    assert bob.get(f"/tables/{code}")[0] == 404
    invite = ann.invitation(code)
    assert bob.get(f"/invited/{invite}")[0] == 200
    assert bob.post(f"/tables/{code}/join", {"seat": 1, "invite": invite}) == (200, {"url": f"/tables/{code}"})
    assert bob.name in ann.get(f"/tables/{code}")[1]
    assert ann.post(f"/tables/{code}/begin", {})[0] == 200
    hers, his = ann.page(code, 0), bob.page(code, 1)
    assert (hers.state["screen"], his.state["screen"]) == ([0], [1])
    assert [seat["player"] for seat in hers.state["scene"]["seats"]] == [ann.name, bob.name]
    assert his.play(0, "pass")["why"] == "That seat is not yours."
    assert his.sit(0)["type"] == "refused"
    moment = hers.state["moment"]
    hers.play(0, "pass")
    his.say({"type": "play", "seat": 1, "moment": moment, "text": "pass"})
    assert his.hear_until(lambda m: m["type"] == "state" and m["moment"] > moment)


def test_who_waits_looks_again_for_what_was_done_while_their_page_opened(ann: Person, bob: Person) -> None:
    code = ann.gather("me", "open", visibility="unlisted")
    assert bob.name not in ann.get(f"/tables/{code}")[1]
    assert bob.post(f"/tables/{code}/join", {"seat": 1})[0] == 200
    waits = ann.socket(f"gatherings/{code}")
    assert waits.recv(timeout=WAIT) == '{"type": "changed"}'
    assert ann.post(f"/tables/{code}/begin", {})[0] == 200
    assert waits.recv(timeout=WAIT) == '{"type": "changed"}'


def test_a_private_table_is_not_there_for_others(ann: Person, bob: Person, cay: Person, stranger: Person) -> None:
    code = seated(ann, bob)
    for other in (cay, stranger):
        for path in ("", "/board.json", "/frames.json", "/record", "/replay", "/chart.svg"):
            status, said = other.get(f"/tables/{code}{path}")
            unknown, known = other.get(f"/tables/nosuchcode{path}")
            assert (status, said.replace(code, "nosuchcode")) == (unknown, known), path
        refused = other.page(code).hear()
        assert refused["type"] == "refused"
        assert refused["why"] == f"There is no table “{code}” here."
        for deed in ("rename", "delete", "again", "duplicate", "play-on", "join", "leave", "begin", "send-away"):
            status, answer = other.post(f"/tables/{code}/{deed}", {"name": "mine", "exchanged": False, "seat": 0})
            assert status == 404, deed
            assert answer["why"] == f"There is no table “{code}” here.", deed


def test_whoever_looks_on_at_a_public_table_sees_what_is_public_and_plays_nothing(
    ann: Person, bob: Person, cay: Person, stranger: Person
) -> None:
    code = seated(ann, bob, visibility="public")
    hers = ann.page(code, 0)
    hers.play(0, "pass")
    for other in (cay, stranger):
        page = other.page(code, -1)
        assert page.state["screen"] == []
        assert page.state["decisions"] == []
        assert page.sit(0)["why"] == "You may not see what that seat sees."
        for message in (
            {"type": "play", "seat": 0, "moment": 0, "text": "pass"},
            {"type": "undo", "seat": 0},
            {"type": "keep", "seat": 0, "moment": 0, "path": []},
            {"type": "note", "seat": 0, "book": "x"},
            {"type": "try", "seat": 0, "moment": 0},
            {"type": "time", "moment": 0},
        ):
            assert page.ask(message)["type"] == "refused", message
        assert other.post(f"/tables/{code}/rename", {"name": "mine"})[0] in (400, 403)
        assert other.get(f"/tables/{code}/record")[0] == 409


def test_what_a_seat_seals_shows_to_nobody_else(ann: Person, bob: Person, cay: Person) -> None:
    """Twin tables that differ in one sealed order alone look the same to the other seat and to whoever looks on."""
    shown = []
    for order in ("pass", "1 A to AC"):
        code = seated(ann, bob, visibility="public", name="Twins")
        hers = ann.page(code, 0)
        answer = hers.play(0, order)
        assert answer["type"] == "state", answer
        states = [bob.page(code, 1).state, cay.page(code, -1).state]
        shown.append([{**state, "pass": "", "stream": ""} for state in states])
    assert shown[0] == shown[1]


def test_a_public_table_stands_in_the_list_and_others_do_not(ann: Person, stranger: Person) -> None:
    names = {kind: f"A table that is {kind}" for kind in ("public", "unlisted", "private")}
    codes = {kind: ann.gather("me", "open", visibility=kind, name=name) for kind, name in names.items()}
    _, text = stranger.get("/tables?state=waiting&game=fivecities")
    assert [kind for kind, name in names.items() if name in text] == ["public"]
    assert [kind for kind, code in codes.items() if stranger.get(f"/tables/{code}")[0] == 200] == ["public", "unlisted"]
    assert names["public"] not in stranger.get("/tables?state=waiting&game=elric")[1]
    assert all(name in ann.get("/")[1] for name in names.values())


def test_the_list_goes_on_where_its_page_ended(ann: Person, bob: Person, cay: Person, stranger: Person) -> None:
    for number in range(31):
        host = (ann, bob, cay)[number % 3]
        host.gather("me", *["open"] * 6, game="diplomacy", visibility="public", name=f"Row {number:02}")
    _, first = stranger.get("/tables?state=waiting&game=diplomacy")
    address = first.partition('<p class="further">')[2].partition('href="')[2].partition('"')[0].replace("&amp;", "&")
    _, second = stranger.get(address)
    on_first = [f"Row {number:02}" in first for number in range(31)]
    on_second = [f"Row {number:02}" in second for number in range(31)]
    assert sum(on_first) == 30
    assert [a != b for a, b in zip(on_first, on_second, strict=True)] == [True] * 31


@pytest.mark.parametrize(
    ("deed", "body", "why"),
    [
        ("join", {"seat": 0}, "Somebody sits there."),
        ("join", {"seat": 7}, "There is no seat 7 at this table."),
        ("join", {"seat": "1"}, "It does not say which seat."),
        ("join", {"seat": True}, "It does not say which seat."),
        ("join", {"seat": 1, "words": "a\nb"}, "The words for the dice cannot be that."),
        ("begin", {}, "Only whoever set the table up can do that."),
        ("send-away", {"seat": 0}, "Only whoever set the table up can do that."),
        ("leave", {}, "You have no seat here."),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(
    ann: Person, bob: Person, deed: str, body: object, why: str
) -> None:
    code = ann.gather("me", "open", visibility="public")
    before = ann.get(f"/tables/{code}")[1].partition('class="chairs"')[2].partition("</ul>")[0]
    status, answer = bob.post(f"/tables/{code}/{deed}", body)
    assert (status, answer["why"]) == (400, why)
    assert ann.get(f"/tables/{code}")[1].partition('class="chairs"')[2].partition("</ul>")[0] == before


def test_the_host_begins_once_all_seats_are_taken(ann: Person, bob: Person) -> None:
    code = ann.gather("me", "open", visibility="public")
    assert "Second player" in ann.post(f"/tables/{code}/begin", {})[1]["why"]
    bob.post(f"/tables/{code}/join", {"seat": 1})
    assert ann.post(f"/tables/{code}/begin", {})[0] == 200
    assert ann.post(f"/tables/{code}/begin", {})[1]["why"] == "The game has begun."
    assert bob.post(f"/tables/{code}/leave", {})[1]["why"] == "The game has begun."


def test_the_host_sends_somebody_away_and_takes_the_table_away(ann: Person, bob: Person) -> None:
    code = ann.gather("me", "open", visibility="public")
    bob.post(f"/tables/{code}/join", {"seat": 1})
    assert ann.post(f"/tables/{code}/send-away", {"seat": 1})[0] == 200
    assert bob.name not in ann.get(f"/tables/{code}")[1]
    assert ann.post(f"/tables/{code}/send-away", {"seat": 1})[1]["why"] == "Nobody else sits there."
    assert ann.post(f"/tables/{code}/leave", {}) == (200, {"url": "/"})
    assert bob.get(f"/tables/{code}")[0] == 404


def test_whoever_has_not_signed_in_sets_up_and_joins_nothing(ann: Person, stranger: Person) -> None:
    status, answer = stranger.post("/tables", {"game": "fivecities"})
    assert (status, answer["why"]) == (400, "Only somebody who has signed in can do that.")
    code = ann.gather("me", "open", visibility="public")
    assert stranger.post(f"/tables/{code}/join", {"seat": 1})[0] == 400
    assert "Sign in to join" in stranger.get(f"/tables/{code}")[1]


def test_nobody_has_more_than_twenty_tables_waiting(club_site: Site) -> None:
    host = Person(club_site)
    for _ in range(20):
        host.gather("me", "open")
    sitters = [{"who": "me"}, {"who": "open"}]
    status, answer = host.post("/tables", {"game": "fivecities", "seats": sitters})
    assert (status, answer["why"]) == (400, "20 of your tables wait for players already.")
    assert host.gather("me", "easy")


@pytest.mark.deep
def test_nobody_sets_up_tables_without_end(club_site: Site) -> None:
    person = Person(club_site)
    for _ in range(100):
        person.gather("me", "friend")
    seats = [{"who": "me"}, {"who": "friend"}]
    status, answer = person.post("/tables", {"game": "fivecities", "seats": seats})
    assert (status, answer["why"]) == (400, "You have set up 100 tables within an hour.")
    assert person.form("/learn/fivecities/1-first-game", {"step": "1"})[0] == 400


def test_the_record_names_no_account(ann: Person, bob: Person) -> None:
    code = seated(ann, bob)
    ann.page(code, 0).play(0, "resign")
    status, text = bob.get(f"/tables/{code}/record")
    assert status == 200
    assert ann.name not in text
    assert bob.name not in text


def test_another_game_asks_the_others_first_with_seats_exchanged(ann: Person, bob: Person) -> None:
    code = seated(ann, bob)
    ann.page(code, 0).play(0, "resign")
    assert bob.post(f"/tables/{code}/again", {"exchanged": True})[0] == 400
    status, answer = ann.post(f"/tables/{code}/again", {"exchanged": True})
    assert status == 200
    again = answer["table"]
    assert "is asked" in ann.get(f"/tables/{again}")[1]
    assert "You are asked to play" in bob.get("/")[1]
    assert ann.post(f"/tables/{again}/begin", {})[0] == 400
    assert bob.post(f"/tables/{again}/join", {"seat": 0})[0] == 200
    assert ann.post(f"/tables/{again}/begin", {})[0] == 200
    assert bob.page(again, 0).state["screen"] == [0]


def test_a_seat_that_is_kept_for_somebody_is_theirs_alone(ann: Person, bob: Person, cay: Person) -> None:
    code = seated(ann, bob, visibility="public")
    ann.page(code, 0).play(0, "resign")
    again = ann.post(f"/tables/{code}/again", {"exchanged": False})[1]["table"]
    assert cay.post(f"/tables/{again}/join", {"seat": 1})[1]["why"] == "This seat is kept for somebody else."
    assert bob.post(f"/tables/{again}/leave", {})[0] == 200
    assert cay.post(f"/tables/{again}/join", {"seat": 1})[0] == 200


def test_nobody_deletes_a_game_in_which_others_play(ann: Person, bob: Person) -> None:
    code = seated(ann, bob)
    assert "Other people play here" in ann.post(f"/tables/{code}/delete", {})[1]["why"]
    assert "arranged by whoever set it up" in bob.post(f"/tables/{code}/delete", {})[1]["why"]
    alone = ann.gather("me", "easy")
    assert ann.post(f"/tables/{alone}/delete", {})[0] == 200
    assert bob.post(f"/tables/{alone}/bring-back", {})[0] == 404
    assert ann.post(f"/tables/{alone}/bring-back", {})[0] == 200


def test_a_game_that_is_over_can_be_played_on_alone(ann: Person, bob: Person, cay: Person) -> None:
    code = seated(ann, bob, visibility="public")
    hers, his = ann.page(code, 0), bob.page(code, 1)
    hers.play(0, "pass")
    his.say({"type": "play", "seat": 1, "moment": his.state["moment"], "text": "pass"})
    hers.hear_until(lambda m: m["type"] == "state" and m["moment"] > 0)
    hers.play(0, "resign")
    seats = [{"who": "me"}, {"who": "bot", "level": "easy"}]
    status, answer = cay.post(f"/tables/{code}/play-on", {"moment": 1, "seats": seats})
    assert status == 200, answer
    assert cay.page(answer["table"], 0).state["screen"] == [0]
    assert ann.get(f"/tables/{answer['table']}")[0] == 404


def test_a_trial_is_its_players_alone(ann: Person, bob: Person) -> None:
    code = seated(ann, bob)
    page = ann.page(code, 0)
    address = page.ask({"type": "try", "seat": 0, "moment": page.state["moment"]})["address"]
    trial = address.removeprefix("/tables/").partition("?")[0]
    assert ann.get(f"/tables/{trial}")[0] == 200
    assert bob.get(f"/tables/{trial}")[0] == 404
    assert bob.page(trial).hear()["type"] == "refused"
    assert bob.post(f"/tables/{trial}/end-trial", {})[0] == 404


def test_a_lesson_is_ones_own(ann: Person, bob: Person, stranger: Person) -> None:
    status, address = ann.form("/learn/fivecities/1-first-game", {"step": "1"})
    assert (status, ann.get(address)[0], bob.get(address)[0]) == (200, 200, 404)
    assert stranger.form("/learn/fivecities/1-first-game", {"step": "1"})[0] == 400


@pytest.mark.always
def test_everything_is_still_there_after_a_kill(club_data_site: Site) -> None:
    host, guest = Person(club_data_site), Person(club_data_site)
    begun, waits = seated(host, guest), host.gather("me", "open", name="Still waiting")
    invite = host.invitation(waits)
    club_data_site.stop()
    club_data_site.start()
    assert guest.page(begun, 1).state["screen"] == [1]
    assert guest.get(f"/invited/{invite}")[0] == 200
