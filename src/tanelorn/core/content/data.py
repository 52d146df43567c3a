"""Data files: TOML and JSON read into typed structs, each number with the mark of its source."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec

from tanelorn.core.content import given
from tanelorn.core.errors import BadData

Source = Literal["text", "public", "reconstructed"]
"""Where a number comes from: the rulebook's text, a published clarification, or our reconstruction."""

SOURCE_SAYS: dict[str, str] = {
    "text": "the rulebook says so",
    "public": "a published clarification",
    "reconstructed": "lost with a picture; ours",
}

Small = Annotated[int, msgspec.Meta(ge=-99, le=99)]
"""A number as it is printed on counters and charts; what makes no sense is told by the checks of its file."""

T = TypeVar("T")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry of a data file: what it may not hold is refused; what it leaves out is not written either."""


def read_toml(path: Path, kind: type[T]) -> T:
    """Read a TOML file into a type; raise BadData that names the file, the entry and what is allowed."""
    return toml_of(given.read_text(path), kind, path.name)


def toml_of(text: str, kind: type[T], name: str) -> T:
    """Read TOML that somebody has written into a type; raise BadData that names it, the entry and what is allowed."""
    return _typed(given.toml_in(text, name), kind, name)


def read_json(path: Path, kind: type[T]) -> T:
    """Read a JSON file into a type; raise BadData that names the file, the entry and what is allowed."""
    return json_of(given.read_text(path), kind, path.name)


def json_of(text: str, kind: type[T], name: str) -> T:
    """Read JSON that somebody has written into a type; raise BadData that names it, the entry and what is allowed."""
    try:
        content = msgspec.json.decode(text)
    except RecursionError:
        raise BadData(f"{name} is wrong: it is nested too deep.", remedy="Write it as the examples are.") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadData(f"{name} is wrong: {given.shown(error)}.", remedy="Correct that entry and try again.") from None
    given.check_bounds(content, name)
    return _typed(content, kind, name)


def _typed(content: object, kind: type[T], name: str) -> T:
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        why = f"{name} is wrong: {given.shown(error, 400)}{_entries(content, str(error))}."
        raise BadData(why, remedy="Correct that entry and try again.") from None


def _entries(content: object, error: str) -> str:
    """Name the entries that an error's path such as `$.town[3].gate[0]` leads through, by their ids."""
    names = []
    try:
        for word in re.findall(r"\.(\w+)|\[(\d+)\]", error.rpartition("at `$")[2]):
            if isinstance(content, dict):
                content = content[word[0]]
            elif isinstance(content, list):
                content = content[int(word[1])]
            else:
                return ""
            if isinstance(content, dict) and isinstance(content.get("id"), str):
                names.append(given.shown(content["id"]))
    except (LookupError, ValueError):
        return ""
    return f" ({', '.join(names)})" if names else ""
