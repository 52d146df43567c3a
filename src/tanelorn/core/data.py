"""Data files: TOML and JSON read into typed structs, each number with the mark of its source."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from tanelorn.core import given
from tanelorn.core.errors import BadData

Source = Literal["text", "public", "reconstructed"]
"""Where a number comes from: the rulebook's text, a published clarification, or our reconstruction."""

SOURCE_SAYS: dict[str, str] = {
    "text": "the rulebook says so",
    "public": "a published clarification",
    "reconstructed": "lost with a picture; ours",
}

T = TypeVar("T")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry of a data file: what it may not hold is refused; what it leaves out is not written either."""


def read_toml(path: Path, kind: type[T]) -> T:
    """Read a TOML file into a type; raise BadData that names the file, the entry and what is allowed."""
    return toml_of(given.read_text(path), kind, path.name)


def toml_of(text: str, kind: type[T], name: str) -> T:
    """Read TOML that somebody has written into a type; raise BadData that names it, the entry and what is allowed."""
    tables = given.toml_in(text, name)
    try:
        return msgspec.convert(tables, kind)
    except msgspec.ValidationError as error:
        raise _wrong(name, error, tables) from None


def read_json(path: Path, kind: type[T]) -> T:
    """Read a JSON file into a type; raise BadData that names the file, the entry and what is allowed."""
    return json_of(given.read_text(path), kind, path.name)


def json_of(text: str, kind: type[T], name: str) -> T:
    """Read JSON that somebody has written into a type; raise BadData that names it, the entry and what is allowed."""
    try:
        return msgspec.json.decode(text, type=kind)
    except RecursionError:
        raise BadData(f"{name} is wrong: it is nested too deep.", remedy="Write it as the examples are.") from None
    except msgspec.ValidationError as error:
        raise _wrong(name, error, _untyped(text)) from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadData(f"{name} is wrong: {given.shown(error)}.", remedy="Correct that entry and try again.") from None


def _untyped(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None


def _wrong(name: str, error: msgspec.ValidationError, content: object) -> BadData:
    why = f"{name} is wrong: {given.shown(error, 400)}{_entries(content, str(error))}."
    return BadData(why, remedy="Correct that entry and try again.")


def _entries(content: Any, error: str) -> str:
    """Name the entries that an error's path such as `$.town[3].gate[0]` leads through, by their ids."""
    names = []
    try:
        for word in re.findall(r"\.(\w+)|\[(\d+)\]", error.rpartition("at `$")[2]):
            content = content[word[0] or int(word[1])]
            if isinstance(content, dict) and isinstance(content.get("id"), str):
                names.append(given.shown(content["id"]))
    except (LookupError, TypeError):
        return ""
    return f" ({', '.join(names)})" if names else ""
