"""The hosts of a seat: who could march together from each hex, how far, and what must stay behind."""

from __future__ import annotations

from tanelorn.games.albion.judgement.reckoning.calling import calls, wanted
from tanelorn.games.albion.judgement.reckoning.forces import Foe, side_of
from tanelorn.games.albion.judgement.reckoning.odds import Side
from tanelorn.games.albion.judgement.reckoning.threats import landings
from tanelorn.games.albion.judgement.style import Style
from tanelorn.games.albion.movement.ways.costs import Tree, costs_to, land_tree, terms_of
from tanelorn.games.albion.movement.ways.groups import Group, asleep, why_not
from tanelorn.games.albion.movement.ways.reach import Reached, reachable
from tanelorn.games.albion.state.command import may_command, stack_command
from tanelorn.games.albion.state.deeds import IN_HAND, STOPPED
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.pieces import troops_code
from tanelorn.games.albion.state.ratings import army_points, person_points, rank
from tanelorn.games.albion.state.stacks import garrison_side, troops_ashore

LONG = 48
"""How far ahead ways are looked at."""


class Host:
    """Those who could march together from a hex: persons, the leader first, and points of each colour."""

    def __init__(
        self, position: AlbionPosition, seat: int, hex: int, persons: list[int], colours: set[int], left: int
    ) -> None:
        self.position, self.seat, self.hex = position, seat, hex
        self.persons = sorted(persons, key=lambda person: (-rank(position, person), person))
        self.colours, self.left = colours, left
        self.points: dict[int, int] = {}
        self._count(left)
        self.moves = min(
            [
                *(person_points(position, person) for person in self.persons),
                *(army_points(position, army) for army in self._armies() if army.colour in self.points),
            ]
        )
        if position.phase == "forced march":
            self.moves = min(self.moves, self.command)
        self._reach: Reached | None = None
        self._tree: Tree | None = None
        self._sides: dict[str, Side] = {}

    @property
    def leader(self) -> int:
        """Who is taken up first."""
        return self.persons[0]

    @property
    def command(self) -> int:
        """The Command Rating of those who march: as many Movement Points has their forced march (12.4)."""
        return stack_command(self.position, self.persons)

    def _armies(self) -> list[Army]:
        armies = _free(self.position, self.seat, self.hex, self.persons)
        return [army for army in armies if army.colour in self.colours]

    def _count(self, left: int) -> None:
        """Count the points that can go along; `left` stay, those of the colour that has most first."""
        for army in self._armies():
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

    @property
    def rested(self) -> bool:
        """Tell whether nobody of it has moved in this phase: marches to and fro lead nowhere."""
        position = self.position
        return not any(position.spent[person] for person in self.persons) and not any(
            army.spent for army in self._armies()
        )

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
            self._tree = self.tree_from(self.hex, LONG)
        return self._tree

    def tree_from(self, hex: int, far: int) -> Tree:
        """Return what it would cost to go on from a hex."""
        terms = terms_of(self.position, self.seat, self.persons, self.points)
        return land_tree(self.position.world, terms, hex, far)

    def back(self, goal: int) -> bytearray:
        """Return by hex what the way from there to a goal costs, as if nobody stood in the way."""
        return costs_to(self.position.world, terms_of(self.position, self.seat, self.persons, self.points), goal, LONG)

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
        and (troops_code(army.colour) not in left or army.did & IN_HAND)
        and any(may_command(position, person, army.colour) for person in persons)
    ]


def hosts_of(position: AlbionPosition, seat: int, threats: dict[int, Foe], style: Style) -> list[Host]:
    """Return the hosts of a seat that can move in this phase."""
    found = []
    reacting = position.phase == "reaction"
    calling = wanted(position, seat)
    shores = landings(position, seat) if style.shore else set[int]()
    for hex in sorted(position.people):
        if reacting and hex not in position.reactors:
            continue
        persons = [
            person
            for person in position.ashore(seat, hex)
            if _marches(position, seat, person) and person not in position.controlled
        ]
        if calling and hex not in threats:
            persons = [person for person in persons if not calls(position, person)]
        left = guard(position, seat, hex, threats, shores, style)
        for group, colours in parted(position, hex, persons, style):
            host = Host(position, seat, hex, group, colours, left)
            left = 0
            if host.moves > 0:
                found.append(host)
    return found


def captives(position: AlbionPosition, seat: int) -> list[Host]:
    """Return whom a seat has in its power for this turn and can move, each alone (19.4/10)."""
    held = [person for person in sorted(position.controlled) if position.side[person] == seat]
    found = [
        Host(position, seat, position.at[person], [person], set(), 0)
        for person in held
        if position.at[person] >= 0 and position.aboard[person] < 0 and _marches(position, seat, person)
    ]
    return [host for host in found if host.moves > 0]


def _marches(position: AlbionPosition, seat: int, person: int) -> bool:
    return bool(position.awake[person]) and person not in position.desk[seat].left and why_not(position, person) is None


def parted(position: AlbionPosition, hex: int, persons: list[int], style: Style) -> list[tuple[list[int], set[int]]]:
    """Return by persons and colours who marches together from a hex.

    Sean, who never leaves The Weald, holds nobody up (7.9/a34). Where more points stand than the style keeps together,
    each colour goes with a leader of its own.
    """
    w = position.world
    if not position.basic and len(persons) > 1:
        persons = [person for person in persons if person != w.person["sean"]]
    if not persons:
        return []
    armies = position.troops.get(hex, ())
    colours = {army.colour for army in armies}
    if not style.split or sum(army.n for army in armies) <= style.split:
        return [(persons, colours)]
    parts: dict[int, tuple[list[int], set[int]]] = {}
    for person in sorted(persons, key=lambda person: (-rank(position, person), person)):
        own = w.p_colour[person]
        if own in colours and may_command(position, person, own):
            parts.setdefault(own, ([], {own}))[0].append(person)
    if not parts:
        return [(persons, colours)]
    first = next(iter(parts.values()))
    led = {person for group, _ in parts.values() for person in group}
    first[0].extend(person for person in persons if person not in led)
    first[1].update(colours - set(parts))
    return list(parts.values())


def guard(
    position: AlbionPosition, seat: int, hex: int, threats: dict[int, Foe], shores: set[int], style: Style
) -> int:
    """Return how many points stay in a fortress to which enemies could come, by land or by sea."""
    w = position.world
    if garrison_side(position, hex) != seat or w.dyke[hex]:
        return 0
    near = style.guard and any(foe.points and w.distance(hex, foe.hex) <= style.watch for foe in threats.values())
    return max(style.guard if near else 0, style.shore if hex in shores else 0)
