"""Notes: what each kind of question of a game is for, what ends it, what comes next; told once to each person.

A file `notes.toml` beside the rulebook says it by the name of the question's step. Nothing in it depends on the
position, so it tells nobody anything hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from tanelorn.core.content.data import read_toml


class Notes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Notes by the kind of question.

    Where a question can be ended with things still undone, `undone` are the words before their names (“Could still
    move”).
    """

    note: Mapping[str, str] = {}
    undone: Mapping[str, str] = {}


def read_notes(path: Path) -> Notes:
    """Read a game's notes; raise BadData that names the file."""
    return read_toml(path, Notes)
