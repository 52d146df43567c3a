"""The spell cards (5.5a, 5.5c, 5.5f): where they lie, who finds them, and what may be done with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from tanelorn.core.log import Log
from tanelorn.games.diplomacy.orders import MOVE, Order, Unit
from tanelorn.games.diplomacy.slots import Slot
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition, kind_of
from tanelorn.games.diplomacy.youngkingdoms.realm import (
    ATLAS,
    CARRIED,
    FALLEN,
    GONE,
    LYING,
    NAMES,
    POWER_OF,
    Card,
    is_sorcerer,
)
from tanelorn.games.diplomacy.youngkingdoms.writing import DESTROY, GIVE, LEAVE, RIDE, TAKE

CLAUSE = "youngkingdoms/5.5c"


def put(position: YoungKingdomsPosition, spell: int, card: Card) -> None:
    """Put a card somewhere."""
    cards = list(position.cards)
    cards[spell - 1] = card
    position.cards = tuple(cards)


def discard(position: YoungKingdomsPosition, spell: int) -> None:
    """Take a card out of the game."""
    put(position, spell, Card(GONE))


def at(position: YoungKingdomsPosition, where: int, place: int) -> list[int]:
    """Return the spells that are carried, or lie, in a space."""
    return [n for n, card in enumerate(position.cards, 1) if card.where == where and card.at == place]


def drop_of_dead(position: YoungKingdomsPosition, place: int, where: int = CARRIED) -> None:
    """Leave the cards of a unit that is destroyed: on land they lie there, at sea they are lost."""
    for spell in at(position, where, place):
        put(position, spell, Card(GONE) if ATLAS.is_sea[place] else Card(LYING, place))


def slots(position: YoungKingdomsPosition, seat: int) -> Iterator[Slot]:
    """Yield what a seat may do with the cards its units carry, and where it may take one over."""
    here = {ATLAS.province[unit.at]: unit for unit in position.units}
    sorcerers = {position.sorcerers[who].at: who for who in (0, 1) if position.sorcerers[who].alive}
    for place, unit in here.items():
        if unit.power != seat:
            continue
        base = Order(LEAVE, unit.kind, unit.at)
        others = [other for other in ATLAS.next_to[place] if other in here or other in sorcerers]
        if at(position, CARRIED, place):
            yield Slot(("card", place), partial(_uses, base, place, others, place in sorcerers), must=False)
        if others:
            yield Slot(("take", place), partial(_takes, base, others), must=False)
    for who in position.sorcerers_of(seat):
        place = position.sorcerers[who].at
        others = [other for other in (place, *ATLAS.next_to[place]) if other in here]
        if others:
            base = Order(TAKE, kind_of(who), place)
            yield Slot(("take", kind_of(who)), partial(_takes, base, others), must=False)


def _uses(base: Order, place: int, others: list[int], shared: bool) -> list[Order]:
    uses = [] if ATLAS.is_sea[place] else [base]
    uses.append(base._replace(verb=DESTROY))
    return uses + [base._replace(verb=GIVE, to=other) for other in ([place] if shared else []) + others]


def _takes(base: Order, others: list[int]) -> list[Order]:
    return [base._replace(verb=TAKE, of=other) for other in others]


def at_once(position: YoungKingdomsPosition, orders: list[Order], log: Log) -> list[Order]:
    """Carry out what needs no rest: the answer about a card just found, a sorcerer taking one from his own unit.

    Returns the orders about cards that are still to be carried out.
    """
    units = {ATLAS.province[unit.at]: unit.power for unit in position.units}
    left = []
    for order in orders:
        place = ATLAS.province[order.at]
        if order.verb in (LEAVE, DESTROY):
            fresh = [spell for spell in at(position, CARRIED, place) if position.cards[spell - 1].fresh]
            _let_go(position, order, fresh[:1], units[place], log)
            left += [] if fresh else [order]
        elif order.verb == TAKE and is_sorcerer(order.kind) and order.of == place:
            who = order.kind - kind_of(0)
            if units.get(place) == POWER_OF[who]:
                _to_hand(position, who, at(position, CARRIED, place)[:1], log)
            else:
                left.append(order)
        else:
            left.append(order)
    for spell, card in enumerate(position.cards, 1):
        if card.fresh:
            put(position, spell, card._replace(fresh=False))
    return left


def _let_go(position: YoungKingdomsPosition, order: Order, spells: list[int], seat: int, log: Log) -> None:
    place = ATLAS.province[order.at]
    for spell in spells:
        leaves = order.verb == LEAVE
        put(position, spell, Card(LYING, place, left=1 + seat) if leaves else Card(GONE))
        if log:
            does = "leaves the spell card there" if leaves else "destroys its spell card"
            log.say(f"Your unit in {ATLAS.names[place]} {does}.", clause=CLAUSE, seat=seat, knowers=(seat,))


def _to_hand(position: YoungKingdomsPosition, who: int, spells: list[int], log: Log) -> None:
    for spell in spells:
        put(position, spell, Card(who))
        if log:
            text = f"**{NAMES[who]}** takes a card and reads it: spell {spell}."
            log.say(text, clause=CLAUSE, seat=POWER_OF[who], knowers=(POWER_OF[who],))


def after_moves(
    position: YoungKingdomsPosition, orders: list[Order], moved: Mapping[int, int], resting: set[int], log: Log
) -> None:
    """Carry cards along, then do what units that rest were told to do with theirs.

    `moved` gives, for each province a unit was in, the one it is in now: itself, another, -1 if it is beaten out, -2 if
    it is destroyed. `resting` are the provinces whose units neither were ordered to move nor are beaten.
    """
    units = {ATLAS.province[unit.at]: unit.power for unit in position.units}
    acts = [order for order in orders if order.verb in (LEAVE, DESTROY, GIVE)]
    for order in acts:
        place = ATLAS.province[order.at]
        if place not in resting:
            continue
        spells = at(position, CARRIED, place)[:1]
        if order.verb == GIVE:
            _hand_over(position, order, spells, orders, resting, log)
        else:
            _let_go(position, order, spells, units.get(place, -1), log)
    before = list(position.cards)
    for spell, card in enumerate(before, 1):
        if card.where == CARRIED and card.at not in resting:
            to = moved.get(card.at, -2)
            if to == -2:
                drop_of_dead(position, card.at)
            else:
                put(position, spell, card._replace(where=FALLEN) if to < 0 else card._replace(at=to))


def _hand_over(
    position: YoungKingdomsPosition, order: Order, spells: list[int], orders: list[Order], resting: set[int], log: Log
) -> None:
    """A card changes hands when both players have ordered it for two units that rest (5.5c)."""
    place = ATLAS.province[order.at]
    for other in orders:
        if other.verb != TAKE or other.of != place or ATLAS.province[other.at] != order.to:
            continue
        if is_sorcerer(other.kind):
            who = other.kind - kind_of(0)
            if _sorcerer_rests(position, who, orders):
                _to_hand(position, who, spells, log)
            return
        if order.to in resting:
            for spell in spells:
                put(position, spell, Card(CARRIED, order.to))
            _tell_gift(position, place, order.to, bool(spells), log)
            return


def _sorcerer_rests(position: YoungKingdomsPosition, who: int, orders: list[Order]) -> bool:
    alive = position.sorcerers[who].alive
    return alive and not any(o.kind == kind_of(who) and o.verb in (MOVE, RIDE) for o in orders)


def _tell_gift(position: YoungKingdomsPosition, place: int, to: int, given: bool, log: Log) -> None:
    if not (log and given):
        return
    powers = {ATLAS.province[unit.at]: unit.power for unit in position.units}
    both = tuple(sorted({powers[place], powers[to]}))
    text = f"A spell card passes from {ATLAS.names[place]} to {ATLAS.names[to]}."
    log.say(text, clause=CLAUSE, knowers=both)


def after_retreats(position: YoungKingdomsPosition, went: Mapping[int, Unit | None]) -> None:
    """Let the cards of units that were beaten out follow them, or stay behind; `went` is by the province they left."""
    for spell, card in enumerate(position.cards, 1):
        if card.where == FALLEN:
            unit = went.get(card.at)
            if unit is None:
                drop_of_dead(position, card.at, FALLEN)
            else:
                put(position, spell, Card(CARRIED, ATLAS.province[unit.at]))


def find(position: YoungKingdomsPosition, log: Log) -> None:
    """Let cards that lie about be found: a sorcerer reads and keeps one, a unit carries it unread."""
    powers = {ATLAS.province[unit.at]: unit.power for unit in position.units}
    for spell, card in enumerate(position.cards, 1):
        if card.where != LYING:
            continue
        seat = powers.get(card.at, -1)
        if card.left and seat != card.left - 1:
            card = card._replace(left=0)
            put(position, spell, card)
        here = [who for who in (0, 1) if position.sorcerers[who].at == card.at]
        if here and seat in (-1, POWER_OF[here[0]]):
            _to_hand(position, here[0], [spell], log)
        elif seat >= 0 and not card.left:
            put(position, spell, Card(CARRIED, card.at, fresh=True))
            if log:
                text = f"Your unit finds a spell card in {ATLAS.names[card.at]} and takes it up, unread."
                log.say(text, clause=CLAUSE, seat=seat, places=(ATLAS.ids[card.at],), knowers=(seat,))
