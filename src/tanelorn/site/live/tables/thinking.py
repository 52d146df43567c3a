"""Where bots think: a few processes of their own, off the event loop, which get views and nothing else.

They import no part of the site, so that they start fast and hold no table. Each thinks one thought at a time, and no
longer than a thought may last: a process that does not come to an end is ended, and another takes its place.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from multiprocessing.connection import Connection
from typing import NamedTuple
from weakref import WeakValueDictionary

import msgspec

from tanelorn.arena.places.workers import end_with_parent
from tanelorn.bots import advise, make_bot, review
from tanelorn.core.errors import UnknownName
from tanelorn.core.game import View, games

LONGEST = 120.0
"""Seconds after which a thought is given up; no level thinks so long."""
_FEWEST, _MOST = 2, 4


class NoThought(Exception):
    """A bot has failed, or thought for too long."""


class Question(NamedTuple):
    """What a bot is asked: the game, the bot by its spec, its seed, and what it knows. Where ADVICE stands in place of
    a spec, advice is wanted, and no choice; of a choice that was `made`, a review of it.
    """

    slug: str
    spec: str
    seed: int
    view: View
    made: str = ""


ADVICE = "advice"


def answer(question: Question) -> str:
    """Let a bot choose, or advise, which is told as JSON; it gets a view and nothing else."""
    game = games[question.slug]
    if question.spec == ADVICE:
        view, made, seed = question.view, question.made, question.seed
        said = review(game, view, made, seed) if made else advise(game, view, seed)
        return msgspec.json.encode(said).decode()
    return str(make_bot(question.spec, game, question.seed).choose(question.view))


def work(pipe: Connection) -> None:
    """Answer the questions of a pipe until nobody asks any more: each with a choice, or with what went wrong."""
    # Ctrl-C reaches the whole group of processes; the site ends its own workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    while True:
        try:
            question = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            said = (answer(question), "")
        except UnknownName as error:
            said = ("", error.why)
        except Exception as error:  # what it says of itself may be what its seat knows
            met = "".join(traceback.format_tb(error.__traceback__))
            said = ("", f"{type(error).__name__}\nTraceback (most recent call last):\n{met.rstrip()}")
        try:
            pipe.send(said)
        except OSError:  # who asked was killed meanwhile
            return


class _Worker:
    """A process that thinks, and the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def think(self, question: Question, longest: float) -> str:
        """Return the text of a choice; raise NoThought, or EOFError or OSError when the process has died."""
        self.pipe.send(question)
        if not self.pipe.poll(longest):
            raise NoThought(f"{question.spec} thought for more than {longest:g} seconds")
        text, wrong = self.pipe.recv()
        if wrong:
            raise NoThought(wrong)
        return str(text)

    def end(self) -> None:
        """Stop, in the middle of a thought if need be."""
        self.process.kill()
        self.process.join()


class Thinkers:
    """The processes in which bots think, so that no page ever waits for one, and no table for another's.

    Half of them think for one person's tables at a time, so that nobody's many tables hold up those of others.
    """

    def __init__(self, longest: float = LONGEST) -> None:
        self.longest = longest
        self._most = max(_FEWEST, min(_MOST, os.cpu_count() or _FEWEST))
        self._free = asyncio.Semaphore(self._most)
        self._shares: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()
        self._threads = ThreadPoolExecutor(self._most, thread_name_prefix="thought")
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._closed = False

    def warm(self) -> None:
        """Start a process before the first move needs it, unless there is one."""
        if not self._idle and not self._busy:
            self._idle.append(_Worker())

    async def think(self, question: Question, whose: int = 0) -> str:
        """Return the text of a bot's choice at a table that somebody has set up, 0 for nobody in particular; who asks
        for one table asks one question at a time.

        Raises NoThought. A process that has died is started again, once.
        """
        share = self._shares.setdefault(whose, asyncio.Semaphore(max(1, self._most // 2))) if whose else nullcontext()
        async with share, self._free:
            for ready in (True, False):
                if self._closed:
                    raise asyncio.CancelledError  # the site ends
                with suppress(EOFError, OSError):
                    return await self._think(question, self._ready() if ready else _Worker())
        raise NoThought(f"{question.spec} ended its process, twice")

    def _ready(self) -> _Worker:
        while self._idle:
            worker = self._idle.pop()
            if worker.process.is_alive():
                return worker
        return _Worker()

    async def _think(self, question: Question, worker: _Worker) -> str:
        self._busy.add(worker)
        sound = False
        try:
            text = await asyncio.get_running_loop().run_in_executor(self._threads, worker.think, question, self.longest)
            sound = True
            return text
        finally:
            self._busy.discard(worker)
            if sound:
                self._idle.append(worker)
            else:
                worker.end()

    def close(self) -> None:
        """Stop thinking, in the middle of a thought if need be, and leave nothing behind."""
        self._closed = True
        for worker in (*self._idle, *self._busy):
            worker.end()
        self._idle.clear()
        self._threads.shutdown(wait=True, cancel_futures=True)


thinkers = Thinkers()
