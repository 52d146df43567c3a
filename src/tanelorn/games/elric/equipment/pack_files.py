"""The two files of a pack as they are written: the board and the counters."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tanelorn.core.content.board import Point
from tanelorn.core.content.data import Entry, Small, Source

BOARD_FILE = "board.json"
COUNTERS_FILE = "counters.toml"

Ground = Literal["civilised", "wilderness", "sea"]
Rank = Literal["capital", "walled", "unwalled"]
Special = Literal["", "boiling", "teeth", "chaos"]
Alignment = Literal["law", "chaos", "neutral"]


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


class PersonEntry(Entry, frozen=True):
    """A personality and its ratings (3.2f); `influence` where the value stands in brackets (3.2g), `conjures`: (!)."""

    id: str
    name: str
    combat: Small
    source: Source
    rating: Source
    aliases: tuple[str, ...] = ()
    influence: bool = False
    spells: Small = 0
    conjures: bool = False
    admiral: bool = False
    dragon_master: bool = False
    company: bool = False
    stated: tuple[str, ...] = ()
    why: str = ""


class FleetEntry(Entry, frozen=True):
    """A fleet: combat, movement and capacity (3.2d)."""

    id: str
    name: str
    combat: Small
    movement: Small
    capacity: Small
    source: Source
    rating: Source
    aliases: tuple[str, ...] = ()
    stated: tuple[str, ...] = ()
    why: str = ""


class NationEntry(Entry, frozen=True):
    """A nation or horde with its armies (3.2b, 3.2c, 15.0); `region` is the continent that the figures' colour names,
    none for hordes.
    """

    id: str
    name: str
    alignment: Alignment
    armies: Small
    source: Source
    horde: bool = False
    region: str = ""
    person: tuple[PersonEntry, ...] = ()
    fleet: tuple[FleetEntry, ...] = ()


class IndependentEntry(Entry, frozen=True):
    """An independent personality, a flying company, a fleet of no nation or an artifact (16.8, 16.9)."""

    id: str
    name: str
    kind: Literal["person", "fleet", "artifact"]
    source: Source
    rating: Source
    aliases: tuple[str, ...] = ()
    combat: Small = 0
    spells: Small = 0
    movement: Small = 0
    capacity: Small = 0
    flies: bool = False
    company: bool = False
    stated: tuple[str, ...] = ()
    why: str = ""


class CountersFile(Entry, frozen=True):
    """A file of counters."""

    nation: Annotated[tuple[NationEntry, ...], msgspec.Meta(max_length=100)]
    independent: tuple[IndependentEntry, ...]


class Pack(Entry, frozen=True):
    """A board and its counters."""

    board: BoardFile
    counters: CountersFile
