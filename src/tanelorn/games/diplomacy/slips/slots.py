"""What may stand on a slip: slots for units that must be ordered, and for what may be done besides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import prod
from typing import TYPE_CHECKING

from tanelorn.core.choices import Line, Pick
from tanelorn.core.errors import Illegal
from tanelorn.games.diplomacy.orders.order import Order

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.slips.slip import Slip
    from tanelorn.games.diplomacy.variant import Variant

Key = tuple[object, ...]
Tail = tuple[str, ...]


class Slot:
    """One line of a slip. A slot that `must` be filled has a default, its first order unless another is given."""

    def __init__(
        self, key: Key, orders: Callable[[], Sequence[Order]], *, must: bool = True, default: Order | None = None
    ) -> None:
        self.key = key
        self.must = must
        self._list = orders
        self._default = default

    @cached_property
    def orders(self) -> Sequence[Order]:
        """Every order that may stand here."""
        return self._list()

    @property
    def default(self) -> Order:
        """The order that counts when nothing is written."""
        return self._default if self._default is not None else self.orders[0]


class Slots:
    """The slots of a slip, and how many of the optional ones must and may be used.

    Orders of two slots may exclude each other where the second, an optional one, is tied to the first (`tied`: key of
    the second to key of the first), as what a unit does with its card is tied to whether it moves.

    `likely` tells that a random slip uses as many as it may. `read` reads one order and fits it to the units; `fill`
    completes the optional ones where some must be used; `voyage` gives the provinces of a move over the sea.
    """

    def __init__(
        self,
        variant: Variant,
        seat: int,
        slots: Sequence[Slot],
        *,
        clause: str,
        read: Callable[[str], Order],
        least: int = 0,
        most: int = 1_000,
        likely: bool = False,
        fill: Callable[[list[Order]], list[Order]] | None = None,
        warn: Callable[[Sequence[Order]], dict[Order, str]] | None = None,
        tied: Mapping[Key, Key] | None = None,
        voyage: Callable[[Order], tuple[int, ...]] = lambda order: (),
    ) -> None:
        self.variant = variant
        self.seat = seat
        self.kind: type[Slip] = variant.slip
        self.clause = clause
        self.by_key = {slot.key: slot for slot in slots}
        self.optional = [slot for slot in slots if not slot.must]
        self.least = least
        self.most = most
        self.likely = likely
        self._read = read
        self._fill = fill
        self._warn = warn
        self.voyage = voyage
        self.tied = tied or {}
        self._tied_to: dict[Key, list[Key]] = {}
        for key, to in self.tied.items():
            self._tied_to.setdefault(to, []).append(key)

    def __iter__(self) -> Iterator[Slot]:
        return iter(self.by_key.values())

    def slip(self, orders: Sequence[Order]) -> Slip:
        """Return a slip with these orders, in the order of the slots."""
        key = self.variant.key
        by_key = {key(order): order for order in orders}
        return self.kind(tuple([by_key[slot] for slot in self.by_key if slot in by_key]))

    def count(self) -> int:
        """Return how many slips there are."""
        free = [slot for slot in self.optional if slot.key not in self.tied]
        ways = [1]
        for slot in free:  # ways[k]: ways to use k of the slots so far
            size = len(slot.orders)
            ways = [a + b * size for a, b in zip([*ways, 0], [0, *ways], strict=True)]
        return sum(ways[self.least : self.most + 1]) * prod(self._ways(slot) for slot in self if slot.must)

    def _ways(self, slot: Slot) -> int:
        """Return in how many ways a slot can be filled, with those that are tied to it."""
        tied = [self.by_key[key] for key, to in self.tied.items() if to == slot.key]
        if not tied:
            return len(slot.orders)
        return sum(
            prod(1 + sum(self.clash(order, other) is None for other in one.orders) for one in tied)
            for order in slot.orders
        )

    def clash(self, order: Order, other: Order) -> Illegal | None:
        """Return why an order of a tied slot cannot stand beside the one it is tied to, or None if it can."""
        return None

    def clash_among(self, orders: Sequence[Order]) -> Illegal | None:
        """Return why some orders cannot stand on one slip, or None."""
        if not self.tied:
            return None
        by_key = {self.variant.key(order): order for order in orders}
        pairs = [(by_key[to], by_key[key]) for key, to in self.tied.items() if key in by_key and to in by_key]
        return next((found for pair in pairs if (found := self.clash(*pair)) is not None), None)

    def clash_beside(self, order: Order, written: Mapping[Key, Order]) -> Illegal | None:
        """Return why an order cannot stand beside those already written, which do not exclude each other; or None."""
        if not self.tied:
            return None
        key = self.variant.key(order)
        pairs = [(order, written[other]) for other in self._tied_to.get(key, ()) if other in written]
        to = self.tied.get(key)
        if to is not None and to in written:
            pairs.append((written[to], order))
        return next((found for pair in pairs if (found := self.clash(*pair)) is not None), None)

    def slot_of(self, order: Order) -> Slot:
        """Return the slot that an order belongs in; raise Illegal if there is none or the order cannot stand there."""
        slot = self.by_key.get(self.variant.key(order))
        text = self.variant.write(order)
        if slot is None:
            raise Illegal(f"“{text}” cannot be ordered now.", remedy="Order what is listed.", clause=self.clause)
        if order not in slot.orders:
            why = self.variant.why_not(order)
            raise Illegal(
                f"“{text}” is not possible here{why}.", remedy="Pick from what is offered.", clause=self.clause
            )
        return slot

    def sorted(self, orders: Sequence[Order], *, complete: bool = False) -> Slip:
        """Return a slip of these orders; with `complete` what is missing is filled in.

        Raises Illegal where an order cannot stand, two are for one thing, or too many or too few are given.
        """
        keys: dict[Key, Order] = {}
        for order in orders:
            slot = self.slot_of(order)
            if slot.key in keys:
                raise self._twice(order, keys[slot.key])
            keys[slot.key] = order
        clash = self.clash_among(orders)
        if clash is not None:
            raise clash
        given = list(orders)
        used = sum(not self.by_key[key].must for key in keys)
        if used > self.most:
            raise self.too_many()
        if used < self.least and (used or not complete):
            why = f"{self.least} must be ordered, not {used}."
            raise Illegal(why, remedy="Order the others too.", clause=self.clause)
        if complete:
            given += [slot.default for slot in self if slot.must and slot.key not in keys]
            if used < self.least and self._fill is not None:
                given += self._fill(given)[: self.least]
        elif missing := [slot for slot in self if slot.must and slot.key not in keys]:
            raise Illegal("Orders are missing.", remedy=f"Write “{self.variant.write(missing[0].default)}”.")
        return self.slip(given)

    def too_many(self) -> Illegal:
        """Return the error for more builds or removals than are due."""
        return Illegal(f"Only {self.most} may be ordered.", remedy="Leave one out.", clause=self.clause)

    def _twice(self, order: Order, before: Order) -> Illegal:
        what = self.variant.subject(order)
        return Illegal(f"{what} has an order already.", remedy="Write one order for each.", clause=self.clause)

    def read(self, text: str, given: Sequence[Order]) -> Order:
        """Read one order, given those read before it; raise the errors of reading, or Illegal."""
        order = self._read(text)
        slot = self.slot_of(order)
        before = next((other for other in given if self.variant.key(other) == slot.key), None)
        if before is not None:
            raise self._twice(order, before)
        used = sum(not self.slot_of(other).must for other in given)
        if not slot.must and used >= self.most:
            raise self.too_many()
        clash = self.clash_among([*given, order])
        if clash is not None:
            raise clash
        return order

    def warnings(self, orders: Sequence[Order]) -> dict[Order, str]:
        """Return a warning for each order that is legal but pointless beside the others."""
        return self._warn(orders) if self._warn is not None else {}

    @cached_property
    def tails(self) -> dict[str, list[tuple[Tail, Order]]]:
        """The picks that give each order, by their first; filled by `beginning` as players ask."""
        return {}

    @cached_property
    def _ends(self) -> dict[str, dict[Tail, Order]]:
        """The orders by the picks that give them, by the first of those; filled as players ask."""
        return {}

    def given_by(self, picks: Tail) -> Order | None:
        """Return the order that these picks give, None if they give none yet."""
        first = picks[0]
        if first not in self._ends:
            ends = self._ends[first] = {}
            for tail, order in self.beginning(first):
                ends.setdefault(tail, order)
        return self._ends[first].get(picks)

    def beginning(self, first: str) -> list[tuple[Tail, Order]]:
        """Return the picks and orders of all slots that are taken up by this pick."""
        if first not in self.tails:
            found = []
            for slot in self:
                if self.variant.first_pick(slot.orders[0]) == first:
                    found += [pair for order in slot.orders for pair in self.variant.paths(order)]
            self.tails[first] = found
        return self.tails[first]


@lru_cache(maxsize=1 << 12)
def labelled(variant: Variant, pick: str, way: tuple[str, ...]) -> Pick:
    """Return a pick that may follow: it is called the same each time."""
    return Pick(pick, variant.pick_label(pick), key=variant.pick_key(pick), way=way)


@lru_cache(maxsize=1 << 12)
def line_of(variant: Variant, order: Order, is_default: bool, warning: str) -> Line:
    """Return the line of an order that is written, or of what counts while nothing is."""
    text = f"{variant.unit_text(order)} …" if is_default else variant.write(order)
    note = warning or variant.note(order, is_default)
    return Line(text, variant.first_pick(order), variant.sign(order), note, bool(warning))
