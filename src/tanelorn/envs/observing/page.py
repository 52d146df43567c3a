"""What was last written of what one viewer sees, and from what: only what has changed is written anew."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, compress
from operator import attrgetter, is_not
from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tanelorn.core.game import PositionView, View
from tanelorn.envs.observing.layout import Group, Layout
from tanelorn.envs.observing.writing import HEAD, NOTHING, VALUES, has_entries, is_something, rows, word

ROWS = 1024
"""How many rows the entities have; what finds no place is left out, and `globals` says how many there were."""
BEFORE = ("viewer", "asked", "sealed", "rows")
"""What stands first in `globals`: the viewer, the seats that are asked and that have sealed as bits, how many rows
there are of the entities.
"""
_COUNTED = BEFORE.index("rows")
_EXTRA = set(View.__struct_fields__) | {"seen"}
_WIDTH = HEAD + VALUES
_NONE = object()
_MOST = 1 << 12
"""Entries of a field that are remembered with their rows."""

Remembered = dict[object, bytes]
"""The rows of entries of one field, which are the same for every viewer."""


class Page:
    """The arrays of one viewer but the path: `nodes` (a row for each space), `rows` with their `mask`, `globals`.

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
        self.nodes: NDArray[np.float32] = np.full((spaces, columns), NOTHING, np.float32)
        self._drawn: list[Sequence[int]] = [()] * columns
        self.rows: NDArray[np.int32] = np.full((ROWS, _WIDTH), NOTHING, np.int32)
        self.mask: NDArray[np.uint8] = np.zeros(ROWS, np.uint8)
        self.globals: NDArray[np.float32] = np.zeros(0, np.float32)
        self._told: tuple[object, ...] = ()
        self._count = self._kept = self._first = 0
        more = [name for name in kind.__struct_fields__ if name not in _EXTRA]
        noticed = [Group(number, (name,), False) for number, name in enumerate(more, len(layout.groups) + 1)]
        groups = [*sorted(layout.groups, key=lambda group: not group.joined), *noticed]
        self._joined = [_Joined(group) for group in groups if group.joined]
        self._loose = [_Loose(group, remembered.setdefault(group.number, {})) for group in groups if not group.joined]
        self._of = [number for number, group in enumerate(groups) for _ in group.names]
        ends = list(accumulate(len(group.names) for group in groups))
        self._parts = [slice(end - len(group.names), end) for group, end in zip(groups, ends, strict=True)]
        self._seen = _getter([name for group in groups[: len(layout.groups)] for name in group.names])
        self._noticed = _getter(more)
        self._values: tuple[Any, ...] = (None,) * len(self._of)
        self._data = [b""] * len(self._loose)
        self._plain = _getter(layout.plain)
        self._by_seat = _getter(layout.by_seat)

    def turn(self, view: PositionView) -> None:
        """Write a view in the place of the one before."""
        if view is self._view:
            return
        self._view = view
        self._draw(view.seen)
        self._write(view)
        self._tell(view)

    def _write(self, view: PositionView) -> None:
        before = self._values
        self._values = values = (*self._seen(view.seen), *self._noticed(view))
        other = compress(range(len(values)), map(is_not, values, before))
        changed = {self._of[n] for n in other if values[n] != before[n]}
        if not changed:
            return
        joined, loose = len(self._joined), self._loose
        longer = False
        for number in changed:
            found = values[self._parts[number]]
            if number < joined:
                longer |= self._joined[number].write(found)
            else:
                self._data[number - joined] = loose[number - joined].written(*found)
        if longer:
            self._lay_out()
        if longer or max(changed) >= joined:
            self._fill()

    def _lay_out(self) -> None:
        """Give each table of joined fields its place: they lie first, and are written where they lie."""
        self._first = sum(table.count for table in self._joined)
        rows = np.full((max(ROWS, self._first), _WIDTH), NOTHING, np.int32)
        end = 0
        for table in self._joined:
            begin, end = end, end + table.count
            table.lay(rows[begin:end])
        self.rows = rows[:ROWS]
        self.mask[:] = 0
        self._kept = 0

    def _fill(self) -> None:
        """Put all other rows behind them, as far as there is room."""
        found = np.frombuffer(b"".join(self._data), np.int32).reshape(-1, _WIDTH)
        first, was = self._first, self._kept
        self._count = first + len(found)
        self._kept = kept = min(self._count, ROWS)
        if kept > first:
            self.rows[first:kept] = found[: kept - first]
        if kept != was:
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
                self.nodes[: len(values), column] = values
                self.nodes[len(values) : len(before), column] = NOTHING
                self._drawn[column] = values

    def _tell(self, view: PositionView) -> None:
        before = self._told
        self._told = told = (view.asked, view.sealed, self._plain(view.seen), self._by_seat(view.seen))
        if told != before:
            asked, sealed, plain, by_seat = told
            found: list[float] = [view.viewer, _bits(asked), _bits(sealed), self._count]
            found += [word(value) if type(value) is str else value for value in plain]
            for values in by_seat:
                found += [*values[: self._seats], *[NOTHING] * (self._seats - len(values))]
            self.globals = np.array(found, np.float32)
        self.globals[_COUNTED] = self._count


def _getter(names: Sequence[str]) -> Callable[[object], tuple[Any, ...]]:
    """Return what gives the fields of these names, in a tuple."""
    if not names:
        return lambda thing: ()
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda thing: (get(thing),)


class _Joined:
    """A table of fields that have a number for each thing of a kind: a row for each thing, of which it counts some."""

    def __init__(self, group: Group) -> None:
        self.count = 0
        self._number = group.number
        self._values: tuple[Sequence[int], ...] = ((),) * len(group.names)
        self._columns: list[NDArray[np.int32]] = [np.zeros(0, np.int32)] * len(group.names)
        self._pack = Struct("").pack

    def write(self, lists: tuple[Sequence[int], ...]) -> bool:
        """Write what has changed of the fields' values; tell whether that is not enough, since their count has."""
        before, self._values = self._values, lists
        count = max(map(len, lists))
        if count != self.count:
            self.count = count
            return True
        for column, values, old in zip(self._columns, lists, before, strict=True):
            if values is not old and values != old:
                self._fill(column, values)
        return False

    def lay(self, rows: NDArray[np.int32]) -> None:
        """Write all of it into some rows, one for each thing, and from now on what changes."""
        rows[:, 0], rows[:, 1], rows[:, 2] = self._number, np.arange(self.count), 0
        self._pack = Struct(f"{self.count}i").pack
        self._columns = [rows[:, HEAD + at] for at in range(len(self._values))]
        for column, values in zip(self._columns, self._values, strict=True):
            self._fill(column, values)

    def _fill(self, column: NDArray[np.int32], values: Sequence[int]) -> None:
        filled = [*values, *[NOTHING] * (self.count - len(values))] if len(values) < self.count else values
        column[:] = np.frombuffer(self._pack(*filled), np.int32)


class _Loose:
    """A table of one field: rows for each of its entries. Those of an entry that has not changed are kept."""

    def __init__(self, group: Group, remembered: Remembered) -> None:
        self._number = group.number
        self._remembered = remembered
        self._mapped: tuple[Mapping[object, object], dict[object, bytes]] = {}, {}
        self._order: list[object] = []  # as `in_order` puts them
        self._listed: tuple[Sequence[object], list[bytes]] = (), []

    def written(self, value: object) -> bytes:
        """Return the rows of the field's value."""
        listed = type(value) is list
        if not listed and isinstance(value, Mapping):
            return self._of_mapping(value)
        if (listed or isinstance(value, Sequence)) and has_entries(value):
            return self._of_list(value)  # type: ignore[arg-type]
        return rows(self._number, 0, value) if is_something(value) else b""

    def _of_mapping(self, value: Mapping[object, object]) -> bytes:
        before, written = self._mapped
        for key in [key for key, entry in value.items() if before.get(key, _NONE) != entry]:
            entry = value[key]
            once = self._once if type(entry) is not list else self._anew
            written[key] = once(key if isinstance(key, int) else -1, (key, entry))
        if value.keys() != before.keys():
            for key in before.keys() - value.keys():
                self._order.remove(key)
            for key in value.keys() - before.keys():
                insort(self._order, key, key=repr)
        self._mapped = value, written
        return b"".join([written[key] for key in self._order])

    def _of_list(self, value: Sequence[object]) -> bytes:
        before, written = self._listed
        del written[len(value) :]
        for at, (entry, old) in enumerate(zip(value, before, strict=False)):
            if entry is not old and entry != old:
                written[at] = self._once(at, entry)
        written += [self._once(at, value[at]) for at in range(len(written), len(value))]
        self._listed = value, written
        return b"".join(written)

    def _once(self, key: int, entry: object) -> bytes:
        """Return the rows of an entry, remembered if it can be."""
        try:
            found = self._remembered.get((key, entry))
        except TypeError:  # it holds a list
            return self._anew(key, entry)
        if found is None:
            if len(self._remembered) >= _MOST:
                self._remembered.clear()
            found = self._remembered[key, entry] = self._anew(key, entry)
        return found

    def _anew(self, key: int, entry: object) -> bytes:
        return rows(self._number, key, entry)


@lru_cache
def _bits(seats: tuple[int, ...]) -> int:
    return sum(1 << seat for seat in seats)
