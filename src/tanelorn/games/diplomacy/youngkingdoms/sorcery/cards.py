"""The spell cards: how they are dealt (5.5a), where they lie, who finds them, and what may be done with them (5.5c)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from tanelorn.core.chance import Draw
from tanelorn.core.errors import Illegal
from tanelorn.core.log import Log
from tanelorn.core.steps import Chances
from tanelorn.games.diplomacy.orders.order import MOVE, Order, Unit
from tanelorn.games.diplomacy.slips.slots import Slot
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    CARRIED,
    ELRIC_HAND,
    FALLEN,
    GONE,
    HAND,
    JAGREEN_HAND,
    LYING,
    NAMES,
    POWER_OF,
    SPELLS,
    Card,
    is_sorcerer,
    kind_of,
    sorcerer_of,
)
from tanelorn.games.diplomacy.youngkingdoms.notation import DESTROY, GIVE, LEAVE, TAKE
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition

CLAUSE = "youngkingdoms/5.5c"


class DealSpells(Chances[YoungKingdomsPosition], frozen=True, tag=True):
    """Deals four spell cards to each sorcerer (5.5a); the last two are then hidden."""

    title = "The spells"
    clause = "youngkingdoms/5.5a"

    def ask(self, position: YoungKingdomsPosition) -> Draw:
        """Ask for a shuffle of all ten cards, seen by nobody."""
        return Draw(SPELLS, SPELLS, "the spells", knowers=())

    def take(self, position: YoungKingdomsPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Give four cards to Elric, four to Jagreen Lern, and lay two aside."""
        places = [Card(ELRIC_HAND)] * HAND + [Card(JAGREEN_HAND)] * HAND + [Card(LYING)] * (SPELLS - 2 * HAND)
        cards = list(position.cards)
        for spell, place in zip(outcome, places, strict=True):
            cards[spell] = place
        position.cards = tuple(cards)
        if not log:
            return
        log.say("Four spells are dealt to each sorcerer, and two are hidden in neutral centres.", clause=self.clause)
        for who in (0, 1):
            seat = POWER_OF[who]
            text = f"**{NAMES[who]}** holds the spells {', '.join(map(str, position.hand(who)))}."
            log.say(text, clause=self.clause, seat=seat, knowers=(seat,))


class HideSpells(Chances[YoungKingdomsPosition], frozen=True, tag=True):
    """Hides the last two cards in two neutral centres, as the umpire would (5.5a)."""

    title = "The hidden spells"
    clause = "youngkingdoms/5.5a"

    def ask(self, position: YoungKingdomsPosition) -> Draw:
        """Ask for a draw of two neutral centres, seen by nobody."""
        return Draw(SPELLS - 2 * HAND, len(_neutral(position)), "two neutral centres", knowers=())

    def take(self, position: YoungKingdomsPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Lay one of the two cards in each."""
        places = [_neutral(position)[number] for number in outcome]
        position.cards = tuple(
            Card(LYING, places.pop()) if card.where == LYING and card.at < 0 else card for card in position.cards
        )


def _neutral(position: YoungKingdomsPosition) -> list[int]:
    return [centre for centre, owner in zip(ATLAS.centres, position.owners, strict=True) if owner < 0]


def put(position: YoungKingdomsPosition, spell: int, card: Card) -> None:
    """Move the card of a spell."""
    cards = list(position.cards)
    cards[spell - 1] = card
    position.cards = tuple(cards)


def discard(position: YoungKingdomsPosition, spell: int) -> None:
    """Take the card of a spell out of the game."""
    put(position, spell, Card(GONE))


def lose_hand(position: YoungKingdomsPosition, who: int) -> None:
    """Take the unused spells of a sorcerer who is destroyed out of the game (5.5f)."""
    for spell in position.hand(who):
        discard(position, spell)


def spells_at(position: YoungKingdomsPosition, where: int, place: int) -> list[int]:
    """Return the spells whose cards are in a space in this way: carried, lying, fallen."""
    return [n for n, card in enumerate(position.cards, 1) if card.where == where and card.at == place]


def is_fresh(position: YoungKingdomsPosition, place: int) -> bool:
    """Tell whether a unit in a space has found a card just now."""
    return any(position.cards[spell - 1].fresh for spell in spells_at(position, CARRIED, place))


def drop_of_dead(position: YoungKingdomsPosition, place: int, where: int = CARRIED) -> None:
    """Drop the cards of a unit that is destroyed: on land they lie there, at sea they are lost (5.5c)."""
    for spell in spells_at(position, where, place):
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
        if spells_at(position, CARRIED, place):
            yield Slot(("card", place), partial(_uses, base, place, others, place in sorcerers), must=False)
        if others:
            yield Slot(("take", "unit", place), partial(_takes, base, others), must=False)
    for who in position.sorcerers_of(seat):
        place = position.sorcerers[who].at
        others = [other for other in (place, *ATLAS.next_to[place]) if other in here]
        if others:
            base = Order(TAKE, kind_of(who), place)
            yield Slot(("take", "sorcerer", kind_of(who)), partial(_takes, base, others), must=False)


def _uses(base: Order, place: int, others: list[int], shared: bool) -> list[Order]:
    uses = [] if ATLAS.is_sea[place] else [base]
    uses.append(base._replace(verb=DESTROY))
    return uses + [base._replace(verb=GIVE, to=other) for other in ([place] if shared else []) + others]


def _takes(base: Order, others: list[int]) -> list[Order]:
    return [base._replace(verb=TAKE, of=other) for other in others]


def refusal(position: YoungKingdomsPosition, order: Order) -> Illegal | None:
    """Return why an order about a card is refused (5.5c), None where nothing special is to be said."""
    here = ATLAS.province[order.at]
    if is_sorcerer(order.kind):
        return _refusal_of_sorcerer(position.sorcerers[sorcerer_of(order.kind)].at, order)
    name = ATLAS.names[here]
    if order.verb != TAKE and not spells_at(position, CARRIED, here):
        return Illegal(f"The unit in {name} carries no spell card.", remedy="Leave this order out.", clause=CLAUSE)
    if order.verb == LEAVE and ATLAS.is_sea[here]:
        return Illegal("At sea no card can be left.", remedy="Destroy it, or carry it to land.", clause=CLAUSE)
    if order.verb in (GIVE, TAKE):
        other = order.to if order.verb == GIVE else order.of
        if other != here and other not in ATLAS.next_to[here]:
            why = f"{ATLAS.names[other]} is not next to {name}."
            return Illegal(why, remedy="A card passes between neighbours.", clause=CLAUSE)
        return Illegal(
            f"There is nobody in {ATLAS.names[other]} to {'give it to' if order.verb == GIVE else 'take it from'}.",
            remedy="Name a space where another unit stands.",
            clause=CLAUSE,
        )
    return None


def _refusal_of_sorcerer(place: int, order: Order) -> Illegal:
    if order.verb != TAKE:
        name = NAMES[sorcerer_of(order.kind)]
        return Illegal(f"{name} keeps spells until they are cast.", remedy="Cast one, or keep them.", clause=CLAUSE)
    if order.of != place and order.of not in ATLAS.next_to[place]:
        return Illegal(
            f"{ATLAS.names[order.of]} is not next to the sorcerer.", remedy="Name an adjacent space.", clause=CLAUSE
        )
    why = f"There is no unit in {ATLAS.names[order.of]} to take a card from."
    return Illegal(why, remedy="Name a space where a unit stands.", clause=CLAUSE)


def clash(position: YoungKingdomsPosition, order: Order, other: Order) -> Illegal | None:
    """Return why a unit that moves lets go of no card but one that it has just found (5.5c), or None."""
    place = ATLAS.province[order.at]
    if order.verb != MOVE or (other.verb != GIVE and is_fresh(position, place)):
        return None
    why = f"The unit in {ATLAS.names[place]} moves: it keeps its card."
    return Illegal(why, remedy="Let it hold, or leave the card to it.", clause=CLAUSE)


def at_once(position: YoungKingdomsPosition, orders: list[Order], log: Log) -> list[Order]:
    """Carry out what needs no rest: the answer about a card just found, a sorcerer taking one from an own unit.

    Returns the orders about cards that are still to be carried out.
    """
    units = {ATLAS.province[unit.at]: unit.power for unit in position.units}
    left = []
    for order in orders:
        place = ATLAS.province[order.at]
        if order.verb in (LEAVE, DESTROY):
            fresh = [spell for spell in spells_at(position, CARRIED, place) if position.cards[spell - 1].fresh]
            _let_go(position, order, fresh[:1], units[place], log)
            left += [] if fresh else [order]
        elif order.verb == TAKE and is_sorcerer(order.kind) and order.of == place:
            who = sorcerer_of(order.kind)
            if units.get(place) == POWER_OF[who]:
                _to_hand(position, who, spells_at(position, CARRIED, place)[:1], log)
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
    position: YoungKingdomsPosition,
    orders: list[Order],
    moved: Mapping[int, int],
    resting: set[int],
    still: set[int],
    log: Log,
) -> None:
    """Do what units that rest were told to do with their cards, all at once, then carry the others along.

    `moved` gives, for each province a unit was in, the one it is in now: itself, another, -1 if it is beaten out, -2 if
    it is destroyed. `resting` are the provinces whose units neither were ordered to move nor are beaten, `still` the
    sorcerers of whom the same is true.
    """
    units = {ATLAS.province[unit.at]: unit.power for unit in position.units}
    acts = [order for order in orders if order.verb in (LEAVE, DESTROY, GIVE)]
    held = {place: spells_at(position, CARRIED, place)[:1] for place in resting}
    for order in acts:
        place = ATLAS.province[order.at]
        if place not in resting:
            continue
        if order.verb == GIVE:
            _hand_over(position, order, held[place], orders, resting, still, log)
        else:
            _let_go(position, order, held[place], units[place], log)
    before = list(position.cards)
    for spell, card in enumerate(before, 1):
        if card.where == CARRIED and card.at not in resting:
            to = moved.get(card.at, -2)
            if to == -2:
                drop_of_dead(position, card.at)
            else:
                put(position, spell, card._replace(where=FALLEN) if to < 0 else card._replace(at=to))


def _hand_over(
    position: YoungKingdomsPosition,
    order: Order,
    spells: list[int],
    orders: list[Order],
    resting: set[int],
    still: set[int],
    log: Log,
) -> None:
    """Pass a card on if both players have ordered it and both units rest (5.5c); a sorcerer comes first."""
    place = ATLAS.province[order.at]
    takers = [one for one in orders if one.verb == TAKE and one.of == place and ATLAS.province[one.at] == order.to]
    for taker in sorted(takers, key=lambda one: (not is_sorcerer(one.kind), one.kind)):
        if not (sorcerer_of(taker.kind) in still if is_sorcerer(taker.kind) else order.to in resting):
            continue
        _tell_gift(position, place, taker, bool(spells), log)
        for spell in spells:
            if is_sorcerer(taker.kind):
                _to_hand(position, sorcerer_of(taker.kind), [spell], log)
            else:
                put(position, spell, Card(CARRIED, order.to))
        return


def _tell_gift(position: YoungKingdomsPosition, place: int, taker: Order, given: bool, log: Log) -> None:
    if not (log and given):
        return
    powers = {ATLAS.province[unit.at]: unit.power for unit in position.units}
    to = ATLAS.province[taker.at]
    name = NAMES[sorcerer_of(taker.kind)] if is_sorcerer(taker.kind) else ATLAS.names[to]
    power = POWER_OF[sorcerer_of(taker.kind)] if is_sorcerer(taker.kind) else powers[to]
    text = f"A spell card passes from {ATLAS.names[place]} to {name}."
    log.say(text, clause=CLAUSE, knowers=tuple(sorted({powers[place], power})))


def after_winter(position: YoungKingdomsPosition) -> None:
    """Leave behind the cards of units that were removed (5.5c)."""
    stand = {ATLAS.province[unit.at] for unit in position.units}
    for place in {card.at for card in position.cards if card.where == CARRIED} - stand:
        drop_of_dead(position, place)


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
    """Let cards that lie about be found (5.5c): a sorcerer reads and keeps one, a unit carries it unread.

    A sorcerer comes before a unit of their own power, not before another's.
    """
    fleeing = {sorcerer_of(one.unit.kind) for one in position.beaten if is_sorcerer(one.unit.kind)}
    powers = {ATLAS.province[unit.at]: unit.power for unit in position.units}
    for spell, card in enumerate(position.cards, 1):
        if card.where != LYING:
            continue
        seat = powers.get(card.at, -1)
        if card.left and seat != card.left - 1:
            card = card._replace(left=0)
            put(position, spell, card)
        here = [who for who in (0, 1) if position.sorcerers[who].at == card.at and who not in fleeing]
        reader = next((who for who in here if seat in (-1, POWER_OF[who])), -1)
        if reader >= 0:
            _to_hand(position, reader, [spell], log)
        elif seat >= 0 and not card.left:
            put(position, spell, Card(CARRIED, card.at, fresh=True))
            if log:
                text = f"Your unit finds a spell card in {ATLAS.names[card.at]} and takes it up, unread."
                log.say(text, clause=CLAUSE, seat=seat, places=(ATLAS.ids[card.at],), knowers=(seat,))
