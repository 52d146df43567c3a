"""The files of a pack as they are written: the board, the counters and the set-up, beside the charts."""

from __future__ import annotations

from typing import Literal

from tanelorn.core.content.data import Entry, Small, Source
from tanelorn.games.albion.pack.charts_file import ArmyRace, ChartsFile

BOARD_FILE = "board.json"
COUNTERS_FILE = "counters.toml"
SETUP_FILE = "setup.toml"

SideName = Literal["fomorian", "faerie"]
Race = Literal["mundane", "gnome", "troll", "elf", "ancient", "supernatural"]
Terrain = Literal["clear", "woods", "forest", "rough", "mountain", "marsh"]
Aspect = Literal["none", "mundane", "enchanted", "wild"]
Fortress = Literal["knowe", "delving", "broch", "stockade", "dyke"]
River = Literal["", "minor", "major"]
Ridge = Literal["", "mountain", "pass", "tunnel"]
Crossing = Literal["", "ford", "ferry", "bridge"]
Rank = Literal["none", "captain", "marshal", "king"]


class KingdomEntry(Entry, frozen=True):
    """A kingdom; no side for one that owns no piece (3.0c)."""

    id: str
    name: str
    source: Source
    side: Literal["", "fomorian", "faerie"] = ""


class ZoneEntry(Entry, frozen=True):
    """A sea and what a ship pays for each hex of it (11.7a)."""

    id: str
    name: str
    cost: Small
    source: Source


class HexEntry(Entry, frozen=True):
    """A hex. What `sources` does not mark is reconstructed; `coasts` only where there are several (12.1f)."""

    hex: str
    kind: Literal["land", "coast", "sea"]
    terrain: tuple[Terrain, ...] = ()
    kingdom: str = ""
    zone: str = ""
    aspect: Aspect = "none"
    island: bool = False
    coasts: tuple[tuple[str, ...], ...] = ()
    sources: dict[Literal["kind", "terrain", "kingdom", "zone", "aspect", "island", "coasts"], Source] = {}


class SideEntry(Entry, frozen=True):
    """A hexside that is not plain; `wet` bars land pieces, `dry` bars ships (11.8f)."""

    a: str
    b: str
    river: River = ""
    ridge: Ridge = ""
    crossing: Crossing = ""
    wet: bool = False
    dry: bool = False
    name: str = ""
    source: Source = "reconstructed"


class FortressEntry(Entry, frozen=True):
    """A fortress (17.0); `bonus` is what the short game gives for it (21.3)."""

    hex: str
    name: str
    kind: Fortress
    source: Source
    bonus: Small = 0
    name_source: Source = "text"
    why: str = ""


class PlaceEntry(Entry, frozen=True):
    """A Place of Power (19.5, 19.5a)."""

    number: Small
    hex: str
    name: str
    source: Source


class BoardFile(Entry, frozen=True):
    """A board file: a way of `trails` and `faerie_roads` is a chain of hexes."""

    format: Literal["albion-board/1"]
    title: str
    kingdoms: tuple[KingdomEntry, ...]
    zones: tuple[ZoneEntry, ...]
    hexes: tuple[HexEntry, ...]
    sides: tuple[SideEntry, ...]
    trails: tuple[tuple[str, ...], ...]
    faerie_roads: tuple[tuple[str, ...], ...]
    fortresses: tuple[FortressEntry, ...]
    places: tuple[PlaceEntry, ...]
    sources: dict[str, str] = {}


class NamedEntry(Entry, frozen=True):
    """An army counter that bears the name of its fortress (2.3d)."""

    fortress: str
    hex: str
    csp: Small


class ColourEntry(Entry, frozen=True):
    """A colour of armies: whose points are interchangeable (2.3a, 2.3e)."""

    id: str
    name: str
    side: SideName
    race: ArmyRace
    kingdom: str
    move: Small
    source: Source
    named: tuple[NamedEntry, ...] = ()
    change: tuple[Small, ...] = ()


class PersonEntry(Entry, frozen=True):
    """A person (7.9); `home` is where some may attack minds from (19.4/08, 3.0h).

    `possession` is the item on the back of the counter, `carries` an heirloom, `becomes` who replaces the dead.
    """

    id: str
    code: str
    name: str
    title: str
    side: SideName
    race: Race
    moves_as: ArmyRace
    rank: Rank
    move_alone: Small
    combat: Small
    magic: Small
    command: Small
    source: Source
    colour: str = ""
    enchanter: bool = False
    hero: bool = False
    flyer: bool = False
    swimmer: bool = False
    escort: bool = False
    move_escorted: Small = 0
    home: str = ""
    possession: str = ""
    carries: str = ""
    becomes: str = ""
    reconstructed: tuple[str, ...] = ()
    why: str = ""
    star: bool = False


class ShipEntry(Entry, frozen=True):
    """A ship: movement and strength of its full and its damaged side (2.3b)."""

    id: str
    name: str
    colour: str
    move: tuple[Small, Small]
    strength: tuple[Small, Small]
    source: Source
    bad_sailer: bool = False
    reconstructed: tuple[str, ...] = ()
    why: str = ""


class ItemEntry(Entry, frozen=True):
    """A magic item (20.0); `colour` where only persons of one colour can use it."""

    id: str
    number: Small
    name: str
    kind: Literal["artifact", "heirloom", "possession"]
    source: Source
    weapon: bool = False
    staff: bool = False
    colour: str = ""
    star: bool = False


class HeirEntry(Entry, frozen=True):
    """Who rises to which rank when all of some persons are dead."""

    dead: tuple[str, ...]
    heir: str
    rank: Rank
    clause: str
    source: Source


class MarkerEntry(Entry, frozen=True):
    """Counters that are no pieces; those on the backs of others are not counted (2.3j)."""

    name: str
    count: Small
    source: Source


class CountersFile(Entry, frozen=True):
    """A file of counters."""

    colour: tuple[ColourEntry, ...]
    person: tuple[PersonEntry, ...]
    ship: tuple[ShipEntry, ...]
    item: tuple[ItemEntry, ...]
    succession: tuple[HeirEntry, ...] = ()
    marker: tuple[MarkerEntry, ...] = ()


class GroupEntry(Entry, frozen=True):
    """What the set-up puts into one hex for one group; `switch` names the option that leaves it out (4.0.3b)."""

    hex: str
    group: str
    source: Source
    colour: str = ""
    csp: Small = 0
    persons: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    coast: Small = 0
    items: tuple[str, ...] = ()
    active: bool = False
    switch: Literal["", "ulster_ships"] = ""
    why: str = ""


class HoardEntry(Entry, frozen=True):
    """Artifacts that lie undiscovered in a hex (4.0.5)."""

    hex: str
    items: tuple[str, ...]
    source: Source


class ExpeditionEntry(Entry, frozen=True):
    """Auberon's Expedition (4.0.7, 10.1): who sails, the seas it may come by, the turn from which it may."""

    persons: tuple[str, ...]
    ships: tuple[str, ...]
    zones: tuple[str, ...]
    first_turn: Small
    wakes: str
    source: Source


class SetupFile(Entry, frozen=True):
    """A file of the set-up."""

    setup: tuple[GroupEntry, ...]
    artifact: tuple[HoardEntry, ...]
    expedition: ExpeditionEntry


class Pack(Entry, frozen=True):
    """A board, its counters, its charts and its set-up."""

    board: BoardFile
    counters: CountersFile
    charts: ChartsFile
    setup: SetupFile
