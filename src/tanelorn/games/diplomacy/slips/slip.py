"""The slip of a seat: one choice that holds all its orders of a phase, and the lazy list of every slip it may hand in.

A slip has slots: one for each unit that must be ordered (or retreat), one for each thing that may be done besides (a
build, a removal). The list is the product of the slots, so it is never written out to be counted, tested or drawn from.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations, product
from typing import TYPE_CHECKING, ClassVar, Protocol

from tanelorn.core.choices import Choice, Choices, Offer, Reading, Refusal
from tanelorn.core.errors import Illegal, TanelornError, Unreadable
from tanelorn.games.diplomacy.orders.notation import brief, parts
from tanelorn.games.diplomacy.orders.order import Order
from tanelorn.games.diplomacy.slips.draft import Draft

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.slips.slots import Slots

RARELY = 0.15
"""How often a random slip does what need not be done."""

MOST = 200
"""How many orders of one text are read; no board has so many units."""

NOTHING = "nothing"


class Writes(Protocol):
    """What a slip needs of its variant: how orders are written and clicked."""

    def write(self, order: Order) -> str:
        """Return an order in the notation."""

    def picks(self, order: Order) -> tuple[str, ...]:
        """Return the clicks that give an order."""


class Slip(Choice, frozen=True):
    """The orders of a seat in the order of its slots, written in secret (diplomacy/orders, youngkingdoms/1.orders).

    Each board has a subclass that knows how it writes them.
    """

    orders: tuple[Order, ...] = ()

    variant: ClassVar[Writes]

    def __str__(self) -> str:
        return "; ".join(self.variant.write(order) for order in self.orders) or NOTHING

    @property
    def picks(self) -> tuple[str, ...]:
        """Its orders one after the other, each as the clicks that give it, then the seal."""
        return (*(pick for order in self.orders for pick in self.variant.picks(order)), "button:seal")


class Slips(Choices[Slip]):
    """Every slip that a seat may hand in. `slots` says what may stand on it."""

    written = True

    def __init__(self, slots: Slots, prompt: str) -> None:
        self.slots = slots
        self.prompt = prompt
        self._draft = Draft(slots, prompt)

    def __len__(self) -> int:
        return min(self.slots.count(), sys.maxsize)  # len allows no more

    def __iter__(self) -> Iterator[Slip]:
        slots, kind = self.slots, self.slots.kind
        must, free = [slot for slot in slots if slot.must], slots.optional
        place = {key: number for number, key in enumerate(slots.by_key)}
        for count in range(slots.least, min(slots.most, len(free)) + 1):
            for used in combinations(free, count):
                lines = [*must, *used]
                in_order = sorted(range(len(lines)), key=lambda n: place[lines[n].key])
                for orders in product(*(slot.orders for slot in lines)):
                    if not slots.tied or slots.clash_among(orders) is None:
                        yield kind(tuple([orders[n] for n in in_order]))

    def sample(self, rng: random.Random) -> Slip:
        """Draw a slip; what need not be done is done rarely, unless something must."""
        orders = [rng.choice(slot.orders) for slot in self.slots if slot.must]
        free = self.slots.optional
        if self.slots.likely:
            count = rng.randint(self.slots.least, min(self.slots.most, len(free)))
            used = sorted(rng.sample(range(len(free)), count))
        else:
            used = [n for n in range(len(free)) if rng.random() < RARELY]
        for order in [rng.choice(free[n].orders) for n in used]:
            if self.slots.clash_among([*orders, order]) is None:
                orders.append(order)
        return self.slots.slip(orders)

    def refusal(self, choice: Choice) -> TanelornError | None:
        """Return why a slip is not legal here, or None if it is."""
        if type(choice) is not self.slots.kind:
            return Illegal(f"“{choice}” is no list of orders.", remedy=self.prompt)
        try:
            fits = self.slots.sorted(choice.orders)
        except TanelornError as error:
            return error
        return None if fits == choice else Illegal("These orders are not complete.", remedy=f"Write “{fits}”.")

    def parse(self, text: str) -> Slip:
        """Read a slip; what is missing holds, disbands, is waived. Raises the first error, and names how many more."""
        orders, refused, errors = self._parts(text)
        if errors:
            rest = len(errors) - 1
            more = f" ({rest} more order{'s are' if rest > 1 else ' is'} refused.)" if rest else ""
            first = errors[0]
            clause = first.clause or self.slots.clause
            raise type(first)(f"“{refused[0].text}”: {first.why}{more}", remedy=first.remedy, clause=clause)
        return self.slots.sorted(orders, complete=True)

    def _parts(self, text: str) -> tuple[list[Order], list[Refusal], list[TanelornError]]:
        orders: list[Order] = []
        refused: list[Refusal] = []
        errors: list[TanelornError] = []
        written = parts(text)
        if not written:
            raise Unreadable("Nothing is written.", remedy=self.prompt, clause=self.slots.clause)
        for part in written[:MOST]:
            if part.casefold() == NOTHING:
                continue
            try:
                orders.append(self.slots.read(part, orders))
            except TanelornError as error:
                clause = error.clause or self.slots.clause
                refused.append(Refusal(brief(part), f"{error.why} {error.remedy}".strip(), clause))
                errors.append(error)
        if len(written) > MOST:
            too_many = Unreadable(f"Only {MOST} orders of a text are read.", remedy="Write one order for each unit.")
            refused.append(Refusal(f"{len(written) - MOST} more orders", str(too_many), self.slots.clause))
            errors.append(too_many)
        return orders, refused, errors

    def read(self, text: str) -> Reading:
        """Read a text order by order: what can be read is kept, the rest is refused with its reason."""
        orders, refused, _ = self._parts(text)
        path = [pick for order in orders for pick in self.slots.variant.picks(order)]
        return Reading(tuple(path), tuple(refused))

    def written_ahead(self, text: str) -> Slip | None:
        """Return the slip of those orders that can stand now; None unless all that is asked about has one.

        Orders about what is not asked are passed over; of several for one thing the first that can stand counts.
        """
        orders: list[Order] = []
        for part in parts(text)[:MOST]:
            with suppress(TanelornError):
                orders.append(self.slots.read(part, orders))
        used = sum(not self.slots.slot_of(order).must for order in orders)
        if not orders or used < min(self.slots.most, len(self.slots.optional)):
            return None
        with suppress(TanelornError):
            return self.slots.sorted(orders)
        return None

    def default(self) -> Slip:
        """Missing orders hold, missing retreats disband, missing builds are waived, removals follow civil disorder."""
        return self.slots.sorted([], complete=True)

    def offer(self, path: Sequence[str]) -> Offer[Slip]:
        """Return what may follow these picks; raise Illegal if no slip begins so."""
        return self._drafted(path).offer()

    def next(self, path: Sequence[str]) -> tuple[str, ...]:
        """Return the picks that may follow these; what has its order is not taken up again."""
        return self._drafted(path).left()

    def made(self, path: Sequence[str]) -> Slip | None:
        """Return the slip that these picks make, None if it is not sealed."""
        return self._drafted(path).made()

    def _drafted(self, path: Sequence[str]) -> Draft:
        read = self._draft.path
        if read != tuple(path[: len(read)]):  # most paths go on from the one before
            self._draft, read = Draft(self.slots, self.prompt), ()
        for pick in path[len(read) :]:
            self._draft.take(pick)
        return self._draft
