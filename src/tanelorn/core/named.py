"""Reading positions by name, as rule cases write them: what may be said, and what a name stands for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from tanelorn.core.errors import BadData, nearest

T = TypeVar("T")


def check_entries(table: Mapping[str, Any], known: Iterable[str], whose: str = "A position") -> None:
    """Raise BadData at the first entry that is not known."""
    entries = list(known)
    for entry in table:
        if entry not in entries:
            raise BadData(f"{whose} has no entry “{entry}”.", remedy=nearest(entry, entries))


def table_in(table: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return an entry that is a table itself, an empty one if it is left out; raise BadData if it is something else."""
    found = table.get(name, {})
    if not isinstance(found, Mapping):
        raise BadData(f"The entry “{name}” must be a table.", remedy=f"Write {name} = {{ … }}.")
    return found


def meaning(known: Mapping[str, T], word: str, kind: str) -> T:
    """Return what a word stands for; raise BadData naming what is known."""
    if word not in known:
        raise BadData(f"There is no {kind} “{word}”.", remedy=nearest(word, known))
    return known[word]
