"""Letters that somebody does not want: muted, blocked, reported; and what moderators do about them."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from .club import Person
from .conftest import Page, Site
from .letters_at import news, reads, seated, texts, writes


@pytest.fixture
def ann(club_site: Site) -> Person:
    return Person(club_site)


@pytest.fixture
def bob(club_site: Site) -> Person:
    return Person(club_site)


@pytest.fixture
def moderator(club_site: Site) -> Person:
    person = Person(club_site)
    said = appoint(club_site, person.name)
    assert said == f"{person.name} is a moderator.\n"
    return person


def appoint(site: Site, *words: str) -> str:
    command = [sys.executable, "-m", "tanelorn.terminal", "moderator", *words, "--data", str(site.data)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def about(page: Page, word: str, letter: dict[str, Any], **more: object) -> dict[str, Any]:
    """Do something about a letter; return the answer."""
    return page.ask({"type": word, "letter": letter["id"], **more})


def written(writer: Page, reader: Page, text: str) -> dict[str, Any]:
    """Return a letter as its reader is told of it."""
    assert writes(writer, [reader.state["viewer"]], text)["type"] == "posted"
    letter: dict[str, Any] = news(reader)["letters"][-1]
    assert letter["text"] == text
    return letter


def two(ann: Person, bob: Person, **more: object) -> tuple[str, Page, Page]:
    code = seated(ann, bob, **more)
    hers, his = ann.page(code, 0), bob.page(code, 1)
    for page in (hers, his):
        reads(page)
    return code, hers, his


def test_whoever_mutes_somebody_does_not_see_their_letters_until_they_want_to(ann: Person, bob: Person) -> None:
    code, hers, his = two(ann, bob)
    letter = written(his, hers, "You will lose.")
    hers.say({"type": "shun", "letter": letter["id"], "how": "mute"})
    gone = news(hers)
    assert (gone["from"], gone["letters"]) == (0, [])
    assert writes(his, [0], "Do you hear me?")["type"] == "posted"
    assert texts(reads(ann.page(code, 0))) == []
    page = ann.get("/letters")[1]
    assert bob.name in page
    assert "muted" in page
    number = page.partition('name="number" value="')[2].partition('"')[0]
    assert bob.form("/letters/hear", {"number": number})[0] == 200  # it is not his to lift
    assert bob.name in ann.get("/letters")[1]
    assert ann.form("/letters/hear", {"number": number}) == (200, "/letters")
    assert texts(reads(ann.page(code, 0))) == ["You will lose.", "Do you hear me?"]


def test_whoever_is_blocked_cannot_write_to_them_and_learns_nothing_of_it(
    club_site: Site, ann: Person, bob: Person
) -> None:
    cay = Person(club_site)
    code = seated(ann, bob, cay)
    hers, his, third = ann.page(code, 0), bob.page(code, 1), cay.page(code, 2)
    for page in (hers, his, third):
        reads(page)
    letter = written(his, hers, "You will lose.")
    before = reads(bob.page(code, 1))
    assert about(hers, "shun", letter, how="block")["type"] == "posted"
    assert reads(bob.page(code, 1)) == before
    assert writes(his, [0, 2], "Both of you.")["type"] == "posted"
    assert texts(news(third)) == ["Both of you."]
    assert texts(reads(ann.page(code, 0))) == []
    number = ann.get("/letters")[1].partition('name="number" value="')[2].partition('"')[0]
    assert ann.form("/letters/hear", {"number": number})[0] == 200
    assert texts(reads(ann.page(code, 0))) == ["You will lose."]  # what came meanwhile was never delivered


def test_whoever_is_blocked_cannot_join_a_table_of_theirs(ann: Person, bob: Person) -> None:
    _, hers, his = two(ann, bob)
    assert about(hers, "shun", written(his, hers, "You will lose."), how="block")["type"] == "posted"
    code = ann.gather("me", "open", visibility="public")
    status, answer = bob.post(f"/tables/{code}/join", {"seat": 1})
    assert (status, answer["why"]) == (400, "You cannot join this table.")
    assert Person(ann.site).post(f"/tables/{code}/join", {"seat": 1})[0] == 200


@pytest.mark.parametrize(
    ("word", "more", "why"),
    [
        ("shun", {}, "The message does not say what is wished."),
        ("shun", {"how": "ban"}, "The message does not say what is wished."),
        ("report", {}, "It does not say what is wrong with the letter."),
        ("report", {"reason": " "}, "It does not say what is wrong with the letter."),
        ("report", {"reason": "a\nb"}, "The reason cannot be that."),
        ("report", {"reason": "x" * 501}, "The reason cannot be that."),
        ("report", {"reason": 7}, "The reason is not a text."),
    ],
)
def test_what_cannot_be_done_about_a_letter_is_refused(
    ann: Person, bob: Person, word: str, more: dict[str, object], why: str
) -> None:
    _, hers, his = two(ann, bob)
    assert about(hers, word, written(his, hers, "You will lose."), **more)["why"] == why


def test_nobody_mutes_or_reports_themselves(ann: Person, bob: Person) -> None:
    _, hers, his = two(ann, bob)
    letter = written(his, hers, "You will lose.")
    assert about(his, "shun", letter, how="mute")["why"] == "This letter is nobody else’s."
    assert about(his, "report", letter, reason="Rude.")["why"] == "This letter is nobody else’s."


def selected(moderator: Person, text: str) -> str:
    """Return the number of the report whose letter says something, as the moderators' page lists it."""
    page = moderator.get("/admin/talk/report/")[1]
    row = next(row for row in page.split("<tr") if text in row)
    return row.partition('name="_selected_action" value="')[2].partition('"')[0]


def acts(moderator: Person, text: str, action: str) -> None:
    status, where = moderator.form(
        "/admin/talk/report/", {"action": action, "_selected_action": selected(moderator, text)}
    )
    assert (status, where) == (200, "/admin/talk/report/")


def test_a_moderator_hides_a_reported_letter_and_the_book_says_so(ann: Person, bob: Person, moderator: Person) -> None:
    code, hers, his = two(ann, bob)
    written(his, hers, "A kind word.")
    letter = written(his, hers, "<script>alert(1)</script> Begone.")
    assert about(hers, "report", letter, reason="Rude & <b>bold</b>.")["type"] == "posted"
    listed = moderator.get("/admin/talk/report/")[1]
    assert "A kind word." not in listed  # what was not reported is nobody else's to read
    assert "&lt;script&gt;alert(1)&lt;/script&gt; Begone." in listed
    assert "<script>alert(1)" not in listed
    assert "<b>bold" not in listed
    acts(moderator, "Begone", "hide")
    again = news(hers)
    assert again["from"] == 1
    assert [(one["hidden"], one["text"]) for one in again["letters"]] == [(True, "")]
    assert texts(reads(bob.page(code, 1))) == ["A kind word.", ""]
    acts(moderator, "Begone", "show")
    acts(moderator, "Begone", "settle")
    book = moderator.get("/admin/talk/act/")[1]
    for said in (moderator.name, bob.name, "hid the letter", "showed the letter again", "settled the report"):
        assert said in book, said
    assert texts(reads(ann.page(code, 0)))[-1].endswith("Begone.")


def test_a_moderator_silences_somebody_and_lets_them_write_again(ann: Person, bob: Person, moderator: Person) -> None:
    code, hers, his = two(ann, bob)
    letter = written(his, hers, "Silence this.")
    assert about(hers, "report", letter, reason="Loud")["type"] == "posted"
    acts(moderator, "Silence this.", "silence")
    assert writes(his, [0], "Still here")["why"] == "The moderators have taken letters from you: Loud"
    acts(moderator, "Silence this.", "silence_for_a_week")
    assert "until" in writes(his, [0], "Still here")["why"]
    assert texts(reads(ann.page(code, 0))) == ["Silence this."]
    assert reads(bob.page(code, 1))["audiences"] == []
    listed = moderator.get("/admin/talk/silence/")[1]
    number = (
        next(r for r in listed.split("<tr") if bob.name in r)
        .partition('_selected_action" value="')[2]
        .partition('"')[0]
    )
    assert moderator.form("/admin/talk/silence/", {"action": "lift", "_selected_action": number})[0] == 200
    assert writes(his, [0], "Back again")["type"] == "posted"
    book = moderator.get("/admin/talk/act/")[1]
    for said in ("took letters from them for good", "took letters from them for a week", "let them write again"):
        assert said in book, said


def test_a_moderator_sees_no_letter_of_a_game_in_which_they_play(
    club_site: Site, ann: Person, moderator: Person
) -> None:
    cay = Person(club_site)
    code = seated(moderator, ann, cay)
    hers, third = ann.page(code, 1), cay.page(code, 2)
    for page in (hers, third):
        reads(page)
    letter = written(hers, third, "Against the moderator.")
    assert about(third, "report", letter, reason="Rude")["type"] == "posted"
    assert "Against the moderator." not in moderator.get("/admin/talk/report/")[1]
    other = Person(club_site)
    appoint(club_site, other.name)
    assert "Against the moderator." in other.get("/admin/talk/report/")[1]


def test_only_moderators_come_to_their_pages(club_site: Site, ann: Person, moderator: Person) -> None:
    stranger = Person(club_site, guest=False)
    for path in ("/admin/", "/admin/talk/report/", "/admin/talk/silence/", "/admin/talk/act/"):
        assert moderator.get(path)[0] == 200
        assert ann.get(path)[0] == 403, path
        assert "/accounts/login/" in stranger.form(path, {})[1], path
    for path in ("/admin/talk/act/1/delete/", "/admin/talk/act/add/", "/admin/talk/report/add/"):
        assert moderator.get(path)[0] in (302, 403), path
    appoint(club_site, moderator.name, "--no-longer")
    assert moderator.get("/admin/talk/report/")[0] == 403


def test_nobody_of_that_name_is_made_a_moderator(club_site: Site) -> None:
    with pytest.raises(subprocess.CalledProcessError) as failed:
        appoint(club_site, "Nobody at all")
    assert "Nobody here is called “Nobody at all”." in failed.value.stderr
