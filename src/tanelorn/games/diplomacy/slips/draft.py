"""A slip half written: the path of picks that makes it. Any unit may be taken up again; the later order counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tanelorn.core.amounts import amount
from tanelorn.core.choices import Line, Offer, Pick
from tanelorn.core.errors import Illegal
from tanelorn.core.scene import Mark
from tanelorn.games.diplomacy.orders.order import CONVOY, MOVE, SUPPORT, Order
from tanelorn.games.diplomacy.slips.slots import labelled, line_of

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.slips.slip import Slip
    from tanelorn.games.diplomacy.slips.slots import Key, Slot, Slots

SEAL = "button:seal"
_Shown = tuple[tuple[str, ...], tuple[Mark, ...], tuple[Line, ...]]
"""How the orders are shown that are written: in words, as marks, as lines."""


class Draft:
    """A path of picks as far as it has been read: the orders that it has written, and the one that it is writing."""

    def __init__(self, slots: Slots, prompt: str) -> None:
        self.slots = slots
        self.variant = slots.variant
        self.prompt = prompt
        self.path: tuple[str, ...] = ()
        self.chosen: dict[Key, Order] = {}
        self.half: tuple[str, ...] = ()
        self.done = False
        self._following: dict[str, None] | None = None
        self._shown: _Shown | None = None

    def take(self, pick: str) -> None:
        """Go on with one more pick; raise Illegal, with the draft as it was, if it cannot follow."""
        if self.done or pick not in self._next():
            raise self._refusal(pick)
        self.path = (*self.path, pick)
        self._following = None
        if pick == SEAL:
            self.done = True
            return
        self.half = (*self.half, pick)
        order = self.slots.given_by(self.half)
        if order is not None:
            self._write(order)
            self.half = ()

    def _write(self, order: Order) -> None:
        """Write an order down; what need not be done is struck out when it is ordered once more."""
        self._shown = None
        key = self.variant.key(order)
        if self.chosen.get(key) == order and not self.slots.by_key[key].must:
            del self.chosen[key]
        else:
            self.chosen[key] = order

    def _used(self) -> int:
        return sum(not self.slots.by_key[key].must for key in self.chosen)

    def _open(self) -> list[Slot]:
        """Return the slots that may be taken up now."""
        full = self._used() >= self.slots.most
        return [
            slot
            for slot in self.slots
            if slot.key in self.chosen or ((slot.must or not full) and any(map(self._stands, slot.orders)))
        ]

    def _stands(self, order: Order) -> bool:
        """Tell whether an order can stand beside those that are written."""
        return self.slots.clash_beside(order, self.chosen) is None

    def _next(self) -> dict[str, None]:
        """Return the picks that may follow, in order; they are looked for once after each pick."""
        if self._following is None:
            self._following = self._find_next()
        return self._following

    def _find_next(self) -> dict[str, None]:
        at = len(self.half)
        if at:
            tails = self.slots.beginning(self.half[0])
            return {
                tail[at]: None
                for tail, order in tails
                if tail[:at] == self.half and len(tail) > at and self._stands(order)
            }
        found = {self.variant.first_pick(slot.orders[0]): None for slot in self._open()}
        return {**found, SEAL: None} if self._used() >= self.slots.least else found

    def left(self) -> tuple[str, ...]:
        """Return the picks that may follow but would not order anything a second time; none once it is sealed."""
        if self.done:
            return ()
        slots = [slot for slot in self._open() if slot.key not in self.chosen]
        at = len(self.half)
        if not at:
            found = {self.variant.first_pick(slot.orders[0]): None for slot in slots}
            return (*found, SEAL) if self._used() >= self.slots.least else tuple(found)
        keys = {slot.key for slot in slots}
        key = self.variant.key
        return tuple(
            dict.fromkeys(
                tail[at]
                for tail, order in self.slots.beginning(self.half[0])
                if tail[:at] == self.half and len(tail) > at and key(order) in keys and self._stands(order)
            )
        )

    def made(self) -> Slip | None:
        """Return the slip once it is sealed."""
        return self.slots.sorted(list(self.chosen.values()), complete=True) if self.done else None

    def _refusal(self, pick: str) -> Illegal:
        kind, _, id = pick.partition(":")
        variant = self.variant
        if self.done or (kind == "space" and id not in variant.atlas.number):
            return Illegal(f"“{pick}” cannot be picked here.", remedy="Take back the last pick.")
        if pick == SEAL:
            return Illegal(f"{self.slots.least} must be ordered first.", clause=self.slots.clause)
        path = (*self.half, pick)
        for tail, order in self.slots.beginning(path[0]):
            if tail[: len(path)] == path and (clash := self.slots.clash_beside(order, self.chosen)) is not None:
                return clash
        if kind == "space" and not self.half:
            why = f"There is nothing of yours to order in {variant.space_name(id)} now."
            return Illegal(why, clause=self.slots.clause)
        if kind == "space":
            why = f"That cannot be ordered: {variant.pick_label(self.half[0])}, {variant.space_name(id)}"
            return Illegal(f"{why}.", remedy="What can be is marked.", clause=self.slots.clause)
        return Illegal(f"“{variant.pick_label(pick)}” cannot be ordered here.", remedy="Take back the last pick.")

    def offer(self) -> Offer:
        """Return what may follow, the slip so far, and the choice once it is sealed."""
        complete = self.made()
        if self._shown is None:
            self._shown = self._show()
        words, marks, lines = self._shown
        if self.half:
            words = (*words, " ".join(self.variant.pick_label(pick) for pick in self.half) + " …")
        voyages = self._voyages()
        return Offer(
            self.path,
            self._question(),
            () if self.done else tuple(self._pick(pick, voyages.get(pick, ())) for pick in self._next()),
            complete,
            str(complete) if complete is not None else "; ".join(words),
            (*marks, *self._begun()),
            lines,
        )

    def _show(self) -> _Shown:
        """Return how the orders are shown that are written, until there is another: in words, as marks, as lines."""
        orders = [self.chosen[slot.key] for slot in self.slots if slot.key in self.chosen]
        marks = tuple(mark for order in orders for mark in self.variant.marks(order, self.slots.seat, draft=True))
        return tuple(map(self.variant.write, orders)), marks, self._lines(orders)

    def _question(self) -> str:
        """What is asked now: of the whole slip, or of the order that is half written."""
        if not self.half:
            return self.prompt
        if all(pick.startswith("button:build-") for pick in self._next()):
            return f"**{self.variant.pick_label(self.half[0])}**: build what?"
        return self.variant.ask(self.half)

    def _pick(self, pick: str, way: tuple[str, ...]) -> Pick:
        if pick == SEAL:
            return Pick(pick, self._seal(), key="Enter")
        return labelled(self.variant, pick, way)

    def _voyages(self) -> dict[str, tuple[str, ...]]:
        """Return by pick the way over the sea of the move by convoy that it would write."""
        at, ids = len(self.half), self.variant.atlas.ids
        return {
            tail[at]: tuple(ids[place] for place in self.slots.voyage(order))
            for tail, order in (self.slots.beginning(self.half[0]) if at else ())
            if order.verb == MOVE and order.via and len(tail) == at + 1 and tail[:at] == self.half
        }

    def _begun(self) -> tuple[Mark, ...]:
        """Draw the order that is half written, as soon as it is known whom it helps or where it goes."""
        at = len(self.half)
        if at < 2 or self.half[-1].startswith("button:"):
            return ()
        province = self.variant.atlas.province
        orders = [order for tail, order in self.slots.beginning(self.half[0]) if tail[:at] == self.half]
        order = orders[0]
        if len({province[one.to] if one.to >= 0 else one.of for one in orders}) > 1:
            if order.verb not in (SUPPORT, CONVOY):
                return ()
            order = order._replace(to=-1)
        return self.variant.marks(order, self.slots.seat, draft=True)

    def _seal(self) -> str:
        count = len(self.chosen)
        if count == 0:
            return "Seal without orders"
        return f"Seal {amount(count, 'order')}"

    def _lines(self, orders: Sequence[Order]) -> tuple[Line, ...]:
        """The slip: a line for each unit, written or not, and for what else is ordered."""
        warnings = self.slots.warnings(orders)
        lines = []
        for slot in self.slots:
            order = self.chosen.get(slot.key)
            if order is None and not slot.must:
                continue
            shown = order if order is not None else slot.default
            warning = warnings.get(shown, "") if order is not None else ""
            lines.append(line_of(self.variant, shown, order is None, warning))
        return tuple(lines)
