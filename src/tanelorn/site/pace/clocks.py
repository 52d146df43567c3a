"""Clocks are started and stopped as seats are asked and decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from tanelorn.core.play.record import Late
from tanelorn.core.play.table import Table
from tanelorn.core.steps import Asks
from tanelorn.site.live.messages import Clock as Shown
from tanelorn.site.models import GameTable
from tanelorn.site.pace.models import Clock, Pacing
from tanelorn.site.pace.terms import Terms, counted, due

UTC = ZoneInfo("UTC")


def set_clocks(row: GameTable, terms: Terms, seats: Sequence[int]) -> None:
    """Give seats their clocks at a new table; `keep_time` starts them."""
    Pacing.objects.create(table=row, terms=msgspec.to_builtins(terms), late=terms.late)
    Clock.objects.bulk_create(Clock(table=row, seat=seat, reserve=terms.reserve) for seat in seats)


def terms_of(row: GameTable) -> Terms | None:
    """Return the terms of a table, None for one without a clock."""
    pacing = Pacing.objects.filter(table=row).first()
    return msgspec.convert(pacing.terms, Terms) if pacing is not None else None


def keep_time(row: GameTable, table: Table, zones: Mapping[int, ZoneInfo], now: datetime) -> None:
    """Stop the clocks of seats that have decided and start those of seats that are asked; all stand at the end.

    A seat that is asked again before anything has become public has taken its choice back: its decision goes on. So
    does that of a seat that chooses again and again while nobody else is asked.
    """
    terms = terms_of(row)
    if terms is None:
        return
    asked = table.asked() if table.outcome is None else ()
    last = table.entries[-1] if table.entries else None
    if isinstance(last, Late):
        Clock.objects.filter(table=row, seat=last.seat).update(told=True)
    alone = len(asked) == 1 and isinstance(table.step, Asks)
    for clock in Clock.objects.filter(table=row):
        goes_on = clock.seat in asked and (clock.moment == table.moment or (clock.alone and alone))
        if (clock.since is not None) == goes_on == (clock.seat in asked):
            continue
        zone = zones.get(clock.seat, UTC)
        if clock.since is not None:
            _stop(clock, terms, zone, now)
        if clock.seat in asked:
            _start(clock, terms, zone, table.moment, now)
            clock.alone = alone
        clock.save()


def _stop(clock: Clock, terms: Terms, zone: ZoneInfo, now: datetime) -> None:
    if clock.since is not None:
        clock.spent += counted(clock.since, now, terms.off, zone)
    clock.since = clock.due = None


def _start(clock: Clock, terms: Terms, zone: ZoneInfo, moment: int, now: datetime) -> None:
    if moment != clock.moment:
        if clock.moment >= 0:
            clock.reserve = _left(clock, terms) + terms.more
        clock.spent, clock.moment, clock.told = 0.0, moment, False
    clock.since = now
    clock.due = due(now, terms.each + clock.reserve - clock.spent, terms.off, zone)


def _left(clock: Clock, terms: Terms) -> float:
    """Return what is left in reserve once the decision that a clock was last asked for is paid."""
    return max(0.0, clock.reserve - max(0.0, clock.spent - terms.each))


def shown(row: GameTable) -> tuple[Shown, ...]:
    """Return the clocks as pages show them: when those that run are due, and what those that stand have left."""
    terms = terms_of(row)
    if terms is None:
        return ()
    return tuple(
        Shown(
            seat=clock.seat,
            due=round(clock.due.timestamp() * 1000) if clock.due is not None else 0,
            left=round(terms.each + _left(clock, terms)),
        )
        for clock in Clock.objects.filter(table=row)
    )
