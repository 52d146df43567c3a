"""Retreats of the Young Kingdoms: units as always, sorcerers to whoever will have them (5.2b, 7)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from tanelorn.core.errors import Illegal
from tanelorn.core.log import Log
from tanelorn.games.diplomacy import chronicle, retreating
from tanelorn.games.diplomacy.orders import DISBAND, MOVE, RETREAT, Order
from tanelorn.games.diplomacy.position import Ruled
from tanelorn.games.diplomacy.retreats import Beaten, retreat
from tanelorn.games.diplomacy.slots import Slot, Slots
from tanelorn.games.diplomacy.youngkingdoms import cards, spells
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.realm import ATLAS, ELRIC, NAMES, POWER_OF, Sorcerer, is_sorcerer
from tanelorn.games.diplomacy.youngkingdoms.writing import read, with_place

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.slip import Slip
    from tanelorn.games.diplomacy.youngkingdoms.variant import YoungKingdomsVariant


def slots(variant: YoungKingdomsVariant, position: YoungKingdomsPosition, seat: int) -> Slots:
    """Return the slots of ordinary units, and of a sorcerer, who goes to the first refuge if nothing is written."""
    lines = []
    for one in position.beaten:
        if one.unit.power != seat or not one.places:
            continue
        away = Order(DISBAND, one.unit.kind, one.unit.at)
        if is_sorcerer(one.unit.kind):
            lines.append(Slot(variant.key(away), partial(refuges_of, one)))
        else:
            lines.append(Slot(variant.key(away), partial(retreating.retreats_of, one), default=away))
    clause = variant.clause("retreat")
    return Slots(variant, seat, lines, clause=clause, read=partial(_read, variant, position, seat))


def refuges_of(one: Beaten) -> list[Order]:
    """Return a sorcerer's retreats: he dies only where there is none (7)."""
    return [Order(RETREAT, one.unit.kind, one.unit.at, to) for to in one.places]


def _read(variant: YoungKingdomsVariant, position: YoungKingdomsPosition, seat: int, text: str) -> Order:
    sorcerers = {one.unit.kind: one for one in position.beaten if is_sorcerer(one.unit.kind)}
    where = {NAMES[kind - ELRIC]: ATLAS.ids[one.unit.at] for kind, one in sorcerers.items()}
    where |= {name.partition(" ")[0]: place for name, place in where.items()}
    order, _ = read(variant.notation, with_place(text, where))
    if not is_sorcerer(order.kind):
        return retreating.read(variant, position, seat, text)
    if order.kind not in sorcerers or POWER_OF[order.kind - ELRIC] != seat:
        raise Illegal(f"{NAMES[order.kind - ELRIC]} has no retreat to make for you.")
    if order.verb not in (MOVE, RETREAT):
        raise Illegal(f"{NAMES[order.kind - ELRIC]} must retreat.", remedy="Write “Elric Fil R Arg”.")
    one = sorcerers[order.kind]
    return Order(RETREAT, order.kind, one.unit.at, ATLAS.province[order.to])


def resolve(
    variant: YoungKingdomsVariant, position: YoungKingdomsPosition, slips: Mapping[int, Slip], log: Log
) -> None:
    """Carry the retreats out: first the units, then the sorcerers, who contest nothing."""
    given = {variant.key(order): order for slip in slips.values() for order in slip.orders}
    units = [one for one in position.beaten if not is_sorcerer(one.unit.kind)]
    away = [Order(DISBAND, one.unit.kind, one.unit.at) for one in units]
    orders = [given.get(variant.key(order), order) for order in away]
    after = retreat(ATLAS, [one.unit for one in units], orders)
    rulings = [
        Ruled(one.unit.power, order, order.verb == DISBAND or unit is not None, "" if unit else "crowded")
        for one, order, unit in zip(units, orders, after, strict=True)
    ]
    position.units = variant.in_order([*position.units, *(unit for unit in after if unit is not None)])
    cards.after_retreats(position, {ATLAS.province[one.unit.at]: unit for one, unit in zip(units, after, strict=True)})
    fugitives = [one for one in position.beaten if is_sorcerer(one.unit.kind)]
    position.beaten = ()
    rulings += _flee(position, fugitives, given, variant, log)
    position.ruled = tuple(rulings)
    position.contested = ()
    if log:
        chronicle.retreats(variant, position, log)


def _flee(
    position: YoungKingdomsPosition,
    fugitives: list[Beaten],
    given: dict[tuple[object, ...], Order],
    variant: YoungKingdomsVariant,
    log: Log,
) -> list[Ruled]:
    """A sorcerer reaches his refuge if it is free or shared; else he is destroyed (7)."""
    flights = {}
    for one in fugitives:
        order = given.get(variant.key(Order(DISBAND, one.unit.kind, one.unit.at)))
        flights[one.unit.kind - ELRIC] = order or refuges_of(one)[0]
    rulings, lost = [], []
    for who, order in flights.items():
        fine = _reaches(position, who, order.to, flights)
        rulings.append(Ruled(POWER_OF[who], order, fine, "" if fine else "refused"))
        if not fine:
            lost.append(who)
    after = list(position.sorcerers)
    for who, order in flights.items():
        after[who] = Sorcerer(order.to)
    position.sorcerers = (after[0], after[1])
    for who in lost:
        spells.kill(position, who, log)
    return rulings


def _reaches(position: YoungKingdomsPosition, who: int, to: int, flights: dict[int, Order]) -> bool:
    seat, other = POWER_OF[who], 1 - who
    there = next((unit for unit in position.units if ATLAS.province[unit.at] == to), None)
    meets = flights[other].to if other in flights else position.sorcerers[other].at
    if meets == to and not position.agree(seat, POWER_OF[other], to):
        return False
    return not ATLAS.is_sea[to] if there is None else position.agree(seat, there.power, to)
