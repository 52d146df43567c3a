"""Promised dice: a secret waits here until its table is set up, so that players add their words after the promise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256

from django.core.cache import cache
from django.utils.translation import gettext

from tanelorn.core.chance import Committed
from tanelorn.core.errors import Illegal

_WAITS = 24 * 60 * 60
"""Seconds for which a promise waits for its table."""


def _key(promise: str) -> str:
    return f"promise.{sha256(promise.encode()).hexdigest()}"


class Promises:
    """The secrets that are promised, by their promises; they wait in the site's cache."""

    def make(self) -> str:
        """Draw a secret and return its promise, as people write it down."""
        dice = Committed()
        cache.set(_key(dice.promise), dice.secret, _WAITS)
        return dice.promise

    @contextmanager
    def redeemed(self, promise: str, words: Sequence[str]) -> Iterator[Committed]:
        """Give the promised dice, mixed with the seats' words, for one table; raise Illegal for an unknown promise.

        Whoever could redeem a promise twice could try words until the dice suit. It holds again only if no table came
        of it.
        """
        secret = cache.get(_key(promise))
        if secret is None or not cache.delete(_key(promise)):
            raise Illegal(
                gettext("These dice are no longer promised."),
                remedy=gettext(
                    "Close “Words for the dice” and open it again: write the new promise down, then add words."
                ),
            )
        try:
            yield Committed(secret, words=words)
        except BaseException:
            cache.set(_key(promise), secret, _WAITS)
            raise


promises = Promises()
