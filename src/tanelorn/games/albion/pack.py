"""Packs: a board, its counters, its charts and its set-up, ours or the players' own (chart/map)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeVar

import msgspec

from tanelorn.core.data import read_json, read_toml
from tanelorn.core.errors import BadData, Illegal, TanelornError, nearest
from tanelorn.core.packs import STANDARD, PackKind, Shelf, files_in
from tanelorn.games.albion.checking import faults
from tanelorn.games.albion.pack_files import (
    BOARD_FILE,
    CHARTS_FILE,
    COUNTERS_FILE,
    SETUP_FILE,
    BoardFile,
    ChartsFile,
    CountersFile,
    Pack,
    SetupFile,
)

DATA = Path(__file__).parent / "data"
OPTION = "pack"
E = TypeVar("E", bound=msgspec.Struct)


@cache
def standard() -> Pack:
    """Return the pack that comes with the game."""
    return _read({name: DATA / name for name in PACKS.files})


def pack_of(text: str) -> Pack:
    """Return the pack of a canonical text, the standard one for the empty text."""
    return msgspec.json.decode(text, type=Pack) if text else standard()


def canonical(pack: Pack) -> str:
    """Return the text by which tables and records hold a pack: without reasons, empty for the standard one."""
    text = _text(pack)
    return "" if text == _text(standard()) else text


def _text(pack: Pack) -> str:
    board = msgspec.structs.replace(
        pack.board,
        fortresses=_bare(pack.board.fortresses),
        sources={},
    )
    counters = msgspec.structs.replace(
        pack.counters, person=_bare(pack.counters.person), ship=_bare(pack.counters.ship)
    )
    charts = msgspec.structs.replace(
        pack.charts,
        terrain=_bare(pack.charts.terrain),
        road=_bare(pack.charts.road),
        hexside=_bare(pack.charts.hexside),
        sea=msgspec.structs.replace(pack.charts.sea, why=""),
    )
    setup = msgspec.structs.replace(pack.setup, setup=_bare(pack.setup.setup))
    return msgspec.json.encode(Pack(board, counters, charts, setup)).decode()


def _bare(entries: tuple[E, ...]) -> tuple[E, ...]:
    return tuple(msgspec.structs.replace(entry, why="") for entry in entries)


@lru_cache(maxsize=16)
def picture_key(text: str) -> str:
    """Return a short name for the picture of a pack's board, empty for that of the standard one."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest() if text else ""


class Packs(PackKind):
    """What the kernel must know of packs of Albion."""

    option = OPTION
    files: tuple[str, ...] = (BOARD_FILE, COUNTERS_FILE, CHARTS_FILE, SETUP_FILE)
    folder = DATA

    def faults(self, files: Mapping[str, Path]) -> list[BadData]:
        """Return all that is wrong: with files that cannot be read, or with what they say."""
        found: list[BadData] = []
        try:
            read_json(files[BOARD_FILE], BoardFile)
        except BadData as error:
            found.append(error)
        for name, kind in ((COUNTERS_FILE, CountersFile), (CHARTS_FILE, ChartsFile), (SETUP_FILE, SetupFile)):
            try:
                read_toml(files[name], kind)
            except BadData as error:
                found.append(error)
        return found or list(faults(_read(files), standard()))

    def read(self, files: Mapping[str, Path]) -> str:
        """Return the canonical text of a pack; raise BadData that names the first fault."""
        pack = _read(files)
        for fault in faults(pack, standard()):
            raise fault
        return canonical(pack)

    def summary(self, text: str) -> str:
        """Count what is on the board."""
        pack = pack_of(text)
        land = sum(entry.kind != "sea" for entry in pack.board.hexes)
        return (
            f"{pack.board.title}: {len(pack.board.hexes)} hexes, {land} of them with land, "
            f"{len(pack.board.kingdoms)} kingdoms, {len(pack.board.fortresses)} fortresses, "
            f"{len(pack.counters.person)} persons, {len(pack.counters.ship)} ships."
        )

    def warnings(self, text: str) -> list[str]:
        """Return what is odd: armies that do not start with the points of the counter named after their fortress."""
        pack = pack_of(text)
        starts = {(group.hex, group.colour): group.csp for group in pack.setup.setup if group.csp}
        return [
            f"{named.fortress} ({named.hex}) starts with {starts.get((named.hex, colour.id), 0)} points of "
            f"{colour.name}; its counter has {named.csp}."
            for colour in pack.counters.colour
            for named in colour.named
            if starts.get((named.hex, colour.id), 0) != named.csp
        ]


PACKS = Packs()


def _read(files: Mapping[str, Path]) -> Pack:
    return Pack(
        read_json(files[BOARD_FILE], BoardFile),
        read_toml(files[COUNTERS_FILE], CountersFile),
        read_toml(files[CHARTS_FILE], ChartsFile),
        read_toml(files[SETUP_FILE], SetupFile),
    )


def read_pack_option(value: str) -> str:
    """Return the canonical text of what an option says: such a text, a pack by its name, or the folder of one.

    Raises Illegal that names the fault.
    """
    shelf = Shelf("albion", PACKS)
    try:
        if value in ("", STANDARD, *shelf.names()):
            return shelf.text(value)
        if value.lstrip().startswith("{"):
            return _checked(value)
        if Path(value).is_dir():
            return PACKS.read(files_in(PACKS, Path(value)))
    except TanelornError as error:
        raise Illegal(error.why, remedy=error.remedy, clause=error.clause or "albion/chart/map") from None
    known = nearest(value, [STANDARD, *shelf.names()])
    raise Illegal(f"There is no pack “{value}”.", remedy=f"{known} Or name a folder.", clause="albion/chart/map")


@lru_cache(maxsize=4)
def _checked(text: str) -> str:
    try:
        pack = msgspec.json.decode(text, type=Pack)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadData(f"The pack is wrong: {error}.", remedy="Write it with: tanelorn pack write albion DIR.") from None
    for fault in faults(pack, standard()):
        raise fault
    return canonical(pack)
