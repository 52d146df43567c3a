"""The Movement step (elric/7.0): units are taken up, march, sail or fly; then what is due when movement ends."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.acts import Act, Acts, Verbs
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.equipment.counters import PERSON
from tanelorn.games.elric.movement.crossing import Settle, roster
from tanelorn.games.elric.movement.embarking import put_ashore
from tanelorn.games.elric.movement.going import BOARD, GO, LAND, STEAL
from tanelorn.games.elric.movement.groups import in_hand
from tanelorn.games.elric.movement.magical_flight import FLY_FROM
from tanelorn.games.elric.movement.picking_up import (
    HALT,
    HAND_OVER,
    TAKE_ALL,
    TAKE_ALONG,
    TAKE_FIRST,
    TO_HALT,
    Idle,
    Marching,
)
from tanelorn.games.elric.movement.random_attacks import draw_due
from tanelorn.games.elric.state.position import ATTACKED, FLOWN, ElricPosition
from tanelorn.games.elric.state.wilderness import wilderness
from tanelorn.games.elric.state.words import PlaceActs, ends, plain

DONE_ACT = plain("done")

IDLE: Verbs[Idle] = Verbs(TAKE_FIRST, FLY_FROM, HAND_OVER, ends("done", "End movement"))
"""What may be done with nobody in hand."""

MARCHING: Verbs[Marching] = Verbs(TAKE_ALONG, TAKE_ALL, GO, BOARD, LAND, STEAL, TO_HALT)
"""What the group in hand may do."""


class Movement(Automatic, frozen=True, tag=True):
    """The active player moves as many units as they like (7.0a); then what is due at the end happens."""

    seat: int
    title = "Movement"
    clause = "elric/7.0a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Begin with nobody in hand. Stacks are kept apart only in wilderness, which an area may have ceased to be
        (13.4d).
        """
        wild = wilderness(position)
        for unit, band in enumerate(position.band):
            if band and not wild[position.area[unit]]:
                position.band[unit] = 0
        position.march = []
        position.marched = False
        position.landed = []
        position.then(Moves(self.seat), EndMoves(self.seat))


class Moves(AsksOne, frozen=True, tag=True):
    """One small act of Movement after another, until the player is done."""

    title = "Movement"
    clause = "elric/7.0a"
    still_asked = "who is taken up and can go nowhere is told why; the step ends when its player says so"

    def forced(self, position: ElricPosition) -> bool:
        """A group that has marched and can do nothing more halts."""
        return position.marched and bool(position.march)

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """What the group in hand can do, or which units can be taken up (7.0b)."""
        party = in_hand(position, seat)
        if party is None:
            prompt = "Take a personality or fleet to move it, or end the movement step."
            return IDLE.asked(Idle(position, seat), prompt, default=DONE_ACT)

        def prompted(acts: Sequence[Act]) -> str:
            who = roster(position, party.movers).replace("**", "")
            return f"{who}: {'where to?' if len(acts) > 1 else 'no way from here.'}"

        return MARCHING.listed(PlaceActs, Marching(position, party), prompted, default=HALT).of(position.world)

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one act out and ask again, until done."""
        if choice == DONE_ACT:
            return
        position.then(self)
        party = in_hand(position, seat)
        if party is None:
            IDLE.do(Idle(position, seat), choice, log)
        else:
            MARCHING.do(Marching(position, party), choice, log)


# The end of the step


class EndMoves(Automatic, frozen=True, tag=True):
    """Units in port land, and personalities who have ended in wilderness draw for random attacks (7.5.8)."""

    seat: int
    title = "End of movement"
    clause = "elric/7.5.8"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Push a draw for each such stack, area by area."""
        position.march = []
        put_ashore(position, self.seat)
        position.then(Settle())
        draw_due(position, stragglers(position, self.seat))


def stragglers(position: ElricPosition, seat: int) -> list[list[int]]:
    """Return, stack by stack, the units that have entered wilderness this turn and not been attacked there."""
    wild = wilderness(position)
    found: dict[tuple[int, int], list[int]] = {}
    kind, did = position.world.kind, position.did
    for unit in position.units_of(seat):
        area = position.area[unit]
        if wild[area] and position.came[unit] >= 0 and kind[unit] == PERSON and not did[unit] & (ATTACKED | FLOWN):
            found.setdefault((area, position.band[unit]), []).append(unit)
    return [units for _, units in sorted(found.items())]
