"""What follows when a counter leaves play (elric/9.6, 11.0p, 12.1.2e): its spells, its artifacts, control of Elric."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.core.acts import Act, Acts
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne
from tanelorn.games.elric.equipment.counters import PERSON
from tanelorn.games.elric.melniboneans.control import controller_gone
from tanelorn.games.elric.state.consequences import Dissolve
from tanelorn.games.elric.state.dominance import lose_hold
from tanelorn.games.elric.state.position import OUT, ElricPosition
from tanelorn.games.elric.state.stacks import persons, stack_of
from tanelorn.games.elric.state.words import name, unit_named, with_unit


def leave(position: ElricPosition, unit: int, log: Log) -> None:
    """Take a unit out of play. Its spells are discarded, a companion takes up what it carried (11.0p), and control of
    Elric passes on (12.1.2e). The caller deals with whoever was aboard a fleet.
    """
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
            pass_on(position, artifact, owner, persons(position, companions), log)
    if unit == position.elric_with:
        controller_gone(position, log)
    if unit == world.elric:
        position.elric_with = -1
    if world.kind[unit] == PERSON and world.of[unit] >= 0 and position.battle is None:
        position.then(Dissolve())


def pass_on(position: ElricPosition, artifact: int, seat: int, heirs: list[int], log: Log) -> None:
    """Let a companion take up an artifact whose bearer is lost; without a companion it leaves play (11.0p)."""
    world = position.world
    fit = [unit for unit in heirs if artifact != world.mournblade or world.melnibonean[unit]]
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
    """Which companion takes up an artifact whose bearer is lost (11.0p)."""

    artifact: int
    heirs: tuple[int, ...]
    title = "An artifact to take up"
    clause = "elric/11.0p"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Each companion who is still there; nobody, if none is."""
        world = position.world
        still = [unit for unit in self.heirs if position.owner[unit] == seat and position.area[unit] >= 0]
        acts = [with_unit(world, "take up", unit) for unit in still]
        if not acts:
            acts = [Act("nobody", (), "nobody", ("button:nobody",))]
        return Acts(acts, f"Who takes up {world.units[self.artifact].name}?", default=acts[0])

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Hand it over."""
        world = position.world
        heir = unit_named(choice)
        if heir < 0:
            del position.bearer[self.artifact]
            return
        position.bearer[self.artifact] = heir
        if log:
            log.say(
                f"**{name(world, heir)}** takes up **{world.units[self.artifact].name}**.",
                clause="elric/11.0p",
                seat=seat,
            )


def lose(position: ElricPosition, unit: int, log: Log, heirs: Iterable[int] = ()) -> None:
    """Take a personality that has not escaped out of play; remaining companions take up what it carried (11.0p)."""
    owner = position.owner[unit]
    if log:
        log.say(f"**{name(position.world, unit)}** is lost.", clause="elric/10.8a", seat=owner)
    left = [other for other in heirs if position.owner[other] == owner and position.area[other] >= 0]
    for artifact, bearer in list(position.bearer.items()):
        if bearer == unit and left:
            pass_on(position, artifact, owner, left, log)
    leave(position, unit, log)
