"""Going aboard in a retreat (elric/10.7c): who leaves a port takes the ships that lie ready, while there is room."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne
from tanelorn.games.elric.combat.retreat import TakeShip, fleets_among, origins, overland
from tanelorn.games.elric.losses.casualties import alike
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.stacks import aboard, room
from tanelorn.games.elric.state.words import button, name, plain, with_unit
from tanelorn.games.elric.state.world import ARMY, PERSON


def boats(position: ElricPosition, leaving: TakeShip) -> list[int]:
    """Return the fleets that may be boarded: those of the stack that have put to sea, and those in a sea from which
    these units were landed.
    """
    world = position.world
    gone = [unit for unit in fleets_among(position, leaving.units) if position.owner[unit] == leaving.seat]
    seas = {position.area[unit] for unit in gone if position.area[unit] in world.seas}
    seas.update(area for area in origins(position, leaving.left(position)) if area in world.seas)
    found: list[int] = []
    for sea in sorted(seas - set(leaving.closed)):
        if sea in world.adjacent[leaving.area]:
            found += fleets_among(position, position.own_in(sea, leaving.seat))
    return found


class Board(AsksOne, frozen=True, tag=True):
    """Who goes aboard, one by one; the others go overland (10.7c)."""

    leaving: TakeShip
    title = "Retreat"
    clause = "elric/10.7c"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Anybody for whom there is room, or no more."""
        world = position.world
        offers = {alike(position, unit): unit for unit in reversed(self.able(position))}
        acts = [with_unit(world, "board", unit) for unit in sorted(offers.values())]
        acts.append(plain("no more"))
        return Acts(
            acts,
            "Who goes aboard? The others go overland.",
            labels=lambda: self._labels(position, acts),
            default=acts[0],
        )

    def able(self, position: ElricPosition) -> list[int]:
        """Return for whom there is room."""
        kind = position.world.kind
        ships = boats(position, self.leaving)
        space = any(room(position, ship) > 0 for ship in ships)
        return [
            unit
            for unit in self.leaving.left(position)
            if (kind[unit] == PERSON and ships and self._follows(position, unit, ships))
            or (kind[unit] == ARMY and space)
        ]

    def _follows(self, position: ElricPosition, unit: int, ships: Sequence[int]) -> bool:
        """Tell whether a personality may go aboard: Elric and Moonglum with or after who controls Elric (12.1.2e)."""
        world, controller = position.world, position.elric_with
        if unit not in (world.elric, *control.moonglum_with(position)) or controller < 0:
            return True
        return position.area[controller] in {self.leaving.area, *(position.area[ship] for ship in ships)}

    def _labels(self, position: ElricPosition, acts: Sequence[Act]) -> dict[str, Pick]:
        world = position.world
        left = self.leaving.left(position)
        ways = overland(position, self.seat, self.leaving.area, left)
        note = "" if ways or self.leaving.slip else "they have no way out and are eliminated"
        labels = dict([button("no more", "The others go overland", enter=True, note=note)])
        for act in acts[:-1]:
            labels[act.path[0]] = Pick(act.path[0], name(world, act.args[0]))
        return labels

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Bring one aboard, Elric with Moonglum and who controls him, and ask again while there is anybody."""
        if not choice.args:
            return
        world, unit = position.world, choice.args[0]
        company = {world.elric, world.moonglum, position.elric_with}
        elrics = unit in (world.elric, world.moonglum)
        together = [other for other in self.leaving.left(position) if other in company] if elrics else [unit]
        for one in together:
            self._embark(position, one)
        control.settle(position, log)
        if self.able(position):
            position.then(self)

    def _embark(self, position: ElricPosition, unit: int) -> None:
        """An army goes where there is room, a personality where the fewest are."""
        kind = position.world.kind
        ships = boats(position, self.leaving)
        if kind[unit] == ARMY:
            ships = [ship for ship in ships if room(position, ship) > 0]
        ship = min(ships, key=lambda ship: sum(kind[other] == PERSON for other in aboard(position, ship)))
        old = position.area[unit]
        position.put(unit, position.area[ship])
        position.ship[unit] = ship
        position.band[unit] = position.band[ship]
        position.came[unit] = old
