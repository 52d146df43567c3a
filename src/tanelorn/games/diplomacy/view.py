"""What a seat knows of a Diplomacy board."""

from __future__ import annotations

from typing import Generic

from tanelorn.core.game import PositionView
from tanelorn.games.diplomacy.position import P


class DiplomacyView(PositionView[P], Generic[P], kw_only=True):
    """Everything but the slips lies open."""

    @property
    def phase(self) -> str:
        """What is asked: "orders", "retreats", "builds" or ""."""
        agenda = self.seen.agenda
        return agenda[-1].word if agenda else ""
