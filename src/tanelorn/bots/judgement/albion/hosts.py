"""The hosts of a seat: who could march together from each hex, how far, and what must stay behind."""

from __future__ import annotations

from tanelorn.bots.judgement.albion.forces import Foe, side_of
from tanelorn.bots.judgement.albion.odds import Side
from tanelorn.bots.judgement.albion.temper import Temper
from tanelorn.games.albion.groups import (
    STOPPED,
    Group,
    army_points,
    asleep,
    person_points,
    terms_of,
    why_not,
)
from tanelorn.games.albion.position import IN_HAND, TROOPS, AlbionPosition, Army
from tanelorn.games.albion.ratings import may_command, rank
from tanelorn.games.albion.reach import Reached, reachable
from tanelorn.games.albion.stacks import garrison_side, troops_ashore
from tanelorn.games.albion.ways import Tree, land_tree

LONG = 48
"""How far ahead ways are looked at."""


class Host:
    """Those who could march together from a hex: persons, the leader first, and points of each colour."""

    def __init__(self, position: AlbionPosition, seat: int, hex: int, persons: list[int], left: int) -> None:
        self.position, self.seat, self.hex = position, seat, hex
        self.persons = sorted(persons, key=lambda person: (-rank(position, person), person))
        self.points: dict[int, int] = {}
        self._count(left)
        self.moves = min(
            [
                *(person_points(position, person) for person in self.persons),
                *(army_points(position, army) for army in self._armies() if army.colour in self.points),
            ]
        )
        self._reach: Reached | None = None
        self._tree: Tree | None = None
        self._sides: dict[str, Side] = {}

    @property
    def leader(self) -> int:
        """Who is taken up first."""
        return self.persons[0]

    def _armies(self) -> list[Army]:
        return _free(self.position, self.seat, self.hex, self.persons)

    def _count(self, left: int) -> None:
        """Count the points that can go along; `left` stay, those of the colour that has most first."""
        for army in _free(self.position, self.seat, self.hex, self.persons):
            self.points[army.colour] = self.points.get(army.colour, 0) + army.n
        left -= sum(army.n for army in troops_ashore(self.position, self.seat, self.hex)) - sum(self.points.values())
        while left > 0 and self.points:
            most = max(self.points, key=lambda colour: (self.points[colour], colour))
            self.points[most] -= 1
            left -= 1
            if not self.points[most]:
                del self.points[most]

    @property
    def size(self) -> int:
        """Points that would march, escorts among them."""
        return sum(self.points.values()) + sum(self.position.escort[person] for person in self.persons)

    def side(self, terrain: str) -> Side:
        """Return the host as a side of a battle."""
        found = self._sides.get(terrain)
        if found is None:
            found = self._sides[terrain] = side_of(self.position, self.persons, self.points, terrain)
        return found

    def reach(self) -> Reached:
        """Return where it can go at once."""
        if self._reach is None:
            self._reach = reachable(self.position, self._group())
        return self._reach

    def tree(self) -> Tree:
        """Return what it costs to go anywhere, as if nobody stood in the way."""
        if self._tree is None:
            position = self.position
            terms = terms_of(position, self.seat, self.persons, self.points)
            self._tree = land_tree(position.world, terms, self.hex, LONG)
        return self._tree

    def back(self, goal: int) -> Tree:
        """Return what the way from a goal costs, much as that to it."""
        terms = terms_of(self.position, self.seat, self.persons, self.points)
        return land_tree(self.position.world, terms, goal, LONG)

    def _group(self) -> Group:
        group = Group.__new__(Group)
        group.seat, group.ships, group.persons, group.here, group.coast = self.seat, [], self.persons, self.hex, 0
        group.armies = [army for army in self._armies() if army.colour in self.points]
        group.points = self.moves
        return group


def _free(position: AlbionPosition, seat: int, hex: int, persons: list[int]) -> list[Army]:
    """Return the armies ashore in a hex that could go along with some persons."""
    left = position.desk[seat].left
    return [
        army
        for army in position.armies_of(seat, hex)
        if army.ship < 0
        and not army.did & STOPPED
        and army_points(position, army)
        and not asleep(position, army.colour)
        and (TROOPS + army.colour not in left or army.did & IN_HAND)
        and any(may_command(position, person, army.colour) for person in persons)
    ]


def hosts_of(position: AlbionPosition, seat: int, threats: dict[int, Foe], temper: Temper) -> list[Host]:
    """Return the hosts of a seat that can move in this phase."""
    found = []
    left = position.desk[seat].left
    reacting = position.phase == "reaction"
    for hex in sorted(position.people):
        if reacting and hex not in position.reactors:
            continue
        persons = [
            person
            for person in position.ashore(seat, hex)
            if position.awake[person] and person not in left and why_not(position, person) is None
        ]
        if persons:
            host = Host(position, seat, hex, persons, guard(position, seat, hex, threats, temper))
            if host.moves > 0:
                found.append(host)
    return found


def guard(position: AlbionPosition, seat: int, hex: int, threats: dict[int, Foe], temper: Temper) -> int:
    """Return how many points stay in a fortress to which enemies could come."""
    w = position.world
    if garrison_side(position, hex) != seat or w.dyke[hex] or not temper.guard:
        return 0
    near = any(foe.points and w.distance(hex, foe.hex) <= temper.watch for foe in threats.values())
    return temper.guard if near else 0
