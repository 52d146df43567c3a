"""Which fields of steps, spells, effects and battles hold numbers of units: the type says so.

A viewer knows units by numbers of its own, so each of them is called otherwise in a view, and once more in a position
that is dealt from it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import msgspec

from tanelorn.core.errors import BrokenRules

T = TypeVar("T", bound=msgspec.Struct)
Call = Callable[[int], int]
"""What a unit is called otherwise."""

_NUMBER = object()
Unit = Annotated[int, _NUMBER]
"""The number of a unit, -1 for none."""
Units = tuple[Unit, ...]
"""The numbers of several."""


def renamed(thing: T, call: Call) -> T:
    """Return a struct in which all units are called otherwise; it shares what holds none."""
    new: T = _renamer(type(thing))(thing, call)
    return new


def holds_units(kind: type[msgspec.Struct]) -> bool:
    """Tell whether a struct of a kind may hold numbers of units, or structs that may."""
    return any(_renaming("", field.type, 0) for field in msgspec.structs.fields(kind))


@lru_cache(maxsize=256)
def _renamer(kind: type[T]) -> Callable[[T, Call], T]:
    """Compile how the units of a kind of struct are called otherwise."""
    texts = {field.name: _renaming(f"thing.{field.name}", field.type, 0) for field in msgspec.structs.fields(kind)}
    changed = ", ".join(f"{name}={text}" for name, text in texts.items() if text)
    if not changed:
        return lambda thing, call: thing
    scope: dict[str, object] = {"replace": msgspec.structs.replace, "renamed": renamed}
    made: Callable[[T, Call], T] = eval(f"lambda thing, call: replace(thing, {changed})", scope)
    return made


def _renaming(value: str, kind: object, depth: int) -> str:
    """Return an expression for a value of a type with its units called otherwise, "" if it holds none."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return f"call({value})" if _NUMBER in arguments else _renaming(value, arguments[0], depth)
    if origin in (Union, UnionType):
        text = next((text for one in arguments if (text := _renaming(value, one, depth))), "")
        return f"(None if {value} is None else {text})" if text else ""
    inner = f"v{depth}"
    if origin is list or (origin is tuple and arguments[-1] is ...):
        text = _renaming(inner, arguments[0], depth + 1)
        listed = f"[{text} for {inner} in {value}]"
        return (listed if origin is list else f"tuple({listed})") if text else ""
    if origin is tuple:
        parts = [_renaming(f"{value}[{at}]", one, depth) for at, one in enumerate(arguments)]
        return f"({', '.join(part or f'{value}[{at}]' for at, part in enumerate(parts))},)" if any(parts) else ""
    if origin is dict:
        key, entry = f"k{depth}", _renaming(inner, arguments[1], depth + 1)
        name = _renaming(key, arguments[0], depth + 1)
        return f"{{{name or key}: {entry or inner} for {key}, {inner} in {value}.items()}}" if name or entry else ""
    if kind is Any:
        raise BrokenRules(f"What {value.removeprefix('thing.')} is must be said, for it may hold units.")
    return f"renamed({value}, call)" if holds_struct(kind) else ""


def holds_struct(kind: object) -> bool:
    """Tell whether a value of a type is a struct, or may be one."""
    if get_origin(kind) in (Union, UnionType):
        return any(holds_struct(one) for one in get_args(kind))
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
