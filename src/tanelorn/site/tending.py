"""What a server does besides answering: it removes what was deleted; a club's looks after bots, and hears what other
servers write.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from tanelorn.core.errors import TanelornError
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.keeping.word import say_again
from tanelorn.site.live import shelving
from tanelorn.site.live.club import club
from tanelorn.site.models import GameTable

_log = logging.getLogger(__name__)
_EVERY = 5.0
"""Seconds between two looks at what other servers have written, in case their word of it was lost."""
_FORGOTTEN = timedelta(minutes=1)
"""For so long nobody has played at a table whose bot is asked, before this server looks after it."""
_AT_ONCE = 50


async def purge() -> None:
    """Remove what was deleted and can no longer be brought back."""
    with suppress(DatabaseError):  # a damaged file is reported where its tables are listed
        await on_disk(shelving.purge)()


async def purge_later() -> None:
    """Remove also what could still be brought back when the server began: whoever deleted it has ended."""
    await asyncio.sleep(shelving.STAYS.total_seconds() + 1)
    await purge()


def waiting_for_bots(idle: timedelta) -> list[str]:
    """Return tables that have waited so long for a bot; where nobody looks on, no server may be thinking for it."""
    played = GameTable.objects.filter(removed=None, ended=False, frozen__isnull=True, lesson__isnull=True)
    waiting = played.filter(bots_asked=True, moved__lte=timezone.now() - idle)
    return list(waiting.order_by("?").values_list("code", flat=True)[:_AT_ONCE])


async def wake_bots() -> None:
    """Wake the bots that are asked where nobody looks on: those of a server that has ended think here from now on."""
    idle = timedelta()  # the last server of this place may have ended just now
    while True:
        with suppress(Exception):
            for code in await on_disk(waiting_for_bots)(idle):
                with suppress(TanelornError):
                    await club.table(code)
        idle = _FORGOTTEN
        await asyncio.sleep(_FORGOTTEN.total_seconds())


async def hear() -> None:
    """Look what other servers have written at the tables that are looked at here, and say what could not be said."""
    while settings.SHARED:
        await asyncio.sleep(_EVERY)
        with suppress(Exception):
            await say_again()
            await club.hear()
