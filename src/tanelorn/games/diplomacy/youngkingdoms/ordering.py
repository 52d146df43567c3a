"""What a seat may write in a season: its units, its sorcerers, the cards they carry, and agreement to share."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.games.diplomacy.orders.legality import check_help, fit
from tanelorn.games.diplomacy.orders.order import HOLD, MOVE, RETREAT, SUPPORT, WAIVE, Order
from tanelorn.games.diplomacy.phases.moving import clause_of
from tanelorn.games.diplomacy.slips.slots import Slot, Slots
from tanelorn.games.diplomacy.youngkingdoms import cards, consents, sorcerers, spells, units
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.realm import (
    ARMY,
    ATLAS,
    FLEET,
    KELMAIN,
    LETTERS,
    NAMES,
    POWER_OF,
    SEATS,
    is_sorcerer,
    kind_of,
    sorcerer_of,
)
from tanelorn.games.diplomacy.youngkingdoms.writing import ABOUT_CARDS, CONSENT, GIVE, RIDE, read, with_place

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.youngkingdoms.variant import YoungKingdomsVariant


def slots(variant: YoungKingdomsVariant, position: YoungKingdomsPosition, seat: int) -> Slots:
    """Return a slot for each unit and sorcerer of a seat, for the cards they carry, and for consents."""
    field = variant.field(position.units)
    lines = [
        Slot(("unit", field.here[index]), partial(units.orders_of, position, field, index))
        for index, unit in enumerate(position.units)
        if unit.power == seat and not (unit.kind == KELMAIN and position.unruly)
    ]
    for who in position.sorcerers_of(seat):
        lines.append(Slot(("sorcerer", kind_of(who)), partial(sorcerers.orders_of, position, field, who)))
    lines += cards.slots(position, seat)
    keys = {line.key for line in lines}
    lines += consents.slots(position, seat)
    found = _Slots(
        variant,
        seat,
        lines,
        clause=variant.clause("orders"),
        read=partial(reading, variant, position, seat),
        warn=partial(variant.warnings, position, seat),
        voyage=field.voyage,
        tied={key: ("unit", key[1]) for key in keys if key[0] == "card"},
    )
    found.position = position
    return found


class _Slots(Slots):
    """Slots that say why an order is refused by the rules of the Young Kingdoms."""

    position: YoungKingdomsPosition

    def slot_of(self, order: Order) -> Slot:
        """Return the slot that an order belongs in; raise Illegal if there is none or the order cannot stand there."""
        try:
            return super().slot_of(order)
        except Illegal as error:
            raise self._reason(order) or error from None

    def clash(self, order: Order, other: Order) -> Illegal | None:
        """A unit that moves lets go of no card but one that it has just found (5.5c)."""
        place = ATLAS.province[order.at]
        if order.verb != MOVE or (other.verb != GIVE and cards.is_fresh(self.position, place)):
            return None
        why = f"The unit in {ATLAS.names[place]} moves: it keeps its card."
        return Illegal(why, remedy="Let it hold, or leave the card to it.", clause="youngkingdoms/5.5c")

    def _twice(self, order: Order, before: Order) -> Illegal:
        if (order.verb == RIDE and before.spell) or (before.verb == RIDE and order.spell):
            return sorcerers.carried(sorcerer_of(order.kind))
        if not order.spell:
            return super()._twice(order, before)
        why = f"{NAMES[sorcerer_of(order.kind)]} has an order already, and casts at most one spell in a season."
        return Illegal(why, remedy="Write one order for each sorcerer.", clause="youngkingdoms/5.5d")

    def _reason(self, order: Order) -> Illegal | None:
        position = self.position
        if order.verb == CONSENT:
            return consents.refusal(self.seat, order)
        if is_sorcerer(order.kind):
            return sorcerers.refusal(position, sorcerer_of(order.kind), order)
        for unit in position.units if order.at >= 0 else ():
            if ATLAS.province[unit.at] == ATLAS.province[order.at]:
                return units.refusal(position, self.variant.field(position.units), unit, order)
        return None


def reading(variant: YoungKingdomsVariant, position: YoungKingdomsPosition, seat: int, text: str) -> Order:
    """Read an order and fit it to the units and sorcerers; raise the errors of reading, Illegal or Ambiguous."""
    where = {
        name: ATLAS.ids[max(position.sorcerers[who].at, 0)]  # of the dead nothing is read but that they are dead
        for who in (0, 1)
        for name in (LETTERS[kind_of(who)], NAMES[who])
    }
    order, said = _as_horde(position, *read(variant.notation, with_place(text, where)))
    if RETREAT <= order.verb <= WAIVE:
        raise Illegal(
            "Retreats, builds and removals are not written now.", remedy="Order to hold, move, support or convoy."
        )
    if order.verb == CONSENT:
        return order
    if is_sorcerer(order.kind):
        return _fit_sorcerer(position, seat, order)
    placed = {ATLAS.province[unit.at]: unit for unit in position.units}
    if is_sorcerer(order.whom) or order.verb in ABOUT_CARDS or order.verb == RIDE:
        helped = order
        order = fit(ATLAS, Order(HOLD, order.kind, order.at), placed, seat, SEATS, None)
        return helped._replace(kind=order.kind, at=order.at)
    carrying = order.via and order.kind == FLEET and order.verb == MOVE
    try:
        order = fit(ATLAS, order._replace(via=False) if carrying else order, placed, seat, SEATS, said)
        check_help(ATLAS, order, placed)
    except TanelornError as error:
        clause = error.clause or variant.clause(clause_of(ATLAS, order, placed, seat, error))
        raise type(error)(error.why, remedy=error.remedy, clause=clause) from None
    own = [position.sorcerers[who].at for who in position.sorcerers_of(seat)]
    return order._replace(via=True) if carrying and ATLAS.province[order.at] not in own else order


def _as_horde(
    position: YoungKingdomsPosition, order: Order, said: TanelornError | None
) -> tuple[Order, TanelornError | None]:
    """Let a Kelmain army be called an army."""
    hordes = {ATLAS.province[unit.at] for unit in position.units if unit.kind == KELMAIN}
    if order.kind == ARMY and ATLAS.province[order.at] in hordes:
        order = order._replace(kind=KELMAIN)
    if order.whom == ARMY and order.of in hordes:
        order = order._replace(whom=KELMAIN)
    return order, said


def _fit_sorcerer(position: YoungKingdomsPosition, seat: int, order: Order) -> Order:
    """Return an order fitted to a sorcerer; raise Illegal if sorcerer, spell or place is not what the order says."""
    who = sorcerer_of(order.kind)
    if not position.sorcerers[who].alive:
        raise Illegal(f"{NAMES[who]} is dead.", remedy="Order nothing for the dead.", clause="youngkingdoms/7")
    if POWER_OF[who] != seat:
        why = f"{NAMES[who]} belongs to {SEATS[POWER_OF[who]]}."
        raise Illegal(why, remedy="Order your own.", clause="youngkingdoms/5.units")
    at = position.sorcerers[who].at
    if ATLAS.province[order.at] != at:
        why = f"{NAMES[who]} is in {ATLAS.names[at]}, not in {ATLAS.names[order.at]}."
        raise Illegal(why, remedy="The space may be left out: “Elric H”.", clause="youngkingdoms/5.units")
    if order.verb == SUPPORT and not order.spell:
        raise Illegal(
            f"{NAMES[who]} supports by magic only.",
            remedy="Add the spell: “Elric Tho S A Seq - MoM spell 1”.",
            clause="youngkingdoms/5.3",
        )
    if order.spell and order.spell not in position.hand(who):
        used = any(spell == order.spell for _, spell in position.cast)
        why = "has been used" if used else f"is not among those that {NAMES[who]} holds"
        held = ", ".join(map(str, position.hand(who))) or "no spell"
        raise Illegal(f"Spell {order.spell} {why}.", remedy=f"At hand: {held}.", clause="youngkingdoms/5.5b")
    if order.verb == MOVE and order.to >= 0:
        order = _way(position, order._replace(to=ATLAS.province[order.to], at=at))
    whom = order.whom
    if order.verb == SUPPORT and whom < 0:
        whom = next((unit.kind for unit in position.units if ATLAS.province[unit.at] == order.of), -1)
    return order._replace(at=at, whom=whom)


def _way(position: YoungKingdomsPosition, order: Order) -> Order:
    """A sorcerer walks, steps aboard or ashore, or attacks an adjacent space; else goes by convoy."""
    beside = order.to in ATLAS.next_to[order.at] if order.spell in spells.ATTACKS else _steps(order)
    return order._replace(via=order.via or not beside)


def _steps(order: Order) -> bool:
    if ATLAS.is_sea[order.at] or ATLAS.is_sea[order.to]:
        return order.to in ATLAS.next_to[order.at]
    return order.to in ATLAS.army[order.at]
