"""Leases: of several holders one does a thing, and whoever lost a lease takes nobody else's away."""

from __future__ import annotations

import asyncio

import pytest

from tests.site.apart import apart

pytestmark = pytest.mark.usefixtures("kept")


@apart
def test_who_lost_a_lease_to_a_mishap_of_the_cache_gives_up_no_other_s() -> None:
    from django.core.cache import caches

    from tanelorn.site.live.tables.leases import lease

    async def hold() -> None:
        async with lease("thought A 1 2") as first:
            assert first
            async with lease("thought A 1 2") as mine:
                assert not mine
            await caches["leases"].aclear()
            second = lease("thought A 1 2")
            assert await second.__aenter__()
        async with lease("thought A 1 2") as third:
            assert not third
        await second.__aexit__(None, None, None)
        async with lease("thought A 1 2") as fourth:
            assert fourth

    asyncio.run(hold())
