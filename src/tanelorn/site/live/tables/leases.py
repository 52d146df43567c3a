"""Leases: of several processes of the site one does a thing; if it ends in the midst of it, another takes over soon.

They lie in a cache that all processes share; while that does not answer, nobody gets any. Whoever holds one renews it;
whoever loses one to a mishap of the cache does its work twice at worst, and what is written twice is refused the second
time. A lease bears the mark of its holder, who gives up no other's.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from secrets import token_hex

from django.core.cache import caches

_LASTS = 10
"""Seconds after which a lease ends that nobody has renewed."""
_RENEWED = 3.0


@asynccontextmanager
async def lease(what: str) -> AsyncIterator[bool]:
    """Hold the lease on something meanwhile; yields False if somebody else holds it."""
    key, mark = f"lease {what}".replace(" ", "."), token_hex(8)
    mine = bool(await caches["leases"].aadd(key, mark, _LASTS))
    renewing = asyncio.ensure_future(_renew(key, mark)) if mine else None
    try:
        yield mine
    finally:
        if renewing is not None:
            renewing.cancel()
            with suppress(Exception):
                if await caches["leases"].aget(key) == mark:
                    await caches["leases"].adelete(key)


async def _renew(key: str, mark: str) -> None:
    while True:
        await asyncio.sleep(_RENEWED)
        with suppress(Exception):
            if await caches["leases"].aget(key) == mark:
                await caches["leases"].atouch(key, _LASTS)
