"""What the chronicle tells of each phase: orders, retreats, centres that change hands, builds and removals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from tanelorn.core.amounts import amount
from tanelorn.core.log import Log
from tanelorn.games.diplomacy.orders.order import BUILD, DISBAND, Order
from tanelorn.games.diplomacy.position import DiplomacyPosition

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.variant import Variant

EMPTY: Mapping[int, int] = MappingProxyType({})


def season(variant: Variant, position: DiplomacyPosition) -> str:
    """Return the season and year: Spring 1901."""
    return f"{variant.seasons[position.season]} {position.year}"


def moves(variant: Variant, position: DiplomacyPosition, log: Log) -> None:
    """Write the moves of a season into the log, under a heading."""
    log.say(f"{season(variant, position)}: moves", clause=variant.clause("orders"), heading=True)
    orders(variant, position, log)


def orders(variant: Variant, position: DiplomacyPosition, log: Log) -> None:
    """Tell every power's orders and what became of them, then who is beaten: gone at once if nobody can retreat."""
    _tell(variant, position, log, variant.clause("orders"))
    at_once = not any(one.places for one in position.beaten)
    for one in position.beaten:
        name = variant.unit_name(one.unit.kind, one.unit.at)
        open_places = ", ".join(variant.atlas.names[place] for place in one.places)
        where = f"may retreat to {open_places}" if open_places else "has nowhere to go and is disbanded"
        log.say(
            f"**{variant.seats[one.unit.power]}**: {name} is dislodged from {variant.atlas.names[one.by]} and {where}.",
            clause=variant.beaten_clause(position, one),
            seat=one.unit.power,
            places=(variant.atlas.ids[variant.atlas.province[one.unit.at]],),
            shows=variant.marks(Order(DISBAND, one.unit.kind, one.unit.at), one.unit.power) if at_once else (),
        )


def _tell(variant: Variant, position: DiplomacyPosition, log: Log, clause: str) -> None:
    """One line a power: its orders, those that failed with the reason, and arrows to show."""
    for seat, name in enumerate(variant.seats):
        own = [ruling for ruling in position.ruled if ruling.power == seat]
        if not own:
            continue
        told = [variant.write(one.order) + (f" (fails: {variant.failure(one)})" if not one.fine else "") for one in own]
        log.say(
            f"**{name}**{_disorder(position, seat)}: {'; '.join(told)}.",
            clause=clause,
            seat=seat,
            places=tuple({variant.place_of(one.order): None for one in own if one.order.at >= 0}),
            shows=tuple(mark for one in own for mark in variant.marks(one.order, seat, ruling=one)),
        )


def _disorder(position: DiplomacyPosition, seat: int) -> str:
    return " (civil disorder)" if seat in position.gone else ""


def retreats(variant: Variant, position: DiplomacyPosition, log: Log) -> None:
    """Write the retreats into the log, under a heading, if there were any."""
    if position.ruled:
        log.say(f"{season(variant, position)}: retreats", clause=variant.clause("retreat"), heading=True)
        _tell(variant, position, log, variant.clause("retreat"))


def centres(variant: Variant, before: Sequence[int], after: Sequence[int], log: Log) -> None:
    """Tell which centres change hands."""
    for seat, name in enumerate(variant.seats):
        won = [
            centre
            for centre, old, new in zip(variant.atlas.centres, before, after, strict=True)
            if new == seat and old != seat
        ]
        if won:
            names = ", ".join(variant.atlas.names[centre] for centre in won)
            places = tuple(variant.atlas.ids[centre] for centre in won)
            log.say(f"**{name}** takes {names}.", clause=variant.clause("centres"), seat=seat, places=places)
    counts = ", ".join(f"{name} {after.count(seat)}" for seat, name in enumerate(variant.seats) if seat in after)
    log.say(f"Centres: {counts}.", clause=variant.clause("centres"))


def eliminated(variant: Variant, position: DiplomacyPosition, before: Sequence[int], log: Log) -> None:
    """Tell which of the powers that were in the game before are out of it now."""
    for seat in before:
        if seat not in variant.living(position):
            why = "has neither units nor centres left and is out of the game"
            log.say(f"**{variant.seats[seat]}** {why}.", clause=variant.clause("elimination"), seat=seat)


def winter(variant: Variant, position: DiplomacyPosition, log: Log, waived: Mapping[int, int] = EMPTY) -> None:
    """Tell builds and removals, and how many builds each power waived."""
    if not position.ruled and not waived:
        return
    log.say(f"{season(variant, position)}: builds and removals", clause=variant.clause("builds"), heading=True)
    for seat, name in enumerate(variant.seats):
        own = [ruling for ruling in position.ruled if ruling.power == seat]
        for verb, word, clause in ((BUILD, "builds", "builds"), (DISBAND, "removes", "removals")):
            orders = [one.order for one in own if one.order.verb == verb]
            if orders:
                log.say(
                    f"**{name}**{_disorder(position, seat)} {word} {', '.join(map(variant.unit_text, orders))}.",
                    clause=variant.clause(clause),
                    seat=seat,
                    places=tuple(variant.place_of(order) for order in orders),
                    shows=tuple(mark for order in orders for mark in variant.marks(order, seat)),
                )
        if count := waived.get(seat, 0):
            words = f"waives {amount(count, 'build')}"
            log.say(f"**{name}** {words}.", clause=variant.clause("builds"), seat=seat)
