"""Slips worth a thought, drawn at random: units spread over what attracts them, and help each other there."""

from __future__ import annotations

from random import Random

from tanelorn.bots.judgement.slips.brief import Brief, Option
from tanelorn.bots.judgement.slips.lines import HERE
from tanelorn.games.diplomacy.orders import HOLD, MOVE, SUPPORT, Order
from tanelorn.games.diplomacy.slip import Slip

BOLD = 0.2  # how often an attack on a unit goes on without any support
FULL = 0.55  # how often an attack gets all the supports that make it sure, not any number
SPELLS = 0.3  # how often a proposal uses something that need not be used


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
                if other != number and self.goal[other] == to and not self.bound[number]:
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
            if self.orders[number].verb != MOVE or brief.rivals[to] == 0:
                continue
            held = brief.holder[to] not in (-1, brief.seat)
            want = brief.rivals[to]
            most = want if rng.random() < FULL else rng.randint(0, want)
            helpers = self._helpers(number, to, rng)[: max(most, 1) if held else most]
            for helper, order in helpers:
                self.orders[helper] = order
                self.goal[helper] = brief.lines[helper].here
            if held and not helpers and rng.random() > BOLD:
                self._stay(number)

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


def settle(brief: Brief, orders: list[Order]) -> list[Order]:
    """Let every unit that would hold, or whose support is void, support a neighbour instead where it can.

    A support never weakens the unit that gives it. Own attacks that may be met come first, then threatened neighbours,
    then any neighbour.
    """
    goals = {line.here: _goal(brief, order, line.here) for line, order in zip(brief.lines, orders, strict=True)}
    settled = list(orders)
    for number, (line, order) in enumerate(zip(brief.lines, orders, strict=True)):
        idle = order.verb == HOLD and not order.spell
        if order.verb == SUPPORT and not order.spell and order.of in goals:
            target = HERE if order.to < 0 else brief.atlas.province[order.to]
            idle = goals[order.of] != target
        if idle:
            fitting = [(_use(brief, of, to), help) for (of, to), help in line.supports.items() if goals.get(of) == to]
            best = max(fitting, default=None, key=lambda entry: entry[0])
            settled[number] = best[1] if best is not None else line.stay
    return settled


def _goal(brief: Brief, order: Order, here: int) -> int:
    return brief.atlas.province[order.to] if order.verb == MOVE else HERE


def _use(brief: Brief, of: int, target: int) -> float:
    """Say how useful a support is."""
    place = of if target == HERE else target
    if target == HERE:
        return float(brief.values[place]) * 0.5 + min(brief.rivals[place], 2)
    held = brief.holder[place] not in (-1, brief.seat)
    return float(brief.values[place]) + 3 * (brief.rivals[place] > 0) + 2 * held


def propose(brief: Brief, rng: Random, heat: float) -> Slip:
    """Draw one slip of orders; with more heat they are less alike."""
    plan = Plan(brief)
    plan.spread(rng, heat)
    plan.support(rng)
    orders = settle(brief, plan.orders)
    free = brief.slots.optional
    if free and rng.random() < SPELLS and brief.slots.most > 0:
        orders.append(rng.choice(rng.choice(free).orders))
    return brief.slots.slip(orders)
