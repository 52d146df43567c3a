"""The battle window: both forces, what shifts the column and the roll, the dice, the losses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tanelorn.core.scene import Duel

if TYPE_CHECKING:
    from tanelorn.games.albion.piles import Table


def draw_duel(table: Table) -> Duel | None:
    """Say what the battle window shows."""
    return None
