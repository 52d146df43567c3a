"""A chart of hexes: a coast drawn from the land's outline, ground and signs of each terrain, small numbers.

Land and sea, and what adjoins what, are the board's; only borders are drawn with a freer hand than hexsides.
"""

import math
import random
from collections.abc import Iterable, Sequence
from html import escape

from tanelorn.charts import coast, compass
from tanelorn.charts.areas import SWELL
from tanelorn.charts.paths import Loop, Point, borders, number, rings, smoothed
from tanelorn.core.content.board import Area, Board
from tanelorn.games.archmagi.shown.chart import hexsigns

n = number
SEA_KINDS = ("sea", "reef", "abyss")
LETTERS = (
    "text{text-anchor:middle;font-family:var(--serif,Palatino,P052,Georgia,serif);paint-order:stroke;"
    "stroke-linejoin:round}"
    ".no{font:500 9.5px var(--sans,sans-serif);"
    "fill:var(--map-ink-2);letter-spacing:.5px;stroke:var(--halo);stroke-width:2px}"
    ".sea.no{fill:var(--sea-ink);opacity:.75;stroke:none}"
    ".place{font-style:italic;font-size:17px;fill:var(--map-ink);stroke:var(--halo);stroke-width:3.6px}"
    ".far .place{font-size:27px;stroke-width:6px}"
    ".blank{font-size:42px;font-style:italic;fill:var(--map-ink-2);opacity:.34}"
    ".near{display:var(--near,inline)}.far{display:var(--far,none)}"
)
SOFT = 0.26  # how far a corner of the coast is drawn towards the middle of its neighbours
LAKE_SHORE = 7.0  # how far a lake's shore keeps within its hex
BULGE = 26  # how wide ground is laid under the coast, where the drawn coast leaves the hexes


def draw(board: Board) -> str:
    """Return the printed sheet of a hex board as SVG; kinds of areas are terrains. The same bytes every time."""
    land = [area for area in board if area.kind not in SEA_KINDS]
    sea = [area for area in board if area.kind in SEA_KINDS]
    sheet = f'width="{n(board.width)}" height="{n(board.height)}"'
    shores = rings(coast.roughened(softened(loop), f"{loop[0]}") for loop in borders(area.polygon for area in land))
    layers = [
        f'<rect {sheet} fill="var(--sea)"/>',
        coast.water_lines("coast"),
        f'<rect {sheet} fill="url(#swell)"/>',
        _grid(sea, "water-line", 0.8, 0.36),
        *_rose(board, land, sea),
        *(hexsigns.SEAS[area.kind]((area.x, area.y), _dice(area)) for area in sea if area.kind in hexsigns.SEAS),
        coast.land("coast"),
        f'<g clip-path="url(#in-land)">{"".join(_grounds(land))}{_grid(land, "hexline", 1, 0.55)}</g>',
        '<use href="#coast" fill="none" stroke="var(--coast)" stroke-width="2.4" stroke-linejoin="round"/>',
        *_lakes([area for area in land if area.kind == "water"]),
        *(_sign(area) for area in sorted(land, key=lambda area: area.y)),
        *_names(board),
        coast.frame(board.width, board.height),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {sheet} viewBox="0 0 {n(board.width)} {n(board.height)}">'
        f'<style>{LETTERS}</style><defs><path id="coast" d="{shores}"/>{SWELL}'
        '<clipPath id="in-land"><use href="#coast"/></clipPath></defs>\n' + "\n".join(layers) + "\n</svg>\n"
    )


def softened(loop: Sequence[Point], share: float = SOFT) -> Loop:
    """Return a border whose zigzag of hexsides is drawn in."""
    around = zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True)
    return [
        (x * (1 - share) + (ax + bx) / 2 * share, y * (1 - share) + (ay + by) / 2 * share)
        for (ax, ay), (x, y), (bx, by) in around
    ]


def shrunk(loop: Sequence[Point], by: float) -> Loop:
    """Return a border moved inwards; it runs clockwise on the sheet, as polygons of hexes do."""
    moved = []
    for (ax, ay), (x, y), (bx, by_) in zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True):
        length = math.hypot(bx - ax, by_ - ay) or 1
        moved.append((x - (by_ - ay) / length * by, y + (bx - ax) / length * by))
    return moved


def _dice(area: Area) -> random.Random:
    return random.Random(f"{area.id} {area.kind}")


def _sign(area: Area) -> str:
    return hexsigns.TERRAINS[area.kind].sign((area.x, area.y), _dice(area))


def _hexes(areas: Iterable[Area]) -> str:
    return rings(area.polygon for area in areas)


def _grid(areas: Iterable[Area], ink: str, width: float, strength: float) -> str:
    return (
        f'<path d="{_hexes(areas)}" fill="none" stroke="var(--{ink})" stroke-width="{n(width)}" opacity="{strength}"/>'
    )


def _grounds(land: Sequence[Area]) -> list[str]:
    """The grounds: laid to beyond the coast, then hex by hex, then with the borders that a brush would make."""
    by_colour: dict[str, list[Area]] = {}
    for area in land:
        by_colour.setdefault(hexsigns.TERRAINS[area.kind].colour, []).append(area)
    under, exact, over = [], [], []
    for colour, areas in by_colour.items():
        path = _hexes(areas)
        under.append(f'<path d="{path}" style="fill:{colour};stroke:{colour}" stroke-width="{BULGE}"/>')
        exact.append(f'<path d="{path}" style="fill:{colour};stroke:{colour}" stroke-width=".8"/>')
        brushed = rings(smoothed(_brushed(loop), 1) for loop in borders(area.polygon for area in areas))
        over.append(f'<path d="{brushed}" style="fill:{colour}"/>')
    return [*under, *exact, *over]


def _brushed(loop: Sequence[Point]) -> Loop:
    """A border as a brush draws it: the same between two grounds, from whichever side."""
    points: Loop = []
    for a, b in zip(loop, [*loop[1:], loop[0]], strict=True):
        (ax, ay), (bx, by) = (a, b) if a < b else (b, a)
        dice = random.Random(f"{ax} {ay} {bx} {by}")
        push = [dice.uniform(-0.13, 0.13) for _ in range(3)]
        between = [
            (ax + (bx - ax) * t - (by - ay) * p, ay + (by - ay) * t + (bx - ax) * p)
            for t, p in zip((0.25, 0.5, 0.75), push, strict=True)
        ]
        points += [a, *(between if a < b else reversed(between))]
    return points


def _lakes(water: Sequence[Area]) -> list[str]:
    shores = [
        coast.roughened(shrunk(softened(loop, 0.4), LAKE_SHORE), f"lake {loop[0]}")
        for loop in borders(area.polygon for area in water)
    ]
    if not shores:
        return []
    path = rings(shores)
    return [
        f'<clipPath id="in-lakes"><path d="{path}"/></clipPath><path d="{path}" fill="var(--sea)"/>',
        '<g clip-path="url(#in-lakes)" fill="none" stroke="var(--water-line)">'
        f'<path d="{path}" stroke-width="13" opacity=".2"/><path d="{path}" stroke-width="6" opacity=".3"/>'
        f"{_grid(water, 'water-line', 0.8, 0.4)}</g>",
        f'<path d="{path}" fill="none" stroke="var(--coast)" stroke-width="1.7" stroke-linejoin="round"/>',
    ]


def _rose(board: Board, land: Sequence[Area], sea: Sequence[Area]) -> list[str]:
    """The compass and its winds, where the sea has most room."""
    taken = [(area.x, area.y) for area in board if area.kind != "sea"]

    def room(area: Area) -> float:
        edge = min(area.x, area.y, board.width - area.x, board.height - area.y)
        return min([edge - 14, *(math.dist((area.x, area.y), point) - 62 for point in taken)])

    best = max((area for area in sea if area.kind == "sea"), key=room, default=None)
    if best is None or not land or room(best) < 26:
        return []
    at = (best.x, best.y)
    return [compass.rhumbs(at, board.width + board.height), compass.rose(at, room(best))]


def _names(board: Board) -> list[str]:
    """Hex numbers, small, only near; places that have a name of their own, near and far."""
    near: list[str] = []
    far: list[str] = []
    for area in board:
        kind = "sea no" if area.kind in SEA_KINDS else "no"
        near.append(f'<text class="{kind}" x="{n(area.x)}" y="{n(area.y - 33)}">{area.id}</text>')
        if not area.name.endswith(area.id):
            for letters, drop in ((near, 31), (far, 33)):
                letters.append(f'<text class="place" x="{n(area.x)}" y="{n(area.y + drop)}">{escape(area.name)}</text>')
    return [f'<g class="near">{"".join(near)}</g>', f'<g class="far">{"".join(far)}</g>']
