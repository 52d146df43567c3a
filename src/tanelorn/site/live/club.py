"""All tables that are in play: loaded when they are asked for, renamed, deleted and brought back."""

from __future__ import annotations

import asyncio
import contextvars

from asgiref.sync import sync_to_async
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy

from tanelorn.site.keeping import store
from tanelorn.site.live import drafts, notes, shelving
from tanelorn.site.live.table import LiveTable
from tanelorn.site.live.visitors import Visitor, doors
from tanelorn.site.models import GameTable

_DELETED = {
    "why": gettext_lazy("This table has been deleted on the shelf."),
    "remedy": gettext_lazy("For a minute it can be brought back there; nothing can be played here until it is."),
    "clause": "",
}
_BROUGHT_BACK = {"why": gettext_lazy("This table has been brought back: play on."), "remedy": "", "clause": ""}


class Club:
    """All live tables, by code."""

    def __init__(self) -> None:
        self._live: dict[str, LiveTable] = {}
        self._lock = asyncio.Lock()
        self._purging: asyncio.Task[None] | None = None

    async def table_for(self, visitor: Visitor, code: str) -> LiveTable:
        """Return a table that a visitor may watch; raise NoSuchTable for others as if it were not there."""
        live = await self.table(code)
        if not await sync_to_async(live.may_watch)(visitor):
            raise store.no_such_table(code)
        return live

    async def table(self, code: str) -> LiveTable:
        """Return a table, loaded from its record if need be; raise NoSuchTable."""
        async with self._lock:
            if code not in self._live:
                row = await sync_to_async(store.find)(code)
                table = await sync_to_async(store.load)(row)
                kept, sitters = await sync_to_async(drafts.load_drafts)(row), await sync_to_async(doors.sitters)(row)
                self._live[code] = LiveTable(row, table, kept, sitters)
                self._live[code].notes = await sync_to_async(notes.load_notes)(row)
        live = self._live[code]
        live.check_stands()
        live.wake_bots()
        return live

    def open(self, live: LiveTable) -> None:
        """Let pages come to a table that is in memory alone."""
        self._live[live.row.code] = live

    def close(self, code: str) -> None:
        """Forget such a table."""
        self._live.pop(code, None)

    async def rename(self, code: str, name: object) -> str:
        """Give a table another name and return it; raise NoSuchTable, Unreadable, Illegal or NotKept."""
        row = await sync_to_async(store.find)(code)
        await sync_to_async(shelving.rename)(row, name)
        return row.name

    async def delete(self, code: str) -> None:
        """Take a table off the shelf and tell the pages at it; it is gone for good when its time is up."""
        await self._purge()
        async with self._lock:
            row = await sync_to_async(store.find)(code)
            await sync_to_async(shelving.delete)(row)
            live = self._live.get(code)
            if live is not None:
                live.row.removed = row.removed
        if live is not None:
            await live.tell_all(_DELETED)
        # As with thoughts: the request ends long before, and its executor with it.
        loop, later = asyncio.get_running_loop(), shelving.STAYS.total_seconds() + 1
        loop.call_later(later, self._purge_soon, context=contextvars.Context())

    async def bring_back(self, code: str, among: QuerySet[GameTable]) -> None:
        """Put a deleted table back, if it is one of those, with the pages that are still open at it; raise NoSuchTable
        or NotKept.
        """
        async with self._lock:
            await sync_to_async(shelving.bring_back)(code, among)
            live = self._live.get(code)
            if live is not None:
                live.row.removed = None
        if live is not None:
            await live.tell_all(_BROUGHT_BACK)
            await live.tell()
            live.wake_bots()

    def _purge_soon(self) -> None:
        self._purging = asyncio.get_running_loop().create_task(self._purge())

    async def _purge(self) -> None:
        async with self._lock:
            await sync_to_async(shelving.purge)()
            for code, live in list(self._live.items()):
                if live.row.removed is not None and shelving.is_over(live.row.removed):
                    del self._live[code]

    def known(self, code: str) -> LiveTable | None:
        """Return a table that is in memory already, or None."""
        return self._live.get(code)


club = Club()
