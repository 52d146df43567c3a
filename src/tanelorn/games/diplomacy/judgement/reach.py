"""How far things are: moves from every location to every province, for armies and for fleets."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.orders.order import FLEET

Floats = NDArray[np.float32]

BY_SEA = 1.5  # what an army pays to go aboard, or from sea to sea: two coasts with a sea between are three moves apart
NEVER = 9.0  # what it pays if there is no ship
BANDS = 3  # nearer than one move and a half, than two and a half, than three and a half
FADES = 0.45  # what is one move farther attracts so much less


class Reach:
    """Distances on one board.

    A post is a location with a kind: `post(kind, at, afloat)`; whatever is no fleet walks, over the sea only if its
    power is `afloat`: if it has a fleet. `moves[post, province]` counts moves; `near[band]` is 1 where a province is 0
    or 1, 2, 3 moves from a post; `pull[post, province]` fades with the distance; `stands` is 1 where a post lies in a
    province.
    """

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        self.places = len(atlas.locations)
        self.posts = 3 * self.places
        province = np.array(atlas.province)
        kinds = (_walks(atlas, BY_SEA)[province], _sails(atlas), _walks(atlas, NEVER)[province])
        self.moves: Floats = np.concatenate(kinds).astype(np.float32)
        self.near: list[Floats] = []
        least = -1.0
        for band in range(BANDS):
            most = band + 1.5
            self.near.append(((self.moves > least) & (self.moves <= most)).astype(np.float32))
            least = most
        self.pull: Floats = (FADES**self.moves).astype(np.float32)
        self.stands: Floats = np.zeros_like(self.moves)
        self.stands[np.arange(self.posts), np.concatenate([province] * len(kinds))] = 1

    def post(self, kind: int, at: int, afloat: bool) -> int:
        """Return the number of a post."""
        return at + self.places * (1 if kind == FLEET else 0 if afloat else 2)


def _walks(atlas: Atlas, by_sea: float) -> NDArray[np.float64]:
    """Return the moves of an army from province to province, by sea too, where each of these costs so much."""
    far = np.full((atlas.size, atlas.size), np.inf)
    np.fill_diagonal(far, 0)
    for here, there in enumerate(atlas.army):
        far[here, list(there)] = 1
    for location, provinces in enumerate(atlas.fleet_provinces):
        here = atlas.province[location]
        for other in provinces:
            if atlas.is_sea[other]:
                far[here, other] = far[other, here] = min(far[here, other], by_sea)
    return _shortest(far)


def _sails(atlas: Atlas) -> NDArray[np.float64]:
    """Return the moves of a fleet from location to province."""
    places = len(atlas.locations)
    far = np.full((places, places), np.inf)
    np.fill_diagonal(far, 0)
    for here, there in enumerate(atlas.fleet):
        far[here, list(there)] = 1
    far = _shortest(far)
    nearest = far[:, : atlas.size].copy()
    for coast in range(atlas.size, places):
        np.minimum(nearest[:, atlas.province[coast]], far[:, coast], out=nearest[:, atlas.province[coast]])
    return nearest


def _shortest(far: NDArray[np.float64]) -> NDArray[np.float64]:
    for middle in range(len(far)):
        np.minimum(far, far[:, middle : middle + 1] + far[middle], out=far)
    return far


@lru_cache(maxsize=8)
def reach_of(atlas: Atlas) -> Reach:
    """Return the distances on a board."""
    return Reach(atlas)
