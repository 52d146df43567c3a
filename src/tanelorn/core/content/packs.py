"""Packs: files of the players' own in place of a game's board and counters.

A pack is a folder with the files that its game names. It is checked, kept in the player's data folder, and used by new
tables from then on. Tables hold a pack as one text in an option, so that a record needs no file.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

import msgspec
from typing_extensions import TypeVar

from tanelorn.core.content.data import read_json, read_toml
from tanelorn.core.content.folders import data_folder
from tanelorn.core.content.given import shown
from tanelorn.core.errors import BadData, Illegal, TanelornError, UnknownName, nearest

if TYPE_CHECKING:
    from tanelorn.core.game import Game

STANDARD = "standard"
"""How the files that come with a game are called among the packs; their text is empty."""

P = TypeVar("P", bound=msgspec.Struct, default=Any)
E = TypeVar("E", bound=msgspec.Struct)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}")
_IN_USE = "in-use"
_MOST_SHOWN = 60
_MOST_LETTERS = 60
_MOST_FAULTS = 50
_NAMES = ("name", "lines", "fortress")
"""The fields that are printed on maps and counters, wherever they stand."""
_NO_LETTER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
"""What may not stand in a page or a picture."""


class CannotKeep(TanelornError):
    """A pack cannot be kept: its name cannot be used, or the disk refuses."""


class PackKind(ABC, Generic[P]):
    """What a game says of its packs: their files, the struct that holds what they say, and what can be wrong with it.

    `kinds` names the files with the struct of each (TOML, or JSON by the name's ending), in the order of the fields of
    `whole`; `folder` is where those that come with the game lie. `clause` speaks of the printed ones.
    """

    option = "pack"
    slug: str
    clause: str
    folder: Path
    kinds: Mapping[str, type[msgspec.Struct]]
    whole: type[P]

    @abstractmethod
    def wrong(self, pack: P) -> Iterable[BadData]:
        """Yield all that is wrong with a pack whose files can be read, each fault with its file and entry."""

    @abstractmethod
    def bare(self, pack: P) -> P:
        """Return a pack without the reasons and sources, of which no rule asks."""

    @abstractmethod
    def summary(self, text: str) -> str:
        """Say in one sentence what is in a pack."""

    @abstractmethod
    def warnings(self, text: str) -> list[str]:
        """Return what is odd about a pack that can be played."""

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the files."""
        return tuple(self.kinds)

    @cached_property
    def standard(self) -> P:
        """The pack that comes with the game."""
        return self._whole({name: self.folder / name for name in self.kinds})

    def pack(self, text: str) -> P:
        """Return the pack of a canonical text, the standard one for the empty text."""
        return msgspec.json.decode(text, type=self.whole) if text else self.standard

    def canonical(self, pack: P) -> str:
        """Return the text by which tables and records hold a pack: without reasons, empty for the standard one."""
        text = msgspec.json.encode(self.bare(pack))
        return "" if text == msgspec.json.encode(self.bare(self.standard)) else text.decode()

    def faults(self, files: Mapping[str, Path]) -> list[BadData]:
        """Return what is wrong: with files that cannot be read, or with what they say, up to a page of it."""
        found, parts = [], []
        for name, kind in self.kinds.items():
            try:
                parts.append(_read(files[name], kind))
            except BadData as error:
                found.append(error)
        if found:
            return found
        whole = self.whole(*parts)
        return [*islice(chain(self._odd_words(whole), self.wrong(whole)), _MOST_FAULTS)]

    def read(self, files: Mapping[str, Path]) -> str:
        """Return the canonical text of a pack; raise BadData that names the first fault."""
        return self.checked(self._whole(files))

    def checked(self, pack: P) -> str:
        """Return the canonical text of a pack; raise BadData that names the first fault."""
        for fault in chain(self._odd_words(pack), self.wrong(pack)):
            raise fault
        return self.canonical(pack)

    def _odd_words(self, pack: P) -> Iterator[BadData]:
        """Yield the texts that no page can show, and the names that are none."""
        for file, field in zip(self.kinds, pack.__struct_fields__, strict=True):
            for where, name, text in _texts(msgspec.to_builtins(getattr(pack, field)), ""):
                if _NO_LETTER.search(text):
                    yield BadData(f"{file}: {where} has a control character.", remedy="Take it out.")
                elif name in _NAMES and not (text.strip() and len(text) <= _MOST_LETTERS):
                    has = f"{len(text)} letters" if text.strip() else "no letters"
                    yield BadData(f"{file}: {where} has {has}.", remedy=f"Give it 1 to {_MOST_LETTERS}.")

    def read_option(self, value: str) -> str:
        """Return the canonical text of what an option says: such a text, or a pack by its name, never a path.

        Raises Illegal that names the fault.
        """
        store = PackStore(self.slug, self)
        try:
            if value in ("", STANDARD, *store.names()):
                return store.text(value)
            if value.lstrip().startswith("{"):
                return _read_text(self, value)
        except TanelornError as error:
            raise Illegal(error.why, remedy=error.remedy, clause=error.clause or self.clause) from None
        raise Illegal(
            f"There is no pack “{value[:_MOST_SHOWN]}”.",
            remedy=f"{nearest(value[:_MOST_SHOWN], [STANDARD, *store.names()])} "
            f"A folder becomes one by: tanelorn pack use {self.slug} DIR.",
            clause=self.clause,
        )

    def _whole(self, files: Mapping[str, Path]) -> P:
        return self.whole(*(_read(files[name], kind) for name, kind in self.kinds.items()))


_BARE = frozenset((int, float, bool, type(None)))


def _is_bare(value: object) -> bool:
    """Tell whether a value is a number or a list of numbers, of which an outline has thousands: no text is in it."""
    return type(value) in _BARE or (isinstance(value, (list, tuple)) and _BARE.issuperset(map(type, value)))


def _texts(value: object, where: str, name: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield every text of a file: where it stands, what the field is called, the text."""
    if isinstance(value, str):
        yield where, name, value
    elif isinstance(value, dict):
        called = value.get("id")
        here = f"{called}, " if isinstance(called, str) and len(called) <= _MOST_SHOWN else where and f"{where}, "
        for key, one in value.items():
            at = f"{here}{str(key)[:_MOST_SHOWN]}"
            yield at, "", str(key)
            if not _is_bare(one):
                yield from _texts(one, at, str(key))
    elif isinstance(value, (list, tuple)):
        for number, one in enumerate(value, 1):
            if not _is_bare(one):
                yield from _texts(one, f"{where} {number}", name)


def _read(path: Path, kind: type[E]) -> E:
    return read_json(path, kind) if path.suffix == ".json" else read_toml(path, kind)


@lru_cache(maxsize=4)
def _read_text(kind: PackKind, text: str) -> str:
    """Return the canonical text of a pack that is written as one text; raise BadData that names the first fault."""
    try:
        pack = msgspec.json.decode(text, type=kind.whole)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        remedy = f"Write it with: tanelorn pack write {kind.slug} DIR."
        raise BadData(f"The pack is wrong: {shown(error)}.", remedy=remedy) from None
    return kind.checked(pack)


def without_reasons(entries: tuple[E, ...]) -> tuple[E, ...]:
    """Return entries with nothing in their field `why`."""
    return tuple(msgspec.structs.replace(entry, why="") for entry in entries)


@lru_cache(maxsize=16)
def picture_key(text: str) -> str:
    """Return a short name for the picture of a pack's board, empty for that of the standard one."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest() if text else ""


class PackStore:
    """The packs of one game that a player keeps, and which of them new tables use."""

    def __init__(self, slug: str, kind: PackKind, data: str | Path | None = None) -> None:
        self.kind = kind
        self.folder = data_folder(data) / "packs" / slug

    def names(self) -> list[str]:
        """Return the names of the packs kept."""
        if not self.folder.is_dir():
            return []
        return sorted(path.name for path in self.folder.iterdir() if path.is_dir() and _NAME.fullmatch(path.name))

    @property
    def in_use(self) -> str:
        """The pack that new tables use: the standard one unless another was chosen that is still there."""
        try:
            name = (self.folder / _IN_USE).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return STANDARD
        return name if name in self.names() else STANDARD

    def text(self, name: str) -> str:
        """Return the canonical text of a pack by its name; raise UnknownName, or BadData if it is no longer good."""
        if name in ("", STANDARD):
            return ""
        if name not in self.names():
            raise UnknownName(f"There is no pack “{name}”.", remedy=nearest(name, [STANDARD, *self.names()]))
        return self.kind.read(files_in(self.kind, self.folder / name))

    def keep(self, files: Mapping[str, Path], name: str) -> None:
        """Copy the files of a pack here, in place of one of the same name; raise CannotKeep or BadData."""
        if not _NAME.fullmatch(name) or name == STANDARD:
            raise CannotKeep(f"A pack cannot be called “{name}”.", remedy="Use letters, digits, - and _: --name mine.")
        self.kind.read(files)
        place = self.folder / name
        try:
            place.mkdir(parents=True, exist_ok=True)
            for file, path in files.items():
                if path.resolve() != (place / file).resolve():
                    shutil.copyfile(path, place / file)
        except OSError as error:
            raise _cannot_keep(place, error) from None

    def use(self, name: str) -> None:
        """Let new tables use a pack from now on; raise UnknownName or CannotKeep."""
        self.text(name)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / _IN_USE).write_text(f"{name or STANDARD}\n", encoding="utf-8")
        except OSError as error:
            raise _cannot_keep(self.folder, error) from None


def _cannot_keep(where: Path, error: OSError) -> CannotKeep:
    return CannotKeep(
        f"No pack can be kept in {where}: {(error.strerror or str(error)).lower()}.",
        remedy="Name another folder with --data DIR, or set TANELORN_DATA.",
    )


def files_in(kind: PackKind, folder: Path) -> dict[str, Path]:
    """Return the files of the pack in a folder; raise BadData if one is missing."""
    files = {name: folder / name for name in kind.files}
    for name, path in files.items():
        if not path.is_file():
            raise BadData(
                f"{folder} has no file {name}.", remedy=f"A pack is a folder with {' and '.join(kind.files)}."
            )
    return files


def files_named(kind: PackKind, paths: Sequence[Path]) -> dict[str, Path]:
    """Return the files of the pack in a folder, or of files named one by one: ours stand in for those left out."""
    if len(paths) == 1 and paths[0].is_dir():
        return files_in(kind, paths[0])
    files = {name: kind.folder / name for name in kind.files}
    for path in paths:
        ending = [name for name in kind.files if path.name == name] or [
            name for name in kind.files if Path(name).suffix == path.suffix
        ]
        if len(ending) != 1:
            raise BadData(f"{path} is no file of a pack.", remedy=f"A pack has {' and '.join(kind.files)}.")
        files[ending[0]] = path
    return files


def with_pack(game: Game, options: Mapping[str, object] | None, data: str | Path | None = None) -> dict[str, object]:
    """Complete a new table's options by the pack that is in use, and put its text where an option names a pack."""
    values = dict(options or {})
    if game.packs is None:
        return values
    store = PackStore(game.slug, game.packs, data)
    wish = values.get(game.packs.option, store.in_use)
    if isinstance(wish, str) and wish in ("", STANDARD, *store.names()):
        values[game.packs.option] = store.text(wish)
    return values
