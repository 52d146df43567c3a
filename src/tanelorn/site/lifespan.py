"""What a server does besides answering: it begins when the server does, and ends with it, as ASGI tells of both."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

from tanelorn.arena.workers import end_with_parent
from tanelorn.site.live.thinking import thinkers

Work = Callable[[], Coroutine[Any, Any, None]]


class Lifespan:
    """Does several things that do not end by themselves from the start of a server to its end; bots think as long."""

    def __init__(self, *works: Work) -> None:
        self._works = works

    async def __call__(
        self,
        scope: Mapping[str, Any],
        receive: Callable[[], Awaitable[Mapping[str, Any]]],
        send: Callable[[Any], Awaitable[None]],
    ) -> None:
        """Begin when the server has started, and stop when it is to end."""
        tasks: list[asyncio.Task[None]] = []
        while (await receive())["type"] == "lifespan.startup":
            end_with_parent()
            thinkers.warm()
            tasks = [asyncio.get_running_loop().create_task(work()) for work in self._works]
            await send({"type": "lifespan.startup.complete"})
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        thinkers.close()
        await send({"type": "lifespan.shutdown.complete"})
