"""Whoever is late is found by their clock, and their table goes on without them as its players agreed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial
from typing import NamedTuple

import msgspec
from django.utils import timezone

from tanelorn.bots import USUAL
from tanelorn.core.errors import TanelornError
from tanelorn.site.club.pace.agreements import paused_too_long
from tanelorn.site.club.pace.models import Clock
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.live.club import club
from tanelorn.site.live.seats.agreeing import Line, Settled
from tanelorn.site.live.seats.visitors import doors
from tanelorn.site.live.tables import leases
from tanelorn.site.live.tables.table import LiveTable
from tanelorn.site.wire.errors import stale

_log = logging.getLogger(__name__)
_EVERY = 1.0
"""Seconds between two looks at the clocks."""
_AT_ONCE = 20
"""Late seats that are seen to at one look, those that are late the longest first."""


class LateSeat(NamedTuple):
    """A seat whose time is up, and what becomes of it."""

    code: str
    seat: int
    late: str


def late_seats() -> list[LateSeat]:
    """Return the seats whose time is up and that the others do not wait for."""
    played = Clock.objects.filter(table__removed=None, table__ended=False, table__frozen__isnull=True)
    found = played.filter(due__lte=timezone.now()).exclude(table__pacing__late="wait").order_by("due")[:_AT_ONCE]
    values = found.values_list("table__code", "seat", "table__pacing__late")
    return [LateSeat(*one) for one in values]


async def see_to(late: LateSeat) -> None:
    """Say that a seat's time is up and let a bot choose for it, free it or resign it; one process of the site does."""
    async with leases.lease(f"late {late.code} {late.seat}") as mine:
        live = await club.table(late.code)
        told = await on_disk(_is_told)(late)
        if not mine or late.seat not in live.table.asked() or told is None:
            return
        check = partial(_check, late)
        if late.late == "replace":
            await _replace(live, late)
            return
        if not told:
            await live.change(lambda: live.table.late(late.seat), beside=check)
        if late.late == "resign":
            await live.change(lambda: live.table.play("resign", late.seat), beside=check)
        else:
            await live.bots.stand_in(late.seat, USUAL.spec, check)


async def _replace(live: LiveTable, late: LateSeat) -> None:
    """Say that a seat's time is up, and free it, with those of friends at the same screen, for somebody else."""
    seats = await on_disk(doors.leaving)(live.row, late.seat)

    def act() -> None:
        live.table.late(late.seat)
        for seat in seats:
            live.table.arrange("replaced", seat)

    def beside() -> None:
        _check(late)
        doors.vacate(live.row, seats)

    await live.change(act, beside=beside, anew=True)


def _check(late: LateSeat) -> None:
    """Raise Stale if a seat is not late any more: what is done to it is written in the same transaction."""
    if _is_told(late) is None:
        raise stale()


async def go_on(code: str) -> None:
    """Let a game go on whose pause has lasted as long as it may; one process of the site does."""
    async with leases.lease(f"pause {code}") as mine:
        live = await club.table(code)
        now = live.agreement
        if not mine or now is None or not now.paused:
            return
        goes_on = msgspec.structs.replace(now, paused=False, proposed=None)
        settled = Settled((Line("resumed", -1),), goes_on)
        await live.change(
            lambda: live.table.arrange("resumed"), beside=lambda: doors.agree(live.row, settled, ()), anew=True
        )


def _is_told(late: LateSeat) -> bool | None:
    """Whether it has been said that a seat is late; None if it is not late any more."""
    clock = Clock.objects.filter(table__code=late.code, seat=late.seat, due__lte=timezone.now())
    return clock.values_list("told", flat=True).first()


async def watch() -> None:
    """Look at the clocks again and again; what goes wrong at one table holds up no other."""
    while True:
        try:
            late = await on_disk(late_seats)()
            paused = await on_disk(paused_too_long)(timezone.now())
        except Exception:
            _log.exception("the clocks could not be read")
            late = []
            paused = []
        await asyncio.gather(*(_safely(one.code, see_to(one)) for one in late))
        await asyncio.gather(*(_safely(code, go_on(code)) for code in paused))
        await asyncio.sleep(_EVERY)


async def _safely(code: str, act: Coroutine[None, None, None]) -> None:
    try:
        await act
    except TanelornError as error:
        _log.warning("table %s could not go on: %s", code, error)
    except Exception:
        _log.exception("table %s could not go on", code)
