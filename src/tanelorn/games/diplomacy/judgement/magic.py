"""What the Young Kingdoms add to slips: orders for sorcerers and spell cards, and what both are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from tanelorn.games.diplomacy.judgement.reach import Floats, reach_of
from tanelorn.games.diplomacy.orders.order import HOLD, MOVE, SUPPORT, Order
from tanelorn.games.diplomacy.position import DiplomacyPosition
from tanelorn.games.diplomacy.slips.slots import Slot
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    ATTACKS,
    CARRIED,
    DESTRUCTION,
    IMPASSABLE,
    KELMAIN_HORDES,
    POWER_OF,
    SUPPORTS,
    WORLDS_EDGE,
    kind_of,
    sorcerer_of,
)
from tanelorn.games.diplomacy.youngkingdoms.notation import GIVE, RIDE
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.sorcery.spells import works_in

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.judgement.brief import Brief

ALIVE = 0.5  # centres that a living sorcerer is worth,
WINNING = (*(spell for spell in (*SUPPORTS, *ATTACKS) if works_in(spell, ATLAS.centres[0])), DESTRUCTION)
"""The spells that win a centre, all of which lie on land, or destroy whoever stands in one."""
NEAR = 0.1  # centres that such a one in hand is worth more beside what it can be used on, half for each move farther,
CALL = 0.6  # the Kelmain's, beside the world's edge, so much less for each move that it is off:
FADES = 0.8
FAR = 9.0  # moves to another's centre where there is none
BORNE = 0.08  # and a spell that a unit of the same power carries
GUARD = 0.1  # a unit beside them
RESTLESS = 0.1  # how much chance there is in where they go


def stores(positions: Sequence[DiplomacyPosition], powers: int, held: float) -> Floats:
    """Return what sorcerers and spells not yet used are worth, one in hand so much: float32 [position, power]."""
    worth = np.zeros((len(positions), powers), np.float32)
    for row, position in zip(worth, positions, strict=True):
        if isinstance(position, YoungKingdomsPosition):
            owner = {unit.at: unit.power for unit in position.units}
            for who in (0, 1):
                if position.sorcerers[who].alive:
                    row[POWER_OF[who]] += ALIVE + promise(position, who, position.sorcerers[who].at, held)
            for card in position.cards:
                if card.where == CARRIED and owner.get(card.at, -1) in POWER_OF:
                    row[owner[card.at]] += BORNE
    return worth


def promise(position: YoungKingdomsPosition, who: int, at: int, held: float) -> float:
    """Return what the spells in a sorcerer's hand are worth in a place, so much each and more where they can be used on
    others.
    """
    hand = position.hand(who)
    if not hand:
        return 0.0
    reach = reach_of(ATLAS)
    post = reach.post(kind_of(who), at, afloat=ATLAS.is_sea[at])  # ashore, no ship may come for the sorcerer
    away: list[float] = reach.moves[post].tolist()
    owners = zip(ATLAS.centres, position.owners, strict=True)
    off = min((away[centre] for centre, owner in owners if owner != POWER_OF[who]), default=FAR)
    winning = sum(spell in WINNING for spell in hand)
    worth: float = len(hand) * held + winning * NEAR * 0.5 ** max(0, off - 1)
    if KELMAIN_HORDES in hand:
        worth += CALL * FADES ** min(away[edge] for edge in WORLDS_EDGE)
    return worth


def fortify(near: Floats, positions: Sequence[DiplomacyPosition], column: Mapping[int, int]) -> None:
    """Let standing armies count among the units in reach of their centres: [position, power, centre].

    That of a power helps it there; of others, as many as a neutral one has strength come to nothing.
    """
    for row, position in zip(near, positions, strict=True):
        if isinstance(position, YoungKingdomsPosition):
            for one in position.garrisons:
                if one.at in column and one.power >= 0:
                    row[one.power, column[one.at]] += one.strength
                elif one.at in column:
                    row[:, column[one.at]] = np.maximum(0, row[:, column[one.at]] - one.strength)


def walls_of(position: DiplomacyPosition, seat: int) -> dict[int, int]:
    """Return the standing armies that keep a power out, by province."""
    if not isinstance(position, YoungKingdomsPosition):
        return {}
    return {one.at: one.strength for one in position.garrisons if one.power != seat}


def by_sorcerers(brief: Brief, orders: Sequence[Order], rng: Random) -> list[Order]:
    """Return an order for each sorcerer of a seat whose units are ordered so."""
    return [_for_sorcerer(brief, slot, orders, rng) for slot in brief.sorcerers]


def _for_sorcerer(brief: Brief, slot: Slot, orders: Sequence[Order], rng: Random) -> Order:
    """Now and then a spell that fits; else they go where their spells promise most, with a unit if one goes there."""
    could, drives = sensible(brief, slot), brief.phase.drives
    if rng.random() < drives.casts:
        casts = [order for order in could if order.spell and _fits(brief, order, orders)]
        if casts:
            return rng.choices(casts, [_use(brief, order) for order in casts])[0]
    position, who = brief.phase.position, sorcerer_of(slot.default.kind)
    if not isinstance(position, YoungKingdomsPosition):
        return slot.default
    company = {_stand(brief, order) for order in orders}
    best, most = slot.default, -1.0
    for order in could:
        end = -1 if order.spell else _end(brief, order, orders)
        if end >= 0:
            worth = promise(position, who, end, drives.held) + GUARD * (end in company) + RESTLESS * rng.random()
            best, most = (order, worth) if worth > most else (best, most)
    return best


def _end(brief: Brief, order: Order, orders: Sequence[Order]) -> int:
    """Return where an order without a spell takes a sorcerer, -1 if it comes to nothing."""
    number = brief.line_at.get(order.at)
    if order.verb == RIDE:
        rides = number is not None and orders[number].verb == MOVE
        return _stand(brief, orders[number]) if number is not None and rides else -1
    if order.verb != MOVE:
        return order.at
    if brief.atlas.is_sea[order.at] and number is not None and orders[number].verb == MOVE:
        return -1  # nobody steps off a ship that sails
    if order.via or order.to in brief.walls or brief.holder[order.to] not in (-1, brief.seat):
        return -1
    if not brief.atlas.is_sea[order.to]:
        return order.to
    ship = brief.line_at.get(order.to)
    return order.to if ship is not None and orders[ship].verb != MOVE else -1


def _stand(brief: Brief, order: Order) -> int:
    """Return the province in which a unit is to end."""
    return brief.atlas.province[order.to if order.verb == MOVE else order.at]


def escorts(brief: Brief, order: Order) -> list[Order]:
    """Return the orders of sorcerers who go along with a unit that moves from their space."""
    found = []
    for slot in brief.sorcerers:
        stay = slot.default
        if stay.at == brief.atlas.province[order.at] and order.verb == MOVE:
            follows = (stay._replace(verb=RIDE), stay._replace(verb=MOVE, to=order.to, via=order.via))
            found += [follow for follow in follows if follow in slot.orders][:1]
    return found


def _use(brief: Brief, order: Order) -> float:
    """Say how useful a spell may be: by what the place that it is about attracts."""
    return 0.1 + max(0.0, float(brief.values[brief.atlas.province[order.to if order.to >= 0 else order.at]]))


def sensible(brief: Brief, slot: Slot) -> list[Order]:
    """Return the orders of a sorcerer but for those that hurt their own side or help another."""
    return [order for order in slot.orders if not _hurts(brief, order)]


def _hurts(brief: Brief, order: Order) -> bool:
    if order.verb == SUPPORT:
        return order.of not in brief.line_at or order.to in brief.line_at
    shuts = order.spell == IMPASSABLE  # a space of our own as well: nobody else comes in either
    return order.spell > 0 and order.verb != HOLD and not shuts and order.to in brief.line_at


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
