"""Counters that leave play, and what follows: their spells, artifacts, Elric's control, their nation (elric/6.0h)."""

from __future__ import annotations

from tanelorn.core.acts import Act, Acts
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.equipment.world import PERSON
from tanelorn.games.elric.state.cities import check_garrisons
from tanelorn.games.elric.state.position import NOBODY, OUT, ElricPosition
from tanelorn.games.elric.state.stacks import persons, stack_of
from tanelorn.games.elric.state.words import name, with_unit


def leave(position: ElricPosition, unit: int, log: Log, *, slain: bool = False) -> None:
    """Take a unit out of play. Its spells are discarded; what it carried is taken up in its stack (11.0p), unless it
    was `slain` by the blade that it carried; Elric's control passes (12.1.2e). Who was aboard a fleet
    is the caller's to see to.
    """
    from tanelorn.games.elric.world_end import lose_hold

    world = position.world
    if position.owner[unit] == OUT:
        return
    companions = [other for other in stack_of(position, unit) if other != unit] if position.area[unit] >= 0 else []
    owner = position.owner[unit]
    for spell in position.hand(unit):
        lose_hold(position, spell, unit)
    position.lift(unit)
    position.owner[unit] = OUT
    if unit in position.march:
        position.march.remove(unit)
    for artifact, bearer in list(position.bearer.items()):
        if bearer == unit:
            pass_on(position, artifact, owner, persons(position, companions), log, keep=not slain)
    if unit == position.elric_with:
        from tanelorn.games.elric.melniboneans.control import controller_gone

        controller_gone(position, log)
    if unit == world.elric:
        position.elric_with = -1
    if world.kind[unit] == PERSON and world.of[unit] >= 0 and position.battle is None:
        position.then(Dissolve())


def pass_on(
    position: ElricPosition, artifact: int, seat: int, heirs: list[int], log: Log, *, keep: bool = True
) -> None:
    """Let a companion take up an artifact whose bearer is lost; without one it leaves play (11.0p)."""
    world = position.world
    fit = [unit for unit in heirs if artifact != world.mournblade or world.melnibonean[unit]] if keep else []
    position.bearer[artifact] = -1
    if len(fit) == 1:
        position.bearer[artifact] = fit[0]
    elif fit and seat >= 0:
        position.then(TakeUp(seat, artifact, tuple(fit)))
    else:
        del position.bearer[artifact]
        if log:
            log.say(f"**{world.units[artifact].name}** leaves play.", clause="elric/11.0p")


class TakeUp(AsksOne, frozen=True, tag=True):
    """Who of the stack takes up an artifact whose bearer is lost (11.0p)."""

    artifact: int
    heirs: tuple[int, ...]
    title = "An artifact to take up"
    clause = "elric/11.0p"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """One of the companions who are still there; if none is, nobody."""
        world = position.world
        still = [unit for unit in self.heirs if position.owner[unit] == seat and position.area[unit] >= 0]
        acts = [with_unit(world, "take up", unit) for unit in still]
        if not acts:
            acts = [Act("nobody", (), "nobody", ("button:nobody",))]
        return Acts(acts, f"Who takes up {world.units[self.artifact].name}?", default=acts[0])

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Hand it over."""
        world = position.world
        if not choice.args:
            del position.bearer[self.artifact]
            return
        position.bearer[self.artifact] = choice.args[0]
        if log:
            log.say(
                f"**{name(world, choice.args[0])}** takes up **{world.units[self.artifact].name}**.",
                clause="elric/11.0p",
                seat=seat,
            )


class Dissolve(Automatic, frozen=True, tag=True):
    """A nation that has lost all its personalities leaves the board and is neutral again (6.0h)."""

    title = "Nations without leaders"
    clause = "elric/6.0h"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Check every nation and horde that somebody owns, then the cities that their armies kept (10.9.1a)."""
        dissolve(position, log)
        check_garrisons(position, log)


def dissolve(position: ElricPosition, log: Log) -> None:
    """Remove the armies and fleets of nations whose last personality is gone (6.0h)."""
    world = position.world
    owner = position.owner
    rising = {nation for nation, _ in position.rising}
    for number, seat in enumerate(position.nation):
        if seat == NOBODY or number in rising or _is_led(position, number, seat):
            continue
        nation = world.nations[number]
        position.nation[number] = NOBODY
        if nation.capital >= 0 and position.prize[nation.capital] == seat:
            position.prize[nation.capital] = -1
        if number in position.freed:
            position.freed.remove(number)
        if log:
            log.say(
                f"**{nation.name}** has no leader left: its armies and fleets leave the board, it is neutral again.",
                clause="elric/6.0h",
                seat=seat,
            )
        for unit in (*nation.armies, *nation.fleets):
            if owner[unit] == seat:
                if unit in nation.fleets:
                    sink(position, unit, log)
                else:
                    leave(position, unit, log)


def _is_led(position: ElricPosition, nation: int, seat: int) -> bool:
    owner, elric = position.owner, position.world.elric
    for unit in position.world.nations[nation].people:  # noqa: SIM110 - asked of every nation in every step
        if owner[unit] == seat and unit != elric:
            return True
    return False


def sink(position: ElricPosition, fleet: int, log: Log, *, wrecked: bool = False) -> None:
    """Take a fleet out of play. At sea the armies aboard are lost with it, and the personalities must escape (7.1b,
    7.3c): all of them if it was `wrecked`, otherwise those who cannot cross the sea without a ship.
    """
    from tanelorn.games.elric.losses.escapes import eliminate
    from tanelorn.games.elric.state.stacks import swimmers

    area = position.area[fleet]
    carried = [unit for unit in position.units_in(area) if position.ship[unit] == fleet]
    leave(position, fleet, log)
    swim = swimmers(position.world)
    lost = [unit for unit in carried if wrecked or not swim[unit]] if position.world.areas[area].sea else []
    for unit in carried:
        if unit not in lost:
            position.ship[unit] = -1
    eliminate(position, lost, area, log)
