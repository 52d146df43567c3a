"""How far places lie apart for those who walk, sail and swim, in turns: worked out once for each world."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from heapq import heappop, heappush

from tanelorn.games.elric.equipment.world import World

FAR = 99.0
"""Out of reach."""
STEP, WILD, BOARD, COAST, SEA, LAND, SWIM = 0.25, 0.15, 0.25, 1.0, 0.17, 0.17, 0.5
"""What parts of a way take, in turns: a province; a wild one beside that, for armies; going aboard in a port or from an
open coast; a sea; going ashore; a sea without a ship.
"""
Distances = tuple[tuple[float, ...], ...]
Edges = Callable[[World, int], Iterator[tuple[int, float]]]


def _risk(world: World, area: int) -> float:
    """Return what the special seas cost beside the time (elric/7.5.1, 7.5.4, 7.5.5)."""
    return {world.boiling: 2.0, world.teeth: 0.4, world.straits: 0.25}.get(area, 0.0)


def _on_foot(world: World, here: int) -> Iterator[tuple[int, float]]:
    if here in world.lands:
        for to in world.land_next[here]:
            yield to, STEP + WILD * world.wild[to]


def _with_ships(world: World, here: int) -> Iterator[tuple[int, float]]:
    yield from _on_foot(world, here)
    if here in world.lands:
        for sea in world.ports[here]:
            yield sea, BOARD + SEA + _risk(world, sea)
        for sea in world.sea_next[here]:
            if sea not in world.ports[here]:
                yield sea, COAST + _risk(world, sea)
        return
    for sea in world.sea_next[here]:
        yield sea, SEA + _risk(world, sea)
    for coast in world.land_next[here]:
        yield coast, LAND + WILD * world.wild[coast]


def _sailing(world: World, here: int) -> Iterator[tuple[int, float]]:
    if here in world.lands:
        for to in world.land_next[here]:
            yield to, STEP
        for sea in world.sea_next[here]:
            yield sea, (BOARD if sea in world.ports[here] else COAST) + SEA + _risk(world, sea)
        return
    for sea in world.sea_next[here]:
        yield sea, SEA + (0.0 if sea == world.straits else _risk(world, sea))
    for coast in world.land_next[here]:
        yield coast, LAND


def _swimming(world: World, here: int) -> Iterator[tuple[int, float]]:
    for to in world.land_next[here]:
        yield to, STEP
    for sea in world.sea_next[here]:
        yield sea, SWIM + _risk(world, sea)


def _walking(world: World, here: int) -> Iterator[tuple[int, float]]:
    if here in world.lands:
        for to in world.land_next[here]:
            yield to, STEP


def _from(world: World, start: int, edges: Edges) -> tuple[float, ...]:
    best = [FAR] * len(world.areas)
    best[start] = 0.0
    heap = [(0.0, start)]
    while heap:
        cost, here = heappop(heap)
        if cost > best[here]:
            continue
        for to, price in edges(world, here):
            if cost + price < best[to]:
                best[to] = cost + price
                heappush(heap, (cost + price, to))
    return tuple(best)


def _all(world: World, edges: Edges) -> Distances:
    return tuple(_from(world, start, edges) for start in range(len(world.areas)))


@lru_cache(maxsize=4)
def on_foot(world: World) -> Distances:
    """Return how far armies walk from each area to each other, wilderness being shunned."""
    return _all(world, _on_foot)


@lru_cache(maxsize=4)
def with_ships(world: World) -> Distances:
    """Return how far armies go where ships lie ready."""
    return _all(world, _with_ships)


@lru_cache(maxsize=4)
def swimming(world: World) -> Distances:
    """Return how far a magician goes alone."""
    return _all(world, _swimming)


@lru_cache(maxsize=4)
def walking(world: World) -> Distances:
    """Return how far a person without armies walks."""
    return _all(world, _walking)


@lru_cache(maxsize=4)
def sailing(world: World) -> Distances:
    """Return how far armies go where ships lie ready and nothing attacks in wilderness (elric/14.1c)."""
    return _all(world, _sailing)
