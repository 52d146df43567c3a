"""The world: everything that never changes in a game, as flat tables by number, built from a pack (elric/3.1a,
missing.map); and its board as the kernel, the page and the text board know it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

from tanelorn.core.content.board import Area as Space
from tanelorn.core.content.board import Board, Link, Point
from tanelorn.games.elric.equipment.board import WALLS, Area, AreaEntry, City, CityEntry, Special
from tanelorn.games.elric.equipment.counters import ARMY, FLEET, KINDS, PERSON, Counter
from tanelorn.games.elric.equipment.nations import CountersFile, Nation, NationEntry, counters_in
from tanelorn.games.elric.equipment.packs import PACKS, Pack


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
        self.units: tuple[Counter, ...] = counters_in(counters)
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


@lru_cache(maxsize=16)
def world_of(text: str = "") -> World:
    """Return the world of a pack by its canonical text, that of the standard pack for the empty text."""
    return World(text, PACKS.pack(text))


class PackBoard(Board):
    """A board that knows its pack, so that it can be drawn with all that lies on it."""

    def __init__(self, pack: Pack, areas: Iterable[Space], links: Iterable[Link]) -> None:
        super().__init__(pack.board.title, pack.board.width, pack.board.height, areas, links)
        self.pack = pack


@lru_cache(maxsize=16)
def board_of(world: World) -> Board:
    """Return the kernel's board of a world: its open borders are the links."""
    file = world.pack.board
    links = [Link(border.a, border.b, "border", source=border.source) for border in file.borders if border.open]
    areas = (_space(entry, world.areas[number]) for number, entry in enumerate(file.areas))
    return PackBoard(world.pack, areas, links)


def _space(entry: AreaEntry, place: Area) -> Space:
    city = entry.cities[0].at if entry.cities else None
    return Space(
        entry.id,
        entry.name,
        entry.kind,
        *entry.at,
        source=entry.source,
        outline=entry.outline,
        dot=city,
        spots=_spots(entry),
        note=_note(place),
    )


def _note(place: Area) -> str:
    """Say what the signs of a province mean: its cities, their wall, the number beside them, the anchor (7.5)."""
    names = [city.name for city in place.cities if city.name != place.name]
    if not place.cities:
        return ""
    best = max(place.cities, key=lambda city: city.wall)
    rank = "capital" if any(city.capital for city in place.cities) else "city"
    words = [f"{rank} {' and '.join(names)}".strip()]
    words += [f"wall {best.wall}"] if best.wall else []
    words += [f"militia {max(city.militia for city in place.cities)}"]
    return ", ".join(words + ["port"] * any(city.port for city in place.cities))


def _spots(entry: AreaEntry) -> dict[str, Point]:
    """Where things stand: "" in the open, `inside` within a city's walls, a flag at the city by its id, a hidden spell
    at `symbol`.
    """
    spots: dict[str, Point] = {"": entry.at} | {city.id: city.at for city in entry.cities}
    if entry.cities:
        spots["inside"] = entry.inside_at or entry.cities[0].at
    if entry.symbol_at:
        spots["symbol"] = entry.symbol_at
    return spots
