"""What a seat wants to do with its movement: a list of missions, the same whenever the same position is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from tanelorn.games.elric.equipment.counters import ARMY, FLEET, PERSON
from tanelorn.games.elric.judgement.reckoning.forces import Defence, Forces, Host
from tanelorn.games.elric.judgement.reckoning.menaces import Menaces
from tanelorn.games.elric.judgement.reckoning.odds import Odds, odds
from tanelorn.games.elric.judgement.reckoning.prizes import IMRRYR, NEUTRAL, contested, hour, keep, prizes
from tanelorn.games.elric.judgement.reckoning.reaching import Voyage, blocked, walks
from tanelorn.games.elric.judgement.style import Style
from tanelorn.games.elric.sequence.victory import ends_game_turn
from tanelorn.games.elric.state.cities import holder
from tanelorn.games.elric.state.position import LAST_TURN, NOBODY, ElricPosition
from tanelorn.games.elric.state.stacks import room


class Mission(NamedTuple):
    """Something to do with a group, its leader first: `go` to an area on foot or swimming, `board` a fleet, `sail`
    fleets to an area, `land` passengers in one.
    """

    kind: str
    units: tuple[int, ...]
    goal: int


class Plan:
    """The missions of a seat, found one after the other; `free` are the units that have none yet. In the `last`
    player-turn of the game nobody strikes back: only garrisons stay.
    """

    def __init__(self, position: ElricPosition, seat: int, style: Style) -> None:
        self.position, self.seat, self.style = position, seat, style
        self.world = position.world
        self.last = hour(position) >= LAST_TURN and ends_game_turn(position, seat)
        self.forces = Forces(position, seat)
        self.closed = blocked(position, seat)
        self.decisive = contested(position) if self.last else set[int]()
        self.prizes = {
            area: prize * (style.neutral if prize <= NEUTRAL else 1.0)
            for area, prize in prizes(position, seat).items()
            if not self.decisive or area in self.decisive or prize >= IMRRYR
        }
        self.missions: list[Mission] = []
        self.free: set[int] = set()
        self.menaces = Menaces(position, seat)
        for host in self.forces.hosts:
            self.free |= {*host.leaders, *host.weak, *self._spare(host)}
        self.voyages = {
            host: Voyage(self.forces, host, self.closed) for host in self.forces.hosts if host.fleets and host.leaders
        }

    # Who is free to go

    def guard(self, area: int) -> int:
        """Return how many armies stay in an area that the seat holds."""
        position, seat = self.position, self.seat
        if holder(position, area) != seat:
            return 0
        if self.last:
            return int(position.captured[area] == seat)
        if position.captured[area] == seat:
            return self.style.hold if keep(position, seat, area) > 10 else 1
        nation = self.world.nations[self.world.areas[area].nation]
        return self.style.guard if area == nation.capital else 0

    def _spare(self, host: Host) -> Sequence[int]:
        """Return the armies of a host that need not stay."""
        if host.aboard:
            return host.armies
        least = self.guard(host.area)
        if self.style.fear and least and not self.last:
            least = self.menaces.guard(host.area, least, len(host.armies), self.style)
        return host.armies[least:]

    def leaders(self, host: Host) -> list[int]:
        """Return the leaders of a host that are still free."""
        return [unit for unit in host.leaders if unit in self.free]

    def armies(self, host: Host) -> list[int]:
        """Return its armies that are still free."""
        return [unit for unit in host.armies if unit in self.free]

    def assign(self, mission: Mission) -> None:
        """Note a mission; its units are free no more."""
        self.missions.append(mission)
        self.free.difference_update(mission.units)

    # What must be held

    def leaving(self, host: Host, units: Sequence[int]) -> float:
        """Return what it costs to leave a city that the seat holds to those who could strike it."""
        area = host.area
        if host.aboard or not self.style.fear or holder(self.position, area) != self.seat:
            return 0.0
        dread = self.menaces.dread(area, self.style)
        if not dread:
            return 0.0
        there = self.forces.value(self.position.own_in(area, self.seat))
        going = self.forces.value(units)
        return dread * (self.menaces.falls(area, there - going) - self.menaces.falls(area, there))

    def relief(self, area: int, units: Sequence[int]) -> float:
        """Return what it is worth to bring units into a city that the seat holds."""
        dread = self.menaces.dread(area, self.style)
        if not dread:
            return 0.0
        there = self.forces.value(self.position.own_in(area, self.seat))
        more = self.forces.value(units)
        return dread * (self.menaces.falls(area, there) - self.menaces.falls(area, there + more))

    # Odds

    def odds(self, units: Sequence[int], against: Defence) -> Odds:
        """Return the odds of units against a defence, by the better of what their magic can do."""
        forces = self.forces
        own = forces.value(units)
        plain = forces.power(units)
        best = _odds(plain, own, against.factors, against)
        eater = forces.eater(units)
        if eater >= 0 and against.factors > 3 and against.foe != NOBODY:
            rest = own - self.world.value[eater]
            eaten = _odds(rest, own, 0, against, against.factors)
            if eaten.take + 0.03 * eaten.harm > best.take + 0.03 * best.harm:
                return eaten
        return best

    # Ways by sea

    @cached_property
    def ports(self) -> dict[int, int]:
        """Return by port how many armies the fleets of the seat have room for that lie there, or empty off it."""
        position, world = self.position, self.world
        units = position.units_of(self.seat)
        crewed = {position.ship[unit] for unit in units}
        found: dict[int, int] = {}
        for fleet in (unit for unit in units if world.kind[unit] == FLEET):
            area = position.area[fleet]
            off = () if fleet in crewed else (port for port in world.harbours[area] if port not in self.closed)
            for port in (area,) if area in world.lands else off:
                found[port] = found.get(port, 0) + room(position, fleet)
        return dict(sorted(found.items()))

    def ferry(self, host: Host, voyage: Voyage, units: Sequence[int], coast: int) -> bool:
        """Send units by ship to a coast: first aboard, then over the sea, then ashore; return whether they can go."""
        sea, _ = voyage.coasts[coast]
        return self.sail(host, voyage, units, sea, coast)

    def sail(self, host: Host, voyage: Voyage, units: Sequence[int], sea: int, coast: int = -1) -> bool:
        """Send units aboard and to a sea, and ashore if they lie off the coast already."""
        if host.aboard:
            if host.area == sea and coast >= 0:
                self.assign(Mission("land", tuple(units), coast))
            elif host.area != sea:
                self.assign(Mission("sail", voyage.ships, sea))
            self.free.difference_update(units)
            return True
        return self._embark(voyage, units)

    def _embark(self, voyage: Voyage, units: Sequence[int]) -> bool:
        position, world = self.position, self.world
        persons = [unit for unit in units if world.kind[unit] == PERSON]
        leaders = [unit for unit in persons if not world.influence[unit]]
        armies = [unit for unit in units if world.kind[unit] == ARMY]
        ships = voyage.ships[: len(leaders)]
        if not ships:
            return False
        need = len(armies)
        for number, ship in enumerate(ships):
            space = room(position, ship)
            last = number == len(ships) - 1 or need <= space
            crew = leaders[number:] + [unit for unit in persons if unit not in leaders] if last else [leaders[number]]
            cargo, armies = armies[:space], armies[space:]
            need -= len(cargo)
            self.assign(Mission("board", (*crew, *cargo), ship))
            if last:
                break
        return True

    # Moving closer

    def reach(self, host: Host, units: Sequence[int]) -> dict[int, int]:
        """Return where units of a host get on foot."""
        return walks(self.forces, host, units, self.closed)

    def closer(self, areas: Iterable[int], start: int, far: Sequence[float], end: int, margin: float = 0.1) -> int:
        """Return the open area among some that is nearest to an end, -1 if none is nearer than where one stands."""
        best, least = -1, far[start] - margin
        for area in areas:
            if far[area] < least and area not in self.closed and self._calm(area, end):
                best, least = area, far[area]
        return best

    def _calm(self, area: int, end: int) -> bool:
        return area == end or not self.world.wild[area]


def _odds(power: float, own: int, factors: int, against: Defence, eaten: int = 0) -> Odds:
    edge = round(power - factors - against.wall - against.magic)
    found = odds(edge, own, factors, against.wall, against.city, against.foe == NOBODY and against.city)
    return found._replace(harm=found.harm + eaten) if eaten else found
