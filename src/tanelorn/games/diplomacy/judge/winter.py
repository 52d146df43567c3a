"""Winter: what may be built where, and who goes when nobody says."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache

from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.orders.order import ARMY, BUILD, FLEET, Order, Unit


def builds(atlas: Atlas, homes: Iterable[int], occupied: Collection[int]) -> list[Order]:
    """Return every build in these home centres: an army, and a fleet on each coast, where nobody stands.

    Clauses diplomacy/builds, youngkingdoms/1.builds.
    """
    orders = []
    for home in homes:
        if home in occupied:
            continue
        orders.append(Order(BUILD, ARMY, home))
        if atlas.is_coast[home]:
            orders += [Order(BUILD, FLEET, coast) for coast in atlas.coasts_of[home] or (home,)]
    return orders


@cache
def distances(atlas: Atlas, centres: frozenset[int]) -> tuple[int, ...]:
    """Return for each province the steps, over land and sea alike, to the nearest of these centres."""
    far = [atlas.size] * atlas.size
    front = list(centres)
    for centre in centres:
        far[centre] = 0
    for here in front:
        for there in atlas.next_to[here]:
            if far[there] > far[here] + 1:
                far[there] = far[here] + 1
                front.append(there)
    return tuple(far)


def removed_by_rule(atlas: Atlas, units: Sequence[Unit], centres: Iterable[int], count: int) -> list[Unit]:
    """Return the units that go first in civil disorder (diplomacy/removals, youngkingdoms/1.removals).

    The furthest from any centre that their power owns, over land and sea; then fleets before armies; then by the
    province's abbreviation (DATC 4.D.8, 2023).
    """
    far = distances(atlas, frozenset(centres))

    def rank(unit: Unit) -> tuple[int, int, str]:
        province = atlas.province[unit.at]
        return -far[province], -(unit.kind == FLEET), atlas.ids[province].casefold()

    return sorted(units, key=rank)[:count]
