"""Waiting for what other processes do: a look at a time, for a loop that spins takes the processor from them."""

from __future__ import annotations

import time
from collections.abc import Callable

_PAUSE = 0.01
"""Seconds between two looks."""


def until(come: Callable[[], object]) -> None:
    """Wait until it has come; the time that a test may take ends it if it never does."""
    while not come():
        time.sleep(_PAUSE)
