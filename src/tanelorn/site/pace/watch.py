"""Whoever is late is found by their clock, and their table goes on without them as its players agreed."""

from __future__ import annotations

import asyncio
import logging
from typing import NamedTuple

from django.utils import timezone

from tanelorn.bots import USUAL
from tanelorn.core.errors import TanelornError
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.live import leases
from tanelorn.site.live.club import club
from tanelorn.site.pace.models import Clock

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
    """Say that a seat's time is up, and let a bot choose for it or resign it; one process of the site does."""
    async with leases.lease(f"late {late.code} {late.seat}") as mine:
        live = await club.table(late.code)
        told = await on_disk(_is_told)(late)
        if not mine or late.seat not in live.table.asked() or told is None:
            return
        if not told:
            await live.change(lambda: live.table.late(late.seat))
        if late.late == "resign":
            await live.change(lambda: live.table.play("resign", late.seat))
        else:
            await live.stand_in(late.seat, USUAL.spec)


def _is_told(late: LateSeat) -> bool | None:
    """Whether it has been said that a seat is late; None if it is not late any more."""
    clock = Clock.objects.filter(table__code=late.code, seat=late.seat, due__lte=timezone.now())
    return clock.values_list("told", flat=True).first()


async def watch() -> None:
    """Look at the clocks again and again; what goes wrong at one table holds up no other."""
    while True:
        try:
            late = await on_disk(late_seats)()
        except Exception:
            _log.exception("the clocks could not be read")
            late = []
        await asyncio.gather(*map(_seen_to, late))
        await asyncio.sleep(_EVERY)


async def _seen_to(late: LateSeat) -> None:
    try:
        await see_to(late)
    except TanelornError as error:
        _log.warning("table %s could not go on without seat %s: %s", late.code, late.seat, error)
    except Exception:
        _log.exception("table %s could not go on without seat %s", late.code, late.seat)
