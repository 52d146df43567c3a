"""Whom carriers take along (archmagi/trait/carry, trait/transport): those whom they bring to the foe sooner than their
own feet, or over what they cannot cross.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heapify, heappop, heappush
from math import inf
from typing import NamedTuple

from tanelorn.games.archmagi.judgement.worth import unit_worth
from tanelorn.games.archmagi.move.move import movable, paths, riders_for, speed
from tanelorn.games.archmagi.state.abilities import stands
from tanelorn.games.archmagi.state.carrying import hold, is_carrier
from tanelorn.games.archmagi.state.position import ArchmagiPosition

SOONER = 1.0
"""So many turns a ride must save."""
MOST = 3.0
"""At most so many turns are thought to be saved, by whom the ground bars too."""


class Ferry(NamedTuple):
    """A carrier that takes riders to a hex, and how many turns they gain by it on those who go by foot."""

    carrier: int
    riders: tuple[int, ...]
    to: int
    gained: float


def ferries(position: ArchmagiPosition, seat: int, hex: int, goals: Iterable[int]) -> Iterator[Ferry]:
    """Yield where the carriers of a stack can take those for whom the ride is worth it, nearer to one of some hexes."""
    goals = tuple(goals)
    for carrier in position.stack(hex, seat):
        if not is_carrier(position, carrier) or not movable(position, carrier):
            continue
        rides, saved = {}, {}
        for rider in riders_for(position, carrier):
            walk = _walk(position, rider, goals)
            if rider in position.magi and walk[hex] < inf:
                continue  # sooner there he is sooner in danger
            ride = _ride(position, carrier, rider, walk)
            if ride[hex] <= walk[hex] - SOONER or not stands(position, rider, hex):
                rides[rider], saved[rider] = ride, min(walk[hex] - ride[hex], MOST)
        crew = _crew(position, carrier, list(rides))
        for to in paths(position, carrier, crew) if crew else ():
            if all(rides[rider][to] < rides[rider][hex] for rider in crew):
                gained = min(saved[rider] + rides[rider][hex] - rides[rider][to] for rider in crew)
                yield Ferry(carrier, crew, to, gained)


def strands(position: ArchmagiPosition, seat: int, hex: int, going: Iterable[int]) -> bool:
    """Tell whether somebody aboard those who go from a stack cannot stay where they are without them (move.14)."""
    gone = set(going)
    return any(
        position.carriers[unit] in gone and unit not in gone and not stands(position, unit, hex)
        for unit in position.stack(hex, seat)
    )


def _crew(position: ArchmagiPosition, carrier: int, riders: list[int]) -> tuple[int, ...]:
    """Return the best of some riders, as many as there are places for."""
    room = hold(position, carrier, {rider: rider for rider in riders})
    heroes, others = room.heroes, room.others
    crew = []
    for rider, hero in sorted(room.riders, key=lambda pair: -unit_worth(position, pair[0])):
        if heroes if hero else others:
            crew.append(rider)
            heroes, others = heroes - hero, others - (not hero)
    return tuple(crew)


def _walk(position: ArchmagiPosition, unit: int, goals: Iterable[int]) -> list[float]:
    """Return by hex how many turns a unit needs by itself to the nearest goal."""
    turns = [inf] * len(position.terrain)
    for goal in goals:
        turns[goal] = 0.0
    return _spread(position, unit, turns)


def _ride(position: ArchmagiPosition, carrier: int, rider: int, walk: list[float]) -> list[float]:
    """Return by hex how many turns a rider needs who is carried from there and set down where that is best."""
    turns = [far if not far or stands(position, rider, hex) else inf for hex, far in enumerate(walk)]
    return _spread(position, carrier, turns)


def _spread(position: ArchmagiPosition, unit: int, turns: list[float]) -> list[float]:
    """Let turns that are known for some hexes tell how many a unit needs from all others by way of these."""
    step = 1 / max(speed(position, unit), 1)
    open = [(far, hex) for hex, far in enumerate(turns) if far < inf]
    heapify(open)
    while open:
        far, hex = heappop(open)
        if far > turns[hex] or not stands(position, unit, hex):
            continue
        for near in position.land.near[hex]:
            if far + step < turns[near]:
                turns[near] = far + step
                heappush(open, (far + step, near))
    return turns
