"""Data files: TOML and JSON read into typed structs, each number with the mark of its source."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

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
    return _read(path, kind, msgspec.toml.decode)


def read_json(path: Path, kind: type[T]) -> T:
    """Read a JSON file into a type; raise BadData that names the file, the entry and what is allowed."""
    return _read(path, kind, msgspec.json.decode)


def toml_of(text: str, kind: type[T], name: str) -> T:
    """Read TOML that somebody has written into a type; raise BadData that names it, the entry and what is allowed."""
    try:
        return msgspec.toml.decode(text, type=kind)
    except RecursionError:
        raise BadData(f"{name} is wrong: it is nested too deep.", remedy="Write it as the examples are.") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadData(f"{name} is wrong: {error}.", remedy="Correct that entry and try again.") from None


def _read(path: Path, kind: type[T], decode: object) -> T:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadData(f"{path} cannot be read: {error.strerror}.", remedy="Check its name and permissions.") from None
    try:
        return decode(raw, type=kind)  # type: ignore[operator, no-any-return]
    except msgspec.ValidationError as error:
        why = f"{path.name} is wrong: {error}{_entries(raw, decode, str(error))}."
        raise BadData(why, remedy="Correct that entry and try again.") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
        raise BadData(f"{path.name} is wrong: {error}.", remedy="Correct that entry and try again.") from None


def _entries(raw: bytes, decode: object, error: str) -> str:
    """Name the entries that an error's path such as `$.town[3].gate[0]` leads through, by their ids."""
    names = []
    try:
        content = decode(raw)  # type: ignore[operator]
        for word in re.findall(r"\.(\w+)|\[(\d+)\]", error.rpartition("at `$")[2]):
            content = content[word[0] or int(word[1])]
            if isinstance(content, dict) and isinstance(content.get("id"), str):
                names.append(content["id"])
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError):
        return ""
    return f" ({', '.join(names)})" if names else ""
