"""The two sorcerers: what they may be ordered besides spells, where they end up, and how they die.

To the judge, a sorcerer who fights (spells 1 to 6 on their own move) is a unit. One who does not fight is no concern of
the judge: without strength, they contest nothing, and go where they may once the others have moved (5.2a).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tanelorn.core.errors import Illegal
from tanelorn.core.log import Log
from tanelorn.games.diplomacy.judge.judging import Verdict
from tanelorn.games.diplomacy.orders.order import CONVOY, HOLD, MOVE, SUPPORT, Order, Unit
from tanelorn.games.diplomacy.orders.possible import Field, shores
from tanelorn.games.diplomacy.youngkingdoms import fortresses
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    ATTACKS,
    FLEET,
    NAMES,
    POWER_OF,
    SEATS,
    Sorcerer,
    kind_of,
    sorcerer_of,
)
from tanelorn.games.diplomacy.youngkingdoms.notation import ABOUT_CARDS, RIDE
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.sorcery import cards


def orders_of(position: YoungKingdomsPosition, who: int, strides: Sequence[Order]) -> list[Order]:
    """Return every order of a sorcerer but those with spells: to hold, to go as an army does (5.units), to ride."""
    at = position.sorcerers[who].at
    base = Order(HOLD, kind_of(who), at)
    found = [base, *strides, *_boardings(position, base)]
    if any(unit.kind == FLEET and ATLAS.province[unit.at] == at for unit in position.units):
        found.append(base._replace(verb=RIDE))
    return found


def strides_of(position: YoungKingdomsPosition, field: Field, who: int) -> Iterator[Order]:
    """Yield a sorcerer's moves overland, off a ship (5.4b) and by convoy (5.4a)."""
    base = Order(HOLD, kind_of(who), position.sorcerers[who].at)
    lands = [to for to in ATLAS.next_to[base.at] if not ATLAS.is_sea[to]]
    for to in lands if ATLAS.is_sea[base.at] else ATLAS.army[base.at]:
        yield base._replace(verb=MOVE, to=to)
    for to in shores(ATLAS, field.fleets, base.at):
        yield base._replace(verb=MOVE, to=to, via=True)


def _boardings(position: YoungKingdomsPosition, base: Order) -> Iterator[Order]:
    """Yield the moves aboard a fleet that lies in an adjacent sea (5.4b)."""
    for unit in position.units:
        if unit.kind == FLEET and ATLAS.is_sea[unit.at] and unit.at in ATLAS.next_to[base.at]:
            yield base._replace(verb=MOVE, to=unit.at)


def refusal(position: YoungKingdomsPosition, who: int, order: Order) -> Illegal | None:
    """Return why a sorcerer cannot do what is ordered, apart from spells; None where nothing special is to be said."""
    at = position.sorcerers[who].at
    if order.verb in ABOUT_CARDS:
        return cards.refusal(position, order)
    if order.verb == RIDE:
        why = f"There is no fleet in {ATLAS.names[at]} to ride."
        return Illegal(why, remedy="Board an adjacent fleet first.", clause="youngkingdoms/5.4b")
    if order.verb == CONVOY:
        return Illegal(f"{NAMES[who]} convoys nobody.", remedy="Only fleets convoy.", clause="youngkingdoms/5.4a")
    return _refusal_of_step(at, order) if order.verb == MOVE else None


def fit(position: YoungKingdomsPosition, seat: int, order: Order) -> Order:
    """Return an order fitted to a sorcerer; raise Illegal if sorcerer, spell or place is not what the order says.

    Each spell is used once (5.5b); without one a sorcerer supports nobody (5.3).
    """
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
    beside = order.to in ATLAS.next_to[order.at] if order.spell in ATTACKS else _steps(order)
    return order._replace(via=order.via or not beside)


def _steps(order: Order) -> bool:
    if ATLAS.is_sea[order.at] or ATLAS.is_sea[order.to]:
        return order.to in ATLAS.next_to[order.at]
    return order.to in ATLAS.army[order.at]


def _refusal_of_step(at: int, order: Order) -> Illegal | None:
    name = ATLAS.names[order.to]
    if order.to == at:
        why = "Nobody moves to the space where they stand."
        return Illegal(why, remedy="Write H to hold.", clause="youngkingdoms/5.units")
    if ATLAS.is_sea[order.to] and order.to in ATLAS.next_to[at]:
        why = f"There is no fleet in the {name} to board."
        return Illegal(why, remedy="Board an adjacent one.", clause="youngkingdoms/5.4b")
    if ATLAS.is_sea[order.to] or ATLAS.is_sea[at] or not (ATLAS.is_coast[at] and ATLAS.is_coast[order.to]):
        why = f"A sorcerer cannot go from {ATLAS.names[at]} to {name}."
        return Illegal(why, remedy="Sorcerers move as armies, to adjacent spaces.", clause="youngkingdoms/5.units")
    why = f"No fleets lie between {ATLAS.names[at]} and {name}."
    return Illegal(why, remedy="Sorcerers move as armies, or by convoy.", clause="youngkingdoms/5.4a")


class Moved(NamedTuple):
    """The moves of the season, by province, as far as they matter to a sorcerer without strength.

    `stands` is the unit there after the moves, `entered` the power that came in. Of the unit that was there before,
    `ordered` is its order, `whose` its power, and `went` the province it is in now (-1: dislodged). `closed` are the
    provinces shut by spell 10.
    """

    stands: dict[int, Unit]
    entered: dict[int, int]
    ordered: dict[int, Order]
    whose: dict[int, int]
    went: dict[int, int]
    closed: frozenset[int]


def survey(verdict: Verdict, count: int, units: list[Unit], closed: frozenset[int]) -> Moved:
    """Read the moves off the verdict; the first `count` of its units are no sorcerers.

    `units` are those that stand on the board after the moves.
    """
    ordered, whose, went, entered = {}, {}, {}, {}
    for index in range(len(verdict.units)):
        here, order = verdict.here[index], verdict.orders[index]
        arrives = verdict.goal[index] >= 0 and verdict.succeeds[index]
        if arrives:
            entered[verdict.goal[index]] = verdict.power[index]
        if index < count:
            whose[here] = verdict.power[index]
            ordered[here] = order or Order(HOLD, verdict.units[index].kind, here)
            went[here] = -1 if index in verdict.dislodged else verdict.goal[index] if arrives else here
    stands = {ATLAS.province[unit.at]: unit for unit in units}
    return Moved(stands, entered, ordered, whose, went, closed)


def goes_to(position: YoungKingdomsPosition, who: int, order: Order, moved: Moved) -> int:
    """Return the space in which a sorcerer without strength ends the move, by their order and the others' moves."""
    at = position.sorcerers[who].at
    if order.spell or order.verb == HOLD:
        return at
    if order.verb == RIDE:
        return _rides(position, who, moved)
    if order.via:
        return _sails(position, who, order, moved)
    if not _may_leave(moved, at) or not _is_open(position, who, order.to, moved):
        return at
    return order.to


def _rides(position: YoungKingdomsPosition, who: int, moved: Moved) -> int:
    """Return where a ride ends: with the fleet of that space, if its player ordered it as well (5.4b)."""
    at = position.sorcerers[who].at
    fleet = moved.ordered.get(at)
    if fleet is None or fleet.kind != FLEET or fleet.verb != MOVE:
        return at
    agreed = moved.whose[at] == POWER_OF[who] or fleet.via
    to = moved.went.get(at, at)
    return to if agreed and to >= 0 else at


def _may_leave(moved: Moved, at: int) -> bool:
    """Tell whether a sorcerer may step off a ship at sea: only while it lies still, even if it is dislodged (5.4b)."""
    fleet = moved.ordered.get(at)
    return not ATLAS.is_sea[at] or fleet is None or fleet.verb != MOVE


def _is_open(position: YoungKingdomsPosition, who: int, to: int, moved: Moved) -> bool:
    """Tell whether a sorcerer without strength may enter a space (5.1, 4.sorcerer, 5.4b, 5.5.spell-10)."""
    seat = POWER_OF[who]
    if to in moved.closed:
        return False
    if fortresses.is_walled(position, seat, to):
        return False
    there = moved.stands.get(to)
    if ATLAS.is_sea[to] and not (there is not None and _lies_still(moved, to)):
        return False
    return there is None or position.agree(seat, there.power, to)


def _lies_still(moved: Moved, place: int) -> bool:
    """Tell whether a fleet lay in a sea, was not ordered to move, and is not beaten."""
    order = moved.ordered.get(place)
    return order is not None and order.kind == FLEET and order.verb != MOVE and moved.went[place] == place


def _sails(position: YoungKingdomsPosition, who: int, order: Order, moved: Moved) -> int:
    """Return where a convoy ends: as far as the chain goes, in its last fleet if the goal is closed (5.4a)."""
    last = last_sea(position, order, moved)
    arrived = ATLAS.is_sea[last] and order.to in ATLAS.next_to[last]
    return order.to if arrived and _is_open(position, who, order.to, moved) else last


def last_sea(position: YoungKingdomsPosition, order: Order, moved: Moved) -> int:
    """Return the last sea that a sorcerer's convoy reaches, next to the goal if the chain holds, else its beginning."""
    seas = {
        place
        for place, given in moved.ordered.items()
        if given.verb == CONVOY
        and (given.whom, given.of, given.to) == (order.kind, order.at, order.to)
        and moved.went[place] == place
        and place not in moved.closed
    }
    last, front, seen = order.at, [order.at], {order.at}
    while front:
        reached = sorted(sea for sea in seas - seen if any(sea in ATLAS.next_to[here] for here in front))
        for sea in reached:
            if order.to in ATLAS.next_to[sea]:
                return sea
        last = reached[0] if reached else last
        seen |= set(reached)
        front = reached
    return last


def gains_hold(order: Order, succeeds: bool) -> bool:
    """Tell whether a sorcerer holds a space now by the strength of a spell: nothing else takes a centre (5.2c)."""
    return order.verb != SUPPORT and (succeeds or order.verb == HOLD)


def expelled(position: YoungKingdomsPosition, who: int, moved: Moved, stays: int) -> bool:
    """Tell whether a sorcerer without strength is driven out of the space in which they stay.

    They go when the unit beside them is beaten, and when they are alone and another power enters without consent (5.2a,
    5.2b).
    """
    power = moved.entered.get(stays, -1)
    return power >= 0 and not position.agree(POWER_OF[who], power, stays)


def refuges(position: YoungKingdomsPosition, who: int, at: int, closed: set[int]) -> tuple[int, ...]:
    """Return where a displaced sorcerer may retreat (5.2b): land they could walk to, or a unit that will have them.

    `closed` are spaces shut by stand-offs or spells, and where the attacker came from overland.
    """
    seat = POWER_OF[who]
    units = {ATLAS.province[unit.at]: unit for unit in position.units}
    beside = next((one.places for one in position.beaten if ATLAS.province[one.unit.at] == at), ())
    found = set()
    for to in ATLAS.next_to[at]:
        there = units.get(to)
        walks = not ATLAS.is_sea[to] if ATLAS.is_sea[at] else to in ATLAS.army[at]
        if to in closed or fortresses.is_walled(position, seat, to):
            continue
        other = position.sorcerers[1 - who].at == to and not position.agree(seat, POWER_OF[1 - who], to)
        if not other and (walks if there is None else position.agree(seat, there.power, to)):
            found.add(to)
    found |= {ATLAS.province[place] for place in beside if ATLAS.province[place] not in closed}
    return tuple(sorted(found))


def kill(position: YoungKingdomsPosition, who: int, log: Log) -> None:
    """Destroy a sorcerer (youngkingdoms/7), with the spells that were not used."""
    position.sorcerers = tuple(  # type: ignore[assignment]
        Sorcerer(-1) if number == who else one for number, one in enumerate(position.sorcerers)
    )
    cards.lose_hand(position, who)
    if log:
        log.say(f"**{NAMES[who]}** is destroyed.", clause="youngkingdoms/7", seat=POWER_OF[who])
