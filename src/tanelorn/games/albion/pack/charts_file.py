"""The file of charts as it is written: costs of ground, tables of dice, the track of the turns."""

from __future__ import annotations

from typing import Literal

from tanelorn.core.content.data import Entry, Small, Source

CHARTS_FILE = "charts.toml"

ArmyRace = Literal["mundane", "gnome", "troll", "elf"]
Ground = Literal[
    "clear", "woods", "forest", "rough", "mountain", "marsh", "knowe", "delving", "broch", "stockade", "dyke"
]
Hexside = Literal["minor", "major", "ford", "ferry", "bridge", "mountain", "pass", "tunnel"]
Cost = Small | Literal["P", "-"]
Letter = Literal["H", "U", "D", "T"]


class TerrainEntry(Entry, frozen=True):
    """A row of the Terrain Effects Chart for what fills a hex."""

    id: Ground
    cost: dict[ArmyRace, Cost]
    battle: dict[ArmyRace, Letter]
    source: Source
    stated: tuple[str, ...] = ()
    why: str = ""


class RoadEntry(Entry, frozen=True):
    """A row of the Terrain Effects Chart for what stands in place of the terrain (11.5a)."""

    id: Literal["trail", "faerie_road"]
    cost: dict[ArmyRace, Cost]
    source: Source
    why: str = ""


class HexsideEntry(Entry, frozen=True):
    """A row of the Terrain Effects Chart for a hexside, whose cost is added (11.4a)."""

    id: Hexside
    add: dict[ArmyRace, Cost]
    source: Source
    stated: tuple[str, ...] = ()
    why: str = ""


class SeaEntry(Entry, frozen=True):
    """What ships pay beside the cost of each sea (11.7a, 12.1, 6.2)."""

    ship_cost: Small
    rain_adds: Small
    embark: Small
    debark: Small
    source: Source
    why: str = ""


class CombatEntry(Entry, frozen=True):
    """The Combat Results Table: columns such as 3-2, rows by the dice, cells such as Er/A."""

    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]
    source: Source
    stated: tuple[str, ...] = ()


class CasualtyEntry(Entry, frozen=True):
    """The Casualty Table: spans such as 4-6 and 30+, rows by letter, cells such as 8/3!."""

    spans: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]
    source: Source


class AttritionEntry(Entry, frozen=True):
    """The Attrition Table: a letter for each total of the dice, - for none."""

    rows: dict[str, str]
    source: Source


class DiscoveryEntry(Entry, frozen=True):
    """The Discovery Table: cells such as C3, Cd, ! and lists of item numbers."""

    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]
    source: Source
    stated: tuple[str, ...] = ()


class FallenEntry(Entry, frozen=True):
    """What each fallen Faerie fortress adds to the rolls for the sleeping kingdoms, for so many at most (10.4)."""

    add: Small
    at_most: Small


class ActivationEntry(Entry, frozen=True):
    """The Activation Table: numbers by kingdom, by person and for the expedition."""

    numbers: dict[str, Small]
    farcalling: Small
    fallen_fortress: FallenEntry
    source: Source
    stated: tuple[str, ...] = ()


class TurnEntry(Entry, frozen=True):
    """A box of the Game-Turn Record Track."""

    number: Small
    name: str
    mana: Small
    weather: Literal["clear", "rain", "snow"]
    source: Source
    reconstructed: tuple[str, ...] = ()


class ChartsFile(Entry, frozen=True):
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
