"""The page's rooms: each knows only those that stand above it in the table of its design page."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src/tanelorn/site/static/tanelorn"
_ROOM = re.compile(r"^\| `(\w+)/` \|", re.MULTILINE)
_IMPORT = re.compile(r"^(?:import|export|\}) .*?\"(\.[^\"]+)\";$", re.MULTILINE)


def test_rooms_know_only_those_above_them():
    rooms = _ROOM.findall((ROOT / "docs/design/page.md").read_text(encoding="utf-8"))
    assert sorted(rooms) == sorted(path.name for path in PAGE.iterdir() if path.is_dir())
    upward = [
        (script.relative_to(PAGE).as_posix(), known)
        for script in PAGE.rglob("*.js")
        for known in _IMPORT.findall(script.read_text(encoding="utf-8"))
        if rooms.index((script.parent / known).resolve().parent.name) > rooms.index(script.parent.name)
    ]
    assert upward == []
