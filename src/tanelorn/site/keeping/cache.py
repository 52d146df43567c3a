"""The cache of a site with several processes: a Redis, and while that does not answer, each process's own memory.

So attempts to sign in, letters and requests go on being counted while the Redis is down, by each process for itself.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import ClassVar

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

_log = logging.getLogger(__name__)
_RESTS = 1.0
"""Seconds for which a Redis that did not answer is asked nothing."""


class Frail(RedisCache):
    """A Redis that may be down. All of a process's connections to it know of it together."""

    asked_again: ClassVar[float] = 0.0

    def __init__(self, server: str, params: dict[str, object]) -> None:
        super().__init__(server, params)
        self.own = LocMemCache("while Redis is down", {"OPTIONS": {"MAX_ENTRIES": 10_000}})

    def check(self) -> bool:
        """Return whether the Redis remembers what it is told, and if so, ask it again at once; raise RedisError if it
        does not answer.
        """
        RedisCache.set(self, "check", 1, 10)
        sound = bool(RedisCache.get(self, "check") == 1)
        if sound:
            Frail.asked_again = 0.0
        return sound


def _asked(name: str) -> Callable[..., object]:
    of_redis, of_own = getattr(RedisCache, name), getattr(LocMemCache, name)

    def asked(self: Frail, *given: object, **named: object) -> object:
        if time.monotonic() >= Frail.asked_again:
            try:
                return of_redis(self, *given, **named)
            except RedisError as error:
                Frail.asked_again = time.monotonic() + _RESTS
                _log.warning("the Redis does not answer: %s", type(error).__name__)
        return of_own(self.own, *given, **named)

    return asked


for _name in ("add", "get", "set", "touch", "delete", "get_many", "has_key", "incr", "set_many", "delete_many"):
    setattr(Frail, _name, _asked(_name))
