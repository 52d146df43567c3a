"""Elimination and heroic escapes (elric/10.8): however units are beaten, they are lost in this one way."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.elric.equipment.counters import PERSON
from tanelorn.games.elric.losses.escape_rolls import SURE, Attempt, Verdict
from tanelorn.games.elric.losses.leaving_play import leave, lose
from tanelorn.games.elric.losses.refuge import Refuge, join_company
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.state.position import NOBODY, OUT, ElricPosition
from tanelorn.games.elric.state.stacks import stack_of, swimmers
from tanelorn.games.elric.state.words import name


def eliminate(position: ElricPosition, units: Iterable[int], area: int, log: Log) -> None:
    """Eliminate units: armies and fleets leave at once, with everyone aboard; personalities may escape (10.8a).

    In a battle, escapes wait for its end; otherwise they come next. Their order is Elric, the others, Moonglum, and
    then those in brackets, who share the fate of their strongest companion (10.8d).
    """
    world = position.world
    lost = [unit for unit in units if position.area[unit] >= 0]
    lost += [unit for unit in position.units_in(area) if position.ship[unit] in lost and unit not in lost]
    people = [unit for unit in lost if world.kind[unit] == PERSON]
    companies = {unit: _company(position, unit, area) for unit in people}
    for unit in people:
        position.lift(unit)
        if unit in position.march:
            position.march.remove(unit)
    for unit in lost:
        if world.kind[unit] != PERSON:
            leave(position, unit, log)
    if log and lost:
        _tell(position, lost, area, log)
    battle = position.battle
    if battle is not None and area == battle.fight.area and battle.segment not in ("escapes", "spoils"):
        battle.fallen += people
    else:
        rescue(position, people, area, companies, log)


def _company(position: ElricPosition, unit: int, area: int) -> list[int]:
    """Return the personalities who stand in a stack with one, or stood with it when the battle there began."""
    world, battle = position.world, position.battle
    stack = stack_of(position, unit) if position.area[unit] >= 0 else []
    if battle is not None and battle.fight.area == area:
        stack = next((side for side in battle.sides if unit in side), stack)
    return [other for other in stack if world.kind[other] == PERSON and other != unit]


def _tell(position: ElricPosition, lost: list[int], area: int, log: Log) -> None:
    world = position.world
    names = [name(world, unit) for unit in lost]
    counted = [
        f"{names.count(one)} × **{one}**" if names.count(one) > 1 else f"**{one}**" for one in dict.fromkeys(names)
    ]
    place = world.areas[area]
    log.say(
        f"Eliminated in {place.name}: {', '.join(counted)}.",
        clause="elric/10.8a",
        places=(place.id,),
    )


def rescue_fallen(position: ElricPosition, log: Log) -> None:
    """Let everyone eliminated in the battle that is ending try to escape (10.8a)."""
    battle = position.battle
    if battle is None:
        return
    people = [unit for unit in battle.fallen if position.owner[unit] != OUT]
    battle.fallen = []
    companies = {unit: _company(position, unit, battle.fight.area) for unit in people}
    rescue(position, people, battle.fight.area, companies, log)


def rescue(position: ElricPosition, people: list[int], area: int, companies: dict[int, list[int]], log: Log) -> None:
    """Push the escapes of personalities who have been lifted off the board; `companies` says who stood with each."""
    world = position.world
    for unit in [unit for unit in people if position.owner[unit] == NOBODY]:
        leave(position, unit, log)
    people = [unit for unit in people if position.owner[unit] >= 0]
    fighters = [unit for unit in people if not world.influence[unit]]
    fighters.sort(key=lambda unit: (unit == world.moonglum, unit != world.elric, -world.value[unit], unit))
    steps: list[Automatic] = []
    for unit in fighters:
        beside = world.elric if unit == world.moonglum and world.elric in companies[unit] else -1
        steps.append(Escape(unit, area, beside, _heirs(position, unit, companies[unit])))
    for unit in people:
        if world.influence[unit]:
            company = companies[unit]
            steps.append(ShareFate(unit, area, _strongest(position, company), _heirs(position, unit, company)))
    if world.elric in people and world.moonglum in companies[world.elric] and world.moonglum not in people:
        steps.append(Rejoin())
    if steps:
        position.then(*steps, SettleElric())


def _strongest(position: ElricPosition, company: list[int]) -> tuple[int, ...]:
    """Return the strongest fighters of a company who are not slain, all of them if equal (10.8d)."""
    world = position.world
    fit = [unit for unit in company if not world.influence[unit] and position.owner[unit] != OUT]
    best = max((world.value[unit] for unit in fit), default=0)
    return tuple(unit for unit in fit if world.value[unit] == best)


def _heirs(position: ElricPosition, unit: int, company: list[int]) -> tuple[int, ...]:
    """Return the companions still on the board, who take up what a lost bearer carried."""
    if unit not in position.bearer.values():
        return ()
    return tuple(other for other in company if position.area[other] >= 0)


class Escape(Automatic, frozen=True, tag=True):
    """An eliminated personality tries to escape; `beside` is a personality it stays with, as Moonglum
    does with Elric.
    """

    unit: int
    area: int
    beside: int = -1
    heirs: tuple[int, ...] = ()
    title = "Heroic escape"
    clause = "elric/10.8a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Roll, unless any die would do."""
        if position.owner[self.unit] < 0:
            return
        value = position.world.value[self.unit]
        sure = value >= SURE
        verdict = Escaped(unit=self.unit, area=self.area, beside=self.beside, heirs=self.heirs, saved=sure)
        position.then(*(() if sure else (Attempt(self.unit, value, "heroic escape"),)), verdict)


class Escaped(Verdict, frozen=True, tag=True, kw_only=True):
    """Whoever is saved finds a refuge; whoever is not leaves play (10.8a, 10.8b)."""

    area: int
    beside: int = -1
    heirs: tuple[int, ...] = ()
    title = "Heroic escape"
    clause = "elric/10.8b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Find a refuge, or leave play."""
        self.spend(position, self.area)
        if self.saved:
            position.then(Refuge(self.unit, self.area, self.beside))
        else:
            lose(position, self.unit, log, self.heirs)


class ShareFate(Automatic, frozen=True, tag=True):
    """A bracketed personality is saved and found with their strongest companion; without one they are lost (10.8d)."""

    unit: int
    area: int
    companions: tuple[int, ...]
    heirs: tuple[int, ...] = ()
    title = "Heroic escape"
    clause = "elric/10.8d"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Join a companion who is on the board, unless that companion has gone over to the enemy."""
        owner = position.owner[self.unit]
        if owner < 0:
            return
        saved = [other for other in self.companions if position.area[other] >= 0]
        friends = [other for other in saved if position.owner[other] in (owner, NOBODY)]
        if friends:
            join_company(position, self.unit, friends[0], log)
        elif saved:
            position.then(Refuge(self.unit, self.area))
        else:
            lose(position, self.unit, log, self.heirs)


class Rejoin(Automatic, frozen=True, tag=True):
    """Moonglum, who was in no danger himself, goes where Elric has escaped to (12.1.6a)."""

    title = "Elric and Moonglum"
    clause = "elric/12.1.6a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Put Moonglum beside Elric, on the same side."""
        world = position.world
        elric, moonglum = world.elric, world.moonglum
        if position.area[elric] >= 0 and position.area[moonglum] >= 0:
            position.owner[moonglum] = position.owner[elric]
            if position.area[moonglum] != position.area[elric]:
                join_company(position, moonglum, elric, log)


class SettleElric(Automatic, frozen=True, tag=True):
    """Settle who controls Elric now, and whether Moonglum has found him (12.1.2e, 12.1.6a)."""

    title = "Elric"
    clause = "elric/12.1.2e"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Leave an Elric who is parted from his controller to nobody, until somebody stacks with him."""
        control.settle(position, log)


def sink(position: ElricPosition, fleet: int, log: Log, *, wrecked: bool = False) -> None:
    """Take a fleet out of play. At sea the armies aboard are lost with it, and personalities must escape (7.1b, 7.3c):
    all of them if it was `wrecked`, otherwise only those who cannot cross the sea without a ship.
    """
    area = position.area[fleet]
    carried = [unit for unit in position.units_in(area) if position.ship[unit] == fleet]
    leave(position, fleet, log)
    swim = swimmers(position.world)
    lost = [unit for unit in carried if wrecked or not swim[unit]] if position.world.areas[area].sea else []
    for unit in carried:
        if unit not in lost:
            position.ship[unit] = -1
    eliminate(position, lost, area, log)
