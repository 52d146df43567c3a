"""Is an order possible: on this map, and with these units? Each refusal says why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tanelorn.core.errors import Ambiguous, Illegal, TanelornError
from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.orders.order import (
    ARMY,
    BUILD,
    CONVOY,
    FLEET,
    HOLD,
    MOVE,
    RETREAT,
    SUPPORT,
    WORDS,
    Order,
    Unit,
)

_ELSEWHERE = "Support into a space next to it that it could move to itself."
_POSSIBLE = "Support what that unit can do."


def possible(atlas: Atlas, order: Order) -> tuple[Order, TanelornError | None]:
    """Return an order with what follows from the map filled in (coasts, convoy), and why it is impossible or None."""
    if order.kind < 0:
        return order, None
    look = _LOOKS.get(order.verb)
    return look(atlas, order) if look is not None else (order, None)


def _named(atlas: Atlas, kind: int, at: int) -> str:
    return f"{'A fleet' if kind == FLEET else 'An army'} in {atlas.names[at]}"


def _move(atlas: Atlas, order: Order) -> tuple[Order, TanelornError | None]:
    """An army goes by land or by convoy, a fleet by sea and along the coast.

    Clauses diplomacy/movement, youngkingdoms/1.movement.
    """
    start, end = atlas.province[order.at], atlas.province[order.to]
    if start == end:
        return order, Illegal("A unit cannot move to where it stands.", remedy="Write H to hold.")
    if order.kind == FLEET:
        order, error = _overland(atlas, order)
        return order._replace(via=False), error
    order = order._replace(to=end)
    by_sea = order.via or end not in atlas.army[start]
    if not by_sea:
        return order, None
    order = order._replace(via=True)
    coasts = atlas.is_coast[start] and atlas.is_coast[end]
    if coasts and atlas.has_route(atlas.all_seas, start, end):
        return order, None
    if coasts or end in atlas.army[start]:
        why = f"No sea joins {atlas.names[start]} and {atlas.names[end]}."
        return order, Illegal(why, remedy=_where_to(atlas, order))
    return order, _not_next(atlas, order)


def _not_next(atlas: Atlas, order: Order) -> TanelornError:
    why = f"{_named(atlas, order.kind, order.at)} cannot go to {atlas.names[order.to]}."
    return Illegal(why, remedy=_where_to(atlas, order))


def _where_to(atlas: Atlas, order: Order) -> str:
    """Say where a unit may go without convoy."""
    start = atlas.province[order.at]
    there = atlas.fleet[order.at] if order.kind == FLEET else atlas.army[start]
    if order.via and atlas.province[order.to] in there:
        return "It may walk there: leave out “via convoy”."
    where = ", ".join(atlas.names[n] for n in sorted(there))
    return f"It may go to {where}." if where else "It can only hold."


def _overland(atlas: Atlas, order: Order) -> tuple[Order, TanelornError | None]:
    """A move or retreat without convoy; fleets to split provinces need a coast.

    Clauses diplomacy/coasts, youngkingdoms/1.coasts; DATC 4.B.1 to 4.B.3.
    """
    if order.kind != FLEET:
        order = order._replace(to=atlas.province[order.to])
        fine = order.to in atlas.army[atlas.province[order.at]]
        return order, None if fine else _not_next(atlas, order)
    there = atlas.fleet[order.at]
    if order.to in there:
        return order, None
    coasts = [coast for coast in atlas.coasts_of[order.to] if coast in there] if order.to < atlas.size else []
    if len(coasts) == 1:
        return order._replace(to=coasts[0]), None
    if coasts:
        could = " or ".join(atlas.locations[coast] for coast in coasts)
        return order, Ambiguous(f"{atlas.names[order.to]} has two coasts in reach.", remedy=f"Write {could}.")
    return order, _not_next(atlas, order)


def _support(atlas: Atlas, order: Order) -> tuple[Order, TanelornError | None]:
    """A unit supports into a space that it could move to itself (diplomacy/support, youngkingdoms/1.support)."""
    target = atlas.province[order.to] if order.to >= 0 else order.of
    if order.whom > FLEET:  # a unit that only the variant knows
        fine = atlas.reaches(order.kind, order.at, target)
        return order, None if fine else Illegal(f"It cannot support into {atlas.names[target]}.")
    if target == atlas.province[order.at]:
        return order, Illegal("No unit can support into its own space.", remedy=_ELSEWHERE)
    if order.to >= 0 and target == order.of:
        return order, Illegal("No unit moves to where it stands.", remedy="Leave the target out to support its hold.")
    if order.of == atlas.province[order.at]:
        return order, Illegal("No unit can support itself.", remedy="Support another one, or write H to hold.")
    if not atlas.reaches(order.kind, order.at, target):
        return order, Illegal(
            f"{_named(atlas, order.kind, order.at)} cannot support into {atlas.names[target]}: it could not go there.",
            remedy=_ELSEWHERE,
        )
    if order.to >= 0 and order.whom >= 0 and not _could_go(atlas, order.whom, order.of, order.to):
        return order, Illegal(
            f"{_named(atlas, order.whom, order.of)} cannot go to {atlas.names[order.to]}: there is nothing to support.",
            remedy=_POSSIBLE,
        )
    return order, None


def _could_go(atlas: Atlas, kind: int, start: int, to: int) -> bool:
    """Tell whether a unit might go from a province to a location, from whatever coast, by convoy too."""
    end = atlas.province[to]
    if kind == FLEET:
        return any(
            to in atlas.fleet[at] or (to < atlas.size and end in atlas.fleet_provinces[at])
            for at in (start, *atlas.coasts_of[start])
        )
    if end in atlas.army[start]:
        return True
    return atlas.is_coast[start] and atlas.is_coast[end] and atlas.has_route(atlas.all_seas, start, end)


def _convoy(atlas: Atlas, order: Order) -> tuple[Order, TanelornError | None]:
    """Fleets at sea convoy armies from coast to coast (diplomacy/convoy, youngkingdoms/1.convoy)."""
    order = order._replace(to=atlas.province[order.to])
    if order.kind != FLEET:
        return order, Illegal("Only fleets convoy.", remedy="Let a fleet at sea convoy.")
    here = atlas.province[order.at]
    if not atlas.is_sea[here]:
        why = f"A fleet on the coast cannot convoy: {atlas.names[here]} is no sea."
        return order, Illegal(why, remedy="Let a fleet at sea convoy.")
    if order.whom == FLEET:
        return order, Illegal("Only armies are convoyed.", remedy="A fleet moves by itself.")
    if not atlas.may_convoy(here, order.of, order.to):
        return order, Illegal(
            f"A fleet in {atlas.names[here]} is of no use to a convoy"
            f" from {atlas.names[order.of]} to {atlas.names[order.to]}.",
            remedy="Convoy between coasts that fleets there can join.",
        )
    return order, None


_LOOKS = {MOVE: _move, SUPPORT: _support, CONVOY: _convoy, RETREAT: _overland}


def fit(
    atlas: Atlas, order: Order, units: Mapping[int, Unit], power: int, powers: Sequence[str], said: TanelornError | None
) -> Order:
    """Return an order fitted to the unit that it is for, given the units by province.

    `said` is what `possible` said of it. Raises Illegal or Ambiguous: no such unit, another power's unit, not possible.
    """
    unit = units.get(atlas.province[order.at])
    if unit is None:
        raise Illegal(f"No unit stands in {atlas.names[order.at]}.", remedy="Order one of your own units.")
    if unit.power != power:
        raise Illegal(f"The unit in {atlas.names[order.at]} belongs to {powers[unit.power]}.", remedy="Order your own.")
    if order.kind >= 0 and order.kind != unit.kind:
        raise Illegal(
            f"The unit in {atlas.names[order.at]} is {_a(unit.kind)}, not {_a(order.kind)}.",
            remedy=f"Order {_a(unit.kind)}.",
        )
    whom = order.whom
    if order.verb == SUPPORT and whom < 0 and order.of in units:
        whom = units[order.of].kind
    if (order.kind, order.at, order.whom) != (unit.kind, unit.at, whom):
        order, said = possible(atlas, order._replace(kind=unit.kind, at=unit.at, whom=whom))
    if said is not None:
        raise said
    if order.verb == MOVE and order.via and not _has_fleets(atlas, units, order):
        raise Illegal(
            f"No fleets lie between {atlas.names[order.at]} and {atlas.names[order.to]}.",
            remedy=_where_to(atlas, order),
        )
    if order.verb in (SUPPORT, CONVOY):
        other = units.get(order.of)
        if other is None or other.kind != order.whom:
            word = WORDS[order.whom] if 0 <= order.whom < len(WORDS) else "unit"
            raise Illegal(f"There is no {word} in {atlas.names[order.of]}.", remedy="Look where the units stand.")
    return order


def check_help(atlas: Atlas, order: Order, units: Mapping[int, Unit]) -> None:
    """Raise Illegal for a support or convoy of a move that the unit cannot make, as the units stand now."""
    if order.verb not in (SUPPORT, CONVOY) or order.to < 0:
        return
    other, end = units[order.of], atlas.province[order.to]
    if other.kind == FLEET:
        there = atlas.fleet[other.at] if order.to >= atlas.size else atlas.fleet_provinces[other.at]
        if order.to not in there:
            why = f"The fleet in {atlas.names[other.at]} cannot go to {atlas.names[order.to]}"
            raise Illegal(f"{why}: there is nothing to support.", remedy=_POSSIBLE)
        return
    if order.verb == SUPPORT and end in atlas.army[order.of]:
        return
    others = {place: unit for place, unit in units.items() if order.verb == CONVOY or unit.at != order.at}
    if not _has_fleets(atlas, others, Order(MOVE, ARMY, order.of, end)):
        least = "other " if order.verb == SUPPORT and atlas.is_sea[atlas.province[order.at]] else ""
        raise Illegal(
            f"No {least}fleets lie between {atlas.names[order.of]} and {atlas.names[end]} to bring the army over.",
            remedy=_POSSIBLE if order.verb == SUPPORT else "Convoy it to a coast that the fleets at sea join.",
        )


def _has_fleets(atlas: Atlas, units: Mapping[int, Unit], order: Order) -> bool:
    seas = sum(1 << place for place, unit in units.items() if unit.kind == FLEET and atlas.is_sea[place])
    return atlas.has_route(seas, atlas.province[order.at], order.to)


def _a(kind: int) -> str:
    return "an army" if kind == ARMY else "a fleet" if kind == FLEET else "another kind of army"


__all__ = ["BUILD", "HOLD", "MOVE", "RETREAT", "check_help", "fit", "possible"]
