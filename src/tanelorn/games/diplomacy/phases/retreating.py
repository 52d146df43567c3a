"""The retreats of a season: who chooses, what may be ordered, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from tanelorn.core.errors import Ambiguous, Illegal
from tanelorn.core.log import Log
from tanelorn.games.diplomacy.judge.retreats import Beaten, retreat
from tanelorn.games.diplomacy.orders.legality import fit, possible
from tanelorn.games.diplomacy.orders.order import DISBAND, MOVE, RETREAT, Order
from tanelorn.games.diplomacy.phases import chronicle
from tanelorn.games.diplomacy.position import DiplomacyPosition, Ruled
from tanelorn.games.diplomacy.slips.slots import Slot, Slots

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.slips.slip import Slip
    from tanelorn.games.diplomacy.variant import Variant


def seats(variant: Variant, position: DiplomacyPosition) -> tuple[int, ...]:
    """Return the seats with a beaten unit that has somewhere to go."""
    powers = {one.unit.power for one in position.beaten if one.places}
    return tuple(sorted(powers - set(position.gone)))


def slots(variant: Variant, position: DiplomacyPosition, seat: int) -> Slots:
    """Return one slot for each beaten unit of a seat; it disbands if nothing is written.

    Clauses diplomacy/retreat, youngkingdoms/1.retreat.
    """
    mine = [one for one in position.beaten if one.unit.power == seat]
    lines = []
    for one in mine:
        away = Order(DISBAND, one.unit.kind, one.unit.at)
        lines.append(Slot(variant.key(away), partial(retreats_of, one), default=away))
    return Slots(
        variant,
        seat,
        lines,
        clause=variant.clause("retreat"),
        read=partial(read, variant, position, seat),
        warn=partial(variant.warnings, position, seat),
    )


def retreats_of(one: Beaten) -> list[Order]:
    """Return every retreat of a beaten unit, and to disband it."""
    _, kind, at = one.unit
    return [*(Order(RETREAT, kind, at, to) for to in one.places), Order(DISBAND, kind, at)]


def read(variant: Variant, position: DiplomacyPosition, seat: int, text: str) -> Order:
    """Read a retreat and fit it to the beaten units; raise the errors of reading, or Illegal."""
    order, _ = variant.notation.read(text)
    if order.verb == MOVE:  # people write retreats as moves too
        order = order._replace(verb=RETREAT, via=False)
    if order.verb not in (RETREAT, DISBAND):
        mine = [one for one in position.beaten if one.unit.power == seat]
        could = " or ".join(f"“{variant.write(retreat)}”" for one in mine[:1] for retreat in retreats_of(one)[-2:])
        raise Illegal("Only retreats are written now.", remedy=f"Write {could}.", clause=variant.clause("retreat"))
    atlas = variant.atlas
    beaten = {atlas.province[one.unit.at]: one for one in position.beaten}
    one = beaten.get(atlas.province[order.at])
    if one is None:
        own = ", ".join(variant.unit_name(*other.unit[1:]) for other in beaten.values() if other.unit.power == seat)
        raise Illegal(f"No dislodged unit is in {atlas.names[order.at]}.", remedy=f"Yours: {own}.")
    units = {place: other.unit for place, other in beaten.items()}
    unit = fit(atlas, order._replace(verb=DISBAND), units, seat, variant.seats, None)
    order, said = possible(atlas, order._replace(kind=unit.kind, at=unit.at))
    if isinstance(said, Ambiguous):
        raise said
    if order.verb == RETREAT and order.to not in one.places:
        open_places = ", ".join(atlas.names[place] for place in one.places)
        closed = _closed(variant, position, one, order)
        raise Illegal(
            f"{variant.subject(order)} cannot retreat to {atlas.names[order.to]}{closed}.",
            remedy=f"Open are {open_places}." if open_places else "It can only disband.",
            clause=variant.clause("retreat"),
        )
    return order


def _closed(variant: Variant, position: DiplomacyPosition, one: Beaten, order: Order) -> str:
    """Say why a place next to a beaten unit is closed."""
    province = variant.atlas.province
    target = province[order.to]
    if not variant.atlas.reaches(order.kind, order.at, target):
        return ": it could not move there"
    if any(province[unit.at] == target for unit in position.units):
        return ": a unit stands there"
    if target == one.by:
        return ": its attacker came from there"
    return ": there was a stand-off" if target in position.contested else ""


def resolve(variant: Variant, position: DiplomacyPosition, slips: Mapping[int, Slip], log: Log) -> None:
    """Carry the retreats out: two to one province both disband, and so do all who wrote nothing.

    Where nobody had anywhere to go, the orders that beat them remain those last revealed.
    """
    living = variant.living(position) if log else []
    if not any(one.places for one in position.beaten):
        position.beaten = ()
        chronicle.eliminated(variant, position, living, log)
        return
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
        chronicle.eliminated(variant, position, living, log)
