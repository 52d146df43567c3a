"""Before the first move each owner puts the stacks of the set-up in order (albion/4.0.10)."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne
from tanelorn.games.albion.movement.rearranging import arranging
from tanelorn.games.albion.movement.rearranging.berthing import moorings
from tanelorn.games.albion.stacks.arrangement import Mover
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import at_hex, ends, name, plain, to_hex
from tanelorn.games.albion.state.printed.pieces import is_piece
from tanelorn.games.albion.state.stacks import top_ashore

BEGIN = plain("begin")


def _fits(mover: Mover) -> list[Act]:
    """Return the hexes with more than one piece, or with a ship that may lie on another coast."""
    position, seat = mover
    hexes, visits = {*arranging.worth_arranging(position, seat), *moorings(position, seat)}, position.desk[seat].visits
    return [to_hex(position.world, "arrange", hex) for hex in sorted(hexes) if visits.count(hex) < arranging.VISITS]


def _open_up(mover: Mover, act: Act, log: Log) -> None:
    """Open a stack, and ask again after it."""
    mover.position.then(OrderStacks(mover.seat))
    arranging.open_up(mover, act, log)


def _labels(mover: Mover, acts: Sequence[Act]) -> dict[str, Pick]:
    (position, seat), labels = mover, {}
    for act in acts:
        hex, pick = act.args[0], act.path[0]
        top = top_ashore(position, seat, hex)
        note = f"on top {name(position.world, top)}" if is_piece(top) else "ships"
        labels[pick] = Pick(pick, at_hex(position.world, hex), note)
    return labels


SETTING_UP: Verbs[Mover] = Verbs(Verb("arrange", _fits, _open_up, _labels), ends(BEGIN.verb, "Begin"))
"""What an owner may do before the first move."""


class OrderStacks(AsksOne, frozen=True, tag=True):
    """An owner puts one stack after the other in order, then begins."""

    title = "Initial stacking"
    clause = "albion/4.0.10"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Any stack that can be ordered; or begin."""
        prompt = "Choose a stack to order, or begin with all as they are."
        return SETTING_UP.asked(Mover(position, seat), prompt, default=BEGIN)

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Open a stack and ask again, until the owner begins."""
        SETTING_UP.do(Mover(position, seat), choice, log)
