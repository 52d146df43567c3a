"""The ground: hexes, hexsides, coasts and the ways of ships, as flat tables by hex (2.1a, 11.8, 12.1f)."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

import msgspec

from tanelorn.core.content import hexes
from tanelorn.games.albion.pack.files import BoardFile, Crossing, HexEntry, Ridge, River

FOMORIAN, FAERIE = 0, 1
SIDES = ("fomorian", "faerie")
"""The players by seat (1.0)."""


class Side(msgspec.Struct, frozen=True):
    """A hexside: `wet` bars land pieces, `dry` bars ships; `trail` and `road` run across it."""

    river: River = ""
    ridge: Ridge = ""
    crossing: Crossing = ""
    trail: bool = False
    road: bool = False
    wet: bool = False
    dry: bool = False
    name: str = ""


PLAIN = Side()


class Kingdom(msgspec.Struct, frozen=True):
    """A kingdom, and which of the two sides its pieces are on (1.0, 3.0c); -1 where it owns none."""

    id: str
    name: str
    side: int

    @property
    def faerie(self) -> bool:
        """Whether it is one of the five kingdoms of Faerie (22.3, 22.4)."""
        return self.side == FAERIE


class Zone(msgspec.Struct, frozen=True):
    """A sea; `cost` is what a ship pays for each of its hexes (11.7a)."""

    id: str
    name: str
    cost: int


class Ground:
    """The flat tables of a board: its grid, kingdoms and seas (2.1a, chart/map, chart/seas), the Aspect of each hex
    (2.1b), fortresses (17.0, chart/fortresses) and Places of Power (19.5a). A hex is known by its place in the order of
    the printed numbers.
    """

    def __init__(self, board: BoardFile) -> None:
        entries = sorted(board.hexes, key=lambda entry: entry.hex)
        self.entry: tuple[HexEntry, ...] = tuple(entries)
        self.number: tuple[str, ...] = tuple(entry.hex for entry in entries)
        self.hex: dict[str, int] = {number: hex for hex, number in enumerate(self.number)}
        self._realms(board)
        self._grid()
        self._by_hex(entries)
        self._fortresses(board)
        self._places(board)
        self._sides(board)
        self._coasts(entries)

    def _realms(self, board: BoardFile) -> None:
        self.kingdoms: tuple[Kingdom, ...] = tuple(
            Kingdom(entry.id, entry.name, SIDES.index(entry.side) if entry.side else -1) for entry in board.kingdoms
        )
        self.realm: dict[str, int] = {kingdom.id: number for number, kingdom in enumerate(self.kingdoms)}
        self.faerie_realms = frozenset(number for number, kingdom in enumerate(self.kingdoms) if kingdom.faerie)
        self.zones: tuple[Zone, ...] = tuple(Zone(entry.id, entry.name, entry.cost) for entry in board.zones)
        self.zone_id: dict[str, int] = {zone.id: number for number, zone in enumerate(self.zones)}

    def _grid(self) -> None:
        self.near: tuple[tuple[int, ...], ...] = tuple(
            tuple(self.hex[near] for near in hexes.neighbours(number).values() if near in self.hex)
            for number in self.number
        )
        places = [hexes.place(number) for number in self.number]
        self._q = tuple(column for column, _ in places)
        self._r = tuple(row - (column + (column & 1)) // 2 for column, row in places)
        self._rings: dict[tuple[int, int], tuple[int, ...]] = {}

    def _by_hex(self, entries: list[HexEntry]) -> None:
        self.land: tuple[bool, ...] = tuple(entry.kind != "sea" for entry in entries)
        self.sea: tuple[bool, ...] = tuple(entry.kind != "land" for entry in entries)
        self.coast: tuple[bool, ...] = tuple(entry.kind == "coast" for entry in entries)
        self.terrain: tuple[tuple[str, ...], ...] = tuple(entry.terrain for entry in entries)
        self.aspect: tuple[str, ...] = tuple(entry.aspect for entry in entries)
        self.kingdom: tuple[int, ...] = tuple(self.realm[entry.kingdom] if entry.kingdom else -1 for entry in entries)
        self.island: tuple[bool, ...] = tuple(entry.island for entry in entries)
        self.zone: tuple[int, ...] = tuple(self.zone_id[entry.zone] if entry.zone else -1 for entry in entries)
        self.sea_cost: tuple[int, ...] = tuple(self.zones[zone].cost if zone >= 0 else 0 for zone in self.zone)

    def _fortresses(self, board: BoardFile) -> None:
        count = len(self.number)
        kinds, names, sides, bonus = [""] * count, [""] * count, [-1] * count, [0] * count
        for entry in board.fortresses:
            hex = self.hex[entry.hex]
            kinds[hex], names[hex], bonus[hex] = entry.kind, entry.name, entry.bonus
            sides[hex] = FAERIE if entry.kind in ("knowe", "delving", "dyke") else FOMORIAN
        self.fortress: tuple[str, ...] = tuple(kinds)
        self.fortress_name: tuple[str, ...] = tuple(names)
        self.fortress_side: tuple[int, ...] = tuple(sides)
        self.bonus: tuple[int, ...] = tuple(bonus)
        self.dyke: tuple[bool, ...] = tuple(kind == "dyke" for kind in kinds)
        self.fortresses: tuple[int, ...] = tuple(hex for hex, kind in enumerate(kinds) if kind and kind != "dyke")

    def _places(self, board: BoardFile) -> None:
        place, most = [0] * len(self.number), max((entry.number for entry in board.places), default=0)
        self.place_hex: list[int] = [-1] * (most + 1)
        self.place_name: list[str] = [""] * (most + 1)
        for entry in board.places:
            place[self.hex[entry.hex]] = entry.number
            self.place_hex[entry.number], self.place_name[entry.number] = self.hex[entry.hex], entry.name
        self.place: tuple[int, ...] = tuple(place)
        self.places: tuple[int, ...] = tuple(hex for hex in self.place_hex if hex >= 0)

    def _sides(self, board: BoardFile) -> None:
        found: dict[tuple[int, int], Side] = {}
        for entry in board.sides:
            found[self._pair(entry.a, entry.b)] = Side(
                entry.river, entry.ridge, entry.crossing, wet=entry.wet, dry=entry.dry, name=entry.name
            )
        for ways, kind in ((board.trails, "trail"), (board.faerie_roads, "road")):
            for way in ways:
                for one, other in pairwise(way):
                    pair = self._pair(one, other)
                    found[pair] = msgspec.structs.replace(found.get(pair, PLAIN), **{kind: True})
        self.side: dict[tuple[int, int], Side] = found | {(b, a): side for (a, b), side in found.items()}

    def _pair(self, one: str, other: str) -> tuple[int, int]:
        a, b = self.hex[one], self.hex[other]
        return (a, b) if a < b else (b, a)

    def _coasts(self, entries: list[HexEntry]) -> None:
        """Number the coasts of all hexes: ships sail from coast to coast that open on each other (12.1f)."""
        self.berths: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            self._berths(hex, entry) if self.sea[hex] else () for hex, entry in enumerate(entries)
        )
        self.node_hex: tuple[int, ...] = tuple(hex for hex, berths in enumerate(self.berths) for _ in berths)
        self.node_coast: tuple[int, ...] = tuple(n for berths in self.berths for n in range(len(berths)))
        numbers = iter(range(len(self.node_hex)))
        self.node: tuple[tuple[int, ...], ...] = tuple(tuple(next(numbers) for _ in berths) for berths in self.berths)
        self.sea_near: tuple[tuple[int, ...], ...] = tuple(
            tuple(
                self.node[there][coast]
                for there in self.berths[hex][self.node_coast[node]]
                for coast, open in enumerate(self.berths[there])
                if hex in open
            )
            for node, hex in enumerate(self.node_hex)
        )

    def _berths(self, hex: int, entry: HexEntry) -> tuple[tuple[int, ...], ...]:
        if entry.coasts:
            return tuple(tuple(self.hex[near] for near in coast) for coast in entry.coasts)
        return (tuple(near for near in self.near[hex] if self.sea[near] and not self.border(hex, near).dry),)

    def border(self, a: int, b: int) -> Side:
        """Return what lies between two neighbours."""
        return self.side.get((a, b), PLAIN)

    def distance(self, a: int, b: int) -> int:
        """Return the number of steps between two hexes."""
        dq, dr = self._q[a] - self._q[b], self._r[a] - self._r[b]
        return max(abs(dq), abs(dr), abs(dq + dr))

    def within(self, hex: int, distance: int) -> tuple[int, ...]:
        """Return the hexes at most so far away, the hex itself included, in the order of their numbers."""
        key = (hex, distance)
        if key not in self._rings:
            self._rings[key] = tuple(
                other for other in range(len(self.number)) if self.distance(hex, other) <= distance
            )
        return self._rings[key]

    @cached_property
    def mainland(self) -> tuple[frozenset[int], ...]:
        """The hexes of each kingdom whose entry wakes it: all but its islands (10.3b)."""
        return tuple(
            frozenset(hex for hex, kingdom in enumerate(self.kingdom) if kingdom == number and not self.island[hex])
            for number in range(len(self.kingdoms))
        )
