"""Retreats of the Young Kingdoms: units as in Diplomacy, sorcerers also to units that let them in (5.2b, 7)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from tanelorn.core.errors import Illegal
from tanelorn.core.log import Log
from tanelorn.games.diplomacy.judge.retreats import Beaten, retreat
from tanelorn.games.diplomacy.orders.order import DISBAND, MOVE, RETREAT, Order, Unit
from tanelorn.games.diplomacy.phases import chronicle, retreating
from tanelorn.games.diplomacy.position import Ruled
from tanelorn.games.diplomacy.slips.slots import Slot, Slots
from tanelorn.games.diplomacy.youngkingdoms import fortresses
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    NAMES,
    POWER_OF,
    Sorcerer,
    is_sorcerer,
    sorcerer_of,
)
from tanelorn.games.diplomacy.youngkingdoms.notation import read, with_place
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.sorcery import cards, sorcerers

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.slips.slip import Slip
    from tanelorn.games.diplomacy.youngkingdoms.variant import YoungKingdomsVariant


def slots(variant: YoungKingdomsVariant, position: YoungKingdomsPosition, seat: int) -> Slots:
    """Return a slot for each unit, and for a sorcerer, who goes to the first refuge if nothing is written."""
    lines = []
    for one in position.beaten:
        if one.unit.power != seat or not one.places:
            continue
        away = Order(DISBAND, one.unit.kind, one.unit.at)
        if is_sorcerer(one.unit.kind):
            lines.append(Slot(variant.key(away), partial(refuges_of, one)))
        else:
            lines.append(Slot(variant.key(away), partial(retreating.retreats_of, one), default=away))
    return Slots(
        variant,
        seat,
        lines,
        clause=variant.clause("retreat"),
        read=partial(_read, variant, position, seat),
        warn=partial(variant.warnings, position, seat),
    )


def refuges_of(one: Beaten) -> list[Order]:
    """Return a sorcerer's retreats: they die only where there is none (youngkingdoms/7)."""
    return [Order(RETREAT, one.unit.kind, one.unit.at, to) for to in one.places]


def _read(variant: YoungKingdomsVariant, position: YoungKingdomsPosition, seat: int, text: str) -> Order:
    """Read the retreat of a unit or a sorcerer; raise the errors of reading, or Illegal."""
    sorcerers = {one.unit.kind: one for one in position.beaten if is_sorcerer(one.unit.kind)}
    where = {NAMES[sorcerer_of(kind)]: ATLAS.ids[one.unit.at] for kind, one in sorcerers.items()}
    where |= {name.partition(" ")[0]: place for name, place in where.items()}
    order, _ = read(variant.notation, with_place(text, where))
    if not is_sorcerer(order.kind):
        return _read_unit(variant, position, seat, text, order)
    if order.kind not in sorcerers or POWER_OF[sorcerer_of(order.kind)] != seat:
        why = f"{NAMES[sorcerer_of(order.kind)]} has no retreat to make for you."
        raise Illegal(why, remedy="Order those who must retreat.", clause="youngkingdoms/5.2b")
    if order.verb not in (MOVE, RETREAT):
        why = f"{NAMES[sorcerer_of(order.kind)]} must retreat, for a space is open."
        raise Illegal(why, remedy="Write “Elric Fil R Arg”.", clause="youngkingdoms/7")
    one = sorcerers[order.kind]
    to = ATLAS.province[order.to]
    if to not in one.places:
        why = f"{NAMES[sorcerer_of(order.kind)]} cannot retreat to {ATLAS.names[to]}."
        open_places = ", ".join(ATLAS.names[place] for place in one.places)
        raise Illegal(why, remedy=f"Open are {open_places}.", clause="youngkingdoms/5.2b")
    return Order(RETREAT, order.kind, one.unit.at, to)


def _read_unit(
    variant: YoungKingdomsVariant, position: YoungKingdomsPosition, seat: int, text: str, order: Order
) -> Order:
    """Read the retreat of an ordinary unit; a sorcerer beaten in the same space is no concern of it."""
    to = ATLAS.province[order.to] if order.to >= 0 else -1
    units = position.copy()
    units.beaten = tuple(one for one in position.beaten if not is_sorcerer(one.unit.kind))
    try:
        return retreating.read(variant, units, seat, text)
    except Illegal as error:
        if to < 0 or not error.why.endswith(f" to {ATLAS.names[to]}."):
            raise
        there = "a standing army" if fortresses.stops(position, to, seat) else "a sorcerer"
        raise Illegal(f"{error.why[:-1]}: {there} is there.", remedy=error.remedy, clause=error.clause) from None


def resolve(
    variant: YoungKingdomsVariant, position: YoungKingdomsPosition, slips: Mapping[int, Slip], log: Log
) -> None:
    """Resolve the retreats: first the units, then the sorcerers, who contest nothing."""
    living = variant.living(position) if log else []
    if not any(one.places for one in position.beaten):
        cards.after_retreats(position, {})
        position.beaten = ()
        cards.find(position, log)
        chronicle.eliminated(variant, position, living, log)
        return
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
    went = {ATLAS.province[one.unit.at]: unit for one, unit in zip(units, after, strict=True)}
    cards.after_retreats(position, went)
    fugitives = [one for one in position.beaten if is_sorcerer(one.unit.kind)]
    position.beaten = ()
    rulings += _flee(position, fugitives, went, given, variant, log)
    cards.find(position, log)
    position.ruled = tuple(rulings)
    position.contested = ()
    if log:
        chronicle.retreats(variant, position, log)
        chronicle.eliminated(variant, position, living, log)


def _flee(
    position: YoungKingdomsPosition,
    fugitives: list[Beaten],
    went: Mapping[int, Unit | None],
    given: dict[tuple[object, ...], Order],
    variant: YoungKingdomsVariant,
    log: Log,
) -> list[Ruled]:
    """Move each sorcerer as ordered, or to the first refuge that lets them stay; else they die (youngkingdoms/7)."""
    orders = {}
    for one in fugitives:
        order = given.get(variant.key(Order(DISBAND, one.unit.kind, one.unit.at)))
        orders[sorcerer_of(one.unit.kind)] = order or refuges_of(one)[0]
    rulings = []
    ends: dict[int, int] = {}
    for one in fugitives:
        who = sorcerer_of(one.unit.kind)
        wished = {other: ends.get(other, order.to) for other, order in orders.items()}
        chosen = (orders[who].to, *one.places)
        ends[who] = next((to for to in chosen if _may_stay(position, one, to, went, wished)), -1)
        fine = ends[who] == orders[who].to
        rulings.append(Ruled(POWER_OF[who], orders[who], fine, "" if fine else "refused"))
    after = list(position.sorcerers)
    for who, to in ends.items():
        after[who] = Sorcerer(to if to >= 0 else after[who].at)
    position.sorcerers = (after[0], after[1])
    for who, to in ends.items():
        if to < 0:
            sorcerers.kill(position, who, log)
    return rulings


def _may_stay(
    position: YoungKingdomsPosition, one: Beaten, to: int, went: Mapping[int, Unit | None], wished: dict[int, int]
) -> bool:
    """Tell whether a sorcerer may stay in a refuge, now that the units have retreated; `wished` is where others go."""
    who = sorcerer_of(one.unit.kind)
    seat, other = POWER_OF[who], 1 - who
    there = next((unit for unit in position.units if ATLAS.province[unit.at] == to), None)
    if wished.get(other, position.sorcerers[other].at) == to and not position.agree(seat, POWER_OF[other], to):
        return False
    if there is None:
        return not ATLAS.is_sea[to]
    return there == went.get(one.unit.at) or position.agree(seat, there.power, to)
