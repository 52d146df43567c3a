"""The log of a club: in words for a terminal, or a line of JSON for each thing (TANELORN_LOG=json).

A log is read by others than those who play: what an exception says of itself is left out, for it may repeat a choice, a
letter, a row or a password; the places in the program at which it was met, and its name, tell enough. Where a request
is meant, its route is named and not its address, in which invitations and keys may stand.
"""

from __future__ import annotations

import json
import logging
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime

from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from tanelorn.site.live.tables import signals

_log = logging.getLogger(__name__)
_MOST_CAUSES = 5


def _chain(error: BaseException | None) -> list[BaseException]:
    """Return an exception and what led to it, the first cause first."""
    found: list[BaseException] = []
    while error is not None and len(found) < _MOST_CAUSES:
        found.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return found[::-1]


def route_of(request: HttpRequest) -> str:
    """Return the kind of address that was asked for, without what stands in it."""
    return request.resolver_match.route if request.resolver_match is not None else "-"


class Words(logging.Formatter):
    """A line in words, and where an exception was met without what it says."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return what a record says."""
        record.message = self.words_of(record)
        return super().formatMessage(record)

    def words_of(self, record: logging.LogRecord) -> str:
        """Return the message of a record; one about a request names its route."""
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            return f"{getattr(record, 'status_code', '')} {request.method} {route_of(request)}".strip()
        return record.getMessage()

    def formatException(self, ei: object) -> str:
        """Return where an exception was met, and what kind it is."""
        met = ei[1] if isinstance(ei, tuple) else None
        told = []
        for error in _chain(met):
            kind = type(error)
            told += ["Traceback (most recent call last):\n", *traceback.format_tb(error.__traceback__)]
            told.append(f"{kind.__module__}.{kind.__qualname__}\n")
        return "".join(told).rstrip()


class Lines(Words):
    """A line of JSON: when, how grave, from where, what, and whatever else there is to tell."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as such a line."""
        said: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self.words_of(record),
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def noted(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: note every request, where the log is for machines."""

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        told = {"route": route_of(request), "method": request.method, "status": response.status_code}
        _note("request", **told, ms=round(1000 * (time.perf_counter() - began)))
        return response

    return middleware


def _note(what: str, **told: object) -> None:
    """Note something that is no trouble; a log in words leaves it out."""
    _log.info(what, extra={"told": told})


@receiver(signals.chosen)
def _chosen(table: str, game: str, choices: int, seconds: float, **_: object) -> None:
    _note("choice", table=table, game=game, count=choices, ms=round(1000 * seconds))


@receiver(signals.thought_ended)
def _thought(game: str, seconds: float, failed: bool, **_: object) -> None:
    _note("thought", game=game, failed=failed, ms=round(1000 * seconds))
