"""The judge: units and orders in, results out. A pure function that knows no variant.

The equations are those of L. B. Kruijswijk, The Math of Adjudication (The Diplomatic Pouch Zine, S2009M and S2010M),
and of the DATC, version 3.0; what depends on itself is resolved by guess and check as described there. Circular moves
succeed. In a convoy paradox the convoy orders fail and the fleets hold (Szykman). Where the DATC leaves a choice,
`tests/cases/diplomacy` names the one taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.orders import CONVOY, FLEET, MOVE, SUPPORT, Order, Unit

OPEN, GUESSED, SETTLED = range(3)


class Terms(NamedTuple):
    """What a variant adds; nothing on the standard board. Units are named by their index.

    `garrisons`: strength of a standing army by province, and the power (-1: none) that it lets in. `closed`: provinces
    that nothing enters or passes. `welcome`: moves that no garrison stops. `magic`: moves that are magical attacks;
    `firm`: supports that only those cut. `apart`: units that occupy no space (they only lend support).
    `guests`: a second fighting unit, by province. `friends`: pairs of units (both ways) that do not oppose each other.
    """

    garrisons: Mapping[int, tuple[int, int]] = {}
    closed: frozenset[int] = frozenset()
    welcome: frozenset[int] = frozenset()
    magic: frozenset[int] = frozenset()
    firm: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()
    guests: Mapping[int, int] = {}
    friends: frozenset[tuple[int, int]] = frozenset()


PLAIN = Terms()


class Verdict:
    """What became of every order.

    Lists by unit: `goal` (province it moves to, or -1), `by_sea`, `matched` (a support or convoy that fits the order of
    its unit), `succeeds`. `dislodged[i]` is the unit that beat unit i out of its space; `contested` are the provinces
    left empty by a stand-off.
    """

    __slots__ = (
        "_at",
        "_backers",
        "_cycle",
        "_depth",
        "_fleets",
        "_low",
        "_lowest",
        "_state",
        "atlas",
        "by_sea",
        "contested",
        "dislodged",
        "goal",
        "here",
        "into",
        "matched",
        "orders",
        "power",
        "succeeds",
        "terms",
        "units",
    )

    def __init__(self, atlas: Atlas, units: Sequence[Unit], orders: Sequence[Order | None], terms: Terms) -> None:
        self.atlas = atlas
        self.units = units
        self.orders = orders
        self.terms = terms
        count = len(units)
        province = atlas.province
        self.power = [unit[0] for unit in units]
        self.here = here = [province[unit[2]] for unit in units]
        self._at = at = [-1] * atlas.size
        for index, place in enumerate(here):
            at[place] = index
        if terms is not PLAIN:
            self._move_over()
        self.goal = [-1] * count
        self.by_sea = [False] * count
        self.matched = [True] * count
        self.succeeds = [True] * count
        self._state = [SETTLED] * count
        self._backers: list[list[int]] = [_NOBODY] * count
        self._fleets: dict[int, list[int]] = {}
        self._cycle: list[int] = []
        self._low: dict[int, int] = {}
        self._lowest = _FREE
        self._depth = 0
        self.into: dict[int, list[int]] = {}
        self.dislodged: dict[int, int] = {}
        self.contested: set[int] = set()
        supports, convoys = self._read()
        if convoys:
            self._match_convoys(convoys)
        if supports:
            self._match_supports(supports)
        if terms is PLAIN:
            self._settle_plain()
        self._decide()

    def _move_over(self) -> None:
        """Leave each province to the unit that fights there first: neither a guest nor one that occupies nothing."""
        at, here, terms = self._at, self.here, self.terms
        for index in (*terms.apart, *terms.guests.values()):
            if at[here[index]] == index:
                at[here[index]] = -1
        for index, place in enumerate(here):
            if index not in terms.apart and terms.guests.get(place) != index:
                at[place] = index

    def _read(self) -> tuple[list[int], list[int]]:
        """Sort the orders. An army goes by sea if it is ordered to or must; see also `_match_convoys`."""
        supports, convoys = [], []
        into, state, goal, here, units = self.into, self._state, self.goal, self.here, self.units
        province, land, magic = self.atlas.province, self.atlas.army, self.terms.magic
        for index, order in enumerate(self.orders):
            if order is None:
                continue
            verb = order[0]
            if verb == MOVE:
                goal[index] = target = province[order[3]]
                state[index] = OPEN
                if target in into:
                    into[target].append(index)
                else:
                    into[target] = [index]
                if units[index][1] != FLEET and (order[6] or target not in land[here[index]]):
                    self.by_sea[index] = index not in magic
            elif verb == SUPPORT:
                supports.append(index)
            elif verb == CONVOY:
                convoys.append(index)
        return supports, convoys

    def _match_convoys(self, convoys: list[int]) -> None:
        """Find the army of each convoy order. An own fleet means that it goes by sea (DATC 4.A.3, 2023)."""
        at, goal, orders, power, terms = self._at, self.goal, self.orders, self.power, self.terms
        for index in convoys:
            order = orders[index]
            assert order is not None
            army = at[order[4]]
            guest = terms.guests.get(order[4], -1) if order[5] > 1 else -1
            army = guest if guest >= 0 else army
            if army >= 0 and goal[army] == order[3] and self.units[army][1] == order[5]:
                self._fleets.setdefault(army, []).append(index)
                if power[army] == power[index] and army not in terms.magic:
                    self.by_sea[army] = True
                if self.here[index] in self.into:
                    self._state[index] = OPEN
            else:
                self.matched[index] = self.succeeds[index] = False

    def _match_supports(self, supports: list[int]) -> None:
        """Find the unit of each support, and whether it does what is supported."""
        at, goal, orders, units, backers = self._at, self.goal, self.orders, self.units, self._backers
        atlas, into, guests = self.atlas, self.into, self.terms.guests
        for index in supports:
            _, _, _, to, of, whom, _, _ = orders[index]  # type: ignore[misc]
            unit = at[of]
            if of in guests and (unit < 0 or units[unit][1] != whom):
                unit = guests[of]
            target = atlas.province[to] if to >= 0 else of
            if (
                unit >= 0
                and unit != index
                and units[unit][1] == whom
                and goal[unit] == (target if to >= 0 else -1)
                and (to < atlas.size or orders[unit][3] == to)  # type: ignore[index]
            ):
                if backers[unit]:
                    backers[unit].append(index)
                else:
                    backers[unit] = [index]
                if self.here[index] in into:
                    self._cut(index, target)
            else:
                self.matched[index] = self.succeeds[index] = False

    def _cut(self, index: int, target: int) -> None:
        """Decide a support that is plainly cut or plainly not; leave open what depends on other results."""
        here, power, mine = self.here, self.power, self.power[index]
        for other in self.into[here[index]]:
            if power[other] == mine or not self._may_cut(other, index):
                continue
            if not self.by_sea[other] and here[other] != target:
                self.succeeds[index] = False
                self._state[index] = SETTLED
                return
            self._state[index] = OPEN

    def _may_cut(self, attacker: int, supporter: int) -> bool:
        """Magic is cut by magic only; an attack into a closed province cuts nothing."""
        terms = self.terms
        if terms is PLAIN:
            return True
        if self.goal[attacker] in terms.closed or (attacker, supporter) in terms.friends:
            return False
        return supporter not in terms.firm or attacker in terms.magic

    def _supported(self, index: int) -> int:
        """Return the province into, or in, which a support is given."""
        order = self.orders[index]
        to: int = order[3]  # type: ignore[index]
        return self.atlas.province[to] if to >= 0 else order[4]  # type: ignore[index]

    def _settle_plain(self) -> None:
        """Settle, for speed, the moves whose result is plain before any other is known."""
        at, goal, here, by_sea = self._at, self.goal, self.here, self.by_sea
        backers, succeeds, state = self._backers, self.succeeds, self._state
        for target, movers in self.into.items():
            holder = at[target]
            if len(movers) == 1:
                index = movers[0]
                if holder < 0:
                    if not by_sea[index]:
                        state[index] = SETTLED
                elif goal[holder] < 0 and not backers[index]:
                    succeeds[index] = False
                    state[index] = SETTLED
                continue
            comes = goal[holder] if holder >= 0 else -1
            firm = [index for index in movers if not by_sea[index] and here[index] != comes]
            if firm:  # these keep others out whatever happens
                alone = firm[0] if len(firm) == 1 else -1
                for index in movers:
                    if index != alone and not backers[index]:
                        succeeds[index] = False
                        state[index] = SETTLED

    # Guess and check. One order a unit: a move, a support or a convoy is settled under its unit's index.

    def _resolve(self, index: int) -> bool:
        state, succeeds = self._state, self.succeeds
        now = state[index]
        if now == SETTLED:
            return succeeds[index]
        if now == GUESSED:
            self._lowest = min(self._lowest, self._low[index])
            self._cycle.append(index)
            return succeeds[index]
        outside, self._lowest = self._lowest, _FREE
        before = len(self._cycle)
        self._low[index] = depth = self._depth
        first = self._guess(index, False)
        if self._lowest == _FREE:
            if state[index] != SETTLED:
                succeeds[index] = first
                state[index] = SETTLED
            self._lowest = outside
            return succeeds[index]
        if self._lowest < depth:  # it hangs on what is still being guessed further out
            succeeds[index] = first
            self._low[index] = self._lowest
            self._lowest = min(self._lowest, outside)
            self._cycle.append(index)
            return first
        self._reopen(before)
        second = self._guess(index, True)
        self._lowest = outside
        if first == second:
            self._reopen(before)
            succeeds[index] = first
            state[index] = SETTLED
            return first
        self._break(before, index)
        return self._resolve(index)

    def _guess(self, index: int, result: bool) -> bool:
        self.succeeds[index] = result
        self._state[index] = GUESSED
        self._depth += 1
        if self.goal[index] >= 0:
            result = self._arrives(index)
        elif self.orders[index][0] == SUPPORT:  # type: ignore[index]
            result = self._is_given(index)
        else:
            result = not any(self._resolve(other) for other in self.into.get(self.here[index], ()))
        self._depth -= 1
        return result

    def _reopen(self, start: int) -> None:
        """Forget what was guessed on a cycle."""
        for other in self._cycle[start:]:
            self._state[other] = OPEN
        del self._cycle[start:]

    def _break(self, start: int, index: int) -> None:
        """Two results would fit, or none: armies going round all move, and convoys in a paradox all fail."""
        cycle = [index, *self._cycle[start:]]
        self._reopen(start)
        self._state[index] = OPEN
        convoys = [index for index in cycle if self.orders[index][0] == CONVOY]  # type: ignore[index]
        for index in convoys or [index for index in cycle if self.goal[index] >= 0]:
            self.succeeds[index] = not convoys
            self._state[index] = SETTLED

    def _is_given(self, index: int) -> bool:
        """A support is cut by an attack from anywhere but its target, and by dislodgement from there."""
        target = self._supported(index)
        mine = self.power[index]
        for other in self.into.get(self.here[index], ()):
            if self.power[other] == mine or not self._may_cut(other, index):
                continue
            if self._resolve(other) if self.here[other] == target else self._has_way(other):
                return False
        return True

    def _has_way(self, index: int) -> bool:
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

    def _garrison(self, province: int, index: int) -> int:
        """Return the strength of the standing army that a move meets."""
        terms = self.terms
        if province not in terms.garrisons or index in terms.welcome:
            return 0
        power, strength = terms.garrisons[province]
        return 0 if power == self.power[index] else strength

    def _arrives(self, index: int) -> bool:
        """A move arrives if it is stronger than what holds its target and than all who move there too."""
        if not self._has_way(index):
            return False
        target, mine, without = self.goal[index], self.power[index], -1
        must = self._garrison(target, index) if self.terms.garrisons else 0
        for holder in self._holders(target):
            held = self._held(index, holder)
            if held == 0:
                continue
            if self.power[holder] == mine:
                return False
            without = self.power[holder]
            if held > must:
                must = held
        if len(self._backers[index]) < must:
            return False
        attack = self.strength(index, without)
        if attack <= must:
            return False
        for rival in self.into[target]:
            if rival != index and attack <= self._prevents(rival, index):
                return False
        return True

    def _holders(self, province: int) -> Sequence[int]:
        """Return the units that stood in a province before the moves; two where one is a guest."""
        holder = self._at[province]
        some = (holder,) if holder >= 0 else _NOBODY
        guests = self.terms.guests
        return (*some, guests[province]) if province in guests else some

    def _held(self, index: int, holder: int) -> int:
        """Return the strength with which a unit stands against a move, 0 if it makes way."""
        terms = self.terms
        if terms is not PLAIN and (index, holder) in terms.friends:
            return 0
        target = self.goal[index]
        wall = terms.garrisons.get(target, (0, 0))[1] if terms.garrisons and index not in terms.welcome else 0
        goes = self.goal[holder]
        if goes < 0:
            return wall + self.strength(holder)
        if goes == self.here[index] and not self.by_sea[index] and not self.by_sea[holder]:
            return max(self.strength(holder), 1 + wall)
        return 0 if self._resolve(holder) else 1 + wall

    def _prevents(self, rival: int, index: int) -> int:
        """Return the strength with which a move keeps others out of its target."""
        if self.terms is not PLAIN and (rival, index) in self.terms.friends:
            return 0
        if not self._has_way(rival):
            return 0
        if not self.by_sea[rival]:
            target, here = self.goal[rival], self.here[rival]
            for other in self._holders(target):
                if self.goal[other] == here and not self.by_sea[other] and self._resolve(other):
                    if (rival, other) not in self.terms.friends:
                        return 0  # beaten head to head
        return self.strength(rival)

    def has_way(self, index: int) -> bool:
        """Tell whether a move could be made at all: overland, or by fleets that were not beaten."""
        return self._has_way(index)

    def is_convoyed(self, index: int) -> bool:
        """Tell whether any fleet was ordered to convoy a unit's move."""
        return bool(self._fleets.get(index))

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
                arrived = movers if succeeds[movers[0]] else _NOBODY
            if arrived and (at[target] >= 0 or target in guests):
                for holder in self._holders(target):
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
        if sum(self._prevents(index, -1) > 0 for index in movers) > 1:
            self.contested.add(target)


_NOBODY: list[int] = []  # never changed
_FREE = 1 << 30


def adjudicate(atlas: Atlas, units: Sequence[Unit], orders: Sequence[Order | None], terms: Terms = PLAIN) -> Verdict:
    """Return what becomes of every order.

    `orders[i]` is the order of `units[i]`, None to hold; each must be possible on the map (see legality.py). Raises
    nothing: any list of possible orders has one result, whatever the order of the list.
    """
    return Verdict(atlas, units, orders, terms)
