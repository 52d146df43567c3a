"""Where bots think: a process of its own, off the event loop, which gets views and nothing else.

It imports no part of the site, so that it starts fast and holds no table.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import msgspec

from tanelorn.arena.workers import end_with_parent
from tanelorn.bots import make_bot
from tanelorn.core.game import games


def choose(slug: str, spec: str, seed: int, view: bytes) -> str:
    """Let a bot choose, in a process of its own; it gets a view as bytes and nothing else."""
    game = games[slug]
    return str(make_bot(spec, game, seed).choose(msgspec.msgpack.decode(view, type=game.view_type)))


def _begin() -> None:
    # Ctrl-C reaches the whole group of processes; the site ends its own workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def _arrive() -> int:
    """Do nothing, in the process: its start has loaded the games and bots."""
    return len(games)


class Thinkers:
    """The process in which bots think, so that no page ever waits for one."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(max_workers=1, mp_context=context, initializer=_begin)
        return self._pool

    def warm(self) -> None:
        """Start the process before the first move needs it."""
        self._ready().submit(_arrive)

    async def think(self, slug: str, spec: str, seed: int, view: bytes) -> str:
        """Return the text of a bot's choice; a process that died is started again, once."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._ready(), choose, slug, spec, seed, view)
        except BrokenProcessPool:
            self._pool = None
            return await loop.run_in_executor(self._ready(), choose, slug, spec, seed, view)

    def close(self) -> None:
        """Stop thinking, in the middle of a thought if need be, and leave nothing behind."""
        if self._pool is not None:
            for worker in multiprocessing.active_children():
                worker.terminate()
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


thinkers = Thinkers()
