"""Maps of a game's own, made by chance or drawn by players: what `tanelorn map` asks of a game played on them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import msgspec

from tanelorn.core.content.board import Board


class Map(msgspec.Struct, frozen=True):
    """A map to look at: its board, what it `says` of itself in a line, and its text as a file that can be edited."""

    title: str
    board: Board
    says: str
    file: str
    starts: tuple[str, ...] = ()
    """The spaces where players begin, if the map names them."""
    warnings: tuple[str, ...] = ()
    """What is odd about it, though it can be played."""


class Maps(ABC):
    """Where a game's maps come from. `options` are those options of the game by which one is made."""

    options: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def make(self, players: int, number: int, options: Mapping[str, bool | int | str]) -> Map:
        """Return the map with a number; the same arguments always give the same map. Raise Illegal if there is none."""

    @abstractmethod
    def read(self, file: Path, players: int) -> Map:
        """Read a map file for so many players (0: for any number); raise BadData."""

    def built_in(self) -> Mapping[str, Path]:
        """Return the maps that come with the game, by name."""
        return {}
