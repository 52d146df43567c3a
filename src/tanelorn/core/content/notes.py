"""Notes: what each kind of question of a game is for, what ends it, what comes next; told once to each person.

A file `notes.toml` beside the rulebook says it by the name of the question's step, and which kinds may be answered
before they are asked. Nothing in it depends on the position, so it tells nobody anything hidden. In another language it
lies in a folder of that language beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from tanelorn.core.content.data import read_toml


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file of notes may contain."""

    note: Mapping[str, str] = {}
    undone: Mapping[str, str] = {}
    standing: tuple[str, ...] = ()
    ahead: Mapping[str, str] = {}


class Notes(NamedTuple):
    """Notes by the kind of question, and those in `other` languages by their codes.

    Where a question can be ended with things still undone, `undone` are the words before their names (“Could still
    move”). Questions of the kinds that are `standing` interrupt another seat's turn, or come again and again: whoever
    wishes answers all of them as one. Those `ahead`, with what people call them, can be answered in writing before they
    are asked.
    """

    note: Mapping[str, str] = {}
    undone: Mapping[str, str] = {}
    standing: tuple[str, ...] = ()
    ahead: Mapping[str, str] = {}
    other: Mapping[str, Notes] = {}

    def in_language(self, language: str) -> Notes:
        """Return the notes in a language, where nobody has translated them as they were written."""
        return self.other.get(language, self)


def read_notes(path: Path) -> Notes:
    """Read a game's notes in all languages; raise BadData that names the file."""
    folders = [folder for folder in path.parent.iterdir() if (folder / path.name).is_file()]
    return _read(path)._replace(other={folder.name: _read(folder / path.name) for folder in folders})


def _read(path: Path) -> Notes:
    written = read_toml(path, _Written)
    return Notes(written.note, written.undone, written.standing, written.ahead)
