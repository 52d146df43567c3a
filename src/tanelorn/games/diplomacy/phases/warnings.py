"""Warnings about orders that are legal but pointless, so that players notice before they seal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tanelorn.games.diplomacy.orders.order import CONVOY, HOLD, MOVE, RETREAT, SUPPORT, Order
from tanelorn.games.diplomacy.position import DiplomacyPosition

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.variant import Variant


def pointless(variant: Variant, position: DiplomacyPosition, seat: int, orders: Sequence[Order]) -> dict[Order, str]:
    """Return a warning by order; only orders of the seat's own units are known, so only those are compared."""
    slip = _Written(variant, position, seat, orders)
    looks = {MOVE: slip.move, SUPPORT: slip.support, CONVOY: slip.convoy, RETREAT: slip.retreat}
    said = {order: looks[order.verb](order) for order in orders if order.verb in looks}
    return {order: warning for order, warning in said.items() if warning}


class _Written:
    """The orders that a seat has written so far, by the province of their units."""

    def __init__(self, variant: Variant, position: DiplomacyPosition, seat: int, orders: Sequence[Order]) -> None:
        self.variant = variant
        self.position = position
        self.seat = seat
        self.names = variant.atlas.names
        self.province = variant.atlas.province
        self.mine = {self.province[order.at]: order for order in orders if order.at >= 0}
        self.owner = {self.province[unit.at]: unit.power for unit in position.units}

    def goal(self, order: Order) -> int:
        """Return the province that an order is about: where it ends, or where it helps."""
        return self.province[order.to] if order.to >= 0 else order.of

    def staying(self, province: int) -> str:
        """Say that an own unit stands there and is not ordered away; empty if none does."""
        order = self.mine.get(province)
        if self.owner.get(province) != self.seat or (order is not None and order.verb == MOVE):
            return ""
        name = self.names[province]
        return f"your own unit stays in {name}" if order else f"your own unit in {name} has no order to leave"

    def move(self, order: Order) -> str:
        """Warn of a move that an own unit stops, or that no own fleet convoys."""
        target, start = self.goal(order), self.province[order.at]
        name = self.names[target]
        if stays := self.staying(target):
            return stays
        back = self.mine.get(target)
        meets = back is not None and back.verb == MOVE and self.goal(back) == start
        if meets and not (self.goes_by_sea(order) or self.goes_by_sea(back)):  # type: ignore[arg-type]
            return f"it cannot change places with the unit in {name}, unless one goes by convoy"
        rivals = [other for other in self.mine.values() if other.verb == MOVE and self.goal(other) == target]
        strengths = [self._supports(other) for other in rivals]
        level = strengths.count(max(strengths)) > 1 and self._supports(order) == max(strengths)
        if level and not self._worth_shutting(target):
            return f"two of your units go to {name}: equally strong, they keep each other out"
        if order.via and not self._convoyed(order):
            return "none of your fleets convoys it: it needs another power's"
        return ""

    def _worth_shutting(self, province: int) -> bool:
        """Tell whether an own centre stands empty that another power could enter: two who meet there keep it out."""
        own = province in self.variant.centres_of(self.position, self.seat)
        return own and province not in self.owner and self.variant.is_in_reach(self.position, province, (self.seat,))

    def goes_by_sea(self, move: Order) -> bool:
        """Tell whether an army goes by sea: if it says so, or an own fleet convoys it."""
        return move.via or self._convoyed(move)

    def _convoyed(self, move: Order) -> bool:
        return any(one.verb == CONVOY and self._fits(one, move) for one in self.mine.values())

    def _supports(self, move: Order) -> int:
        return sum(one.verb == SUPPORT and self._fits(one, move) for one in self.mine.values())

    def _fits(self, help: Order, move: Order) -> bool:
        there = help.to == move.to or (0 <= help.to < self.variant.atlas.size and help.to == self.goal(move))
        return help.of == self.province[move.at] and there

    def support(self, order: Order) -> str:
        """Warn of a support for what is not ordered, against an own unit, or where no other power could come."""
        stays = self.staying(self.goal(order)) if order.to >= 0 else ""
        if stays:
            return f"{stays}: your support does not dislodge it"
        return self._otherwise(order, "support") or self._needless(order)

    def convoy(self, order: Order) -> str:
        """Warn of a convoy for an own army that is not ordered to go there."""
        return self.staying(self.goal(order)) or self._otherwise(order, "convoy")

    def retreat(self, order: Order) -> str:
        """Warn of two retreats to one province."""
        same = [one for one in self.mine.values() if one.verb == RETREAT and self.goal(one) == self.goal(order)]
        name = self.names[self.goal(order)]
        return f"two of your units retreat to {name}: both are disbanded" if len(same) > 1 else ""

    def _otherwise(self, order: Order, word: str) -> str:
        """Warn of a support or convoy for an own unit that is ordered to do something else."""
        if self.owner.get(order.of) != self.seat:
            return ""
        helped, name = self.mine.get(order.of), self.names[order.of]
        if helped is None:
            return f"the unit in {name} is not ordered to go there yet" if order.to >= 0 else ""
        goes = self.goal(helped) if helped.verb == MOVE else -1
        if goes == (self.goal(order) if order.to >= 0 else -1):
            if order.to >= self.variant.atlas.size and helped.to != order.to:
                return f"the unit in {name} goes to another coast: the {word} is void"
            return ""
        does = "holds" if helped.verb == HOLD else f"goes to {self.names[goes]}" if goes >= 0 else "stays"
        return f"the unit in {name} {does}: the {word} is void"

    def _needless(self, order: Order) -> str:
        """Warn of a support that nobody could oppose: no other power can come there, and no own unit goes there."""
        target = self.goal(order)
        friends = {self.seat, self.owner.get(order.of, self.seat)}
        if order.to >= 0 and self.owner.get(target, self.seat) not in friends:
            return ""
        rivals = [one for one in self.mine.values() if one.verb == MOVE and self.goal(one) == target]
        if any(not self._fits(order, one) for one in rivals):
            return ""
        if self.variant.is_in_reach(self.position, target, friends):
            return ""
        return f"no other power can reach {self.names[target]}: the support is of no use"
