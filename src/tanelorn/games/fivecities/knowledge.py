"""What everybody knows (info.1, .2): the board and all that was revealed; what is sealed is its writer's alone."""

from __future__ import annotations

from tanelorn.core.game import PositionView
from tanelorn.core.viewers import REFEREE
from tanelorn.games.fivecities.board import IDS
from tanelorn.games.fivecities.position import FiveCitiesPosition

WORDS = ("first", "second")
"""The seats, as facts and positions call them."""


class FiveCitiesView(PositionView[FiveCitiesPosition], kw_only=True):
    """Everything is open but what is sealed: the orders of this turn, and where new pieces go (info.1).

    Pieces and bombardments left (sorcery.5) are seen by all, and all that was revealed stays known (info.2).
    """

    @property
    def step(self) -> str:
        """What is asked: "placements", "orders" or ""."""
        agenda = self.seen.agenda
        return agenda[-1].word if agenda else ""


def facts(view: FiveCitiesView) -> dict[str, str | int]:
    """Name areas by abbreviation ("first 3" or "empty"), turn, bombardments left, step and outcome."""
    seen = view.seen
    told: dict[str, str | int] = {"turn": seen.turn, "step": view.step}
    for area, id in enumerate(IDS):
        there = [f"{WORDS[seat]} {seen.pieces[seat][area]}" for seat in (0, 1) if seen.pieces[seat][area]]
        told[id] = " and ".join(there) or "empty"
    for seat, word in enumerate(WORDS):
        told[f"{word} pieces"] = sum(seen.pieces[seat])
        told[f"{word} bombardments"] = seen.bombs[seat]
        if view.viewer in (seat, REFEREE):
            told[f"{word} sealed"] = str(view.own) if view.viewer == seat and view.own else "hidden"
        if seat not in view.sealed:
            told[f"{word} sealed"] = "nothing"
        told.setdefault(f"{word} sealed", "hidden")
    outcome = view.outcome
    told["winner"] = "none" if outcome is None else WORDS[outcome.winners[0]] if outcome.winners else "draw"
    told["reason"] = outcome.reason if outcome else ""
    return told
