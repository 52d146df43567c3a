"""The ground of a chart of hexes with land, coast and sea: its coast, the terrains and what grows on them."""

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from tanelorn.charts.paths import Loop, Outline, Point, borders, smoothed
from tanelorn.core.content import hexes
from tanelorn.games.albion.shown.chart.shoreline import (
    COAST,
    LAND,
    SPIT,
    Cell,
    Shore,
    corner_height,
    shores,
    side_height,
)
from tanelorn.games.albion.shown.chart.unevenness import share
from tanelorn.games.albion.state.printed.board import HEIGHT, SIDE, HexBoard
from tanelorn.games.albion.state.printed.world import PLAIN

RUGGED = {"mountain": 0.21, "rough": 0.19, "clear": 0.12, "woods": 0.12, "forest": 0.13, "marsh": 0.09}
AROUND = ("SE", "S", "SW", "NW", "N", "NE")
"""The neighbour across the side between corners k and k + 1."""
BAY = 23.0  # how far off the middle of their hex ships lie
ISLE, SEAT = 14.0, 23.0  # how broad a hill stands in a coastal hex, and where a fortress or Place of Power is
SLOTS = ((-19, -17), (11, -21), (-4, -3), (-27, 5), (23, 0), (-12, 21), (14, 23), (29, -14), (0, 31))
FEW = {"mountain": (0, 1, 2, 5, 6), "rough": (0, 1, 3, 4, 5, 6), "marsh": (0, 1, 2, 3, 4, 5, 6), "clear": (0, 6)}
SIGNS = {"mountain": "p", "rough": "h", "forest": "f", "woods": "t", "marsh": "m", "clear": "g"}
VARIANTS = {"p": 5, "h": 4, "f": 4, "t": 3, "m": 3, "g": 2}


class Ground:
    """A board laid out for drawing."""

    def __init__(self, board: HexBoard) -> None:
        self.board = board
        self.world = board.world
        self.at: list[Point] = [(area.x, area.y) for area in board]
        self.west, self.north = board.areas[0].x, board.areas[0].y
        column, row = hexes.place(self.world.number[0])
        self.west -= 1.5 * SIDE * column
        self.north -= HEIGHT * (row + (0 if column & 1 else 0.5))
        self.lands = [hex for hex, land in enumerate(self.world.land) if land]
        self.seas = [hex for hex, land in enumerate(self.world.land) if not land]

    def corners(self, hex: int) -> Sequence[Point]:
        """The corners of a hex, from the east one round by the south."""
        return self.board.areas[hex].polygon

    def side(self, a: int, b: int) -> tuple[Point, Point]:
        """The two corners that neighbours share."""
        first, second = (point for point in self.corners(a) if point in self.corners(b))
        return first, second

    def place(self, x: float, y: float) -> tuple[int, int]:
        """The column and row of the hex in which a point lies, whether or not the board has it."""
        across, down = (x - self.west) / (1.5 * SIDE), (y - self.north) / HEIGHT
        best, least = (0, 0), math.inf
        for column in (math.floor(across), math.floor(across) + 1):
            half = 0.0 if column & 1 else 0.5
            row = round(down - half)
            far = ((across - column) * 1.5 * SIDE) ** 2 + ((down - half - row) * HEIGHT) ** 2
            if far < least:
                best, least = (column, row), far
        return best

    @cached_property
    def shore(self) -> Shore:
        """The coast, land in every hex that has some and water wherever ships lie."""
        world, board = self.world, self.board
        isles = [
            (self.at[hex], SEAT if world.fortress[hex] or world.place[hex] else ISLE)
            for hex in self.lands
            if world.coast[hex]
        ]
        return shores(self._cells(), *self.channels(), isles, board.width, board.height)

    @cached_property
    def coasts(self) -> list[Loop]:
        """The coast as it is drawn."""
        return [thinned(smoothed(loop, 1)) for loop in self.shore.lines]

    def channels(self) -> tuple[list[tuple[Point, Point]], list[tuple[Point, Point]]]:
        """Firths to the coasts that lie far from open water, each by the shortest way for ships, and their mouths."""
        world = self.world
        coasts = [node for node, hex in enumerate(world.node_hex) if world.coast[hex]]
        outer = [node for node in coasts if self._mouth(node)]
        way_out = dict.fromkeys(outer, -1)
        for node in outer:
            for other in world.sea_near[node]:
                if world.coast[world.node_hex[other]] and other not in way_out:
                    way_out[other] = node
                    outer.append(other)
        inner = [(node, other) for node, other in way_out.items() if other >= 0]
        found = []
        for node, other in inner:
            middle = between(*self.side(world.node_hex[node], world.node_hex[other]))
            found += [(self.bay(node), middle), (middle, self.bay(other))]
        ends = sorted({other for _, other in inner if way_out[other] < 0})
        return found, [mouth for node in ends for mouth in self._mouth(node)]

    def _mouth(self, node: int) -> list[tuple[Point, Point]]:
        """The way from where ships lie to the open sea, if the hex borders on it."""
        hex = self.world.node_hex[node]
        opens = self.world.berths[hex][self.world.node_coast[node]]
        bay = self.bay(node)
        out = [self.at[there] for there in opens if not self.world.land[there]] or self._off_sheet(hex)
        nearest = min(out, key=lambda at: math.dist(at, bay), default=None)
        return [] if nearest is None else [(bay, between(self.at[hex], nearest))]

    def bay(self, node: int) -> Point:
        """Where ships lie on a coast, towards the water that it opens on."""
        hex = self.world.node_hex[node]
        opens = self.world.berths[hex][self.world.node_coast[node]]
        x, y = self.at[hex]
        pulls = [(self.at[there], 1.0 if self.world.land[there] else 3.0) for there in opens]
        pulls += [(at, 3.0) for at in self._off_sheet(hex)]
        dx, dy = (sum(weight * (at[k] - (x, y)[k]) for at, weight in pulls) for k in (0, 1))
        far = math.hypot(dx, dy)
        return (x + BAY * dx / far, y + BAY * dy / far) if far > 1 else (x, y + BAY)

    def _off_sheet(self, hex: int) -> list[Point]:
        """The middles of the places around a hex that the board does not have."""
        column, row = hexes.place(self.world.number[hex])
        x, y = self.at[hex]
        return [
            (x + 1.5 * SIDE * (1, 0, -1, -1, 0, 1)[k], y + HEIGHT * (0.5, 1, 0.5, -0.5, -1, -0.5)[k])
            for k in range(6)
            if hexes.name(*_beside(column, row, k)) not in self.world.hex
        ]

    def _cells(self) -> list[Cell]:
        """All hexes, and a rim around the sheet on which the outermost land goes on."""
        places = {hexes.place(number): hex for hex, number in enumerate(self.world.number)}
        east, south = max(column for column, _ in places), max(row for _, row in places)
        rim = dict(places)
        for column in range(east + 2):
            for row in range(south + 2):
                inner = (min(max(column, 1), east), min(max(row, 1), south))
                if (column, row) != inner and inner in places and self.kind(places[inner]) == "land":
                    rim[column, row] = places[inner]
        cells = (self._cell(place, hex, rim) for place, hex in rim.items())
        return [cell for cell in cells if not cell.even or cell.height]

    def _cell(self, place: tuple[int, int], hex: int, rim: dict[tuple[int, int], int]) -> Cell:
        column, row = place
        at = (self.west + 1.5 * SIDE * column, self.north + HEIGHT * (row + (0 if column & 1 else 0.5)))
        around = [_beside(column, row, direction) for direction in range(6)]
        sides = [self._height(place, there, rim) for there in around]
        rim_sides = [self._height(around[k - 1], around[k], rim) for k in range(6)]
        ends = [corner_height(sides[k - 1], sides[k], rim_sides[k]) for k in range(6)]
        middle = {"sea": 0.0, "land": LAND}.get(self.kind(hex))
        if middle is None:
            middle = COAST if sum(height < 0.65 for height in sides) < 4 else SPIT
        terrain = self.world.terrain[hex]
        rugged = sum(RUGGED[each] for each in terrain) / len(terrain) if terrain else RUGGED["clear"]
        shape = [(at[0] + x - self.at[hex][0], at[1] + y - self.at[hex][1]) for x, y in self.corners(hex)]
        return Cell(at, shape, middle, sides, ends, rugged)

    def _height(self, one: tuple[int, int], other: tuple[int, int], rim: dict[tuple[int, int], int]) -> float:
        """How high the land is at the side of two neighbours, of which some may lie off the board."""
        a, b = rim.get(one, -1), rim.get(other, -1)
        border = self.world.border(a, b) if a >= 0 and b in self.world.near[a] else PLAIN
        kinds = (self.kind(a) if a >= 0 else "sea", self.kind(b) if b >= 0 else "sea")
        return side_height(kinds, border.wet, border.dry, f"{min(a, b)} {max(a, b)}")

    def kind(self, hex: int) -> str:
        """Land, coast or sea."""
        return "coast" if self.world.coast[hex] else "land" if self.world.land[hex] else "sea"

    @cached_property
    def patches(self) -> dict[tuple[int, int], str]:
        """The terrain of each sixth of a hex, by hex and side: where there are two, each lies towards its like."""
        found: dict[tuple[int, int], str] = {}
        for hex in self.lands:
            terrain = self.world.terrain[hex]
            if len(terrain) == 1:
                found |= {(hex, k): terrain[0] for k in range(6)}
                continue
            pulls = [self._pull(hex, k, terrain) for k in range(6)]
            start = max(range(6), key=lambda k: sum(pulls[(k + m) % 6] for m in range(3)))
            found |= {(hex, (start + m) % 6): terrain[0 if m < 3 else 1] for m in range(6)}
        return found

    def _pull(self, hex: int, side: int, terrain: Sequence[str]) -> float:
        """How much a side of a hex belongs to the first of its terrains, by the hex beyond."""
        number = hexes.neighbour(self.world.number[hex], AROUND[side])
        there = self.world.terrain[self.world.hex[number]] if number in self.world.hex else ()
        return (terrain[0] in there) - (terrain[1] in there) + 0.2 * share(f"{hex} {side}")

    def grounds(self) -> dict[str, list[Loop]]:
        """The outlines of each terrain but clear ground, drawn with a free hand."""
        triangles: dict[str, list[Outline]] = defaultdict(list)
        for (hex, k), terrain in self.patches.items():
            corners = self.corners(hex)
            triangles[terrain].append((self.at[hex], corners[k], corners[(k + 1) % 6]))
        return {
            terrain: [thinned(smoothed(brushed(loop), 1), 0.35) for loop in borders(shapes)]
            for terrain, shapes in triangles.items()
            if terrain != "clear"
        }

    def signs(self, kept: "Kept") -> list[tuple[float, str, Point]]:
        """What grows and rises on the land: foot, symbol, place; from north to south."""
        found: list[tuple[float, str, Point]] = []
        for hex in self.lands:
            dice = random.Random(self.world.number[hex])
            mixed = len(self.world.terrain[hex]) > 1
            for slot, (dx, dy) in enumerate(SLOTS):
                terrain = self.patches[hex, int(math.atan2(dy, dx) / (math.pi / 3) % 6)]
                shake = (dice.uniform(-4, 4), dice.uniform(-3, 3))
                kind = SIGNS[terrain]
                variant = dice.randrange(VARIANTS[kind])
                if slot not in FEW.get(terrain, range(9) if terrain == "forest" else range(1, 7)) and not mixed:
                    continue
                x, y = round(self.at[hex][0] + dx + shake[0]), round(self.at[hex][1] + dy + shake[1])
                if not kept.free((x, y), hex, kind) or not self.dry((x, y)):
                    continue
                found.append((y, f"{kind}{variant}", (x, y)))
        return sorted(found)

    def dry(self, at: Point) -> bool:
        """Whether a sign has ground under it: on the drawn land, and a little off the coast."""
        place = self.place(*at)
        hex = self.world.hex.get(hexes.name(*place), -1)
        if hex >= 0 and self.kind(hex) == "land":
            return True
        return all(self.shore.is_land(at[0] + dx, at[1] + dy) for dx, dy in ((-9, 2), (9, 2), (0, -9), (0, 7)))


def _beside(column: int, row: int, direction: int) -> tuple[int, int]:
    """The place of a neighbour, by the side; it may lie off the sheet."""
    across = (1, 0, -1, -1, 0, 1)[direction]
    lower = 0 if column & 1 else 1
    down = (lower, 1, lower, lower - 1, -1, lower - 1)[direction]
    return column + across, row + down


class Kept:
    """What no sign may stand on: places, and the middle of roads."""

    ROOM = {"p": 15.0, "h": 12.0, "f": 8.0, "t": 8.0, "m": 9.0, "g": 8.0}

    def __init__(self, places: Iterable[tuple[int, float]], ways: Iterable[Sequence[Point]]) -> None:
        self.places = dict(places)
        self.ways: dict[tuple[int, int], list[Point]] = defaultdict(list)
        for way in ways:
            for x, y in way:
                self.ways[int(x) // 40, int(y) // 40].append((x, y))

    def free(self, at: Point, hex: int, kind: str) -> bool:
        """Whether a sign may stand at a point of a hex."""
        room = self.ROOM[kind] * 0.75
        column, row = int(at[0]) // 40, int(at[1]) // 40
        near = (point for dx in (-1, 0, 1) for dy in (-1, 0, 1) for point in self.ways.get((column + dx, row + dy), ()))
        return all(math.dist(at, point) > room for point in near)


def between(a: Point, b: Point) -> Point:
    """The point halfway."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def brushed(loop: Sequence[Point]) -> Loop:
    """A border as a brush draws it, the same from whichever side."""
    points: Loop = []
    for a, b in zip(loop, [*loop[1:], loop[0]], strict=True):
        (ax, ay), (bx, by) = min(a, b), max(a, b)
        push = [0.34 * (share(f"{ax} {ay} {bx} {by} {k}") - 0.5) for k in range(3)]
        between = [
            (ax + (bx - ax) * t - (by - ay) * p, ay + (by - ay) * t + (bx - ax) * p)
            for t, p in zip((0.25, 0.5, 0.75), push, strict=True)
        ]
        points += [a, *(between if a < b else reversed(between))]
    return points


def thinned(loop: Sequence[Point], least: float = 0.5) -> Loop:
    """A line without the points that are hardly off the way from the one before to the one after."""
    points = list(loop)
    for _ in range(2):
        kept: Loop = []
        for number, point in enumerate(points):
            before, after = kept[-1] if kept else points[-1], points[(number + 1) % len(points)]
            length = math.dist(before, after) or 1
            off = abs((after[0] - before[0]) * (point[1] - before[1]) - (after[1] - before[1]) * (point[0] - before[0]))
            if off / length > least or length > 26:
                kept.append(point)
        points = kept
    return points
