"""How fast somebody may write: some letters at once, then one at a time. It is counted for all processes together."""

from __future__ import annotations

from collections.abc import Callable

from django.core.cache import cache

BURST = 10
EACH = 3.0
"""Seconds after which somebody who has written many letters at once may write another."""


class Pacer:
    """Counts the letters of people, by a clock in seconds, in the cache of the site. Whoever asks holds the person's
    row, so that two letters at once are counted as two.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock

    def wait(self, person: int) -> float:
        """Note a letter and return 0; or return in how many seconds somebody may write again."""
        now, key = self._clock(), f"letters.{person}"
        # The time at which all that they wrote would have been written one at a time; the clock may have been set back.
        even = min(max(float(cache.get(key, now)), now), now + BURST * EACH)
        early = even - (now + (BURST - 1) * EACH)
        if early > 0:
            return early
        cache.set(key, even + EACH, BURST * EACH)
        return 0.0
