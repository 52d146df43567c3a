"""A season's moves: spells at the start, then the judge, then the sorcerers, the fortresses and the cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from tanelorn.core.log import Log
from tanelorn.games.diplomacy.judge.judging import Terms, Verdict, adjudicate
from tanelorn.games.diplomacy.judge.retreats import Beaten, places, standing
from tanelorn.games.diplomacy.orders.order import CONVOY, HOLD, MOVE, SUPPORT, Order, Unit, hold
from tanelorn.games.diplomacy.phases import chronicle
from tanelorn.games.diplomacy.phases.reasons import ruled
from tanelorn.games.diplomacy.position import Ruled
from tanelorn.games.diplomacy.youngkingdoms import cards, consents, fortresses, sorcerers, spells
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.realm import (
    ATLAS,
    KELMAIN,
    POWER_OF,
    Garrison,
    Sorcerer,
    is_sorcerer,
    kind_of,
    sorcerer_of,
)
from tanelorn.games.diplomacy.youngkingdoms.writing import ABOUT_CARDS, RIDE

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.slips.slip import Slip
    from tanelorn.games.diplomacy.youngkingdoms.variant import YoungKingdomsVariant


class _Case(NamedTuple):
    """What the judge is asked. The first `ordinary` units are no sorcerers; `fighters` are the indices of those."""

    units: list[Unit]
    orders: list[Order]
    ordinary: int
    fighters: dict[int, int]
    terms: Terms


def resolve(
    variant: YoungKingdomsVariant, position: YoungKingdomsPosition, slips: Mapping[int, Slip], log: Log
) -> None:
    """Carry a season's orders out, in the order of 5.5e: spells, moves, sorcerers, fortresses, cards."""
    living = variant.living(position) if log else []
    given = {variant.key(order): order for slip in slips.values() for order in slip.orders}
    position.consents = consents.given(slips)
    about_cards = [order for order in given.values() if order.verb in ABOUT_CARDS]
    if log:
        log.say(f"{chronicle.season(variant, position)}: moves", clause=variant.clause("orders"), heading=True)
    about_cards = cards.at_once(position, about_cards, log)
    own = {
        who: given.get(("sorcerer", kind_of(who)), Order(HOLD, kind_of(who), position.sorcerers[who].at))
        for who in (0, 1)
        if position.sorcerers[who].alive
    }
    dead_before = position.units
    closed = spells.cast_all(position, own, log)
    case = _case(variant, position, given, own, closed)
    verdict = adjudicate(ATLAS, case.units, case.orders, case.terms)
    fallen = _carry_out(variant, position, case, verdict, own, log)
    _see_to_cards(position, about_cards, own, case, verdict, log)
    gone = [unit for unit in dead_before if unit not in case.units]
    lost = [(unit, given.get(variant.key(hold(unit))) or hold(unit)) for unit in gone]
    position.ruled += tuple(Ruled(unit.power, order, False, "destroyed") for unit, order in lost)
    if log:
        variant.tell_moves(position, log)
        for one in fallen:
            text = f"The standing army of {ATLAS.names[one.at]} is destroyed."
            log.say(text, clause="youngkingdoms/4.capture", places=(ATLAS.ids[one.at],))
        chronicle.eliminated(variant, position, living, log)


def _case(
    variant: YoungKingdomsVariant,
    position: YoungKingdomsPosition,
    given: dict[tuple[object, ...], Order],
    own: dict[int, Order],
    closed: frozenset[int],
) -> _Case:
    """Return what the judge is asked: sorcerers who fight are units, those who only lend support stand apart."""
    units = list(position.units)
    orders = [given.get(variant.key(hold(unit))) or hold(unit) for unit in units]
    if position.unruly:
        orders = [hold(unit) if unit.kind == KELMAIN else order for unit, order in zip(units, orders, strict=True)]
    count = len(units)
    here = {ATLAS.province[unit.at] for unit in units}
    index: dict[int, int] = {}
    guests: dict[int, tuple[int, ...]] = {}
    magic, firm, apart, alone = (set[int]() for _ in range(4))
    for who, order in own.items():
        alive = position.sorcerers[who].alive
        if not 1 <= order.spell <= 6 or (not alive and order.verb != SUPPORT):
            continue
        index[who] = number = len(units)
        units.append(Unit(POWER_OF[who], kind_of(who), order.at))
        orders.append(order)
        if order.verb == SUPPORT:
            apart.add(number)
            firm.add(number)
        elif order.at in here:
            guests[order.at] = (*guests.get(order.at, ()), number)
        else:
            here.add(order.at)
        (magic if order.spell in spells.ATTACKS else alone).add(number)
    friends, welcome = _agreed(position, units, orders, index)
    terms = Terms(
        garrisons=fortresses.terms(position),
        closed=closed,
        welcome=frozenset(welcome),
        magic=frozenset(magic),
        firm=frozenset(firm),
        apart=frozenset(apart),
        alone=frozenset(alone),
        guests=guests,
        friends=frozenset(friends),
    )
    return _Case(units, orders, count, index, terms)


def _agreed(
    position: YoungKingdomsPosition, units: list[Unit], orders: list[Order], index: dict[int, int]
) -> tuple[set[tuple[int, int]], set[int]]:
    """Return who does not oppose whom, and who is let into a fortress: fighting sorcerers and who agreed (5.1)."""
    friends: set[tuple[int, int]] = set()
    welcome = set()
    fighters = set(index.values())
    wall = {one.at: one.power for one in position.garrisons}
    for mover, order in enumerate(orders if fighters else ()):
        if order.verb != MOVE:
            continue
        to = ATLAS.province[order.to]
        for other in range(len(units)) if mover in fighters else fighters:
            if other != mover and position.agree(units[mover].power, units[other].power, to):
                friends.add((mover, other))
        if mover in fighters and wall.get(to, -1) >= 0 and position.agree(units[mover].power, wall[to], to):
            welcome.add(mover)
    return friends, welcome


def _carry_out(
    variant: YoungKingdomsVariant,
    position: YoungKingdomsPosition,
    case: _Case,
    verdict: Verdict,
    own: dict[int, Order],
    log: Log,
) -> list[Garrison]:
    """Change the position as the verdict says: units stand or retreat, fortresses fall, sorcerers go where they may.

    Returns the standing armies that fell.
    """
    closed = case.terms.closed
    rulings = [ruled(verdict, number) for number in range(case.ordinary)]
    stand = [unit for unit in standing(verdict) if not is_sorcerer(unit.kind)]
    moved = sorcerers.survey(verdict, case.ordinary, stand, closed)
    position.units = variant.in_order(stand)
    position.contested = tuple(sorted(verdict.contested))
    captors = {
        verdict.goal[index]: verdict.power[index]
        for index in range(len(verdict.units))
        if verdict.goal[index] >= 0 and verdict.succeeds[index] and index not in case.terms.welcome
    }
    fallen = fortresses.fall(position, captors)
    placed, out = _place_sorcerers(position, case, verdict, own, moved)
    position.ruled = (*(_of_convoy(verdict, own, number, one) for number, one in enumerate(rulings)), *placed)
    taken = {ATLAS.province[unit.at] for unit in stand} | verdict.contested | closed
    doomed = _doomed(case, verdict)
    position.beaten = tuple(
        _beaten(position, verdict, number, taken)
        for number in sorted(verdict.dislodged)
        if number < case.ordinary
        and number not in doomed
        and not (position.unruly and case.units[number].kind == KELMAIN)
    )
    _drive_out(position, out, verdict, moved, log)
    return fallen


def _of_convoy(verdict: Verdict, own: dict[int, Order], number: int, ruling: Ruled) -> Ruled:
    """Return what became of an order to convoy a sorcerer without strength, whose move the judge does not see."""
    order = ruling.order
    if order.verb != CONVOY or not is_sorcerer(order.whom):
        return ruling
    given = own.get(sorcerer_of(order.whom))
    if given is None or given.verb != MOVE or not given.via or given.spell or given.to != order.to:
        return ruling
    if number in verdict.dislodged:
        return Ruled(ruling.power, order, False, "dislodged", verdict.here[verdict.dislodged[number]])
    return Ruled(ruling.power, order)


def _doomed(case: _Case, verdict: Verdict) -> set[int]:
    """The units that a magical attack has displaced: they are destroyed (5.5.attack-kill)."""
    found = set()
    for index in verdict.dislodged:
        into = verdict.into.get(verdict.here[index], ())
        if any(n in case.terms.magic and verdict.succeeds[n] and (n, index) not in case.terms.friends for n in into):
            found.add(index)
    return found


def _beaten(position: YoungKingdomsPosition, verdict: Verdict, index: int, taken: set[int]) -> Beaten:
    """Return a beaten unit with its retreats: not into another's fortress, nor where a stranger's sorcerer stands."""
    unit = verdict.units[index]
    attacker = verdict.dislodged[index]
    by = verdict.here[attacker]
    shut = taken | {one.at for one in position.garrisons if one.power != unit.power}
    for who in (0, 1):
        at = position.sorcerers[who].at
        if at >= 0 and not position.agree(unit.power, POWER_OF[who], at):
            shut.add(at)
    return Beaten(unit, by, places(ATLAS, unit, shut if verdict.by_sea[attacker] else shut | {by}))


def _place_sorcerers(
    position: YoungKingdomsPosition,
    case: _Case,
    verdict: Verdict,
    own: dict[int, Order],
    moved: sorcerers.Moved,
) -> tuple[list[Ruled], dict[int, int]]:
    """Place the sorcerers; return what became of their orders, and by which unit each one driven out was driven."""
    now = {who: _place(position, who, order, case, verdict, moved) for who, order in own.items()}
    alive = [who for who in own if position.sorcerers[who].alive]
    if len(alive) == 2 and now[0] == now[1]:
        _keep_apart(position, case, now)
    rulings = []
    out: dict[int, int] = {}
    after = list(position.sorcerers)
    for who, order in own.items():
        if who not in alive:
            rulings.append(Ruled(POWER_OF[who], order, order.verb not in (MOVE, RIDE), "destroyed"))
            continue
        number = case.fighters.get(who, -1)
        fights = number >= 0 and number not in case.terms.apart
        place, before = now[who], position.sorcerers[who]
        stays = place == before.at
        driven = number in verdict.dislodged and stays if fights else sorcerers.expelled(position, who, moved, place)
        if driven:
            out[who] = _driver(verdict, number, place)
        gripped = number >= 0 and order.verb != SUPPORT and (verdict.succeeds[number] or order.verb == HOLD)
        after[who] = Sorcerer(place, not driven and (gripped or (before.grip and stays)))
        rulings.append(_ruling(who, order, verdict, number, place, verdict.here[out[who]] if driven else -1))
    position.sorcerers = (after[0], after[1])
    return rulings, out


def _ruling(who: int, order: Order, verdict: Verdict, number: int, place: int, driver: int) -> Ruled:
    """Return what became of a sorcerer's order."""
    if number >= 0:
        return ruled(verdict, number)
    if driver >= 0:
        return Ruled(POWER_OF[who], order, False, "dislodged", driver)
    if order.verb == RIDE and place == order.at:
        return Ruled(POWER_OF[who], order, False, "not carried")
    arrived = order.verb != MOVE or place == order.to
    return Ruled(POWER_OF[who], order, arrived, "" if arrived else "refused")


def _place(
    position: YoungKingdomsPosition, who: int, order: Order, case: _Case, verdict: Verdict, moved: sorcerers.Moved
) -> int:
    at = order.at
    number = case.fighters.get(who, -1)
    if number < 0 or order.verb == SUPPORT:
        return sorcerers.goes_to(position, who, order, moved) if position.sorcerers[who].alive else -1
    if order.verb == MOVE and verdict.succeeds[number]:
        return order.to
    if order.verb == MOVE and order.via:
        return sorcerers.last_sea(position, order, moved)
    return at


def _keep_apart(position: YoungKingdomsPosition, case: _Case, now: dict[int, int]) -> None:
    """Keep two sorcerers who have not agreed apart: one who moved there without strength stays behind (5.2a)."""
    place = now[0]
    if position.agree(POWER_OF[0], POWER_OF[1], place):
        return
    for who in (0, 1):
        number = case.fighters.get(who, -1)
        if number < 0 or case.orders[number].verb == SUPPORT:
            now[who] = position.sorcerers[who].at


def _driver(verdict: Verdict, number: int, place: int) -> int:
    """Return the unit that drives a sorcerer out of a space."""
    if number in verdict.dislodged:
        return verdict.dislodged[number]
    return next(n for n in verdict.into[place] if verdict.succeeds[n])


def _drive_out(
    position: YoungKingdomsPosition, out: dict[int, int], verdict: Verdict, moved: sorcerers.Moved, log: Log
) -> None:
    """A sorcerer who is driven out retreats, or dies where there is no retreat (7)."""
    for who, attacker in out.items():
        at, by = position.sorcerers[who].at, verdict.here[attacker]
        shut = verdict.contested | moved.closed | (set() if verdict.by_sea[attacker] else {by})
        found = sorcerers.refuges(position, who, at, shut)
        if found:
            position.beaten += (Beaten(Unit(POWER_OF[who], kind_of(who), at), by, found),)
        else:
            spells.kill(position, who, log)


def _see_to_cards(
    position: YoungKingdomsPosition,
    orders: list[Order],
    own: dict[int, Order],
    case: _Case,
    verdict: Verdict,
    log: Log,
) -> None:
    """Carry out the orders about cards, let cards follow or leave their units, then let them be found (5.5c)."""
    moved, resting = {}, set()
    waiting = {ATLAS.province[one.unit.at] for one in position.beaten if not is_sorcerer(one.unit.kind)}
    for index in range(case.ordinary):
        here = verdict.here[index]
        if index in verdict.dislodged:
            moved[here] = -1 if here in waiting else -2
        elif verdict.goal[index] >= 0:
            moved[here] = verdict.goal[index] if verdict.succeeds[index] else here
        else:
            resting.add(here)
    beaten = {one.unit.kind for one in position.beaten}
    still = {
        who
        for who, order in own.items()
        if position.sorcerers[who].alive and order.verb not in (MOVE, RIDE) and kind_of(who) not in beaten
    }
    cards.after_moves(position, orders, moved, resting, still, log)
    cards.find(position, log)
