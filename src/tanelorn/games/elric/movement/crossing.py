"""A march, one boundary at a time (elric/7.0c, 7.3d, 7.3e, 7.5, 7.6): what happens on entering each area."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from tanelorn.core.amounts import a_or_many
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.elric.equipment.counters import ARMY, FLEET, PERSON
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.movement.dangerous_seas import deck_rolls, rolls_between
from tanelorn.games.elric.movement.groups import ASHORE, SAILING, SWIMMING, Party, leaders_aboard
from tanelorn.games.elric.movement.random_attacks import attack_due, meet_lurkers, random_attack, victims_of
from tanelorn.games.elric.movement.reach import Terrain, bar
from tanelorn.games.elric.movement.routes import SWIM
from tanelorn.games.elric.state.places import with_area
from tanelorn.games.elric.state.position import (
    ATTACKED,
    DETACHED,
    DONE,
    SHIFTED,
    STAYED,
    THIEF,
    ElricPosition,
)
from tanelorn.games.elric.state.stacks import decks
from tanelorn.games.elric.state.wilderness import wilderness
from tanelorn.games.elric.state.words import name


class Onward(Automatic, frozen=True, tag=True):
    """The group in hand goes on to the next area of its route while nothing stops it.

    `thief` is the area of an Elric whom it comes to take away, otherwise -1 (12.1.2d).
    """

    seat: int
    here: int
    route: tuple[int, ...]
    thief: int = -1
    title = "On the march"
    clause = "elric/7.0c"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Push the rolls due before the boundary, the boundary itself, and the rest of the route."""
        rally(position, self.seat, self.here)
        if not position.march or not self.route:
            return
        leave_captainless(position)
        party = Party(position, position.march, self.seat)
        if party.flies:
            self._fly(position, party)
            return
        to = self.route[0]
        before, _ = rolls_between(position, party, self.here, to)
        position.then(
            *deck_rolls(position, party),
            *before,
            Cross(self.seat, self.here, to, self.thief),
            Onward(self.seat, to, self.route[1:], self.thief),
        )

    def _fly(self, position: ElricPosition, party: Party) -> None:
        """Flyers meet nothing on their way but the Boiling Sea (7.4.1b)."""
        areas = (self.here, *self.route)
        dice = [
            step
            for frm, to in zip(areas, self.route, strict=False)
            for some in rolls_between(position, party, frm, to)
            for step in some
        ]
        to = self.route[-1]
        position.then(
            *deck_rolls(position, party),
            *dice,
            Alight(self.seat, self.here, to, areas[-2], len(self.route)),
            Onward(self.seat, to, ()),
        )


def rally(position: ElricPosition, seat: int, here: int) -> None:
    """Keep in hand whoever is still there and may go on."""
    if position.march:
        owner, area, did = position.owner, position.area, position.did
        position.march = [
            unit
            for unit in position.march
            if owner[unit] == seat and area[unit] == here and not did[unit] & (DONE | STAYED)
        ]


def leave_captainless(position: ElricPosition) -> None:
    """Leave behind fleets that have lost their captain on the way, if others of the group still have one (7.3f)."""
    if position.world.kind[position.march[0]] == FLEET:
        led = [fleet for fleet in position.march if leaders_aboard(position, fleet)]
        position.march = led or position.march[:1]


class Cross(Automatic, frozen=True, tag=True):
    """The group in hand crosses one boundary, for a point, or two of a sea without a ship (7.0c, 7.2a, 7.3b, 12.0b)."""

    seat: int
    here: int
    to: int
    thief: int = -1
    title = "On the march"
    clause = "elric/7.0c"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Move everyone who goes, if the rules still allow it, and push the dangers of the area."""
        rally(position, self.seat, self.here)
        if not position.march:
            return
        party = Party(position, position.march, self.seat)
        terrain = Terrain(position, party)
        if self.thief == self.to:
            terrain.ignore(self.to)
        if bar(terrain, self.here, self.to):
            return
        world = position.world
        to_sea = self.to in world.seas
        costs = dict.fromkeys(party.movers, SWIM if to_sea and party.manner != SAILING else 1)
        ships = dict.fromkeys(party.movers, -1)
        if party.manner == SAILING:
            stay_aboard = to_sea or terrain.foes(self.to)
            for unit in party.movers:
                ship = position.ship[unit]
                if stay_aboard or ship == world.chaos_ship:
                    ships[unit] = ship
                if not to_sea and unit not in party.units:
                    costs[unit] = 0
        _, rolls = rolls_between(position, party, self.here, self.to)
        attach(position, party)
        arrive(position, party.movers, self.to, self.here, costs, ships)
        position.then(*rolls)


class Alight(Automatic, frozen=True, tag=True):
    """Flyers land at the end of their route (7.4.1)."""

    seat: int
    here: int
    to: int
    came: int
    cost: int
    title = "In the air"
    clause = "elric/7.4.1a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Land whoever is left, at sea on a fleet."""
        rally(position, self.seat, self.here)
        units = position.march[:]
        if not units:
            return
        deck = decks(position, self.to, self.seat) if self.to in position.world.seas else []
        if self.to in position.world.seas and not deck:
            return
        ship = deck[0] if deck else -1
        set_down(position, units, self.here)
        old = tuple(position.ship[unit] for unit in units)
        enter(position, units, self.to, self.came, dict.fromkeys(units, self.cost), dict.fromkeys(units, ship))
        position.then(Settle())
        if position.tipped:
            meet_lurkers(position, victims_of(position, units, self.to, self.came, old))


def arrive(
    position: ElricPosition,
    units: Sequence[int],
    to: int,
    came: int,
    costs: dict[int, int],
    ships: dict[int, int],
) -> None:
    """Bring units into an area, ashore or aboard `ships`, and trigger what awaits them: random attacks, Elric."""
    set_down(position, units, came)
    old = tuple(position.ship[unit] for unit in units)
    enter(position, units, to, came, costs, ships)
    position.then(Settle())
    if attack_due(position, units, to):
        random_attack(position, units, to, came, ships=old)
    elif position.tipped:
        meet_lurkers(position, victims_of(position, units, to, came, old))


def enter(
    position: ElricPosition, units: Iterable[int], to: int, came: int, costs: dict[int, int], ships: dict[int, int]
) -> None:
    """Put units into an area as one stack (8.0e), pay the cost, and remember where they came from."""
    group = list(units)
    band = 0
    if wilderness(position)[to]:
        berths = {ships[unit] for unit in group if ships[unit] >= 0} - set(group)
        band = position.band[min(berths)] if berths else position.new_band()
    if came >= 0:
        position.trail += [with_area(unit, came) for unit in group]
    for unit in group:
        position.put(unit, to)
        position.spent[unit] += costs[unit]
        position.came[unit] = came
        position.ship[unit] = ships[unit]
        position.band[unit] = band
        position.did[unit] &= ~(ATTACKED | SHIFTED)


class Settle(Automatic, frozen=True, tag=True):
    """Settle who controls Elric now, and whether Moonglum is near (12.1.2a, 12.1.6a)."""

    title = "Elric"
    clause = "elric/12.1.2a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Settle both."""
        control.settle(position, log)


# Attaching and setting down (7.3e)


def attach(position: ElricPosition, party: Party) -> None:
    """Note who commands the armies or fleets that go along: each is attached once per turn (7.3e)."""
    if party.manner == SAILING:
        for fleet in party.units:
            _attach(position, [fleet], leaders_aboard(position, fleet))
    elif party.manner == ASHORE or party.manner == SWIMMING:
        attach_armies(position, party.movers, party.leaders)


def attach_armies(position: ElricPosition, units: Iterable[int], leaders: list[int]) -> None:
    """Note who commands the armies among units that move with leaders."""
    kind = position.world.kind
    _attach(position, [unit for unit in units if kind[unit] == ARMY], leaders)


def _attach(position: ElricPosition, units: list[int], leaders: list[int]) -> None:
    """Give newly attached units to a leader; any leader who starts out with them may take over the command later.

    If nobody is left who started out with their commander, for instance because he has fallen, the first leader takes
    them.
    """
    if not units or not leaders:
        return
    led = position.led
    if all(led[unit] < 0 for unit in units):
        chief = leaders[0]
        for other in leaders[1:]:
            if led[other] < 0:
                led[other] = chief
    else:
        chief = next((led[unit] for unit in units if led[unit] in leaders), -1)
        if chief < 0:
            known = {led[unit] for unit in units}
            chief = next((leader for leader in leaders if led[leader] in known), leaders[0])
    led[chief] = chief
    for unit in units:
        if led[unit] not in leaders:
            led[unit] = chief


def set_down(position: ElricPosition, movers: Sequence[int], here: int) -> None:
    """Note the armies and fleets that departing leaders set down in an area (7.3e).

    A leader who has marched with the departing one from the start, and stays, takes over the command.
    """
    led, did, kind = position.led, position.did, position.world.kind
    going = {unit for unit in movers if kind[unit] == PERSON}
    for unit in going:
        if led[unit] >= 0 and led[unit] not in going:
            led[unit] = unit
    if not any(led[unit] == unit for unit in going):
        return
    staying = [unit for unit in position.own_in(here, position.owner[movers[0]]) if unit not in movers]
    for unit in staying:
        chief = led[unit]
        if kind[unit] not in (ARMY, FLEET) or chief not in going:
            continue
        heirs = [other for other in staying if kind[other] == PERSON and led[other] == chief]
        if heirs:
            _inherit(position, staying, chief, heirs[0])
        else:
            did[unit] |= DETACHED


def _inherit(position: ElricPosition, staying: Iterable[int], chief: int, heir: int) -> None:
    for unit in staying:
        if position.led[unit] == chief:
            position.led[unit] = heir


# Sentences


def roster(position: ElricPosition, units: Iterable[int]) -> str:
    """Name units as a sentence begins with them: Fadan, Urish and 5 armies; An army."""
    return _roster(position.world, tuple(units))


@lru_cache(maxsize=4096)
def _roster(world: World, units: tuple[int, ...]) -> str:
    people = [f"**{name(world, unit)}**" for unit in units if world.kind[unit] == PERSON]
    fleets = [f"**{name(world, unit)}**" for unit in units if world.kind[unit] == FLEET]
    count = sum(world.kind[unit] == ARMY for unit in units)
    counted = [f"{fleets.count(one)} × {one}" if fleets.count(one) > 1 else one for one in dict.fromkeys(fleets)]
    armies = [a_or_many(count, "army", "armies")] if count else []
    parts = [*counted, *people, *armies]
    text = " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
    return re.sub(r"^(\W*)(\w)", lambda found: found[1] + found[2].upper(), text)


class ComeForElric(Automatic, frozen=True, tag=True):
    """Whoever has reached Elric's stack to take him away waits there until the movement step ends (12.1.2d)."""

    seat: int
    unit: int
    area: int
    title = "Elric is taken away"
    clause = "elric/12.1.2d"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Mark the thief, if they have come that far."""
        if position.area[self.unit] == self.area and position.owner[self.unit] == self.seat:
            position.did[self.unit] |= THIEF | DONE
            position.march = []
            if log:
                log.say(
                    f"**{name(position.world, self.unit)}** comes to take Elric away.",
                    clause=self.clause,
                    seat=self.seat,
                    places=(position.world.areas[self.area].id,),
                )
