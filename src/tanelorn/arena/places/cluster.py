"""Matches on a cluster of machines, by Ray. What comes out is the same as in one process."""

from __future__ import annotations

import os
import re
import socket
import sys
import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType

from tanelorn.arena.extras import need
from tanelorn.arena.matches.match import Match, Played, play_and_keep
from tanelorn.arena.places.here import AHEAD, DEATHS, WorkersDied, by_crew
from tanelorn.core.errors import Illegal, TanelornError

SECONDS = 5.0
"""So long may an address take to answer at all."""
JOINING = 60.0
"""So long may it take to join a cluster that answers."""
_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
"""How HTTP/2 begins, which Ray speaks: the other side answers with its settings."""
_SETTINGS = 4
_ADDRESS = re.compile(r"(?:ray://)?(\[[0-9a-fA-F:]+\]|[\w.-]+):(\d{1,5})")


class NoCluster(TanelornError):
    """There is no Ray where one was said to be."""


class Cluster:
    """A Ray cluster: at an `address` (`host:6379`, `ray://host:10001`), the one that runs here (`auto`), or one of so
    many workers that is started here and ended afterwards (`local`).

    Every machine of it needs the same Tanelorn. Raises Illegal where Ray is not installed or the address is none, and
    NoCluster within seconds where nothing answers.
    """

    def __init__(self, address: str, jobs: int = 2) -> None:
        found = _ADDRESS.fullmatch(address)
        if found is not None:
            _knock(address, found[1].strip("[]"), int(found[2]))
        elif address not in ("auto", "local"):
            raise Illegal(
                f"“{address}” is no address of a Ray cluster.",
                remedy="Say auto, local, or an address such as 10.0.0.1:6379 or ray://10.0.0.1:10001.",
            )
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # what goes wrong is told below
        need("ray", "cluster")
        self.address = address
        self.jobs = jobs

    def play(self, matches: Iterable[Match | None]) -> Generator[Played, None, None]:
        """Play matches and yield each as it is finished, as `Place` says."""
        ray = _joined(self.address, self.jobs)
        try:
            yield from by_crew(_Crew(ray), matches)
        finally:
            ray.shutdown()


def _knock(address: str, host: str, port: int) -> None:
    """Raise NoCluster unless something answers that speaks as Ray does, which would itself wait for minutes."""
    try:
        with socket.create_connection((host, port), SECONDS) as line:
            if os.environ.get("RAY_USE_TLS", "0") == "0":
                line.sendall(_GREETING)
                if line.recv(9)[3:4] != bytes([_SETTINGS]):
                    raise OSError("what answers there is no Ray")
    except (OSError, OverflowError) as error:
        why = "it took too long" if isinstance(error, TimeoutError) else str(error).partition("] ")[2] or str(error)
        raise NoCluster(
            f"No Ray cluster answers at {address}: {why}.",
            remedy="Look whether it runs and can be reached from here, or leave --ray out.",
        ) from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Drop what is written on standard error meanwhile, also by what is not Python."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        sys.stderr.flush()
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _joined(address: str, jobs: int) -> ModuleType:
    """Join a cluster, and return the module of Ray."""
    ray = need("ray", "cluster")
    where: dict[str, object] = {"address": address}
    if address == "local":
        where |= {"num_cpus": jobs, "include_dashboard": False}
    failed: list[BaseException] = []

    def join() -> None:
        try:
            ray.init(**where, logging_level="ERROR", log_to_driver=False, configure_logging=False)
        except BaseException as error:  # whatever it is: it is told below
            failed.append(error)

    with _quiet():
        if address == "local":
            join()  # here: what it starts ends with the thread that has started it
        else:
            # Where it cannot be joined after all, nothing comes back for minutes.
            joining = threading.Thread(target=join, daemon=True)
            joining.start()
            joining.join(JOINING)
            if joining.is_alive():
                failed.append(TimeoutError(f"it took more than {JOINING:.0f} seconds"))
    if failed:
        why = str(failed[0]).partition("\n")[0].rstrip(".")
        raise NoCluster(
            f"No Ray cluster can be joined at {address}: {why}." if address != "auto" else "No Ray cluster runs here.",
            remedy="Begin one with `ray start --head`, name its address, or say --ray local.",
        )
    return ray


class _Crew:
    """The tasks that are under way."""

    def __init__(self, ray: ModuleType) -> None:
        self._ray = ray
        self._task = ray.remote(num_cpus=1, max_retries=0)(play_and_keep)
        self.room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.waiting: dict[object, Match] = {}
        self._deaths = 0

    def begin(self, match: Match) -> None:
        """Have a match played."""
        self.waiting[self._task.remote(match)] = match

    def finished(self) -> Iterator[Played]:
        """Wait until some are finished, and yield those; what a dead worker has left is begun again."""
        done, _ = self._ray.wait(list(self.waiting), num_returns=1)
        for task in done:
            match = self.waiting.pop(task)
            try:
                played = self._ray.get(task)
            except self._ray.exceptions.RayTaskError as error:
                raise _cause(error) from None
            except self._ray.exceptions.RayError as error:
                self._deaths += 1
                if self._deaths >= DEATHS * max(1, self.room // AHEAD):
                    raise WorkersDied(
                        f"The cluster's workers were lost {self._deaths} times with no game finished in between: "
                        f"{str(error).splitlines()[0]}",
                        remedy="All finished games are kept; look after the cluster, and begin again.",
                    ) from None
                self.begin(match)
                continue
            self._deaths = 0
            yield played

    def end(self) -> None:
        """Give up what is being played: it ends when the cluster is left. Cancelling it brings Ray down now and then,
        where a task has just been finished.
        """
        self.waiting.clear()


def _cause(error: BaseException) -> BaseException:
    """Return what was raised at a worker."""
    cause = getattr(error, "cause", None)
    return cause if isinstance(cause, BaseException) else error
