"""The ten spells (5.5): what each may be aimed at, and what is cast before the moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tanelorn.core.errors import Illegal
from tanelorn.core.log import Log
from tanelorn.games.diplomacy.judge.judging import Terms, Verdict
from tanelorn.games.diplomacy.orders.order import HOLD, MOVE, SUPPORT, Order
from tanelorn.games.diplomacy.orders.possible import Field
from tanelorn.games.diplomacy.youngkingdoms import fortresses
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    ATTACKS,
    DESTRUCTION,
    IMPASSABLE,
    KELMAIN_HORDES,
    NAMES,
    POWER_OF,
    STANDING_ARMY,
    SUPPORTS,
    WORLDS_EDGE,
    is_sorcerer,
    kind_of,
)
from tanelorn.games.diplomacy.youngkingdoms.notation import CAST, RIDE
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.sorcery import kelmain, sorcerers
from tanelorn.games.diplomacy.youngkingdoms.sorcery.cards import discard, drop_of_dead

TITLES = (
    "support over land or sea",
    "support over sea",
    "support over land",
    "attack over land or sea",
    "attack over sea",
    "attack over land",
    "a standing army",
    "the Kelmain hordes",
    "destruction",
    "impassable",
)


def works_in(spell: int, province: int) -> bool:
    """Tell whether a support or attack spell works in a space.

    1 and 4 work anywhere (5.5.spell-1, 5.5.spell-4), 2 and 5 at sea (5.5.spell-2, 5.5.spell-5), 3 and 6 on land
    (5.5.spell-3, 5.5.spell-6).
    """
    return spell in (1, 4) or ATLAS.is_sea[province] == (spell in (2, 5))


def castings(position: YoungKingdomsPosition, field: Field, who: int, strides: Sequence[Order]) -> Iterator[Order]:
    """Yield every use of the spells that a sorcerer holds, and nobody else (5.5b); `strides` are their moves."""
    at = position.sorcerers[who].at
    base = Order(HOLD, kind_of(who), at)
    for spell in position.hand(who):
        if spell in SUPPORTS:
            if works_in(spell, at):
                yield base._replace(spell=spell)
            yield from (stride._replace(spell=spell) for stride in strides if works_in(spell, stride.to))
            yield from _supports(field, base._replace(verb=SUPPORT, spell=spell))
        elif spell in ATTACKS:
            for to in ATLAS.next_to[at]:
                if works_in(spell, to):
                    yield base._replace(verb=MOVE, to=to, spell=spell)
        elif spell == STANDING_ARMY:
            if not ATLAS.is_sea[at]:
                yield base._replace(verb=CAST, spell=spell)
        elif spell == KELMAIN_HORDES:
            if at in WORLDS_EDGE:
                yield base._replace(verb=CAST, spell=spell)
        else:
            for to in ATLAS.next_to[at]:
                if spell == IMPASSABLE or victim(position, to) is not None:
                    yield base._replace(verb=CAST, spell=spell, to=to)


def _supports(field: Field, base: Order) -> Iterator[Order]:
    """Support of a unit in the same space or next to it, to stand or to move (5.5.support)."""
    near = {base.at, *ATLAS.next_to[base.at]}
    for index, of in enumerate(field.here):
        if of not in near:
            continue
        whom = base._replace(of=of, whom=field.units[index].kind)
        if works_in(base.spell, of):
            yield whom
        for target in dict.fromkeys((*field.beside[index], *field.beyond[index])):  # no space has two coasts here
            if works_in(base.spell, target):
                yield whom._replace(to=target)


def victim(position: YoungKingdomsPosition, place: int) -> int | None:
    """Return what spell 9 would destroy: the index of a unit, -1 or -2 for a lone sorcerer, or None.

    In a fortress nobody is alone while its standing army stands, be it a demon's (4.sorcerer, 5.5.spell-9).
    """
    for index, unit in enumerate(position.units):
        if ATLAS.province[unit.at] == place:
            return index
    here = [who for who in (0, 1) if position.sorcerers[who].at == place]
    alone = len(here) == 1 and not fortresses.strength(position, place)
    return -1 - here[0] if alone else None


def refusal(position: YoungKingdomsPosition, who: int, order: Order) -> Illegal | None:
    """Return why a spell cannot be used as a sorcerer is ordered, None where nothing is to be said of the spell."""
    if order.spell and not 0 < order.spell <= len(TITLES):
        why = f"There is no spell {order.spell}."
        return Illegal(why, remedy=f"Spells are 1 to {len(TITLES)}.", clause="youngkingdoms/5.3")
    if order.verb == RIDE:
        return carried(who)
    if order.verb == CAST:
        return _cast_refusal(position, position.sorcerers[who].at, order)
    if order.spell > max(ATTACKS):
        why = f"Spell {order.spell} is cast standing still."
        remedy = f"Write “{NAMES[who].partition(' ')[0]} casts {order.spell}”, with a target if it has one."
        return Illegal(why, remedy=remedy, clause="youngkingdoms/5.5e")
    return _use_refusal(position, position.sorcerers[who].at, order)


def carried(who: int) -> Illegal:
    """Return why a sorcerer does not cast while riding a fleet (5.5e)."""
    why = f"{NAMES[who]} stands still to cast a spell, and is not carried."
    return Illegal(why, remedy="Ride, or cast.", clause="youngkingdoms/5.5e")


def twice(who: int) -> Illegal:
    """Return why a sorcerer cannot be given a second order with a spell (5.5d)."""
    why = f"{NAMES[who]} has an order already, and casts at most one spell in a season."
    return Illegal(why, remedy="Write one order for each sorcerer.", clause="youngkingdoms/5.5d")


def _cast_refusal(position: YoungKingdomsPosition, at: int, order: Order) -> Illegal:
    """Return why a spell cannot be cast by the word “casts”: it is not one of 7 to 10, or its target is wrong."""
    spell, clause = order.spell, f"youngkingdoms/5.5.spell-{order.spell}"
    if spell in SUPPORTS:
        return Illegal(
            f"Spell {spell} supports what it is written with.",
            remedy=f"Write “Elric Tho S A Seq - MoM spell {spell}”.",
            clause="youngkingdoms/5.5.support",
        )
    if spell in ATTACKS:
        remedy = f"Write “Elric DRA - Fil spell {spell}”."
        return Illegal(f"Spell {spell} attacks by a move.", remedy=remedy, clause="youngkingdoms/5.5.attack")
    if spell in (STANDING_ARMY, KELMAIN_HORDES):
        if order.to >= 0:
            return Illegal(f"Spell {spell} has no target.", remedy=f"Write “casts {spell}” alone.", clause=clause)
        if spell == STANDING_ARMY:
            return Illegal("There is no standing army at sea.", remedy="Cast it on land.", clause=clause)
        edges = " or ".join(ATLAS.names[place] for place in WORLDS_EDGE)
        return Illegal("The hordes hear nobody but at the World's Edge.", remedy=f"Cast it in {edges}.", clause=clause)
    if order.to < 0:
        return Illegal(f"Spell {spell} needs a target.", remedy=f"Write “casts {spell} at PAL”.", clause=clause)
    if order.to not in ATLAS.next_to[at]:
        near = ", ".join(ATLAS.names[place] for place in ATLAS.next_to[at])
        why = f"{ATLAS.names[order.to]} is not next to {ATLAS.names[at]}."
        return Illegal(why, remedy=f"Adjacent are {near}.", clause=clause)
    if fortresses.strength(position, order.to) and any(one.at == order.to for one in position.sorcerers):
        why = f"A sorcerer in {ATLAS.names[order.to]} is not alone: the standing army is there too."
        return Illegal(why, remedy="It falls by capture only.", clause="youngkingdoms/4.sorcerer")
    why = f"There is no army, fleet or lone sorcerer in {ATLAS.names[order.to]} to destroy."
    return Illegal(why, remedy="Name an adjacent space where one stands.", clause=clause)


def _use_refusal(position: YoungKingdomsPosition, at: int, order: Order) -> Illegal | None:
    """Return why a spell cannot serve this move, support or hold (5.5.support, 5.5.attack), or None."""
    spell = order.spell
    clause = f"youngkingdoms/5.5.spell-{spell}"
    place = ATLAS.province[order.to] if order.to >= 0 else order.of if order.of >= 0 else at
    if order.verb == SUPPORT:
        if spell in ATTACKS:
            remedy = "Cast a support spell, or attack yourself."
            return Illegal(f"Spell {spell} attacks; it supports nobody.", remedy=remedy, clause=clause)
        if is_sorcerer(order.whom):
            why = "A support spell helps its caster or a unit, not another sorcerer."
            return Illegal(why, remedy="Write “spell 1” after that sorcerer’s own order.", clause="youngkingdoms/5.3")
        if order.of not in (at, *ATLAS.next_to[at]):
            why = f"{ATLAS.names[order.of]} is not next to {ATLAS.names[at]}."
            remedy = "Support a unit in the same space or an adjacent one."
            return Illegal(why, remedy=remedy, clause="youngkingdoms/5.5.support")
        if not any(ATLAS.province[unit.at] == order.of for unit in position.units):
            why = f"There is no unit in {ATLAS.names[order.of]}."
            return Illegal(why, remedy="Look where the units stand.", clause="youngkingdoms/5.5.support")
    if spell in ATTACKS and order.verb == HOLD:
        why = f"Spell {spell} attacks, and its caster follows up."
        return Illegal(why, remedy=f"Write “Elric DRA - Fil spell {spell}”.", clause="youngkingdoms/5.5e")
    if not works_in(spell, place):
        why = f"Spell {spell} works {'at sea' if spell in (2, 5) else 'on land'}, and {ATLAS.names[place]} is not."
        return Illegal(why, remedy="Cast one that works there.", clause=clause)
    if spell in ATTACKS and place not in ATLAS.next_to[at]:
        near = ", ".join(ATLAS.names[to] for to in ATLAS.next_to[at] if works_in(spell, to))
        why = f"{ATLAS.names[place]} is not next to {ATLAS.names[at]}."
        return Illegal(why, remedy=f"Open to attack are {near}.", clause="youngkingdoms/5.5.attack")
    if order.verb == MOVE and ATLAS.is_sea[place]:
        why = "A sorcerer’s own supported move is an army’s: not to sea."
        return Illegal(why, remedy="Board a ship without a spell.", clause="youngkingdoms/5.5.support-self")
    return None


def cast_all(position: YoungKingdomsPosition, orders: dict[int, Order], log: Log) -> frozenset[int]:
    """Let all spells of the season act at once (5.5e); return the provinces that are closed by spell 10.

    `orders` are the sorcerers' orders. Cards used are gone (5.5b); the spell, its caster and its target are published
    (5.5g). Spell 7 raises a standing army (5.5.spell-7), 8 calls the hordes (5.5.spell-8), 9 destroys (5.5.spell-9), 10
    closes a space (5.5.spell-10).
    """
    closed = set()
    casters: list[int] = [who for who in (0, 1) if who in orders and orders[who].spell]
    for who in casters:
        discard(position, orders[who].spell)
        position.cast += ((who, orders[who].spell),)
        if log:
            _tell(who, orders[who], log)
    slain = [victim(position, orders[who].to) for who in casters if orders[who].spell == DESTRUCTION]
    for who in casters:
        order = orders[who]
        if order.spell == STANDING_ARMY:
            fortresses.raise_garrison(position, order.at, POWER_OF[who])
        elif order.spell == IMPASSABLE:
            closed.add(order.to)
        elif order.spell == KELMAIN_HORDES:
            kelmain.call(position, who, log)
    for target in slain:
        if target is not None:
            _destroy(position, target, casters, orders, log)
    return frozenset(closed)


def _destroy(
    position: YoungKingdomsPosition, target: int, casters: list[int], orders: dict[int, Order], log: Log
) -> None:
    if target < 0:
        sorcerers.kill(position, -1 - target, log)
        return
    place = next(orders[who].to for who in casters if orders[who].spell == DESTRUCTION)
    drop_of_dead(position, place)
    position.units = tuple(unit for unit in position.units if ATLAS.province[unit.at] != place)


def doomed(verdict: Verdict, terms: Terms) -> set[int]:
    """Return the units that a magical attack has displaced: they are destroyed (5.5.attack-kill)."""
    found = set()
    for index in verdict.dislodged:
        into = verdict.into.get(verdict.here[index], ())
        if any(n in terms.magic and verdict.succeeds[n] and (n, index) not in terms.friends for n in into):
            found.add(index)
    return found


def _tell(who: int, order: Order, log: Log) -> None:
    target = order.to if order.to >= 0 else order.of if order.of >= 0 else order.at
    place = ATLAS.province[target]
    log.say(
        f"**{NAMES[who]}** casts spell {order.spell}, {TITLES[order.spell - 1]}, at {ATLAS.names[place]}.",
        clause=f"youngkingdoms/5.5.spell-{order.spell}",
        seat=POWER_OF[who],
        places=(ATLAS.ids[place],),
    )
