"""What a seat sees, as arrays: made of its view alone, by what is declared of the position's fields.

So views that are equal give equal arrays, and what a seat cannot know changes none of them. No game has an encoder of
its own: a field with a value for each space is a column of the nodes, a plain value or one for each seat stands in
`globals`, and all else is written down in the rows of the entities.

From one observation of a seat to the next most fields stay as they are. So what was written is kept with the value
that it was written from, and only where that has changed is it written anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from tanelorn.core.game import PositionView, View
from tanelorn.core.play.table import Table
from tanelorn.envs.observing.layout import layout_of
from tanelorn.envs.observing.page import BEFORE, Page, Remembered

PATH = 96
"""How many of the last numbers picked are shown."""
PADDED = 256
"""So many nodes has a game of several maps; those that its map has not are NOTHING in all columns."""


class Observation(TypedDict):
    """What a seat sees: `nodes` [spaces, columns], `entities` [rows, 19] of which `entity_mask` says which are used,
    `globals` [values], and `path`, the numbers picked so far, filled up by -1.
    """

    nodes: NDArray[np.float32]
    entities: NDArray[np.int32]
    entity_mask: NDArray[np.uint8]
    globals: NDArray[np.float32]
    path: NDArray[np.int16]


class Observer:
    """Makes arrays of the views of one table's game and scenario. All their shapes are fixed.

    `edges` [2, links] are the pairs of nodes that are adjacent; they change only with the map, in games of several.
    """

    def __init__(self, table: Table) -> None:
        board = table.game.board_of(table.position)
        self.seats = len(table.seats)
        self.spaces = max(len(board), PADDED) if table.game.maps else len(board)
        kind: type = type(table.position)
        self.layout = layout = layout_of(kind)
        self._board = board
        self.columns = (*layout.nodes, *(f"{name}, {seat}" for name in layout.seat_nodes for seat in range(self.seats)))
        by_seat = (f"{name}, {seat}" for name in layout.by_seat for seat in range(self.seats))
        self.named = (*BEFORE, *layout.plain, *by_seat)
        self._pages: dict[int, Page] = {}
        self._remembered: dict[int, Remembered] = {}

    @cached_property
    def edges(self) -> NDArray[np.int32]:
        """The pairs of adjacent nodes, worked out when somebody asks."""
        board = self._board
        return np.array([[board.index[link.a], board.index[link.b]] for link in board.links], np.int32).T

    def observe(self, view: View, numbers: Sequence[int] = ()) -> Observation:
        """Return what a view says, and the numbers that its seat has picked so far."""
        assert isinstance(view, PositionView)
        page = self._pages.get(view.viewer)
        if page is None:
            page = self._pages[view.viewer] = Page(self.layout, type(view), self.seats, self.spaces, self._remembered)
        page.turn(view)
        return {
            "nodes": page.nodes.copy(),
            "entities": page.rows.copy(),
            "entity_mask": page.mask.copy(),
            "globals": page.globals.copy(),
            "path": path_of(numbers),
        }


_UNPICKED = np.full(PATH, -1, np.int16)


def path_of(numbers: Sequence[int]) -> NDArray[np.int16]:
    """Return the last numbers that were picked, filled up by -1."""
    path = _UNPICKED.copy()
    if numbers:
        last = numbers[-PATH:]
        path[: len(last)] = last
    return path
