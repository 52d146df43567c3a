"""The moves of a season: what a seat may write, and what becomes of it, from the spells to the cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.core.log import Log
from tanelorn.games.diplomacy.judge.judging import Terms, Verdict, adjudicate
from tanelorn.games.diplomacy.judge.retreats import Beaten, places, standing
from tanelorn.games.diplomacy.orders.legality import check_help, fit
from tanelorn.games.diplomacy.orders.order import CONVOY, HOLD, MOVE, RETREAT, SUPPORT, WAIVE, Order, Unit, hold
from tanelorn.games.diplomacy.orders.possible import Field
from tanelorn.games.diplomacy.phases import chronicle
from tanelorn.games.diplomacy.phases.moving import clause_of
from tanelorn.games.diplomacy.phases.reasons import ruled
from tanelorn.games.diplomacy.position import Ruled
from tanelorn.games.diplomacy.slips.slots import Slot, Slots
from tanelorn.games.diplomacy.youngkingdoms import consents, fortresses, units
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ARMY,
    ATLAS,
    ATTACKS,
    FLEET,
    KELMAIN,
    LETTERS,
    NAMES,
    POWER_OF,
    SEATS,
    Garrison,
    Sorcerer,
    is_sorcerer,
    kind_of,
    sorcerer_of,
)
from tanelorn.games.diplomacy.youngkingdoms.notation import ABOUT_CARDS, CAST, CONSENT, RIDE, read, with_place
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.sorcery import cards, sorcerers, spells

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.slips.slip import Slip
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
        lines.append(Slot(("sorcerer", kind_of(who)), partial(_orders_of, position, field, who)))
    lines += cards.slots(position, seat)
    keys = {line.key for line in lines}
    lines += consents.slots(position, seat)
    found = _Slots(
        variant,
        seat,
        lines,
        clause=variant.clause("orders"),
        read=partial(_read, variant, position, seat),
        warn=partial(variant.warnings, position, seat),
        voyage=field.voyage,
        tied={key: ("unit", key[1]) for key in keys if key[0] == "card"},
    )
    found.position = position
    return found


def _orders_of(position: YoungKingdomsPosition, field: Field, who: int) -> list[Order]:
    """Return every order of a sorcerer, with spells and without."""
    strides = list(sorcerers.strides_of(position, field, who))
    return [*sorcerers.orders_of(position, who, strides), *spells.castings(position, field, who, strides)]


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
        """Return why two orders do not go together."""
        return cards.clash(self.position, order, other)

    def _twice(self, order: Order, before: Order) -> Illegal:
        if (order.verb == RIDE and before.spell) or (before.verb == RIDE and order.spell):
            return spells.carried(sorcerer_of(order.kind))
        if not order.spell:
            return super()._twice(order, before)
        return spells.twice(sorcerer_of(order.kind))

    def _reason(self, order: Order) -> Illegal | None:
        position = self.position
        if order.verb == CONSENT:
            return consents.refusal(self.seat, order)
        if is_sorcerer(order.kind):
            who = sorcerer_of(order.kind)
            by_spell = order.verb == CAST or (order.spell and order.verb != CONVOY)
            of_spell = spells.refusal(position, who, order) if by_spell else None
            return of_spell or sorcerers.refusal(position, who, order)
        for unit in position.units if order.at >= 0 else ():
            if ATLAS.province[unit.at] == ATLAS.province[order.at]:
                return units.refusal(position, self.variant.field(position.units), unit, order)
        return None


def _read(variant: YoungKingdomsVariant, position: YoungKingdomsPosition, seat: int, text: str) -> Order:
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
        return sorcerers.fit(position, seat, order)
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
        (magic if order.spell in ATTACKS else alone).add(number)
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
    doomed = spells.doomed(verdict, case.terms)
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
        gripped = number >= 0 and sorcerers.gains_hold(order, verdict.succeeds[number])
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
    """A sorcerer who is driven out retreats, or dies where there is no retreat (youngkingdoms/7)."""
    for who, attacker in out.items():
        at, by = position.sorcerers[who].at, verdict.here[attacker]
        shut = verdict.contested | moved.closed | (set() if verdict.by_sea[attacker] else {by})
        found = sorcerers.refuges(position, who, at, shut)
        if found:
            position.beaten += (Beaten(Unit(POWER_OF[who], kind_of(who), at), by, found),)
        else:
            sorcerers.kill(position, who, log)


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
