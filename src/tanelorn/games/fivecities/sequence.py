"""The order of a turn (turn.1), and how a game begins (setup.1 to .5)."""

from __future__ import annotations

from tanelorn.core.chance import Draw
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances, Seals, Step
from tanelorn.games.fivecities.bombardment import Bombardment
from tanelorn.games.fivecities.combat import AreaCombat, Reveal, SwapCombat
from tanelorn.games.fivecities.movement import OrderChoices
from tanelorn.games.fivecities.new_pieces import NewPieces
from tanelorn.games.fivecities.object import Victory
from tanelorn.games.fivecities.orders import Order
from tanelorn.games.fivecities.position import FiveCitiesPosition


class DrawSides(Chances[FiveCitiesPosition], frozen=True, tag=True):
    """Lots are drawn for the sides (setup.5)."""

    title = "Sides"
    clause = "fivecities/setup.5"

    def ask(self, position: FiveCitiesPosition) -> Draw:
        """Draw one of the two sides for seat 1."""
        return Draw(1, 2, "sides")

    def take(self, position: FiveCitiesPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Change sides if the second one was drawn."""
        if outcome == (1,):
            position.pieces = position.pieces[::-1]
        if log:
            side = "second" if outcome == (1,) else "first"
            log.say(f"Lots are drawn: the first player takes the {side} side.", clause=self.clause)


class Turn(Automatic[FiveCitiesPosition], frozen=True, tag=True):
    """Begins a turn: pushes its steps, the next turn last."""

    title = "Start of turn"
    clause = "fivecities/turn.1"

    def run(self, position: FiveCitiesPosition, log: Log) -> None:
        """Push the steps of a turn."""
        position.agenda += _TURN


class Orders(Seals[FiveCitiesPosition, Order], frozen=True, tag=True):
    """Both write their orders in secret (movement.1)."""

    title = "Orders"
    word = "orders"
    clause = "fivecities/movement.1"

    def seats(self, position: FiveCitiesPosition) -> tuple[int, ...]:
        """Return both seats."""
        return (0, 1)

    def choices(self, position: FiveCitiesPosition, seat: int) -> OrderChoices:
        """Return every order that a seat may write."""
        return OrderChoices(position, seat)

    def reveal(self, position: FiveCitiesPosition, choices: dict[int, Order], log: Log) -> None:
        """Lay both orders open; offers of a draw lapse."""
        position.orders = [choices[0], choices[1]]
        position.offers.clear()


SEQUENCE = (Victory(), NewPieces(), Orders(), Reveal(), SwapCombat(), AreaCombat(), Bombardment(), Turn())
_TURN = SEQUENCE[::-1]


def from_orders() -> list[Step]:
    """Return the agenda of a turn whose new pieces are placed."""
    return list(SEQUENCE[:1:-1])
