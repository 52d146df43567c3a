"""What a server does besides answering: it begins when the server does, and ends with it, as ASGI tells of both."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine

from tanelorn.arena.places.workers import end_with_parent
from tanelorn.site.live.tables.thinking import thinkers
from tanelorn.site.tending import purge, purge_later
from tanelorn.site.wire.asgi import Receive, Scope, Send

Work = Callable[[], Coroutine[None, None, None]]
_SELDOM = 100
"""After so many collections of younger objects the garbage collector looks through all that a server holds.

With five hundred tables that takes half a second, in which nobody is answered, and it finds next to nothing while the
tables stay. With Python's default of 10 it happened every fifteen seconds.
"""


class Lifespan:
    """Does several things that do not end by themselves from the start of a server to its end; bots think as long."""

    def __init__(self, *works: Work) -> None:
        self._works = works

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Begin when the server has started, and stop when it is to end."""
        tasks: list[asyncio.Task[None]] = []
        while (await receive())["type"] == "lifespan.startup":
            end_with_parent()
            young, middling, _ = gc.get_threshold()
            gc.set_threshold(young, middling, _SELDOM)
            await purge()
            tasks = [asyncio.get_running_loop().create_task(work()) for work in (purge_later, *self._works)]
            await send({"type": "lifespan.startup.complete"})
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        thinkers.close()
        await send({"type": "lifespan.shutdown.complete"})
