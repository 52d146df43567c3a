"""The board as the kernel, the page and the text board know it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tanelorn.core.content.board import Area, Board, Link, Point
from tanelorn.games.elric.equipment.pack_files import AreaEntry, Pack
from tanelorn.games.elric.equipment.world import Area as Place
from tanelorn.games.elric.equipment.world import World


class PackBoard(Board):
    """A board that knows its pack, so that it can be drawn with all that lies on it."""

    def __init__(self, pack: Pack, areas: Iterable[Area], links: Iterable[Link]) -> None:
        super().__init__(pack.board.title, pack.board.width, pack.board.height, areas, links)
        self.pack = pack


@lru_cache(maxsize=16)
def board_of(world: World) -> Board:
    """Return the kernel's board of a world: its open borders are the links."""
    file = world.pack.board
    links = [Link(border.a, border.b, "border", source=border.source) for border in file.borders if border.open]
    areas = (_area(entry, world.areas[number]) for number, entry in enumerate(file.areas))
    return PackBoard(world.pack, areas, links)


def _area(entry: AreaEntry, place: Place) -> Area:
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
        note=_note(place),
    )


def _note(place: Place) -> str:
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
