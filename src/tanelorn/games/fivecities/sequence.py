"""The order of a turn (turn.1, turn.2)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Step
from tanelorn.games.fivecities.bombardment import Bombardment
from tanelorn.games.fivecities.combat import AreaCombat, SwapCombat
from tanelorn.games.fivecities.movement import Reveal
from tanelorn.games.fivecities.new_pieces import NewPieces
from tanelorn.games.fivecities.object import Victory
from tanelorn.games.fivecities.orders import Orders
from tanelorn.games.fivecities.position import FiveCitiesPosition


class Turn(Automatic[FiveCitiesPosition], frozen=True, tag=True):
    """Begins a turn: pushes its steps in their order (turn.1), the next turn last.

    First come the end of the game and new pieces (turn.2).
    """

    title = "Start of turn"
    clause = "fivecities/turn.1"

    def run(self, position: FiveCitiesPosition, log: Log) -> None:
        """Push the steps of a turn."""
        position.agenda += _TURN


SEQUENCE = (Victory(), NewPieces(), Orders(), Reveal(), SwapCombat(), AreaCombat(), Bombardment(), Turn())
_TURN = SEQUENCE[::-1]


def from_orders() -> list[Step]:
    """Return the agenda of a turn whose new pieces are placed."""
    return list(SEQUENCE[:1:-1])
