"""Which ways are the cheapest, as pure searches over the board (albion/11.0, 11.2, 11.7, 10.3b), made once"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import NamedTuple

from tanelorn.games.albion.movement.step_costs import Terms, lanes, roads
from tanelorn.games.albion.state.world import World
from tanelorn.games.albion.weather import Sky


class Way(NamedTuple):
    """A way to a hex: the hexes entered, what it costs, and on which coast a ship ends."""

    route: tuple[int, ...]
    cost: int
    coast: int = 0


class Tree:
    """The cheapest ways from a place up to a limit: places in the order of their cost, with the one before each.

    `cost` is FAR for places that are out of reach.
    """

    __slots__ = ("_first", "before", "cost", "limit", "order", "start")

    def __init__(self, start: int, limit: int, order: list[int], cost: bytearray, before: array[int]) -> None:
        self.start, self.limit, self.order, self.cost, self.before = start, limit, array("H", order), cost, before
        self._first: bytearray | None = None

    def passes(self, place: int, points: int) -> bool:
        """Tell whether one of the ways that so many points pay goes on from a place."""
        first = self._first
        if first is None:
            cost, before = self.cost, self.before
            first = self._first = bytearray([FAR]) * len(cost)
            for beyond in reversed(self.order):
                first[before[beyond]] = cost[beyond]
        return first[place] <= points

    def count(self, points: int) -> int:
        """Return how many places so many points reach."""
        return bisect_right(self.order, points, key=self.cost.__getitem__)

    def route(self, place: int) -> tuple[int, ...]:
        """Return the places entered on the way to one."""
        places = []
        while place != self.start:
            places.append(place)
            place = self.before[place]
        return tuple(reversed(places))


FAR = 255
"""More than any allowance."""

LIMITS = (3, 6, 9, 12, 16, 20, 24, 30, 36, 42, 48, 72, 108, 144)
"""How far trees of ways are worked out: enough for any allowance, and for three times as much (22.3a)."""


def limit_of(points: int) -> int:
    """Return how far a tree must reach for so many points."""
    return next(limit for limit in LIMITS if points <= limit)


def _blank(places: int) -> tuple[bytearray, array[int]]:
    return bytearray([FAR]) * places, array("H", bytes(2 * places))


@lru_cache(maxsize=4096)
def land_tree(world: World, terms: Terms, start: int, limit: int) -> Tree:
    """Return the cheapest ways on land up to a limit, as if nobody stood in the way."""
    return march_tree(world, terms, start, limit, frozenset(), frozenset())


@lru_cache(maxsize=1024)
def march_tree(
    world: World, terms: Terms, start: int, limit: int, ends: frozenset[int], closed: frozenset[int]
) -> Tree:
    """Return the cheapest ways on land; none goes on from `ends`, none enters what is `closed`."""
    net = roads(world, terms)
    rows, fill = net.rows, net.row
    cost, before = _blank(len(world.number))
    for hex in closed:
        cost[hex] = 0
    cost[start] = 0
    order: list[int] = []
    layers: list[list[int]] = [[] for _ in range(limit + 1)]
    layers[0].append(start)
    for spent, layer in enumerate(layers):
        room = limit - spent
        for here in layer:
            if cost[here] != spent:
                continue
            if spent:
                order.append(here)
                if here in ends:
                    continue
            for to, price in rows[here] or fill(here):
                if price <= room and spent + price < cost[to]:
                    cost[to], before[to] = spent + price, here
                    layers[spent + price].append(to)
    for hex in closed:
        cost[hex] = FAR
    cost[start] = FAR
    return Tree(start, limit, order, cost, before)


@lru_cache(maxsize=4096)
def costs_to(world: World, terms: Terms, goal: int, limit: int) -> bytearray:
    """Return by hex what the way from there to a goal costs, as if nobody stood in it; FAR beyond a limit."""
    net = roads(world, terms)
    costs = bytearray([FAR]) * len(world.number)
    costs[goal] = 0
    layers: list[list[int]] = [[] for _ in range(limit + 1)]
    layers[0].append(goal)
    for spent, layer in enumerate(layers):
        for here in layer:
            if costs[here] != spent:
                continue
            for frm in world.near[here]:
                price = next((price for to, price in net.row(frm) if to == here), 0)
                if price and spent + price <= limit and spent + price < costs[frm]:
                    costs[frm] = spent + price
                    layers[spent + price].append(frm)
    return costs


def sea_tree(world: World, sky: Sky, start: int, limit: int, closed: frozenset[int] = frozenset()) -> Tree:
    """Return the cheapest ways of a ship up to a limit, from berth to berth.

    Among equal ways it is that with the fewest coasts of Faerie's kingdoms, which an enemy's ship would wake (10.3b).
    """
    net = lanes(world, sky)
    near, price, frozen, touch = net.near, net.price, net.frozen, net.coasts
    cost, before = _blank(len(near))
    touched = bytearray(len(near))
    for node in closed:
        cost[node] = 0
    cost[start] = 0
    order: list[int] = []
    layers: list[list[int]] = [[] for _ in range(limit + 1)]
    layers[0].append(start)
    for spent, layer in enumerate(layers):
        for here in layer:
            if cost[here] != spent:
                continue
            if spent:
                order.append(here)
            if here in frozen:
                continue
            shores = touched[here]
            for to in near[here]:
                known = cost[to]
                if known <= spent:
                    continue
                total = spent + price[to]
                if total < known:
                    if total > limit:
                        continue
                    layers[total].append(to)
                elif total > known or shores + touch[to] >= touched[to]:
                    continue
                cost[to], before[to], touched[to] = total, here, shores + touch[to]
    for node in closed:
        cost[node] = FAR
    cost[start] = FAR
    return Tree(start, limit, order, cost, before)


class Shelf:
    """Trees of ways by all that they depend on and where they start; one that reaches further takes the place of a
    shorter one. They lie in dicts of dicts: what holds no tuple for each tree costs the garbage collector less.
    """

    def __init__(self, most: int) -> None:
        self.room = self.most = most
        self.trees: dict[tuple[Hashable, ...], dict[int, Tree]] = {}

    def take(self, key: tuple[Hashable, ...], start: int, points: int, grow: Callable[[int], Tree]) -> Tree:
        """Return a tree that reaches as far as so many points, and maybe further; it is grown if need be."""
        known = self.trees.get(key)
        tree = None if known is None else known.get(start)
        if tree is None or tree.limit < points:
            if tree is None and not self.room:
                self.trees.clear()
                self.room = self.most
            self.room -= tree is None
            tree = self.trees.setdefault(key, {})[start] = grow(limit_of(points))
        return tree


_ON_LAND, _AT_SEA = Shelf(4096), Shelf(4096)


def land_ways(world: World, terms: Terms, start: int, points: int) -> Tree:
    """Return the cheapest ways on land as if nobody stood in the way, for so many points at least."""
    return _ON_LAND.take(
        (world, terms),
        start,
        points,
        lambda limit: march_tree.__wrapped__(world, terms, start, limit, frozenset(), frozenset()),
    )


def sea_ways(world: World, sky: Sky, start: int, points: int, closed: frozenset[int]) -> Tree:
    """Return the cheapest ways of a ship, for so many points at least."""
    return _AT_SEA.take((world, sky, closed), start, points, lambda limit: sea_tree(world, sky, start, limit, closed))
