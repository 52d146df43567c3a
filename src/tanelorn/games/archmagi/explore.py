"""The Exploration phase (archmagi/explore.*): unknown hexes are rolled for on the terrain chart."""

from __future__ import annotations

from tanelorn.core.chance import Ask, Draw, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.archmagi.map.terrain import ROLLED, TERRAINS, UNKNOWN, WATER, rolled
from tanelorn.games.archmagi.state.abilities import stands
from tanelorn.games.archmagi.state.position import ArchmagiPosition


class Explore(Automatic, frozen=True, tag=True):
    """Unknown hexes under the active player's stacks first, then those beside them, by their numbers (explore.1,
    .2, .3, .6).
    """

    seat: int
    title = "Explore"
    clause = "archmagi/explore.2"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Roll for the next hex, until none is left."""
        held = position.hexes_of(self.seat)
        under = [hex for hex in held if position.terrain[hex] == UNKNOWN]
        beside = sorted({near for hex in held for near in position.land.near[hex] if position.terrain[near] == UNKNOWN})
        for hex in (under or beside)[:1]:
            position.then(Discover(hex), self)


class Discover(Chances, frozen=True, tag=True):
    """A D20 on the chart, or a chit; Water is thrown again where a unit stands that cannot be in it (explore.3,
    map.8).
    """

    hex: int
    title = "Explore"
    clause = "archmagi/explore.2"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """The die, or one of the chits that are left."""
        if position.chits:
            return Draw(1, len(chits_left(position)), "a terrain chit")
        return Roll(1, ROLLED, "terrain")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Identify the hex for good, for all to see (explore.4, explore.6)."""
        terrain = chits_left(position)[outcome[0]] if position.chits else rolled(outcome[0])
        position.terrain[self.hex] = terrain
        id = position.land.ids[self.hex]
        if terrain == WATER and self._drowns(position):
            position.terrain[self.hex] = UNKNOWN
            position.then(self)
            if log:
                log.say(f"{id} cannot be Water.", clause="archmagi/explore.3", dice=outcome, places=(id,))
            return
        if log:
            log.say(f"{id} is {TERRAINS[terrain].name}.", clause=self.clause, dice=outcome, places=(id,))

    def _drowns(self, position: ArchmagiPosition) -> bool:
        if position.round == 0:
            return True  # archmagi are not placed on Water (terrain.6)
        return any(
            not stands(position, unit, self.hex)
            for seat in position.owners_in(self.hex)
            for unit in position.stack(self.hex, seat)
        )


def chits_left(position: ArchmagiPosition) -> list[int]:
    """Return the terrain chits that are left: the chart holds one of each for every twenty hexes of land begun
    (map.8).
    """
    land = sum(1 for sea in position.land.sea if not sea)
    sets = -(-land // ROLLED)
    left = [terrain for terrain in range(ROLLED) for _ in range(sets)]
    for hex, terrain in enumerate(position.terrain):
        if position.land.terrain[hex] == UNKNOWN and terrain in left:
            left.remove(terrain)
    return left
