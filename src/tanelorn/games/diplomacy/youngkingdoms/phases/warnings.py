"""Warnings about orders of sorcerers, spells and cards that are legal but pointless beside the seat's other orders."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.games.diplomacy.orders.order import CONVOY, HOLD, MOVE, SUPPORT, Order
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    ATTACKS,
    DESTRUCTION,
    FLEET,
    IMPASSABLE,
    NAMES,
    is_sorcerer,
    sorcerer_of,
)
from tanelorn.games.diplomacy.youngkingdoms.notation import CAST, DESTROY, GIVE, LEAVE, RIDE, TAKE
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition


def pointless(position: YoungKingdomsPosition, seat: int, orders: Sequence[Order]) -> dict[Order, str]:
    """Return a warning by order; only orders of the seat's own units and sorcerers are known."""
    slip = _Written(position, seat, orders)
    said = {order: slip.look(order) for order in orders}
    return {order: warning for order, warning in said.items() if warning}


class _Written:
    """The orders that a seat has written so far: of its units by province, of its sorcerers by kind."""

    def __init__(self, position: YoungKingdomsPosition, seat: int, orders: Sequence[Order]) -> None:
        self.position = position
        self.owner = {ATLAS.province[unit.at]: unit.power for unit in position.units}
        self.kind = {ATLAS.province[unit.at]: unit.kind for unit in position.units}
        self.seat = seat
        known = [order for order in orders if order.verb <= RIDE or order.verb == CAST]
        self.unit = {
            ATLAS.province[order.at]: order for order in known if order.kind >= 0 and not is_sorcerer(order.kind)
        }
        self.sorcerer = {order.kind: order for order in known if is_sorcerer(order.kind)}

    def look(self, order: Order) -> str:
        """Return what is pointless about an order, or nothing."""
        if order.verb in (LEAVE, DESTROY, GIVE, TAKE):
            return self._card(order)
        if order.verb == CAST:
            return self._cast(order)
        if not is_sorcerer(order.kind):
            return self._help(order) if is_sorcerer(order.whom) else ""
        if order.verb == SUPPORT:
            return self._supported(order)
        if order.verb == RIDE:
            return self._ride(order)
        return self._move(order) if order.verb == MOVE else ""

    def _mine(self, place: int) -> bool:
        return self.owner.get(place) == self.seat

    def _leaves(self, place: int) -> bool:
        """Tell whether an own unit is ordered out of a space."""
        order = self.unit.get(place)
        return self._mine(place) and order is not None and order.verb == MOVE

    def _card(self, order: Order) -> str:
        """Warn of a card that is not taken because its taker moves."""
        place = ATLAS.province[order.at]
        name = ATLAS.names[place]
        if is_sorcerer(order.kind):
            own = self.sorcerer.get(order.kind)
            free = order.of == place and self._mine(place)
            moves = own is not None and own.verb in (MOVE, RIDE) and not free
            return f"{NAMES[sorcerer_of(order.kind)]} does not rest, and takes nothing" if moves else ""
        takes = order.verb == TAKE and self._leaves(place)
        return f"the unit in {name} does not rest: it takes nothing" if takes else ""

    def _cast(self, order: Order) -> str:
        """Warn of a spell against an own unit."""
        place = order.to
        if order.spell == DESTRUCTION and self._mine(place):
            return f"it destroys your own unit in {ATLAS.names[place]}"
        if order.spell == IMPASSABLE:
            moves = [*self.unit.values(), *self.sorcerer.values()]
            if any(one.verb == MOVE and ATLAS.province[one.to] == place for one in moves):
                return f"your own unit goes to {ATLAS.names[place]}: it will not get in"
        return ""

    def _help(self, order: Order) -> str:
        """Warn of a support or convoy for an own sorcerer who is ordered to do something else."""
        own = self.sorcerer.get(order.whom)
        if self._is_foreign(order.whom) or own is None:
            return ""
        name = NAMES[sorcerer_of(order.whom)]
        goes = own.verb == MOVE and own.to == order.to
        if order.verb == SUPPORT and not (goes and own.spell in ATTACKS):
            return f"{name} does not attack {ATLAS.names[order.to]} by a spell: the support is void"
        if order.verb == CONVOY and not (goes and own.via):
            return f"{name} does not go to {ATLAS.names[order.to]} by convoy: the convoy is void"
        return ""

    def _is_foreign(self, kind: int) -> bool:
        return sorcerer_of(kind) not in self.position.sorcerers_of(self.seat)

    def _supported(self, order: Order) -> str:
        """Warn of a support spell for an own unit that is ordered to do something else."""
        if not self._mine(order.of):
            return ""
        unit = self.unit.get(order.of)
        goes = ATLAS.province[unit.to] if unit is not None and unit.verb == MOVE else -1
        if goes == (ATLAS.province[order.to] if order.to >= 0 else -1):
            return ""
        does = (
            f"goes to {ATLAS.names[goes]}" if goes >= 0 else "holds" if unit is None or unit.verb == HOLD else "stays"
        )
        return f"the unit in {ATLAS.names[order.of]} {does}: the spell is wasted"

    def _ride(self, order: Order) -> str:
        if self._mine(order.at) and not self._leaves(order.at):
            return f"your fleet in {ATLAS.names[order.at]} stays, and carries nobody"
        return ""

    def _move(self, order: Order) -> str:
        if order.spell:
            return ""
        if order.via:
            ships = [one for one in self.unit.values() if one.verb == CONVOY and one.whom == order.kind]
            if any(one.to == order.to for one in ships):
                return ""
            return "none of your fleets convoys the sorcerer; another power's must be"
        if ATLAS.is_sea[order.at] and self.kind.get(order.at) == FLEET and self._leaves(order.at):
            return f"your fleet in {ATLAS.names[order.at]} moves: nobody can step off it"
        if ATLAS.is_sea[order.to] and self._leaves(order.to):
            return f"your fleet in {ATLAS.names[order.to]} moves: nobody can board it"
        return ""
