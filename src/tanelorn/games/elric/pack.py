"""Packs: a board and the counters that go with it, ours or the players' own (elric/3.1a)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from tanelorn.core.data import read_json, read_toml
from tanelorn.core.errors import BadData, Illegal, TanelornError, nearest
from tanelorn.core.packs import STANDARD, PackKind, Shelf, files_in
from tanelorn.games.elric.checking import faults
from tanelorn.games.elric.pack_files import BOARD_FILE, COUNTERS_FILE, BoardFile, CountersFile, Pack

DATA = Path(__file__).parent / "data"
OPTION = "pack"


@cache
def standard() -> Pack:
    """Return the pack that comes with the game."""
    return Pack(read_json(DATA / BOARD_FILE, BoardFile), read_toml(DATA / COUNTERS_FILE, CountersFile))


def pack_of(text: str) -> Pack:
    """Return the pack of a canonical text, the standard one for the empty text."""
    return msgspec.json.decode(text, type=Pack) if text else standard()


def canonical(pack: Pack) -> str:
    """Return the text by which tables and records hold a pack: without reasons, empty for the standard one."""
    text = _text(pack)
    return "" if text == _text(standard()) else text


def _text(pack: Pack) -> str:
    areas = tuple(msgspec.structs.replace(area, placed_by="") for area in pack.board.areas)
    nations = tuple(
        msgspec.structs.replace(
            nation,
            person=tuple(msgspec.structs.replace(entry, why="") for entry in nation.person),
            fleet=tuple(msgspec.structs.replace(entry, why="") for entry in nation.fleet),
        )
        for nation in pack.counters.nation
    )
    independents = tuple(msgspec.structs.replace(entry, why="") for entry in pack.counters.independent)
    board = msgspec.structs.replace(pack.board, areas=areas, sources={})
    return msgspec.json.encode(Pack(board, CountersFile(nations, independents))).decode()


@lru_cache(maxsize=16)
def picture_key(text: str) -> str:
    """Return a short name for the picture of a pack's board, empty for that of the standard one."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest() if text else ""


class Packs(PackKind):
    """What the kernel must know of packs of Elric."""

    option = OPTION
    files: tuple[str, ...] = (BOARD_FILE, COUNTERS_FILE)
    folder = DATA

    def faults(self, files: Mapping[str, Path]) -> list[BadData]:
        """Return all that is wrong: with files that cannot be read, or with what they say."""
        found: list[BadData] = []
        for name, kind, read in ((BOARD_FILE, BoardFile, read_json), (COUNTERS_FILE, CountersFile, read_toml)):
            try:
                read(files[name], kind)
            except BadData as error:
                found.append(error)
        return found or list(faults(_read(files)))

    def read(self, files: Mapping[str, Path]) -> str:
        """Return the canonical text of a pack; raise BadData that names the first fault."""
        pack = _read(files)
        for fault in faults(pack):
            raise fault
        return canonical(pack)

    def summary(self, text: str) -> str:
        """Count what is on the board."""
        pack = pack_of(text)
        lands = sum(area.kind != "sea" for area in pack.board.areas)
        return (
            f"{pack.board.title}: {lands} provinces, {len(pack.board.areas) - lands} seas, "
            f"{len(pack.counters.nation)} nations and hordes."
        )

    def warnings(self, text: str) -> list[str]:
        """Say what cannot be drawn."""
        blank = [area.id for area in pack_of(text).board.areas if not area.polygons]
        return [f"The page cannot draw areas without outlines: {', '.join(blank)}."] if blank else []


PACKS = Packs()


def _read(files: Mapping[str, Path]) -> Pack:
    return Pack(read_json(files[BOARD_FILE], BoardFile), read_toml(files[COUNTERS_FILE], CountersFile))


def read_pack_option(value: str) -> str:
    """Return the canonical text of what an option says: such a text, a pack by its name, or the folder of one.

    Raises Illegal that names the fault.
    """
    shelf = Shelf("elric", PACKS)
    try:
        if value in ("", STANDARD, *shelf.names()):
            return shelf.text(value)
        if value.lstrip().startswith("{"):
            return _checked(value)
        if Path(value).is_dir():
            return PACKS.read(files_in(PACKS, Path(value)))
    except TanelornError as error:
        raise Illegal(error.why, remedy=error.remedy, clause=error.clause or "elric/3.1a") from None
    known = nearest(value, [STANDARD, *shelf.names()])
    raise Illegal(f"There is no pack “{value}”.", remedy=f"{known} Or name a folder.", clause="elric/3.1a")


@lru_cache(maxsize=4)
def _checked(text: str) -> str:
    try:
        pack = msgspec.json.decode(text, type=Pack)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadData(f"The pack is wrong: {error}.", remedy="Write it with: tanelorn pack write elric DIR.") from None
    for fault in faults(pack):
        raise fault
    return canonical(pack)
