"""How much a program may ask for in a minute: so much of each kind, counted for each token.

It is counted in Django's cache, so that several processes that share one count together.
"""

from __future__ import annotations

import logging
import time

from django.core.cache import cache
from django.utils.translation import gettext

from tanelorn.core.errors import TanelornError
from tanelorn.site.club.api.models import Scope, Token

_log = logging.getLogger(__name__)
A_MINUTE: dict[Scope, int] = {"read": 1200, "play": 600, "tables": 60}
"""Requests in a minute. Playing is one choice after another against a fast bot; tables stay."""
_WINDOW = 60


class TooMuch(TanelornError):
    """Somebody has asked for too much at once; `wait` are the seconds after which they may ask again."""

    wait = 0


def count(token: Token, kind: Scope) -> None:
    """Count a request of a kind; raise TooMuch. While the cache does not answer, nobody is kept out."""
    now = int(time.time())
    key = f"api.{token.pk}.{kind}.{now // _WINDOW}"
    try:
        cache.add(key, 0, _WINDOW)
        asked = cache.incr(key)
    except ValueError:  # it ran out between the two
        return
    except Exception:
        _log.exception("requests cannot be counted")
        return
    if asked > A_MINUTE[kind]:
        raise too_much(_WINDOW - now % _WINDOW)


def too_much(wait: int) -> TooMuch:
    """Return the error that asks for patience."""
    error = TooMuch(
        gettext("This is more than one token may ask for."),
        remedy=gettext("Ask again in %(seconds)s seconds.") % {"seconds": wait},
    )
    error.wait = wait
    return error
