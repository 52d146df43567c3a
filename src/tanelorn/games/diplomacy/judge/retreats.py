"""Retreats: where a dislodged unit may go, and what becomes of the retreat orders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.judge.judging import Verdict
from tanelorn.games.diplomacy.orders.order import FLEET, RETREAT, Order, Unit


class Beaten(NamedTuple):
    """A dislodged unit, the province that its attacker came from, and the locations that it may retreat to."""

    unit: Unit
    by: int
    places: tuple[int, ...]


def standing(verdict: Verdict) -> list[Unit]:
    """Return the units that are not dislodged, where they stand after the moves, in the order of the units."""
    after, orders, succeeds, dislodged = list(verdict.units), verdict.orders, verdict.succeeds, verdict.dislodged
    for movers in verdict.into.values():
        for index in movers:
            if succeeds[index]:
                power, kind, _ = after[index]
                after[index] = Unit(power, kind, orders[index][3])  # type: ignore[index]
    return [unit for index, unit in enumerate(after) if index not in dislodged] if dislodged else after


def beaten(verdict: Verdict, shut: Iterable[int] = ()) -> list[Beaten]:
    """Return the dislodged units and where each may go.

    Clauses diplomacy/dislodge, diplomacy/retreat; youngkingdoms/1.dislodge, youngkingdoms/1.retreat.
    `shut` are provinces closed to all retreats.
    """
    if not verdict.dislodged:
        return []
    results = zip(verdict.here, verdict.goal, verdict.succeeds, strict=True)
    # Where a unit was dislodged its attacker stands: the space is taken all the same.
    taken = {goal if goal >= 0 and succeeds else here for here, goal, succeeds in results}
    taken |= verdict.contested
    taken.update(shut)
    found = []
    for index, attacker in sorted(verdict.dislodged.items()):
        unit, by = verdict.units[index], verdict.here[attacker]
        # Where the attacker came from is closed, unless it came by sea (DATC 4.A.5).
        closed = taken if verdict.by_sea[attacker] else taken | {by}
        found.append(Beaten(unit, by, places(verdict.atlas, unit, closed)))
    return found


def places(atlas: Atlas, unit: Unit, closed: Iterable[int]) -> tuple[int, ...]:
    """Return the locations next to a unit that it could move to and whose provinces are not closed."""
    there = atlas.fleet[unit.at] if unit.kind == FLEET else atlas.army[atlas.province[unit.at]]
    province = atlas.province
    return tuple(sorted([place for place in there if province[place] not in closed]))


def retreat(atlas: Atlas, retreating: Sequence[Unit], orders: Sequence[Order | None]) -> list[Unit | None]:
    """Return where each dislodged unit stands afterwards, None if it is gone.

    `orders[i]` is a retreat that unit i may make, anything else disbands it; units that retreat to one province
    are all disbanded (diplomacy/retreat, youngkingdoms/1.retreat).
    """
    goals = [order.to if order is not None and order.verb == RETREAT else -1 for order in orders]
    provinces = [atlas.province[goal] if goal >= 0 else -1 for goal in goals]
    return [
        unit._replace(at=goal) if goal >= 0 and provinces.count(province) == 1 else None
        for unit, goal, province in zip(retreating, goals, provinces, strict=True)
    ]
