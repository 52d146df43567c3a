"""Forces at sea: who is aboard, where they are worth most ashore, and how they get there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act
from tanelorn.games.albion.judgement.missions.plan import Plan
from tanelorn.games.albion.judgement.reckoning.forces import stack_side
from tanelorn.games.albion.judgement.reckoning.hosts import LONG
from tanelorn.games.albion.judgement.reckoning.odds import Side
from tanelorn.games.albion.judgement.style import Style
from tanelorn.games.albion.movement.embarking import GO_ASHORE, LAND, LAND_ALL
from tanelorn.games.albion.movement.going import GO
from tanelorn.games.albion.movement.picking_up import JOIN, TAKE
from tanelorn.games.albion.movement.ways.costs import FAR, costs_to, sea_ways, terms_of
from tanelorn.games.albion.movement.ways.groups import Group, why_not_sail
from tanelorn.games.albion.movement.ways.reach import Reached, reachable
from tanelorn.games.albion.movement.ways.sailing import aboard, prices
from tanelorn.games.albion.state.command import may_command
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import ship_code, ship_of
from tanelorn.games.albion.state.ratings import ship_points
from tanelorn.games.albion.state.stacks import garrison_side
from tanelorn.games.albion.weather import CLEAR

OCEAN = 144
"""How far ways at sea are looked at."""
HARDSHIP = 3.0
"""What wild magic may cost those who halt in it."""

Listed = Mapping[tuple[str, tuple[int, ...]], Act]
"""Acts by verb and arguments."""


class Band:
    """Those aboard the ships of a seat at one berth, who would go ashore together."""

    def __init__(self, position: AlbionPosition, seat: int, ships: list[int]) -> None:
        self.position, self.seat, self.ships = position, seat, ships
        self.hex, self.coast = position.ship_at[ships[0]], position.coast[ships[0]]
        self.persons: list[int] = []
        self.points: dict[int, int] = {}
        for ship in ships:
            persons, armies = aboard(position, ship)
            self.persons += persons
            for army in armies:
                self.points[army.colour] = self.points.get(army.colour, 0) + army.n
        self.moves = min(ship_points(position, ship) for ship in ships)
        self.pace = min(position.world.s_move[ship][position.hurt[ship]] for ship in ships)
        self.march = min(position.world.c_move)  # ashore they are not thought faster than the slowest troops

    def side(self, terrain: str) -> Side:
        """Return the band as a side of a battle."""
        return stack_side(self.position, self.persons, self.points, terrain)

    def reach(self) -> Reached:
        """Return the berths to which its ships can go at once."""
        return reachable(self.position, Group(self.position, self.seat, [ship_code(ship) for ship in self.ships]))


class Voyage(NamedTuple):
    """Ships with all aboard that go to a berth; if they `land`, it is there already or goes ashore when it has come."""

    ships: tuple[int, ...]
    berth: int
    land: bool


def bands_of(position: AlbionPosition, seat: int) -> Iterator[Band]:
    """Yield those of a seat who are aboard ships that can sail in this phase."""
    if position.phase != "movement":
        return
    for hex in sorted(position.fleets):
        for coast in range(len(position.world.berths[hex])):
            ships = [
                ship
                for ship in position.ships_of(seat, hex, coast)
                if any(aboard(position, ship)) and not why_not_sail(position, ship)
            ]
            if ships:
                yield Band(position, seat, ships)


class Shores:
    """What it is worth to a seat that a band goes ashore, by hex: what it can storm there at once, and what later."""

    def __init__(self, plan: Plan, band: Band) -> None:
        self.plan, self.band = plan, band
        position, world = plan.position, plan.world
        terms = terms_of(position, plan.seat, band.persons, band.points)
        self._costs = {
            hex: costs_to(world, terms, hex, LONG) for hex, foe in plan.foes.items() if foe.fort or foe.points
        }
        self._alone = {hex: plan.assault([band], plan.foes[hex]) - plan.rousing(hex) for hex in self._costs}
        self._worth: dict[int, float] = {}

    def worth(self, hex: int) -> float:
        """Return it in Victory Points, 0 where the band had better not land."""
        found = self._worth.get(hex)
        if found is None:
            found = self._worth[hex] = self._hoped(hex)
            if found > 0:
                found = self._worth[hex] = found - max(self._risk(hex), 0.0)
        return found

    def _hoped(self, hex: int) -> float:
        plan = self.plan
        foe = plan.foes.get(hex)
        if foe is None:
            return self._later(hex) - self._hardship(hex) - plan.rousing(hex)
        now = plan.assault([self.band], foe) - plan.standing(foe) - plan.rousing(hex)
        if now <= plan.edge:
            return 0.0
        return now if foe.points else now + self._later(hex)

    def _later(self, hex: int) -> float:
        """Return what they could storm from there in later turns, alone or with those who stand there; troops without
        a leader march with one alone (14.1.1).
        """
        plan, best = self.plan, 0.0
        hosts = [host for host in plan.free if host.hex == hex and host.points and self._led(host.persons)]
        led = self._led(self.band.persons)
        for goal, costs in self._costs.items():
            turns = -(-costs[hex] // self.band.march)
            if goal == hex or costs[hex] >= FAR or turns > plan.left:
                continue
            value = self._alone[goal] if led else 0.0
            for host in hosts:
                foe = plan.foes[goal]
                value = max(value, plan.assault([self.band, host], foe) - max(plan.assault([host], foe), 0.0))
            best = max(best, value * plan.style.haste**turns)
        return best

    def _led(self, leaders: Sequence[int]) -> bool:
        """Tell whether the band has no troops, or somebody aboard or among some persons may command them."""
        position, band = self.plan.position, self.band
        return not band.points or any(
            may_command(position, person, colour) for person in (*leaders, *band.persons) for colour in band.points
        )

    def _hardship(self, hex: int) -> float:
        """Return what a hex that is no fortress may cost those who halt there."""
        if garrison_side(self.plan.position, hex) == self.plan.seat:
            return 0.0
        return HARDSHIP * (self.plan.world.aspect[hex] == "wild")

    def _risk(self, hex: int) -> float:
        """Return how much more the enemy may gain when they have landed."""
        threats = self.plan.threats
        persons, points = threats.stands(hex)
        points = points.copy()
        for colour, n in self.band.points.items():
            points[colour] = points.get(colour, 0) + n
        return threats.toll({hex: (persons + self.band.persons, points)}, hex) - threats.toll({})


def voyage_of(plan: Plan, band: Band) -> Voyage | None:
    """Return where a band goes, None if it had better stay aboard where it is."""
    position, world = plan.position, plan.world
    shores, reach = Shores(plan, band), band.reach()
    here = world.node[band.hex][band.coast]
    tree = sea_ways(world, CLEAR, here, OCEAN, frozenset())
    price = prices(position)[1]
    best, goal, when = plan.style.push, -1, 0
    for berth, hex in enumerate(world.node_hex):
        if not world.land[hex]:
            continue
        if berth == here:
            turns = 0 if band.moves >= price else 1
        else:
            cost = reach.cost(berth) if berth in reach else FAR
            turns = 0 if cost + price <= band.moves else _turns(tree.cost[berth] + price - band.moves, band.pace)
        if turns > plan.left or (berth != here and position.ships_of(1 - plan.seat, hex, world.node_coast[berth])):
            continue
        if berth in reach and plan.rouses(reach[berth].route[:-1]):
            continue
        value = shores.worth(hex) * plan.style.haste**turns
        if value > best:
            best, goal, when = value, berth, turns
    if goal < 0:
        return None
    if not when:
        return Voyage(tuple(band.ships), goal, True)
    if goal == here:
        return None
    way = [berth for berth in tree.route(goal) if berth in reach and not world.land[world.node_hex[berth]]]
    # In the long war, too, nobody is woken by ships that only pass: they strike no blow.
    way = [berth for berth in way if not any(plan.asleep(hex) for hex in reach[berth].route)]
    return Voyage(tuple(band.ships), way[-1], False) if way else None


def _turns(cost: int, pace: int) -> int:
    return max(-(-cost // pace), 1) if cost < FAR else 99


def voyages(position: AlbionPosition, seat: int, style: Style) -> list[Voyage]:
    """Return the voyages of a seat in this phase."""
    bands = list(bands_of(position, seat))
    if not bands:
        return []
    plan = Plan(position, seat, style)
    found = [voyage_of(plan, band) for band in bands]
    return [one for one in found if one is not None]


def arrive(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Let the expedition appear as near as it can to where it is worth most ashore (10.1b)."""
    world, table = position.world, position.copy()
    first, ship = acts[0].args, world.expedition.ships[0]
    table.put_ship(ship, *first)
    for person in world.expedition.persons:
        table.put(person, first[0])
        table.aboard[person], table.escort[person] = ship, int(world.p_escort[person])
    shores = Shores(Plan(table, seat, style), Band(table, seat, [ship]))
    goals = [berth for berth, hex in enumerate(world.node_hex) if world.land[hex]]
    goal = max(goals, key=lambda berth: (shores.worth(world.node_hex[berth]), -berth))
    tree = sea_ways(world, CLEAR, goal, OCEAN, frozenset())

    def way(act: Act) -> tuple[bool, int, tuple[int, ...]]:
        berth = world.node[act.args[0]][act.args[1]]
        return bool(position.ships_of(1 - seat, act.args[0])), 0 if berth == goal else tree.cost[berth], act.args

    return min(acts, key=way)


def set_sail(position: AlbionPosition, seat: int, acts: Listed, style: Style) -> Act | None:
    """Return whom to take in hand, None if no force at sea has anywhere to go."""
    for voyage in voyages(position, seat, style):
        act = acts.get((TAKE.words, (ship_code(voyage.ships[0]),)))
        if act is not None:
            return act
    return None


def sail(position: AlbionPosition, seat: int, acts: Listed, style: Style) -> Act | None:
    """Return what the ships in hand do next, None if nothing."""
    ashore = acts.get((GO_ASHORE.verb, ()))
    if ashore is not None:
        return _landing(acts) or ashore
    lead = ship_of(position.march[0])
    voyage = next((one for one in voyages(position, seat, style) if lead in one.ships), None)
    if voyage is None:
        return None
    on = sail_to(position, acts, voyage.ships, voyage.berth)
    if on is not None:
        return on
    return acts.get((LAND_ALL.verb, ())) or _landing(acts) if voyage.land else None


def sail_to(position: AlbionPosition, acts: Listed, ships: Sequence[int], berth: int) -> Act | None:
    """Return how ships in hand go on to a berth, all together; None if they are there, or cannot."""
    world, lead = position.world, ship_of(position.march[0])
    for ship in ships:
        if ship_code(ship) not in position.march and (JOIN.words, (ship_code(ship),)) in acts:
            return acts[JOIN.words, (ship_code(ship),)]
    there = world.node_hex[berth], world.node_coast[berth]
    return acts.get((GO.words, there)) if (position.ship_at[lead], position.coast[lead]) != there else None


def _landing(acts: Listed) -> Act | None:
    """Return who goes ashore next, as many as can."""
    lands = [act for (verb, _), act in acts.items() if verb == LAND.words]
    return lands[-1] if lands else None
