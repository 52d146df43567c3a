"""How fast somebody may write: some letters at once, then one at a time."""

from __future__ import annotations

from collections.abc import Callable

BURST = 10
EACH = 3.0
"""Seconds after which somebody who has written many letters at once may write another."""
_MOST = 10_000


class Pacer:
    """Counts the letters of people, by a clock in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._even: dict[int, float] = {}
        """By person, the time at which all that they wrote would have been written one at a time."""

    def wait(self, person: int) -> float:
        """Note a letter and return 0; or return in how many seconds somebody may write again."""
        now = self._clock()
        even = max(self._even.get(person, now), now)
        early = even - (now + (BURST - 1) * EACH)
        if early > 0:
            return early
        if len(self._even) >= _MOST:
            self._even = {one: at for one, at in self._even.items() if at > now}
        self._even[person] = even + EACH
        return 0.0
