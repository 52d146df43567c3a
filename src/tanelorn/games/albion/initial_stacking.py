"""Before the first move each owner orders the stacks that he sets up (albion/4.0.10)."""

from __future__ import annotations

from tanelorn.core.acts import Act, Acts
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks
from tanelorn.games.albion import arranging
from tanelorn.games.albion.berthing import moorings
from tanelorn.games.albion.nouns import button, plain
from tanelorn.games.albion.position import AlbionPosition

BEGIN = plain("begin")


class OrderStacks(Asks, frozen=True, tag=True):
    """An owner orders one stack after the other, until he begins."""

    seat: int
    title = "Initial stacking"
    clause = "albion/4.0.10"

    def seats(self, position: AlbionPosition) -> tuple[int, ...]:
        """Whoever sets the stacks up."""
        return (self.seat,)

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Any hex with more than one piece, or with a ship that may lie on another coast; or begin."""
        hexes = {*arranging.worth_arranging(position, seat), *moorings(position, seat)}
        acts = [*arranging.openings(position, seat, sorted(hexes)), BEGIN]
        return Acts(
            acts,
            "Order your stacks, or begin with them as they are.",
            labels=lambda: dict(
                [
                    button("arrange", "Order a stack", note="what lies on top, commanders, who is aboard, coasts"),
                    button("begin", "Begin", enter=True),
                ]
            ),
            default=BEGIN,
        )

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Open a stack and ask again, until the owner begins."""
        if choice != BEGIN:
            position.then(self)
            arranging.take(position, seat, choice, log)
