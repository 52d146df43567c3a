"""Clocks are started and stopped as seats are asked and decide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from django.db.models import QuerySet

from tanelorn.core.play.record import Late
from tanelorn.core.play.table import Table
from tanelorn.core.steps import Asks
from tanelorn.site.club.pace.models import Clock, Pacing
from tanelorn.site.club.pace.terms import Hours, Terms, counted, due
from tanelorn.site.club.pace.vacations import next_of, vacations_of
from tanelorn.site.live.messages import Clock as Shown
from tanelorn.site.models import GameTable


class Player(NamedTuple):
    """Whose a seat is, by the number of their account, and where they are."""

    person: int
    zone: ZoneInfo


def set_clocks(row: GameTable, terms: Terms, seats: Sequence[int]) -> None:
    """Give seats their clocks at a new table; `keep_time` starts them."""
    Pacing.objects.create(table=row, terms=msgspec.to_builtins(terms), late=terms.late)
    Clock.objects.bulk_create(Clock(table=row, seat=seat, reserve=terms.reserve) for seat in seats)


def add_clock(row: GameTable, seat: int) -> None:
    """Give somebody who has just sat down at a table in play a clock, if it has clocks: all that others had at the
    beginning, and what is added after a decision, for there is a game to look into first.
    """
    terms = terms_of(row)
    if terms is not None:
        Clock.objects.create(table=row, seat=seat, reserve=terms.reserve + terms.more)


def drop_clocks(row: GameTable, seats: Sequence[int]) -> None:
    """Take away the clocks of seats that bots play from now on."""
    Clock.objects.filter(table=row, seat__in=seats).delete()


def terms_of(row: GameTable) -> Terms | None:
    """Return the terms of a table, None for one without a clock."""
    pacing = Pacing.objects.filter(table=row).first()
    return msgspec.convert(pacing.terms, Terms) if pacing is not None else None


def keep_time(row: GameTable, table: Table, players: Mapping[int, Player], now: datetime) -> bool:
    """Stop the clocks of seats that have decided and start those of seats that are asked; all stand at the end, and
    while the game is paused. Return whether the table has clocks.

    A seat that is asked again before anything has become public has taken its choice back: its decision goes on. So
    does that of a seat that chooses again and again while nobody else is asked.
    """
    pacing = Pacing.objects.filter(table=row).first()
    if pacing is None:
        return False
    terms = msgspec.convert(pacing.terms, Terms)
    asked = table.asked() if table.outcome is None else ()
    last = table.entries[-1] if table.entries else None
    if isinstance(last, Late):
        Clock.objects.filter(table=row, seat=last.seat).update(told=True)
    alone = len(asked) == 1 and isinstance(table.step, Asks)
    hours = hours_of(players, terms, now)
    for clock in Clock.objects.filter(table=row):
        is_asked, own = clock.seat in asked, hours.get(clock.seat, Hours())
        goes_on = is_asked and (clock.moment == table.moment or (clock.alone and alone))
        runs = is_asked and pacing.paused is None
        before = (clock.since, clock.moment, clock.alone)
        if not (goes_on and runs):
            _stop(clock, terms, own, now)
        clock.alone = is_asked and alone
        if is_asked and not goes_on:
            _turn_to(clock, terms, table.moment)
        if runs and clock.since is None:
            _start(clock, terms, own, now)
        if (clock.since, clock.moment, clock.alone) != before:
            clock.save()
    return True


def hours_of(players: Mapping[int, Player], terms: Terms, now: datetime) -> dict[int, Hours]:
    """Return by seat when time counts for whoever plays there."""
    people = [player.person for player in players.values()] if terms.stands_on_vacation else []
    away = vacations_of(people, now)
    return {seat: Hours(player.zone, away.get(player.person, ())) for seat, player in players.items()}


def _stop(clock: Clock, terms: Terms, hours: Hours, now: datetime) -> None:
    if clock.since is not None:
        clock.spent += counted(clock.since, now, terms.off, hours)
    clock.since = clock.due = None


def _start(clock: Clock, terms: Terms, hours: Hours, now: datetime) -> None:
    clock.since, clock.due = now, due(now, terms.each + clock.reserve - clock.spent, terms.off, hours)


def _turn_to(clock: Clock, terms: Terms, moment: int) -> None:
    """Turn a clock to its seat's next decision: the last one is paid for."""
    if clock.moment >= 0:
        clock.reserve = _left(clock, terms) + terms.more
    clock.spent, clock.moment, clock.told = 0.0, moment, False


def extend(row: GameTable, seats: Sequence[int], seconds: int, players: Mapping[int, Player], now: datetime) -> None:
    """Give the clocks of seats so much more for the decision that they are asked for; `keep_time` starts them anew."""
    terms = terms_of(row)
    if terms is None:
        return
    hours = hours_of(players, terms, now)
    for clock in Clock.objects.filter(table=row, seat__in=seats):
        _stop(clock, terms, hours.get(clock.seat, Hours()), now)
        clock.spent, clock.told = clock.spent - seconds, False
        clock.save()


def _left(clock: Clock, terms: Terms) -> float:
    """Return what is left in reserve once the decision that a clock was last asked for is paid."""
    return max(0.0, clock.reserve - max(0.0, clock.spent - terms.each))


def clocks_of(row: GameTable) -> QuerySet[Clock]:
    """Return the clocks of a table."""
    return Clock.objects.filter(table=row)


def running(row: GameTable) -> QuerySet[Clock]:
    """Return the clocks of a table that run."""
    return clocks_of(row).filter(due__isnull=False)


def stand(clock: Clock, terms: Terms, hours: Hours, now: datetime) -> None:
    """Count what a running clock has spent until now; `set_off` lets it go on by other hours."""
    _stop(clock, terms, hours, now)
    clock.save()


def set_off(clock: Clock, terms: Terms, hours: Hours, now: datetime) -> None:
    """Let a clock run that stood for a moment."""
    _start(clock, terms, hours, now)
    clock.save()


def shown(row: GameTable, seats: Iterable[tuple[int, int]], now: datetime) -> tuple[Shown, ...]:
    """Return the clocks as pages show them: when those that run are due, and what those that stand have left; and when
    the people who have these `seats`, each with the number of their account, will be away next. They are looked up only
    where that matters.
    """
    terms = terms_of(row)
    if terms is None:
        return ()
    people = dict(seats) if terms.stands_on_vacation else {}
    away = next_of(people.values(), now)
    return tuple(
        Shown(
            seat=clock.seat,
            away=tuple(map(_milliseconds, away.get(people.get(clock.seat, 0), ()))),
            due=_milliseconds(clock.due) if clock.due is not None else 0,
            left=round(_remaining(clock, terms) if clock.seat in row.waits else terms.each + _left(clock, terms)),
        )
        for clock in Clock.objects.filter(table=row)
    )


def _remaining(clock: Clock, terms: Terms) -> float:
    """Return what is left for the decision that a clock is turned to."""
    return max(0.0, terms.each + clock.reserve - clock.spent)


def _milliseconds(at: datetime) -> int:
    return round(at.timestamp() * 1000)
