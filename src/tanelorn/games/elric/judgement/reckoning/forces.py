"""What stands where: a seat's hosts, what they are worth in a battle with their magic, and what defends a place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tanelorn.games.elric.equipment.counters import ARMY, FLEET, PERSON
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.magic.casting import why_not
from tanelorn.games.elric.movement.groups import AT_REST, POINTS
from tanelorn.games.elric.state.cities import holder
from tanelorn.games.elric.state.dominance import bonus
from tanelorn.games.elric.state.places import spells_held
from tanelorn.games.elric.state.position import (
    CAST,
    DETACHED,
    FLOWN,
    NOBODY,
    THIEF,
    ElricPosition,
)

UNKNOWN = 2.0
"""What a spell adds that one does not see, its caster's own value taken off."""
CASTERS = 3
"""So many spells may be thrown in a battle (elric/9.2b)."""


class Host(NamedTuple):
    """A seat's units in one place that may go together: who can lead, strongest first; bracketed persons; armies; the
    fleets that lie here, or empty off the coast; whether they are aboard.
    """

    area: int
    band: int
    leaders: tuple[int, ...]
    weak: tuple[int, ...]
    armies: tuple[int, ...]
    fleets: tuple[int, ...]
    aboard: bool


class Defence(NamedTuple):
    """What an assault meets: factors that can be lost, how many of them are armies, the wall, what magic may add; and
    whose it is.
    """

    factors: int
    armies: int
    wall: int
    magic: float
    city: bool
    foe: int

    @property
    def total(self) -> float:
        """All that stands against the attacker's total, the die left out."""
        return self.factors + self.wall + self.magic


class Forces:
    """A position as one seat sees it: everything that plans ask for more than once."""

    def __init__(self, position: ElricPosition, seat: int) -> None:
        self.position, self.seat = position, seat
        self.world = position.world
        self.hands: dict[int, list[int]] = {}
        for spell, unit in spells_held(position.where):
            self.hands.setdefault(unit, []).append(spell)
        self.hosts = [host for area in sorted(position.stacks) for host in self._hosts(area)]
        self._defences: dict[int, Defence] = {}

    # One's own

    def _hosts(self, area: int) -> Iterable[Host]:
        position, world = self.position, self.world
        kind, ship, did = world.kind, position.ship, position.did
        own = position.own_in(area, self.seat)
        if not own:
            return
        fleets = tuple(unit for unit in own if kind[unit] == FLEET) or self._offshore(area)
        parts: dict[tuple[int, bool], list[int]] = {}
        for unit in own:
            if kind[unit] in (PERSON, ARMY) and unit != world.elric:
                parts.setdefault((position.band[unit], ship[unit] >= 0), []).append(unit)
        if fleets and position.area[fleets[0]] == area and not any(aboard for _, aboard in parts):
            parts.setdefault((0, False), [])
        for (band, aboard), units in sorted(parts.items()):
            persons = [u for u in units if kind[u] == PERSON and not did[u] & (AT_REST | FLOWN | THIEF)]
            leaders = [u for u in persons if not world.influence[u]]
            leaders.sort(key=lambda unit: (-world.value[unit], unit))
            weak = [u for u in persons if world.influence[u]]
            armies = [u for u in units if kind[u] == ARMY and not did[u] & (AT_REST | DETACHED)]
            yield Host(area, band, tuple(leaders), tuple(weak), tuple(armies), fleets, aboard)

    def _offshore(self, area: int) -> tuple[int, ...]:
        """Return the fleets that lie with nobody aboard off a coast, in the sea where they have most room (elric/7.3j);
        in one to which the coast has a port rather. Who is among enemies stays ashore.
        """
        position, world = self.position, self.world
        if area in world.seas or position.foes_in(area, self.seat):
            return ()
        best: tuple[bool, int, tuple[int, ...]] = (False, 0, ())
        for sea in world.sea_next[area]:
            if sea not in position.stacks or position.foes_in(sea, self.seat):
                continue
            own = position.own_in(sea, self.seat)
            crewed = {position.ship[unit] for unit in own}
            empty = tuple(unit for unit in own if world.kind[unit] == FLEET and unit not in crewed)
            room = 1 + sum(world.capacity[fleet] for fleet in empty)
            if empty and (sea in world.ports[area], room) > best[:2]:
                best = (sea in world.ports[area], room, empty)
        return best[2]

    def points(self, unit: int) -> int:
        """Return the movement points that a unit has left on land."""
        return POINTS - self.position.spent[unit]

    def throws(self, units: Iterable[int]) -> list[tuple[int, int, int]]:
        """Return what casting would gain one's own battle: gain, caster, spell; the best three, one to a magician."""
        position, world = self.position, self.world
        found = []
        for unit in units:
            if not world.spells[unit] or position.did[unit] & CAST:
                continue
            own = 0 if world.influence[unit] else world.value[unit]
            best = max(
                ((value, spell) for spell in self.hands.get(unit, ()) if (value := spell_value(position, spell)) > own),
                default=None,
            )
            if best is not None:
                found.append((best[0] - own, unit, best[1]))
        return sorted(found, reverse=True)[:CASTERS]

    def value(self, units: Sequence[int]) -> int:
        """Return what units add by themselves."""
        world = self.world
        return sum(world.value[u] for u in units if world.kind[u] in (PERSON, ARMY) and not world.influence[u])

    def power(self, units: Sequence[int]) -> float:
        """Return what units would add to an assault, with the best spells that they hold."""
        return self.value(units) + sum(gain for gain, _, _ in self.throws(units))

    def eater(self, units: Iterable[int]) -> int:
        """Return a magician who can throw an Eater of armies, -1 if none can."""
        world, did = self.world, self.position.did
        return next(
            (
                unit
                for unit in units
                if world.spells[unit] and not did[unit] & CAST
                for spell in self.hands.get(unit, ())
                if SPELLS[spell].eats_land and not why_not(world, unit, spell)[0]
            ),
            -1,
        )

    # What one meets

    def defence(self, area: int) -> Defence:
        """Return what an assault on an area meets."""
        known = self._defences.get(area)
        if known is None:
            known = self._defences[area] = self._defence(area)
        return known

    def _defence(self, area: int) -> Defence:
        position, world = self.position, self.world
        held = holder(position, area)
        foes = position.foes_in(area, self.seat)
        if world.has_city[area] and held == NOBODY and not foes:
            return Defence(world.militia[area], 0, world.wall[area], 0.0, True, NOBODY)
        at_sea = area in world.seas
        factors = sum(self._factor(unit, at_sea) for unit in foes)
        casters = sum(1 for unit in foes if world.spells[unit] and self.hands.get(unit) and world.value[unit] < 4)
        behind = world.has_city[area] and held not in (NOBODY, self.seat)
        wall = world.wall[area] if behind else 0
        foe = held if behind else (position.owner[foes[0]] if foes else NOBODY)
        armies = sum(1 for unit in foes if world.kind[unit] == ARMY)
        return Defence(factors, armies, wall, UNKNOWN * min(casters, CASTERS), behind, foe)

    def _factor(self, unit: int, at_sea: bool) -> int:
        world = self.world
        kind = world.kind[unit]
        if kind == PERSON:
            return 0 if world.influence[unit] else world.value[unit]
        if kind == ARMY:
            return 0 if at_sea else 1
        return world.value[unit] if at_sea and kind == FLEET else 0


def spell_value(position: ElricPosition, spell: int) -> int:
    """Return what a spell adds in a battle now, 0 if it does not fight."""
    return SPELLS[spell].value + bonus(position, spell) if SPELLS[spell].fights else 0
