"""Clocks: how time is counted, whose runs, and what becomes of whoever is late."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanelorn.core.errors import NotAsked
from tanelorn.core.play.record import Late
from tanelorn.core.play.replay import replay
from tanelorn.core.play.table import Table
from tanelorn.site.club.pace.terms import MOST, Hours, Off, counted, due

from .club import Person, late
from .conftest import Page, Site

BERLIN, KIRITIMATI = ZoneInfo("Europe/Berlin"), ZoneInfo("Pacific/Kiritimati")
HOUR = 3600
OFFS: list[tuple[Off, ...]] = [(), ("nights",), ("weekends",), ("nights", "weekends")]


def at(text: str, zone: ZoneInfo = BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone)


@pytest.mark.parametrize(
    ("begun", "until", "off", "hours"),
    [
        ("2026-11-27 20:00", "2026-11-28 09:00", (), 13),
        ("2026-11-27 20:00", "2026-11-28 09:00", ("nights",), 3),  # a Friday evening
        ("2026-11-27 20:00", "2026-11-28 09:00", ("weekends",), 4),
        ("2026-11-27 20:00", "2026-11-30 09:00", ("nights", "weekends"), 3),
        ("2026-11-27 23:00", "2026-11-28 07:00", ("nights",), 0),
        ("2026-03-28 22:00", "2026-03-29 08:00", ("nights",), 0),  # the night that loses an hour
        ("2026-03-28 20:00", "2026-03-29 10:00", (), 13),
        ("2026-10-24 20:00", "2026-10-25 10:00", ("nights",), 4),  # the night that gains one
    ],
)
def test_time_off_does_not_count(begun: str, until: str, off: tuple[Off, ...], hours: float) -> None:
    assert counted(at(begun), at(until), off, Hours(BERLIN)) == hours * HOUR


@given(
    st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC)),
    st.integers(0, MOST),
    st.sampled_from(OFFS),
    st.sampled_from([BERLIN, KIRITIMATI]),
    st.lists(st.tuples(st.integers(-20, 60), st.integers(1, 30)), max_size=3),
)
def test_what_is_due_is_due_once_so_much_has_counted(
    begun: datetime, seconds: int, off: tuple[Off, ...], zone: ZoneInfo, away: list[tuple[int, int]]
) -> None:
    days = [(begun + timedelta(days=first, hours=7), timedelta(days=count)) for first, count in away]
    hours = Hours(zone, tuple((first, first + length) for first, length in days))
    end = due(begun, seconds, off, hours)
    assert counted(begun, end, off, hours) == pytest.approx(seconds, abs=1e-3)
    before = end - timedelta(milliseconds=1)
    assert not seconds or counted(begun, before, off, hours) < seconds
    assert not seconds or not any(first < end < until for first, until in hours.away)


def test_a_vacation_does_not_count() -> None:
    away = Hours(BERLIN, ((at("2026-12-01 00:00"), at("2026-12-04 00:00")),))
    assert counted(at("2026-11-30 20:00"), at("2026-12-04 05:00"), (), away) == 9 * HOUR
    assert counted(at("2026-11-30 20:00"), at("2026-12-04 10:00"), ("nights",), away) == 4 * HOUR
    assert due(at("2026-11-30 20:00"), 5 * HOUR, (), away) == at("2026-12-04 01:00")
    assert due(at("2026-12-02 20:00"), 5 * HOUR, (), away) == at("2026-12-04 05:00")


def test_that_time_was_up_stands_in_the_record() -> None:
    table = Table.new("fivecities", seed=1)
    with pytest.raises(NotAsked):
        table.late(2)
    table.play("pass", 0)
    with pytest.raises(NotAsked):
        table.late(0)
    table.late(1)
    assert isinstance(table.entries[-1], Late)
    assert table.log.events[-1].text == "The time of **Second player** is up."
    assert table.can_undo(0)[0]  # what is sealed can still be taken back
    table.play("pass", 1)
    again = replay(table.record())
    assert (again.digest(), again.log.events, again.entries) == (table.digest(), table.log.events, table.entries)


def test_an_open_choice_before_it_stands() -> None:
    table = Table.new("archmagi", "two", seed=3)
    while len(table.asked()) != 1 or not table.can_undo(table.asked()[0])[0]:
        seat = table.asked()[0]
        table.play(next(iter(table.decision(seat).choices())), seat)
    table.late(table.asked()[0])
    assert table.can_undo(table.asked()[0]) == (False, "Undo ends here: the time of a seat was up.")


@pytest.fixture
def ann(club_site: Site) -> Person:
    return Person(club_site)


@pytest.fixture
def bob(club_site: Site) -> Person:
    return Person(club_site)


def begun(ann: Person, bob: Person, **pace: object) -> str:
    code = ann.gather("me", "open", pace={"each": 0, "reserve": 0, "more": 0, "late": "bot", "off": [], **pace})
    assert bob.post(f"/tables/{code}/join", {"seat": 1, "invite": ann.invitation(code)})[0] == 200
    assert ann.post(f"/tables/{code}/begin", {})[0] == 200
    return code


def clocks(page: Page) -> list[dict[str, Any]]:
    return list(page.state["clocks"])


def told(page: Page, words: str) -> None:
    page.hear_until(lambda message: any(words in event["text"] for event in message.get("events", ())))


def test_a_bot_chooses_for_whoever_is_late(ann: Person, bob: Person) -> None:
    code = begun(ann, bob, each=600)
    page = ann.page(code, 0)
    page.play(0, "pass")
    late(ann.site, code, 1)
    told(page, "The time of **Second player** is up.")
    while page.state["moment"] == 0:
        page.hear()
    assert page.state["moment"] > 0


def test_whoever_is_late_has_resigned_if_that_was_agreed(ann: Person, bob: Person) -> None:
    code = begun(ann, bob, reserve=600, late="resign")
    page = ann.page(code, 0)
    page.play(0, "pass")
    late(ann.site, code, 1)
    told(page, "The time of **Second player** is up.")
    while not page.state["over"]:
        page.hear()


def test_the_others_wait_for_whoever_is_late_if_that_was_agreed(ann: Person, bob: Person) -> None:
    waiting, played = begun(ann, bob, each=600, late="wait"), begun(ann, bob, each=600, late="bot")
    page = ann.page(played, 0)
    page.play(0, "pass")
    late(ann.site, waiting, 0, 1)
    late(ann.site, played, 1)
    told(page, "The time of **Second player** is up.")  # by then the first table has been looked at too
    assert [event["text"] for event in ann.page(waiting, 0).events if "is up" in event["text"]] == []
    assert bob.page(waiting, 1).state["decisions"]


def test_a_clock_runs_while_its_seat_is_asked_and_stands_once_it_has_decided(ann: Person, bob: Person) -> None:
    code = begun(ann, bob, reserve=600, more=5)
    hers = ann.page(code, 0)
    assert [clock["seat"] for clock in clocks(hers)] == [0, 1]
    assert all(clock["due"] for clock in clocks(hers))
    first = clocks(hers)[0]["due"]
    hers.play(0, "pass")
    assert [bool(clock["due"]) for clock in clocks(hers)] == [False, True]
    hers.take_back(0)
    again = clocks(hers)[0]["due"]
    assert first <= again < first + 5_000  # no time was won by it: none is added before a decision has become public
    hers.play(0, "pass")
    his = bob.page(code, 1)
    assert [bool(clock["due"]) for clock in clocks(his)] == [False, True]
    last = clocks(his)[1]["due"]
    his.play(1, "pass")
    assert clocks(his)[0]["due"] > first + 4_000
    assert clocks(his)[1]["due"] > last + 4_000  # whoever sealed last is asked anew as well


def test_a_clock_that_ran_out_while_the_site_was_down_is_seen_to(club_data_site: Site) -> None:
    ann, bob = Person(club_data_site), Person(club_data_site)
    code = begun(ann, bob, each=600)
    ann.page(code, 0).play(0, "pass")
    club_data_site.stop()
    late(club_data_site, code, 1)
    club_data_site.start()
    page = ann.page(code, 0)
    while page.state["moment"] == 0:
        page.hear()
    assert any("The time of **Second player** is up." in event["text"] for event in page.events)


def test_nobody_calls_the_time_of_others(ann: Person, bob: Person) -> None:
    code = begun(ann, bob, reserve=600)
    page = ann.page(code, 0)
    assert page.state["time"] is False
    answer = page.ask({"type": "time", "moment": page.state["moment"]})
    assert answer["why"] == "Other people play here, and you cannot call their time."


@pytest.mark.parametrize(
    ("pace", "why"),
    [
        ({"each": 0, "reserve": 0}, "By this pace everybody would be late at once."),
        ({"each": -1}, "The pace cannot be read"),
        ({"each": 10**9}, "The pace cannot be read"),
        ({"each": 60, "late": "shoot"}, "The pace cannot be read"),
        ({"each": 60, "off": ["mondays"]}, "The pace cannot be read"),
        ({"each": "60"}, "The pace cannot be read"),
        ("quick", "The pace cannot be read"),
    ],
)
def test_a_pace_that_cannot_be_is_refused(ann: Person, pace: object, why: str) -> None:
    seats = [{"who": "me"}, {"who": "open"}]
    status, answer = ann.post("/tables", {"game": "fivecities", "seats": seats, "pace": pace})
    assert status == 400
    assert answer["why"].startswith(why)


def test_what_was_agreed_is_told_before_anybody_joins(ann: Person, bob: Person) -> None:
    pace = {"each": 86400, "reserve": 259200, "late": "bot", "off": ["nights"]}
    code = ann.gather("me", "open", visibility="public", pace=pace)
    text = bob.get(f"/tables/{code}")[1]
    for words in ("1 d for each decision.", "3 d in reserve", "a bot chooses", "nights, from ten to eight"):
        assert words in text
