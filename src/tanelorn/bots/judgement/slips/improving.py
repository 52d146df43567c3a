"""Small changes of a slip: one order, or a move with a support for it."""

from __future__ import annotations

from random import Random

from tanelorn.bots.judgement.slips.brief import Brief
from tanelorn.bots.judgement.slips.proposals import settle
from tanelorn.games.diplomacy.orders import CONVOY, SUPPORT, Order
from tanelorn.games.diplomacy.slip import Slip

MOST = 90  # changes of one slip


def neighbours(brief: Brief, slip: Slip, rng: Random) -> list[Slip]:
    """Return slips that differ from one in an order or in a supported move; none is pointless on the face of it."""
    lines = brief.lines
    now = {brief.slots.variant.key(order): order for order in slip.orders}
    orders = [now[line.slot.key] for line in lines]
    rest = [order for key, order in now.items() if not brief.slots.by_key[key].must]
    found: dict[Slip, None] = {}
    for changed, extra in [*_single(brief, orders, rest, rng), *((more, rest) for more in _pairs(brief, orders))]:
        settled = settle(brief, changed)
        new = brief.slots.slip([*settled, *extra])
        if new != slip and not brief.slots.warnings(new.orders):
            found[new] = None
    changes = list(found)
    rng.shuffle(changes)
    return changes[:MOST]


def _single(brief: Brief, orders: list[Order], rest: list[Order], rng: Random) -> list[tuple[list[Order], list[Order]]]:
    """Change one order, or what need not be ordered."""
    found = []
    for number, line in enumerate(brief.lines):
        for order in line.slot.orders:
            strange = order.verb in (SUPPORT, CONVOY) and not order.spell and order.of not in brief.line_at
            if order != orders[number] and not strange:
                found.append(([*orders[:number], order, *orders[number + 1 :]], rest))
    for slot in brief.slots.optional:
        other = [order for order in rest if brief.slots.variant.key(order) != slot.key]
        if len(other) < len(rest):
            found.append((orders, other))
        if len(other) < brief.slots.most:
            found += [(orders, [*other, order]) for order in rng.sample(list(slot.orders), min(6, len(slot.orders)))]
    return found


def _pairs(brief: Brief, orders: list[Order]) -> list[list[Order]]:
    """Change one unit to move and another to support it."""
    found = []
    for number, line in enumerate(brief.lines):
        for to, moves in line.moves.items():
            for helper, other in enumerate(brief.lines):
                help = other.supports.get((line.here, to))
                if help is not None and helper != number:
                    changed = list(orders)
                    changed[number], changed[helper] = moves[0], help
                    found.append(changed)
    return found
