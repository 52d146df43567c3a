"""The equations of the DATC (version 3.0, chapter 5) solved by trying every combination of results.

Written from the equations alone and for clearness, not speed: nothing of it is shared with the judge. A decision is
one bool for each order that can go either way: a move succeeds, a support is given, a convoying fleet is undisturbed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

import networkx as nx

from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.orders.order import ARMY, CONVOY, HOLD, MOVE, SUPPORT, Order, Unit

Results = dict[int, bool]


@dataclass
class Outcome:
    """What the oracle says. `cycles` are those without exactly one solution: how many, how long, how many convoys."""

    results: Results
    dislodged: dict[int, int] = field(default_factory=dict)
    contested: set[int] = field(default_factory=set)
    cycles: list[tuple[int, int, int]] = field(default_factory=list)


class Equations:
    """The orders of one position, and each decision as a function of the others."""

    def __init__(self, atlas: Atlas, units: Sequence[Unit], orders: Sequence[Order | None]) -> None:
        self.atlas, self.units = atlas, units
        self.orders = [order or Order(HOLD, unit.kind, unit.at) for unit, order in zip(units, orders, strict=True)]
        self.area = [atlas.province[unit.at] for unit in units]
        self.target = [atlas.province[order.to] if order.verb == MOVE else None for order in self.orders]
        self.occupant = {area: n for n, area in enumerate(self.area)}
        everybody = range(len(units))
        self.fleets = {
            army: [n for n in everybody if self.orders[n].verb == CONVOY and self.subject(n) == army]
            for army in everybody
            if units[army].kind == ARMY and self.target[army] is not None
        }
        self.supports = {
            unit: [n for n in everybody if self.orders[n].verb == SUPPORT and self.subject(n) == unit]
            for unit in everybody
        }
        self.by_sea = [self.goes_by_sea(n) for n in everybody]
        matched = {n for some in (*self.fleets.values(), *self.supports.values()) for n in some}
        self.decisions = [n for n in everybody if self.target[n] is not None or n in matched]

    def subject(self, n: int) -> int | None:
        """The unit that a support or convoy is for, if its order is the one supported or convoyed."""
        order = self.orders[n]
        unit = self.occupant.get(order.of)
        if unit is None or self.units[unit].kind != order.whom:
            return None
        if order.to < 0:
            return unit if self.target[unit] is None else None
        if self.target[unit] != self.atlas.province[order.to]:
            return None
        coast_differs = order.to >= self.atlas.size and self.orders[unit].to != order.to
        return None if coast_differs else unit

    def goes_by_sea(self, n: int) -> bool:
        if self.units[n].kind != ARMY or self.target[n] is None:
            return False
        intended = any(self.units[fleet].power == self.units[n].power for fleet in self.fleets[n])
        return self.orders[n].via or intended or self.target[n] not in self.atlas.army[self.area[n]]

    def movers_to(self, area: int | None) -> list[int]:
        return [n for n, target in enumerate(self.target) if target is not None and target == area]

    def opponent(self, n: int) -> int | None:
        """The other unit of a head-to-head battle."""
        other = self.occupant.get(self.target[n])  # type: ignore[arg-type]
        if other is None or self.target[other] != self.area[n] or self.by_sea[n] or self.by_sea[other]:
            return None
        return other

    def count(self, n: int, given: Results, but: int | None = None) -> int:
        return 1 + sum(given[s] for s in self.supports[n] if self.units[s].power != but)

    def path(self, n: int, x: Results) -> bool:
        if not self.by_sea[n]:
            return True
        atlas = self.atlas
        seas = {self.area[fleet] for fleet in self.fleets[n] if x[fleet]}
        graph = nx.Graph([(a, b) for a in seas for b in seas if b in atlas.fleet_provinces[a]])
        graph.add_nodes_from(seas)
        ends = [{sea for sea in seas if self.borders(area, sea)} for area in (self.area[n], self.target[n])]
        return any(nx.has_path(graph, a, b) for a in ends[0] for b in ends[1])

    def borders(self, area: int | None, sea: int) -> bool:
        return any(self.atlas.province[place] == area for place in self.atlas.fleet[sea])

    def hold_strength(self, area: int, x: Results) -> int:
        unit = self.occupant.get(area)
        if unit is None:
            return 0
        if self.target[unit] is not None:
            return 0 if x[unit] else 1
        return self.count(unit, x)

    def attack_strength(self, n: int, x: Results) -> int:
        if not self.path(n, x):
            return 0
        attacked = self.occupant.get(self.target[n])  # type: ignore[arg-type]
        if attacked is None:
            return self.count(n, x)
        if self.opponent(n) is None and self.target[attacked] is not None and x[attacked]:
            return self.count(n, x)
        if self.units[attacked].power == self.units[n].power:
            return 0
        return self.count(n, x, but=self.units[attacked].power)

    def prevent_strength(self, n: int, x: Results) -> int:
        if not self.path(n, x):
            return 0
        opponent = self.opponent(n)
        if opponent is not None and x[opponent]:
            return 0
        return self.count(n, x)

    def value(self, n: int, x: Results) -> bool:
        """What the equations make of a decision, given the results of all."""
        if self.orders[n].verb == MOVE:
            return self.moves(n, x)
        attackers = self.movers_to(self.area[n])
        dislodged = any(x[other] for other in attackers)
        if self.orders[n].verb == CONVOY:
            return not dislodged
        to = self.orders[n].to
        into = self.atlas.province[to] if to >= 0 else self.orders[n].of
        cut = any(self.attack_strength(other, x) > 0 for other in attackers if self.area[other] != into)
        return not cut and not dislodged

    def moves(self, n: int, x: Results) -> bool:
        target = self.target[n]
        assert target is not None
        attack = self.attack_strength(n, x)
        opponent = self.opponent(n)
        against = self.hold_strength(target, x) if opponent is None else self.count(opponent, x)
        others = [other for other in self.movers_to(target) if other != n]
        return attack > against and all(attack > self.prevent_strength(other, x) for other in others)

    def solutions(self, some: Sequence[int], known: Results) -> list[Results]:
        """All results of some decisions that satisfy their equations, given what else they need."""
        tried = (known | dict(zip(some, bits, strict=True)) for bits in product((False, True), repeat=len(some)))
        return [{n: x[n] for n in some} for x in tried if all(self.value(n, x) == x[n] for n in some)]


def decide(equations: Equations) -> Outcome:
    """Solve a position: what is certain first, then cycle by cycle, each with the backup rule where it needs one."""
    known: Results = {}
    outcome = Outcome(known)
    while True:
        _settle(equations, known)
        open_ = [n for n in equations.decisions if n not in known]
        if not open_:
            break
        for cycle in _first_cycles(equations, open_, known):
            _solve(equations, cycle, known, outcome)
    for n, target in enumerate(equations.target):
        if target is None or not known[n]:
            continue
        unit = equations.occupant.get(target)
        if unit is not None and not (equations.target[unit] is not None and known[unit]):
            outcome.dislodged[unit] = n
    outcome.contested = _contested(equations, known)
    return outcome


class _Reads(dict[int, bool]):
    """Results that remember whether one was asked for that is not known."""

    missed = False

    def __missing__(self, n: int) -> bool:
        self.missed = True
        return False


def _settle(equations: Equations, known: Results) -> None:
    """Decide, again and again, what depends on known results only."""
    found = True
    while found:
        found = False
        for n in equations.decisions:
            if n not in known:
                reads = _Reads(known)
                value = equations.value(n, reads)
                if not reads.missed:
                    known[n] = value
                    found = True


def _first_cycles(equations: Equations, open_: list[int], known: Results) -> list[list[int]]:
    """Of the decisions that really depend on each other, the cycles that depend on no other cycle."""
    table: dict[tuple[bool, ...], list[bool]] = {}
    for bits in product((False, True), repeat=len(open_)):
        x = known | dict(zip(open_, bits, strict=True))
        table[bits] = [equations.value(n, x) for n in open_]
    graph = nx.DiGraph()
    graph.add_nodes_from(open_)
    for bits, values in table.items():
        for k, n in enumerate(open_):
            if bits[k]:
                continue
            flipped = table[(*bits[:k], True, *bits[k + 1 :])]
            graph.add_edges_from((n, other) for other, a, b in zip(open_, values, flipped, strict=True) if a != b)
    whole = nx.condensation(graph)
    return [sorted(whole.nodes[c]["members"]) for c in whole if whole.in_degree(c) == 0]


def _solve(equations: Equations, cycle: list[int], known: Results, outcome: Outcome) -> None:
    rest = [n for n in equations.decisions if n not in known and n not in cycle]
    found = equations.solutions(cycle, known | dict.fromkeys(rest, False))
    if len(found) == 1:
        known |= found[0]
        return
    convoys = [n for n in cycle if equations.orders[n].verb == CONVOY]
    outcome.cycles.append((len(found), len(cycle), len(convoys)))
    if convoys:  # Szykman
        known |= dict.fromkeys(convoys, False)
    else:  # armies going round: the solution in which all of them move
        most = max(found, key=lambda x: sum(x[n] for n in cycle if equations.target[n] is not None))
        assert all(most[n] >= x[n] for x in found for n in cycle if equations.target[n] is not None)
        known |= most


def _contested(equations: Equations, known: Results) -> set[int]:
    stays = {a for n, a in enumerate(equations.area) if equations.target[n] is None or not known[n]}
    arrived = {target for n, target in enumerate(equations.target) if target is not None and known[n]}
    empty = {target for target in equations.target if target is not None} - stays - arrived
    return {
        area for area in empty if sum(equations.prevent_strength(n, known) > 0 for n in equations.movers_to(area)) > 1
    }
