"""Tables laid out for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tanelorn import Table
from tanelorn.games.diplomacy.slips.slip import Slips
from tanelorn.games.diplomacy.standard.rules import DIPLOMACY, STANDARD

Units = dict[str, list[str]]


def lay(units: Units, **position: Any) -> Table:
    """Lay a position by names on the table."""
    return Table.at(DIPLOMACY, DIPLOMACY.position_from({"units": units, **position}))


def seat(name: str) -> int:
    return STANDARD.seats.index(name)


def choices(table: Table, power: str) -> Slips:
    found = table.decision(seat(power)).choices()
    assert isinstance(found, Slips)
    return found


def pick(offered: Slips, path: Sequence[str]) -> str:
    """Follow a path of picks, seal it, and return what it makes."""
    offer = offered.offer([*path, "button:seal"])
    assert offer.choice is not None
    return str(offer.choice)
