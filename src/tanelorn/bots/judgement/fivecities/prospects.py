"""Who stands better in Five Cities, for many positions at once.

The prospects of the first seat are 1 / (1 + exp(-(sum of weight times difference))), over the differences between
what the first has and what the second has of each of these (the weights stand in weights.toml, with reasons):

- `cities`: held; each is a fifth of the way to victory and a new piece a turn.
- `fourth`: holds four: the next city wins, and the other must guard or strike all that are in reach.
- `pieces`: the logarithm of the pieces, those that wait to be placed with them: what counts is how many to one.
- `bombardments`: left; the last answer to a fifth city.
- `claims`: empty cities next to own pieces that the other cannot send as many into: cities to come.
- `threatened`: own cities that the other can enter with more than stand there.
- `winning`: holds four and stands next to a city that it can take now.
- `distance`: the mean distance of own pieces from the nearest city not theirs: pushes them forward.
- `middle`: share of own pieces in the middle island's provinces and cities, from where both sides can be reached.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from tanelorn.core.data import read_toml
from tanelorn.games.fivecities.board import AREAS, BOARD, CITIES, CITIES_TO_WIN, NEIGHBOURS, PROVINCES

Floats = NDArray[np.float32]


class Weights(msgspec.Struct, forbid_unknown_fields=True):
    """The file weights.toml: a weight for each thing that a position is judged by."""

    cities: float
    fourth: float
    pieces: float
    bombardments: float
    claims: float
    threatened: float
    winning: float
    distance: float
    middle: float


WEIGHTS = read_toml(Path(__file__).parent / "weights.toml", Weights)
_VECTOR = np.array(msgspec.structs.astuple(WEIGHTS), np.float32)

_NEAR = np.zeros((AREAS, AREAS), np.float32)
for _area in range(AREAS):
    _NEAR[_area, list(NEIGHBOURS[_area])] = 1
_FAR = np.array([[BOARD.distances(area)[city] for city in CITIES] for area in range(AREAS)], np.float32)
_MIDDLE = np.array([area.id in ("S", "U", "SC", "UC") for area in BOARD], np.float32)


def features(own: Floats, other: Floats, bombs: Floats, waiting: bool) -> Floats:
    """Return what the side `own` has of each thing: float32 [position, thing].

    own, other: float32 [position, area]. bombs: float32 [position]. waiting: new pieces are still to be placed.
    """
    mine, theirs = own[:, PROVINCES:], other[:, PROVINCES:]
    held = mine > 0
    cities = held.sum(1, dtype=np.float32)
    reach = (own @ _NEAR)[:, PROVINCES:]
    danger = (other @ _NEAR)[:, PROVINCES:]
    empty = ~held & (theirs == 0)
    claims = empty & (reach > danger)
    fourth = cities == CITIES_TO_WIN - 1
    takes = (~held & (reach > theirs)).any(1)
    total = own.sum(1)
    far = np.where(held[:, None, :], np.float32(9), _FAR[None]).min(2)
    table = np.empty((len(own), len(_VECTOR)), np.float32)
    table[:, 0] = cities
    table[:, 1] = fourth
    table[:, 2] = np.log1p(total + cities * waiting)
    table[:, 3] = bombs
    table[:, 4] = claims.sum(1)
    table[:, 5] = (held & (danger > mine)).sum(1)
    table[:, 6] = fourth & takes
    table[:, 7] = (own * far).sum(1) / np.maximum(total, 1)
    table[:, 8] = own @ _MIDDLE / np.maximum(total, 1)
    return table


def first_prospects(first: NDArray[Any], second: NDArray[Any], bombs: NDArray[Any], waiting: bool) -> Floats:
    """Return the prospects of the first seat: float32 [position]; bombs is [seat, position]. No end is looked for."""
    a, b = first.astype(np.float32), second.astype(np.float32)
    bombs = bombs.astype(np.float32)
    lead = features(a, b, bombs[0], waiting) - features(b, a, bombs[1], waiting)
    prospects: Floats = 1 / (1 + np.exp(-(lead @ _VECTOR)))
    return prospects


def ended(first: NDArray[Any], second: NDArray[Any], prospects: Floats, last_turn: bool) -> None:
    """Write the shares of games that end at the start of the next turn over their prospects (turn.2)."""
    alive = (first > 0).any(1), (second > 0).any(1)
    prospects[...] = np.where(alive[0] & alive[1], 0.5 if last_turn else prospects, 0.5 + (alive[0] * 0.5 - alive[1] * 0.5))
    cities = [(own[:, PROVINCES:] > 0).sum(1) for own in (first, second)]
    full = np.maximum(*cities) >= CITIES_TO_WIN
    prospects[full & (cities[0] > cities[1])] = 1
    prospects[full & (cities[0] < cities[1])] = 0
