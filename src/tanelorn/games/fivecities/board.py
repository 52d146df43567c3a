"""The board (clauses board.1 to board.7): eight provinces, their cities, bridges and passes."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tanelorn.core.content.board import Area, Board, Link, Point
from tanelorn.core.content.data import Source, read_toml

DATA = Path(__file__).parent / "data"


class _Province(msgspec.Struct):
    slug: str
    name: str
    abbreviation: str
    start: str
    start_pieces: int
    mirror: str
    x: float
    y: float
    source: Source


class _City(msgspec.Struct):
    slug: str
    name: str
    abbreviation: str
    province: str
    x: float
    y: float
    source: Source


class _Adjacency(msgspec.Struct):
    a: str
    b: str
    kind: str
    via: tuple[Point, ...]
    source: Source


class _Size(msgspec.Struct):
    width: float
    height: float
    cities_to_win: int
    bombardments_per_player: int


class BoardFile(msgspec.Struct):
    """The part of data/board.toml that the rules read."""

    board: _Size
    province: list[_Province]
    city: list[_City]
    adjacency: list[_Adjacency]


FILE = read_toml(DATA / "board.toml", BoardFile)


def _board() -> Board:
    """Return provinces and cities (board.1), joined as the file says, both ways (board.6).

    Bridges and passes join provinces (board.2), bridges join cities (board.4), a city lies by its province (board.3).
    """
    provinces = [Area(p.abbreviation, p.name, "province", p.x, p.y, source=p.source) for p in FILE.province]
    city_of = {city.province: city for city in FILE.city}
    cities = [
        Area(c.abbreviation, c.name, "city", c.x, c.y, source=c.source)
        for c in (city_of[province.slug] for province in FILE.province)
    ]
    ids = {p.slug: p.abbreviation for p in FILE.province} | {c.slug: c.abbreviation for c in FILE.city}
    links = [Link(ids[link.a], ids[link.b], link.kind, link.via, link.source) for link in FILE.adjacency]
    return Board("Five Cities", FILE.board.width, FILE.board.height, [*provinces, *cities], links)


BOARD = _board()
AREAS = len(BOARD)
PROVINCES = len(FILE.province)
CITIES = range(PROVINCES, AREAS)
"""City number c stands beside province number c - PROVINCES."""

NAMES = tuple(area.name for area in BOARD)
IDS = tuple(area.id for area in BOARD)
NEIGHBOURS = BOARD.neighbours
CITIES_TO_WIN = FILE.board.cities_to_win
BOMBARDMENTS = FILE.board.bombardments_per_player
