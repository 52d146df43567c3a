"""Web processes, bots, Redis, PostgreSQL and lines are killed in the midst of games: nothing acknowledged is lost."""

from __future__ import annotations

import pytest

from tests.site.servers import Servers, frail_servers

from .drill import Drill

__all__ = ["frail_servers"]
EIGHT = {"line": 2, "redis": 2, "postgres": 2, "web": 1, "bots": 1}
HUNDRED = {"line": 25, "redis": 25, "postgres": 25, "web": 15, "bots": 10}
"""What is killed with `--deep`."""


@pytest.mark.takes(140)
def test_kills_lose_and_double_nothing(frail_servers: Servers, request: pytest.FixtureRequest) -> None:
    kills = HUNDRED if request.config.getoption("deep") else EIGHT
    drill = Drill(frail_servers, seed=sum(kills.values()))
    drill.run(kills)
    assert drill.counted.total() == sum(kills.values())
    assert drill.choices > drill.counted.total()
    print(drill.said())
