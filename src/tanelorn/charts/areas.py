"""A chart of areas: continents, ridges, bridges and cities, from north to south in the printer's order."""

import math
from pathlib import Path
from typing import Any

import tomli

from tanelorn.charts import coast, lettering, signs
from tanelorn.charts.paths import (
    Outline,
    Point,
    distance,
    inside,
    number,
    rings,
    spot,
    to_coast,
    to_line,
)

Item = dict[str, Any]
WASHES = ("green", "gold", "teal", "orange", "blue", "violet")
SWELL = (
    '<pattern id="swell" width="74" height="46" patternUnits="userSpaceOnUse">'
    '<path d="M6 12q4-4 8 0t8 0M44 34q4-4 8 0t8 0" fill="none" stroke="var(--water-line)" '
    'stroke-width=".8" opacity=".38"/></pattern>'
)
SOFT = '<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="9"/></filter>'
SPARSE = 0.1  # the share of the wood's places that stay empty
OPEN_SEA = 34  # an islet keeps so far from land, and from every bridge
PROVINCE_CLEAR, CITY_CLEAR, RIDGE_CLEAR, ROAD_CLEAR = 66, 48, 36, 11


class Board:
    """A board file read for drawing: outlines roughened, places by slug."""

    def __init__(self, file: Path) -> None:
        self.data: Item = tomli.loads(file.read_text(encoding="utf-8"))
        self.width = float(self.data["board"]["width"])
        self.height = float(self.data["board"]["height"])
        self.lands: dict[str, list[Point]] = {
            item["slug"]: coast.roughened(item["outline"], item["slug"]) for item in self.data["landmass"]
        }
        self.provinces: dict[str, Item] = {item["slug"]: item for item in self.data["province"]}
        self.cities: dict[str, Item] = {item["slug"]: item for item in self.data["city"]}
        self.ridges: list[Item] = self.data["mountains"]
        self.bridges: list[Item] = [item for item in self.data["adjacency"] if item["kind"] == "bridge"]

    def roads(self) -> list[tuple[Point, Point]]:
        """From each city to its province."""
        return [(place(self.provinces[city["province"]]), place(city)) for city in self.cities.values()]

    def islets(self) -> list[list[Point]]:
        """A few rocks where the sea is widest."""
        sheet = [(0.0, 0.0), (self.width, 0.0), (self.width, self.height), (0.0, self.height)]
        found: list[Point] = []
        for point, share in signs.scattered(sheet, 96, 40, "islets"):
            dry = any(inside(land, point) or to_coast(point, land) < OPEN_SEA for land in self.lands.values())
            near = any(distance(point, *item["via"]) < OPEN_SEA for item in self.bridges)
            named = any(math.dist(point, place(item)) < 2 * CITY_CLEAR for item in self.cities.values())
            crowded = any(math.dist(point, other) < 110 for other in found)
            if not (dry or near or named or crowded) and share < 0.75:
                found.append(point)
        return [coast.islet(point, 6 + (k * 7) % 5) for k, point in enumerate(found)]


def place(item: Item) -> Point:
    """Where a province or city stands."""
    return float(item["x"]), float(item["y"])


def draw(file: Path) -> str:
    """The chart of a board, the same bytes every time."""
    board = Board(file)
    sheet = f'width="{number(board.width)}" height="{number(board.height)}"'
    coasts = rings([*board.lands.values(), *board.islets()])
    layers = [
        f'<rect {sheet} fill="var(--sea)"/>',
        coast.water_lines("coast"),
        f'<rect {sheet} fill="url(#swell)"/>',
        coast.land("coast"),
        *(coast.wash(slug, board.lands[slug], wash) for slug, wash in zip(board.lands, WASHES, strict=False)),
        '<use href="#coast" fill="none" stroke="var(--coast)" stroke-width="2.6" stroke-linejoin="round"/>',
        *(wood(slug, land, board) for slug, land in board.lands.items()),
        *(signs.road(f"M{spot(a)}L{spot(b)}") for a, b in board.roads()),
        *(ridge(item, board) for item in board.ridges),
        *(signs.bridge(*item["via"]) for item in board.bridges),
        *(signs.city(place(item)) for item in board.cities.values()),
        *names(board),
        coast.frame(board.width, board.height),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {sheet} '
        f'viewBox="0 0 {number(board.width)} {number(board.height)}">'
        f'<style>{lettering.LETTERS}</style><defs><path id="coast" d="{coasts}"/>{SWELL}{SOFT}</defs>\n'
        + "\n".join(layers)
        + "\n</svg>\n"
    )


def wood(slug: str, land: Outline, board: Board) -> str:
    """Trees over a continent, kept off names, pieces, ridges and roads."""
    trees = []
    for point, share in signs.scattered(land, 27, 16, slug):
        if share > SPARSE and is_free(point, board):
            trees.append(signs.tree(point, conifer=share < 0.55))
    return f'<path d="{"".join(trees)}" fill="var(--g-forest)" stroke="var(--land)" stroke-width=".8" opacity=".9"/>'


def is_free(point: Point, board: Board) -> bool:
    """Whether a sign may stand here."""
    x, y = point
    for item in board.provinces.values():
        px, py = place(item)
        named = abs(x - px) < 15 * len(item["name"]) + 6 and -82 < y - py < -38
        if named or math.dist(point, (px, py)) < PROVINCE_CLEAR:
            return False
    for item in board.cities.values():
        cx, cy = place(item)
        if math.dist(point, (cx, cy)) < CITY_CLEAR or (abs(x - cx) < 62 and 30 < y - cy < 66):
            return False
    ridges = (to_line(point, [tuple(corner) for corner in item["line"]]) for item in board.ridges)
    if any(away < RIDGE_CLEAR for away in ridges):
        return False
    return all(distance(point, a, b) > ROAD_CLEAR for a, b in board.roads())


def ridge(item: Item, board: Board) -> str:
    """A border of peaks and the pass through it."""
    line = [(float(x), float(y)) for x, y in item["line"]]
    gap = (float(item["gap"][0]), float(item["gap"][1]))
    seed = " ".join(item["between"])
    return signs.ridge(line, gap, board.lands[item["landmass"]], seed) + signs.mountain_pass(gap)


def names(board: Board) -> list[str]:
    """Both letterings: near on curves, far level and short."""
    near, far = [], []
    for slug, item in board.provinces.items():
        x, y = place(item)
        near.append(lettering.land_name(item["name"], (x, y), f"on-{slug}"))
        far.append(lettering.flat(item["name"], (x, y - 66), "land"))
    for slug, item in board.cities.items():
        x, y = place(item)
        near.append(lettering.city_name(item["name"], (x, y), f"on-{slug}"))
        crowded = any(abs(x - px) < 90 and 0 < py - y < 170 for px, py in map(place, board.provinces.values()))
        at = (x + 66, y + 13) if crowded else (x, y + 72)
        far.append(lettering.flat(item["abbreviation"], at, "city"))
    return [f'<g class="near">{"".join(near)}</g>', f'<g class="far">{"".join(far)}</g>']
