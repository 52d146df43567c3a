"""All possible orders of a unit, given the units on the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.orders.order import ARMY, CONVOY, FLEET, HOLD, MOVE, SUPPORT, Order, Unit

Reach = dict[int, tuple[int, ...]]
"""By province, the locations in it that a unit might be ordered to."""

_order = partial(tuple.__new__, Order)  # with all fields in turn: there are thousands, and this is twice as fast


class Field:
    """The units on the board, and where each of them could go."""

    def __init__(self, atlas: Atlas, units: Sequence[Unit]) -> None:
        self.atlas = atlas
        self.units = units
        self.here = [atlas.province[unit.at] for unit in units]
        self.fleets = 0
        for unit, here in zip(units, self.here, strict=True):
            if unit.kind == FLEET and atlas.is_sea[here]:
                self.fleets |= 1 << here
        self._known: dict[int, list[Order]] = {}
        self.beside = [self._beside(unit) for unit in units]
        self.beyond = [self._beyond(index) for index in range(len(units))]

    def _beside(self, unit: Unit) -> Reach:
        """Return where a unit may go without a convoy."""
        atlas = self.atlas
        if unit.kind != FLEET:
            return {there: (there,) for there in atlas.army[atlas.province[unit.at]]}
        reach: Reach = {}
        for there in atlas.fleet[unit.at]:
            province = atlas.province[there]
            reach[province] = (*reach.get(province, ()), there)
        return reach

    def _beyond(self, index: int) -> frozenset[int]:
        """Return the coasts to which the fleets on the board might convoy a unit, if it is an army."""
        if self.units[index].kind == FLEET or not self.fleets:
            return frozenset()
        return shores(self.atlas, self.fleets, self.here[index])

    def voyage(self, order: Order) -> tuple[int, ...]:
        """Return the provinces of a shortest convoy that the fleets on the board could give a move, from its start to
        its end; none where it takes no convoy.
        """
        if order.verb != MOVE or not order.via or order.kind == FLEET:
            return ()
        start, end = self.atlas.province[order.at], self.atlas.province[order.to]
        seas = self.atlas.route(self.fleets, start, end)
        return (start, *seas, end) if seas else ()

    def orders(self, index: int) -> list[Order]:
        """Return every possible order of a unit: to hold, to move, to support, to convoy. Do not change the list."""
        known = self._known.get(index)
        if known is None:
            known = self._known[index] = self._list(index)
        return known

    def _list(self, index: int) -> list[Order]:
        unit = self.units[index]
        found = [Order(HOLD, unit.kind, unit.at)]
        found += self._moves(index)
        found += self._supports(index)
        if unit.kind == FLEET and self.atlas.is_sea[self.here[index]]:
            found += self._convoys(index)
        return found

    def _moves(self, index: int) -> list[Order]:
        """Moves overland, along the coast, by sea and by convoy (diplomacy/movement, youngkingdoms/1.movement)."""
        _, kind, at = self.units[index]
        overland = [Order(MOVE, kind, at, to) for there in self.beside[index].values() for to in there]
        return overland + [Order(MOVE, kind, at, to, -1, -1, True) for to in self.beyond[index]]

    def _supports(self, index: int) -> list[Order]:
        _, kind, at = self.units[index]
        mine, here = self.beside[index], self.here
        is_link = bool(self.fleets >> here[index] & 1)
        found = []
        for other, unit in enumerate(self.units):
            if other == index:
                continue
            of, whom = here[other], unit.kind
            if of in mine:
                found.append(Order(SUPPORT, kind, at, -1, of, whom))
            for target, there in self.beside[other].items():
                if target in mine:
                    found.append(_order((SUPPORT, kind, at, target, of, whom, False, 0)))
                    if there[0] != target:
                        found += [Order(SUPPORT, kind, at, to, of, whom) for to in there]
            if self.beyond[other]:
                shore = self.beyond[other]
                if is_link:  # a fleet cannot both convoy the army and support it
                    shore = shores(self.atlas, self.fleets & ~(1 << here[index]), of)
                walk = self.beside[other]
                found += [
                    _order((SUPPORT, kind, at, target, of, whom, False, 0))
                    for target in shore
                    if target in mine and target not in walk
                ]
        return found

    def _convoys(self, index: int) -> list[Order]:
        _, kind, at = self.units[index]
        apart, touch = self.atlas.apart[self.here[index]], self.atlas.touch
        found = []
        for army, shore in enumerate(self.beyond):
            if shore:
                of, whom = self.here[army], self.units[army].kind
                near, after = touch[of], apart[of]
                # As in `Atlas.may_convoy`, for many ends at once.
                found += [
                    _order((CONVOY, kind, at, to, of, whom, False, 0))
                    for to in shore
                    if near & apart[to] and touch[to] & after
                ]
        return found


def shores(atlas: Atlas, fleets: int, start: int) -> frozenset[int]:
    """Return the coasts, but for the first, that fleets in these seas join with a coast."""
    if not atlas.is_coast[start]:
        return frozenset()
    touch = atlas.touch
    front, seen = touch[start] & fleets, 0
    while front:
        seen |= front
        reached = 0
        while front:
            low = front & -front
            reached |= touch[low.bit_length() - 1]
            front ^= low
        front = reached & fleets & ~seen
    if not seen:
        return frozenset()
    return frozenset(n for n in atlas.coasts if touch[n] & seen and n != start)


__all__ = ["ARMY", "Field", "shores"]
