"""Legal but pointless: what a player would want to hear before the seal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tanelorn.games.diplomacy.orders import CONVOY, HOLD, MOVE, SUPPORT, Order
from tanelorn.games.diplomacy.position import DiplomacyPosition

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.variant import Variant


def pointless(variant: Variant, position: DiplomacyPosition, seat: int, orders: Sequence[Order]) -> dict[Order, str]:
    """Return a warning by order; only orders of the seat's own units are known, so only those are compared."""
    province = variant.atlas.province
    mine = {province[order.at]: order for order in orders if order.at >= 0}
    owner = {province[unit.at]: unit.power for unit in position.units}
    found: dict[Order, str] = {}
    for order in orders:
        if order.verb == MOVE:
            warning = _move(variant, seat, order, mine, owner)
        elif order.verb in (SUPPORT, CONVOY):
            warning = _help(variant, seat, order, mine, owner)
        else:
            warning = ""
        if warning:
            found[order] = warning
    return found


def _move(variant: Variant, seat: int, order: Order, mine: dict[int, Order], owner: dict[int, int]) -> str:
    province, names = variant.atlas.province, variant.atlas.names
    target = province[order.to]
    same = [other for other in mine.values() if other.verb == MOVE and province[other.to] == target]
    if len(same) > 1 and owner.get(target) != seat:
        return f"two of your units go to {names[target]}: without support both bounce"
    stands = mine.get(target)
    if owner.get(target) == seat and (stands is None or stands.verb != MOVE):
        return f"your own unit stays in {names[target]}"
    convoys = [one for one in mine.values() if one.verb == CONVOY and one.of == province[order.at]]
    if order.via and not any(one.to == target for one in convoys):
        return "none of your fleets convoys it: it needs another power's"
    return ""


def _help(variant: Variant, seat: int, order: Order, mine: dict[int, Order], owner: dict[int, int]) -> str:
    """A support or convoy of an own unit that is ordered otherwise, or of an attack on an own unit."""
    province, names = variant.atlas.province, variant.atlas.names
    target = province[order.to] if order.to >= 0 else order.of
    helped = mine.get(order.of)
    word = "support" if order.verb == SUPPORT else "convoy"
    if order.to >= 0 and owner.get(target) == seat and order.of != target:
        stays = mine.get(target)
        if order.verb == SUPPORT and (stays is None or stays.verb != MOVE):
            return f"your own unit stays in {names[target]}: it cannot be dislodged"
    if owner.get(order.of) != seat:
        return ""
    if helped is None:
        return "" if order.to < 0 else f"the unit in {names[order.of]} is not ordered to go there yet"
    goes = province[helped.to] if helped.verb == MOVE else -1
    if goes != (province[order.to] if order.to >= 0 else -1):
        does = "holds" if helped.verb == HOLD else f"goes to {names[goes]}" if goes >= 0 else "stays"
        return f"the unit in {names[order.of]} {does}: the {word} is void"
    return ""
