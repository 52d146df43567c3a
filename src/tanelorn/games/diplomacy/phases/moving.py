"""The moves of a season: what may be ordered, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from tanelorn.core.errors import Ambiguous, Illegal, TanelornError
from tanelorn.core.log import Log
from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.judge.judging import PLAIN, Terms, Verdict, adjudicate
from tanelorn.games.diplomacy.judge.retreats import beaten, standing
from tanelorn.games.diplomacy.orders.legality import check_help, fit
from tanelorn.games.diplomacy.orders.order import CONVOY, MOVE, SUPPORT, Order, Unit, hold
from tanelorn.games.diplomacy.phases import chronicle
from tanelorn.games.diplomacy.phases.reasons import ruled
from tanelorn.games.diplomacy.position import DiplomacyPosition
from tanelorn.games.diplomacy.slips.slots import Slot, Slots

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.slips.slip import Slip
    from tanelorn.games.diplomacy.variant import Variant


def slots(variant: Variant, position: DiplomacyPosition, seat: int) -> Slots:
    """Return one slot for each unit of a seat."""
    field = variant.field(position.units)
    lines = [
        Slot(("unit", field.here[index]), partial(field.orders, index))
        for index, unit in enumerate(position.units)
        if unit.power == seat
    ]
    return Slots(
        variant,
        seat,
        lines,
        clause=variant.clause("orders"),
        read=partial(read, variant, position.units, seat),
        warn=partial(variant.warnings, position, seat),
        voyage=field.voyage,
    )


def read(variant: Variant, units: tuple[Unit, ...], seat: int, text: str) -> Order:
    """Read an order and fit it to the units; raise the errors of reading, Illegal or Ambiguous."""
    order, said = variant.notation.read(text)
    if order.verb > CONVOY:
        raise Illegal(
            "Retreats, builds and removals are not written now.", remedy="Order to hold, move, support or convoy."
        )
    atlas = variant.atlas
    placed = {atlas.province[unit.at]: unit for unit in units}
    try:
        order = fit(atlas, order, placed, seat, variant.seats, said)
        check_help(atlas, order, placed)
    except TanelornError as error:
        clause = variant.clause(clause_of(atlas, order, placed, seat, error))
        raise type(error)(error.why, remedy=error.remedy, clause=clause) from None
    return order


def clause_of(atlas: Atlas, order: Order, units: Mapping[int, Unit], seat: int, error: TanelornError) -> str:
    """Return the word of the clause by which an order is refused, given the units by province."""
    unit = units.get(atlas.province[order.at])
    if unit is None or unit.power != seat or order.kind not in (-1, unit.kind):
        return "orders"
    if isinstance(error, Ambiguous):
        return "coasts"
    start, end = atlas.province[order.at], atlas.province[order.to] if order.to >= 0 else order.of
    by_sea = order.via and atlas.is_coast[start] and atlas.is_coast[end]
    words = {MOVE: "convoy" if by_sea else "movement", SUPPORT: "support", CONVOY: "convoy"}
    return words.get(order.verb, "orders")


def orders_of(variant: Variant, position: DiplomacyPosition, slips: Mapping[int, Slip]) -> list[Order]:
    """Return the order of each unit in turn; one without orders holds (diplomacy/orders, youngkingdoms/1.orders)."""
    given = {variant.key(order): order for slip in slips.values() for order in slip.orders}
    return [given.get(variant.key(hold(unit))) or hold(unit) for unit in position.units]


def resolve(
    variant: Variant, position: DiplomacyPosition, slips: Mapping[int, Slip], log: Log, terms: Terms = PLAIN
) -> Verdict:
    """Carry the orders out: units move, the beaten wait for their retreats. Returns what became of each order."""
    orders = orders_of(variant, position, slips)
    verdict = adjudicate(variant.atlas, position.units, orders, terms)
    position.ruled = tuple(ruled(verdict, index) for index in range(len(orders)))
    position.units = variant.in_order(standing(verdict))
    position.beaten = tuple(beaten(verdict, terms.closed))
    position.contested = tuple(sorted(verdict.contested))
    if log:
        chronicle.moves(variant, position, log)
    return verdict
