"""Stacks that a random attack has turned back to where they came from (elric/7.6d)."""

from __future__ import annotations

import msgspec

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.movement.groups import swimmers
from tanelorn.games.elric.movement.reach import decks
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.stacks import aboard
from tanelorn.games.elric.state.wilds import wilderness
from tanelorn.games.elric.state.world import ARMY, FLEET


class Victims(msgspec.Struct, frozen=True):
    """A stack that is attacked: its units and the ships that carried them, where it is, and where it turns back to.

    `back` is -1 for a stack that stays where it is, having retreated or flown there (7.6d).
    """

    seat: int
    units: tuple[int, ...]
    ships: tuple[int, ...]
    area: int
    back: int

    def left(self, position: ElricPosition) -> list[int]:
        """Return who is still there."""
        owner, area = position.owner, position.area
        return [unit for unit in self.units if owner[unit] == self.seat and area[unit] == self.area]

    def places(self, position: ElricPosition) -> tuple[str, ...]:
        """Return where it happens, for the chronicle."""
        return (position.world.areas[self.area].id,)


class TurnBack(Automatic, frozen=True, tag=True):
    """The stack goes back where it came from; no second draw is made there (7.6d)."""

    victims: Victims
    title = "Turned back"
    clause = "elric/7.6d"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Put all who are left back, if the way is still open to each of them; else the stack stays."""
        victims, world = self.victims, position.world
        left = victims.left(position)
        back = victims.back
        if back < 0 or not left:
            return
        ships = self._ships(position, left)
        if ships is None:
            return
        band = position.new_band() if wilderness(position)[back] else 0
        for unit in left:
            position.put(unit, back)
            position.ship[unit] = ships[unit]
            position.band[unit] = band
            position.came[unit] = -1
        if log:
            place = world.areas[back]
            log.say(
                f"The stack is turned back to **{place.name}**.",
                clause=self.clause,
                seat=victims.seat,
                places=(place.id,),
            )
        control.settle(position, log)

    def _ships(self, position: ElricPosition, left: list[int]) -> dict[int, int] | None:
        """Return by unit which fleet takes it up at sea, -1 for who needs none; None if somebody finds no berth."""
        world, back = position.world, self.victims.back
        carried = dict(zip(self.victims.units, self.victims.ships, strict=True))
        found = dict.fromkeys(left, -1)
        if back not in world.seas:
            return found
        fleets = decks(position, back, self.victims.seat) + [unit for unit in left if world.kind[unit] == FLEET]
        free = {fleet: world.capacity[fleet] - self._staying_armies(position, fleet, left) for fleet in fleets}
        for unit in left:
            if world.kind[unit] == FLEET:
                continue
            heavy = world.kind[unit] == ARMY
            own = [fleet for fleet in (carried[unit], *fleets) if fleet in free and (not heavy or free[fleet] > 0)]
            if own and (carried[unit] >= 0 or not swimmers(world)[unit]):
                found[unit] = own[0]
                free[own[0]] -= heavy
            elif not swimmers(world)[unit]:
                return None
        return found

    def _staying_armies(self, position: ElricPosition, fleet: int, left: list[int]) -> int:
        kind = position.world.kind
        return sum(kind[unit] == ARMY and unit not in left for unit in aboard(position, fleet))
