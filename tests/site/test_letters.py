"""Letters: who may write and read which, over the sockets that pages use, and what of them shows to nobody else."""

from __future__ import annotations

import json

import pytest

from tanelorn.site.club.talk.pace import BURST, EACH, Pacer

from .club import Person
from .conftest import Site
from .letters_at import news, reads, seated, texts, writes


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
def dan(club_site: Site) -> Person:
    return Person(club_site)


def test_a_letter_reaches_the_seats_that_it_is_for_and_nobody_else(
    ann: Person, bob: Person, cay: Person, dan: Person
) -> None:
    code = seated(ann, bob, cay, visibility="public")
    hers, his, third, watcher = ann.page(code, 0), bob.page(code, 1), cay.page(code, 2), dan.page(code, -1)
    opened = [reads(page) for page in (hers, his, third, watcher)]
    assert [one["letters"] for one in opened] == [[], [], [], []]
    assert opened[0]["press"] == "private"
    assert opened[0]["seats"] == [1, 2]  # bots neither read nor write
    assert writes(hers, [1], "Shall we share Burgundy?")["type"] == "posted"
    come = news(his)
    assert texts(come) == ["Shall we share Burgundy?"]
    assert [(one["seat"], one["to"], one["mine"]) for one in come["letters"]] == [(0, [1], False)]
    assert writes(his, "table", "Good evening.")["type"] == "posted"
    assert [texts(news(page)) for page in (third, hers, hers)] == [
        ["Good evening."],
        ["Shall we share Burgundy?"],
        ["Good evening."],
    ]
    assert writes(hers, "everybody", "Welcome.")["type"] == "posted"
    assert texts(news(watcher)) == ["Welcome."]
    assert [texts(reads(page)) for page in (ann.page(code, 0), bob.page(code, 1))] == [
        ["Shall we share Burgundy?", "Good evening.", "Welcome."]
    ] * 2
    assert texts(reads(cay.page(code, 2))) == ["Good evening.", "Welcome."]


def test_those_who_look_on_talk_among_themselves(
    club_site: Site, ann: Person, bob: Person, cay: Person, dan: Person
) -> None:
    code = seated(ann, bob, visibility="public")
    one, other, hers = cay.page(code, -1), dan.page(code, -1), ann.page(code, 0)
    assert [reads(page)["audiences"] for page in (one, other)] == [["watchers"]] * 2
    reads(hers)
    assert writes(one, "watchers", "England will fall.")["type"] == "posted"
    come = news(other)
    assert texts(come) == ["England will fall."]
    assert come["letters"][0]["who"] == cay.name
    for to in ("table", "everybody", [0], [0, 1]):
        assert writes(one, to, "Beware!")["type"] == "refused", to
    for reader in (ann.page(code, -1), ann.page(code, 0), Person(club_site, guest=False).page(code, -1)):
        opened = reads(reader)
        assert opened["letters"] == []
    assert writes(ann.page(code, -1), "watchers", "Who wins?")["why"] == "You play here: sit as your seat to write."
    assert [
        message for message in map(json.loads, hers.raw) if message["type"] == "letters" and message["letters"]
    ] == []


@pytest.mark.parametrize(
    ("press", "to", "done"),
    [
        ("none", "table", False),
        ("none", [1], False),
        ("none", "everybody", False),
        ("public", "table", True),
        ("public", "everybody", True),
        ("public", [1], False),
        ("private", [1], True),
        ("private", "table", True),
    ],
)
def test_the_press_says_who_may_write_to_whom(ann: Person, bob: Person, press: str, to: object, done: bool) -> None:
    code = seated(ann, bob, press=press, visibility="public")
    hers = ann.page(code, 0)
    reads(hers)
    assert writes(hers, to, "Good evening.")["type"] == ("posted" if done else "refused")
    assert texts(reads(bob.page(code, 1))) == (["Good evening."] if done else [])


@pytest.mark.parametrize(
    ("game", "press"), [("diplomacy", "private"), ("youngkingdoms", "private"), ("fivecities", "public")]
)
def test_each_game_has_a_usual_press(ann: Person, bob: Person, game: str, press: str) -> None:
    assert reads(ann.page(seated(ann, bob, game=game), 0))["press"] == press


def test_an_unknown_press_is_refused(ann: Person) -> None:
    status, answer = ann.post("/tables", {"game": "fivecities", "press": "loud"})
    assert (status, answer["why"]) == (404, "There is no press “loud”.")


def test_a_page_that_comes_back_is_told_what_it_has_missed_alone(ann: Person, bob: Person) -> None:
    code = seated(ann, bob)
    hers, his = ann.page(code, 0), bob.page(code, 1)
    reads(hers)
    for text in ("one", "two"):
        assert writes(hers, [1], text)["type"] == "posted"
    had = reads(his)
    assert writes(hers, [1], "three")["type"] == "posted"
    back = reads(bob.page(code, 1), len(had["letters"]), had["mark"])
    assert (back["from"], texts(back)) == (2, ["three"])
    for count, mark in ((2, "other"), (9, had["mark"]), (-1, had["mark"]), (True, had["mark"]), ("2", had["mark"])):
        whole = reads(bob.page(code, 1), count, mark)  # type: ignore[arg-type]
        assert (whole["from"], texts(whole)) == (0, ["one", "two", "three"]), (count, mark)


def test_letters_outlive_the_site(club_data_site: Site) -> None:
    ann, bob = Person(club_data_site), Person(club_data_site)
    code = seated(ann, bob)
    hers = ann.page(code, 0)
    reads(hers)
    assert writes(hers, [1], "Keep this.\nAnd this.")["type"] == "posted"
    club_data_site.stop()
    club_data_site.start()
    assert texts(reads(bob.page(code, 1))) == ["Keep this.\nAnd this."]


def test_a_private_letter_shows_to_nobody_else_in_any_way(
    club_site: Site, ann: Person, bob: Person, cay: Person, dan: Person
) -> None:
    """Twin tables that differ in letters between two seats alone: the others' streams, pages and refusals are equal."""
    shown = []
    for letters in ([], ["The south is yours.", "And Sweden is mine."]):
        code = seated(ann, bob, cay, visibility="public", name="Twins")
        hers, his = ann.page(code, 0), bob.page(code, 1)
        while hers.state["thinking"]:
            hers.hear()  # the bots have chosen before anybody else looks
        others = [
            cay.page(code, 2),
            dan.page(code, -1),
            Person(club_site, guest=False).page(code, -1),
            cay.page(code, -1),
        ]
        for page in (hers, his, *others):
            reads(page)
        for text in letters:
            assert writes(hers, [1], text)["type"] == "posted"
            assert texts(news(his)) == [text]
        assert writes(his, "everybody", "Good evening.")["type"] == "posted"
        for page in others:
            assert texts(news(page)) == ["Good evening."]
        for page in others[:2]:
            for key in ("no-such-key", "", 0, None):
                page.say({"type": "report", "letter": key, "reason": "Rude."})
                assert page.hear()["why"] == "There is no such letter here."
        later = [reads(again) for again in (cay.page(code, 2), dan.page(code, -1))]
        pages = [person.get(f"/tables/{code}")[1] for person in (cay, dan)]
        shown.append(
            [blank(page.raw, code) for page in others] + [blank(later, code)] + [plain(text, code) for text in pages]
        )
    assert shown[0] == shown[1]


PASSING = {"stream", "pass", "id", "mark", "at", "key"}
"""What is drawn by lot, or told by a clock, for each table and letter."""


def blank(said: object, code: str) -> object:
    """Return messages without what is drawn anew at each table."""
    if isinstance(said, dict):
        return {name: "" if name in PASSING else blank(value, code) for name, value in said.items()}
    if isinstance(said, list):
        return [blank(json.loads(one) if isinstance(one, str) and one.startswith("{") else one, code) for one in said]
    return said.replace(code, "CODE") if isinstance(said, str) else said


def plain(page: str, code: str) -> list[str]:
    """Return a page without the table's code, the tokens of its forms and the promise of its dice."""
    lines = page.replace(code, "CODE").splitlines()
    return [line for line in lines if "csrfmiddlewaretoken" not in line and "fingerprint" not in line]


def test_the_letter_of_others_is_not_there_for_a_third(ann: Person, bob: Person, cay: Person) -> None:
    code = seated(ann, bob, cay)
    hers, his, third = ann.page(code, 0), bob.page(code, 1), cay.page(code, 2)
    for page in (hers, his, third):
        reads(page)
    writes(hers, [1], "Just us.")
    key = news(his)["letters"][0]["id"]
    for message in ({"type": "report", "reason": "Rude."}, {"type": "shun", "how": "mute"}):
        real, unknown = third.ask({**message, "letter": key}), third.ask({**message, "letter": "no-such-key"})
        assert real == unknown
        assert real["why"] == "There is no such letter here."
        assert his.ask({**message, "letter": key, "n": 3})["type"] in ("posted", "letters")


def test_nobody_writes_as_a_seat_of_somebody_else(ann: Person, bob: Person, cay: Person) -> None:
    code = seated(ann, bob, visibility="public")
    his, watcher = bob.page(code, 1), cay.page(code, -1)
    for page in (his, watcher):
        reads(page)
    for page, seat in ((his, 0), (his, -1), (watcher, 0), (watcher, 1), (his, True), (his, "1"), (his, None)):
        answer = page.ask({"type": "write", "seat": seat, "to": "table", "text": "I am somebody else."})
        assert answer["type"] == "refused", seat
    assert texts(reads(ann.page(code, 0))) == []


@pytest.mark.parametrize(
    ("to", "text", "why"),
    [
        ([1], "", "The letter is empty."),
        ([1], " \n ", "The letter is empty."),
        ([1], "x" * 2001, "The letter is too long: 2001 letters."),
        ([1], "a\x00b", "The letter holds what is no letter."),
        ([1], "a\x1b[31mb", "The letter holds what is no letter."),
        ([1], "a\u2028b", "The letter holds what is no letter."),
        ([1], 7, "The letter is not a text."),
        ([1], None, "The letter is not a text."),
        ([], "Hello", "The letter is to nobody who would read it."),
        ([0], "Hello", "You cannot write to these seats alone."),
        ([2], "Hello", "You cannot write to these seats alone."),
        ([99], "Hello", "You cannot write to these seats alone."),
        ([True], "Hello", "The letter is to nobody who would read it."),
        ([[1]], "Hello", "The letter is to nobody who would read it."),
        ("watchers", "Hello", "The letter is to nobody who would read it."),
        ("seats", "Hello", "The letter is to nobody who would read it."),
        (None, "Hello", "The letter is to nobody who would read it."),
    ],
)
def test_what_is_no_letter_is_refused_and_reaches_nobody(
    ann: Person, bob: Person, to: object, text: object, why: str
) -> None:
    code = seated(ann, bob)
    hers = ann.page(code, 0)
    reads(hers)
    assert writes(hers, to, text)["why"] == why
    assert texts(reads(bob.page(code, 1))) == []


def test_whoever_writes_many_letters_at_once_has_to_wait(ann: Person, bob: Person) -> None:
    code = seated(ann, bob)
    hers = ann.page(code, 0)
    reads(hers)
    sent = 0
    while (answer := writes(hers, [1], f"Letter {sent}"))["type"] == "posted":
        sent += 1
    assert sent >= BURST
    assert answer["why"] == "You have written many letters at once."
    assert len(texts(reads(bob.page(code, 1)))) == sent
    assert writes(ann.page(code, 0), [1], "From another page")["type"] == "refused"


def test_letters_are_paced_by_person(words: None) -> None:
    now = 100.0
    pacer = Pacer(lambda: now)
    assert [pacer.wait(1) for _ in range(BURST)] == [0] * BURST
    assert pacer.wait(1) == EACH
    assert pacer.wait(2) == 0
    now += EACH - 1
    assert pacer.wait(1) == 1
    now += 1
    assert [pacer.wait(1), pacer.wait(1)] == [0, EACH]
    now += 1000
    assert [pacer.wait(1) for _ in range(BURST + 1)] == [0] * BURST + [EACH]
    now -= 1000  # a clock that is set back makes nobody wait for long
    assert pacer.wait(1) <= BURST * EACH


def test_once_the_game_is_over_everybody_may_read_the_letters(ann: Person, bob: Person, cay: Person) -> None:
    code = seated(ann, bob, game="fivecities", visibility="public", press="private")
    hers, his, watcher = ann.page(code, 0), bob.page(code, 1), cay.page(code, -1)
    for page in (hers, his, watcher):
        reads(page)
    writes(hers, [1], "Between us.")
    writes(watcher, "watchers", "What do they say?")
    writes(hers, "everybody", "Hello all.")
    assert texts(news(watcher)) == ["What do they say?"]
    assert texts(news(watcher)) == ["Hello all."]
    hers.play(0, "resign")
    whole = watcher.hear_until(lambda m: m["type"] == "letters" and m["from"] == 0)
    assert texts(whole) == ["Between us.", "What do they say?", "Hello all."]
    assert whole["audiences"] == ["everybody"]
    assert writes(watcher, "everybody", "Well played!")["type"] == "posted"
    assert texts(reads(bob.page(code, 1)))[-1] == "Well played!"


def test_on_one_screen_there_are_no_letters(shared_site: Site) -> None:
    page = shared_site.page(shared_site.table("me", "friend"), 0)
    for message in ({"type": "letters"}, {"type": "write", "seat": 0, "to": "table", "text": "Hello"}):
        assert page.ask(message)["why"] == "There are no letters at this table."
