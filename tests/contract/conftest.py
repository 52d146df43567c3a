"""The contract suite plays a toy beside the real games: it is known to the registry only while a test here runs."""

from __future__ import annotations

import pytest

from tanelorn.core.game import games
from tests.toy.skirmish import SKIRMISH


@pytest.fixture(autouse=True)
def _toy_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._games, SKIRMISH.slug, SKIRMISH)
