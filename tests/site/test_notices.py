"""Notices: who is told what, and when; that nobody is told twice, of what they have seen, or of what is hidden."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from tanelorn.site.club.notices.quiet import LEAST, MOST_BEFORE, Quiet, end_of_quiet, reminder

from .club import Person, late
from .conftest import Page, Site
from .letters_at import reads, seated, writes
from .post_office import PostOffice, Reader, opened
from .servers import Servers, frail_servers

__all__ = ["frail_servers"]

BERLIN, KIRITIMATI = ZoneInfo("Europe/Berlin"), ZoneInfo("Pacific/Kiritimati")
SOON, DAY = 6, 24 * 60
"""Minutes after which somebody is told, and those of a day."""
FOR_EVER = {"each": 0, "reserve": 0, "more": 0, "late": "wait", "off": []}


def at(text: str, zone: ZoneInfo = BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone)


@pytest.mark.parametrize(
    ("now", "begins", "ends", "told"),
    [
        ("2026-11-27 21:59", 22, 8, "2026-11-27 21:59"),
        ("2026-11-27 22:00", 22, 8, "2026-11-28 08:00"),
        ("2026-11-28 07:59", 22, 8, "2026-11-28 08:00"),
        ("2026-11-28 08:00", 22, 8, "2026-11-28 08:00"),
        ("2026-11-28 12:30", 12, 14, "2026-11-28 14:00"),
        ("2026-11-28 11:30", 12, 14, "2026-11-28 11:30"),
        ("2026-03-28 23:00", 22, 8, "2026-03-29 08:00"),  # the night that loses an hour
        ("2026-10-25 01:00", 22, 8, "2026-10-25 08:00"),  # the night that gains one
        ("2026-12-31 23:30", 23, 0, "2027-01-01 00:00"),
    ],
)
def test_nothing_is_told_in_quiet_hours(now: str, begins: int, ends: int, told: str) -> None:
    assert end_of_quiet(at(now), Quiet(begins, ends, BERLIN)) == at(told)


@given(
    st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC)),
    st.integers(0, 23),
    st.integers(1, 23),
    st.sampled_from([BERLIN, KIRITIMATI]),
)
def test_quiet_hours_end_within_a_day_and_are_quiet_before(
    now: datetime, begins: int, more: int, zone: ZoneInfo
) -> None:
    quiet = Quiet(begins, (begins + more) % 24, zone)
    end = end_of_quiet(now, quiet)
    assert now <= end <= now + timedelta(hours=25)
    assert end == now or quiet.stretch(end - timedelta(seconds=1)) is not None


@given(
    st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC)),
    st.timedeltas(timedelta(minutes=1), timedelta(days=60)),
    st.none() | st.builds(Quiet, st.integers(0, 11), st.integers(12, 23), st.just(BERLIN)),
)
def test_a_reminder_comes_while_there_is_time(since: datetime, time: timedelta, quiet: Quiet | None) -> None:
    told = reminder(since, since + time, quiet)
    if time < LEAST:
        assert told is None
    else:
        assert told is not None
        assert since <= told < since + time
        assert quiet is not None or since + time - told <= MOST_BEFORE


def test_a_reminder_comes_before_the_night_in_which_time_is_up() -> None:
    since, deadline = at("2026-11-27 10:00"), at("2026-11-28 06:00")
    assert reminder(since, deadline, Quiet(22, 8, BERLIN)) == at("2026-11-27 21:50")
    assert reminder(since, deadline, None) == at("2026-11-28 01:00")


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    with opened() as office:
        yield office


@pytest.fixture(scope="module")
def club(office: PostOffice, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A club in which people are told after five minutes; tests do not wait so long, but look as if they had."""
    with pytest.MonkeyPatch.context() as patch:
        _posts_by(patch, office)
        site = Site(tmp_path_factory.mktemp("club") / "data", club=True)
    yield site
    site.end()


@pytest.fixture
def quick_club(office: PostOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A club in which people are told after a second; a test may stop it."""
    _posts_by(monkeypatch, office)
    monkeypatch.setenv("NOTICES_AFTER", "1")
    monkeypatch.setenv("NOTICES_APART", "0")
    site = Site(tmp_path / "data", club=True)
    yield site
    site.end()


def _posts_by(patch: pytest.MonkeyPatch, office: PostOffice) -> None:
    patch.setenv("EMAIL_HOST", "127.0.0.1")
    patch.setenv("EMAIL_PORT", str(office.port))


_ROUNDS = """
import os, sys, time
from datetime import timedelta
from pathlib import Path
from tanelorn.site.serve import data_folder, prepare
prepare(data_folder(Path(sys.argv[1])), club=True)
from django.db.models import F
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult
from tanelorn.site.club.notices import queue, rounds


def round_of(minutes):
    now = timezone.now() + timedelta(minutes=minutes)
    for person in rounds.due_people(now):
        rounds.tell(person, now, lambda code, person: False)
    later = DBTaskResult.objects.filter(run_after__lt=timezone.now() + timedelta(days=1))
    later.update(run_after=F("run_after") - timedelta(minutes=minutes))


for line in sys.stdin:  # each in a process of its own, which knows nothing of those before
    if (child := os.fork()) == 0:
        for minutes in map(float, line.split()):
            round_of(minutes)
        queue.new_worker("*", batch=True).run()
        while DBTaskResult.objects.filter(status=TaskResultStatus.RUNNING).exists():
            time.sleep(0.01)  # the site itself may have taken up a job first
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
_programs: dict[Path, subprocess.Popen[str]] = {}
"""The program that tells the people of a club, by its data folder: Django takes long to begin."""


def pass_time(site: Site, office: PostOffice, *minutes: float) -> None:
    """Let another program beside the site tell people what is due so many minutes from now."""
    program = _programs.get(site.data)
    if program is None:
        command = [sys.executable, "-c", _ROUNDS, str(site.data)]
        with pytest.MonkeyPatch.context() as patch:
            _posts_by(patch, office)
            program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        _programs[site.data] = program
    assert program.stdin is not None
    assert program.stdout is not None
    print(*minutes, file=program.stdin, flush=True)
    assert program.stdout.readline() == "0\n"


@pytest.fixture(scope="module", autouse=True)
def _programs_end() -> Iterator[None]:
    yield
    for program in _programs.values():
        program.communicate()
    _programs.clear()


_names = itertools.count(1)


def reader(site: Site, office: PostOffice, name: str, **wish: str) -> Reader:
    person = Reader(site, office, f"{name} {next(_names)}")
    if wish:
        person.wish(**wish)
    return person


@pytest.fixture
def ann(club: Site, office: PostOffice) -> Reader:
    return reader(club, office, "Ann")


@pytest.fixture
def bob(club: Site, office: PostOffice) -> Reader:
    return reader(club, office, "Bob")


def two(ann: Person, bob: Person, name: str = "Siege", **more: object) -> str:
    """Return a game of Five Cities that has begun."""
    return seated(ann, bob, game="fivecities", name=name, **more)


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_content()).replace("\r\n", "\n")


def told(person: Reader) -> list[str]:
    """Return what the mails that have come to somebody are about."""
    return [str(mail["Subject"]) for mail in person.office.taken(person.address)]


@pytest.mark.always
def test_who_is_away_is_told_of_all_tables_in_one_mail_and_of_nothing_twice(ann: Reader, bob: Reader) -> None:
    ann.opener.addheaders.append(("Accept-Language", "de-DE,de"))
    ann.get("/")  # in German, which she has chosen nowhere
    codes = [two(ann, bob, name) for name in ("Siege", "Raid")]
    pass_time(ann.site, ann.office, 1)
    assert told(bob) == []
    pass_time(ann.site, ann.office, SOON, SOON + 1, DAY)
    mail = bob.mail()
    assert mail["Subject"] == "News of 2 tables"
    for name, code in zip(("Siege", "Raid"), codes, strict=True):
        says = f"{name} (Five Cities)\nThe game has begun. It is your turn.\n{bob.site.base}/tables/{code}\n"
        assert says in text_of(mail)
    assert told(bob) == []
    assert told(ann) == ["Neues von 2 Tischen"]


def test_what_comes_up_soon_after_a_mail_waits_for_a_while(ann: Reader, bob: Reader) -> None:
    two(ann, bob, "First")
    pass_time(ann.site, ann.office, SOON)
    two(ann, bob, "Second")
    pass_time(ann.site, ann.office, SOON + 10)
    assert told(bob) == ["First: The game has begun. It is your turn."]
    pass_time(ann.site, ann.office, SOON + 16)
    assert told(bob) == ["Second: The game has begun. It is your turn."]


def test_who_has_looked_or_chosen_is_not_told(ann: Reader, bob: Reader) -> None:
    code = two(ann, bob)
    bob.page(code, 1).socket.close()
    ann.page(code, 0).play(0, "pass")
    pass_time(ann.site, ann.office, SOON)
    assert told(bob) == []
    assert told(ann) == []


def test_a_turn_that_comes_again_is_told_again_and_one_that_goes_on_is_not(ann: Reader, bob: Reader) -> None:
    code = two(ann, bob)
    pass_time(ann.site, ann.office, SOON)
    assert len(told(bob)) == 1
    his = bob.page(code, 1)
    his.play(1, "pass")
    his.take_back(1)
    his.socket.close()
    pass_time(ann.site, ann.office, 3 * SOON)
    assert told(bob) == []
    his, hers = bob.page(code, 1), ann.page(code, 0)
    his.play(1, "pass")
    hers.play(0, "pass")
    while hers.state["moment"] == 0:
        hers.hear()
    for page in (his, hers):
        page.socket.close()
    pass_time(ann.site, ann.office, DAY)
    assert told(bob) == ["Siege: It is your turn."]


def test_what_is_due_in_quiet_hours_waits_for_their_end(club: Site, office: PostOffice) -> None:
    now = datetime.now(KIRITIMATI)
    hours = {"quiet_from": str(now.hour), "quiet_until": str((now.hour + 3) % 24)}
    ann = reader(club, office, "Ann")
    bob = reader(club, office, "Bob", **hours, time_zone="Pacific/Kiritimati")
    eve = reader(club, office, "Eve", **hours, time_zone="Europe/Berlin")
    for other in (bob, eve):
        two(ann, other)
    pass_time(club, office, SOON)
    assert (told(bob), told(eve)) == ([], ["Siege: It is your turn."])
    pass_time(club, office, 3 * 60 + 1)
    assert told(bob) == ["Siege: It is your turn."]


def test_who_has_little_time_left_is_reminded(ann: Reader, bob: Reader) -> None:
    code = two(ann, bob, pace={**FOR_EVER, "each": 86400})
    bob.page(code, 1).socket.close()
    pass_time(ann.site, ann.office, SOON, 17 * 60)
    assert told(bob) == []
    pass_time(ann.site, ann.office, 19 * 60)
    assert told(bob) == ["Siege: Your time for a decision is nearly up."]
    two(ann, bob, "Quick", pace={**FOR_EVER, "each": 3600})
    pass_time(ann.site, ann.office, 2 * DAY)
    assert told(bob) == ["Quick: The game has begun. It is your turn."]


def test_who_has_lost_a_seat_is_told_and_of_its_turns_no_more(ann: Reader, bob: Reader) -> None:
    code = two(ann, bob, pace={**FOR_EVER, "reserve": 86400, "more": 600, "late": "replace"})
    page = ann.page(code, 0)
    page.play(0, "pass")
    late(ann.site, code, 1)
    while not page.state["scene"]["seats"][1]["free"]:
        page.hear()
    page.socket.close()
    pass_time(ann.site, ann.office, SOON)
    assert told(bob) == [
        "Siege: Your time was up, and you have lost your seat. You may take it again while it is free."
    ]
    assert ann.site.get(f"/tables/{code}")[0] == 404  # who looks on at a private table has to be known there
    assert bob.get(f"/tables/{code}")[0] == 200


def agrees(page: Page, act: str, **more: object) -> None:
    page.say({"type": "arrange", "seat": page.state["viewer"], "act": act, **more})


def test_a_pause_is_proposed_by_mail_and_nobody_is_reminded_of_deadlines_in_it(ann: Reader, bob: Reader) -> None:
    code = two(ann, bob, pace={**FOR_EVER, "each": 86400})
    bob.page(code, 1).socket.close()
    hers = ann.page(code, 0)
    agrees(hers, "propose", what="pause")
    while not hers.state["agreement"]["proposed"]:
        hers.hear()
    hers.socket.close()
    pass_time(ann.site, ann.office, SOON)
    assert told(bob) == ["Siege: A pause or more time is proposed; it needs your answer."]
    his = bob.page(code, 1)
    agrees(his, "agree", number=his.state["agreement"]["proposed"]["number"])
    while not his.state["agreement"]["paused"]:
        his.hear()
    his.socket.close()
    pass_time(ann.site, ann.office, 19 * 60, 23 * 60)
    assert (told(ann), told(bob)) == ([], [])
    his = bob.page(code, 1)
    agrees(his, "propose", what="resume")
    while not his.state["agreement"]["proposed"]:
        his.hear()
    agrees(his, "withdraw", number=his.state["agreement"]["proposed"]["number"])
    while his.state["agreement"]["proposed"]:
        his.hear()
    his.socket.close()
    pass_time(ann.site, ann.office, DAY + SOON)
    assert told(ann) == []  # of what is proposed no longer nobody is told


def test_who_has_decided_needs_no_reminder(ann: Reader, bob: Reader) -> None:
    code = two(ann, bob, pace={**FOR_EVER, "each": 86400})
    page = bob.page(code, 1)
    page.play(1, "pass")
    page.socket.close()
    pass_time(ann.site, ann.office, 23 * 60)
    assert told(bob) == []


def test_the_end_of_a_game_is_told_to_who_has_not_seen_it(ann: Reader, bob: Reader) -> None:
    code = two(ann, bob)
    page = ann.page(code, 0)
    page.play(0, "resign")
    while not page.state["over"]:
        page.hear()
    pass_time(ann.site, ann.office, SOON)
    assert told(bob) == ["Siege: The game is over."]


def test_who_is_asked_to_play_again_is_told(ann: Reader, bob: Reader) -> None:
    code = two(ann, bob)
    page = ann.page(code, 0)
    page.play(0, "resign")
    while not page.state["over"]:
        page.hear()
    pass_time(ann.site, ann.office, SOON)
    told(bob)
    assert ann.post(f"/tables/{code}/again", {"exchanged": False})[0] == 200
    pass_time(ann.site, ann.office, DAY)
    assert told(bob) == ["Siege 2: You are asked to play; a seat is kept for you."]


def test_a_letter_is_told_without_a_word_of_it_or_its_writer(ann: Reader, bob: Reader) -> None:
    cid = reader(ann.site, ann.office, "Cid")
    code = seated(ann, bob, cid, name="Europe")
    pages = {seat: one.page(code, seat) for seat, one in enumerate((ann, bob, cid))}
    reads(pages[0])
    assert writes(pages[0], [1], "We march at dawn.")["type"] == "posted"
    assert writes(pages[0], [1], "At noon.")["type"] == "posted"
    for page in pages.values():
        page.socket.close()
    pass_time(ann.site, ann.office, DAY)
    mail = bob.mail()
    assert mail["Subject"] == "Europe: A letter to you has come."
    assert ann.name not in mail.as_string()
    assert "dawn" not in mail.as_string()
    assert (told(bob), told(cid)) == ([], [])


def test_notices_tell_nothing_that_is_hidden(ann: Reader, bob: Reader) -> None:
    mails = []
    for orders in ("pass", "1 A to M"):
        code = two(ann, bob)
        page = ann.page(code, 0)
        page.play(0, orders)
        assert page.state["decisions"][0]["sealed"]
        pass_time(ann.site, ann.office, DAY * (1 + len(mails)))
        mail = bob.mail()
        headers = [(name, value) for name, value in mail.items() if name not in ("Date", "Message-ID")]
        mails.append((headers, text_of(mail).replace(code, "CODE")))
    assert mails[0] == mails[1]
    assert told(bob) == []


def test_guests_and_who_does_not_want_it_are_not_told(ann: Reader, bob: Reader) -> None:
    bob.wish(told="over")
    two(ann, bob)
    two(ann, Person(ann.site), "Guest")
    cid = reader(ann.site, ann.office, "Cid")
    cid.form("/me", {"username": cid.name, "told": "turn"})  # without the mark that says by mail
    two(ann, cid, "Cid")
    pass_time(ann.site, ann.office, SOON)
    assert (told(bob), told(cid)) == ([], [])


@pytest.mark.parametrize(
    "hours", [{"quiet_from": "22"}, {"quiet_until": "8"}, {"quiet_from": "8", "quiet_until": "8"}, {"quiet_from": "24"}]
)
def test_hours_that_cannot_be_are_refused(ann: Reader, hours: dict[str, str]) -> None:
    assert ann.form("/me", {"username": ann.name, **hours})[0] == 400


def post_alone(address: str, body: bytes) -> int:
    """Send a form as a mail program does: without a cookie, from nowhere."""
    return int(urllib.request.urlopen(urllib.request.Request(address, body)).status)


def test_one_click_ends_the_mails_without_signing_in(ann: Reader, bob: Reader) -> None:
    two(ann, bob)
    pass_time(ann.site, ann.office, SOON)
    mail = bob.mail()
    found = re.fullmatch(r"<(\S+)>", str(mail["List-Unsubscribe"]).strip())
    assert found
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert found[1] in text_of(mail)
    assert urllib.request.urlopen(found[1]).status == 200  # to look is not to ask for it
    two(ann, bob, "Second")
    pass_time(ann.site, ann.office, DAY)
    assert len(told(bob)) == 1
    assert post_alone(found[1], b"List-Unsubscribe=One-Click") == 200
    two(ann, bob, "Third")
    pass_time(ann.site, ann.office, 2 * DAY)
    assert told(bob) == []
    bob.wish()
    two(ann, bob, "Fourth")
    pass_time(ann.site, ann.office, 3 * DAY)
    assert told(bob) == ["Fourth: It is your turn."]


def test_an_address_that_nobody_was_sent_ends_nothing(ann: Reader) -> None:
    for word in ("1", "1:abc", "x", f"{2**80}:abc"):
        status, text = ann.get(f"/notices/off/{word}")
        assert status == 404
        assert "This address ends nobody" in text


def test_a_mail_that_was_not_taken_is_sent_again_if_it_is_still_so(ann: Reader, bob: Reader) -> None:
    codes = [two(ann, bob, name) for name in ("Siege", "Raid")]
    ann.office.full.set()
    pass_time(ann.site, ann.office, SOON)
    ann.office.full.clear()
    assert told(bob) == []
    page = bob.page(codes[1], 1)
    page.play(1, "pass")
    page.socket.close()
    pass_time(ann.site, ann.office, SOON, 2)
    assert told(bob) == ["Siege: The game has begun. It is your turn."]
    pass_time(ann.site, ann.office, SOON, DAY)
    assert told(bob) == []


def test_a_mail_of_which_nobody_knows_whether_it_was_taken_is_not_sent_again(ann: Reader, bob: Reader) -> None:
    two(ann, bob)
    ann.office.hangs_up.set()
    pass_time(ann.site, ann.office, SOON)
    ann.office.hangs_up.clear()
    assert len(told(bob)) == 1
    pass_time(ann.site, ann.office, SOON, DAY)
    assert told(bob) == []


def test_whose_page_is_open_is_not_told(quick_club: Site, office: PostOffice) -> None:
    ann, bob = reader(quick_club, office, "Ann"), reader(quick_club, office, "Bob")
    code = two(ann, bob)
    bob.page(code, 1)
    assert ann.mail()["Subject"] == "Siege: It is your turn."
    assert told(bob) == []


def test_who_signed_out_with_a_page_open_looks_at_it_no_more_and_is_told(quick_club: Site, office: PostOffice) -> None:
    ann, bob = reader(quick_club, office, "Ann"), reader(quick_club, office, "Bob")
    code = two(ann, bob)
    his = bob.page(code, 1)
    his.play(1, "pass")
    bob.form("/accounts/logout/", {})
    with pytest.raises(ConnectionClosed):
        his.hear_until(lambda said: False)
    ann.page(code, 0).play(0, "pass")
    while bob.mail()["Subject"] != "Siege: It is your turn.":
        pass  # the first mail may have been on its way before the page was open


def test_what_was_to_be_told_survives_the_end_of_the_site_and_is_told_once(
    quick_club: Site, office: PostOffice
) -> None:
    ann, bob = reader(quick_club, office, "Ann"), reader(quick_club, office, "Bob")
    two(ann, bob)
    quick_club.stop()
    quick_club.start()
    assert bob.mail()["Subject"] == "Siege: The game has begun. It is your turn."
    assert ann.mail()["Subject"] == "Siege: It is your turn."
    quick_club.stop()
    quick_club.start()
    two(ann, bob, "Second")
    assert bob.mail()["Subject"] == "Second: The game has begun. It is your turn."


def test_a_mail_that_may_have_arrived_is_not_sent_again(quick_club: Site, office: PostOffice) -> None:
    ann, bob = reader(quick_club, office, "Ann", told="over"), reader(quick_club, office, "Bob")
    office.answers.clear()
    two(ann, bob)
    assert bob.mail()["Subject"] == "Siege: The game has begun. It is your turn."
    quick_club.stop()  # before it has heard that the mail was taken
    office.answers.set()
    quick_club.start()
    two(ann, bob, "Second")
    assert bob.mail()["Subject"] == "Second: The game has begun. It is your turn."


@pytest.mark.takes(25)
def test_of_several_processes_one_tells_and_nobody_is_told_twice(
    frail_servers: Servers, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    _posts_by(monkeypatch, office)
    monkeypatch.setenv("NOTICES_AFTER", "1")
    monkeypatch.setenv("NOTICES_APART", "0")
    first, second = frail_servers.site(), frail_servers.site()
    people = [reader(first, office, name) for name in ("Ann", "Bob", "Cay", "Dan")]
    heard: dict[str, list[tuple[str, str]]] = {person.address: [] for person in people}

    def begin(number: int) -> None:
        for host, guest in (people[:2], people[2:]):
            two(host, guest, f"Siege {number}")

    def news_in(mail: EmailMessage) -> list[tuple[str, str]]:
        """Return the tables that a mail is about, with what it says of each: what comes together is in one."""
        return re.findall(r"^(Siege \d) \(Five Cities\)\n(.+)$", text_of(mail), re.MULTILINE)

    def wait_for(number: int) -> None:
        for person in people:
            while not any(table == f"Siege {number}" for table, _ in heard[person.address]):
                heard[person.address] += news_in(person.mail())

    for number in range(3):
        begin(number)
        wait_for(number)
    office.answers.clear()  # both are killed while they send: of these mails nobody knows whether they have arrived
    begin(3)
    heard[people[0].address] += news_in(people[0].mail())
    for site in (first, second):
        site.stop()
    office.answers.set()
    for site in (first, second):
        site.start()
    begin(4)
    wait_for(4)
    for person in people:
        for mail in office.taken(person.address):
            heard[person.address] += news_in(mail)
        assert len(heard[person.address]) == len(set(heard[person.address])), heard


def test_who_is_asked_at_other_tables_is_led_there_in_turn(ann: Reader, bob: Reader) -> None:
    codes = [two(ann, bob, name) for name in ("One", "Two", "Three")]

    def after(at: str) -> str:
        return str(bob.opener.open(f"{bob.site.base}/turn?at={at}").url).rpartition("/")[2]

    assert bob.get_json("/turns.json") == {"count": 3, "name": "One"}
    assert [after(code) for code in ("", "nowhere", *codes)] == [codes[0], codes[0], codes[1], codes[2], codes[0]]
    assert bob.get_json(f"/turns.json?at={codes[2]}") == {"count": 2, "name": "One"}
    bob.page(codes[0], 1).play(1, "pass")
    assert bob.get_json(f"/turns.json?at={codes[0]}") == {"count": 2, "name": "Two"}
    stranger = Person(ann.site, guest=False)
    assert stranger.get_json("/turns.json") == {"count": 0, "name": ""}
    assert stranger.get_json(f"/turns.json?at={codes[0]}") == {"count": 0, "name": ""}


@pytest.mark.long
def test_jobs_that_wait_when_a_site_is_upgraded_are_done_where_they_are_now(tmp_path: Path) -> None:
    upgrades = """
import sys
from pathlib import Path
from tanelorn.site.serve import data_folder, prepare
prepare(data_folder(Path(sys.argv[1])), club=True)
from django.core.management import call_command
from django_tasks_db.models import DBTaskResult
from tanelorn.site.club.notices.sending import deliver
call_command("migrate", "notices", "0002", verbosity=0)
deliver.enqueue(1)
DBTaskResult.objects.update(task_path="tanelorn.site.notices.sending.deliver")
call_command("migrate", "notices", verbosity=0)
print(DBTaskResult.objects.get().task == deliver)
"""
    command = [sys.executable, "-c", upgrades, str(tmp_path / "data")]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["True"]
