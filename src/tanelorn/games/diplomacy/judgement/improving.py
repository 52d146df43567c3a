"""Small changes of a slip: one order, a move with a support for it, a voyage, a unit with whom it carries."""

from __future__ import annotations

from itertools import combinations
from random import Random

from tanelorn.games.diplomacy.judgement.brief import Brief
from tanelorn.games.diplomacy.judgement.magic import escorts, sensible
from tanelorn.games.diplomacy.judgement.proposals import written
from tanelorn.games.diplomacy.orders.order import CONVOY, SUPPORT, Order
from tanelorn.games.diplomacy.slips.slip import Slip

MOST = 90  # changes of one slip


def neighbours(brief: Brief, slip: Slip, rng: Random) -> list[Slip]:
    """Return slips that differ from one in an order or two that go together; none is pointless on the face of it."""
    orders, sorcerers = brief.orders(slip)
    found: dict[Slip, None] = {}
    for changed in [*_single(brief, orders), *_pairs(brief, orders), *_shut(brief, orders), *_voyages(brief, orders)]:
        new = written(brief, changed, sorcerers)
        if new != slip and not brief.slots.warnings(new.orders):
            found[new] = None
    for number, slot in enumerate(brief.sorcerers):
        for order in sensible(brief, slot):
            found[written(brief, orders, [*sorcerers[:number], order, *sorcerers[number + 1 :]])] = None
    for changed, carried in _together(brief, orders):
        kinds = {order.kind for order in carried}
        found[written(brief, changed, [*carried, *(one for one in sorcerers if one.kind not in kinds)])] = None
    found.pop(slip, None)
    changes = list(found)
    rng.shuffle(changes)
    return changes[:MOST]


def _voyages(brief: Brief, orders: list[Order]) -> list[list[Order]]:
    """Send an army over the sea and have own fleets carry it."""
    found = []
    for option in brief.options:
        if option.fleets:
            changed = list(orders)
            changed[option.line] = option.order
            for fleet, convoy in option.fleets:
                changed[fleet] = convoy
            found.append(changed)
    return found


def _together(brief: Brief, orders: list[Order]) -> list[tuple[list[Order], list[Order]]]:
    """Move a unit and take the sorcerer beside it along."""
    found = []
    for number, line in enumerate(brief.lines):
        for moves in line.moves.values():
            carried = escorts(brief, moves[0])
            if carried:
                found.append(([*orders[:number], moves[0], *orders[number + 1 :]], carried))
    return found


def _single(brief: Brief, orders: list[Order]) -> list[list[Order]]:
    """Change one order; other powers' units are not helped."""
    found = []
    for number, line in enumerate(brief.lines):
        for order in line.slot.orders:
            strange = order.verb in (SUPPORT, CONVOY) and order.of not in brief.line_at
            if order != orders[number] and not strange:
                found.append([*orders[:number], order, *orders[number + 1 :]])
    return found


def _shut(brief: Brief, orders: list[Order]) -> list[list[Order]]:
    """Let two units meet in an own centre that stands empty and lies open: together they keep everybody out."""
    found = []
    for centre in brief.phase.variant.centres_of(brief.phase.position, brief.seat):
        if brief.holder[centre] < 0 and brief.is_open(centre):
            able = [number for number, line in enumerate(brief.lines) if centre in line.moves]
            for one, other in combinations(able, 2):
                changed = list(orders)
                for number in (one, other):
                    changed[number] = brief.lines[number].moves[centre][0]
                found.append(changed)
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
