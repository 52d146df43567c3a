"""Slips worth a thought, drawn at random: units spread over what attracts them, and help each other there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from tanelorn.games.diplomacy.judgement.brief import Brief, Option
from tanelorn.games.diplomacy.judgement.lines import HERE, SORCERERS, Line
from tanelorn.games.diplomacy.judgement.magic import about_cards, by_sorcerers
from tanelorn.games.diplomacy.orders.order import HOLD, MOVE, SUPPORT, Order
from tanelorn.games.diplomacy.slips.slip import Slip
from tanelorn.games.diplomacy.youngkingdoms.board import ATTACKS

FULL = 0.55  # how often an attack gets all the supports that make it sure, not any number


class Plan:
    """Orders of one seat while they are drawn up: for each line a target and an order."""

    def __init__(self, brief: Brief) -> None:
        self.brief = brief
        self.orders: list[Order] = [line.stay for line in brief.lines]
        self.goal = [line.here for line in brief.lines]
        self.bound = [False] * len(brief.lines)  # convoys, or is convoyed: may not be taken for a support

    def spread(self, rng: Random, heat: float) -> None:
        """Give every unit a target of its own, the most attractive first."""
        brief = self.brief
        options = brief.options
        heat *= 2.45  # two even draws make nearly a bell curve, and quickly; its spread is then the heat
        drawn = [option.score + heat * (rng.random() + rng.random() - 1) for option in options]
        given: dict[int, Option] = {}
        taken: set[int] = set()
        for option in [options[at] for at in sorted(range(len(options)), key=drawn.__getitem__, reverse=True)]:
            number, to = option.line, option.to
            if number in given or to in taken or self._swaps(option, given):
                continue
            if any(fleet in given for fleet, _ in option.fleets):
                continue
            given[number] = option
            taken.add(to)
            for fleet, order in option.fleets:
                here = brief.lines[fleet].here
                given[fleet] = Option(0, fleet, here, order)
                taken.add(here)
                self.bound[fleet] = True
            self.bound[number] = bool(option.fleets)
        for number, option in given.items():
            self.orders[number] = option.order
            self.goal[number] = option.to
        self._untangle()

    def _untangle(self) -> None:
        """Stop whoever marches to where an own unit stays after all."""
        line_at, lines = self.brief.line_at, self.brief.lines
        tangled = True
        while tangled:
            tangled = False
            for number, to in enumerate(self.goal):
                other = line_at.get(to, number)
                moves = self.orders[number].verb == MOVE and not self.bound[number]
                if moves and other != number and self.goal[other] == to:
                    self.orders[number] = lines[number].stay
                    self.goal[number] = lines[number].here
                    tangled = True

    def _swaps(self, option: Option, given: dict[int, Option]) -> bool:
        """Two own units cannot change places."""
        other = self.brief.line_at.get(option.to)
        if other is None or other == option.line or other not in given:
            return False
        return given[other].to == self.brief.lines[option.line].here and not option.fleets

    def support(self, rng: Random) -> None:
        """Take units from lesser tasks to support attacks that need it; give up those that get none."""
        brief = self.brief
        attacks = [number for number, order in enumerate(self.orders) if order.verb == MOVE]
        rng.shuffle(attacks)
        for number in attacks:
            to = self.goal[number]
            least = self._least(to)
            want = max(brief.rivals[to], least)
            if self.orders[number].verb != MOVE or want == 0:
                continue
            most = want if rng.random() < FULL else rng.randint(least, want)
            helpers = self._helpers(number, to, rng)[:most]
            if len(helpers) < least and rng.random() > brief.phase.drives.bold:
                self._stay(number)
                continue
            for helper, order in helpers:
                self.orders[helper] = order
                self.goal[helper] = brief.lines[helper].here

    def _least(self, to: int) -> int:
        """Return how many supports an attack needs to get in even if nobody else does anything."""
        held = self.brief.holder[to] not in (-1, self.brief.seat)
        return held + self.brief.walls.get(to, 0)

    def _stay(self, number: int) -> None:
        line = self.brief.lines[number]
        if not self.bound[number] and line.here not in self.goal:
            self.orders[number] = line.stay
            self.goal[number] = line.here

    def _helpers(self, number: int, to: int, rng: Random) -> list[tuple[int, Order]]:
        """Return who could support a move, those first whose own task is least."""
        brief = self.brief
        key = (brief.lines[number].here, to)
        found = []
        for other, line in enumerate(brief.lines):
            order = line.supports.get(key)
            if order is None or other == number or self.bound[other] or self.orders[other].verb == SUPPORT:
                continue
            if self.orders[other].verb != MOVE:
                found.append((0.0, other, order))
            elif line.here not in self.goal:
                loss = float(brief.values[self.goal[other]] - brief.values[line.here])
                found.append((1 + loss + 0.3 * rng.random(), other, order))
        return [(other, order) for _, other, order in sorted(found, key=lambda entry: entry[0])]


def settle(brief: Brief, orders: list[Order], sorcerers: Sequence[Order]) -> list[Order]:
    """Let every unit that would hold, or whose support is void, support a neighbour instead where it can.

    A support never weakens the unit that gives it. It goes where it may be needed most: to what others could attack
    or oppose; where nobody could, a unit holds.
    """
    goals = {line.here: _goal(brief, order) for line, order in zip(brief.lines, orders, strict=True)}
    strikes = {order.at: order.to for order in sorcerers if order.verb == MOVE and order.spell in ATTACKS}
    settled = list(orders)
    for number, (line, order) in enumerate(zip(brief.lines, orders, strict=True)):
        if order.verb == HOLD or _is_void(brief, order, goals, strikes):
            fitting = [(_use(brief, of, to), help) for (of, to), help in line.supports.items() if goals.get(of) == to]
            fitting += [(_use(brief, of, to), help) for (of, to), help in line.backs.items() if strikes.get(of) == to]
            use, best = max(fitting, default=(0.0, line.stay), key=lambda entry: entry[0])
            settled[number] = best if use > 0 else line.stay
    return settled


def _is_void(brief: Brief, order: Order, goals: Mapping[int, int], strikes: Mapping[int, int]) -> bool:
    """Tell whether an order supports an own unit, or sorcerer, in what they do not do."""
    if order.verb != SUPPORT:
        return False
    target = HERE if order.to < 0 else brief.atlas.province[order.to]
    if order.whom in SORCERERS:
        own = any(slot.default.at == order.of for slot in brief.sorcerers)
        return own and (order.of not in strikes or strikes[order.of] != target)
    return order.of in goals and goals[order.of] != target


def _hopeful(brief: Brief, orders: list[Order], sorcerers: Sequence[Order]) -> list[Order]:
    """Let whoever would attack a standing army with too little support stay: with nobody else there it surely fails.

    Then those stay as well who would come after.
    """
    stays = {
        line.here
        for line, order in zip(brief.lines, orders, strict=True)
        if _falls_short(brief, line, order, orders, sorcerers)
    }
    while stays:
        orders = [line.stay if line.here in stays else order for line, order in zip(brief.lines, orders, strict=True)]
        stays = {
            line.here
            for line, order in zip(brief.lines, orders, strict=True)
            if not order.via and _goal(brief, order) in stays
        }
    return orders


def _falls_short(brief: Brief, line: Line, order: Order, orders: Sequence[Order], sorcerers: Sequence[Order]) -> bool:
    to = _goal(brief, order)
    wall = brief.walls.get(to, 0)
    if not wall or order.via or brief.holder[to] >= 0:
        return False
    helps = [one for one in (*orders, *sorcerers) if one.verb == SUPPORT and one.of == line.here and one.to == order.to]
    return len(helps) < wall


def _goal(brief: Brief, order: Order) -> int:
    return brief.atlas.province[order.to] if order.verb == MOVE else HERE


def _use(brief: Brief, of: int, target: int) -> float:
    """Say how useful a support is; 0 where it is of none."""
    place = of if target == HERE else target
    held = target != HERE and (brief.holder[place] not in (-1, brief.seat) or place in brief.walls)
    if not held and not brief.is_open(place):
        return 0.0
    if target == HERE:
        return 0.1 + float(brief.values[place]) * 0.5 + min(brief.rivals[place], 2)
    return float(brief.values[place]) + 3 + 2 * held


def propose(brief: Brief, rng: Random, heat: float) -> Slip:
    """Draw one slip of orders; with more heat they are less alike."""
    plan = Plan(brief)
    plan.spread(rng, heat)
    plan.support(rng)
    return written(brief, plan.orders, by_sorcerers(brief, plan.orders, rng))


def stand(brief: Brief, rng: Random) -> Slip:
    """Return the slip of orders by which every unit stays, and supports a neighbour where that may be needed."""
    orders = [line.stay for line in brief.lines]
    return written(brief, orders, by_sorcerers(brief, orders, rng))


def written(brief: Brief, orders: list[Order], sorcerers: list[Order]) -> Slip:
    """Return the slip with these orders for units and sorcerers, nobody idle."""
    orders = settle(brief, _hopeful(brief, orders, sorcerers), sorcerers)
    return brief.slots.slip([*orders, *sorcerers, *about_cards(brief, orders, sorcerers)])
