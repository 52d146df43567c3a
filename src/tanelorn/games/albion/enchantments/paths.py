"""How a group keeps to a path that is written down, and how it comes back to one (albion/19.4/03)."""

from __future__ import annotations

from tanelorn.games.albion.movement.groups import Group, terms_of
from tanelorn.games.albion.movement.reach import bans_of, haunted, held, sea_sky
from tanelorn.games.albion.movement.step_costs import lanes, roads
from tanelorn.games.albion.movement.ways import LIMITS, Tree, Way, march_tree, sea_tree
from tanelorn.games.albion.stacks.entering import WIGANS_PEN
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.stacks import stands_in

Places = tuple[int, ...]
"""Hexes on land, berths at sea."""


class Course:
    """The group in hand, the steps that are open to it, and what it can still pay."""

    def __init__(self, position: AlbionPosition, group: Group) -> None:
        self.position, self.group, self.world = position, group, position.world
        self.bans = bans_of(position, group)
        self.points = group.points
        self.here = group.here

    def _open(self, place: int) -> bool:
        """Whether no rule closes a place to the group."""
        return not any(ban.closes(place) for ban in self.bans)

    def step(self, frm: int, to: int) -> int:
        """Return what a step costs, 0 where it cannot be made."""
        raise NotImplementedError

    def stops(self, place: int) -> bool:
        """Tell whether a single march ends in a place."""
        raise NotImplementedError

    def tree(self) -> Tree:
        """Return the cheapest ways from here."""
        raise NotImplementedError

    def way(self, stretch: Places) -> Way:
        """Return a stretch as movement writes it."""
        raise NotImplementedError

    def cost(self, stretch: Places) -> int:
        """Return what a stretch from here costs."""
        return sum(self.step(frm, to) for frm, to in zip((self.here, *stretch), stretch, strict=False))

    def along(self, route: Places) -> Places:
        """Return as much of a route from here as can be gone at once."""
        gone: list[int] = []
        left, frm = self.points, self.here
        for to in route:
            cost = self.step(frm, to)
            if not cost or cost > left:
                break
            gone.append(to)
            left, frm = left - cost, to
            if self.stops(to):
                break
        return tuple(gone)

    def spent_on(self, route: Places) -> bool:
        """Tell whether the next step of a route is open, and only the points are wanting."""
        if self.here not in route[:-1]:
            return False
        return self.step(self.here, route[route.index(self.here) + 1]) > self.points

    def nearest(self, places: Places) -> int:
        """Return which of some places is the cheapest to reach, the first of equals; -1 if none can be reached."""
        tree = self.tree()
        reached = set(tree.order)
        return min((place for place in places if place in reached), key=tree.cost.__getitem__, default=-1)

    def toward(self, place: int) -> Places:
        """Return as much of the cheapest way to a place as can be gone at once."""
        return self.along(self.tree().route(place))


class LandCourse(Course):
    """A group on land."""

    def __init__(self, position: AlbionPosition, group: Group) -> None:
        super().__init__(position, group)
        self.terms = terms_of(position, group.seat, group.persons, group.colours)
        if held(position, group):
            self.points = 0

    def step(self, frm: int, to: int) -> int:
        """By the Terrain Effects Chart, where no ban closes the hex."""
        return dict(roads(self.world, self.terms).row(frm)).get(to, 0) if self._open(to) else 0

    def stops(self, place: int) -> bool:
        """Enemies stand there, or ghosts are laid to rest."""
        if stands_in(self.position, 1 - self.group.seat, place):
            return True
        return place == self.world.place_hex[WIGANS_PEN] and haunted(self.position, self.group)

    def tree(self) -> Tree:
        """Ways that pass no enemy and nothing that is closed."""
        position = self.position
        foes = {*position.people, *position.troops}
        ends = frozenset(hex for hex in foes if stands_in(position, 1 - self.group.seat, hex))
        closed = frozenset(hex for hex in range(len(self.world.number)) if not self._open(hex))
        return march_tree(self.world, self.terms, self.here, LIMITS[-1], ends, closed)

    def way(self, stretch: Places) -> Way:
        """The hexes entered."""
        return Way(stretch, self.cost(stretch))


class SeaCourse(Course):
    """Ships."""

    def __init__(self, position: AlbionPosition, group: Group) -> None:
        super().__init__(position, group)
        self.sky = sea_sky(position, group)
        self.here = self.world.node[group.here][group.coast]

    def step(self, frm: int, to: int) -> int:
        """One sea hex; nobody leaves a frozen port (6.3.4)."""
        net = lanes(self.world, self.sky)
        if frm in net.frozen or not self._open(self.world.node_hex[to]):
            return 0
        return dict(net.row(frm)).get(to, 0)

    def stops(self, place: int) -> bool:
        """Ships pass enemies."""
        return False

    def tree(self) -> Tree:
        """Ways over the whole map."""
        w = self.world
        closed = frozenset(node for node, hex in enumerate(w.node_hex) if not self._open(hex))
        return sea_tree(w, self.sky, self.here, LIMITS[-1], closed)

    def way(self, stretch: Places) -> Way:
        """The hexes entered, and the coast where the ships end."""
        w = self.world
        return Way(tuple(w.node_hex[node] for node in stretch), self.cost(stretch), w.node_coast[stretch[-1]])


def course(position: AlbionPosition, group: Group) -> Course:
    """Return the course of the group in hand."""
    return SeaCourse(position, group) if group.ships else LandCourse(position, group)
