"""The board (elric/3.1, 7.5): provinces, seas, cities and borders, as a pack's file has them and as the rules know
them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from tanelorn.core.content.board import Point
from tanelorn.core.content.data import Entry, Small, Source

BOARD_FILE = "board.json"

Ground = Literal["civilised", "wilderness", "sea"]
Rank = Literal["capital", "walled", "unwalled"]
Special = Literal["", "boiling", "teeth", "chaos"]

WALLS = {"capital": 5, "walled": 3, "unwalled": 0}
"""What the wall of a city adds to its defence (7.5.2a, 7.5.6, 7.5.7a)."""


class CityEntry(Entry, frozen=True):
    """A city: its sign, the number printed beside it, the sea in which its anchor lies (7.5.2 to 7.5.9)."""

    id: str
    name: str
    rank: Rank
    militia: Small
    at: Point
    source: Source
    main: bool = False
    anchor: str = ""
    name_at: Point | None = None
    militia_source: Source = "reconstructed"


class Label(Entry, frozen=True):
    """A name on the board, in one or two lines."""

    at: Point
    lines: tuple[str, ...]
    size: float = 1.0


class Outline(Entry, frozen=True):
    """A polygon with its holes."""

    outer: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...] = ()


class AreaEntry(Entry, frozen=True):
    """A province or a sea (3.1a to 3.1g), and where counters stand in it: `at` in the open, `inside_at` within the
    walls of its city.

    `part_of` is the land that the rules call by one name, such as the Weeping Waste.
    """

    id: str
    name: str
    kind: Ground
    at: Point
    source: Source
    continent: str = ""
    nation: str = ""
    part_of: str = ""
    special: Special = ""
    terrain: str = ""
    cities: tuple[CityEntry, ...] = ()
    inside_at: Point | None = None
    label: Label | None = None
    symbol_at: Point | None = None
    placed_by: str = ""
    name_source: Source | None = None
    polygons: tuple[Outline, ...] = ()

    @property
    def outline(self) -> str:
        """The area as an SVG path."""
        rings = [ring for polygon in self.polygons for ring in (polygon.outer, *polygon.holes)]
        return "".join("M" + "L".join(f"{x:g} {y:g}" for x, y in ring) + "Z" for ring in rings)


class Border(Entry, frozen=True):
    """Two areas side by side; not `open` where mountains fill the border, along the lines of its `ridge` (7.5.3)."""

    a: str
    b: str
    open: bool = True
    why: str = ""
    source: Source = "reconstructed"
    ridge: tuple[tuple[Point, ...], ...] = ()


class Decoration(Entry, frozen=True):
    """A drawing that is out of play (3.1h)."""

    kind: Literal["islet", "dragon", "octopus", "fish"]
    at: Point
    size: float


class BoardFile(Entry, frozen=True):
    """A board file.

    `symbols` are the areas with a spell symbol, in the order of 4.0 (B); `washes` are the colours of the nations' land.
    """

    format: Literal["elric-board/1"]
    title: str
    width: float
    height: float
    symbols: tuple[str, ...]
    areas: tuple[AreaEntry, ...]
    borders: tuple[Border, ...]
    decorations: tuple[Decoration, ...] = ()
    washes: dict[str, str] = {}
    sources: dict[str, str] = {}


class City(msgspec.Struct, frozen=True):
    """A city. `capital` where the board has a star; `main` for the one city that counts as its nation's (7.5.2a)."""

    id: str
    name: str
    capital: bool
    walled: bool
    main: bool
    wall: int
    militia: int
    port: bool
    anchor: int


class Area(msgspec.Struct, frozen=True):
    """A province or a sea. `nation` is -1 where no nation has its home (3.1a to 3.1g)."""

    id: str
    name: str
    sea: bool
    special: Special
    wild: bool
    nation: int
    continent: str
    symbol: bool
    cities: tuple[City, ...]
