"""What is due is found by looking again and again, as clocks are; what fell due while the site was down as well."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from tanelorn.site.club.notices import queue, rounds
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.live.club import club

_log = logging.getLogger(__name__)
_EVERY = 1.0
"""Seconds between two looks."""
_COME_BACK = 5.0
"""Seconds after a start in which open pages come back: who looks at a table is not told of it elsewhere."""


def _look() -> None:
    now = timezone.now()
    for person in rounds.due_people(now):
        rounds.tell(person, now, club.looks)


def _begin() -> None:
    queue.take_up()
    rounds.forget(timezone.now())


async def _safely(act: Callable[[], None]) -> None:
    """Do something that is done again anyway, whatever goes wrong with it now."""
    try:
        await on_disk(act)()
    except DatabaseError as error:
        _log.warning("notices have to wait: %s", error)
    except Exception:
        _log.exception("notices have to wait")


async def watch() -> None:
    """Tell people what is due, and do the jobs that come of it, until the server ends."""
    await _safely(_begin)
    working = asyncio.get_running_loop().create_task(queue.work())
    try:
        await asyncio.sleep(min(_COME_BACK, settings.NOTICES_AFTER))
        while True:
            await _safely(_look)
            await asyncio.sleep(_EVERY)
    finally:
        working.cancel()
