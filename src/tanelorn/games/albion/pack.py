"""Packs: a board, its counters, its charts and its set-up, ours or the players' own (chart/map)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from tanelorn.core.data import read_json, read_toml
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


@cache
def standard() -> Pack:
    """Return the pack that comes with the game."""
    return Pack(
        read_json(DATA / BOARD_FILE, BoardFile),
        read_toml(DATA / COUNTERS_FILE, CountersFile),
        read_toml(DATA / CHARTS_FILE, ChartsFile),
        read_toml(DATA / SETUP_FILE, SetupFile),
    )


def pack_of(text: str) -> Pack:
    """Return the pack of a canonical text, the standard one for the empty text."""
    return msgspec.json.decode(text, type=Pack) if text else standard()
