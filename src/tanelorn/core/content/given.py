"""The one door for files that somebody gives us: it refuses what is not a plain file, too large, or nested too deep.

Whoever reads a file of a player's (cases, packs, maps, records, orders) reads it here, so that a hostile one costs
neither time nor memory and is refused in one sentence.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import tomli

from tanelorn.core.errors import BadData

LARGEST_TEXT = 1 << 20
"""Bytes of a file that is written by hand: cases, packs, maps. The largest of ours have a quarter of that."""
LARGEST_TOML = LARGEST_TEXT // 2
"""Letters of TOML, which takes longest to read."""
LARGEST_RECORD = 32 << 20
"""Bytes of a record."""
MOST_ENTRIES = 10_000
"""How long a list or a table may be."""
DEEPEST = 50
"""How deep the tables and lists of a file may lie in each other."""
LONGEST_NAME = 200
"""Letters of a name (of an entry, a fact, a place)."""
_GREATEST = 1 << 63
_BOM = b"\xef\xbb\xbf"
_KEY = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_DOTTED = re.compile(rf"(?:\.[ \t]*{_KEY}[ \t]*){{{DEEPEST}}}")
"""A key of so many parts: reading it alone would take time and memory by the square of their number."""
_WRITE_LESS = "Write it as the examples are."


def read_bytes(path: Path, most: int = LARGEST_TEXT) -> bytes:
    """Return what is in a plain file, without a byte-order mark; raise BadData.

    A pipe or a device is never opened for waiting; no more than `most` bytes are taken.
    """
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    try:
        with os.fdopen(file, "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise BadData(f"{shown(path)} cannot be read: it is no plain file.", remedy="Give a file's name.")
            raw = stream.read(most + 1)
    except OSError as error:
        raise _unreadable(path, error) from None
    if len(raw) > most:
        raise _too_large(shown(path), most)
    return raw.removeprefix(_BOM)


def read_text(path: Path, most: int = LARGEST_TEXT) -> str:
    """Return the text of a plain file in UTF-8; raise BadData that names the line of what is none."""
    return text_of(read_bytes(path, most), path.name)


def text_of(raw: bytes, name: str) -> str:
    """Return bytes as text; raise BadData that names the line of what is none in UTF-8."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BadData(f"{shown(name)} is wrong: line {line} is no text.", remedy="Save it in UTF-8.") from None


Given = Mapping[str, Any]
"""A table of TOML or an object of JSON as it was read: by name texts, numbers, lists and further tables."""


def toml_in(text: str, name: str) -> dict[str, Any]:
    """Return the tables of a TOML text; raise BadData naming the text and what is wrong or too large."""
    if len(text) > LARGEST_TOML:
        raise _too_large(name, LARGEST_TOML)
    if _DOTTED.search(text):
        raise _too_deep(name)
    try:
        tables = tomli.loads(text)
    except RecursionError:
        raise _too_deep(name) from None
    except tomli.TOMLDecodeError as error:
        raise BadData(f"{name} is wrong: {shown(error)}.", remedy="Correct that and try again.") from None
    except ValueError:  # Python reads no number of thousands of digits
        raise _too_great(name) from None
    check_bounds(tables, name)
    return tables


def check_bounds(found: object, name: str) -> None:
    """Raise BadData where tables lie too deep in each other, or a list, a number or a name is too large."""
    level: list[object] = [found]
    for _ in range(DEEPEST):
        below: list[object] = []
        for one in level:
            if isinstance(one, str):  # most of what is read
                continue
            if isinstance(one, int):
                if not -_GREATEST <= one < _GREATEST:
                    raise _too_great(name)
            elif isinstance(one, (dict, list)):
                if len(one) > MOST_ENTRIES:
                    raise BadData(
                        f"{name} is wrong: a list or table has {len(one)} entries.",
                        remedy=f"Give it {MOST_ENTRIES} at most.",
                    )
                below.extend(_entries(one, name) if isinstance(one, dict) else one)
        if not below:
            return
        level = below
    raise _too_deep(name)


def _entries(table: Mapping[object, object], name: str) -> Iterable[object]:
    """Return what is in a table; raise BadData where a name in it is too long."""
    long = next((key for key in table if isinstance(key, str) and len(key) > LONGEST_NAME), None)
    if long is not None:
        raise BadData(
            f"{name} is wrong: the name “{shown(long)}” has {len(long)} letters.",
            remedy=f"A name has {LONGEST_NAME} at most.",
        )
    return table.values()


def shown(what: object, most: int = 120) -> str:
    """Shorten what somebody wrote to one printable line, for use in an error."""
    text = "".join(letter if letter.isprintable() else "�" for letter in str(what)[: 2 * most])
    return text if len(text) <= most else f"{text[:most]}…"


def _unreadable(path: Path, error: Exception) -> BadData:
    why = (error.strerror if isinstance(error, OSError) else None) or "it is no name of a file"
    return BadData(f"{shown(path)} cannot be read: {why}.", remedy="Check its name and permissions.")


def _too_large(name: str, most: int) -> BadData:
    return BadData(f"{name} is too large.", remedy=f"It may have {most >> 10} KiB.")


def _too_deep(name: str) -> BadData:
    return BadData(f"{name} is wrong: it is nested too deep.", remedy=_WRITE_LESS)


def _too_great(name: str) -> BadData:
    return BadData(f"{name} is wrong: a number has too many digits.", remedy=_WRITE_LESS)
