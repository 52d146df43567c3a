"""Plain data as bytes and back: what is read is what was written, each thing of the kind that it was.

Structs and named tuples are written with the names of their kinds and fields. Nothing is run and nothing imported when
they are read: a kind that is not known here, or has other fields by now, makes what was packed unreadable.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import msgspec

from tanelorn.core.errors import BadData

_PLAIN = {bool, int, str, float, bytes, type(None)}
_LIST, _TUPLE, _SET, _FROZEN, _DICT, _KIND = range(6)
"""What stands first in an array and says what it is; a kind's own number is counted from the last of them."""

Kind = tuple[str, str, tuple[str, ...]]
"""A struct or a named tuple: its module, its name, and the names of its fields."""


class _Packed(msgspec.Struct, frozen=True, array_like=True):
    """What was packed, and the kinds in it by number."""

    kinds: list[Kind]
    thing: object


_reader = msgspec.msgpack.Decoder(_Packed)


def pack(thing: object) -> bytes:
    """Return a thing as bytes; raise BadData where something in it is neither plain nor of a kind that has a name."""
    kinds: dict[type, int] = {}
    packed = _pack(thing, kinds)
    try:
        return msgspec.msgpack.encode(_Packed([_named(kind) for kind in kinds], packed))
    except OverflowError as error:
        raise BadData(f"This cannot be packed: {error}.") from None


def unpack(raw: bytes) -> object:
    """Return what was packed; raise BadData if it cannot be read here as it was written."""
    try:
        packed = _reader.decode(raw)
        return _unpack(packed.thing, [_found(kind) for kind in packed.kinds])
    except (msgspec.MsgspecError, TypeError, ValueError, LookupError, RecursionError, AttributeError) as error:
        raise BadData(f"What was packed cannot be read: {type(error).__name__}.") from None


def _pack(thing: object, kinds: dict[type, int]) -> object:
    kind = type(thing)
    if kind in _PLAIN:
        return thing
    head, parts = _taken_apart(thing, kinds)
    return [head, *(part if type(part) in _PLAIN else _pack(part, kinds) for part in parts)]


def _taken_apart(thing: object, kinds: dict[type, int]) -> tuple[int, Iterator[object]]:
    """Return what a thing is, as it stands first in an array, and the parts of it that follow."""
    kind = type(thing)
    if kind is list:
        return _LIST, iter(thing)  # type: ignore[call-overload]
    if kind is tuple:
        return _TUPLE, iter(thing)  # type: ignore[call-overload]
    if isinstance(thing, dict):
        return _DICT, (part for item in thing.items() for part in item)
    if kind in (set, frozenset):
        return _SET if kind is set else _FROZEN, iter(thing)  # type: ignore[call-overload]
    if not _has_fields(kind):
        raise BadData(f"A {kind.__name__} cannot be packed.")
    number = kinds.setdefault(kind, len(kinds))
    return _KIND + number, (getattr(thing, name) for name in _fields(kind))


def _unpack(packed: object, kinds: list[type]) -> object:
    if type(packed) is not list:
        return packed
    head, parts = packed[0], [part if type(part) is not list else _unpack(part, kinds) for part in packed[1:]]
    if head == _LIST:
        return parts
    if head == _TUPLE:
        return tuple(parts)
    if head == _DICT:
        return dict(zip(parts[::2], parts[1::2], strict=True))
    if head == _SET:
        return set(parts)
    if head == _FROZEN:
        return frozenset(parts)
    kind = kinds[head - _KIND]
    return kind(**dict(zip(_fields(kind), parts, strict=True)))


def _has_fields(kind: type) -> bool:
    return issubclass(kind, msgspec.Struct) or (issubclass(kind, tuple) and hasattr(kind, "_fields"))


def _fields(kind: type) -> tuple[str, ...]:
    fields: tuple[str, ...] = kind.__struct_fields__ if issubclass(kind, msgspec.Struct) else kind._fields  # type: ignore[attr-defined]
    return fields


def _named(kind: type) -> Kind:
    return kind.__module__, kind.__qualname__, _fields(kind)


def _found(named: Kind) -> type:
    """Return the kind of that name, if it is known here and still has these fields."""
    module, name, fields = named
    found: object = sys.modules[module]
    for part in name.split("."):
        found = getattr(found, part)
    if not isinstance(found, type) or not _has_fields(found) or _fields(found) != fields:
        raise BadData(f"The kind {name} is another one by now.")
    return found
