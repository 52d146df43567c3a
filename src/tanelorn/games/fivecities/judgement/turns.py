"""A turn of Five Cities for every pair of orders at once, in NumPy.

It does what games/fivecities/combat.py and bombardment.py do, and a test holds the two together; it exists since
search wants hundreds of turns from one position, all alike but for the orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tanelorn.games.fivecities.board import AREAS, NEIGHBOURS, PROVINCES
from tanelorn.games.fivecities.notation import Order

Counts: TypeAlias = NDArray[np.int16]

_ARROWS = [(origin, to) for origin in range(AREAS) for to in NEIGHBOURS[origin]]
_ARROW = {arrow: number for number, arrow in enumerate(_ARROWS)}
_BACK = np.array([_ARROW[to, origin] for origin, to in _ARROWS])
_LEAVES = np.zeros((len(_ARROWS), AREAS), np.int16)
_ENTERS = np.zeros((len(_ARROWS), AREAS), np.int16)
for _number, (_origin, _to) in enumerate(_ARROWS):
    _LEAVES[_number, _origin] = 1
    _ENTERS[_number, _to] = 1
_MOVES = _ENTERS - _LEAVES


def marches(orders: Sequence[Order]) -> Counts:
    """Return how many pieces each order sends along each arrow: int16 [order, arrow]."""
    table = np.zeros((len(orders), len(_ARROWS)), np.int16)
    for number, order in enumerate(orders):
        for origin, to, count in order.moves:
            table[number, _ARROW[origin, to]] = count
    return table


def after_turn(
    pieces: Sequence[Sequence[int]], orders: tuple[Sequence[Order], Sequence[Order]]
) -> tuple[Counts, Counts]:
    """Return the pieces of both seats at the end of the turn: int16 [first's order, second's order, area] each."""
    here = np.array(pieces, np.int16)
    going = marches(orders[0]), marches(orders[1])
    shape = (len(orders[0]), len(orders[1]), AREAS)
    first = np.broadcast_to((here[0] + going[0] @ _MOVES)[:, None], shape).copy()
    second = np.broadcast_to((here[1] + going[1] @ _MOVES)[None], shape).copy()
    _exchange(going, (first, second))
    _fight(here, first, second)
    for area, struck in _struck(orders[0]):
        for own in (first, second):
            own[struck, :, area] = _left(area, own[struck, :, area])
    for area, struck in _struck(orders[1]):
        for own in (first, second):
            own[:, struck, area] = _left(area, own[:, struck, area])
    return first, second


def _struck(orders: Sequence[Order]) -> list[tuple[int, list[int]]]:
    """Return the areas that orders strike, each with the numbers of these orders."""
    found: dict[int, list[int]] = {}
    for number, order in enumerate(orders):
        if order.bomb >= 0:
            found.setdefault(order.bomb, []).append(number)
    return list(found.items())


def _left(area: int, there: Counts) -> Counts:
    """Return what lightning leaves: in a city nothing, in a province half, rounded up."""
    return np.zeros_like(there) if area >= PROVINCES else there - (there >> 1)


def _exchange(going: tuple[Counts, Counts], pieces: tuple[Counts, Counts]) -> None:
    """Take away what falls on the way, where two orders use a connection from both ends."""
    back = going[1][:, _BACK]
    meets = (going[0] > 0).astype(np.float32) @ (back > 0).astype(np.float32).T
    i, j = np.nonzero(meets)
    if not i.size:
        return
    ours, theirs = going[0][i], back[j]
    both = np.minimum(ours, theirs) > 0
    lost = np.where(both, ours - np.clip(2 * (ours - theirs), 0, ours), 0)
    pieces[0][i, j] -= lost @ _ENTERS
    lost = np.where(both, theirs - np.clip(2 * (theirs - ours), 0, theirs), 0)
    pieces[1][i, j] -= lost @ _LEAVES  # arrows of the second seat are turned round here


def _fight(here: Counts, first: Counts, second: Counts) -> None:
    """Fight in every area: the stronger keeps min(s, 2 (s - w)), of equals the holder one (combat.2, .7, .8)."""
    even = (first == second) & (first > 0)
    lead = first - second
    lead += lead
    np.clip(lead, 0, first, out=first)
    np.negative(lead, out=lead)
    np.clip(lead, 0, second, out=second)
    first += even & (here[0] > 0)
    second += even & (here[1] > 0)
