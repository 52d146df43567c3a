"""The Kelmain hordes: how they appear, and what they may be ordered."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.core.errors import Illegal
from tanelorn.core.log import Log
from tanelorn.games.diplomacy.orders.order import MOVE, SUPPORT, Order, Unit
from tanelorn.games.diplomacy.youngkingdoms.board import ATLAS, KELMAIN, POWER_OF, WORLDS_EDGE
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition


def call(position: YoungKingdomsPosition, who: int, log: Log) -> None:
    """Place an army in every World's Edge space that holds nobody but the caster (5.5.spell-8)."""
    power = POWER_OF[who]
    other = position.sorcerers[1 - who].at
    taken = {ATLAS.province[unit.at] for unit in position.units} | {other}
    places = [place for place in WORLDS_EDGE if place not in taken]
    position.units = tuple(
        sorted(
            [*position.units, *(Unit(power, KELMAIN, place) for place in places)],
            key=lambda unit: ATLAS.province[unit.at],
        )
    )
    position.invoker = who
    if log:
        where = " and ".join(ATLAS.names[place] for place in places) or "nowhere"
        ids = tuple(ATLAS.ids[place] for place in places)
        log.say(f"The Kelmain appear in {where}.", clause="youngkingdoms/5.5.spell-8", seat=power, places=ids)


def allowed(unit: Unit, orders: Iterable[Order]) -> list[Order]:
    """Return the orders that a unit may be given: a Kelmain army supports only its like.

    It never leaves a centre (5.5.kelmain).
    """
    if unit.kind != KELMAIN:
        return list(orders)
    tied = ATLAS.is_centre[unit.at]
    return [
        order
        for order in orders
        if not (order.verb == MOVE and tied) and not (order.verb == SUPPORT and order.whom != KELMAIN)
    ]


def refusal(position: YoungKingdomsPosition, unit: Unit, order: Order) -> Illegal | None:
    """Return why a Kelmain army cannot do what an ordinary army could (5.5.kelmain, 5.5.kelmain-end), or None."""
    here = ATLAS.province[unit.at]
    if position.unruly:
        why = f"The Kelmain in {ATLAS.names[here]} obey nobody: their invoker is dead."
        return Illegal(why, remedy="Leave them out; they hold.", clause="youngkingdoms/5.5.kelmain-end")
    if order.verb == MOVE and ATLAS.is_centre[here]:
        why = f"The Kelmain never leave a supply centre, and {ATLAS.names[here]} is one."
        return Illegal(why, remedy="They may hold or support other Kelmain.", clause="youngkingdoms/5.5.kelmain")
    if order.verb == SUPPORT and order.whom != KELMAIN:
        why = "The Kelmain support nobody but one another."
        return Illegal(why, remedy="Let them hold or move.", clause="youngkingdoms/5.5.kelmain")
    return None
