"""How the Olab move in the Founding of the Bright Empire (elric/14.1): to the monsters, and to the Dragons as soon as a
Dragon Master is with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from tanelorn.games.elric.equipment.counters import ARMY, FLEET, PERSON
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.judgement.missions.hunt import Hunt, Site
from tanelorn.games.elric.judgement.missions.plan import Mission, Plan
from tanelorn.games.elric.judgement.reckoning.forces import Host
from tanelorn.games.elric.judgement.reckoning.geography import FAR, SEA, Distances, sailing, swimming, walking
from tanelorn.games.elric.judgement.reckoning.odds import odds
from tanelorn.games.elric.judgement.reckoning.reaching import Voyage, swims
from tanelorn.games.elric.movement.embarking import COAST_COST, PERSON_COST, PORT_COST
from tanelorn.games.elric.movement.groups import POINTS
from tanelorn.games.elric.search import AGAIN, least_die
from tanelorn.games.elric.sequence.solitaire import DRAGONS, worth
from tanelorn.games.elric.state.places import ASIDE, Lying, on_map, spells_lying
from tanelorn.games.elric.state.position import LAST_TURN, OUT
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.stacks import room, swimmers

MASTER, ALLY = 1.0, 0.15
"""What an open monster is worth by whose card a Dragon Master can be mustered, or somebody else of use."""
DELAY = 0.93
"""What each turn of waiting leaves of the hope to beat the Dragons."""
SLACK = 0.03
"""By so much the parts of a turn may add up to more than one: a sea is not quite a sixth."""
NEARER = 0.001
"""What a turn's way counts between places that promise the same."""


class Party(NamedTuple):
    """Who goes together, the leader first; `alone` is somebody who needs no ship."""

    host: Host
    units: tuple[int, ...]
    alone: bool


def found(plan: Plan) -> None:
    """Send everybody to the Dragons once there is a Dragon Master, and to look for one before."""
    founding = _Founding(plan)
    if not founding.to_the_dragons():
        founding.to_the_monsters()


class _Founding:
    """One movement of the Olab."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.position, self.world = plan, plan.position, plan.world
        self.ships = [unit for unit in self.position.units_of(plan.seat) if self.world.kind[unit] == FLEET]

    def _parties(self, *, together: bool, light: bool = False) -> Iterator[Party]:
        """Yield who goes with whom: armies, unless all go `light`, with those who need ships; magicians alone, or with
        these if `together`.
        """
        for host in self.plan.forces.hosts:
            swim = [unit for unit in host.leaders if swimmers(self.world)[unit]]
            bound = [unit for unit in host.leaders if unit not in swim]
            if bound or (host.aboard and host.armies and swim):
                leaders = host.leaders if together or not bound else tuple(bound)
                yield Party(host, leaders if light and not host.aboard else (*leaders, *host.armies), alone=False)
                swim = [unit for unit in swim if unit not in leaders]
            for unit in swim:
                yield Party(host, (unit,), alone=True)

    # The Dragons

    def to_the_dragons(self) -> bool:
        """Go to the Dragons on the day, and with or without armies, as they are likeliest beaten by all who are there
        by then; return whether there is such a day.
        """
        world, now = self.world, self.position.turn
        masters = {unit for unit in self.position.units_of(self.plan.seat) if world.units[unit].dragonmaster}
        best, day, chosen = 0.0, 0, []
        for light in (False, True) if masters else ():
            parties = self._parties(together=True, light=light)
            arrivals = [(now + self._arrives(party, world.melnibone), party) for party in parties]
            rest = self._resting([unit for _, party in arrivals for unit in party.units])
            for turn in range(now, LAST_TURN + 1):
                there = [unit for arrival, party in arrivals if arrival <= turn for unit in party.units]
                there += [unit for unit, arrival in rest.items() if arrival <= turn]
                hope = self._hope(there) * DELAY ** (turn - now) if masters & set(there) else 0.0
                if hope > best:
                    best, day, chosen = hope, turn, arrivals
        for arrival, party in chosen:
            self._step(party, world.melnibone, enters=day == now and arrival == now)
        return bool(chosen)

    def _resting(self, moving: Sequence[int]) -> dict[int, int]:
        """Return in which turn persons could be there who move no more in this one, and those whom they carry."""
        position, world = self.position, self.world
        found = {}
        for unit in position.units_of(self.plan.seat):
            area = position.area[unit]
            if unit not in moving and (world.kind[unit] == PERSON or position.ship[unit] >= 0):
                far = (swimming if swimmers(world)[unit] else sailing)(world)[area][world.melnibone]
                found[unit] = position.turn + ceil(far - SLACK)
        return found

    def _hope(self, units: Sequence[int]) -> float:
        strength, dragons = self.plan.forces.value(units), worth(DRAGONS)
        return odds(strength - dragons, strength, dragons, 0, False).win

    # Monsters

    def to_the_monsters(self) -> None:
        """Send each party, the strongest first, to a place of its own."""
        parties = sorted(self._parties(together=False), key=lambda party: -self.plan.forces.value(party.units))
        left = self._sites()
        for party in parties:
            goal = self._goal(party, left)
            if goal >= 0:
                left.pop(goal)
                self._step(party, goal, enters=True)

    def _sites(self) -> dict[int, Site]:
        """Return by area what may come of going there, by what the player has seen of the spells."""
        position, where = self.position, self.position.where
        hidden = {on_map(Lying.HIDDEN, area): area for area in self.world.symbols}
        unseen = [spell for spell in self._dealt() if where[spell] == ASIDE or where[spell] in hidden]
        each = sum(self._use(spell) == MASTER for spell in unseen) / max(1, len(unseen))
        sites = {}
        for place, area in hidden.items():
            if place in where:
                first = _chance(least_die(position, self.plan.seat, area, "magic"))
                sites[area] = Site(each, first, _chance(AGAIN))
        for spell, area in spells_lying(where, Lying.FACE_UP):
            use = self._use(spell)
            if use and spell != DRAGONS:
                sites[area] = Site(use, 1.0, 1.0, worth(spell))
        return sites

    def _dealt(self) -> list[int]:
        """Return the spells of which some were laid out (elric/14.1b)."""
        out = terms_of(self.position).spells_out
        return [n for n, spell in enumerate(SPELLS) if spell.alignment == "chaos" and spell.id not in out]

    def _use(self, spell: int) -> float:
        people = [self.world.unit[named.id] for named in SPELLS[spell].musters if named.kind == "person"]
        new = [unit for unit in people if self.position.owner[unit] == OUT]
        if any(self.world.units[unit].dragonmaster for unit in new):
            return MASTER
        return ALLY if new else 0.0

    def _goal(self, party: Party, sites: dict[int, Site]) -> int:
        """Return where to begin the search that is likeliest to find a Dragon Master in time."""
        strength, now = self.plan.forces.value(party.units), self.position.turn
        able = {area: site for area, site in sites.items() if site.monster <= strength}
        hunt = Hunt(self.world, able, alone=party.alone)
        best, goal = 0.0, -1
        for area in able:
            hope = hunt.hope(area, now + self._arrives(party, area), self._left_at(party, area))
            hope -= NEARER * self._turns(party, area)
            if hope > best:
                best, goal = hope, area
        return goal

    def _left_at(self, party: Party, area: int) -> int:
        """Return the coast off which a ship stays while its party walks to an area, -1 if it comes along."""
        if party.alone or party.host.aboard or self._rides(party, area):
            return -1
        return self._by_ship(party, self.world.melnibone)[1]

    # Ways

    def _arrives(self, party: Party, goal: int) -> int:
        """Return after how many turns a party is at a goal; 0 for this one."""
        if goal == party.host.area or goal in self._reach(party):
            return 0
        turns = max(0, ceil(self._turns(party, goal) - SLACK) - 1)
        return turns if self._rides(party, goal) else max(1, turns)

    def _reach(self, party: Party) -> Iterable[int]:
        host = party.host
        if party.alone:
            return swims(self.plan.forces, party.units[0], host.area, set())
        if host.aboard:
            voyage = self.plan.voyages.get(host)
            return self._coasts(party, voyage) if voyage is not None else ()
        return self.plan.reach(host, party.units)

    def _coasts(self, party: Party, voyage: Voyage) -> list[int]:
        """Return where a party can go ashore, for which nobody may have spent all that the ship allows."""
        left = min(self.world.speed[ship] for ship in voyage.ships) - self._spent(party)
        return [coast for coast, (_, seas) in voyage.coasts.items() if seas < left]

    def _turns(self, party: Party, goal: int) -> float:
        """Return how far it is to a goal, in turns of which the first began with the steps that have been taken."""
        area, spent = party.host.area, self._spent(party)
        if party.alone:
            return spent / POINTS + swimming(self.world)[area][goal]
        if party.host.aboard:
            return spent * SEA + sailing(self.world)[area][goal]
        return min(spent / POINTS + walking(self.world)[area][goal], self._by_ship(party, goal)[0])

    def _spent(self, party: Party) -> int:
        return max(self.position.spent[unit] for unit in party.units)

    def _rides(self, party: Party, goal: int) -> bool:
        """Tell whether a party that stands ashore would go by ship."""
        if party.alone or party.host.aboard:
            return False
        walk = self._spent(party) / POINTS + walking(self.world)[party.host.area][goal]
        return self._by_ship(party, goal)[0] < walk

    def _by_ship(self, party: Party, goal: int) -> tuple[float, int, int]:
        """Return how far it is by a ship that lies ready, from which coast, and by which."""
        world, area, found = self.world, party.host.area, (FAR, -1, -1)
        for ship in self.ships:
            at = self.position.area[ship]
            seas = sailing(world)[at][goal]
            for coast in (at,) if at in world.lands else world.land_next[at]:
                steps = self._spent(party) + POINTS * walking(world)[area][coast] + self._boarding(party, coast, ship)
                way = steps / POINTS + seas
                if steps <= POINTS and steps * SEA + seas <= 1 + SLACK:
                    way = min(way, 1.0)  # what passengers have spent ashore counts less aboard
                found = min(found, (way, coast, ship))
        return found

    def _boarding(self, party: Party, coast: int, ship: int) -> int:
        """Return what it costs to go aboard a ship that lies at a coast or off it (elric/7.3k, 7.3m)."""
        at, armies = self.position.area[ship], any(self.world.kind[unit] == ARMY for unit in party.units)
        if at == coast or at in self.world.ports[coast]:
            return PORT_COST
        return COAST_COST if armies else PERSON_COST

    def _step(self, party: Party, goal: int, *, enters: bool) -> None:
        """Go as near to a goal as one gets, and into it if one may."""
        host, plan = party.host, self.plan
        plan.free.difference_update(party.units)
        if host.area == goal:
            return
        if party.alone:
            self._walk(party, goal, swimming(self.world), enters=enters)
        elif host.aboard:
            self._sail(party, goal, enters=enters)
        else:
            _, coast, ship = self._by_ship(party, goal)
            if not self._rides(party, goal):
                self._walk(party, goal, walking(self.world), enters=enters)
            elif coast == host.area:
                self._board(party, ship)
            elif coast >= 0:
                self._walk(party, coast, walking(self.world), enters=True)

    def _walk(self, party: Party, goal: int, far: Distances, *, enters: bool) -> None:
        reached = [area for area in self._reach(party) if enters or area != goal]
        to = min(reached, key=lambda area: (far[area][goal], area))
        if far[to][goal] < far[party.host.area][goal]:
            self.plan.assign(Mission("go", party.units, to))

    def _board(self, party: Party, ship: int) -> None:
        """Go aboard with as many armies as there is room for, if those have the points."""
        world, spent = self.world, self.position.spent
        cost = self._boarding(party, party.host.area, ship)
        armies = [unit for unit in party.units if world.kind[unit] == ARMY]
        able = [unit for unit in armies if spent[unit] + cost <= POINTS][: room(self.position, ship)]
        people = [unit for unit in party.units if unit not in armies]
        self.plan.assign(Mission("board", (*people, *able), ship))

    def _sail(self, party: Party, goal: int, *, enters: bool) -> None:
        """Sail to where the rest of the way is shortest, and land where it leads over land."""
        plan, host = self.plan, party.host
        voyage = plan.voyages.get(host)
        if voyage is None:
            return
        walk, sail = walking(self.world), sailing(self.world)
        coasts = [coast for coast in self._coasts(party, voyage) if enters or coast != goal]
        coast = min(coasts, key=lambda area: (walk[area][goal], voyage.coasts[area][1], area), default=-1)
        sea = min(voyage.seas, key=lambda area: (sail[area][goal], voyage.seas[area], area), default=host.area)
        if coast >= 0 and walk[coast][goal] <= sail[sea][goal]:
            plan.ferry(host, voyage, party.units, coast)
        elif sail[sea][goal] < sail[host.area][goal]:
            plan.sail(host, voyage, party.units, sea)


def _chance(least: int) -> float:
    return (7 - least) / 6
