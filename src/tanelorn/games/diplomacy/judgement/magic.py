"""What the Young Kingdoms add to slips: orders for sorcerers and spell cards, and what both are worth."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from tanelorn.games.diplomacy.judgement.reach import Floats
from tanelorn.games.diplomacy.orders.order import HOLD, MOVE, SUPPORT, Order
from tanelorn.games.diplomacy.position import DiplomacyPosition
from tanelorn.games.diplomacy.slips.slots import Slot
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.realm import CARRIED, POWER_OF
from tanelorn.games.diplomacy.youngkingdoms.writing import GIVE, RIDE

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.judgement.brief import Brief

ALIVE = 0.5  # centres that a living sorcerer is worth,
HELD = 0.3  # a spell in the sorcerer's hand,
BORNE = 0.15  # and one that a unit of the same power carries
CASTS = 0.3  # how often a proposal casts a spell


def stores(positions: Sequence[DiplomacyPosition], powers: int) -> Floats:
    """Return what sorcerers and spells not yet used are worth: float32 [position, power]."""
    worth = np.zeros((len(positions), powers), np.float32)
    for row, position in zip(worth, positions, strict=True):
        if isinstance(position, YoungKingdomsPosition):
            owner = {unit.at: unit.power for unit in position.units}
            for who in (0, 1):
                row[POWER_OF[who]] += (ALIVE + HELD * len(position.hand(who))) * position.sorcerers[who].alive
            for card in position.cards:
                if card.where == CARRIED and owner.get(card.at, -1) in POWER_OF:
                    row[owner[card.at]] += BORNE
    return worth


def walls_of(position: DiplomacyPosition, seat: int) -> dict[int, int]:
    """Return the standing armies that keep a power out, by province."""
    if not isinstance(position, YoungKingdomsPosition):
        return {}
    return {one.at: one.strength for one in position.garrisons if one.power != seat}


def by_sorcerers(brief: Brief, orders: Sequence[Order], rng: Random) -> list[Order]:
    """Return an order for each sorcerer of a seat whose units are ordered so."""
    return [_for_sorcerer(brief, slot, orders, rng) for slot in brief.sorcerers]


def _for_sorcerer(brief: Brief, slot: Slot, orders: Sequence[Order], rng: Random) -> Order:
    """Now and then a spell that fits; else they stay with the unit in their space."""
    if rng.random() < CASTS:
        casts = [order for order in sensible(brief, slot) if order.spell and _fits(brief, order, orders)]
        if casts:
            return rng.choices(casts, [_use(brief, order) for order in casts])[0]
    stay = slot.default
    number = brief.line_at.get(stay.at)
    guard = orders[number] if number is not None else stay
    if guard.verb != MOVE:
        return stay
    follows = (stay._replace(verb=RIDE), stay._replace(verb=MOVE, to=guard.to, via=guard.via))
    return next((order for order in follows if order in slot.orders), stay)


def _use(brief: Brief, order: Order) -> float:
    """Say how useful a spell may be: by what the place that it is about attracts."""
    return 0.1 + max(0.0, float(brief.values[brief.atlas.province[order.to if order.to >= 0 else order.at]]))


def sensible(brief: Brief, slot: Slot) -> list[Order]:
    """Return the orders of a sorcerer but for those that hurt their own side or help another."""
    return [order for order in slot.orders if not _hurts(brief, order)]


def _hurts(brief: Brief, order: Order) -> bool:
    if order.verb == SUPPORT:
        return order.of not in brief.line_at or order.to in brief.line_at
    return order.spell > 0 and order.verb != HOLD and order.to in brief.line_at


def _fits(brief: Brief, order: Order, orders: Sequence[Order]) -> bool:
    """Tell whether a support is of what a unit is told to do."""
    if order.verb != SUPPORT:
        return True
    helped = orders[brief.line_at[order.of]]
    return (helped.to if helped.verb == MOVE else -1) == order.to


def about_cards(brief: Brief, orders: Sequence[Order], sorcerers: Sequence[Order]) -> list[Order]:
    """Let sorcerers who rest take over the spell cards of own units that rest beside them."""
    position = brief.phase.position
    if not isinstance(position, YoungKingdomsPosition):
        return []
    borne = {card.at for card in position.cards if card.where == CARRIED} & brief.line_at.keys()
    resting = {at for at in borne if orders[brief.line_at[at]].verb != MOVE}
    found: list[Order] = []
    for one in sorcerers:
        slot = brief.slots.by_key.get(("take", one.kind))
        if slot is None or one.verb in (MOVE, RIDE):
            continue
        take = next((order for order in slot.orders if order.of in resting), None)
        if take is not None:
            found.append(take)
            if take.of != take.at:
                unit = brief.lines[brief.line_at[take.of]].stay
                found.append(Order(GIVE, unit.kind, unit.at, to=take.at))
    return found
