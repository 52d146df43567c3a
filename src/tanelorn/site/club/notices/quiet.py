"""Hours: when somebody wants to hear nothing, and how long before a deadline they are reminded of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tanelorn.site.club.pace.zones import zone_of

LEAST = timedelta(hours=4)
"""Whoever has less time for a decision is not reminded: a live game is played at the table."""
MOST_BEFORE = timedelta(hours=12)
_BEFORE_QUIET = timedelta(minutes=10)


class Quiet(NamedTuple):
    """From one full hour to another, by the clocks of a place; over midnight if the first is the later one."""

    begins: int
    ends: int
    zone: ZoneInfo

    def stretch(self, at: datetime) -> tuple[datetime, datetime] | None:
        """Return when the quiet in which a time falls began and when it ends; None if it falls in none."""
        local = at.astimezone(self.zone)
        over_midnight = self.begins > self.ends
        inside = self.begins <= local.hour < self.ends
        if over_midnight:
            inside = local.hour >= self.begins or local.hour < self.ends
        if not inside:
            return None
        first = local - timedelta(days=1) if over_midnight and local.hour < self.ends else local
        last = first + timedelta(days=1) if over_midnight else first
        return _hour(first, self.begins), _hour(last, self.ends)


def _hour(day: datetime, hour: int) -> datetime:
    return day.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0).astimezone(UTC)


def quiet_hours(begins: int | None, ends: int | None, zone: str) -> Quiet | None:
    """Return somebody's quiet hours, where they are; None if they have none."""
    if begins is None or ends is None:
        return None
    return Quiet(begins, ends, zone_of(zone))


def end_of_quiet(at: datetime, quiet: Quiet | None) -> datetime:
    """Return the time itself, or the end of the quiet hours in which it falls."""
    stretch = quiet.stretch(at) if quiet is not None else None
    return stretch[1] if stretch is not None else at


def reminder(since: datetime, deadline: datetime, quiet: Quiet | None) -> datetime | None:
    """Return when to remind somebody who is asked `since` then of their deadline, None if there is no need.

    That is when a quarter of the time is left, twelve hours at most; before quiet hours that last till the deadline.
    """
    time = deadline - since
    if time < LEAST:
        return None
    at = deadline - min(time / 4, MOST_BEFORE)
    stretch = quiet.stretch(at) if quiet is not None else None
    if stretch is None or stretch[1] < deadline:
        return at
    return max(since, stretch[0] - _BEFORE_QUIET)
