"""Who stands better in Five Cities, for many positions at once.

The prospects of the first seat are 1 / (1 + exp(-(sum of weight times difference))), over the differences between
what the first has and what the second has of each of these (the weights stand in weights.toml, with reasons):

- `cities`: held; each is a fifth of the way to victory and a new piece a turn.
- `fourth`: holds four: the next city wins, and the other must guard or strike all that are in reach.
- `pieces`: the logarithm of the pieces, those that wait to be placed with them: what counts is how many to one.
- `bombardments`: left; the last answer to a fifth city.
- `threatened`: own cities that the other can enter with more than stand there.
- `winning`: holds four and stands next to a city that it can take now.
- `distance`: the mean distance of own pieces from the nearest city that is not their own: pushes them forward.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from tanelorn.bots.judgement.judgement import lean
from tanelorn.core.content.data import read_toml
from tanelorn.games.fivecities.board import AREAS, BOARD, CITIES, CITIES_TO_WIN, NEIGHBOURS, PROVINCES

Floats = NDArray[np.float32]


class Weights(msgspec.Struct, forbid_unknown_fields=True):
    """The file weights.toml: a weight for each thing that a position is judged by."""

    cities: float
    fourth: float
    pieces: float
    bombardments: float
    threatened: float
    winning: float
    distance: float


WEIGHTS = read_toml(Path(__file__).parent / "weights.toml", Weights)
_VECTOR = np.array(msgspec.structs.astuple(WEIGHTS), np.float32)

_NEAR = np.zeros((AREAS, AREAS), np.float32)
for _area in range(AREAS):
    _NEAR[_area, list(NEIGHBOURS[_area])] = 1
_NEAR_CITIES = _NEAR[PROVINCES:].copy()
_FAR = np.array([[BOARD.distances(area)[city] for area in range(AREAS)] for city in CITIES], np.float32)[:, :, None]
_NOWHERE = np.float32(9)  # farther than any way on the board


def features(own: Floats, other: Floats, bombs: Floats, waiting: bool) -> Floats:
    """Return what the side `own` has of each thing: float32 [thing, position].

    own, other: float32 [area, position], positions last since sums over areas are fast so. bombs: float32 [position].
    waiting: new pieces are still to be placed.
    """
    mine, theirs = own[PROVINCES:], other[PROVINCES:]
    held = mine > 0
    cities = held.sum(0, dtype=np.float32)
    reach = _NEAR_CITIES @ own
    danger = _NEAR_CITIES @ other
    fourth = cities == CITIES_TO_WIN - 1
    total = own.sum(0)
    table = np.empty((len(_VECTOR), own.shape[1]), np.float32)
    table[0] = cities
    table[1] = fourth
    table[2] = np.log1p(total + cities * waiting)
    table[3] = bombs
    table[4] = (held & (danger > mine)).sum(0)
    table[5] = fourth & (~held & (reach > theirs)).any(0)
    table[6] = (own * _way(held)).sum(0) / np.maximum(total, 1)
    return table


def _way(held: NDArray[np.bool_]) -> Floats:
    """Return how far each area is from the nearest city that is not held: float32 [area, position]."""
    far = held * _NOWHERE
    way: Floats = _FAR[0] + far[0]
    for city in range(1, len(far)):
        np.minimum(way, _FAR[city] + far[city], out=way)
    return way


Counts = NDArray[np.integer] | NDArray[np.floating]
"""How many pieces there are in each place."""


Value: TypeAlias = Callable[[Counts, Counts, Counts, bool], Floats]
"""What says who stands better, as `first_prospects` does."""


def leaning(leans: Mapping[str, float]) -> Value:
    """Return a value whose weights are raised or lowered by so much; raise BadData for a name that is no weight's."""
    weights = lean(msgspec.structs.asdict(WEIGHTS), leans)
    return partial(first_prospects, weights=np.array([*weights.values()], np.float32))


def first_prospects(first: Counts, second: Counts, bombs: Counts, waiting: bool, weights: Floats = _VECTOR) -> Floats:
    """Return the prospects of the first seat: float32 [position].

    first, second: [position, area]; bombs: [seat, position]; weights: [thing]. No end is looked for.
    """
    a = np.ascontiguousarray(first.T, np.float32)
    b = np.ascontiguousarray(second.T, np.float32)
    bombs = bombs.astype(np.float32)
    lead = features(a, b, bombs[0], waiting) - features(b, a, bombs[1], waiting)
    prospects: Floats = (1 / (1 + np.exp(-(weights @ lead)))).astype(np.float32)
    return prospects


def ended(first: Counts, second: Counts, prospects: Floats, last_turn: bool) -> None:
    """Write the shares of games that end at the start of the next turn over their prospects (turn.2)."""
    alive = first.any(1), second.any(1)
    if last_turn:
        prospects[...] = 0.5
    for own, other, share in ((0, 1, 1.0), (1, 0, 0.0)):
        prospects[alive[own] & ~alive[other]] = share
    prospects[~alive[0] & ~alive[1]] = 0.5
    cities = [(own[:, PROVINCES:] > 0).sum(1) for own in (first, second)]
    full = np.maximum(*cities) >= CITIES_TO_WIN
    prospects[full & (cities[0] > cities[1])] = 1
    prospects[full & (cities[0] < cities[1])] = 0
