"""Orders worth a thought: takes of cities, attacks at two to one, retreats, concentrations, lightning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from tanelorn.games.fivecities.board import AREAS, NEIGHBOURS, PROVINCES
from tanelorn.games.fivecities.notation import Move, Order

_BIG_STACK = 4  # in a province lightning kills half: of fewer it is not worth one of three strikes


@lru_cache(maxsize=256)
def moves(own: tuple[int, ...], other: tuple[int, ...]) -> tuple[tuple[Move, ...], ...]:
    """Return moves that can have a purpose, `pass` first, all different; a node asks for them again and again."""
    found: dict[tuple[Move, ...], None] = {(): None}
    for area in range(AREAS):
        if own[area]:
            found |= dict.fromkeys(_out_of(area, own, other))
        found |= dict.fromkeys(_into(area, own))
    return tuple(found)


def _out_of(origin: int, own: Sequence[int], other: Sequence[int]) -> Iterator[tuple[Move, ...]]:
    """One target: all, all but one, half, one, or just what an attack needs. Two: one piece takes a city on the way."""
    have = own[origin]
    near = NEIGHBOURS[origin]
    for to in near:
        counts = {have, have - 1, have // 2, 1}
        if other[to]:
            counts |= {2 * other[to], other[to] + 1}
        for count in sorted(counts):
            if 0 < count <= have:
                yield ((origin, to, count),)
    for city in near:
        if city >= PROVINCES and not own[city] and not other[city]:
            for to in near:
                if to != city:
                    for count in {have - 1, have - 2, have // 2}:
                        if 0 < count < have:
                            yield tuple(sorted([(origin, city, 1), (origin, to, count)]))


def _into(to: int, own: Sequence[int]) -> Iterator[tuple[Move, ...]]:
    """From two or more areas: all, or all but one in each city."""
    near = [origin for origin in NEIGHBOURS[to] if own[origin]]
    for size in range(2, len(near) + 1):
        for origins in combinations(near, size):
            yield tuple([(origin, to, own[origin]) for origin in origins])
            kept = [(origin, to, own[origin] - (origin >= PROVINCES)) for origin in origins]
            yield tuple([move for move in kept if move[2]])


def targets(own: Sequence[int], other: Sequence[int], cities_needed: int) -> list[int]:
    """Return the areas that lightning may be meant for, the heaviest loss first.

    Where the other stands in force, the other's cities and, when one city is wanting, each that can be entered.
    """
    worth = {}
    for area in range(AREAS):
        there = other[area]
        if area >= PROVINCES:
            if there:
                worth[area] = there + 2
            elif cities_needed <= 1 and any(other[origin] for origin in NEIGHBOURS[area]):
                worth[area] = 3
        elif there >= _BIG_STACK:
            worth[area] = there // 2
    return sorted(worth, key=lambda area: (-worth[area], area))


def with_strikes(plain: Sequence[tuple[Move, ...]], strikes: Sequence[int]) -> list[Order]:
    """Return each of the moves with each of the strikes."""
    return [Order(order, area) for order in plain for area in strikes]
