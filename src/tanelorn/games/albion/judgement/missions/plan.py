"""What a seat wants to do with its movement: missions, the same whenever the same position is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from tanelorn.games.albion.judgement.reckoning.forces import (
    Foe,
    foe_side,
    foes,
    ground,
    own_side,
    prize,
    stack_side,
    walled,
)
from tanelorn.games.albion.judgement.reckoning.hosts import Host, captives, hosts_of
from tanelorn.games.albion.judgement.reckoning.odds import DICE, Party, Prospect, Side, skirmish, together
from tanelorn.games.albion.judgement.reckoning.overrunning import sure
from tanelorn.games.albion.judgement.reckoning.threats import Stand, Threats
from tanelorn.games.albion.judgement.style import Style, dearness, restraint
from tanelorn.games.albion.movement.overrun import COST
from tanelorn.games.albion.movement.ways.costs import FAR, Tree
from tanelorn.games.albion.scenarios.scenarios import LAST_TURN
from tanelorn.games.albion.state.position import AlbionPosition, alone
from tanelorn.games.albion.state.printed.world import FAERIE
from tanelorn.games.albion.state.stacks import garrison_side, points_ashore, stands_in

HARM = {"mundane": "elf", "enchanted": "mundane"}
"""Which race an Aspect harms (8.0.3, 8.0.4)."""
PREGAME = 3
NOWHERE = -1
"""The hex of those who are under way."""
WAKEFUL = 3
"""A kingdom that is roused so many turns before the end, or more, does all the harm that it can."""


class Company(Party, Protocol):
    """Those who could go from a hex together: persons, and points of each colour."""

    hex: int
    persons: list[int]
    points: dict[int, int]


class Mission(NamedTuple):
    """A host of a hex, its leader first, with points of colours, that goes to a hex."""

    hex: int
    persons: tuple[int, ...]
    points: tuple[tuple[int, int], ...]
    goal: int


class Plan:
    """The missions of a seat, found one after the other; `free` are the hosts that have none yet."""

    def __init__(self, position: AlbionPosition, seat: int, style: Style) -> None:
        self.position, self.seat, self.style = position, seat, style
        self.world = position.world
        self.foes = foes(position, seat)
        self.free = hosts_of(position, seat, self.foes, style)
        self.dear = dearness(position, seat, style)
        self.threats = Threats(position, seat, self.foes, style)
        self.edge = style.edge + restraint(position, seat)
        self.missions: list[Mission] = []
        self.left = LAST_TURN[position.scenario] - max(position.turn, 1)

    def send(self, host: Host, goal: int) -> None:
        """Give a host a mission; if it goes where it is, it stays."""
        self.free.remove(host)
        if goal != host.hex:
            self.threats.settle(self.moved([host], goal))
            self.missions.append(Mission(host.hex, tuple(host.persons), tuple(sorted(host.points.items())), goal))

    # Assaults

    def net(self, prospects: list[Prospect]) -> float:
        """Return what an attack brings when it is given up at the best moment."""
        return max(one.gain - self.dear * one.loss for one in prospects)

    def assault(self, hosts: Sequence[Party], foe: Foe) -> float:
        """Return what it brings if hosts attack an enemy stack, together with own troops that are there already."""
        position, seat = self.position, self.seat
        terrain = ground(position, 1 - seat, foe.race, foe.hex)
        sides = [host.side(terrain) for host in hosts]
        if stands_in(position, seat, foe.hex):
            sides.append(own_side(position, seat, foe.hex, terrain))
        return self._fought(together(sides), foe, terrain)

    def _strike(self, stand: Stand, foe: Foe) -> float:
        """Return what it brings if those who stand with an enemy attack."""
        terrain = ground(self.position, 1 - self.seat, foe.race, foe.hex)
        return self._fought(stack_side(self.position, *stand, terrain), foe, terrain)

    def _fought(self, own: Side, foe: Foe, terrain: str) -> float:
        position, seat = self.position, self.seat
        inside = garrison_side(position, foe.hex) == 1 - seat
        enemy = foe_side(position, foe, terrain, home=inside)
        return self.net(skirmish(self.world, own, enemy, prize(position, seat, foe.hex), inside, self.style.wound))

    def assaults(self) -> None:
        """Send hosts where enemies can be attacked in this phase, the best first."""
        while self.free:
            best, hosts, goal = self.edge, list[Host](), -1
            for foe in self.foes.values():
                value, chosen = self._coalition(foe, [host for host in self.free if foe.hex in host.reach()])
                if value > best:
                    best, hosts, goal = value, chosen, foe.hex
            if goal < 0:
                return
            for host in hosts:
                self.send(host, goal)

    def overruns(self) -> None:
        """Send hosts over enemies whom they are sure to overrun, where they can then attack those behind (12.5d)."""
        if self.position.phase == "pregame":
            return
        for host in list(self.free):
            best, goal = self.edge, NOWHERE
            for hex in host.reach():
                foe, left = self.foes.get(hex), host.moves - host.reach().cost(hex) - COST
                if foe is not None and left > 0 and sure(self.position, host.persons, host.points, foe):
                    value = self._behind(host, hex, left) - self.rousing(hex)
                    if value > best:
                        best, goal = value, hex
            if goal != NOWHERE:
                self.send(host, goal)

    def _behind(self, host: Host, hex: int, moves: int) -> float:
        """Return what a host can attack from a hex with some Movement Points that it cannot reach otherwise."""
        tree, reach = host.tree_from(hex, moves), host.reach()
        return max(
            (
                self._coalition(foe, [host])[0]
                for foe in self.foes.values()
                if foe.hex not in reach and tree.cost[foe.hex] <= moves
            ),
            default=0.0,
        )

    def _coalition(self, foe: Foe, able: list[Host]) -> tuple[float, list[Host]]:
        """Return which of some hosts do best against an enemy, the strongest first, and how well."""
        if not able:
            return 0.0, []
        base = self.standing(foe) + self.rousing(foe.hex)
        able = sorted(able, key=lambda host: (-host.side("").strength, host.hex))
        best, chosen = 0.0, list[Host]()
        for count in range(1, len(able) + 1):
            value = self._sent(able[:count], foe) - base
            if value > best + (self.style.margin if chosen else 0.2):
                best, chosen = value, able[:count]
        return best, chosen

    def _sent(self, company: list[Host], foe: Foe) -> float:
        """Return what it brings that hosts go and attack an enemy, with what that costs besides."""
        value = self.assault(company, foe)
        if value <= 0:
            return 0.0  # whoever gains nothing does not beat the enemy either, whose blows are left out of the toll
        value -= self.exposure(company, foe.hex, foe.hex) + self.forgone(company)
        if self.position.phase == "forced march":
            value -= sum(self.hardship(host) for host in company)
        return value

    def forgone(self, company: Sequence[Host]) -> float:
        """Return what hosts give up that leave where an enemy can be attacked as all stand: what those who stay do not
        gain there.
        """
        value = 0.0
        for hex in {host.hex for host in company if host.hex in self.foes}:
            persons, points = self.threats.stands(hex)
            stay = self.without(hex, [host for host in company if host.hex == hex])
            before, after = (max(self._strike(stand, self.foes[hex]), 0.0) for stand in ((persons, points), stay))
            value += max(before - after, 0.0)
        return value

    def hardship(self, host: Host) -> float:
        """Return what a forced march is expected to cost a host (5.D.3c)."""
        charts, size = self.world.charts, int(host.size)
        losses = [(chance, charts.loss(charts.attrition(total - host.command), size)) for total, chance in DICE.items()]
        return self.dear * sum(chance * (loss.csp + self.style.wound * loss.wounds) for chance, loss in losses)

    def standing(self, foe: Foe) -> float:
        """Return what those bring who stand there already."""
        if not points_ashore(self.position, self.seat, foe.hex):
            return 0.0
        return max(self.assault([], foe), 0.0)

    def rousing(self, hex: int) -> float:
        """Return what it costs to wake those who sleep in a hex (10.0b): in the long war nothing, since they are many
        points and the first blow is worth more than the peace.
        """
        if not self.style.wake or not alone(self.position) or not self.asleep(hex):
            return 0.0
        spared = self.left + (self.seat != FAERIE)
        return self.style.wake * min(spared, WAKEFUL) / WAKEFUL

    def rouses(self, route: Iterable[int]) -> bool:
        """Tell whether a way leads through the land of a kingdom that had better sleep on."""
        return any(self.rousing(hex) for hex in route)

    def asleep(self, hex: int) -> bool:
        """Tell whether an enemy kingdom sleeps in whose land a hex lies."""
        realm = self.world.kingdom[hex]
        return realm >= 0 and not self.position.roused[realm] and self.world.kingdoms[realm].side != self.seat

    def holds(self) -> None:
        """Keep those where they are who gain there by an attack, and are not needed more elsewhere."""
        for host in list(self.free):
            if self.forgone([host]) > self.edge:
                self.free.remove(host)

    # What the enemy could do then

    def without(self, hex: int, company: Sequence[Company]) -> Stand:
        """Return who stands in a hex when some have left it."""
        persons, points = self.threats.stands(hex)
        rest = {colour: n - sum(one.points.get(colour, 0) for one in company) for colour, n in points.items()}
        gone = {person for one in company for person in one.persons}
        return [one for one in persons if one not in gone], {colour: n for colour, n in rest.items() if n > 0}

    def moved(self, hosts: Iterable[Company], goal: int) -> dict[int, Stand]:
        """Return who stands where when hosts have gone to a hex."""
        changes = {}
        persons, points = self.threats.stands(goal)
        persons, points = persons[:], points.copy()
        for host in hosts:
            if host.hex == goal:
                continue
            changes[host.hex] = self.without(host.hex, [host])
            persons += host.persons
            for colour, n in host.points.items():
                points[colour] = points.get(colour, 0) + n
        changes[goal] = persons, points
        return changes

    def exposure(self, hosts: Iterable[Company], goal: int, beaten: int = -1) -> float:
        """Return by how much hosts that go to a hex give the enemy more to gain; below 0 if they leave less."""
        if not self.threats.scale:
            return 0.0
        return self.threats.toll(self.moved(hosts, goal), beaten) - self.threats.toll({})

    def posts(self) -> None:
        """Bring hosts from where they are in danger to where they are not, or where they help, the best first."""
        while self.threats.scale:
            best, sent, goal = self.style.post, None, -1
            for host in self.free:
                for hex in self._shelters(host) if host.rested else ():
                    gain = -self.exposure([host], hex)
                    if gain > best:
                        best, sent, goal = gain, host, hex
            if sent is None:
                return
            self.send(sent, goal)

    def _shelters(self, host: Host) -> list[int]:
        """Return the own fortresses and stacks that a host can reach and where no enemy is."""
        position, seat = self.position, self.seat
        return [
            hex
            for hex in host.reach()
            if hex not in self.foes and (garrison_side(position, hex) == seat or stands_in(position, seat, hex))
        ]

    # Campaigns

    def campaigns(self) -> None:
        """Let hosts march towards what they could attack later, those together who could do it together."""
        turns = self.left + (1 if self.position.phase == "pregame" else 0)
        goals = [foe for foe in self.foes.values() if foe.fort or foe.points]
        self.free = [host for host in self.free if host.rested]
        while self.free and (turns > 0 or self._marches_on()):
            best, hosts, goal = 0.0, list[Host](), -1
            for foe in goals:
                value, chosen = self._league(foe, turns)
                if value > best:
                    best, hosts, goal = value, chosen, foe.hex
            if goal < 0:
                return
            goals = [foe for foe in goals if foe.hex != goal]
            for host in hosts:
                self.send(host, self.closer(host, goal))

    def _league(self, foe: Foe, turns: int) -> tuple[float, list[Host]]:
        """Return which hosts could attack an enemy together some turns from now, and what that is worth now."""
        ways = sorted((self.turns(host, foe.hex), -host.side("").strength, host.leader, host) for host in self.free)
        best, chosen, company = self.edge, list[Host](), list[Host]()
        for far, _, _, host in ways:
            if far > turns:
                break
            company.append(host)
            value = self.assault(company, foe) - self.rousing(foe.hex)
            value = value * self.style.haste**far - self.exposure(company, NOWHERE)
            if value > best + (self.style.margin if chosen else 0.2):
                best, chosen = value, company[:]
        return (best, chosen) if chosen else (0.0, chosen)

    def turns(self, host: Host, goal: int) -> int:
        """Return after how many further turns a host could be there."""
        cost = host.tree().cost[goal]
        if cost >= FAR:
            return 99
        if self._marches_on():
            return 0 if self._by_force(host, cost) else 99
        pace = self.pace(host)
        return max(0, -(-(cost - host.moves) // pace))

    def _marches_on(self) -> bool:
        """Tell whether forced marches follow: in the last turn; before it they cost more than they bring."""
        return self.position.phase == "movement" and not self.left

    def _by_force(self, host: Host, cost: int) -> bool:
        """Tell whether a host comes as far as a cost in this turn by a forced march, and not without one."""
        return self._marches_on() and host.moves < cost <= host.moves + host.command

    def pace(self, host: Host) -> int:
        """Return how far a host goes in a usual turn."""
        return max(host.moves // PREGAME if self.position.phase == "pregame" else max(host.moves, 8), 6)

    def closer(self, host: Host, goal: int) -> int:
        """Return where a host halts on the way to a goal: in reach of it next turn, best in an own fortress."""
        back = host.back(goal)
        pace, reach = self.pace(host), host.reach()
        if self._by_force(host, back[host.hex]):
            pace = host.command
        least = self._halt(host, host.hex, back[host.hex], pace)
        halts = []
        for hex in reach:
            if hex not in self.foes and back[hex] < FAR:
                value = self._halt(host, hex, back[hex], pace)
                if value > least:
                    halts.append((-value, hex))
        for _, hex in sorted(halts):
            if not self.rouses(reach[hex].route):
                return hex
        return host.hex

    def _halt(self, host: Host, hex: int, cost: int, pace: int) -> float:
        position, seat, w = self.position, self.seat, self.world
        value = -float(max(cost, pace)) - self.style.ready * (cost > pace)
        if garrison_side(position, hex) == seat:
            value += 4.0
        elif host.points or host.size:
            aspect = w.aspect[hex]
            if aspect == "wild":
                value -= 12.0
            races = {w.c_race[colour] for colour in host.points} | {w.p_race[person] for person in host.persons}
            if HARM.get(aspect) in races:
                value -= 8.0
        if stands_in(position, seat, hex) and hex != host.hex:
            value += 2.0
        return value

    # In danger

    def dangers(self) -> None:
        """Bring help to where enemies have come, or let those leave whom they would crush."""
        position, seat = self.position, self.seat
        for foe in list(self.foes.values()):
            held = garrison_side(position, foe.hex) == seat or stands_in(position, seat, foe.hex)
            if foe.points and held and stands_in(position, 1 - seat, foe.hex):
                self._meet(next((host for host in self.free if host.hex == foe.hex), None), foe)

    def _meet(self, host: Host | None, foe: Foe) -> None:
        stay = self.danger(foe, [])
        if stay <= self.style.flee:
            if host is not None and self.position.phase == "reaction":
                self.free.remove(host)
            return
        helpers = [other for other in self.free if other is not host and foe.hex in other.reach()]
        helpers.sort(key=lambda other: (-other.side("").strength, other.hex))
        best, count = stay - self.style.relief, 0
        for some in range(1, len(helpers) + 1):
            helped = self.danger(foe, helpers[:some])
            if helped < best:
                best, count = helped - 0.5, some
        if count and best <= self.style.flee + stay / 2:
            for other in helpers[:count]:
                self.send(other, foe.hex)
            if host is not None:
                self.free.remove(host)
        elif host is not None:
            leave = self._refuge(host, foe, stay)
            if leave >= 0:
                self.send(host, leave)

    def danger(self, foe: Foe, helpers: list[Host]) -> float:
        """Return what an enemy who attacks where both stand is expected to gain over what they lose."""
        position, seat = self.position, self.seat
        terrain = ground(position, seat, foe.race, foe.hex)
        own = together([own_side(position, seat, foe.hex, terrain), *(host.side(terrain) for host in helpers)])
        return self._strikes(foe, terrain, own)

    def _strikes(self, foe: Foe, terrain: str, own: Side) -> float:
        position, seat = self.position, self.seat
        enemy = foe_side(position, foe, terrain, home=False)
        inside = garrison_side(position, foe.hex) == seat
        worth = prize(position, 1 - seat, foe.hex)
        mine = walled(position, seat, foe.hex, own)
        found = skirmish(self.world, enemy, mine, worth, inside, self.style.wound)
        dear = dearness(position, 1 - seat, self.style)
        return max(max(one.gain - dear * one.loss for one in found), 0.0)

    def _refuge(self, host: Host, foe: Foe, stay: float) -> int:
        """Return where a host goes that leaves a hex, -1 if it had better stay."""
        position, seat = self.position, self.seat
        terrain = ground(position, seat, foe.race, foe.hex)
        rest = own_side(position, seat, foe.hex, terrain)
        mine = host.side(terrain)
        rest = Side(rest.troops - mine.troops, rest.magic - mine.magic, rest.size - mine.size, 0)
        lost = self._strikes(foe, terrain, rest) if rest.size > 0 else prize(position, 1 - seat, foe.hex)
        if stay < lost + self.style.flee:
            return -1
        best, chosen = -99.0, -1
        for hex in host.reach():
            if hex in self.foes:
                continue
            near = min((self.world.distance(hex, other.hex) for other in self.foes.values() if other.points), default=9)
            value = min(near, 9) + 6.0 * (garrison_side(position, hex) == seat) + 2.0 * stands_in(position, seat, hex)
            if self.world.aspect[hex] == "wild":
                value -= 8.0
            if value > best:
                best, chosen = value, hex
        return chosen

    # Those without troops

    def captives(self) -> None:
        """Lead whoever is in one's power for this turn among own pieces, which is their death (19.4/10)."""
        position, seat = self.position, self.seat
        for host in captives(position, seat) if position.phase == "movement" else ():
            if not self._own_in(host.hex):
                goal = next((hex for hex in host.reach() if hex not in self.foes and self._own_in(hex)), host.hex)
                self.missions.append(Mission(host.hex, tuple(host.persons), (), goal))

    def _own_in(self, hex: int) -> bool:
        position, seat = self.position, self.seat
        persons = [person for person in position.persons_of(seat, hex) if person not in position.controlled]
        return bool(persons or position.armies_of(seat, hex) or position.ships_of(seat, hex))

    def troops_near(self, tree: Tree, hex: int, moves: int) -> int:
        """Return how many own points there are at most in a hex, or where a way from it with some points leads."""
        return max(
            points_ashore(self.position, self.seat, to)
            for to in [hex, *(to for to in self.position.troops if to not in self.foes and tree.cost[to] <= moves)]
        )

    def loners(self) -> None:
        """Send persons without troops to the strongest host that they can reach and that does not meet the enemy."""
        goals = {mission.goal for mission in self.missions if mission.points and mission.goal not in self.foes}
        for host in list(self.free):
            if host.size or not host.persons:
                continue
            best, chosen = points_ashore(self.position, self.seat, host.hex), host.hex
            for hex in host.reach():
                if hex in self.foes:
                    continue
                value = points_ashore(self.position, self.seat, hex) + 20 * (hex in goals)
                if value > best:
                    best, chosen = value, hex
            self.send(host, chosen)
