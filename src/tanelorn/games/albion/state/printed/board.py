"""The board as the kernel, the page and the text board know it: a hex is called by its number."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from tanelorn.core.content import hexes
from tanelorn.core.content.board import Area, Board, Layer, Link, Point
from tanelorn.games.albion.state.printed.world import World

SIDE = 46.0
HEIGHT = 80
"""A hex is 92 units wide and, a hair more than a regular one, 80 high: so all corners lie on whole units."""

MARGIN = 30
TO_SHORE = 20
_STRETCH = HEIGHT / (SIDE * math.sqrt(3))
_RACE = {"knowe": "Elf knowe", "delving": "Gnome delving", "broch": "Troll broch", "stockade": "Mundane stockade"}
_CROSSED = {"minor": "minor river", "major": "major river", "mountain": "ridge", "pass": "pass", "tunnel": "tunnel"}


class HexBoard(Board):
    """A board that knows its world, so that it can be drawn with all that lies on it."""

    layers = (
        Layer("kingdoms", "Kingdoms", "k"),
        Layer("roads", "Roads and rivers", "r"),
        Layer("aspects", "Aspects", "a"),
        Layer("numbers", "Hex numbers", "n", shown=False),
        Layer("terrain", "Terrain colour", "t"),
    )

    def __init__(self, world: World, size: Point, areas: Iterable[Area], links: Iterable[Link]) -> None:
        super().__init__(world.pack.board.title, *size, areas, links)
        self.world = world


@lru_cache(maxsize=16)
def board_of(world: World) -> HexBoard:
    """Return the kernel's board of a world (2.1a)."""
    drawn = [_corners(number) for number in world.number]
    west, north = (min(point[n] for corners in drawn for point in corners) - MARGIN for n in (0, 1))
    east, south = (max(point[n] for corners in drawn for point in corners) + MARGIN for n in (0, 1))
    areas = [_area(world, hex, tuple((x - west, y - north) for x, y in corners)) for hex, corners in enumerate(drawn)]
    links = [
        Link(world.number[a], world.number[b], "hexside") for a, near in enumerate(world.near) for b in near if a < b
    ]
    return HexBoard(world, (east - west, south - north), areas, links)


def _corners(number: str) -> tuple[tuple[int, int], ...]:
    return tuple((round(x), round(y * _STRETCH)) for x, y in hexes.corners(number, SIDE))


def name(world: World, hex: int) -> str:
    """Return what a hex is called: its number, after the name of the fortress or Place of Power in it."""
    called = place_name(world, hex)
    return f"{called} ({world.number[hex]})" if called else world.number[hex]


def place_name(world: World, hex: int) -> str:
    """Return the name of the fortress or the Place of Power in a hex, or nothing."""
    return world.fortress_name[hex] or world.place_name[world.place[hex]]


def _area(world: World, hex: int, corners: tuple[tuple[int, int], ...]) -> Area:
    entry = world.entry[hex]
    x, y = (corners[0][0] + corners[3][0]) // 2, corners[0][1]
    return Area(
        world.number[hex],
        name(world, hex),
        " and ".join(entry.terrain) or "sea",
        x,
        y,
        polygon=corners,
        source=entry.sources.get("kind", "reconstructed"),
        outline="M" + "L".join(f"{px} {py}" for px, py in corners) + "Z",
        spots={"": (x, y)} | _moorings(world, hex, (x, y)),
        note=note(world, hex),
    )


def _moorings(world: World, hex: int, at: Point) -> dict[str, Point]:
    """Where ships lie: by the number of the coast, towards the water that it opens on (12.1f)."""
    if not world.coast[hex]:
        return {}
    own = hexes.centre(world.number[hex], 1)
    found: dict[str, Point] = {}
    for coast, opens in enumerate(world.berths[hex]):
        ways = [hexes.centre(world.number[there], 1) for there in opens]
        dx, dy = (sum(way[n] - own[n] for way in ways) for n in (0, 1))
        far = math.hypot(dx, dy) or 1
        found[str(coast)] = (round(at[0] + TO_SHORE * dx / far), round(at[1] + TO_SHORE * dy / far))
    return found


def note(world: World, hex: int) -> str:
    """Say what is printed in a hex and on its sides, for those who have no picture."""
    words = []
    if world.fortress[hex]:
        words.append(_RACE.get(world.fortress[hex], "fortress of the Dyke"))
    if world.place[hex]:
        words.append(f"Place of Power {world.place[hex]:02d}")
    if world.kingdom[hex] >= 0:
        words.append(world.kingdoms[world.kingdom[hex]].name + (", island" if world.island[hex] else ""))
    if world.aspect[hex] != "none":
        words.append({"wild": "wild magic"}.get(world.aspect[hex], f"{world.aspect[hex]} ground"))
    if world.sea[hex]:
        coasts = len(world.berths[hex])
        words.append(("coast of " if world.land[hex] else "") + world.zones[world.zone[hex]].name)
        words += [f"{coasts} coasts"] if coasts > 1 else []
    return "; ".join([*words, *_sides(world, hex)])


def _sides(world: World, hex: int) -> list[str]:
    """What runs along the sides of a hex and across them, kind by kind with the directions."""
    found: dict[str, list[str]] = {}
    for direction, number in hexes.neighbours(world.number[hex]).items():
        if number not in world.hex:
            continue
        side = world.border(hex, world.hex[number])
        words = [_CROSSED.get(side.river, ""), _CROSSED.get(side.ridge, ""), side.crossing]
        words += ["trail"] * side.trail + ["Faerie road"] * side.road
        words += ["water only"] * side.wet + ["land only"] * side.dry
        for word in filter(None, words):
            found.setdefault(word, []).append(direction)
    return [f"{word} {', '.join(directions)}" for word, directions in found.items()]
