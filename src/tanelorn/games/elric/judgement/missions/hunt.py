"""How likely a Dragon Master is found in time, who is sought among the monsters of the Bright Empire (elric/14.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.judgement.reckoning.geography import sailing, swimming, walking
from tanelorn.games.elric.state.position import LAST_TURN

HASTE = 0.02
"""What each turn takes from the worth of standing before the Dragons with a Dragon Master, which is 1."""
WIDE, DEEP = 3, 4
"""So many places are thought of as the next, and so many on one way."""
DIM = 0.05
"""A search is not followed further than to where it is that unlikely to last so long."""


class Site(NamedTuple):
    """A place where a monster lies: how likely it brings a Dragon Master, how likely the first turn there and each
    further one show it, and the strength of one that lies open.
    """

    master: float
    first: float
    again: float
    monster: int = 0


class Hunt:
    """What one party may hope for that goes from place to place, `alone` if it needs no ship."""

    def __init__(self, world: World, sites: Mapping[int, Site], *, alone: bool) -> None:
        self.world, self.sites, self.alone = world, sites, alone
        self._known: dict[tuple[int, int, int, frozenset[int]], float] = {}
        self._near: dict[tuple[int, int], list[tuple[int, int, int]]] = {}

    def hope(self, area: int, turn: int, coast: int = -1, seen: frozenset[int] = frozenset()) -> float:
        """Return the hope of a party that comes to a site in a turn; its ship lies off a coast, -1 for the nearest."""
        if turn >= LAST_TURN:
            return 0.0
        if coast < 0 and not self.alone:
            coast = landing(self.world)[area]
        key = area, turn, coast, seen | {area}
        if key not in self._known:
            self._known[key] = self._worth(*key)
        return self._known[key]

    def _worth(self, area: int, turn: int, coast: int, seen: frozenset[int]) -> float:
        """Add up the turns in which the site may show its monster: a Dragon Master sets out for Melnibone then, after
        any other one the party goes on.
        """
        site = self.sites[area]
        home, _ = self._way(area, self.world.melnibone, coast)
        hope, lasts, chance = 0.0, 1.0, site.first
        while turn < LAST_TURN and lasts > DIM:
            wins = 1 - HASTE * (turn + home) if turn + home <= LAST_TURN else 0.0
            onward = self._onward(area, turn, coast, seen) if site.master < 1 else 0.0
            hope += lasts * chance * (site.master * wins + (1 - site.master) * onward)
            lasts *= 1 - chance
            turn, chance = turn + 1, site.again
        return hope

    def _onward(self, area: int, turn: int, coast: int, seen: frozenset[int]) -> float:
        if len(seen) == DEEP:
            return 0.0
        if (area, coast) not in self._near:
            self._near[area, coast] = sorted((*self._way(area, to, coast), to) for to in self.sites)
        ways = [way for way in self._near[area, coast] if way[2] not in seen][:WIDE]
        return max([self.hope(to, turn + turns, ship, seen) for turns, ship, to in ways], default=0.0)

    def _way(self, start: int, end: int, coast: int) -> tuple[int, int]:
        """Return how many turns a way takes, and where the ship lies then."""
        world = self.world
        if self.alone:
            return _whole(swimming(world)[start][end]), -1
        walk = walking(world)[start][end]
        ride = walking(world)[start][coast] + sailing(world)[coast][end]
        return (_whole(walk), coast) if walk <= ride else (_whole(ride), landing(world)[end])


def _whole(turns: float) -> int:
    return max(1, ceil(turns - 0.01))


@lru_cache(maxsize=4)
def landing(world: World) -> tuple[int, ...]:
    """Return by area the coast that is nearest on foot."""
    coasts = [area for area in sorted(world.lands) if world.sea_next[area]]
    walk = walking(world)
    return tuple(min(coasts, key=lambda coast: (walk[area][coast], coast)) for area in range(len(world.areas)))
