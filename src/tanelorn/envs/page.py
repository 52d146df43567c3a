"""What was last written of what one viewer sees, and from what: only what has changed is written anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tanelorn.core.game import PositionView, View
from tanelorn.envs.layout import Group, Layout
from tanelorn.envs.writing import HEAD, NOTHING, VALUES, entries, rows, word

ROWS = 1024
"""How many rows the entities have; what finds no place is left out, and `globals` says how many there were."""
BEFORE = ("viewer", "asked", "sealed", "rows")
"""What stands first in `globals`: the viewer, the seats that are asked and that have sealed as bits, how many rows
there are of the entities.
"""
_EXTRA = set(View.__struct_fields__) | {"seen"}
_WIDTH = HEAD + VALUES
_MOST = 1 << 12
"""Entries of a field that are remembered with their rows."""

Remembered = dict[object, bytes]
"""The rows of entries of one field, which are the same for every viewer."""


class Page:
    """The arrays of one viewer but the path: `nodes` (a row for each column), `rows` with their `mask`, `globals`.

    `remembered` is what all viewers of a table share, by the number of the field's table.
    """

    def __init__(
        self,
        layout: Layout,
        kind: type[PositionView],
        seats: int,
        spaces: int,
        remembered: dict[int, Remembered],
    ) -> None:
        self._view: PositionView | None = None
        self._layout = layout
        self._seats = seats
        columns = len(layout.nodes) + len(layout.seat_nodes) * seats
        self.nodes: NDArray[np.float32] = np.full((columns, spaces), NOTHING, np.float32)
        self._drawn: list[Sequence[int]] = [()] * columns
        self.rows: NDArray[np.int32] = np.full((ROWS, _WIDTH), NOTHING, np.int32)
        self.mask: NDArray[np.uint8] = np.zeros(ROWS, np.uint8)
        self.globals: NDArray[np.float32] = np.zeros(0, np.float32)
        self._count = 0
        more = [name for name in kind.__struct_fields__ if name not in _EXTRA]
        noticed = [Group(number, (name,), False) for number, name in enumerate(more, len(layout.groups) + 1)]
        groups = [*sorted(layout.groups, key=lambda group: not group.joined), *noticed]
        self._tables = [
            _Joined(group) if group.joined else _Loose(group, group in noticed, remembered.setdefault(group.number, {}))
            for group in groups
        ]
        self._of = [number for number, group in enumerate(groups) for _ in group.names]
        self._seen = _getter([name for group in groups[: len(layout.groups)] for name in group.names])
        self._noticed = _getter(more)
        self._values: tuple[object, ...] = (None,) * len(self._of)
        self._data = [b""] * len(groups)
        self._plain = _getter(layout.plain)
        self._by_seat = _getter(layout.by_seat)

    def turn(self, view: PositionView) -> None:
        """Write a view in the place of the one before."""
        if view is self._view:
            return
        self._view = view
        self._draw(view.seen)
        self._write(view)
        self.globals = self._said(view)

    def _write(self, view: PositionView) -> None:
        before = self._values
        self._values = values = (*self._seen(view.seen), *self._noticed(view))
        changed = [n for n, (value, old) in enumerate(zip(values, before, strict=True)) if value != old]
        if not changed:
            return
        for number in {self._of[n] for n in changed}:
            self._data[number] = self._tables[number].written(view)
        found = np.frombuffer(b"".join(self._data), np.int32).reshape(-1, _WIDTH)
        was, self._count = min(self._count, ROWS), len(found)
        found = found[:ROWS]
        kept = len(found)
        self.rows[:kept] = found
        self.rows[kept:was] = NOTHING
        self.mask[:kept] = 1
        self.mask[kept:was] = 0

    def _draw(self, seen: Any) -> None:
        lists = [getattr(seen, name) for name in self._layout.nodes]
        for name in self._layout.seat_nodes:
            by_seat = getattr(seen, name)
            lists += [by_seat[seat] if seat < len(by_seat) else () for seat in range(self._seats)]
        for column, values in enumerate(lists):
            before = self._drawn[column]
            if values != before:
                self.nodes[column, : len(values)] = values
                self.nodes[column, len(values) : len(before)] = NOTHING
                self._drawn[column] = values

    def _said(self, view: PositionView) -> NDArray[np.float32]:
        found: list[Any] = [view.viewer, _bits(view.asked), _bits(view.sealed), self._count]
        found += [word(value) if isinstance(value, str) else value for value in self._plain(view.seen)]
        for values in self._by_seat(view.seen):
            found += [*values[: self._seats], *[NOTHING] * (self._seats - len(values))]
        return np.array(found, np.float32)


def _getter(names: Sequence[str]) -> Callable[[object], tuple[Any, ...]]:
    """Return what gives the fields of these names."""
    if len(names) < 2:
        return lambda thing: tuple(getattr(thing, name) for name in names)
    return attrgetter(*names)


class _Joined:
    """A table of fields that have a number for each thing of a kind: a row for each thing."""

    def __init__(self, group: Group) -> None:
        self._group = group
        self._data: NDArray[np.int32] = np.zeros((0, _WIDTH), np.int32)
        self._values: list[Sequence[int]] = [()] * len(group.names)

    def written(self, view: PositionView) -> bytes:
        """Return the rows of a view."""
        before, self._values = self._values, [getattr(view.seen, name) for name in self._group.names]
        count = max(map(len, self._values))
        if count != len(self._data):
            before = [()] * len(before)
            self._data = np.full((count, _WIDTH), NOTHING, np.int32)
            self._data[:, 0] = self._group.number
            self._data[:, 1] = np.arange(count)
            self._data[:, 2] = 0
        for column, (values, old) in enumerate(zip(self._values, before, strict=True), HEAD):
            if values != old:
                self._data[: len(values), column] = values
                self._data[len(values) :, column] = NOTHING
        return self._data.tobytes()


class _Loose:
    """A table of one field: rows for each of its entries. Those that can be remembered are written once."""

    def __init__(self, group: Group, noticed: bool, remembered: Remembered) -> None:
        self._number = group.number
        (self._name,) = group.names
        self._noticed = noticed
        self._remembered = remembered
        self._before: dict[int, tuple[object, bytes]] = {}

    def written(self, view: PositionView) -> bytes:
        """Return the rows of a view."""
        value = getattr(view if self._noticed else view.seen, self._name)
        if isinstance(value, Mapping):
            return b"".join([self._again(key, entry) for key, entry in entries(value)])
        return b"".join([self._once(key, entry) for key, entry in entries(value)])

    def _again(self, key: int, entry: object) -> bytes:
        """Return the rows of an entry, those that it had before unless it has changed."""
        entry_before, found = self._before.get(key, (None, b""))
        if key < 0 or entry != entry_before:
            found = rows(self._number, key, entry)
            self._before[key] = entry, found
        return found

    def _once(self, key: int, entry: object) -> bytes:
        """Return the rows of an entry, which are worked out once."""
        try:
            found = self._remembered.get((key, entry))
        except TypeError:  # it holds a list
            return self._again(key, entry)
        if found is None:
            if len(self._remembered) >= _MOST:
                self._remembered.clear()
            found = self._remembered[key, entry] = rows(self._number, key, entry)
        return found


def _bits(seats: Sequence[int]) -> int:
    return sum(1 << seat for seat in seats)
