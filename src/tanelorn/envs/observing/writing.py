"""Values of a view as rows of numbers: the same for equal values, whatever they were written after."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from struct import Struct

import msgspec

from tanelorn.core.errors import BrokenRules

VALUES = 16
"""So many values has a row of the entities, after the numbers of its table, its key and its part."""
NOTHING = -30_000
"""Stands where a field holds nothing; UNKNOWN (-9) where the viewer does not know what it holds."""
BIG = 1 << 30
SPLIT = -29_999
"""Stands before a number that is too large, which follows in three parts of thirty bits, the lowest first."""

HEAD = 3
"""So many numbers stand before them."""


@lru_cache(1 << 14)
def word(text: str) -> int:
    """Return the number that stands for a text, from 0 to 32767."""
    return zlib.crc32(text.encode()) & 0x7FFF


def leaves(value: object) -> Iterator[int]:
    """Yield a value as numbers; before what is in a list, how many there are."""
    found: list[int] = []
    _write(value, found)
    return iter(found)


def _write(value: object, found: list[int]) -> None:
    """Add a value's numbers to those that are found."""
    kind = type(value)
    (_WRITERS.get(kind) or _writer_of(kind))(value, found)


def _writer_of(kind: type) -> _Writer:
    writer = _WRITERS[kind] = _writer(kind)
    return writer


_Writer = Callable[..., None]


def _number(value: int, found: list[int]) -> None:
    if -BIG < value < BIG:
        found.append(int(value))
    else:  # a mask of bits: in parts of thirty
        found += (SPLIT, value & BIG - 1, value >> 30 & BIG - 1, value >> 60)


def _nothing(value: None, found: list[int]) -> None:
    found.append(NOTHING)


def _text(value: str, found: list[int]) -> None:
    found.append(word(value))


def _named(value: Enum, found: list[int]) -> None:
    _write(value.value, found)


def _mapping(value: Mapping[object, object], found: list[int]) -> None:
    found.append(len(value))
    _parts([part for key in in_order(tuple(value)) for part in (key, value[key])], found)


@lru_cache(1 << 12)
def in_order(keys: tuple[object, ...]) -> tuple[object, ...]:
    """Return the keys of a mapping in the order in which they are written, whatever it was filled in."""
    return tuple(sorted(keys, key=repr))


def _parts(value: Sequence[object], found: list[int]) -> None:
    for part in value:
        kind = type(part)
        if kind is int and -BIG < part < BIG:  # type: ignore[operator]
            found.append(part)  # type: ignore[arg-type]
        else:
            (_WRITERS.get(kind) or _writer_of(kind))(part, found)


def _listed(value: Sequence[object], found: list[int]) -> None:
    found.append(len(value))
    _parts(value, found)


def _struct(kind: type[msgspec.Struct]) -> _Writer:
    """Return what writes structs of a kind; of those that never change each is worked out once."""
    head, names = word(kind.__name__), kind.__struct_fields__

    def write(value: object, found: list[int]) -> None:
        found.append(head)
        _parts([getattr(value, name) for name in names], found)

    if not kind.__struct_config__.frozen:
        return write

    @lru_cache(1 << 12)
    def written(value: object) -> list[int]:
        found: list[int] = []
        write(value, found)
        return found

    def remembered(value: object, found: list[int]) -> None:
        try:
            found += written(value)
        except TypeError:  # it holds a list
            write(value, found)

    return remembered


_PLAIN: tuple[tuple[type, _Writer], ...] = (
    (int, _number),
    (str, _text),
    (Enum, _named),
    (type(None), _nothing),
    (Mapping, _mapping),
)


def _writer(kind: type) -> _Writer:
    """Return what writes the values of a kind; raise BrokenRules if it cannot be written."""
    for base, writer in _PLAIN:
        if issubclass(kind, base):
            return writer
    if issubclass(kind, msgspec.Struct):
        return _struct(kind)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _parts
    if issubclass(kind, Sequence):
        return _listed
    raise BrokenRules(f"A {kind.__name__} in a view cannot be written in numbers.")


_WRITERS: dict[type, _Writer] = {}
"""What writes the values of each kind that has been met."""


def has_entries(value: object) -> bool:
    """Tell whether each entry of a value has rows of its own: of a list of anything but plain numbers."""
    kind = type(value)
    if kind is not list and (not issubclass(kind, list | tuple) or hasattr(kind, "_fields")):
        return False
    return not _INT.issuperset(map(type, value))  # type: ignore[call-overload]


_INT = frozenset({int})


def is_something(value: object) -> bool:
    """Tell whether a value has rows at all: nothing, and what is empty, has none."""
    return bool(value) or not (value is None or isinstance(value, Sequence))


def rows(table: int, key: int, entry: object) -> bytes:
    """Return the rows of an entry as `int32`, filled up by NOTHING: one, and further parts where it is long."""
    values: list[int] = []
    _write(entry, values)
    if len(values) <= VALUES:  # as of most
        return _ROW.pack(table, key, 0, *values, *_FILLING[len(values) :]) if values else b""
    found = b""
    for part, first in enumerate(range(0, len(values), VALUES)):
        some = values[first : first + VALUES]
        found += _ROW.pack(table, key, part, *some, *_FILLING[len(some) :])
    return found


_ROW = Struct(f"{HEAD + VALUES}i")
_FILLING = (NOTHING,) * VALUES
