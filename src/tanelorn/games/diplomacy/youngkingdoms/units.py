"""Armies, fleets and Kelmain armies: what they may be ordered besides the ordinary, and why the rest is refused.

They back a magical attack (5.3), convoy sorcerers (5.4a) and carry them (5.4b).
"""

from __future__ import annotations

from tanelorn.core.errors import Illegal
from tanelorn.games.diplomacy.orders.order import CONVOY, MOVE, SUPPORT, Order, Unit
from tanelorn.games.diplomacy.orders.possible import Field, shores
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    FLEET,
    KELMAIN,
    NAMES,
    POWER_OF,
    is_sorcerer,
    kind_of,
    sorcerer_of,
)
from tanelorn.games.diplomacy.youngkingdoms.notation import ABOUT_CARDS, CAST, RIDE
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.sorcery import cards, kelmain


def orders_of(position: YoungKingdomsPosition, field: Field, index: int) -> list[Order]:
    """The ordinary orders of a unit, and what sorcerers add: backing their attacks, convoying and carrying them."""
    unit, here = field.units[index], field.here[index]
    found = kelmain.allowed(unit, field.orders(index))
    for who in (0, 1):
        at = position.sorcerers[who].at
        if at < 0:
            continue
        if unit.kind != KELMAIN:
            back = Order(SUPPORT, unit.kind, unit.at, of=at, whom=kind_of(who))
            found += [back._replace(to=to) for to in ATLAS.next_to[at] if to in field.beside[index] and to != here]
        if field.fleets >> here & 1:
            found += _convoys(unit, at, kind_of(who), field.fleets)
        if at == here and unit.kind == FLEET and POWER_OF[who] != unit.power:
            found += [order._replace(via=True) for order in found if order.verb == MOVE and not order.via]
    return list(dict.fromkeys(found))


def _convoys(unit: Unit, at: int, kind: int, fleets: int) -> list[Order]:
    """A fleet at sea convoys a sorcerer as it would an army (5.4a)."""
    sea = ATLAS.province[unit.at]
    base = Order(CONVOY, unit.kind, unit.at, of=at, whom=kind)
    return [base._replace(to=to) for to in shores(ATLAS, fleets, at) if ATLAS.may_convoy(sea, at, to)]


def refusal(position: YoungKingdomsPosition, field: Field, unit: Unit, order: Order) -> Illegal | None:
    """Return why a unit cannot do with sorcerers, cards or as a Kelmain army what is ordered; None if not for that."""
    here = ATLAS.province[unit.at]
    if order.verb == CAST or order.spell:
        return Illegal("Only sorcerers cast spells.", remedy="Leave the spell out.", clause="youngkingdoms/5.5b")
    if order.verb == RIDE:
        return Illegal("Only sorcerers ride.", remedy="Write “F DRA - PUR carrying”.", clause="youngkingdoms/5.4b")
    if order.verb in ABOUT_CARDS:
        return cards.refusal(position, order)
    if unit.kind == KELMAIN and (found := kelmain.refusal(position, unit, order)) is not None:
        return found
    if is_sorcerer(order.whom):
        return _help(position, field, unit, order)
    if order.verb == MOVE and order.via and unit.kind == FLEET:
        why = f"No sorcerer is in {ATLAS.names[here]} to be carried."
        return Illegal(why, remedy="Leave “carrying” out.", clause="youngkingdoms/5.4b")
    return None


def _help(position: YoungKingdomsPosition, field: Field, unit: Unit, order: Order) -> Illegal | None:
    """Return why a unit cannot support or convoy a sorcerer as ordered (5.3, 5.4a), or None."""
    who = sorcerer_of(order.whom)
    at = position.sorcerers[who].at
    if at < 0:
        return Illegal(f"{NAMES[who]} is dead.", remedy="Order something else.", clause="youngkingdoms/7")
    if order.of != at:
        why = f"{NAMES[who]} is in {ATLAS.names[at]}, not in {ATLAS.names[order.of]}."
        return Illegal(why, remedy="Look where the sorcerer stands.", clause="youngkingdoms/5.3")
    if order.verb == CONVOY:
        why = f"A fleet in {ATLAS.names[ATLAS.province[unit.at]]} is of no use to that convoy of {NAMES[who]}."
        return Illegal(why, remedy="Convoy from coast to coast.", clause="youngkingdoms/5.4a")
    if order.to < 0:
        why = f"No unit supports {NAMES[who]} to stand."
        return Illegal(why, remedy="Units may back a magical attack.", clause="youngkingdoms/5.3")
    if order.to not in ATLAS.next_to[at]:
        why = f"{NAMES[who]} cannot attack {ATLAS.names[order.to]} from {ATLAS.names[at]}: the two are not adjacent."
        return Illegal(why, remedy="Support an attack on an adjacent space.", clause="youngkingdoms/5.3")
    if order.to not in field.beside[field.units.index(unit)]:
        why = f"The unit in {ATLAS.names[ATLAS.province[unit.at]]} could not go to {ATLAS.names[order.to]} itself."
        return Illegal(why, remedy="Support into a space next to it.", clause="youngkingdoms/5.5.attack")
    return None
