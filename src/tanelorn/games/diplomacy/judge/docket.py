"""What the judge is asked: units and their orders sorted, and what fits what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.orders.order import CONVOY, FLEET, MOVE, SUPPORT, Order, Unit

OPEN, GUESSED, SETTLED = range(3)
NOBODY: list[int] = []  # never changed


class Terms(NamedTuple):
    """What a variant adds; nothing on the standard board. Units are named by their index.

    `garrisons`: standing armies by province, each as the power that it lets in (-1: none) and its strength: what enters
    must be stronger, and a unit there is so much stronger against attacks. `welcome`: moves that no garrison stops.
    `closed`: provinces that nothing enters or passes; what stands there may leave.
    `magic`: moves that are magical attacks: they need no way. `firm`: supports that only those cut.
    `apart`: units that occupy no space; they only lend support, and nobody finds them where they are.
    `guests`: by province the further units that fight there: an attack, counted without the help of whichever of their
    powers helps most, must be stronger than each, and dislodges all.
    `alone`: units that nobody may support; support for them is unmatched.
    `friends`: pairs of a mover and another unit. The mover goes in as if that one were not there, cuts no support of it
    and does not dislodge it; nor does the mover keep the other, if that moves too, out of a space.
    """

    garrisons: Mapping[int, tuple[int, int]] = {}
    welcome: frozenset[int] = frozenset()
    closed: frozenset[int] = frozenset()
    magic: frozenset[int] = frozenset()
    firm: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()
    guests: Mapping[int, tuple[int, ...]] = {}
    alone: frozenset[int] = frozenset()
    friends: frozenset[tuple[int, int]] = frozenset()


PLAIN = Terms()


class Docket:
    """Who goes where and by which way, which support and which convoy is for whom; and what is plain from that alone.

    A support must fit the order of its unit (diplomacy/support, youngkingdoms/1.support), a convoy that of its army
    (diplomacy/convoy, youngkingdoms/1.convoy). Which support is cut (diplomacy/cut, youngkingdoms/1.cut) is decided
    here where it does not hang on other results.

    Units go by their index. An order that can go either way is OPEN; what is SETTLED has its result in `succeeds`.
    """

    __slots__ = (
        "_at",
        "_backers",
        "_fleets",
        "_state",
        "atlas",
        "by_sea",
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

    def __init__(
        self,
        atlas: Atlas,
        units: Sequence[Unit],
        orders: Sequence[Order | None],
        terms: Terms,
    ) -> None:
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
        self._backers: list[list[int]] = [NOBODY] * count
        self._fleets: dict[int, list[int]] = {}
        self.into: dict[int, list[int]] = {}
        supports, convoys = self._read()
        if convoys:
            self._match_convoys(convoys)
        if supports:
            self._match_supports(supports)
        if terms is PLAIN:
            self._settle_plain()

    def _move_over(self) -> None:
        """Let each province be found by the unit that occupies it: not by a guest, nor by one that stands apart."""
        at, here, terms = self._at, self.here, self.terms
        for index in (*terms.apart, *chain.from_iterable(terms.guests.values())):
            if at[here[index]] == index:
                at[here[index]] = -1
        for index, place in enumerate(here):
            if index not in terms.apart and index not in terms.guests.get(place, ()):
                at[place] = index

    def _read(self) -> tuple[list[int], list[int]]:
        """Sort the orders. An army goes by sea if it is ordered to or must; see also `_match_convoys`."""
        supports, convoys = [], []
        into, state, goal, here, units = (
            self.into,
            self._state,
            self.goal,
            self.here,
            self.units,
        )
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
                    self.by_sea[index] = index not in magic and not self.atlas.is_sea[here[index]]
            elif verb == SUPPORT:
                supports.append(index)
            elif verb == CONVOY:
                convoys.append(index)
        return supports, convoys

    def _match_convoys(self, convoys: list[int]) -> None:
        """Find the army of each convoy order. An own fleet means that it goes by sea (DATC 4.A.3, 2023)."""
        at, goal, orders, power, terms = (
            self._at,
            self.goal,
            self.orders,
            self.power,
            self.terms,
        )
        for index in convoys:
            order = orders[index]
            assert order is not None
            army = at[order[4]]
            if terms is not PLAIN and (army < 0 or self.units[army][1] != order[5]):
                army = self._second(order[4], order[5])
            if army >= 0 and goal[army] == order[3] and self.units[army][1] == order[5]:
                self._fleets.setdefault(army, []).append(index)
                if power[army] == power[index] and army not in terms.magic:
                    self.by_sea[army] = True
                if self.here[index] in self.into:
                    self._state[index] = OPEN
            else:
                self.matched[index] = self.succeeds[index] = False

    def _second(self, province: int, kind: int) -> int:
        """Return the unit of a kind that shares a province with another, -1 if there is none."""
        terms = self.terms
        others = (*terms.guests.get(province, ()), *terms.apart)
        return next((n for n in others if self.here[n] == province and self.units[n][1] == kind), -1)

    def _match_supports(self, supports: list[int]) -> None:
        """Find the unit of each support, and whether it does what is supported."""
        at, goal, orders, units, backers = (
            self._at,
            self.goal,
            self.orders,
            self.units,
            self._backers,
        )
        atlas, into, terms, alone = self.atlas, self.into, self.terms, self.terms.alone
        for index in supports:
            _, _, _, to, of, whom, _, _ = orders[index]  # type: ignore[misc]
            unit = at[of]
            if terms is not PLAIN and (unit < 0 or units[unit][1] != whom):
                unit = self._second(of, whom)
            target = atlas.province[to] if to >= 0 else of
            if (
                unit >= 0
                and unit != index
                and unit not in alone
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
            if power[other] == mine or not self.may_cut(other, index):
                continue
            if not self.by_sea[other] and here[other] != target:
                self.succeeds[index] = False
                self._state[index] = SETTLED
                return
            self._state[index] = OPEN

    def may_cut(self, attacker: int, supporter: int) -> bool:
        """Magic is cut by magic only; an attack into a closed province cuts nothing."""
        terms = self.terms
        if terms is PLAIN:
            return True
        if self.goal[attacker] in terms.closed or (attacker, supporter) in terms.friends:
            return False
        return supporter not in terms.firm or attacker in terms.magic

    def supported(self, index: int) -> int:
        """Return the province into, or in, which a support is given."""
        order = self.orders[index]
        to: int = order[3]  # type: ignore[index]
        return self.atlas.province[to] if to >= 0 else order[4]  # type: ignore[index]

    def _settle_plain(self) -> None:
        """Settle, for speed, the moves whose result is plain before any other is known."""
        at, goal, here, by_sea = self._at, self.goal, self.here, self.by_sea
        backers, succeeds, state = self._backers, self.succeeds, self._state
        followers = []
        for target, movers in self.into.items():
            holder = at[target]
            comes = goal[holder] if holder >= 0 else -1
            if len(movers) == 1:
                index = movers[0]
                if holder < 0:
                    if not by_sea[index]:
                        state[index] = SETTLED
                elif comes < 0 or (comes == here[index] and not (by_sea[index] or by_sea[holder])):
                    if not backers[index]:
                        succeeds[index] = False
                        state[index] = SETTLED
                elif not by_sea[index]:
                    followers.append((index, holder))
                continue
            firm = [index for index in movers if not by_sea[index] and here[index] != comes]
            if firm:  # these keep others out whatever happens
                alone = firm[0] if len(firm) == 1 else -1
                for index in movers:
                    if index != alone and not backers[index]:
                        succeeds[index] = False
                        state[index] = SETTLED
        for index, holder in followers:
            if state[holder] == SETTLED and (succeeds[holder] or not backers[index]):
                succeeds[index] = succeeds[holder]
                state[index] = SETTLED
