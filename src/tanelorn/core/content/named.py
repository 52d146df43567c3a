"""Reading positions by name, as rule cases write them: what may be said, and what a name stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, TypeVar

import msgspec

from tanelorn.core.content.given import Given, shown
from tanelorn.core.errors import BadData, nearest

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)


class BadEntry(BadData):
    """An entry of a position is wrong. `entry` is where it stands: "first.units.jadmar"."""

    def __init__(self, why: str, *, entry: str = "", remedy: str = "", clause: str = "") -> None:
        super().__init__(why, remedy=remedy, clause=clause)
        self.entry = entry


class Shape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What may stand in a position, entry by entry, with the kind of each; games list theirs as fields."""


Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
"""How many of something: points, turns, wounds."""


def check_shape(table: Given, shape: type[S]) -> S:
    """Return a table as its shape; raise BadEntry at the first entry that is not known, or of the wrong kind."""
    try:
        return msgspec.convert(table, shape)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `")
        entry = re.sub(r"\[\.\.\.\]|^key in |[$`]", "", path).strip(".")
        unknown = re.fullmatch(r"Object contains unknown field `(.*)`", why, re.DOTALL)
        if unknown is None:
            raise BadEntry(f"{why}.", entry=entry, remedy="Write it as the examples do.") from None
        known = _entries_of(shape, entry)
        whose = "A position" if not entry else f"“{entry}”"
        raise BadEntry(
            f"{whose} has no entry “{shown(unknown[1])}”.", entry=entry, remedy=nearest(unknown[1], known)
        ) from None


def _entries_of(shape: type[msgspec.Struct], entry: str) -> list[str]:
    """Return the entries known where an unknown one stood: of the shape itself, or of the shape of one of its own."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(shape)}
    for name in filter(None, entry.split(".")):
        found = fields.get(re.sub(r"\[\d+\]$", "", name))
        inner = _shape_in(found.type) if found is not None else None
        if inner is None:
            return []
        fields = {field.encode_name: field for field in msgspec.structs.fields(inner)}
    return list(fields)


def _shape_in(kind: object) -> type[msgspec.Struct] | None:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind
    return next((found for one in getattr(kind, "__args__", ()) if (found := _shape_in(one))), None)


@contextmanager
def under(*names: object) -> Iterator[None]:
    """Name the entry in what is refused inside: `with under("units", place): …`."""
    try:
        yield
    except BadData as error:
        inner = error.entry if isinstance(error, BadEntry) else ""
        entry = ".".join([*(shown(name) for name in names), *([inner] if inner else [])])
        raise BadEntry(error.why, entry=entry, remedy=error.remedy, clause=error.clause) from None


def check_entries(table: Given, known: Iterable[str], whose: str = "A position") -> None:
    """Raise BadData at the first entry that is not known."""
    entries = list(known)
    for entry in table:
        if entry not in entries:
            raise BadData(f"{whose} has no entry “{shown(entry)}”.", remedy=nearest(entry, entries))


def table_in(table: Given, name: str) -> Given:
    """Return an entry that is a table itself, an empty one if it is left out; raise BadData if it is something else."""
    found = table.get(name, {})
    if not isinstance(found, Mapping):
        raise BadData(f"The entry “{name}” must be a table.", remedy=f"Write {name} = {{ … }}.")
    return found


def meaning(known: Mapping[str, T], word: str, kind: str) -> T:
    """Return what a word stands for; raise BadData naming what is known."""
    if word not in known:
        raise BadData(f"There is no {kind} “{shown(word)}”.", remedy=nearest(word, known))
    return known[word]


def number_in(text: str, what: str, least: int = 0, most: int = 1000) -> int:
    """Return the whole number that a text writes in digits; raise BadData if it is none from `least` to `most`."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
        raise BadData(f"{what} cannot be “{shown(text)}”.", remedy=f"Write a number from {least} to {most}.")
    return int(text)
