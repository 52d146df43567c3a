"""The four files of a pack as they are written: the board, the counters, the charts and the set-up."""

from __future__ import annotations

from typing import Literal

import msgspec

from tanelorn.core.data import Source

BOARD_FILE = "board.json"
COUNTERS_FILE = "counters.toml"
CHARTS_FILE = "charts.toml"
SETUP_FILE = "setup.toml"

SideName = Literal["fomorian", "faerie"]
ArmyRace = Literal["mundane", "gnome", "troll", "elf"]
Race = Literal["mundane", "gnome", "troll", "elf", "ancient", "supernatural"]
Terrain = Literal["clear", "woods", "forest", "rough", "mountain", "marsh"]
Aspect = Literal["none", "mundane", "enchanted", "wild"]
Fortress = Literal["knowe", "delving", "broch", "stockade", "dyke"]
Ground = Literal[
    "clear", "woods", "forest", "rough", "mountain", "marsh", "knowe", "delving", "broch", "stockade", "dyke"
]
River = Literal["", "minor", "major"]
Ridge = Literal["", "mountain", "pass", "tunnel"]
Crossing = Literal["", "ford", "ferry", "bridge"]
Hexside = Literal["minor", "major", "ford", "ferry", "bridge", "mountain", "pass", "tunnel"]
Rank = Literal["none", "captain", "marshal", "king"]
Cost = int | Literal["P", "-"]
Letter = Literal["H", "U", "D", "T"]


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an entry of a file may not hold is refused; what it leaves out is not written either."""


class KingdomEntry(_Entry, frozen=True):
    """A kingdom; no side for one that owns no piece (3.0c)."""

    id: str
    name: str
    source: Source
    side: Literal["", "fomorian", "faerie"] = ""


class ZoneEntry(_Entry, frozen=True):
    """A sea and what a ship pays for each hex of it (11.7a)."""

    id: str
    name: str
    cost: int
    source: Source


class HexEntry(_Entry, frozen=True):
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


class SideEntry(_Entry, frozen=True):
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


class FortressEntry(_Entry, frozen=True):
    """A fortress (17.0); `bonus` is what the short game gives for it (21.3)."""

    hex: str
    name: str
    kind: Fortress
    source: Source
    bonus: int = 0
    name_source: Source = "text"
    why: str = ""


class PlaceEntry(_Entry, frozen=True):
    """A Place of Power (19.5)."""

    number: int
    hex: str
    name: str
    source: Source


class BoardFile(_Entry, frozen=True):
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


class NamedEntry(_Entry, frozen=True):
    """An army counter that bears the name of its fortress (2.3d)."""

    fortress: str
    hex: str
    csp: int


class ColourEntry(_Entry, frozen=True):
    """A colour of armies: whose points are interchangeable (2.3a)."""

    id: str
    name: str
    side: SideName
    race: ArmyRace
    kingdom: str
    move: int
    source: Source
    named: tuple[NamedEntry, ...] = ()
    change: tuple[int, ...] = ()


class PersonEntry(_Entry, frozen=True):
    """A person (7.9); `home` is where some may attack minds from (19.4/08).

    `possession` is the item on the back of the counter, `carries` an heirloom, `becomes` who replaces him when he dies.
    """

    id: str
    code: str
    name: str
    title: str
    side: SideName
    race: Race
    moves_as: ArmyRace
    rank: Rank
    move_alone: int
    combat: int
    magic: int
    command: int
    source: Source
    colour: str = ""
    enchanter: bool = False
    hero: bool = False
    flyer: bool = False
    swimmer: bool = False
    escort: bool = False
    move_escorted: int = 0
    home: str = ""
    possession: str = ""
    carries: str = ""
    becomes: str = ""
    reconstructed: tuple[str, ...] = ()
    why: str = ""
    star: bool = False


class ShipEntry(_Entry, frozen=True):
    """A ship: movement and strength of its full and its damaged side (2.3b)."""

    id: str
    name: str
    colour: str
    move: tuple[int, int]
    strength: tuple[int, int]
    source: Source
    bad_sailer: bool = False
    reconstructed: tuple[str, ...] = ()
    why: str = ""


class ItemEntry(_Entry, frozen=True):
    """A magic item (20.0); `colour` where only persons of one colour can use it."""

    id: str
    number: int
    name: str
    kind: Literal["artifact", "heirloom", "possession"]
    source: Source
    weapon: bool = False
    staff: bool = False
    colour: str = ""
    star: bool = False


class HeirEntry(_Entry, frozen=True):
    """Who rises to which rank when all of some persons are dead (7.9)."""

    dead: tuple[str, ...]
    heir: str
    rank: Rank
    clause: str
    source: Source


class MarkerEntry(_Entry, frozen=True):
    """Counters that are no pieces; those on the backs of others are not counted (2.3j)."""

    name: str
    count: int
    source: Source


class CountersFile(_Entry, frozen=True):
    """A file of counters."""

    colour: tuple[ColourEntry, ...]
    person: tuple[PersonEntry, ...]
    ship: tuple[ShipEntry, ...]
    item: tuple[ItemEntry, ...]
    succession: tuple[HeirEntry, ...] = ()
    marker: tuple[MarkerEntry, ...] = ()


class TerrainEntry(_Entry, frozen=True):
    """A row of the Terrain Effects Chart for what fills a hex."""

    id: Ground
    cost: dict[ArmyRace, Cost]
    battle: dict[ArmyRace, Letter]
    source: Source
    stated: tuple[str, ...] = ()
    why: str = ""


class RoadEntry(_Entry, frozen=True):
    """A row of the Terrain Effects Chart for what stands in place of the terrain (11.5a)."""

    id: Literal["trail", "faerie_road"]
    cost: dict[ArmyRace, Cost]
    source: Source
    why: str = ""


class HexsideEntry(_Entry, frozen=True):
    """A row of the Terrain Effects Chart for a hexside, whose cost is added (11.4a)."""

    id: Hexside
    add: dict[ArmyRace, Cost]
    source: Source
    stated: tuple[str, ...] = ()
    why: str = ""


class SeaEntry(_Entry, frozen=True):
    """What ships pay beside the cost of each sea (11.7a, 12.1, 6.2)."""

    ship_cost: int
    rain_adds: int
    embark: int
    debark: int
    source: Source
    why: str = ""


class CombatEntry(_Entry, frozen=True):
    """The Combat Results Table: columns such as 3-2, rows by the dice, cells such as Er/A."""

    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]
    source: Source
    stated: tuple[str, ...] = ()


class CasualtyEntry(_Entry, frozen=True):
    """The Casualty Table: spans such as 4-6 and 30+, rows by letter, cells such as 8/3!."""

    spans: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]
    source: Source


class AttritionEntry(_Entry, frozen=True):
    """The Attrition Table: a letter for each total of the dice, - for none."""

    rows: dict[str, str]
    source: Source


class DiscoveryEntry(_Entry, frozen=True):
    """The Discovery Table: cells such as C3, Cd, ! and lists of item numbers."""

    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]
    source: Source
    stated: tuple[str, ...] = ()


class FallenEntry(_Entry, frozen=True):
    """What each fallen Faerie fortress adds to the rolls for the sleeping kingdoms, for so many at most (10.4)."""

    add: int
    at_most: int


class ActivationEntry(_Entry, frozen=True):
    """The Activation Table: numbers by kingdom, by person and for the expedition."""

    numbers: dict[str, int]
    farcalling: int
    fallen_fortress: FallenEntry
    source: Source
    stated: tuple[str, ...] = ()


class TurnEntry(_Entry, frozen=True):
    """A box of the Game-Turn Record Track."""

    number: int
    name: str
    mana: int
    weather: Literal["clear", "rain", "snow"]
    source: Source
    reconstructed: tuple[str, ...] = ()


class ChartsFile(_Entry, frozen=True):
    """A file of charts."""

    terrain: tuple[TerrainEntry, ...]
    road: tuple[RoadEntry, ...]
    hexside: tuple[HexsideEntry, ...]
    sea: SeaEntry
    combat: CombatEntry
    casualties: CasualtyEntry
    attrition: AttritionEntry
    discovery: DiscoveryEntry
    activation: ActivationEntry
    turn: tuple[TurnEntry, ...]


class GroupEntry(_Entry, frozen=True):
    """What the set-up puts into one hex for one group; `switch` names the option that leaves it out (4.0.3b)."""

    hex: str
    group: str
    source: Source
    colour: str = ""
    csp: int = 0
    persons: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    coast: int = 0
    items: tuple[str, ...] = ()
    active: bool = False
    switch: Literal["", "ulster_ships"] = ""
    why: str = ""


class HoardEntry(_Entry, frozen=True):
    """Artifacts that lie undiscovered in a hex (4.0.5)."""

    hex: str
    items: tuple[str, ...]
    source: Source


class ExpeditionEntry(_Entry, frozen=True):
    """Auberon's Expedition (4.0.7, 10.1): who sails, the seas it may come by, the turn from which it may."""

    persons: tuple[str, ...]
    ships: tuple[str, ...]
    zones: tuple[str, ...]
    first_turn: int
    wakes: str
    source: Source


class SetupFile(_Entry, frozen=True):
    """A file of the set-up."""

    setup: tuple[GroupEntry, ...]
    artifact: tuple[HoardEntry, ...]
    expedition: ExpeditionEntry


class Pack(_Entry, frozen=True):
    """A board, its counters, its charts and its set-up."""

    board: BoardFile
    counters: CountersFile
    charts: ChartsFile
    setup: SetupFile
