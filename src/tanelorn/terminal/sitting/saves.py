"""Games kept on disk: every choice is in its file before it is acknowledged, and a refusing disk moves no table."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from tanelorn.core.chance import Committed, Seeded, commitment
from tanelorn.core.choices import Choice
from tanelorn.core.content.folders import data_folder
from tanelorn.core.errors import BadRecord, TanelornError, UnknownName, nearest
from tanelorn.core.game import Game
from tanelorn.core.play.record import Part, Record, linked
from tanelorn.core.play.replay import replay
from tanelorn.core.play.table import Table
from tanelorn.terminal.look import command
from tanelorn.terminal.sitting.drafts import Draft, draft_file, drafts_text, load_drafts

try:
    import fcntl
except ImportError:  # Windows keeps a second writer out by itself
    fcntl = None  # type: ignore[assignment]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}")
_LINK = b'"link":"'
_LINK_DIGITS = 16


class CannotSave(TanelornError):
    """The disk refused: the choice is not acknowledged and the table has not moved."""


def games_folder(wish: Path | None = None, *, make: bool = False) -> Path:
    """Return the folder of the games' records; raise CannotSave if it is to be made and cannot be."""
    folder = data_folder(wish) / "games"
    if make:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            probe = folder / f".probe-{os.getpid()}"
            probe.write_bytes(b"")
            probe.unlink()
        except OSError as error:
            raise _cannot_save(folder, error) from None
    return folder


def _cannot_save(where: Path, error: OSError) -> CannotSave:
    return CannotSave(
        f"No game can be saved in {where}: {(error.strerror or str(error)).lower()}.",
        remedy="Name another folder with --data DIR, or set TANELORN_DATA.",
    )


def saved_names(folder: Path) -> list[str]:
    """Return the names of the saved games, the last played first."""
    with contextlib.suppress(OSError):
        files = [(file.stat().st_mtime_ns, file.stem) for file in folder.glob("*.jsonl")]
        return [name for _, name in sorted(files, reverse=True)]
    return []


def find_record(name: str, data: Path | None = None, *, going: bool = False) -> Path:
    """Return the file that a path, the name of a saved game, or `last` means; raise UnknownName.

    `last` is the game that was played last; with `going` the last one that is still on, if there is one.
    """
    path = Path(name)
    if path.suffix or path.is_file():
        return path
    folder = games_folder(data)
    names = saved_names(folder)
    if name == "last" and names:
        if going:
            names = [one for one in names if (folder / f"{one}.secret").exists()] or names
        return folder / f"{names[0]}.jsonl"
    if name in names:
        return folder / f"{name}.jsonl"
    raise UnknownName(f"No game called “{name}” is saved in {folder}.", remedy=nearest(name, names))


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name) or name == "last":
        raise CannotSave(
            f"A game cannot be called “{name}”.",
            remedy="Use letters, digits, - and _, beginning with a letter or digit; “last” means the last one played.",
        )
    return name


class Saved:
    """A table and its file. `play`, `undo` and `redo` write before they return; a refusing disk undoes them."""

    def __init__(self, table: Table, path: Path, file: BinaryIO, written: int, whole: bytes) -> None:
        self.table = table
        self.path = path
        self.notice = ""
        self._file = file
        self._written = written
        self._size = len(whole)
        self._link = whole.rpartition(_LINK)[2][:_LINK_DIGITS].decode()
        self._drafts = load_drafts(path)

    @property
    def name(self) -> str:
        """What the game is saved as."""
        return self.path.stem

    @property
    def seed(self) -> str:
        """What the dice and the bots of this game are drawn from; never shown while it is played."""
        chance = self.table.chance
        return chance.secret if isinstance(chance, Committed) else self.path.name

    @classmethod
    def begin(
        cls,
        folder: Path,
        game: Game,
        *,
        scenario: str | None,
        options: Mapping[str, object],
        players: Sequence[str],
        seed: str | None,
        name: str | None,
        chance: Committed | None = None,
    ) -> Saved:
        """Set a game up and write its first lines; raise CannotSave if the name is taken or the disk refuses."""
        name = _checked(name) if name else _free_name(folder, game.slug)
        path = folder / f"{name}.jsonl"
        if path.exists():
            raise CannotSave(
                f"There is already a game called {name}.",
                remedy=f"Choose another --name, or go on with: {command(f'play --resume {name}')}.",
            )
        if chance is None:
            chance = Committed(f"seed {seed}", foreseen=True) if seed is not None else Committed()
        table = Table.new(game, scenario, options, chance=chance, players=players, name=name)
        try:
            _write_private(_secret_of(path), chance.secret.encode())
            lines = b"".join(table.record().lines())
            _write_private(path, lines)
        except OSError as error:
            raise _cannot_save(folder, error) from None
        return cls(table, path, _open(path), len(table.entries), lines)

    @classmethod
    def resume(cls, path: Path) -> Saved:
        """Play a saved game again up to its last choice; a last line that cannot be read is dropped: see `notice`."""
        file = _open(path)
        try:
            raw = file.read()
            record = Record.read(raw, mend=True)
            table = replay(record, chance=_dice(record, path))
        except BaseException:
            file.close()
            raise
        if not record.header.commitment:
            table.chance = Seeded(os.urandom(16).hex())
        whole = raw[: raw.rfind(b"\n") + 1]
        kept = whole[: whole.rfind(b"\n", 0, -1) + 1] if record.mended == "damaged" else whole
        saved = cls(table, path, file, len(record.entries), kept)
        saved.notice = record.told()
        if record.ended is None:
            saved._append()
        saved._forget_secret()
        return saved

    def play(self, choice: Choice | str, seat: int) -> None:
        """Play a choice and write it; on any refusal nothing has changed."""
        self._do(lambda: self.table.play(choice, seat))

    def undo(self, seat: int) -> None:
        """Take back a seat's last choice and write that."""
        self._do(lambda: self.table.undo(seat))

    def redo(self, seat: int) -> None:
        """Play a choice that was taken back again, and write it."""
        self._do(lambda: self.table.redo(seat))

    def time_up(self) -> None:
        """Call time and write that."""
        self._do(self.table.time_up)

    def keep_draft(self, seat: int, path: Sequence[str]) -> None:
        """Keep what a seat has written and not sealed; raise CannotSave if the disk refuses."""
        draft = Draft(self.table.moment, tuple(path))
        if self._drafts.get(seat, Draft(draft.moment, ())) == draft:
            return
        self._drafts[seat] = draft
        try:
            _write_private(draft_file(self.path), drafts_text(self._drafts))
        except OSError as error:
            raise _cannot_save(self.path.parent, error) from None

    def draft(self, seat: int) -> tuple[str, ...]:
        """Return what a seat has written for the question that it is asked now."""
        draft = self._drafts.get(seat)
        return draft.path if draft is not None and draft.moment == self.table.moment else ()

    def rename(self, name: str) -> None:
        """Keep the game under another name; raise CannotSave if it is taken."""
        path = self.path.with_name(f"{_checked(name)}.jsonl")
        if path.exists():
            raise CannotSave(f"There is already a game called {name}.", remedy="Choose another name.")
        try:
            # The secret is copied first and removed last, so that the record is never without it.
            secret = _secret_of(self.path)
            if secret.exists():
                _write_private(_secret_of(path), secret.read_bytes())
            drafts = draft_file(self.path)
            self.path.rename(path)
            secret.unlink(missing_ok=True)
            if drafts.exists():
                drafts.rename(draft_file(path))
        except OSError as error:
            raise _cannot_save(path.parent, error) from None
        self.path = path

    def close(self) -> None:
        """Let go of the file, so that another window may go on."""
        self._file.close()

    def _do(self, act: Callable[[], None]) -> None:
        act()
        try:
            self._append()
        except CannotSave:
            self._take_back()
            raise
        self._forget_secret()

    def _append(self) -> None:
        """Write what is new, and the closing line when the game has ended, in one go, and see it onto the disk."""
        record = self.table.record()
        new: list[Part] = [*record.entries[self._written :]]
        if record.ended is not None:
            new.append(record.ended)
        if not new:
            return
        lines = _lines(new, self._link)
        try:
            # A line that was half written before is overwritten: the file ends where the last whole line does.
            self._file.seek(self._size)
            self._file.truncate()
            left = lines
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                self._file.truncate(self._size)
            raise CannotSave(
                f"The choice was not taken, for it cannot be saved in {self.path}: "
                f"{(error.strerror or str(error)).lower()}.",
                remedy="All earlier choices are safe; make room and choose again.",
            ) from None
        self._written = len(record.entries)
        self._size += len(lines)
        self._link = lines.rpartition(_LINK)[2][:_LINK_DIGITS].decode()

    def _take_back(self) -> None:
        header = self.table.header
        assert header is not None
        chance = self.table.chance
        fresh = None
        if isinstance(chance, Committed):
            fresh = header.source(chance.secret)
        written = Record(header, self.table.entries[: self._written])
        self.table = replay(written, chance=fresh)
        if fresh is None:
            self.table.chance = chance

    def _forget_secret(self) -> None:
        if self.table.outcome is not None:
            with contextlib.suppress(OSError):
                _secret_of(self.path).unlink(missing_ok=True)
                draft_file(self.path).unlink(missing_ok=True)


def _open(path: Path) -> BinaryIO:
    """Open a record for going on, and keep every other window out of it."""
    try:
        file = path.open("r+b", buffering=0)
    except FileNotFoundError:
        raise UnknownName(f"There is no file {path}.", remedy="Check its name.") from None
    except OSError as error:
        raise _cannot_save(path, error) from None
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise CannotSave(
                f"{path.stem} is being played in another window.", remedy="Go on there, or close it first."
            ) from None
    return file


def _lines(parts: Sequence[Part], link: str) -> bytes:
    lines = []
    for part in parts:
        line, link = linked(part, link)
        lines.append(line)
    return b"".join(lines)


def _secret_of(path: Path) -> Path:
    return path.with_suffix(".secret")


def _write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read, whole or not at all."""
    partial = path.with_name(f"{path.name}.part")
    file = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file, "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    partial.replace(path)
    with contextlib.suppress(OSError):  # some systems cannot open a folder to see its names onto the disk
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def _free_name(folder: Path, slug: str) -> str:
    taken = set(saved_names(folder))
    number = 1
    while f"{slug}-{number}" in taken:
        number += 1
    return f"{slug}-{number}"


def _dice(record: Record, path: Path) -> Committed | None:
    """Return the promised dice of a game that is still on; raise BadRecord if their secret is gone or another's."""
    if not record.header.commitment or record.ended is not None:
        return None
    secret_file = _secret_of(path)
    try:
        secret = secret_file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise BadRecord(
            f"{path.stem} cannot go on: the secret of its dice, {secret_file.name}, is not beside it.",
            remedy=f"Put that file back; without it the game can only be looked at, with: {command('replay')}.",
        ) from None
    if commitment(secret) != record.header.commitment:
        raise BadRecord(
            f"{path.stem} cannot go on: {secret_file.name} is not the secret that its dice were promised by.",
            remedy="Put the right file back.",
        )
    return record.header.source(secret)
