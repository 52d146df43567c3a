"""The board as the kernel, the page and the text board know it."""

from __future__ import annotations

from functools import lru_cache

from tanelorn.core.board import Area, Board, Link, Point
from tanelorn.games.elric.pack_files import AreaEntry
from tanelorn.games.elric.world import World


@lru_cache(maxsize=16)
def board_of(world: World) -> Board:
    """Return the kernel's board of a world: its open borders are the links."""
    file = world.pack.board
    links = [Link(border.a, border.b, "border", source=border.source) for border in file.borders if border.open]
    return Board(file.title, file.width, file.height, (_area(entry) for entry in file.areas), links)


def _area(entry: AreaEntry) -> Area:
    city = entry.cities[0].at if entry.cities else None
    return Area(
        entry.id,
        entry.name,
        entry.kind,
        *entry.at,
        source=entry.source,
        outline=entry.outline,
        dot=city,
        spots=_spots(entry),
    )


def _spots(entry: AreaEntry) -> dict[str, Point]:
    """Where pieces stand: "" in the open, by its id in a city, `symbol` where an unfound spell lies."""
    spots: dict[str, Point] = {"": entry.at} | {city.id: city.at for city in entry.cities}
    return spots | {"symbol": entry.symbol_at} if entry.symbol_at else spots
