"""Where matches are played: in this process, or on several of this machine. What comes out is the same."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Iterable, Iterator, Sized
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Protocol

from tanelorn.arena.matches.match import Match, Played, play_and_keep
from tanelorn.arena.places.workers import end_with_parent
from tanelorn.core.errors import TanelornError

AHEAD = 4
"""Matches that wait at each process, so that none is idle and a stop has little to take back."""
DEATHS = 5
"""So often may workers die, with no game finished in between, before it is given up."""


class WorkersDied(TanelornError):
    """The processes that play die again and again."""


class Place(Protocol):
    """Somewhere to play matches."""

    def play(self, matches: Iterable[Match | None]) -> Generator[Played, None, None]:
        """Play matches and yield each as it is finished, in any order; they are taken as there is room for them. None
        among them says that the next ones are known only when one under way has finished.

        Closing the generator breaks off what is being played. What was being played where a worker has died is played
        again elsewhere: from the same seed it comes out the same. Raises WorkersDied where that does not help.
        """


class Here:
    """This process: one match after the other."""

    def play(self, matches: Iterable[Match | None]) -> Generator[Played, None, None]:
        """Play matches and yield each as it is finished."""
        for match in matches:
            if match is not None:
                yield play_and_keep(match)


class Pool:
    """So many processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def play(self, matches: Iterable[Match | None]) -> Generator[Played, None, None]:
        """Play matches and yield each as it is finished, as `Place` says."""
        return by_crew(_Crew(self.jobs), matches)


class Crew(Protocol):
    """Those who play at once; `room` is how many matches may be under way or wait for them, `waiting` those that do."""

    room: int

    @property
    def waiting(self) -> Sized:
        """The matches that are under way, or wait."""

    def begin(self, match: Match) -> None:
        """Have a match played."""

    def finished(self) -> Iterator[Played]:
        """Wait until some are finished, and yield those; what a dead worker has left is begun again."""

    def end(self) -> None:
        """Break off what is being played."""


def by_crew(crew: Crew, matches: Iterable[Match | None]) -> Generator[Played, None, None]:
    """Have a crew play matches, and yield each as it is finished."""
    try:
        for match in matches:
            if match is None:
                yield from crew.finished()
                continue
            crew.begin(match)
            while len(crew.waiting) >= crew.room:
                yield from crew.finished()
        while crew.waiting:
            yield from crew.finished()
    finally:
        crew.end()


class _Crew:
    """A pool that is made anew when one of its processes has died."""

    def __init__(self, jobs: int) -> None:
        self._context = multiprocessing.get_context("spawn")
        # A bare byte and no Event: nobody can be interrupted while holding its lock.
        self._stop = self._context.RawValue("b", 0)
        self._jobs = jobs
        self.room = jobs * AHEAD
        self._pool = self._new()
        self._deaths = 0
        self.waiting: dict[Future[Played], Match] = {}

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._jobs, mp_context=self._context, initializer=_begin, initargs=(self._stop,))

    def begin(self, match: Match) -> None:
        """Have a match played."""
        with _deaf_to_ctrl_c():  # the first one that is submitted starts the processes
            try:
                future = self._pool.submit(_play, match)
            except BrokenProcessPool:
                self._renew(match)
                future = self._pool.submit(_play, match)
        self.waiting[future] = match

    def _renew(self, match: Match) -> None:
        self._deaths += 1
        if self._deaths >= DEATHS:
            raise WorkersDied(
                f"The processes that play were killed {DEATHS} times with no game finished in between, "
                f"the last time about game {match.number}.",
                remedy="All finished games are kept; look whether there is memory enough, and use fewer --jobs.",
            )
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._new()

    def finished(self) -> Iterator[Played]:
        """Wait until some are finished, and yield those; what a dead process has left is begun again."""
        done, _ = wait(self.waiting, return_when=FIRST_COMPLETED)
        for future in done:
            match = self.waiting.pop(future)
            try:
                played = future.result()
            except BrokenProcessPool:
                self.begin(match)
                continue
            self._deaths = 0
            yield played

    def end(self) -> None:
        """Break off what is being played."""
        self._stop.value = 1
        self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Put Ctrl-C off for this process, and for good for those that it starts meanwhile, which would else hear it while
    they are still being made ready.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Flag(Protocol):
    """A number that all processes of the pool share: 1 once they are to stop."""

    value: int


_stop: _Flag


def _begin(stop: _Flag) -> None:
    """Prepare a process of the pool: the parent alone hears Ctrl-C and then stops the others in good order."""
    global _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = stop
    end_with_parent()


def _play(match: Match) -> Played:
    return play_and_keep(match, lambda: bool(_stop.value))
