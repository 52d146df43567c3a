"""Positions of the Young Kingdoms by names, and what a seat sees and may write there."""

from __future__ import annotations

from typing import Any

from tanelorn import Table
from tanelorn.games.diplomacy.slips.slip import Slips
from tanelorn.games.diplomacy.youngkingdoms.board import SEATS
from tanelorn.games.diplomacy.youngkingdoms.knowledge import YoungKingdomsView
from tanelorn.games.diplomacy.youngkingdoms.rules import YOUNG_KINGDOMS

MELNIBONE, PAN_TANG, LORMYR = (SEATS.index(name) for name in ("Melnibone", "Pan Tang", "Lormyr"))


def lay(units: dict[str, list[str]], **position: Any) -> Table:
    """Lay a position by names on the table."""
    return Table.at(YOUNG_KINGDOMS, YOUNG_KINGDOMS.position_from({"units": units, **position}))


def view(table: Table, viewer: int) -> YoungKingdomsView:
    found = table.view(viewer)
    assert isinstance(found, YoungKingdomsView)
    return found


def slips(table: Table, seat: int) -> Slips:
    found = table.decision(seat).choices()
    assert isinstance(found, Slips)
    return found
