"""What never changes of a map: its hexes, what adjoins what, where the sea is.

A game's map is a text, short enough for a record's options, with six fields between bars:

    title | first hex | rows | starts | closed terrains | place names

Rows run from north to south, divided by "/", one sign a hex from west to east: A to T are the terrains of the D20, 1
to 20; "~" sea, "%" abyss, "*" reef, "?" land not explored yet, "." no hex. The first hex is the number of the first
sign of the first row. Starts are hex numbers, closed terrains the signs of `map.9`, place names "0304 Old Forest;…".
Instead of rows of hexes there may be irregular territories (`territories.py`), numbered with four digits as hexes are.
`maps.py` reads and writes the files that people edit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache

from tanelorn.core.content import hexes
from tanelorn.core.content.board import Area, Board, Link
from tanelorn.core.errors import BadData, UnknownName
from tanelorn.games.archmagi.map import territories
from tanelorn.games.archmagi.map.terrain import ABYSS, REEF, ROLLED, SEA, SEAS, UNKNOWN, WATER, name_of, slug_of
from tanelorn.games.archmagi.map.territories import SHAPES, STANDING

SIDE = 55.0
"""How long a hexside is, in the board's units: a hex is twice as wide."""
MARGIN = 26.0
_SIGNS = {**{number: chr(ord("A") + number) for number in range(ROLLED)}, SEA: "~", ABYSS: "%", REEF: "*", UNKNOWN: "?"}
_READ = {sign: number for number, sign in _SIGNS.items()}
_NO_HEX = "."
_FIELDS = 6
_LAST = 99


class Land:
    """A map. Hexes have numbers in the order of their printed numbers; all tuples are indexed by them (map.1).

    `codes` are the printed numbers as ints (0304 is 304), `ids` as texts. `terrain` is what is drawn (UNKNOWN: nothing
    yet); what has been explored since is in the position. `near` are the neighbours, `sea` the Sea, Abyss and Reef
    hexes, `coastal` the land hexes beside one, as drawn. `starts` may be empty; nothing may be deployed in `closed`
    terrains (archmagi/map.9); `places` are hexes by the name of what is there. A drawn map has `shapes` by printed
    number, in that order: its territories are "hexes" in everything else (archmagi/term.2).
    """

    def __init__(self, text: str) -> None:
        self.text = text
        if not text.isprintable():
            raise _wrong("it has a letter that cannot be printed")
        fields = text.split("|")
        if len(fields) != _FIELDS:
            raise _wrong(f"it has {len(fields)} fields instead of {_FIELDS}")
        self.title = fields[0]
        self.shapes: dict[int, territories.Shape] = {}
        cells = self._territories(fields[2]) if fields[1] == SHAPES else _cells(fields[1], fields[2])
        self.codes: tuple[int, ...] = tuple(sorted(cells))
        self.ids: tuple[str, ...] = tuple(f"{code:04d}" for code in self.codes)
        self.index: dict[int, int] = {code: number for number, code in enumerate(self.codes)}
        self.terrain: tuple[int, ...] = tuple(cells[code] for code in self.codes)
        beside = territories.neighbours(self.shapes) if self.shapes else {code: around(code) for code in self.codes}
        self.near: tuple[tuple[int, ...], ...] = tuple(
            tuple(sorted(self.index[other] for other in beside[code] if other in self.index)) for code in self.codes
        )
        self.sea: tuple[bool, ...] = tuple(terrain in SEAS for terrain in self.terrain)
        self.coastal: tuple[bool, ...] = tuple(coastal(self, self.terrain, hex) for hex in range(len(self.codes)))
        self.starts: tuple[int, ...] = tuple(self._hex(id) for id in fields[3].split())
        self.closed: frozenset[int] = frozenset(_sign(sign) for sign in fields[4])
        named = (entry.partition(" ") for entry in fields[5].split(";") if entry)
        self.places: dict[str, int] = {name: self._hex(id) for id, _, name in named}
        if "" in self.places:
            raise _wrong("a place has no name")
        self._far: dict[int, tuple[int, ...]] = {}

    def _territories(self, rows: str) -> dict[int, int]:
        cells = {}
        for row in sorted(rows.split("/")):
            try:
                code, sign, shape = territories.read_row(row)
            except BadData as error:
                raise _wrong(error.why.rstrip(".")) from None
            if code in cells:
                raise _wrong(f"the territory {code:04d} is there twice")
            cells[code] = _sign(sign)
            self.shapes[code] = shape
        return cells

    def __len__(self) -> int:
        return len(self.codes)

    def _hex(self, id: str) -> int:
        try:
            return self.number(id)
        except UnknownName as error:
            raise _wrong(error.why.rstrip(".")) from None

    def number(self, id: str) -> int:
        """Return a hex's number by its printed number, such as "0304"; raise UnknownName."""
        column, row = hexes.place(id)
        if column * 100 + row not in self.index:
            raise UnknownName(
                f"The map has no hex {id}.", remedy=f"Its hexes run from {self.ids[0]} to {self.ids[-1]}."
            )
        return self.index[column * 100 + row]

    def name(self, hex: int, terrain: int) -> str:
        """Return what people call a hex: the place there, or its terrain and number."""
        return self._names.get(hex) or f"{name_of(terrain)} {self.ids[hex]}"

    @property
    def _names(self) -> dict[int, str]:
        return {hex: name for name, hex in self.places.items()}

    def distance(self, a: int, b: int) -> int:
        """Return the steps between two hexes over the hexes of the map, land and sea; -1 if there is no way."""
        if a not in self._far:
            self._far[a] = _steps(self.near, a)
        return self._far[a][b]

    def key(self, terrain: Sequence[int]) -> str:
        """Return a short text, the same for the same map with the same terrains: `Game.chart_of`."""
        return hashlib.sha256(f"{self.text} {list(terrain)}".encode()).hexdigest()[:16]

    def board(self, terrain: Sequence[int]) -> Board:
        """Return the map as a board to draw and to click, with a position's terrains; built once for each."""
        return _board(self, tuple(terrain))


def _wrong(what: str) -> BadData:
    return BadData(f"The map's text cannot be read: {what}.", remedy="`tanelorn map archmagi` makes maps.")


@cache
def around(code: int) -> tuple[int, ...]:
    """Return the numbers of the six hexes around one, whether or not the map has them."""
    return tuple(int(other) for other in hexes.neighbours(f"{code:04d}").values())


def _sign(sign: str) -> int:
    if sign not in _READ:
        raise _wrong(f"“{sign}” is no terrain's sign")
    return _READ[sign]


def _cells(first: str, rows: str) -> dict[int, int]:
    """Return the terrain by code of all hexes of the rows."""
    try:
        west, north = hexes.place(first)
    except UnknownName as error:
        raise _wrong(error.why.rstrip(".")) from None
    cells: dict[int, int] = {}
    for row, signs in enumerate(rows.split("/"), north):
        for column, sign in enumerate(signs, west):
            if sign == _NO_HEX:
                continue
            if column > _LAST or row > _LAST:
                raise _wrong(f"it goes beyond hex {_LAST}{_LAST}")
            cells[column * 100 + row] = _sign(sign)
    if not cells:
        raise _wrong("it has no hex")
    return cells


def map_text(
    title: str,
    cells: Mapping[int, int],
    *,
    starts: Sequence[int] = (),
    closed: Iterable[int] = (),
    places: Mapping[str, int] | None = None,
    shapes: Mapping[int, territories.Shape] | None = None,
) -> str:
    """Return the canonical text of a map: terrains by printed number (0304 is 304); starts, places and shapes too."""
    first, ground = _drawn(cells, shapes) if shapes else _rows(cells)
    return "|".join(
        (
            title,
            first,
            ground,
            " ".join(f"{code:04d}" for code in starts),
            "".join(_SIGNS[terrain] for terrain in sorted(closed)),
            ";".join(f"{code:04d} {name}" for name, code in sorted((places or {}).items(), key=lambda place: place[1])),
        )
    )


def _drawn(cells: Mapping[int, int], shapes: Mapping[int, territories.Shape]) -> tuple[str, str]:
    return SHAPES, "/".join(territories.shape_text(code, _SIGNS[cells[code]], shapes[code]) for code in sorted(cells))


def _rows(cells: Mapping[int, int]) -> tuple[str, str]:
    columns, lines = [code // 100 for code in cells], [code % 100 for code in cells]
    wide = range(min(columns), max(columns) + 1)
    rows = [
        "".join(_SIGNS[cells[column * 100 + row]] if column * 100 + row in cells else _NO_HEX for column in wide)
        for row in range(min(lines), max(lines) + 1)
    ]
    return hexes.name(min(columns), min(lines)), "/".join(row.rstrip(_NO_HEX) for row in rows)


@lru_cache(maxsize=256)
def land(text: str) -> Land:
    """Return the map that a canonical text describes, read once for each text; raise BadData if it is none."""
    return Land(text)


def coastal(land: Land, terrain: Sequence[int], hex: int) -> bool:
    """Whether a hex is coastal besides its own terrain: land beside a sea hex (archmagi/terrain.3).

    `terrain` is the position's; sea and inland Water never are, land not explored yet is.
    """
    return terrain[hex] not in SEAS and terrain[hex] != WATER and any(land.sea[other] for other in land.near[hex])


def _steps(near: Sequence[Sequence[int]], start: int) -> tuple[int, ...]:
    far = [-1] * len(near)
    far[start] = 0
    front = [start]
    while front:
        reached = []
        for here in front:
            for there in near[here]:
                if far[there] < 0:
                    far[there] = far[here] + 1
                    reached.append(there)
        front = reached
    return tuple(far)


@lru_cache(maxsize=256)
def _board(land: Land, terrain: tuple[int, ...]) -> Board:
    if land.shapes:
        names = [land.name(hex, terrain[hex]) for hex in range(len(land))]
        return territories.board(land.title, land.shapes, names, [slug_of(kind) for kind in terrain], MARGIN)
    rounded = {id: tuple((round(x, 1), round(y, 1)) for x, y in hexes.corners(id, SIDE)) for id in land.ids}
    west = min(x for corners in rounded.values() for x, _ in corners) - MARGIN
    north = min(y for corners in rounded.values() for _, y in corners) - MARGIN
    east = max(x for corners in rounded.values() for x, _ in corners) + MARGIN
    south = max(y for corners in rounded.values() for _, y in corners) + MARGIN
    areas = []
    for number, id in enumerate(land.ids):
        x, y = hexes.centre(id, SIDE)
        polygon = tuple((round(px - west, 1), round(py - north, 1)) for px, py in rounded[id])
        path = "L".join(f"{px:g} {py:g}" for px, py in polygon)
        areas.append(
            Area(
                id,
                land.name(number, terrain[number]),
                slug_of(terrain[number]),
                round(x - west, 1),
                round(y - north, 1),
                polygon=polygon,
                outline=f"M{path}z",
                spots={"": (round(x - west, 1), round(y - north + STANDING, 1))},
            )
        )
    links = [Link(land.ids[a], land.ids[b], "hexside") for a in range(len(land)) for b in land.near[a] if a < b]
    return Board(land.title, round(east - west, 1), round(south - north, 1), areas, links)


@lru_cache(maxsize=256)
def start_hexes(land: Land, terrain: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """Return where the archmagi start (archmagi/setup.5): land hexes whose smallest pairwise distance is greatest.

    Inland Water is left out. The map's own starts come first: if they are enough, the farthest of them are chosen.
    Raise BadData if there are fewer hexes than seats.
    """
    dry = [hex for hex in range(len(land)) if not land.sea[hex] and terrain[hex] != WATER]
    choice = list(land.starts) if len(land.starts) >= seats else dry
    if len(choice) < seats:
        raise BadData(
            f"The map “{land.title}” has {len(choice)} land hexes, too few for {seats} players.",
            remedy="Choose a larger map.",
        )
    far = [[land.distance(a, b) for b in choice] for a in choice]
    for least in sorted({steps for row in far for steps in row}, reverse=True):
        apart = [sum(1 << b for b, steps in enumerate(row) if steps >= least and a != b) for a, row in enumerate(far)]
        found = _all_apart(apart, (1 << len(choice)) - 1, seats)
        if found:
            return tuple(sorted(choice[place] for place in found))
    return tuple(choice[:seats])


def _all_apart(apart: Sequence[int], among: int, wanted: int) -> list[int]:
    """Return the first `wanted` places among a bit set that are pairwise `apart`, [] if there are none."""
    if not wanted:
        return []
    while among.bit_count() >= wanted:
        first = (among & -among).bit_length() - 1
        among &= among - 1
        rest = _all_apart(apart, among & apart[first], wanted - 1)
        if len(rest) == wanted - 1:
            return [first, *rest]
    return []
