"""All tables that are in play: opened when they are asked for, and out of memory when nobody looks at them any more;
renamed, deleted and brought back.
"""

from __future__ import annotations

import asyncio
import contextvars
import gc
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from weakref import WeakValueDictionary

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.db.models import QuerySet

from tanelorn.core.errors import TanelornError
from tanelorn.site.keeping import opening, store
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.live import shelving
from tanelorn.site.live.seats.beside import read_beside
from tanelorn.site.live.seats.visitors import Visitor
from tanelorn.site.live.tables.table import LiveTable, tell_again, tell_pages
from tanelorn.site.models import GameTable

_LOOKS = 30.0
"""Seconds after which it is looked again for tables that may leave memory, and for which it is known who looks."""
_MANY = 50
"""Once so many tables have left memory, the garbage collector looks for what they have left behind."""


async def _nowhere(code: str) -> LiveTable | None:
    return None


def _looker(code: str, person: int) -> str:
    return f"looks.{code}.{person}"


class Club:
    """All live tables, by code. Each is opened once, whoever asks for it meanwhile, and none waits for another.

    Where there are `most` of them, those make room for another one that nobody has looked at for some seconds, which
    are `spared`.
    """

    most = 500
    spared = 20.0

    def __init__(self) -> None:
        self._live: dict[str, LiveTable] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._looking: asyncio.TimerHandle | None = None
        self._gone = 0
        self._purging: asyncio.Task[None] | None = None
        self.elsewhere: Callable[[str], Awaitable[LiveTable | None]] = _nowhere
        """Finds a table that is in no database, but in another process of the site."""

    def _alone(self, code: str) -> asyncio.Lock:
        """Return the lock by which a table is opened, deleted and brought back."""
        return self._locks.setdefault(code, asyncio.Lock())

    async def table_for(self, visitor: Visitor, code: str) -> LiveTable:
        """Return a table that a visitor may watch; raise NoSuchTable for others as if it were not there."""
        live = await self.table(code)
        if not await on_disk(live.may_watch)(visitor):
            raise store.no_such_table(code)
        return live

    async def table(self, code: str) -> LiveTable:
        """Return a table, opened if need be; raise NoSuchTable, Damaged or Frozen."""
        fresh = False
        if code not in self._live:
            async with self._alone(code):
                if code not in self._live:
                    if len(self._live) >= self.most:
                        self.let_go(LiveTable.lingers - self.spared)
                    self._live[code] = await self._opened(code)
                    self._live[code].bots.make_ready()
                    fresh = True
        live = self._live[code]
        if not fresh and not live.hears:
            await live.look_up()
        live.check_stands()
        live.bots.wake()
        live.asked_for()
        self._look_later()
        return live

    async def _opened(self, code: str) -> LiveTable:
        begun = await self.elsewhere(code)
        if begun is not None:
            return begun
        row = await on_disk(store.find)(code)
        lines = await on_disk(opening.lines_of)(row)
        # Playing a long record again takes a while, and asks nothing of the disk: other tables need not wait for it.
        done = await sync_to_async(opening.opened, thread_sensitive=False)(lines)
        table = await on_disk(opening.note)(row, done)
        return LiveTable(table, await on_disk(read_beside)(row))

    def _look_later(self) -> None:
        if self._looking is None:
            loop = asyncio.get_running_loop()
            # As with thoughts: whoever asked for the table has gone by then.
            self._looking = loop.call_later(_LOOKS, self._look, context=contextvars.Context())

    def _look(self) -> None:
        self._looking = None
        self.let_go()
        if self._gone >= _MANY:  # by itself it comes seldom
            self._gone = 0
            gc.collect()
        if self._live:
            self._look_later()

    def let_go(self, later: float = 0.0) -> None:
        """Let tables leave memory that nobody has looked at for a while, as of so many seconds from now."""
        for code, live in list(self._live.items()):
            if live.may_leave(later):
                del self._live[code]
                live.left()
                self._gone += 1

    async def hear(self) -> None:
        """Hear what other processes have written at tables that pages look at, should word of it be lost; and let them
        know who looks.
        """
        looked_at = {live.row.pk: live for live in self._live.values() if live.kept and live.pages}
        lookers = {_looker(live.row.code, one): 1 for live in looked_at.values() for one in live.pages.values() if one}
        if lookers:
            await sync_to_async(cache.set_many, thread_sensitive=False)(lookers, _LOOKS)  # all in one message
        for number, written in (await on_disk(store.written)(looked_at)).items():
            live = looked_at[number]
            with suppress(TanelornError):  # one that cannot be read any more, or has gone, keeps nothing from others
                await live.come_to(written)
                if live.heard < live.written:
                    await live.tell()

    async def look_again(self, codes: Iterable[str]) -> None:
        """Let every process take what lies beside the records of these tables, and their pages draw it."""
        for code in codes:
            again, live = secrets.token_hex(8), self._live.get(code)
            if live is not None:
                await live.look_again(again)
            await tell_again(code, again)

    def open(self, live: LiveTable) -> None:
        """Let pages come to a table that is in memory alone."""
        self._live[live.row.code] = live
        self._look_later()

    def close(self, code: str) -> None:
        """Forget such a table."""
        self._live.pop(code, None)

    async def rename(self, code: str, name: object) -> str:
        """Give a table another name and return it; raise NoSuchTable, Unreadable, Illegal or NotKept."""
        row = await on_disk(store.find)(code)
        await on_disk(shelving.rename)(row, name)
        await self.look_again([code])
        return row.name

    async def delete(self, code: str) -> None:
        """Take a table off the shelf and tell the pages at it; it is gone for good when its time is up."""
        await self._purge()
        async with self._alone(code):
            row = await on_disk(store.find)(code)
            await on_disk(shelving.delete)(row)
            live = self._live.get(code)
            if live is not None:
                live.row.removed = row.removed
        await tell_pages(code, "deleted")
        # As with thoughts: the request ends long before, and its executor with it.
        loop, later = asyncio.get_running_loop(), shelving.STAYS.total_seconds() + 1
        loop.call_later(later, self._purge_soon, context=contextvars.Context())

    async def bring_back(self, code: str, among: QuerySet[GameTable]) -> None:
        """Put a deleted table back, if it is one of those, with the pages that are still open at it; raise NoSuchTable
        or NotKept.
        """
        async with self._alone(code):
            await on_disk(shelving.bring_back)(code, among)
            live = self._live.get(code)
            if live is not None:
                live.row.removed = None
        await tell_pages(code, "brought back")
        if live is not None:
            await live.tell()
            live.bots.wake()

    def _purge_soon(self) -> None:
        self._purging = asyncio.get_running_loop().create_task(self._purge())

    async def _purge(self) -> None:
        await on_disk(shelving.purge)()
        for code, live in list(self._live.items()):
            if live.row.removed is not None and shelving.is_over(live.row.removed):
                del self._live[code]

    def looks(self, code: str, person: int) -> bool:
        """Whether somebody has the page of a table open, at another process of the site perhaps."""
        live = self._live.get(code)
        here = live is not None and person in list(live.pages.values())
        return here or (settings.SHARED and cache.get(_looker(code, person)) is not None)

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    def known(self, code: str) -> LiveTable | None:
        """Return a table that is in memory already, or None."""
        return self._live.get(code)


club = Club()
