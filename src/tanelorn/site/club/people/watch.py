"""Guests who have not come back for long make room for others."""

from __future__ import annotations

import asyncio
import logging

from tanelorn.site.club.people.models import Person
from tanelorn.site.keeping.disk import on_disk

_log = logging.getLogger(__name__)
_EVERY = 24 * 60 * 60.0
"""Seconds between two looks."""


async def watch() -> None:
    """Remove guests who own nothing and have not been here for long, once a day."""
    while True:
        try:
            await on_disk(Person.objects.leave_unused_guests)()
        except Exception:
            _log.exception("guests could not be looked through")
        await asyncio.sleep(_EVERY)
