"""Raids: idle ships fetch a party and put it ashore where it can storm something in the same turn or the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tanelorn.core.acts import Act
from tanelorn.games.albion.judgement.missions.plan import Plan
from tanelorn.games.albion.judgement.missions.voyages import Listed, sail_to
from tanelorn.games.albion.judgement.reckoning.forces import Foe, person_strength, stack_side
from tanelorn.games.albion.judgement.reckoning.hosts import Host
from tanelorn.games.albion.judgement.reckoning.odds import Side
from tanelorn.games.albion.movement.embarking import GO_ABOARD, LOAD
from tanelorn.games.albion.movement.ways.bans import bar
from tanelorn.games.albion.movement.ways.costs import FAR, Tree, sea_ways
from tanelorn.games.albion.movement.ways.groups import Group, why_not_sail
from tanelorn.games.albion.movement.ways.reach import reachable, sea_sky
from tanelorn.games.albion.movement.ways.sailing import aboard, prices, why_not_aboard, why_not_load
from tanelorn.games.albion.state.command import may_command
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import person_code, ship_code, troops_code
from tanelorn.games.albion.state.ratings import ship_points


@dataclass
class Party:
    """Those of a host who could go aboard together."""

    position: AlbionPosition
    hex: int
    persons: list[int]
    points: dict[int, int]

    @property
    def room(self) -> int:
        """How many ships it takes: each holds a point or an escort (12.1d)."""
        return sum(self.points.values()) + sum(self.position.escort[person] for person in self.persons)

    def side(self, terrain: str) -> Side:
        """Return the party as a side of a battle."""
        return stack_side(self.position, self.persons, self.points, terrain)


class Raid(NamedTuple):
    """Ships that fetch persons, and points of colours, at a berth and land them in a hex in this turn or the next."""

    ships: tuple[int, ...]
    berth: int
    persons: tuple[int, ...]
    points: tuple[tuple[int, int], ...]
    goal: int


class Fleet:
    """The ships of a seat at one berth that carry nobody and can sail; what they could do in this turn."""

    def __init__(self, plan: Plan, ships: list[int]) -> None:
        position, world = plan.position, plan.world
        self.plan, self.ships = plan, ships
        self.group = Group(position, plan.seat, [ship_code(ship) for ship in ships])
        self.berth = world.node[position.ship_at[ships[0]]][position.coast[ships[0]]]
        self.moves = min(ship_points(position, ship) for ship in ships) - sum(prices(position))
        self.pace = min(world.s_move[ship][position.hurt[ship]] for ship in ships)
        self.reach = reachable(position, self.group)

    def ports(self, hex: int) -> Iterator[tuple[int, int]]:
        """Yield the berths of a hex where they could fetch somebody, each with what they can sail on from there."""
        for berth in self.plan.world.node[hex]:
            if berth == self.berth:
                yield berth, self.moves
            elif berth in self.reach and not self.plan.rouses(self.reach[berth].route):
                yield berth, self.moves - self.reach.cost(berth)

    def shores(self, berth: int, left: int) -> list[tuple[Foe, int]]:
        """Return the enemies at whom somebody from a berth could be landed in this turn or the next, and when."""
        plan, world = self.plan, self.plan.world
        far = left + (self.pace if plan.left else 0)
        tree = sea_ways(world, sea_sky(plan.position, self.group), berth, far, frozenset())
        found = []
        for foe in plan.foes.values():
            costs = [tree.cost[to] for to in world.node[foe.hex] if self._open(foe.hex, to, tree)]
            if costs and min(costs) <= far:
                found.append((foe, int(min(costs) > left)))
        return found

    def _open(self, hex: int, berth: int, tree: Tree) -> bool:
        """Tell whether no enemy ship lies at a berth, and the way there rouses nobody."""
        plan, world = self.plan, self.plan.world
        if tree.cost[berth] >= FAR or plan.position.ships_of(1 - plan.seat, hex, world.node_coast[berth]):
            return False
        return not plan.rouses(world.node_hex[on] for on in tree.route(berth)[:-1])


def fleets(plan: Plan) -> list[Fleet]:
    """Return the idle fleets of a seat."""
    position, found = plan.position, []
    for hex in sorted(position.fleets) if position.phase == "movement" else ():
        for coast in range(len(plan.world.node[hex])):
            ships = [
                ship
                for ship in position.ships_of(plan.seat, hex, coast)
                if not any(aboard(position, ship)) and not why_not_sail(position, ship)
            ]
            fleet = Fleet(plan, ships) if ships else None
            if fleet is not None and fleet.moves > 0:
                found.append(fleet)
    return found


def parties(plan: Plan, host: Host, room: int) -> Iterator[Party]:
    """Yield who of a host could go aboard ships with room for so many points: the strongest persons first."""
    position = plan.position
    able = [person for person in host.persons if why_not_aboard(position, person) is None]
    able.sort(key=lambda person: (-person_strength(position, person), person))
    troops = {
        army.colour
        for army in position.armies_of(plan.seat, host.hex)
        if army.ship < 0 and why_not_load(position, army) is None
    }
    for count in range(1, len(able) + 1):
        persons, left = able[:count], room - sum(position.escort[person] for person in able[:count])
        if left < 0:
            return
        points = {}
        for colour, n in sorted(host.points.items(), key=lambda item: (-item[1], item[0])):
            if colour in troops and left:
                points[colour] = min(n, left)
                left -= points[colour]
        if (points or left < room) and not _strands(plan, host, persons, points):
            yield Party(position, host.hex, persons, points)


def _strands(plan: Plan, host: Host, persons: list[int], points: dict[int, int]) -> bool:
    """Tell whether troops would be left behind with nobody to lead them on."""
    rest = [person for person in host.persons if person not in persons]
    return any(
        n > points.get(colour, 0) and not any(may_command(plan.position, person, colour) for person in rest)
        for colour, n in host.points.items()
    )


def raids_of(plan: Plan) -> list[Raid]:
    """Return the raids that promise most; neither ships nor hosts go on two, and hosts on one have no mission."""
    found, idle = [], fleets(plan)
    while idle and plan.free:
        best, chosen = plan.edge, None
        for fleet in idle:
            for host in plan.free:
                for value, raid in _from(fleet, host):
                    if value > best:
                        best, chosen = value, (fleet, host, raid)
        if chosen is None:
            break
        fleet, host, raid = chosen
        found.append(raid)
        idle.remove(fleet)
        plan.free.remove(host)
        plan.threats.settle(
            plan.moved([Party(plan.position, host.hex, list(raid.persons), dict(raid.points))], raid.goal)
        )
    return found


def _from(fleet: Fleet, host: Host) -> Iterator[tuple[float, Raid]]:
    """Yield the raids of a fleet with those of a host, and what they promise."""
    plan = fleet.plan
    for berth, left in fleet.ports(host.hex) if host.rested else ():
        shores = fleet.shores(berth, left) if left > 0 else []
        for party in parties(plan, host, len(fleet.ships)) if shores else ():
            escorted = any(plan.position.escort[person] for person in party.persons)
            for foe, turns in shores:
                if bar(plan.position, plan.seat, party.persons, party.points, escorted, foe.hex) is None:
                    value = plan.assault([party], foe) - plan.standing(foe) - plan.rousing(foe.hex)
                    if value > plan.edge:
                        value -= plan.exposure([party], foe.hex, foe.hex)
                        value *= plan.style.haste**turns
                    points = tuple(sorted(party.points.items()))
                    ships = tuple(fleet.ships[: party.room])
                    yield value, Raid(ships, berth, tuple(party.persons), points, foe.hex)


def set_out(position: AlbionPosition, seat: int, acts: Listed, raid: Raid) -> Act | None:
    """Return how the ships in hand go on to fetch the party of a raid: there together, then who goes aboard."""
    on = sail_to(position, acts, raid.ships, raid.berth)
    return on if on is not None else _fetch(position, seat, acts, raid)


def _fetch(position: AlbionPosition, seat: int, acts: Listed, raid: Raid) -> Act | None:
    """Return who goes aboard next, or that those go who have been told off."""
    draft = position.desk[seat].draft
    loads: list[tuple[str, tuple[int, ...]]] = [(LOAD.words, (person_code(person),)) for person in raid.persons]
    for colour, n in raid.points:
        code = troops_code(colour)
        loads.append((LOAD.words, (code, n - sum(one.code == code for one in draft))))
    return next((acts[key] for key in loads if key in acts), acts.get((GO_ABOARD.verb, ())))
