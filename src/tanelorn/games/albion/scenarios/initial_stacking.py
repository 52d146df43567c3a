"""Before the first move each owner puts the stacks of the set-up in order (albion/4.0.10)."""

from __future__ import annotations

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne
from tanelorn.games.albion.movement import arranging
from tanelorn.games.albion.movement.berthing import moorings
from tanelorn.games.albion.stacks.command import Mover
from tanelorn.games.albion.state.nouns import at_hex, button, name, plain, to_hex
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.stacks import top_ashore

BEGIN = plain("begin")


class OrderStacks(AsksOne, frozen=True, tag=True):
    """An owner puts one stack after the other in order, then begins."""

    title = "Initial stacking"
    clause = "albion/4.0.10"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Any hex with more than one piece, or with a ship that may lie on another coast; or begin."""
        hexes, visits = (
            {*arranging.worth_arranging(position, seat), *moorings(position, seat)},
            position.desk[seat].visits,
        )
        acts = [to_hex(position.world, "arrange", hex) for hex in sorted(hexes) if visits.count(hex) < arranging.VISITS]
        return Acts(
            [*acts, BEGIN],
            "Choose a stack to order, or begin with all as they are.",
            labels=lambda: _labels(position, seat, acts),
            default=BEGIN,
        )

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Open a stack and ask again, until the owner begins."""
        if choice != BEGIN:
            position.then(self)
            arranging.open_up(Mover(position, seat), choice, log)


def _labels(position: AlbionPosition, seat: int, acts: list[Act]) -> dict[str, Pick]:
    labels = dict([button("begin", "Begin", enter=True)])
    for act in acts:
        hex, pick = act.args[0], act.path[0]
        top = top_ashore(position, seat, hex)
        note = f"on top {name(position.world, top)}" if top >= 0 else "ships"
        labels[pick] = Pick(pick, at_hex(position.world, hex), note)
    return labels
