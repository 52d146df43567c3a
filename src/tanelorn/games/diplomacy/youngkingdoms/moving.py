"""A season's moves: spells at the start, then the judge, then the sorcerers, the fortresses and the cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.core.log import Log
from tanelorn.games.diplomacy import chronicle
from tanelorn.games.diplomacy.judge import Terms, Verdict, adjudicate
from tanelorn.games.diplomacy.legality import check_help, fit
from tanelorn.games.diplomacy.moving import clause_of
from tanelorn.games.diplomacy.orders import CONVOY, HOLD, MOVE, RETREAT, SUPPORT, WAIVE, Order, Unit, hold
from tanelorn.games.diplomacy.position import Ruled
from tanelorn.games.diplomacy.possible import shores
from tanelorn.games.diplomacy.reasons import ruled
from tanelorn.games.diplomacy.retreats import Beaten, places, standing
from tanelorn.games.diplomacy.slots import Slot, Slots
from tanelorn.games.diplomacy.youngkingdoms import cards, fortresses, kelmain, refusals, sorcerers, spells
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition, kind_of
from tanelorn.games.diplomacy.youngkingdoms.realm import (
    ARMY,
    ATLAS,
    ELRIC,
    FLEET,
    KELMAIN,
    LETTERS,
    NAMES,
    POWER_OF,
    SEATS,
    Consent,
    Garrison,
    Sorcerer,
    is_sorcerer,
)
from tanelorn.games.diplomacy.youngkingdoms.writing import CONSENT, DESTROY, GIVE, LEAVE, RIDE, TAKE, read, with_place

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.slip import Slip
    from tanelorn.games.diplomacy.youngkingdoms.variant import YoungKingdomsVariant

ABOUT_CARDS = (LEAVE, DESTROY, GIVE, TAKE)


def slots(variant: YoungKingdomsVariant, position: YoungKingdomsPosition, seat: int) -> Slots:
    """Return a slot for each unit and sorcerer of a seat, for the cards they carry, and for consents."""
    field = variant.field(position.units)
    lines = [
        Slot(("unit", field.here[index]), partial(_unit_orders, variant, position, index))
        for index, unit in enumerate(position.units)
        if unit.power == seat and not (unit.kind == KELMAIN and position.unruly)
    ]
    for who in position.sorcerers_of(seat):
        lines.append(Slot(("sorcerer", kind_of(who)), partial(sorcerers.orders_of, position, field, who)))
    lines += cards.slots(position, seat)
    lines += _consents(position, seat)
    found = _Slots(
        variant,
        seat,
        lines,
        clause=variant.clause("orders"),
        read=partial(reading, variant, position, seat),
        warn=partial(variant.warnings, position, seat),
    )
    found.position = position
    return found


class _Slots(Slots):
    """Slots that know more of why an order is refused."""

    position: YoungKingdomsPosition

    def slot_of(self, order: Order) -> Slot:
        """Return the slot that an order belongs in; raise Illegal if there is none or the order cannot stand there."""
        try:
            return super().slot_of(order)
        except Illegal as error:
            raise self._reason(order) or error from None

    def _twice(self, order: Order) -> Illegal:
        if not order.spell:
            return super()._twice(order)
        why = f"{NAMES[order.kind - ELRIC]} has an order already, and casts at most one spell in a season."
        return Illegal(why, remedy="Write one order for him.", clause="youngkingdoms/5.5d")

    def _reason(self, order: Order) -> Illegal | None:
        position = self.position
        if order.verb == CONSENT:
            return refusals.agreement(self.seat, order)
        if is_sorcerer(order.kind):
            return refusals.of_sorcerer(position, order.kind - ELRIC, order)
        for unit in position.units if order.at >= 0 else ():
            if ATLAS.province[unit.at] == ATLAS.province[order.at]:
                return refusals.of_unit(position, self.variant.field(position.units), unit, order)
        return None


def _unit_orders(variant: YoungKingdomsVariant, position: YoungKingdomsPosition, index: int) -> list[Order]:
    """The ordinary orders of a unit, and what sorcerers add: backing their attacks, convoying and carrying them."""
    field = variant.field(position.units)
    unit, here = field.units[index], field.here[index]
    found = kelmain.allowed(unit, field.orders(index))
    for who in (0, 1):
        at = position.sorcerers[who].at
        if at < 0:
            continue
        if unit.kind != KELMAIN:
            back = Order(SUPPORT, unit.kind, unit.at, of=at, whom=kind_of(who))
            found += [back._replace(to=to) for to in ATLAS.next_to[at] if to in field.beside[index] and to != here]
        if field.fleets >> here & 1:
            found += _convoys(unit, at, kind_of(who), field.fleets)
        if at == here and unit.kind == 1 and POWER_OF[who] != unit.power:
            found += [order._replace(via=True) for order in found if order.verb == MOVE and not order.via]
    return list(dict.fromkeys(found))


def _convoys(unit: Unit, at: int, kind: int, fleets: int) -> list[Order]:
    """A fleet at sea convoys a sorcerer as it would an army (5.4a)."""
    sea = ATLAS.province[unit.at]
    base = Order(CONVOY, unit.kind, unit.at, of=at, whom=kind)
    return [base._replace(to=to) for to in shores(ATLAS, fleets, at) if ATLAS.may_convoy(sea, at, to)]


def _consents(position: YoungKingdomsPosition, seat: int) -> list[Slot]:
    """Agreement to share (5.1), with a power or in a space, where a sorcerer comes near a unit of the seat."""
    mine = position.sorcerers_of(seat)
    alive = [who for who in (0, 1) if position.sorcerers[who].alive]
    powers = range(len(SEATS)) if mine else [POWER_OF[who] for who in alive]
    lines = [
        Slot(("consent", "power", power), partial(list, [Order(CONSENT, whom=power)]), must=False)
        for power in powers
        if power != seat
    ]
    near: set[int] = set()
    for who in alive:
        at = position.sorcerers[who].at
        near |= {at, *ATLAS.next_to[at]}
    stand = {ATLAS.province[unit.at] for unit in position.units if unit.power == seat}
    reach = near if mine else {place for place in near if place in stand or stand & set(ATLAS.next_to[place])}
    return lines + [
        Slot(("consent", "space", place), partial(list, [Order(CONSENT, to=place)]), must=False)
        for place in (sorted(reach) if alive else ())
    ]


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
    units = {ATLAS.province[unit.at]: unit for unit in position.units}
    if is_sorcerer(order.whom) or order.verb in ABOUT_CARDS or order.verb == RIDE:
        helped = order
        order = fit(ATLAS, Order(HOLD, order.kind, order.at), units, seat, SEATS, None)
        return helped._replace(kind=order.kind, at=order.at)
    carrying = order.via and order.kind == FLEET and order.verb == MOVE
    try:
        order = fit(ATLAS, order._replace(via=False) if carrying else order, units, seat, SEATS, said)
        check_help(ATLAS, order, units)
    except TanelornError as error:
        clause = error.clause or variant.clause(clause_of(ATLAS, order, units, seat, error))
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
    who = order.kind - ELRIC
    if not position.sorcerers[who].alive:
        raise Illegal(f"{NAMES[who]} is dead.", remedy="Leave him out.", clause="youngkingdoms/7")
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
        raise Illegal(f"Spell {order.spell} {why}.", remedy=f"He holds {held}.", clause="youngkingdoms/5.5b")
    if order.verb == MOVE and order.to >= 0:
        order = _way(position, order._replace(to=ATLAS.province[order.to], at=at))
    whom = order.whom
    if order.verb == SUPPORT and whom < 0:
        whom = next((unit.kind for unit in position.units if ATLAS.province[unit.at] == order.of), -1)
    return order._replace(at=at, whom=whom)


def _way(position: YoungKingdomsPosition, order: Order) -> Order:
    """A sorcerer walks, steps aboard or ashore, or attacks what is next to him; else he goes by convoy."""
    beside = order.to in ATLAS.next_to[order.at] if order.spell in spells.ATTACKS else _steps(order)
    return order._replace(via=order.via or not beside)


def _steps(order: Order) -> bool:
    if ATLAS.is_sea[order.at] or ATLAS.is_sea[order.to]:
        return order.to in ATLAS.next_to[order.at]
    return order.to in ATLAS.army[order.at]


class _Case(NamedTuple):
    """What the judge is asked: units and orders; `ordinary` come first, `fighters` finds a sorcerer's."""

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
    position.consents = tuple(
        Consent(seat, order.whom, order.to)
        for seat, slip in sorted(slips.items())
        for order in slip.orders
        if order.verb == CONSENT
    )
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
        chronicle.out(variant, position, living, log)


def _case(
    variant: YoungKingdomsVariant,
    position: YoungKingdomsPosition,
    given: dict[tuple[object, ...], Order],
    own: dict[int, Order],
    closed: frozenset[int],
) -> _Case:
    """Put the question to the judge: sorcerers who fight are units, those who lend support stand apart."""
    units = list(position.units)
    orders = [given.get(variant.key(hold(unit))) or hold(unit) for unit in units]
    if position.unruly:
        orders = [hold(unit) if unit.kind == KELMAIN else order for unit, order in zip(units, orders, strict=True)]
    count = len(units)
    here = {ATLAS.province[unit.at] for unit in units}
    index, guests = {}, {}
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
        elif order.at in here and order.at not in guests:
            guests[order.at] = number
        elif order.at in here:
            apart.add(number)
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
    wall = {one.at: one.power for one in position.garrisons}
    for mover, order in enumerate(orders):
        if order.verb != MOVE:
            continue
        to = ATLAS.province[order.to]
        for other in range(len(units)):
            mixed = mover in index.values() or other in index.values()
            if mixed and other != mover and position.agree(units[mover].power, units[other].power, to):
                friends.add((mover, other))
        if mover in index.values() and wall.get(to, -1) >= 0 and position.agree(units[mover].power, wall[to], to):
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
    """Let the verdict come true: units stand or are beaten, fortresses fall, sorcerers go where they may.

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
    given = own.get(order.whom - ELRIC)
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
    """Put each sorcerer where he stands; return what became of the orders, and who is driven out by which unit."""
    now = {who: _place(position, who, order, case, verdict, moved) for who, order in own.items()}
    alive = [who for who in own if position.sorcerers[who].alive]
    if len(alive) == 2 and now[0] == now[1]:
        _part(position, case, now)
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


def _part(position: YoungKingdomsPosition, case: _Case, now: dict[int, int]) -> None:
    """Two sorcerers who have not agreed do not meet: who moved there without strength stays where he was (5.2a)."""
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
