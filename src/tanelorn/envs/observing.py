"""What a seat sees, as arrays: made of its view alone, by what is declared of the position's fields.

So views that are equal give equal arrays, and what a seat cannot know changes none of them. No game has an encoder of
its own: a field with a value for each space is a column of the nodes, a plain value or one for each seat stands in
`globals`, and all else is written down in the rows of the entities.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, TypedDict, get_args, get_origin

import msgspec
import numpy as np
from numpy.typing import NDArray

from tanelorn.core.errors import BrokenRules
from tanelorn.core.fields import Hidden, declared
from tanelorn.core.game import PositionView, View
from tanelorn.core.play.table import Table

SPACES = ("area", "hex")
"""What indexes a field that has a value for each space of the board."""
VALUES = 16
"""So many values has a row of the entities, after the numbers of its table, its key and its part."""
HEAD = 3
NOTHING = -30_000
"""Stands where a field holds nothing; UNKNOWN (-9) where the viewer does not know what it holds."""
ROWS = 1024
"""How many rows the entities have; what finds no place is left out, and `globals` says how many there were."""
PATH = 96
"""How many of the last numbers picked are shown."""
BIG = 1 << 30
SPLIT = -29_999
"""Stands before a number that is too large, which follows in three parts of thirty bits, the lowest first."""
PADDED = 256
"""So many nodes has a game of several maps; those that its map has not are NOTHING in all columns."""
LEFT_OUT = {"outcome", "sealed"}
"""What is no news to a seat that is asked, or told by the rewards."""
BEFORE = ("viewer", "asked", "sealed", "rows")
"""What stands first in `globals`: the viewer, the seats that are asked and that have sealed as bits, how many rows
there are of the entities.
"""


class Observation(TypedDict):
    """What a seat sees: `nodes` [spaces, columns], `entities` [rows, 19] of which `entity_mask` says which are used,
    `globals` [values], and `path`, the numbers picked so far, filled up by -1.
    """

    nodes: NDArray[np.float32]
    entities: NDArray[np.int32]
    entity_mask: NDArray[np.uint8]
    globals: NDArray[np.float32]
    path: NDArray[np.int16]


class Group(msgspec.Struct, frozen=True):
    """Rows of the entities: of one field, or of all that have a number for each thing of a kind (`unit`, `person`)."""

    number: int
    names: tuple[str, ...]
    joined: bool


class Layout(msgspec.Struct, frozen=True):
    """Where each field of a game's positions stands."""

    nodes: tuple[str, ...]
    seat_nodes: tuple[str, ...]
    plain: tuple[str, ...]
    by_seat: tuple[str, ...]
    groups: tuple[Group, ...]


@lru_cache
def layout_of(kind: type) -> Layout:
    """Return where the fields of a kind of position stand, by what is declared of them."""
    nodes, seat_nodes, plain, by_seat = [], [], [], []
    joined: dict[str, list[str]] = {}
    rest: list[str] = []
    for field in msgspec.structs.fields(kind):
        about, said = declared(field.type), _bare(field.type)
        numbers = said in (list[int], tuple[int, ...])
        if isinstance(about, Hidden) or field.name in LEFT_OUT:
            continue
        if said in (int, bool, str):
            plain.append(field.name)
        elif numbers and about.by in SPACES:
            nodes.append(field.name)
        elif said in _ROWS_OF_NUMBERS and about.by in [f"seat, {space}" for space in SPACES]:
            seat_nodes.append(field.name)
        elif numbers and about.by == "seat":
            by_seat.append(field.name)
        elif numbers and about.by:
            joined.setdefault(about.by, []).append(field.name)
        else:
            rest.append(field.name)
    groups = [(tuple(names), True) for names in joined.values()] + [((name,), False) for name in rest]
    numbered = tuple(Group(number, names, whole) for number, (names, whole) in enumerate(groups, 1))
    return Layout(tuple(nodes), tuple(seat_nodes), tuple(plain), tuple(by_seat), numbered)


_ROWS_OF_NUMBERS = (list[list[int]], tuple[list[int], list[int]])


def _bare(annotation: Any) -> Any:
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def word(text: str) -> int:
    """Return the number that stands for a text, from 0 to 32767."""
    return zlib.crc32(text.encode()) & 0x7FFF


def leaves(value: object) -> Iterator[int]:
    """Yield a value as numbers; before what is in a list, how many there are."""
    if isinstance(value, int):
        if -BIG < value < BIG:
            yield int(value)
        else:  # a mask of bits: in parts of thirty
            yield from (SPLIT, value & BIG - 1, value >> 30 & BIG - 1, value >> 60)
    elif value is None:
        yield NOTHING
    elif isinstance(value, str):
        yield word(value)
    elif isinstance(value, msgspec.Struct):
        yield word(type(value).__name__)
        for name in value.__struct_fields__:
            yield from leaves(getattr(value, name))
    elif isinstance(value, Mapping):
        yield len(value)
        for key in sorted(value, key=repr):
            yield from leaves(key)
            yield from leaves(value[key])
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        for each in value:
            yield from leaves(each)
    elif isinstance(value, Sequence):
        yield len(value)
        for each in value:
            yield from leaves(each)
    else:
        raise BrokenRules(f"A {type(value).__name__} in a view cannot be written in numbers.")


_EXTRA = set(View.__struct_fields__) | {"seen"}


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
        self.edges = np.array([[board.index[link.a], board.index[link.b]] for link in board.links], np.int32).T
        self.columns = (*layout.nodes, *(f"{name}, {seat}" for name in layout.seat_nodes for seat in range(self.seats)))
        by_seat = (f"{name}, {seat}" for name in layout.by_seat for seat in range(self.seats))
        self.named = (*BEFORE, *layout.plain, *by_seat)

    def observe(self, view: View, numbers: Sequence[int] = ()) -> Observation:
        """Return what a view says, and the numbers that its seat has picked so far."""
        assert isinstance(view, PositionView)
        seen = view.seen
        rows, count = self._rows(view)
        mask = np.zeros(ROWS, np.uint8)
        mask[: min(count, ROWS)] = 1
        return Observation(
            nodes=self._nodes(seen),
            entities=rows,
            entity_mask=mask,
            globals=self._globals(view, count),
            path=path_of(numbers),
        )

    def _nodes(self, seen: Any) -> NDArray[np.float32]:
        nodes = np.full((len(self.columns), self.spaces), NOTHING, np.float32)
        lists = [getattr(seen, name) for name in self.layout.nodes]
        for name in self.layout.seat_nodes:
            entries = getattr(seen, name)
            lists += [entries[seat] if seat < len(entries) else () for seat in range(self.seats)]
        for column, values in enumerate(lists):
            nodes[column, : len(values)] = values
        return nodes.T

    def _globals(self, view: View, count: int) -> NDArray[np.float32]:
        seen: Any = view.seen  # type: ignore[attr-defined]
        found: list[float] = [view.viewer, _bits(view.asked), _bits(view.sealed), count]
        for name in self.layout.plain:
            value = getattr(seen, name)
            found.append(word(value) if isinstance(value, str) else value)
        for name in self.layout.by_seat:
            values = getattr(seen, name)[: self.seats]
            found += [*values, *[NOTHING] * (self.seats - len(values))]
        return np.array(found, np.float32)

    def _rows(self, view: View) -> tuple[NDArray[np.int32], int]:
        rows = np.full((ROWS, HEAD + VALUES), NOTHING, np.int32)
        seen: Any = view.seen  # type: ignore[attr-defined]
        at = 0
        for group in self.layout.groups:
            if group.joined:
                at += _fill(rows[at:], group.number, [getattr(seen, name) for name in group.names])
        loose = [(group.number, getattr(seen, group.names[0])) for group in self.layout.groups if not group.joined]
        more = [name for name in view.__struct_fields__ if name not in _EXTRA]
        loose += [(len(self.layout.groups) + n, getattr(view, name)) for n, name in enumerate(more, 1)]
        written = [row for number, value in loose for row in _written(number, value)]
        for place, row in zip(range(at, ROWS), written, strict=False):
            rows[place, : len(row)] = row
        return rows, at + len(written)


def path_of(numbers: Sequence[int]) -> NDArray[np.int16]:
    """Return the last numbers that were picked, filled up by -1."""
    path = np.full(PATH, -1, np.int16)
    last = numbers[-PATH:]
    path[: len(last)] = last
    return path


def _bits(seats: Sequence[int]) -> int:
    return sum(1 << seat for seat in seats)


def _fill(rows: NDArray[np.int32], number: int, lists: Sequence[Sequence[int]]) -> int:
    """Write a row for each thing that some lists are about; return how many."""
    count = min(max(map(len, lists)), len(rows))
    rows[:count, 0] = number
    rows[:count, 1] = np.arange(count)
    rows[:count, 2] = 0
    for column, values in enumerate(lists, HEAD):
        rows[: min(len(values), count), column] = values[:count]
    return count


def _written(number: int, value: object) -> Iterator[list[int]]:
    """Yield the rows of a field: one for each entry, and further parts where an entry is long."""
    entries: list[tuple[int, object]]
    if isinstance(value, Mapping):
        entries = [(key if isinstance(key, int) else -1, (key, value[key])) for key in sorted(value, key=repr)]
    elif isinstance(value, list | tuple) and not hasattr(value, "_fields") and not all(type(x) is int for x in value):
        entries = list(enumerate(value))
    elif value is None or (isinstance(value, Sequence) and not value):
        return
    else:
        entries = [(0, value)]
    for key, entry in entries:
        values = list(leaves(entry))
        for part, first in enumerate(range(0, len(values), VALUES)):
            yield [number, key, part, *values[first : first + VALUES]]
