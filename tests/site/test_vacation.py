"""Vacations: clocks of games by post stand meanwhile, the others see it, and nobody takes more than there is."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request

import pytest

from .club import Person
from .conftest import Page, Site
from .letters_at import seated
from .servers import Servers, at, servers

__all__ = ["servers"]
DAY = timedelta(days=1)
POST = {"each": 86400, "reserve": 0, "more": 0, "late": "bot", "off": []}


@pytest.fixture
def ann(club_site: Site) -> Person:
    return Person(club_site)


@pytest.fixture
def bob(club_site: Site) -> Person:
    return Person(club_site)


def today() -> date:
    return datetime.now(UTC).date()


def day(ahead: int) -> str:
    return (today() + ahead * DAY).isoformat()


def announce(person: Person, first: int | str, last: int | str) -> int:
    """Announce a vacation from one day to another, in days from today or as they are written; return the status."""
    return person.form("/me/vacation", fields(first, last))[0]


def fields(first: int | str, last: int | str) -> dict[str, str]:
    days = {"first": first, "last": last}
    return {name: day(one) if isinstance(one, int) else one for name, one in days.items()}


def ends(person: Person) -> None:
    """End or take back the first vacation that a person has announced."""
    found = re.search(r"/me/vacation/(\d+)/end", person.get("/me/vacation")[1])
    assert found
    person.form(found[0], {})


def clock(page: Page, seat: int) -> dict[str, Any]:
    return next(one for one in page.state["clocks"] if one["seat"] == seat)


def due(page: Page, seat: int) -> datetime:
    return datetime.fromtimestamp(clock(page, seat)["due"] / 1000, UTC)


def midnight(ahead: int) -> datetime:
    return datetime.combine(today() + ahead * DAY, datetime.min.time(), UTC)


def near(one: datetime, other: datetime) -> bool:
    return abs(one - other) < timedelta(minutes=5)


def hear_away(page: Page, seat: int, away: bool = True) -> None:
    while bool(clock(page, seat)["away"]) != away:
        page.hear()


def test_a_clock_stands_on_vacation_and_goes_on_when_somebody_is_back(ann: Person, bob: Person) -> None:
    code = seated(ann, bob, game="fivecities", pace=POST)
    hers = ann.page(code, 0)
    before = due(hers, 1)
    assert announce(bob, 0, 9) == 200
    hear_away(hers, 1)
    assert clock(hers, 0)["away"] == []
    away = [datetime.fromtimestamp(one / 1000, UTC) for one in clock(hers, 1)["away"]]
    assert near(away[0], datetime.now(UTC))
    assert away[1] == midnight(10)
    assert near(due(hers, 1), midnight(10) + DAY)
    hers.play(0, "pass")
    bob.page(code, 1).play(1, "pass")  # who is away may choose
    while hers.state["moment"] == 0:
        hers.hear()
    assert near(due(hers, 1), midnight(10) + DAY)  # the next decision waits as well
    ends(bob)
    hear_away(hers, 1, away=False)
    assert near(due(hers, 1), before)


def test_what_was_spent_before_a_vacation_is_spent(ann: Person, bob: Person) -> None:
    code = seated(ann, bob, game="fivecities", pace={**POST, "each": 3 * 86400})
    hers = ann.page(code, 0)
    before = due(hers, 1)
    assert announce(bob, 1, 2) == 200
    hear_away(hers, 1)
    assert near(due(hers, 1), before + 2 * DAY)
    ends(bob)  # before it has begun
    hear_away(hers, 1, away=False)
    assert near(due(hers, 1), before)
    assert "announced none" in bob.get("/me/vacation")[1]


def test_where_no_vacation_was_agreed_and_in_live_games_clocks_run_on(ann: Person, bob: Person) -> None:
    for pace in ({**POST, "vacation": False}, {**POST, "each": 0, "reserve": 3600}):
        code = seated(ann, bob, game="fivecities", pace=pace)
        before = due(ann.page(code, 0), 1)
        announce(bob, 0, 1)
        page = ann.page(code, 0)
        assert due(page, 1) == before
        assert clock(page, 1)["away"] == []
    gathered = ann.gather("me", "open", visibility="public", pace={**POST, "vacation": False})
    assert "No vacation" in bob.get(f"/tables/{gathered}")[1]


def test_somebody_on_vacation_is_not_late(ann: Person, bob: Person) -> None:
    code = seated(ann, bob, game="fivecities", pace={**POST, "each": 0, "reserve": 86400})
    assert announce(bob, 0, 0) == 200
    assert near(due(ann.page(code, 0), 1), midnight(1) + DAY)


def test_those_who_wait_for_a_game_see_who_is_away(ann: Person, bob: Person) -> None:
    code = ann.gather("me", "open", visibility="public")
    announce(ann, 3, 5)
    assert "on vacation from" in bob.get(f"/tables/{code}")[1]


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        (3, 2, "The last day lies before the first."),
        (-1, 2, "The first day is over."),
        (1, 400, "That is more than a year ahead."),
        (1, 62, "days of vacation left"),
        ("", 3, "This is no day."),
        ("2027-13-45", 3, "This is no day."),
        ("tomorrow", 3, "This is no day."),
    ],
)
def test_a_vacation_that_cannot_be_is_refused(ann: Person, first: int | str, last: int | str, why: str) -> None:
    assert announce(ann, first, last) == 400
    assert "You have announced none." in ann.get("/me/vacation")[1]
    assert why in page_of(ann, first, last)


def page_of(person: Person, first: int | str, last: int | str) -> str:
    """Return the page that comes of announcing a vacation."""
    data = urlencode({**fields(first, last), "csrfmiddlewaretoken": person.token()}).encode()
    request = Request(f"{person.site.base}/me/vacation", data, {"Origin": person.site.base})
    try:
        return str(person.opener.open(request).read().decode())
    except HTTPError as error:
        return error.read().decode()


def test_days_are_counted_by_the_year_and_none_twice(ann: Person) -> None:
    to_new_year = (date(today().year + 1, 1, 1) - today()).days
    start = to_new_year if to_new_year < 300 else 2  # so that all of it lies in one year
    year = (today() + start * DAY).year
    assert announce(ann, start, start + 19) == 200
    assert f"Left in {year}: 10." in ann.get("/me/vacation")[1]
    assert announce(ann, start + 19, start + 20) == 400
    assert announce(ann, start + 30, start + 40) == 400
    assert announce(ann, start + 30, start + 39) == 200


def test_nobody_ends_the_vacation_of_somebody_else(ann: Person, bob: Person) -> None:
    announce(ann, 3, 5)
    found = re.search(r"/me/vacation/(\d+)/end", ann.get("/me/vacation")[1])
    assert found
    bob.form(found[0], {})
    assert found[0] in ann.get("/me/vacation")[1]
    stranger = Person(ann.site, guest=False)
    assert stranger.get("/me/vacation")[1].count("Your vacations") == 0


def test_a_vacation_is_seen_at_every_process_and_after_a_kill(servers: Servers) -> None:
    here, there = servers.site(), servers.site()
    ann, bob = Person(here), Person(here)
    code = seated(ann, bob, game="fivecities", pace=POST)
    pages = [ann.page(code, 0), at(ann, there).page(code, 0)]
    announce(bob, 0, 4)
    for page in pages:
        hear_away(page, 1)
        assert near(due(page, 1), midnight(5) + DAY)
    here.stop()
    here.start()
    assert near(due(ann.page(code, 0), 1), midnight(5) + DAY)
