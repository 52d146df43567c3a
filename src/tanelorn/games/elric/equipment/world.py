"""The world: everything that never changes in a game, as flat tables by number, built from a pack (elric/3.1a,
missing.map).
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Literal

import msgspec

from tanelorn.games.elric.equipment.pack_files import AreaEntry, CityEntry, CountersFile, NationEntry, Pack, Special
from tanelorn.games.elric.equipment.packs import PACKS

PERSON, FLEET, ARMY, ARTIFACT = range(4)
KINDS: tuple[Literal["person", "fleet", "army", "artifact"], ...] = ("person", "fleet", "army", "artifact")
WALLS = {"capital": 5, "walled": 3, "unwalled": 0}
"""What the wall of a city adds to its defence (7.5.2a, 7.5.6, 7.5.7a)."""


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


class Nation(msgspec.Struct, frozen=True):
    """A nation or horde (15.0): its home ground, its cities (capital or main city first) and its counters.

    `star` says that its capital is one for victory, muster and replacement; Nadsokor's is, without a wall (7.5.2a).
    """

    id: str
    name: str
    horde: bool
    alignment: Literal["law", "chaos", "neutral"]
    region: str
    home: tuple[int, ...]
    capital: int
    star: bool
    cities: tuple[int, ...]
    people: tuple[int, ...]
    fleets: tuple[int, ...]
    armies: tuple[int, ...]
    ports: tuple[int, ...]


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A counter other than a spell (3.2a to 3.2g); the design paper names the tables of its numbers by unit."""

    id: str
    name: str
    kind: Literal["person", "fleet", "army", "artifact"]
    nation: int = -1
    combat: int = 0
    influence: bool = False
    spells: int = 0
    conjures: bool = False
    movement: int = 0
    capacity: int = 0
    melnibonean: bool = False
    flies: bool = False
    admiral: bool = False
    dragonmaster: bool = False
    company: bool = False
    aliases: tuple[str, ...] = ()


class World:
    """The flat tables. Areas, nations and units are numbered in the order of their files."""

    def __init__(self, text: str, pack: Pack) -> None:
        self.text = text
        self.pack = pack
        self._units(pack.counters)
        self._areas(pack)
        self._ways(pack)
        self._cities()
        self._nations(pack.counters.nation)
        self._by_unit()
        self._by_name()

    def _units(self, counters: CountersFile) -> None:
        self.units: tuple[Counter, ...] = _units(counters)
        self.unit: dict[str, int] = {unit.id: number for number, unit in enumerate(self.units)}
        self.nation: dict[str, int] = {nation.id: number for number, nation in enumerate(counters.nation)}

    def _areas(self, pack: Pack) -> None:
        entries = pack.board.areas
        self.area: dict[str, int] = {entry.id: number for number, entry in enumerate(entries)}
        self.areas: tuple[Area, ...] = tuple(self._area(entry, pack.board.symbols) for entry in entries)
        self.seas = frozenset(number for number, area in enumerate(self.areas) if area.sea)
        self.lands = frozenset(range(len(self.areas))) - self.seas
        self.symbols: tuple[int, ...] = tuple(self.area[id] for id in pack.board.symbols)
        self.wild: tuple[bool, ...] = tuple(area.wild for area in self.areas)
        self.special: tuple[Special, ...] = tuple(area.special for area in self.areas)

    def _area(self, entry: AreaEntry, symbols: tuple[str, ...]) -> Area:
        return Area(
            id=entry.id,
            name=entry.name,
            sea=entry.kind == "sea",
            special=entry.special,
            wild=entry.kind == "wilderness",
            nation=self.nation[entry.nation] if entry.nation else -1,
            continent=entry.continent,
            symbol=entry.id in symbols,
            cities=tuple(self._city(city) for city in entry.cities),
        )

    def _city(self, entry: CityEntry) -> City:
        return City(
            id=entry.id,
            name=entry.name,
            capital=entry.rank == "capital",
            walled=entry.rank != "unwalled",
            main=entry.main or entry.rank == "capital",
            wall=WALLS[entry.rank],
            militia=entry.militia,
            port=bool(entry.anchor),
            anchor=self.area[entry.anchor] if entry.anchor else -1,
        )

    def _ways(self, pack: Pack) -> None:
        near: list[set[int]] = [set() for _ in self.areas]
        for border in pack.board.borders:
            if border.open:
                near[self.area[border.a]].add(self.area[border.b])
                near[self.area[border.b]].add(self.area[border.a])
        self.adjacent: tuple[frozenset[int], ...] = tuple(frozenset(there) for there in near)
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(there)) for there in near)
        self.land_next: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(there & self.lands)) for there in near)
        self.sea_next: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(there & self.seas)) for there in near)
        self.home: tuple[int, ...] = tuple(area.nation for area in self.areas)
        self.home_next: tuple[tuple[int, ...], ...] = tuple(
            tuple(to for to in there if self.home[to] == self.home[area]) for area, there in enumerate(self.land_next)
        )

    def _cities(self) -> None:
        """Several cities in one province count as one, the best wall and the highest number holding (4.0f)."""
        by_area = [area.cities for area in self.areas]
        self.wall: tuple[int, ...] = tuple(max((city.wall for city in cities), default=0) for cities in by_area)
        self.militia: tuple[int, ...] = tuple(max((city.militia for city in cities), default=0) for cities in by_area)
        self.walled: tuple[bool, ...] = tuple(wall > 0 for wall in self.wall)
        self.has_city: tuple[bool, ...] = tuple(bool(cities) for cities in by_area)
        self.ports: tuple[tuple[int, ...], ...] = tuple(
            tuple(dict.fromkeys(city.anchor for city in cities if city.port)) for cities in by_area
        )
        self.harbours: tuple[tuple[int, ...], ...] = tuple(
            tuple(number for number, seas in enumerate(self.ports) if sea in seas) for sea in range(len(self.areas))
        )

    def _nations(self, entries: tuple[NationEntry, ...]) -> None:
        self.nations: tuple[Nation, ...] = tuple(self._nation(number, entry) for number, entry in enumerate(entries))

    def _nation(self, number: int, entry: NationEntry) -> Nation:
        home = tuple(place for place, area in enumerate(self.areas) if area.nation == number)
        towns = [place for place in home if self.has_city[place]]
        main = [place for place in towns if any(city.main for city in self.areas[place].cities)]
        cities = (*main, *(place for place in towns if place not in main))
        of_kind: list[list[int]] = [[] for _ in KINDS]
        for unit, counter in enumerate(self.units):
            if counter.nation == number:
                of_kind[KINDS.index(counter.kind)].append(unit)
        return Nation(
            id=entry.id,
            name=entry.name,
            horde=entry.horde,
            alignment=entry.alignment,
            region=entry.region,
            home=home,
            capital=main[0] if main else -1,
            star=bool(main) and not self.wild[main[0]],
            cities=cities,
            people=tuple(of_kind[PERSON]),
            fleets=tuple(of_kind[FLEET]),
            armies=tuple(of_kind[ARMY]),
            ports=tuple(place for place in cities if self.ports[place]),
        )

    def _by_unit(self) -> None:
        self.kind: tuple[int, ...] = tuple(KINDS.index(unit.kind) for unit in self.units)
        self.value: tuple[int, ...] = tuple(unit.combat for unit in self.units)
        self.influence: tuple[bool, ...] = tuple(unit.influence for unit in self.units)
        self.capacity: tuple[int, ...] = tuple(unit.capacity for unit in self.units)
        self.speed: tuple[int, ...] = tuple(unit.movement for unit in self.units)
        self.spells: tuple[int, ...] = tuple(unit.spells for unit in self.units)
        self.conjures: tuple[bool, ...] = tuple(unit.conjures for unit in self.units)
        self.melnibonean: tuple[bool, ...] = tuple(unit.melnibonean for unit in self.units)
        self.flies: tuple[bool, ...] = tuple(unit.flies for unit in self.units)
        self.of: tuple[int, ...] = tuple(unit.nation for unit in self.units)

    def _by_name(self) -> None:
        """What the rulebook calls by name."""
        self.elric, self.moonglum, self.yyrkoon = (self.unit[id] for id in ("elric", "moonglum", "yyrkoon"))
        self.theleb, self.cymoril = self.unit["theleb_kaarna"], self.unit["cymoril"]
        self.silent_guard, self.colim = self.unit["silent_guard"], self.unit["admiral_colim"]
        self.barge, self.free_fleet = self.unit["battle_barge"], self.unit["free_fleet"]
        self.pyaray, self.chaos_ship = self.unit["pyaray"], self.unit["chaos_ship"]
        self.brut, self.shield = self.unit["brut"], self.unit["chaos_shield"]
        self.mournblade = self.unit["mournblade"]
        self.melnibone = self.imrryr = self.area["melnibone"]
        self.ashaneloon, self.rlin = self.area["ashaneloon"], self.area["rlin_kren_aa"]
        self.kaneloon, self.mordagas_castle = self.area["kaneloon"], self.area["mordagas_castle"]
        self.boiling, self.teeth, self.straits = (self.special.index(tag) for tag in ("boiling", "teeth", "chaos"))
        self.hazards = frozenset((self.boiling, self.teeth, self.straits))
        self.weeping_waste = frozenset(
            self.area[entry.id] for entry in self.pack.board.areas if entry.part_of == "weeping_waste"
        )
        self.southern_wild = frozenset(
            number for number, area in enumerate(self.areas) if area.wild and area.continent == "south"
        )

    def steps(self, start: int) -> tuple[int, ...]:
        """Return the areas that one must enter to get from an area to each other one, -1 where there is no way."""
        return self._distances[start]

    @cached_property
    def _distances(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self._from(start) for start in range(len(self.areas)))

    def _from(self, start: int) -> tuple[int, ...]:
        far = [-1] * len(self.areas)
        far[start] = 0
        front = [start]
        for here in front:
            for there in self.neighbours[here]:
                if far[there] < 0:
                    far[there] = far[here] + 1
                    front.append(there)
        return tuple(far)


def _units(counters: CountersFile) -> tuple[Counter, ...]:
    """Return all counters: nation by nation its persons, fleets and armies, then the independents."""
    units: list[Counter] = []
    for number, nation in enumerate(counters.nation):
        of_melnibone = nation.id == "melnibone"
        units += [
            Counter(
                id=one.id,
                name=one.name,
                kind="person",
                nation=number,
                combat=one.combat,
                influence=one.influence,
                spells=one.spells,
                conjures=one.conjures,
                melnibonean=of_melnibone,
                admiral=one.admiral,
                dragonmaster=one.dragon_master,
                company=one.company,
                aliases=one.aliases,
            )
            for one in nation.person
        ]
        units += [
            Counter(
                id=one.id,
                name=one.name,
                kind="fleet",
                nation=number,
                combat=one.combat,
                movement=one.movement,
                capacity=one.capacity,
                aliases=one.aliases,
            )
            for one in nation.fleet
        ]
        units += [
            Counter(id=f"{nation.id}_army_{n}", name=f"{nation.name} army {n}", kind="army", nation=number, combat=1)
            for n in range(1, nation.armies + 1)
        ]
    units += [
        Counter(
            id=one.id,
            name=one.name,
            kind=one.kind,
            combat=one.combat,
            spells=one.spells,
            movement=one.movement,
            capacity=one.capacity,
            flies=one.flies,
            company=one.company,
            aliases=one.aliases,
        )
        for one in counters.independent
    ]
    return tuple(units)


@lru_cache(maxsize=16)
def world_of(text: str = "") -> World:
    """Return the world of a pack by its canonical text, that of the standard pack for the empty text."""
    return World(text, PACKS.pack(text))
