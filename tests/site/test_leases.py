"""Leases: of several holders one does a thing, and whoever lost a lease takes nobody else's away."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.site.apart import apart

pytestmark = pytest.mark.usefixtures("kept")


@apart
def test_a_holder_whose_lease_was_lost_leaves_the_next_one_alone() -> None:
    from django.core.cache import caches

    from tanelorn.site.live.tables.leases import lease

    async def hold() -> None:
        async with AsyncExitStack() as first, AsyncExitStack() as second:
            assert await first.enter_async_context(lease("thought A 1 2"))
            async with lease("thought A 1 2") as mine:
                assert not mine
            await caches["leases"].aclear()
            assert await second.enter_async_context(lease("thought A 1 2"))
            await first.aclose()
            async with lease("thought A 1 2") as mine:
                assert not mine
            await second.aclose()
            async with lease("thought A 1 2") as mine:
                assert mine

    asyncio.run(hold())
