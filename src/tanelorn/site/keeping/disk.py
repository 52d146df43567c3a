"""Work on the database, as it is awaited on the event loop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import connection

P = ParamSpec("P")
R = TypeVar("R")


def on_disk(work: Callable[P, R]) -> Callable[P, Awaitable[R]]:
    """Return work on the database as something to await; it is done in the thread of its request or socket.

    SQLite's file stays open there. A connection to a server goes back to its pool, which looks whether it still stands
    before it is used again: a server that was restarted is found again.
    """

    @wraps(work)
    def done(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return work(*args, **kwargs)
        finally:
            if connection.vendor != "sqlite" and not connection.in_atomic_block:
                connection.close()

    return sync_to_async(done)
