"""Promised dice: a secret waits here until its table is set up, so that players add their words after the promise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

from django.utils.translation import gettext

from tanelorn.core.chance import Committed
from tanelorn.core.errors import Illegal

_MOST = 100
"""Promises that wait at a time; the oldest is forgotten for a new one."""


class Promises:
    """The secrets that are promised, by their promises."""

    def __init__(self) -> None:
        self._secrets: dict[str, str] = {}
        self._lock = Lock()

    def make(self) -> str:
        """Draw a secret and return its promise, as people write it down."""
        dice = Committed()
        with self._lock:
            self._secrets[dice.promise] = dice.secret
            if len(self._secrets) > _MOST:
                del self._secrets[next(iter(self._secrets))]
        return dice.promise

    @contextmanager
    def redeemed(self, promise: str, words: Sequence[str]) -> Iterator[Committed]:
        """Give the promised dice, mixed with the seats' words, for one table; raise Illegal for an unknown promise.

        Whoever could redeem a promise twice could try words until the dice suit. It holds again only if no table came
        of it.
        """
        with self._lock:
            secret = self._secrets.pop(promise, None)
        if secret is None:
            raise Illegal(
                gettext("These dice are no longer promised."),
                remedy=gettext(
                    "Close “Words for the dice” and open it again: write the new promise down, then add words."
                ),
            )
        try:
            yield Committed(secret, words=words)
        except BaseException:
            with self._lock:
                self._secrets[promise] = secret
            raise


promises = Promises()
