"""What could strike a city before its holder's next turn, and how many armies are worth leaving there for it."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from tanelorn.games.elric.judgement.reckoning.forces import Forces
from tanelorn.games.elric.judgement.reckoning.geography import on_foot, with_ships
from tanelorn.games.elric.judgement.reckoning.odds import odds
from tanelorn.games.elric.judgement.reckoning.prizes import hour, keep
from tanelorn.games.elric.judgement.style import Style
from tanelorn.games.elric.state.position import LAST_TURN, ElricPosition

WITHIN = 1.05
"""So many turns away, at the most, stands who can strike next turn."""
BOARDED = 1.2
"""The same for those who go by ship."""


class Threat(NamedTuple):
    """A host of a foe: where it is, what its leaders add, how many armies it has and how many it can ship."""

    area: int
    lead: float
    armies: int
    shipped: int
    seat: int


class Menaces:
    """The hosts of all foes who move before a seat does again."""

    def __init__(self, position: ElricPosition, seat: int) -> None:
        self.position, self.seat = position, seat
        self._strengths: dict[int, float] = {}

    @cached_property
    def threats(self) -> list[Threat]:
        """Every host with a leader that can still come."""
        position, world = self.position, self.position.world
        found = []
        for foe in self.foes():
            for host in Forces(position, foe).hosts:
                if host.leaders:
                    lead = sum(world.value[unit] for unit in host.leaders)
                    room = sum(world.capacity[fleet] for fleet in host.fleets[: len(host.leaders)])
                    shipped = len(host.armies) if host.aboard else min(len(host.armies), room)
                    found.append(Threat(host.area, lead, len(host.armies), shipped if host.fleets else -1, foe))
        return found

    def foes(self) -> list[int]:
        """Return the other seats that still have a turn before this one's next, or before the end."""
        position, seat = self.position, self.seat
        playing = position.playing()
        if hour(position) < LAST_TURN or seat not in playing:
            return [foe for foe in playing if foe != seat]
        return playing[playing.index(seat) + 1 :]

    def strength(self, area: int) -> float:
        """Return what the most dangerous foe can bring against an area."""
        known = self._strengths.get(area)
        if known is None:
            known = self._strengths[area] = self._strength(area)
        return known

    def _strength(self, area: int) -> float:
        world = self.position.world
        walk, sail = on_foot(world), with_ships(world)
        sums: dict[int, float] = {}
        for threat in self.threats:
            if walk[threat.area][area] <= WITHIN:
                power = threat.lead + threat.armies
            elif threat.shipped >= 0 and sail[threat.area][area] <= BOARDED:
                power = threat.lead + threat.shipped
            else:
                continue
            sums[threat.seat] = sums.get(threat.seat, 0.0) + power
        return max(sums.values(), default=0.0)

    def dread(self, area: int, style: Style) -> float:
        """Return what losing a city would cost now: the more the nearer the end."""
        position = self.position
        if not style.fear or position.turn < style.dawn:
            return 0.0
        late = (hour(position) - style.dawn + 1) / (LAST_TURN - style.dawn + 1)
        return style.fear * late * keep(position, self.seat, area)

    def falls(self, area: int, factors: int) -> float:
        """Return the chance that a city with so many factors in it is taken by what could strike it."""
        power = self.strength(area)
        if power <= 0:
            return 0.0
        wall = self.position.world.wall[area]
        return odds(round(power - factors - wall), round(power), factors, wall, True).take

    def guard(self, area: int, least: int, most: int, style: Style) -> int:
        """Return how many armies to leave in a city: as many as are worth more there than elsewhere."""
        value = self.dread(area, style)
        if not value or self.strength(area) <= 0:
            return least
        left = (LAST_TURN + 1 - hour(self.position)) / (LAST_TURN + 1 - style.dawn)
        best, chosen = -99.0, least
        for armies in range(least, most + 1):
            score = -value * self.falls(area, armies) - style.thrift * left * armies
            if score > best:
                best, chosen = score, armies
        return chosen
