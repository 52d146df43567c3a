"""Why an order of a sorcerer, about a spell, a card or an agreement is refused: the reason, a remedy, the clause."""

from __future__ import annotations

from tanelorn.core.errors import Illegal
from tanelorn.games.diplomacy.orders.order import CONVOY, HOLD, MOVE, SUPPORT, Order, Unit
from tanelorn.games.diplomacy.orders.possible import Field
from tanelorn.games.diplomacy.youngkingdoms import fortresses, spells
from tanelorn.games.diplomacy.youngkingdoms.cards import at as cards_at
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition, kind_of
from tanelorn.games.diplomacy.youngkingdoms.realm import (
    ATLAS,
    CARRIED,
    FLEET,
    KELMAIN,
    NAMES,
    SEATS,
    WORLDS_EDGE,
    is_sorcerer,
)
from tanelorn.games.diplomacy.youngkingdoms.writing import CAST, DESTROY, GIVE, LEAVE, RIDE, TAKE

CARDS = "youngkingdoms/5.5c"


def agreement(seat: int, order: Order) -> Illegal:
    """Return why a seat cannot agree to share with this power or in this space."""
    clause = "youngkingdoms/5.1"
    if order.whom == seat:
        return Illegal(
            "You need not agree with yourself.", remedy="Name the other power, as “consent Lormyr”.", clause=clause
        )
    if order.whom >= 0:
        return Illegal(
            f"Neither you nor {SEATS[order.whom]} has a sorcerer: there is nothing to share.",
            remedy="Leave the agreement out.",
            clause=clause,
        )
    return Illegal(
        f"No sorcerer and unit of yours can meet in {ATLAS.names[order.to]}.",
        remedy="Name a space that a sorcerer is in or next to, or name the power.",
        clause=clause,
    )


def of_unit(position: YoungKingdomsPosition, field: Field, unit: Unit, order: Order) -> Illegal | None:
    """Return why a unit cannot do with sorcerers, cards or as a Kelmain army what is ordered; None if not for that."""
    here = ATLAS.province[unit.at]
    name = ATLAS.names[here]
    if order.verb == CAST or order.spell:
        return Illegal("Only sorcerers cast spells.", remedy="Leave the spell out.", clause="youngkingdoms/5.5b")
    if order.verb == RIDE:
        return Illegal("Only sorcerers ride.", remedy="Write “F DRA - PUR carrying”.", clause="youngkingdoms/5.4b")
    if order.verb in (LEAVE, DESTROY, GIVE, TAKE):
        return _of_card(position, here, order)
    if unit.kind == KELMAIN and position.unruly:
        why = f"The Kelmain in {name} obey nobody: their invoker is dead."
        return Illegal(why, remedy="Leave them out; they hold.", clause="youngkingdoms/5.5.kelmain-end")
    if unit.kind == KELMAIN and order.verb == MOVE and ATLAS.is_centre[here]:
        why = f"The Kelmain never leave a supply centre, and {name} is one."
        return Illegal(why, remedy="They may hold or support other Kelmain.", clause="youngkingdoms/5.5.kelmain")
    if unit.kind == KELMAIN and order.verb == SUPPORT and order.whom != KELMAIN:
        why = "The Kelmain support nobody but one another."
        return Illegal(why, remedy="Let them hold or move.", clause="youngkingdoms/5.5.kelmain")
    if is_sorcerer(order.whom):
        return _help(position, field, unit, order)
    if order.verb == MOVE and order.via and unit.kind == FLEET:
        why = f"No sorcerer is in {name} to be carried."
        return Illegal(why, remedy="Leave “carrying” out.", clause="youngkingdoms/5.4b")
    return None


def _help(position: YoungKingdomsPosition, field: Field, unit: Unit, order: Order) -> Illegal | None:
    who = order.whom - kind_of(0)
    at = position.sorcerers[who].at
    if at < 0:
        return Illegal(f"{NAMES[who]} is dead.", remedy="Order something else.", clause="youngkingdoms/7")
    if order.of != at:
        why = f"{NAMES[who]} is in {ATLAS.names[at]}, not in {ATLAS.names[order.of]}."
        return Illegal(why, remedy="Look where he stands.", clause="youngkingdoms/5.3")
    if order.verb == CONVOY:
        why = f"A fleet in {ATLAS.names[ATLAS.province[unit.at]]} is of no use to that convoy of {NAMES[who]}."
        return Illegal(why, remedy="Convoy him from coast to coast.", clause="youngkingdoms/5.4a")
    if order.to < 0:
        why = f"No unit supports {NAMES[who]} to stand."
        return Illegal(why, remedy="Units may back a magical attack of his.", clause="youngkingdoms/5.3")
    if order.to not in ATLAS.next_to[at]:
        why = f"{NAMES[who]} cannot attack {ATLAS.names[order.to]} from {ATLAS.names[at]}: it is not next to him."
        return Illegal(why, remedy="Support an attack on a space next to him.", clause="youngkingdoms/5.3")
    if order.to not in field.beside[field.units.index(unit)]:
        why = f"The unit in {ATLAS.names[ATLAS.province[unit.at]]} could not go to {ATLAS.names[order.to]} itself."
        return Illegal(why, remedy="Support into a space next to it.", clause="youngkingdoms/5.5.attack")
    return None


def _of_card(position: YoungKingdomsPosition, here: int, order: Order) -> Illegal | None:
    name = ATLAS.names[here]
    if order.verb != TAKE and not cards_at(position, CARRIED, here):
        return Illegal(f"The unit in {name} carries no spell card.", remedy="Leave this order out.", clause=CARDS)
    if order.verb == LEAVE and ATLAS.is_sea[here]:
        return Illegal("At sea no card can be left.", remedy="Destroy it, or carry it to land.", clause=CARDS)
    if order.verb in (GIVE, TAKE):
        other = order.to if order.verb == GIVE else order.of
        if other != here and other not in ATLAS.next_to[here]:
            why = f"{ATLAS.names[other]} is not next to {name}."
            return Illegal(why, remedy="A card passes between neighbours.", clause=CARDS)
        return Illegal(
            f"There is nobody in {ATLAS.names[other]} to {'give it to' if order.verb == GIVE else 'take it from'}.",
            remedy="Name a space where another unit stands.",
            clause=CARDS,
        )
    return None


def of_sorcerer(position: YoungKingdomsPosition, who: int, order: Order) -> Illegal | None:
    """Return why a sorcerer cannot do what is ordered, None where nothing special is to be said."""
    at = position.sorcerers[who].at
    if order.verb in (LEAVE, DESTROY, GIVE):
        return Illegal(f"{NAMES[who]} keeps his spells.", remedy="He may cast them.", clause=CARDS)
    if order.verb == TAKE:
        return _taking(at, order)
    if order.verb == RIDE and order.spell:
        return carried(who)
    if order.verb == RIDE:
        why = f"There is no fleet in {ATLAS.names[at]} to ride."
        return Illegal(why, remedy="Let him board a fleet next to him first.", clause="youngkingdoms/5.4b")
    if order.verb == CONVOY:
        return Illegal(f"{NAMES[who]} convoys nobody.", remedy="Only fleets convoy.", clause="youngkingdoms/5.4a")
    if order.spell and not 0 < order.spell <= len(spells.TITLES):
        why = f"There is no spell {order.spell}."
        return Illegal(why, remedy=f"Spells are 1 to {len(spells.TITLES)}.", clause="youngkingdoms/5.3")
    if order.verb == CAST:
        return _casting(position, at, order)
    if order.spell > max(spells.ATTACKS):
        why = f"Spell {order.spell} is cast standing still."
        remedy = f"Write “{NAMES[who].partition(' ')[0]} casts {order.spell}”, with a target if it has one."
        return Illegal(why, remedy=remedy, clause="youngkingdoms/5.5e")
    if order.spell:
        return _with_spell(position, who, order)
    return _step(at, order) if order.verb == MOVE else None


def carried(who: int) -> Illegal:
    """Return why a sorcerer does not cast while he rides a fleet."""
    why = f"{NAMES[who]} stands still while he casts, and is not carried."
    return Illegal(why, remedy="Let him ride, or cast.", clause="youngkingdoms/5.5e")


def _taking(at: int, order: Order) -> Illegal:
    if order.of != at and order.of not in ATLAS.next_to[at]:
        return Illegal(f"{ATLAS.names[order.of]} is not next to him.", remedy="Name a neighbour.", clause=CARDS)
    why = f"There is no unit in {ATLAS.names[order.of]} to take a card from."
    return Illegal(why, remedy="Name a space where a unit stands.", clause=CARDS)


def _casting(position: YoungKingdomsPosition, at: int, order: Order) -> Illegal:
    spell, clause = order.spell, f"youngkingdoms/5.5.spell-{order.spell}"
    if spell in spells.SUPPORTS:
        return Illegal(
            f"Spell {spell} supports what it is written with.",
            remedy=f"Write “Elric Tho S A Seq - MoM spell {spell}”.",
            clause="youngkingdoms/5.5.support",
        )
    if spell in spells.ATTACKS:
        remedy = f"Write “Elric DRA - Fil spell {spell}”."
        return Illegal(f"Spell {spell} attacks by a move.", remedy=remedy, clause="youngkingdoms/5.5.attack")
    if spell in (spells.STANDING_ARMY, spells.KELMAIN_HORDES):
        if order.to >= 0:
            return Illegal(f"Spell {spell} has no target.", remedy=f"Write “casts {spell}” alone.", clause=clause)
        if spell == spells.STANDING_ARMY:
            return Illegal("There is no standing army at sea.", remedy="Cast it on land.", clause=clause)
        edges = " or ".join(ATLAS.names[place] for place in WORLDS_EDGE)
        return Illegal("The hordes hear him at the World's Edge only.", remedy=f"Cast it in {edges}.", clause=clause)
    if order.to < 0:
        return Illegal(f"Spell {spell} needs a target.", remedy=f"Write “casts {spell} at PAL”.", clause=clause)
    if order.to not in ATLAS.next_to[at]:
        near = ", ".join(ATLAS.names[place] for place in ATLAS.next_to[at])
        why = f"{ATLAS.names[order.to]} is not next to {ATLAS.names[at]}."
        return Illegal(why, remedy=f"He reaches {near}.", clause=clause)
    if fortresses.strength(position, order.to) and any(one.at == order.to for one in position.sorcerers):
        why = f"A sorcerer in {ATLAS.names[order.to]} is not alone: its standing army is with him."
        return Illegal(why, remedy="It falls by capture only.", clause="youngkingdoms/4.sorcerer")
    why = f"There is no army, fleet or lone sorcerer in {ATLAS.names[order.to]} to destroy."
    return Illegal(why, remedy="Name a space next to him where one stands.", clause=clause)


def _with_spell(position: YoungKingdomsPosition, who: int, order: Order) -> Illegal | None:
    spell, at = order.spell, position.sorcerers[who].at
    clause = f"youngkingdoms/5.5.spell-{spell}"
    place = ATLAS.province[order.to] if order.to >= 0 else order.of if order.of >= 0 else at
    if order.verb == SUPPORT:
        if spell in spells.ATTACKS:
            remedy = "Cast a support spell, or attack yourself."
            return Illegal(f"Spell {spell} attacks; it supports nobody.", remedy=remedy, clause=clause)
        if is_sorcerer(order.whom):
            why = "A support spell helps its caster or a unit, not another sorcerer."
            return Illegal(why, remedy="Write his own order “spell 1” to help himself.", clause="youngkingdoms/5.3")
        if order.of not in (at, *ATLAS.next_to[at]):
            why = f"{ATLAS.names[order.of]} is not next to {ATLAS.names[at]}."
            remedy = "Support a unit in his space or next to it."
            return Illegal(why, remedy=remedy, clause="youngkingdoms/5.5.support")
        if not any(ATLAS.province[unit.at] == order.of for unit in position.units):
            why = f"There is no unit in {ATLAS.names[order.of]}."
            return Illegal(why, remedy="Look where the units stand.", clause="youngkingdoms/5.5.support")
    if spell in spells.ATTACKS and order.verb == HOLD:
        why = f"Spell {spell} attacks, and he follows up."
        return Illegal(why, remedy=f"Write “Elric DRA - Fil spell {spell}”.", clause="youngkingdoms/5.5e")
    if not spells.reaches(spell, place):
        why = f"Spell {spell} works {'at sea' if spell in (2, 5) else 'on land'}, and {ATLAS.names[place]} is not."
        return Illegal(why, remedy="Cast one that works there.", clause=clause)
    if spell in spells.ATTACKS and place not in ATLAS.next_to[at]:
        near = ", ".join(ATLAS.names[to] for to in ATLAS.next_to[at] if spells.reaches(spell, to))
        why = f"{ATLAS.names[place]} is not next to {ATLAS.names[at]}."
        return Illegal(why, remedy=f"He may attack {near}.", clause="youngkingdoms/5.5.attack")
    if order.verb == MOVE and ATLAS.is_sea[place]:
        why = "Supporting himself he moves as an army, not to sea."
        return Illegal(why, remedy="Board a ship without a spell.", clause="youngkingdoms/5.5.support-self")
    return _step(at, order) if order.verb == MOVE else None


def _step(at: int, order: Order) -> Illegal | None:
    name = ATLAS.names[order.to]
    if order.to == at:
        return Illegal("He cannot move to where he stands.", remedy="Write H to hold.", clause="youngkingdoms/5.units")
    if ATLAS.is_sea[order.to] and order.to in ATLAS.next_to[at]:
        why = f"There is no fleet in the {name} to board."
        return Illegal(why, remedy="Board one next to him.", clause="youngkingdoms/5.4b")
    if ATLAS.is_sea[order.to] or ATLAS.is_sea[at] or not (ATLAS.is_coast[at] and ATLAS.is_coast[order.to]):
        why = f"He cannot go from {ATLAS.names[at]} to {name}."
        return Illegal(why, remedy="He moves as an army, to what is next to him.", clause="youngkingdoms/5.units")
    why = f"No fleets lie between {ATLAS.names[at]} and {name}."
    return Illegal(why, remedy="He moves as an army, or by convoy.", clause="youngkingdoms/5.4a")


__all__ = ["agreement", "of_sorcerer", "of_unit"]
