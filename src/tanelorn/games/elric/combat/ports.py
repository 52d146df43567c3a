"""Combat in ports (elric/10.9.5): whether a port is attacked by sea, and what it is defended with."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.core.acts import Act, Acts, Verbs
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.combat.retreat import fleets_among
from tanelorn.games.elric.combat.totals import left, the_battle
from tanelorn.games.elric.equipment.counters import FLEET
from tanelorn.games.elric.state.position import NOBODY, ElricPosition
from tanelorn.games.elric.state.words import button, plain, pressed


def came_by_sea(position: ElricPosition, units: Iterable[int]) -> bool:
    """Tell whether attackers in a port sailed into it: one of their fleets has entered, and nobody came overland
    (10.9.5).
    """
    world, came = position.world, position.came
    fleets = [unit for unit in units if world.kind[unit] == FLEET and came[unit] in world.seas]
    return bool(fleets) and not any(came[unit] in world.lands for unit in units)


class ChooseMatch(Automatic, frozen=True, tag=True):
    """A port attacked by sea: fleets against fleets, or its armies against those who land (10.9.5)."""

    title = "Combat in port"
    clause = "elric/10.9.5"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Ask the defender, if they have fleets there."""
        battle = the_battle(position)
        area = battle.fight.area
        if area in position.world.seas or not came_by_sea(position, left(position, 0)):
            return
        battle.match = "armies"
        if battle.seats[1] != NOBODY and fleets_among(position, left(position, 1)):
            battle.segment = "match"
            position.then(Match(battle.seats[1]))


class Match(AsksOne, frozen=True, tag=True):
    """The defender chooses what to defend the port with (10.9.5)."""

    title = "Combat in port"
    clause = "elric/10.9.5"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Fleets or armies."""
        prompt = "The port is attacked by sea. Who defends it?"
        return DEFENCES.asked(position, prompt, default=plain("defend with armies"))

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Note it."""
        battle = the_battle(position)
        DEFENCES.do(position, choice, log)
        if log:
            log.say(f"The port is defended with its {battle.match}.", clause="elric/10.9.5", seat=seat)


def _with_fleets(position: ElricPosition, act: Act, log: Log) -> None:
    """Let fleets fight fleets; no wall counts."""
    the_battle(position).match = "fleets"
    the_battle(position).wall = 0


def _with_armies(position: ElricPosition, act: Act, log: Log) -> None:
    the_battle(position).match = "armies"


def _behind_the_wall(position: ElricPosition) -> tuple[str, Pick]:
    wall = the_battle(position).wall
    return button("defend with armies", "Armies against those who land", note=f"the wall adds {wall}" if wall else "")


_AT_SEA = button("defend with fleets", "Fleet against fleet", note="the port cannot be taken by this battle")

DEFENCES: Verbs[ElricPosition] = Verbs(
    pressed("defend with fleets", _with_fleets, lambda position: _AT_SEA),
    pressed("defend with armies", _with_armies, _behind_the_wall),
)
