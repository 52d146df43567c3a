"""Tests that keep tables in this very process: in a thread of their own, for the first may run a browser's loop."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import connections

P = ParamSpec("P")
R = TypeVar("R")


def apart(test: Callable[P, R]) -> Callable[P, R]:
    """Run a function in a thread of its own, and leave no connection to the tables behind."""

    def closing(*given: P.args, **named: P.kwargs) -> R:
        try:
            return test(*given, **named)
        finally:
            connections.close_all()

    @wraps(test)
    def run(*given: P.args, **named: P.kwargs) -> R:
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(closing, *given, **named).result()

    return run
