"""Winter: centres change hands, powers build or remove."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from tanelorn.core.errors import Illegal
from tanelorn.core.log import Log
from tanelorn.games.diplomacy.judge.winter import builds, removed_by_rule
from tanelorn.games.diplomacy.orders.order import ARMY, BUILD, DISBAND, FLEET, WAIVE, Order, Unit
from tanelorn.games.diplomacy.phases import chronicle
from tanelorn.games.diplomacy.position import DiplomacyPosition, Ruled
from tanelorn.games.diplomacy.slips.slots import Slot, Slots

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.slips.slip import Slip
    from tanelorn.games.diplomacy.variant import Variant


def take_centres(variant: Variant, position: DiplomacyPosition, log: Log) -> None:
    """Give each centre to the power whose unit stands there (diplomacy/centres, youngkingdoms/1.centres)."""
    atlas = variant.atlas
    standing = {atlas.province[unit.at]: unit.power for unit in position.units}
    before, living = position.owners, variant.living(position) if log else []
    position.owners = tuple(standing.get(centre, owner) for centre, owner in zip(atlas.centres, before, strict=True))
    if log:
        chronicle.centres(variant, before, position.owners, log)
        chronicle.eliminated(variant, position, living, log)


def seats(variant: Variant, position: DiplomacyPosition) -> tuple[int, ...]:
    """Return the seats that may build somewhere, or must choose whom to remove."""
    found = []
    for seat in range(len(variant.seats)):
        if seat in position.gone:
            continue
        due = variant.due(position, seat)
        builds = due > 0 and bool(variant.building_sites(position, seat))
        if builds or (due < 0 and -due < len(variant.removable(position, seat))):
            found.append(seat)
    return tuple(found)


def slots(variant: Variant, position: DiplomacyPosition, seat: int) -> Slots:
    """Return the sites of a power that builds, or the units of one that must remove.

    Clauses diplomacy/builds, diplomacy/removals; youngkingdoms/1.builds, youngkingdoms/1.removals.
    """
    due = variant.due(position, seat)
    read = partial(_read, variant, position, seat)
    if due > 0:
        sites = variant.building_sites(position, seat)
        lines = [Slot(("unit", site), partial(builds, variant.atlas, (site,), ()), must=False) for site in sites]
        clause = variant.clause("builds")
        return Slots(variant, seat, lines, clause=clause, read=read, most=due, likely=True)
    lines = [
        Slot(("unit", variant.atlas.province[unit.at]), partial(_removal, unit), must=False)
        for unit in variant.removable(position, seat)
    ]
    return Slots(
        variant,
        seat,
        lines,
        clause=variant.clause("removals"),
        read=read,
        least=-due,
        most=-due,
        likely=True,
        fill=partial(_fill, variant, position, seat),
    )


def _removal(unit: Unit) -> list[Order]:
    return [Order(DISBAND, unit.kind, unit.at)]


def _fill(variant: Variant, position: DiplomacyPosition, seat: int, given: list[Order]) -> list[Order]:
    """Complete removals by the rule of civil disorder (diplomacy/removals, youngkingdoms/1.removals)."""
    chosen = {order.at for order in given}
    left = [unit for unit in variant.removable(position, seat) if unit.at not in chosen]
    goes = removed_by_rule(variant.atlas, left, variant.measured_from(position, seat), len(left))
    return [Order(DISBAND, unit.kind, unit.at) for unit in goes]


def _read(variant: Variant, position: DiplomacyPosition, seat: int, text: str) -> Order:
    """Read a build or a removal, whichever is due; raise the errors of reading, or Illegal."""
    order, _ = variant.notation.read(text)
    atlas = variant.atlas
    building = variant.due(position, seat) > 0
    if order.verb == WAIVE:
        raise Illegal("A build that is not written is waived.", remedy="Leave it out.")
    if order.verb != (BUILD if building else DISBAND):
        own = [Order(DISBAND, unit.kind, unit.at) for unit in position.units if unit.power == seat]
        one = Order(BUILD, ARMY, variant.home[seat][0]) if building else own[0]
        why = f"Only {'builds' if building else 'removals'} are written now."
        clause = variant.clause("builds" if building else "removals")
        raise Illegal(why, remedy=f"Write them as “{variant.write(one)}”.", clause=clause)
    if not building:
        return _fit_removal(variant, position, seat, order)
    return _fit_build(
        variant, position, seat, order._replace(kind=ARMY if order.kind < 0 else order.kind), atlas.province[order.at]
    )


def _fit_removal(variant: Variant, position: DiplomacyPosition, seat: int, order: Order) -> Order:
    province = variant.atlas.province
    for unit in variant.removable(position, seat):
        if province[unit.at] == province[order.at] and order.kind in (-1, unit.kind):
            return Order(DISBAND, unit.kind, unit.at)
    raise Illegal(f"You have no such unit in {variant.atlas.names[order.at]}.", remedy="Remove one of your own.")


def _fit_build(variant: Variant, position: DiplomacyPosition, seat: int, order: Order, site: int) -> Order:
    """Return a build as it is carried out; raise Illegal where this unit cannot be built there."""
    atlas, name = variant.atlas, variant.atlas.names[site]
    sites = variant.building_sites(position, seat)
    clause = variant.clause("builds")
    if site not in sites:
        where = ", ".join(atlas.names[place] for place in sites)
        raise Illegal(
            f"Nothing can be built in {name}: it must be an own home centre, still owned and empty.",
            remedy=f"You may build in {where}.",
            clause=clause,
        )
    if order.kind == FLEET and not atlas.is_coast[site]:
        raise Illegal(f"No fleet can be built in {name}: it has no coast.", remedy="Build an army.", clause=clause)
    coasts = atlas.coasts_of[site]
    if order.kind == FLEET and coasts and order.at not in coasts:
        could = " or ".join(f"F {atlas.locations[coast]} B" for coast in coasts)
        raise Illegal(f"{name} has two coasts.", remedy=f"Write {could}.", clause=clause)
    return order if order.kind == FLEET else order._replace(at=site)


def resolve(variant: Variant, position: DiplomacyPosition, slips: Mapping[int, Slip], log: Log) -> None:
    """Carry builds and removals out; a power that wrote none removes by the rule of civil disorder."""
    units = list(position.units)
    living = variant.living(position) if log else []
    ruled = []
    waived = {}
    for seat in range(len(variant.seats)):
        slip = slips.get(seat)
        orders = list(slip.orders) if slip is not None else []
        due = variant.due(position, seat)
        if due < 0 and len(orders) < -due:
            orders += _fill(variant, position, seat, orders)[: -due - len(orders)]
        if slip is not None and due > 0:
            waived[seat] = min(due, len(variant.building_sites(position, seat))) - len(orders)
        for order in orders:
            unit = Unit(seat, order.kind, order.at)
            if order.verb == BUILD:
                units.append(unit)
            else:
                units.remove(unit)
            ruled.append(Ruled(seat, order))
    if not slips and not ruled:  # passed over: the orders of autumn remain those last revealed
        return
    position.ruled = tuple(ruled)
    position.units = variant.in_order(units)
    if log:
        chronicle.winter(variant, position, log, waived)
        chronicle.eliminated(variant, position, living, log)
