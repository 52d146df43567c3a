"""Vacations: days for which a person has said that they are away. Their clocks in games by post stand meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from tanelorn.core.errors import Illegal
from tanelorn.site.club.pace.models import Vacation

MOST_DAYS = 30
"""Days of a year for which somebody may be on vacation."""
_AHEAD = timedelta(days=366)
_COUNTED = timedelta(days=366)
"""For so long after its end a vacation is looked at: no clock runs longer without being counted."""
_DAY = timedelta(days=1)


def vacations_of(people: Iterable[int], now: datetime) -> dict[int, tuple[tuple[datetime, datetime], ...]]:
    """Return by person the vacations of this time, those that are over among them: a clock may have to count them."""
    found: dict[int, tuple[tuple[datetime, datetime], ...]] = {}
    asked = list(people)
    for one in Vacation.objects.filter(person__in=asked, ends__gt=now - _COUNTED) if asked else ():
        found[one.person_id] = (*found.get(one.person_id, ()), (one.begins, one.ends))
    return found


def next_of(people: Iterable[int], now: datetime) -> dict[int, tuple[datetime, datetime]]:
    """Return by person the vacation that they are on, else their next one."""
    return {
        person: coming[0]
        for person, all_of_them in vacations_of(people, now).items()
        if (coming := [one for one in all_of_them if one[1] > now])
    }


def days(begins: datetime, ends: datetime, zone: ZoneInfo) -> tuple[date, date]:
    """Return the first and the last day of a vacation, by the calendar of a place."""
    return begins.astimezone(zone).date(), (ends - timedelta(microseconds=1)).astimezone(zone).date()


def left_of(person: int, year: int, zone: ZoneInfo) -> int:
    """Return how many days of a year somebody may still take."""
    return MOST_DAYS - sum(
        _within(*days(one.begins, one.ends, zone), year) for one in Vacation.objects.filter(person=person)
    )


def _within(first: date, last: date, year: int) -> int:
    first, last = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max(0, (last - first).days + 1)


def new_vacation(person: int, first: date, last: date, zone: ZoneInfo, now: datetime) -> Vacation:
    """Return a vacation, not kept yet, from one day till another, by the calendar of a place; raise Illegal."""
    today = now.astimezone(zone).date()
    if last < first:
        raise Illegal(gettext("The last day lies before the first."), remedy=gettext("Exchange them."))
    if first < today:
        raise Illegal(gettext("The first day is over."), remedy=gettext("Begin today or later."))
    if last > today + _AHEAD:
        raise Illegal(gettext("That is more than a year ahead."), remedy=gettext("Say it when it is nearer."))
    for year in range(first.year, last.year + 1):
        left = left_of(person, year, zone)
        if _within(first, last, year) > left:
            raise Illegal(
                gettext("In %(year)s you have %(left)s days of vacation left.") % {"year": year, "left": left},
                remedy=gettext("Take fewer."),
            )
    begins, ends = (datetime.combine(day, time(), zone).astimezone(UTC) for day in (first, last + _DAY))
    begins = max(begins, now)
    if Vacation.objects.filter(person=person, begins__lt=ends, ends__gt=begins).exists():
        raise Illegal(
            gettext("You are on vacation then already."),
            remedy=gettext("Take that one back first, or choose other days."),
        )
    return Vacation(person_id=person, begins=begins, ends=ends)


def end(vacation: Vacation, now: datetime) -> None:
    """End a vacation: from now on somebody is back, or does not leave at all."""
    if vacation.begins >= now:
        vacation.delete()
    elif vacation.ends > now:
        vacation.ends = now
        vacation.save()
