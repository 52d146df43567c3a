"""What is drawn of a Diplomacy board: counters, centres in their owners' colours, orders, the papers beside the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tanelorn.core.amounts import amount
from tanelorn.core.scene import Holding, Mark, Paper, Piece, Row, Scene, SeatChip, Tab
from tanelorn.games.diplomacy.orders.order import Unit
from tanelorn.games.diplomacy.position import P

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.variant import Variant
    from tanelorn.games.diplomacy.view import DiplomacyView

PHASES = {"orders": "orders", "retreats": "retreats", "builds": "builds and removals", "": "finished"}


def scene(variant: Variant[P], view: DiplomacyView[P]) -> Scene:
    """Return the scene of a view."""
    return Scene(
        subtitle=subtitle(variant, view),
        seats=tuple(_chip(variant, view, seat) for seat in range(len(variant.seats))),
        pieces=(*(piece(variant, unit) for unit in view.seen.units), *_beaten(variant, view)),
        papers=(_centres(variant, view), *_results(variant, view)),
        ribbon=_ribbon(variant, view),
        marks=_marks(variant, view),
        holdings=_holdings(variant, view),
        outcome=view.outcome,
    )


def subtitle(variant: Variant[P], view: DiplomacyView[P]) -> str:
    """Say how far the game has come."""
    return f"{variant.seasons[view.seen.season]} {view.seen.year} · {PHASES.get(view.phase, view.phase)}"


def _chip(variant: Variant[P], view: DiplomacyView[P], seat: int) -> SeatChip:
    if view.outcome is not None:
        state = "won" if seat in view.outcome.winners else "lost" if view.outcome.winners else "drew"
    elif seat in view.seen.gone:
        state = "left"
    elif seat in view.sealed:
        state = "sealed"
    elif seat in view.asked:
        state = "writing"
    else:
        state = "waits" if seat in view.seen.owners or any(unit.power == seat for unit in view.seen.units) else "out"
    colour = variant.atlas.file.powers[seat].colour
    near = str(view.seen.owners.count(seat))
    return SeatChip(seat, variant.seats[seat], colour, state, seat in view.asked, near=near)


def piece(variant: Variant, unit: Unit, *, out: bool = False) -> Piece:
    """Return the counter of a unit, drawn aside if it is `out`."""
    atlas = variant.atlas
    space, _, coast = atlas.locations[unit.at].partition("/")
    sign = variant.signs[unit.kind]
    id = f"{space}-out" if out else f"{space}-{unit.power}"
    return Piece(id, space, unit.power, sign, label=sign.capitalize(), coast=coast, out=out)


def _beaten(variant: Variant[P], view: DiplomacyView[P]) -> list[Piece]:
    return [piece(variant, one.unit, out=True) for one in view.seen.beaten if view.phase == "retreats"]


def _holdings(variant: Variant[P], view: DiplomacyView[P]) -> tuple[Holding, ...]:
    homes = {home for homes in variant.home for home in homes}
    return tuple(
        Holding(variant.atlas.ids[centre], owner, centre in homes)
        for centre, owner in zip(variant.atlas.centres, view.seen.owners, strict=True)
    )


def _marks(variant: Variant[P], view: DiplomacyView[P]) -> tuple[Mark, ...]:
    """The viewer's own sealed orders; else the orders last revealed."""
    if view.own is not None:
        orders = view.own.orders
        return tuple(mark for order in orders for mark in variant.marks(order, view.viewer, draft=True))
    return tuple(mark for one in view.seen.ruled for mark in variant.marks(one.order, one.power, ruling=one))


def _centres(variant: Variant[P], view: DiplomacyView[P]) -> Paper:
    owned = [view.seen.owners.count(seat) for seat in range(len(variant.seats))]
    victory = variant.atlas.file.victory
    rows = tuple(
        Row(f"{variant.seats[seat]}, {_count(view, seat)}", seat, value=str(owned[seat]), dots=owned[seat], of=victory)
        for seat in range(len(variant.seats))
    )
    return Paper("Centres owned", rows, f"{victory} win", variant.victory_clause)


def _count(view: DiplomacyView[P], seat: int) -> str:
    units = sum(unit.power == seat for unit in view.seen.units)
    return amount(units, "unit")


def _results(variant: Variant[P], view: DiplomacyView[P]) -> list[Paper]:
    """Return a paper with the orders last revealed that failed, and why; none if all succeeded."""
    failed = [one for one in view.seen.ruled if not one.fine]
    if not failed:
        return []
    rows = tuple(Row(f"{variant.write(one.order)}: {variant.failure(one)}", one.power) for one in failed)
    return [Paper("What failed", rows, "of the orders last revealed", variant.clause("orders"))]


def _ribbon(variant: Variant[P], view: DiplomacyView[P]) -> tuple[Tab, ...]:
    if not view.phase:
        return ()
    titles = [variant.seasons[0], variant.seasons[1], variant.seasons[2]]
    return tuple(
        Tab(title, "done" if n < view.seen.season else "now" if n == view.seen.season else "next")
        for n, title in enumerate(titles)
    )
