"""The retreats of a season: who chooses, what may be ordered, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from tanelorn.core.errors import Illegal
from tanelorn.core.log import Log
from tanelorn.games.diplomacy import chronicle
from tanelorn.games.diplomacy.legality import fit
from tanelorn.games.diplomacy.orders import DISBAND, RETREAT, Order
from tanelorn.games.diplomacy.position import DiplomacyPosition, Ruled
from tanelorn.games.diplomacy.retreats import Beaten, retreat
from tanelorn.games.diplomacy.slots import Slot, Slots

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.slip import Slip
    from tanelorn.games.diplomacy.variant import Variant


def seats(variant: Variant, position: DiplomacyPosition) -> tuple[int, ...]:
    """Return the seats with a beaten unit that has somewhere to go."""
    powers = {one.unit.power for one in position.beaten if one.places}
    return tuple(sorted(powers - set(position.gone)))


def slots(variant: Variant, position: DiplomacyPosition, seat: int) -> Slots:
    """Return one slot for each beaten unit of a seat that has somewhere to go; it disbands if nothing is written."""
    mine = [one for one in position.beaten if one.unit.power == seat and one.places]
    lines = []
    for one in mine:
        away = Order(DISBAND, one.unit.kind, one.unit.at)
        lines.append(Slot(variant.key(away), partial(retreats_of, one), default=away))
    return Slots(
        variant,
        seat,
        lines,
        clause=variant.clause("retreat"),
        read=partial(_read, variant, position, seat),
    )


def retreats_of(one: Beaten) -> list[Order]:
    """Return every retreat of a beaten unit, and to disband it."""
    _, kind, at = one.unit
    return [*(Order(RETREAT, kind, at, to) for to in one.places), Order(DISBAND, kind, at)]


def _read(variant: Variant, position: DiplomacyPosition, seat: int, text: str) -> Order:
    order, said = variant.notation.read(text)
    if order.verb == 1:  # people write retreats as moves too
        order, said = order._replace(verb=RETREAT, via=False), None
    if order.verb not in (RETREAT, DISBAND):
        raise Illegal("Only retreats are written now.", remedy="Write “A VIE R BOH” or “A VIE D”.")
    units = {variant.atlas.province[one.unit.at]: one.unit for one in position.beaten}
    order = fit(variant.atlas, order, units, seat, variant.seats, said)
    beaten = next(one for one in position.beaten if variant.atlas.province[one.unit.at] == variant.key(order)[1])
    if order.verb == RETREAT and order.to not in beaten.places:
        names = variant.atlas.names
        open_places = ", ".join(names[place] for place in beaten.places)
        raise Illegal(
            f"{variant.subject(order)} cannot retreat to {names[order.to]}.",
            remedy=f"Open are {open_places}." if open_places else "It can only disband.",
            clause=variant.clause("retreat"),
        )
    return order


def resolve(variant: Variant, position: DiplomacyPosition, slips: Mapping[int, Slip], log: Log) -> None:
    """Carry the retreats out: two to one province both disband, and so do all who wrote nothing."""
    given = {variant.key(order): order for slip in slips.values() for order in slip.orders}
    away = [Order(DISBAND, one.unit.kind, one.unit.at) for one in position.beaten]
    orders = [given.get(variant.key(order), order) for order in away]
    after = retreat(variant.atlas, [one.unit for one in position.beaten], orders)
    position.ruled = tuple(
        Ruled(one.unit.power, order, order.verb == DISBAND or unit is not None, "" if unit else "crowded")
        for one, order, unit in zip(position.beaten, orders, after, strict=True)
    )
    position.units = variant.in_order([*position.units, *(unit for unit in after if unit is not None)])
    position.beaten = ()
    position.contested = ()
    if log:
        chronicle.retreats(variant, position, log)
