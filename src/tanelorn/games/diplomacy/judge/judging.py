"""The judge: units and orders in, results out. A pure function that knows no variant.

The equations are those of L. B. Kruijswijk, The Math of Adjudication (The Diplomatic Pouch Zine, S2009M and S2010M),
and of the DATC, version 3.0; what depends on itself is resolved by guess and check as described there. Circular moves
succeed. In a convoy paradox the convoy orders fail and the fleets hold (Szykman). Where the DATC leaves a choice,
`tests/cases/diplomacy` names the one taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.judge.docket import GUESSED, NOBODY, OPEN, PLAIN, SETTLED, Docket, Terms
from tanelorn.games.diplomacy.orders.order import CONVOY, SUPPORT, Order, Unit

_FREE = 1 << 30


class Verdict(Docket):
    """The judge's answer: what became of every order.

    Equal strengths stand off (diplomacy/standoff, youngkingdoms/1.standoff); units change places by sea or in a ring
    (diplomacy/swap, youngkingdoms/1.swap); the stronger move dislodges (diplomacy/dislodge, youngkingdoms/1.dislodge),
    with the supports that are not cut (diplomacy/support, youngkingdoms/1.support; diplomacy/cut, youngkingdoms/1.cut);
    a convoy needs an unbroken chain (diplomacy/convoy-broken, youngkingdoms/1.convoy-broken).

    Lists by unit: `goal` (province it moves to, or -1), `by_sea`, `matched` (a support or convoy that fits the order of
    its unit), `succeeds`. `dislodged[i]` is the unit that beat unit i out of its space; `contested` are the provinces
    left empty by a stand-off.
    """

    __slots__ = (
        "_cycle",
        "_depth",
        "_knots",
        "_low",
        "_lowest",
        "contested",
        "dislodged",
    )

    def __init__(
        self,
        atlas: Atlas,
        units: Sequence[Unit],
        orders: Sequence[Order | None],
        terms: Terms,
    ) -> None:
        super().__init__(atlas, units, orders, terms)
        self.dislodged: dict[int, int] = {}
        self.contested: set[int] = set()
        self._cycle: list[int] = []
        self._knots: list[int] = []
        self._low: dict[int, int] = {}
        self._lowest = _FREE
        self._depth = 0
        self._decide()

    # Guess and check. Orders are settled under their units' indices. An order that is asked for while it is guessed
    # closes a cycle; `_low` is the depth of the outermost guess on which a guessed order hangs, `_lowest` that of all
    # asked since the last guess, and `_cycle` lists the orders that hang on guesses.

    def _resolve(self, index: int) -> bool:
        """Return whether an order succeeds; while it is guessed, what the guess says."""
        state, succeeds = self._state, self.succeeds
        now = state[index]
        if now == SETTLED:
            return succeeds[index]
        if now == GUESSED:
            self._lowest = min(self._lowest, self._low[index])
            self._cycle.append(index)
            return succeeds[index]
        outside, self._lowest = self._lowest, _FREE
        start, tied = len(self._cycle), len(self._knots)
        self._low[index] = depth = self._depth
        first = second = self._guess(index, False)
        if self._lowest == _FREE:  # it hangs on no guess, like most
            self._lowest = outside
            succeeds[index] = first
            state[index] = SETTLED
            return first
        if self._lowest == depth:
            self._reopen(start)
            second = self._guess(index, True)
            if self._lowest < depth:
                self._knots.append(index)
        if self._lowest < depth:  # it hangs on what is still being guessed further out
            self._hang(index, start, first, outside)
            return first
        self._lowest = outside
        if len(self._knots) > tied:
            self._untie(index, start, tied)
        elif first == second:
            self._reopen(start)
            self._settle(index, first)
            return first
        else:
            self._break([index, *self._cycle[start:]], start)
        return self._resolve(index)

    def _guess(self, index: int, result: bool) -> bool:
        """Return what follows for an order from the guess of its own result."""
        self.succeeds[index] = result
        self._state[index] = GUESSED
        self._depth += 1
        result = self._judge(index)
        self._depth -= 1
        return result

    def _judge(self, index: int) -> bool:
        if self.goal[index] >= 0:
            return self._arrives(index)
        if self.orders[index][0] == SUPPORT:  # type: ignore[index]
            return self._is_given(index)
        return not any(self._resolve(other) for other in self.into.get(self.here[index], ()))

    def _settle(self, index: int, result: bool) -> None:
        self.succeeds[index] = result
        self._state[index] = SETTLED

    def _hang(self, index: int, start: int, result: bool, outside: int) -> None:
        """Leave an order to whoever guesses further out; if it closes a cycle itself, remember that."""
        if index in self._cycle[start:]:
            self._knots.append(index)
        self.succeeds[index] = result
        self._low[index] = self._lowest
        self._lowest = min(self._lowest, outside)
        self._cycle.append(index)

    def _reopen(self, start: int) -> None:
        """Forget what was guessed on a cycle."""
        for other in self._cycle[start:]:
            self._state[other] = OPEN
        del self._cycle[start:]

    def _untie(self, index: int, start: int, tied: int) -> None:
        """Settle cycles that share orders: try all results of the orders that close them for those that fit."""
        knots = list(dict.fromkeys([index, *self._knots[tied:]]))
        del self._knots[tied:]
        cycle = {*knots, *self._cycle[start:]}
        found = []
        for results in product((False, True), repeat=len(knots)):
            self._reopen(start)
            if self._fit(knots, results):
                found.append(results)
            cycle.update(self._cycle[start:])
            if len(self._knots) > tied:  # one more closes a cycle: try again with it
                self._knots += knots
                self._untie(index, start, tied)
                return
        convoys = any(self.orders[other][0] == CONVOY for other in cycle)  # type: ignore[index]
        if len(found) == 1 or (found and not convoys):
            self._reopen(start)
            for knot, result in zip(knots, max(found, key=sum), strict=True):
                self._settle(knot, result)
        else:
            self._break(cycle, start)

    def _fit(self, knots: list[int], results: Iterable[bool]) -> bool:
        """Tell whether these results follow from themselves."""
        for knot, result in zip(knots, results, strict=True):
            self.succeeds[knot] = result
            self._state[knot] = GUESSED
            self._low[knot] = self._depth
        outside = self._lowest
        self._depth += 1
        fits = all(self._judge(knot) == self.succeeds[knot] for knot in knots)
        self._depth -= 1
        self._lowest = outside
        return fits

    def _break(self, cycle: Iterable[int], start: int) -> None:
        """Two results would fit, or none: armies going round all move, and convoys in a paradox all fail."""
        self._reopen(start)
        for index in cycle:
            self._state[index] = OPEN
        convoys = [index for index in cycle if self.orders[index][0] == CONVOY]  # type: ignore[index]
        for index in convoys or [index for index in cycle if self.goal[index] >= 0]:
            self._settle(index, not convoys)

    def _is_given(self, index: int) -> bool:
        """A support is cut by an attack from anywhere but its target, and by dislodgement from there."""
        target = self.supported(index)
        mine = self.power[index]
        for other in self.into.get(self.here[index], ()):
            if self.power[other] == mine or not self.may_cut(other, index):
                continue
            if self._resolve(other) if self.here[other] == target else self.has_way(other):
                return False
        return True

    # The equations. While orders are being resolved they ask for what they need; afterwards they tell what it was.

    def has_way(self, index: int) -> bool:
        """Tell whether a move can be made at all: overland, or by fleets that are not beaten."""
        terms = self.terms
        if terms is not PLAIN and self.goal[index] in terms.closed:
            return False
        if not self.by_sea[index]:
            return True
        fleets = self._fleets.get(index)
        if not fleets:
            return False
        here, state = self.here, self._state
        start, end = here[index], self.goal[index]
        able = [f for f in fleets if here[f] not in terms.closed] if terms.closed else fleets
        route = self.atlas.has_route
        sure = 0
        for fleet in able:
            if state[fleet] == SETTLED and self.succeeds[fleet]:
                sure |= 1 << here[fleet]
        if sure and route(sure, start, end):
            return True
        for fleet in able:
            if state[fleet] != SETTLED:
                sure |= 1 << here[fleet]
        if not route(sure, start, end):
            return False
        sure = sum(1 << here[fleet] for fleet in able if self._resolve(fleet))
        return route(sure, start, end)

    def strength(self, index: int, without: int = -1) -> int:
        """Return 1 and the supports that are given, but for those by one power."""
        total = 1
        backers = self._backers[index]
        if backers:
            power, state, succeeds = self.power, self._state, self.succeeds
            for other in backers:
                if power[other] != without and (succeeds[other] if state[other] == SETTLED else self._resolve(other)):
                    total += 1
        return total

    def garrison(self, province: int, index: int) -> int:
        """Return the strength of the standing army that a move meets."""
        terms = self.terms
        if province not in terms.garrisons or index in terms.welcome:
            return 0
        power, strength = terms.garrisons[province]
        return 0 if power == self.power[index] else strength

    def _arrives(self, index: int) -> bool:
        """A move arrives if it is stronger than what holds its target and than all who move there too."""
        if not self.has_way(index):
            return False
        target, mine = self.goal[index], self.power[index]
        must = self.garrison(target, index) if self.terms.garrisons else 0
        against: list[int] = []
        for holder in self.holders(target):
            held = self.held(index, holder)
            if held == 0:
                continue
            if self.power[holder] == mine:
                return False
            against.append(holder)
            if held > must:
                must = held
        if len(self._backers[index]) < must:
            return False
        attack = self.attack(index, against)
        if attack <= must:
            return False
        return all(attack > self.prevents(rival, index) for rival in self.into[target] if rival != index)

    def attack(self, index: int, against: Sequence[int]) -> int:
        """Return the strength of a move against these holders: their own powers do not help to beat them."""
        if not against:
            return self.strength(index)
        power = self.power
        if len(against) == 1:
            return self.strength(index, power[against[0]])
        return min(self.strength(index, power[holder]) for holder in against)

    def holders(self, province: int) -> Sequence[int]:
        """Return the units that stood in a province before the moves; more than one where there are guests."""
        holder = self._at[province]
        some = (holder,) if holder >= 0 else NOBODY
        guests = self.terms.guests
        return (*some, *guests[province]) if province in guests else some

    def held(self, index: int, holder: int) -> int:
        """Return the strength with which a unit stands against a move, 0 if it makes way."""
        terms = self.terms
        if terms is not PLAIN and (index, holder) in terms.friends:
            return 0
        target = self.goal[index]
        wall = terms.garrisons.get(target, (0, 0))[1] if terms.garrisons and index not in terms.welcome else 0
        goes = self.goal[holder]
        if goes < 0:
            return wall + self.strength(holder)
        if self.is_head_on(index, holder):
            return max(self.strength(holder), 1 + wall)
        return 0 if self._resolve(holder) else 1 + wall

    def is_head_on(self, index: int, other: int) -> bool:
        """Tell whether two units move against each other overland."""
        goal, here, by_sea = self.goal, self.here, self.by_sea
        return goal[other] == here[index] and goal[index] == here[other] and not (by_sea[index] or by_sea[other])

    def fleets(self, index: int) -> list[int]:
        """Return the fleets that are ordered to convoy a unit's move."""
        return self._fleets.get(index, NOBODY)

    def prevents(self, rival: int, index: int) -> int:
        """Return the strength with which a move keeps others out of its target."""
        if self.terms is not PLAIN and (rival, index) in self.terms.friends:
            return 0
        if not self.has_way(rival):
            return 0
        if not self.by_sea[rival]:
            for other in self.holders(self.goal[rival]):
                if self.is_head_on(rival, other) and (rival, other) not in self.terms.friends and self._resolve(other):
                    return 0
        return self.strength(rival)

    def holder(self, province: int) -> int:
        """Return the unit that stood in a province before the moves, -1 for none."""
        return self._at[province]

    def _decide(self) -> None:
        """Settle every order, then see who is beaten and where nobody came through."""
        state, goal, succeeds, at = self._state, self.goal, self.succeeds, self._at
        for index, now in enumerate(state):
            if now != SETTLED:
                self._resolve(index)
        guests, friends = self.terms.guests, self.terms.friends
        for target, movers in self.into.items():
            if len(movers) > 1:
                arrived = [index for index in movers if succeeds[index]]
                if not arrived:
                    self._see_stand_off(target, movers)
            else:
                arrived = movers if succeeds[movers[0]] else NOBODY
            if arrived and (at[target] >= 0 or target in guests):
                for holder in self.holders(target):
                    if goal[holder] < 0 or not succeeds[holder]:
                        for index in arrived:
                            if (index, holder) not in friends:
                                self.dislodged[holder] = index
        for index in self.dislodged:
            if goal[index] < 0:
                succeeds[index] = False

    def _see_stand_off(self, target: int, movers: list[int]) -> None:
        holder = self._at[target]
        if holder >= 0 and not (self.goal[holder] >= 0 and self.succeeds[holder]):
            return
        if sum(self.prevents(index, -1) > 0 for index in movers) > 1:
            self.contested.add(target)


def adjudicate(
    atlas: Atlas,
    units: Sequence[Unit],
    orders: Sequence[Order | None],
    terms: Terms = PLAIN,
) -> Verdict:
    """Return what becomes of every order.

    `orders[i]` is the order of `units[i]`, None to hold; each must be possible on the map (see legality.py). Raises
    nothing: any list of possible orders has one result, whatever the order of the list.
    """
    return Verdict(atlas, units, orders, terms)


__all__ = ["PLAIN", "Terms", "Verdict", "adjudicate"]
