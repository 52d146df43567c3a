"""A chart of provinces: spaces that cover the sheet, drawn from a board file of the Diplomacy kind.

Washes, counters and fortresses are the page's, for they change; the chart leaves them room.
"""

import json
import math
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from tanelorn.charts import coast, compass, grounds
from tanelorn.charts.areas import Item
from tanelorn.charts.paths import Outline, Point, Shape, number, rings, walked
from tanelorn.charts.seams import Seams
from tanelorn.games.diplomacy.shown.chart import farnames, placenames
from tanelorn.games.diplomacy.shown.chart.placenames import Name

COUNTER = 46.0
DOT = 8.6
IMPASSABLE = "impassable"
WORLDS_EDGE = "waste"
DEFS = (
    '<pattern id="swell" width="92" height="58" patternUnits="userSpaceOnUse">'
    '<path d="M8 15q5-5 10 0t10 0M55 43q5-5 10 0t10 0" fill="none" stroke="var(--water-line)" '
    'stroke-width=".9" opacity=".38"/></pattern>'
    '<pattern id="stones" width="26" height="22" patternUnits="userSpaceOnUse">'
    '<path d="M4 8q2-4 6 0zM17 18q2.500-4.500 7 0zM15 6h2" fill="var(--g-waste)" stroke="var(--g-waste)" '
    'stroke-width=".5"/></pattern>'
    '<pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 4.5h9" stroke="var(--g-mountain)" stroke-width="1"/></pattern>'
    '<filter id="soft" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="8"/></filter>'
    '<clipPath id="dry"><use href="#coast" clip-rule="evenodd"/></clipPath>'
)


class Board:
    """A board file read for drawing."""

    def __init__(self, file: Path) -> None:
        self.data: Item = json.loads(file.read_text(encoding="utf-8"))
        self.width, self.height = float(self.data["width"]), float(self.data["height"])
        self.spaces: list[Item] = self.data["spaces"]
        decorations: list[Item] = self.data.get("decorations", [])
        self.islets = [
            coast.islet(point(item["at"]), float(item["radius"])) for item in decorations if item["kind"] == "islet"
        ]
        self.impassable = [outline(item["outline"]) for item in decorations if item["kind"] == "impassable"]
        self.grounds = {item["space"]: item["ground"] for item in decorations if item["kind"] == "ground"}
        self.names = [name(space) for space in self.spaces]
        dry = [ring for space in self.spaces if space["kind"] != "sea" for ring in outlines(space)]
        wet = [ring for space in self.spaces if space["kind"] == "sea" for ring in outlines(space)]
        self.seams = Seams([*dry, *self.impassable], wet, self.width, self.height)

    def ground(self, space: Item) -> str:
        """What lies on a space."""
        if space.get("worlds_edge"):
            return WORLDS_EDGE
        return str(self.grounds.get(space["id"], "clear"))

    def kept_free(self) -> list[grounds.Box]:
        """Where no sign may stand: under names, dots and counters."""
        kept = [name.box(9) for name in self.names]
        for space in self.spaces:
            kept += [around(at, COUNTER / 2 + 12) for at in stands(space)]
            if "dot" in space:
                kept.append(around(space["dot"], DOT + 10))
        return kept


def point(at: Sequence[float]) -> Point:
    """A point of the file."""
    return float(at[0]), float(at[1])


def outline(corners: Iterable[Sequence[float]]) -> Outline:
    """An outline of the file."""
    return [point(corner) for corner in corners]


def outlines(space: Item) -> list[Outline]:
    """All rings of a space, holes included."""
    return [outline(ring) for part in space.get("polygons", []) for ring in (part["outer"], *part.get("holes", []))]


def stands(space: Item) -> list[Point]:
    """Where counters of a space stand, on every coast."""
    return [point(space["at"]), *(point(side["at"]) for side in space.get("coasts", {}).values())]


def name(space: Item) -> Name:
    """A space's label."""
    label = space.get("label") or {"at": space["at"], "lines": [space["name"]]}
    dot = point(space["dot"]) if "dot" in space else None
    return Name(space["id"], point(label["at"]), tuple(label["lines"]), space["kind"] == "sea", dot)


def around(at: Sequence[float], half: float) -> grounds.Box:
    """A square box."""
    x, y = point(at)
    return x - half, y - half, x + half, y + half


def line(points: Outline) -> str:
    """An open line as path text."""
    closed = points[0] == points[-1]
    text = rings([points])
    return text if closed else text.removesuffix("z")


def draw(file: Path) -> str:
    """The chart of a board, the same bytes every time."""
    board = Board(file)
    sheet = f'width="{number(board.width)}" height="{number(board.height)}"'
    land = rings([*board.seams.lands, *board.islets])
    at, room = emptiest_sea(board)
    layers = [
        f'<rect {sheet} fill="var(--sea)"/>',
        compass.rhumbs(at, board.width + board.height),
        coast.water_lines("coast"),
        f'<rect {sheet} fill="url(#swell)"/>',
        sea_borders(board),
        shaded_land(),
        *ground(board),
        borders(board),
        '<use href="#coast" fill="none" stroke="var(--coast)" stroke-width="2.4" stroke-linejoin="round"/>',
        *signs_of(board),
        dots(board),
        compass.rose(at, room),
        f'<g class="near">{"".join(name.near() for name in board.names)}</g>',
        f'<g class="far">{"".join(map(Name.far, board.names, far_places(board)))}</g>',
        coast.frame(board.width, board.height),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {sheet} '
        f'viewBox="0 0 {number(board.width)} {number(board.height)}">'
        f'<style>{placenames.LETTERS}</style><defs><path id="coast" fill-rule="evenodd" d="{land}"/>{DEFS}</defs>\n'
        + "\n".join(layers)
        + "\n</svg>\n"
    )


def far_places(board: Board) -> list[Point]:
    """Where the abbreviations of the far chart stand."""
    land = Shape(board.seams.lands)
    sites = []
    for name, space in zip(board.names, board.spaces, strict=True):
        cost = partial(strays, Shape(outlines(space)), None if space["kind"] == "sea" else land)
        sites.append(farnames.Site(name, tuple(stands(space)), bool(space.get("fortress")), cost))
    return farnames.placed(sites)


def strays(home: Shape, land: Shape | None, at: Point) -> float:
    """What it costs a name to stand somewhere: nothing at home, and less on a sea than on land that is another's.

    Whoever lives at sea has no `land`: for such a name all is alike.
    """
    if home.holds(at):
        return 0.0
    return farnames.ABROAD if land is None or land.holds(at) else farnames.AFLOAT


def shaded_land() -> str:
    """The land: its shade on the water, its ground, and a soft darkening within the coast."""
    return coast.land("coast") + (
        '<g clip-path="url(#dry)"><use href="#coast" fill="none" stroke="var(--land-shade)" stroke-width="26" '
        'opacity=".55" filter="url(#soft)"/></g>'
    )


def sea_borders(board: Board) -> str:
    """Dashes between seas."""
    path = "".join(map(line, board.seams.sea_borders))
    return (
        f'<path d="{path}" fill="none" stroke="var(--water-line)" stroke-width="1.8" stroke-dasharray="8 5" '
        'stroke-linejoin="round" opacity=".9"/>'
    )


def borders(board: Board) -> str:
    """Lines between provinces, each on a soft band that lets the eye follow it."""
    path = "".join(map(line, board.seams.borders))
    return (
        f'<path d="{path}" fill="none" stroke="var(--land-shade)" stroke-width="7" stroke-linejoin="round" '
        'opacity=".3"/>'
        f'<path d="{path}" fill="none" stroke="var(--border)" stroke-width="1.7" stroke-linejoin="round" '
        'stroke-linecap="round"/>'
    )


def ground(board: Board) -> list[str]:
    """The tint of ground that is not clear; a pattern where the world ends and where nobody may go."""
    words = []
    for space in board.spaces:
        if space["kind"] == "sea":
            continue
        tint = grounds.GROUNDS[board.ground(space)].tint
        if tint:
            path = rings(outlines(space))
            words.append(f'<path d="{path}" fill="var(--{tint})" fill-rule="evenodd" opacity=".6"/>')
            if space.get("worlds_edge"):
                words.append(f'<path d="{path}" fill="url(#stones)" fill-rule="evenodd" opacity=".6"/>')
    for blocked in board.impassable:
        path = rings([blocked])
        words.append(f'<path d="{path}" fill="var(--t-mountain)"/><path d="{path}" fill="url(#hatch)" opacity=".3"/>')
    return words


def signs_of(board: Board) -> list[str]:
    """What grows or lies on the land, space by space."""
    kept = board.kept_free()
    words = []
    for space in board.spaces:
        if space["kind"] == "sea" or space.get("worlds_edge"):
            continue
        for part in space.get("polygons", []):
            words.append(grounds.strewn(board.ground(space), outline(part["outer"]), space["id"], kept))
    for k, blocked in enumerate(board.impassable):
        words.append(grounds.strewn(IMPASSABLE, blocked, f"impassable {k}", kept))
    return [text for text in words if text]


def dots(board: Board) -> str:
    """The centres: rings, which the page fills in their owners' colours."""
    circles = "".join(
        f'<circle cx="{number(space["dot"][0])}" cy="{number(space["dot"][1])}" r="{DOT}"/>'
        for space in board.spaces
        if "dot" in space
    )
    return f'<g fill="var(--halo)" stroke="var(--map-ink)" stroke-width="1.8">{circles}</g>'


def emptiest_sea(board: Board) -> tuple[Point, float]:
    """Where the compass goes."""
    seas = [
        outline(part["outer"]) for space in board.spaces if space["kind"] == "sea" for part in space.get("polygons", [])
    ]
    taken = [corner for shore in board.seams.coasts for corner in shore[::4]]
    taken += [at for border in board.seams.sea_borders for at in walked(border, 16)]
    taken += [corner for islet in board.islets for corner in islet[::8]]
    for name, space in zip(board.names, board.spaces, strict=True):
        west, north, east, south = name.box(10)
        taken += [(x, y) for x in (west, (west + east) / 2, east) for y in (north, south)]
        taken += [corner for at in stands(space) for corner in corners(at, COUNTER / 2)]
    return compass.emptiest(seas, taken, board.width, board.height)


def corners(at: Point, half: float) -> list[Point]:
    """The corners of a square."""
    return [(at[0] + half * math.cos(a), at[1] + half * math.sin(a)) for a in (0.8, 2.4, 3.9, 5.5)]
