"""Web processes, bots, Redis, PostgreSQL and lines are killed in the midst of games: nothing acknowledged is lost."""

from __future__ import annotations

import pytest

from tests.site.servers import Servers, frail_servers

from .drill import Drill

__all__ = ["frail_servers"]
HUNDRED = {"line": 25, "redis": 25, "postgres": 25, "web": 15, "bots": 10}


def drilled(servers: Servers, seed: int, kills: dict[str, int]) -> None:
    drill = Drill(servers, seed)
    drill.run(kills)
    assert drill.counted.total() == sum(kills.values())
    assert drill.choices > drill.counted.total()
    print(drill.said())


@pytest.mark.takes(25)
def test_eight_kills_lose_and_double_nothing(frail_servers: Servers) -> None:
    drilled(frail_servers, 8, {"line": 2, "redis": 2, "postgres": 2, "web": 1, "bots": 1})


@pytest.mark.deep
@pytest.mark.takes(140)
def test_a_hundred_kills_lose_and_double_nothing(frail_servers: Servers) -> None:
    drilled(frail_servers, 100, HUNDRED)
