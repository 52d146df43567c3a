"""What a table agrees on about time, and how time is counted by it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from django.utils.translation import gettext, gettext_lazy

from tanelorn.core.errors import Illegal, Unreadable

Lateness = Literal["wait", "bot", "replace", "resign"]
Off = Literal["nights", "weekends"]
DAY = 24 * 60 * 60
MOST = 60 * DAY
_EVENING, _MORNING = 22, 8
"""The hours between which a night does not count."""
_SATURDAY = 5
_Seconds = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long seats may think, in seconds: `each` decision takes nothing from the `reserve` of a seat as long as it
    lasts no longer than that; `more` is added to the reserve after each. Who is `late` has a bot choose for
    them, loses the seat to whoever takes it, has resigned, or is waited for. Time that is `off` does not count, by the
    clocks where the player is; nor does a `vacation` of theirs, in games by post.
    """

    each: _Seconds = 0
    reserve: _Seconds = 0
    more: _Seconds = 0
    late: Lateness = "wait"
    off: tuple[Off, ...] = ()
    vacation: bool = True

    @property
    def by_post(self) -> bool:
        """Whether games go on for days: a seat has a day at least."""
        return self.each + self.reserve >= DAY

    @property
    def stands_on_vacation(self) -> bool:
        """Whether the clock of somebody on vacation stands: in games by post, unless the table has said otherwise."""
        return self.vacation and self.by_post

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths of time, in seconds, that can be proposed in addition."""
        if self.by_post:
            return tuple(sorted({DAY, 3 * DAY, *filter(None, (self.each,))}))
        return 5 * 60, 15 * 60, 60 * 60


PRESETS: tuple[tuple[str, object, Terms | None], ...] = (
    ("none", gettext_lazy("No clock"), None),
    ("quick", gettext_lazy("Live: 20 minutes, and 15 seconds more each time"), Terms(0, 20 * 60, 15, "bot")),
    ("long", gettext_lazy("Live: 90 minutes, and 30 seconds more each time"), Terms(0, 90 * 60, 30, "bot")),
    ("day", gettext_lazy("By post: a day for each decision, three in reserve"), Terms(DAY, 3 * DAY, 0, "bot")),
    (
        "days",
        gettext_lazy("By post: three days for each decision, a week in reserve"),
        Terms(3 * DAY, 7 * DAY, 0, "bot"),
    ),
)
"""What the page offers: a word for each, how it is called, and the terms."""
IF_LATE: tuple[tuple[Lateness, object], ...] = (
    ("bot", gettext_lazy("a bot chooses until they have decided")),
    ("replace", gettext_lazy("they lose their seat: a bot plays there until somebody takes it")),
    ("resign", gettext_lazy("they have resigned")),
    ("wait", gettext_lazy("the others wait for them")),
)
OFF: tuple[tuple[Off, object], ...] = (
    ("nights", gettext_lazy("nights, from ten to eight")),
    ("weekends", gettext_lazy("weekends")),
)


def read_terms(given: object) -> Terms | None:
    """Read what a page has sent as terms, None for no clock; raise Unreadable or Illegal."""
    if given is None:
        return None
    try:
        terms = msgspec.convert(given, Terms)
    except msgspec.ValidationError as error:
        raise Unreadable(
            gettext("The pace cannot be read: %(why)s.") % {"why": error},
            remedy=gettext('Send {"each": 86400, "reserve": 259200, "more": 0, "late": "bot", "off": ["nights"]}.'),
        ) from None
    if not terms.each + terms.reserve:
        raise Illegal(
            gettext("By this pace everybody would be late at once."),
            remedy=gettext("Give time for each decision, a reserve, or both."),
        )
    return terms


def said(terms: Terms | None) -> list[str]:
    """Say in words what terms mean."""
    if terms is None:
        return [gettext("No clock: everybody takes the time that they need.")]
    told = []
    if terms.each:
        told.append(gettext("%(time)s for each decision.") % {"time": span(terms.each)})
    if terms.reserve:
        told.append(gettext("%(time)s in reserve for the whole game.") % {"time": span(terms.reserve)})
    if terms.more:
        told.append(gettext("%(time)s more after each decision.") % {"time": span(terms.more)})
    told.append(gettext("If somebody's time is up, %(what)s.") % {"what": dict(IF_LATE)[terms.late]})
    if terms.by_post:
        told.append(
            gettext("The clock of whoever is on vacation stands.")
            if terms.vacation
            else gettext("No vacation: the clock of whoever is away runs on.")
        )
    told += [
        gettext("Time off that does not count: %(what)s.") % {"what": name} for off, name in OFF if off in terms.off
    ]
    return told


def span(seconds: int) -> str:
    """Name a length of time."""
    parts = [(DAY, gettext("d")), (3600, gettext("h")), (60, gettext("min")), (1, gettext("s"))]
    named = []
    for length, unit in parts:
        count, seconds = divmod(seconds, length)
        if count:
            named.append(f"{count} {unit}")
    return " ".join(named[:2])


class Hours(NamedTuple):
    """When the time of a player counts: where they are, and the stretches of time for which they are away."""

    zone: ZoneInfo = ZoneInfo("UTC")
    away: tuple[tuple[datetime, datetime], ...] = ()


def counted(begun: datetime, now: datetime, off: tuple[Off, ...], hours: Hours) -> float:
    """Return how many seconds from one time to a later one count; none to an earlier one: a machine's clock was set
    back.
    """
    if now <= begun:
        return 0.0
    return sum(
        (min(until, now) - since).total_seconds()
        for since, until, counts in _stretches(begun, off, hours, now)
        if counts
    )


def due(begun: datetime, seconds: float, off: tuple[Off, ...], hours: Hours) -> datetime:
    """Return when so many seconds that count will have passed."""
    left = timedelta(seconds=max(seconds, 0.0))
    for since, until, counts in _stretches(begun, off, hours, datetime.max.replace(tzinfo=UTC)):
        if not counts:
            continue
        if since + left <= until:
            return since + left
        left -= until - since
    raise AssertionError("time does not end")


def _stretches(
    begun: datetime, off: tuple[Off, ...], hours: Hours, end: datetime
) -> Iterator[tuple[datetime, datetime, bool]]:
    """Yield stretches of time, and whether each counts, one after the other until they have passed an end."""
    at, end = begun.astimezone(UTC), end.astimezone(UTC)  # by the clocks of one place an hour can be lost
    edges = sorted(edge for stretch in hours.away for edge in stretch)
    while at < end:
        turns = [next((edge for edge in edges if edge > at), end)]
        is_off = any(since <= at < until for since, until in hours.away)
        if off:
            local = at.astimezone(hours.zone)
            turns.append(_turn_of_hours(local, hours.zone))
            is_off |= "nights" in off and not _MORNING <= local.hour < _EVENING
            is_off |= "weekends" in off and local.weekday() >= _SATURDAY
        yield at, min(turns), not is_off
        at = min(turns)


def _turn_of_hours(local: datetime, zone: ZoneInfo) -> datetime:
    """Return when next a night begins or ends or a day does, by the clocks of a place."""
    day = local.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    turns = [day + timedelta(hours=hours) for hours in (_MORNING, _EVENING, 24, 24 + _MORNING)]
    at = local.astimezone(UTC)
    return next(turn for turn in (one.replace(tzinfo=zone).astimezone(UTC) for one in turns) if turn > at)
