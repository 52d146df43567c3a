"""The folder of a tournament: its settings, a line for each finished game, and records if they are kept.

A line is on the disk before its game counts as finished. So whatever ends the process, no finished game is lost, and
the next run goes on with those that are missing.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from tanelorn.arena.matches.match import Played, Result
from tanelorn.arena.tournament.settings import Settings
from tanelorn.core.content.data import Entry, json_of
from tanelorn.core.content.given import read_bytes, shown, text_of
from tanelorn.core.errors import BadData, Illegal
from tanelorn.core.game import games

SETTINGS = "settings.json"
RESULTS = "results.jsonl"
RECORDS = "records"
_LOCK = "lock"
_LARGEST = 4 << 30
"""Bytes of results: more than ten million games."""


class Begun(Entry, frozen=True, kw_only=True):
    """What a folder was begun with: the settings, and the version of each game's rules."""

    settings: Settings
    rules: dict[str, int]


class Folder:
    """The folder of a tournament. Raises Illegal, with nothing changed, where another one was begun there."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path = path
        rules = {setting.game: games[setting.game].rules for setting in settings.scenarios}
        begun = Begun(settings=settings, rules=rules)
        if (path / SETTINGS).exists():
            _check_same(path, read_begun(path), begun)
        else:
            _begin(path, begun)

    def results(self) -> dict[int, Result]:
        """Return the finished games by number; raise BadData naming a line that is damaged."""
        return read_results(self.path)

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """Yield what writes finished games down; raise Illegal where another process does so."""
        with closing(sqlite3.connect(self.path / _LOCK, timeout=0, isolation_level=None)) as lock:
            try:
                lock.execute("BEGIN EXCLUSIVE")  # ends with this process, however that ends
            except sqlite3.OperationalError:
                raise Illegal(
                    f"Another process plays the tournament in {self.path}.", remedy="Wait for it, or end it."
                ) from None
            _drop_half_line(self.path / RESULTS)
            with (self.path / RESULTS).open("ab") as file:
                yield Writer(self.path, file)


class Writer:
    """Writes finished games down."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path = path
        self._file = file

    def write(self, played: Played) -> None:
        """Write a finished game down; when this returns it is on the disk. Raises BadData where there is no room."""
        try:
            if played.record:
                place = record_of(self._path, played.result.number)
                place.parent.mkdir(exist_ok=True)
                write_whole(place, played.record)
            self._file.write(msgspec.json.encode(played.result) + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise BadData(
                f"{self._path} cannot be written: {error.strerror}.",
                remedy="All finished games before are kept; make room, and begin again.",
            ) from None


def write_whole(place: Path, content: bytes) -> None:
    """Write a file, whole or not at all; when this returns it is on the disk. Raises OSError."""
    partial = place.with_name(f"{place.name}.part")
    with partial.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(place)


def record_of(path: Path, number: int) -> Path:
    """Return where the record of a game is kept."""
    return path / RECORDS / f"{number:07}.jsonl"


def read_begun(path: Path) -> Begun:
    """Return what a folder was begun with; raise BadData."""
    return json_of(text_of(read_bytes(path / SETTINGS), SETTINGS), Begun, SETTINGS)


def read_results(path: Path) -> dict[int, Result]:
    """Return the finished games of a folder by number; half a line at the end, of a game that was not finished, is no
    fault. Raises BadData naming a line that is damaged.
    """
    file = path / RESULTS
    if not file.exists():
        return {}
    found: dict[int, Result] = {}
    whole = read_bytes(file, _LARGEST).split(b"\n")[:-1]
    for number, line in enumerate(whole, 1):
        try:
            result = _decoder.decode(line)
        except (msgspec.MsgspecError, ValueError) as error:
            raise BadData(
                f"Line {number} of {file} is damaged: {shown(error)}.",
                remedy="Take that line out; its game is then played again.",
            ) from None
        found[result.number] = result
    return found


_decoder = msgspec.json.Decoder(Result)


def _begin(path: Path, begun: Begun) -> None:
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise Illegal(f"{path} is no empty folder.", remedy="Name a new one, or that of a tournament.")
    try:
        path.mkdir(parents=True, exist_ok=True)
        write_whole(path / SETTINGS, msgspec.json.format(msgspec.json.encode(begun), indent=2) + b"\n")
    except OSError as error:
        raise BadData(f"{path} cannot be written: {error.strerror}.", remedy="Name another folder.") from None


def _check_same(path: Path, before: Begun, now: Begun) -> None:
    """Raise Illegal naming the first thing that differs from what a folder was begun with."""
    for slug, rules in now.rules.items():
        if before.rules.get(slug, rules) != rules:
            raise Illegal(
                f"The tournament in {path} was begun by rules version {before.rules[slug]} of {slug}; this is version "
                f"{rules}.",
                remedy="Begin a new one in another folder; the finished games are kept.",
            )
    for name in Settings.__struct_fields__:
        old, new = getattr(before.settings, name), getattr(now.settings, name)
        if old != new:
            raise Illegal(
                f"The tournament in {path} was begun with other settings: "
                f"{name} was {_told(old)}, and is {_told(new)}.",
                remedy="Name another folder, or give those settings again; the finished games are kept.",
            )


def _told(value: object) -> str:
    """Write a setting as a refusal shows it."""
    return shown(msgspec.json.encode(value).decode(), 200)


def _drop_half_line(file: Path) -> None:
    """Take a line off the end that broke off while it was written: that game was not finished."""
    if not file.exists():
        return
    raw = read_bytes(file, _LARGEST)
    if raw and not raw.endswith(b"\n"):
        os.truncate(file, raw.rfind(b"\n") + 1)
