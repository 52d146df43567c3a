"""A module of the page with all that it needs, as one script.

A browser that meets the site for the first time would ask for some hundred small files before it draws a board. No
bundler comes with Python, and nobody who plays shall need Node.js; the page's modules know each other without circles,
import by name from files, and export functions, classes and constants that they declare there: so each becomes a
function that returns what it exports, called when it is first needed, which is the order in which a browser would run
them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from posixpath import dirname, join, normpath

_IMPORT = re.compile(r'^import\s(?:\{(?P<names>[^}]*)\}\sfrom\s)?"(?P<path>\.{1,2}/[^"]+)";', re.MULTILINE)
_LATER = re.compile(r'\bawait import\("(?P<path>\.{1,2}/[^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (?P<name>\w+))", re.MULTILINE)
_UNKNOWN = re.compile(r"^(?:(?:import|export)\b|.*\bawait import\().*", re.MULTILINE)
_BEGIN = """const made = {};
const need = (name) => (made[name] ??= parts[name]());
"""

Read = Callable[[str], str]
"""What returns the text of a module by its name."""


def needed(name: str, read: Read) -> Iterator[str]:
    """Yield the names of the modules that a module needs, now or later, itself last, each once."""
    yield from _needed(name, read, set())


def _needed(name: str, read: Read, seen: set[str]) -> Iterator[str]:
    seen.add(name)
    text = read(name)
    for found in (*_IMPORT.finditer(text), *_LATER.finditer(text)):
        other = _beside(name, found["path"])
        if other not in seen:
            yield from _needed(other, read, seen)
    yield name


def _beside(name: str, path: str) -> str:
    return normpath(join(dirname(name), path))


def whole(name: str, read: Read) -> str:
    """Return a module and all that it needs as one script.

    Raises ValueError where a module imports or exports in a way that is not known here.
    """
    parts = "".join(f'"{each}": () => {{\n{_as_function(each, read(each))}}},\n' for each in needed(name, read))
    return f'{_BEGIN}const parts = {{\n{parts}}};\nneed("{name}");\n'


def _as_function(name: str, text: str) -> str:
    """Return the body of a function that runs a module and returns what it exports."""

    def fetched(found: re.Match[str]) -> str:
        names = (found["names"] or "").replace(" as ", ": ").strip()
        known = f"const {{ {names} }} = " if names else ""
        return f'{known}need("{_beside(name, found["path"])}");'

    def fetched_later(found: re.Match[str]) -> str:
        return f'await need("{_beside(name, found["path"])}")'

    exported = [found["name"] for found in _EXPORT.finditer(text)]
    body = _EXPORT.sub("", _LATER.sub(fetched_later, _IMPORT.sub(fetched, text)))
    if unknown := _UNKNOWN.search(body):
        raise ValueError(f"{name}: {unknown[0]!r} is written in a way that wire/whole.py does not know")
    return f"{body}return {{ {', '.join(exported)} }};\n"
