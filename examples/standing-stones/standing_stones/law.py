"""What the contract suite holds the game to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from standing_stones.rules import BOARD
from tanelorn.core.log import Event


def check(before: Mapping[str, str | int], after: Mapping[str, str | int], events: Sequence[Event]) -> None:
    """A raised stone is never taken away without another in its place; heralds stand apart."""
    for area in BOARD:
        assert before[area.id] == "bare" or after[area.id] != "bare", f"The stone on {area.name} is gone."
    assert after["moon herald"] != after["sun herald"], "Both heralds stand on one hill."
