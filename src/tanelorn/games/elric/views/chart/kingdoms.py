"""A chart of kingdoms and seas: nations washed in colour, wilds with what grows there, ridges where no way leads.

Drawn from a board file of Elric's kind. Units, flags and spells are the page's.
"""

import math
import random
from collections import defaultdict
from collections.abc import Iterable
from html import escape

from tanelorn.charts import coast, compass, curved, grounds, seamarks, signs
from tanelorn.charts.paths import Outline, Point, number, rings, walked
from tanelorn.charts.seams import Seams, Side, chained
from tanelorn.games.elric.equipment.board import AreaEntry, BoardFile
from tanelorn.games.elric.equipment.world import PackBoard
from tanelorn.games.elric.views.chart import towns

GROUND = {"mountain": "mountains", "valley": "steppe"}
TINTS = {"forest": "t-forest", "jungle": "t-forest"}
PACES = {
    "desert": 30.0,
    "steppe": 24.0,
    "waste": 21.0,
    "marsh": 26.0,
    "forest": 17.0,
    "jungle": 19.0,
    "mountains": 34.0,
}
MARGINS = {
    "mountains": 14.0,
    "forest": 9.0,
    "jungle": 11.0,
    "desert": 13.0,
    "steppe": 9.0,
    "marsh": 13.0,
    "waste": 9.0,
}
DEFS = (
    '<pattern id="swell" width="74" height="46" patternUnits="userSpaceOnUse">'
    '<path d="M6 12q4-4 8 0t8 0M44 34q4-4 8 0t8 0" fill="none" stroke="var(--water-line)" '
    'stroke-width=".8" opacity=".38"/></pattern>'
    '<filter id="soft" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="5"/></filter>'
)


class Sheet:
    """A board file laid out for drawing."""

    def __init__(self, board: BoardFile, names: dict[str, str]) -> None:
        self.board = board
        self.names = names
        self.shapes: dict[str, list[Outline]] = {area.id: outlines(area) for area in board.areas}
        self.lands = [area for area in board.areas if area.kind != "sea" and area.polygons]
        self.seas = [area for area in board.areas if area.kind == "sea" and area.polygons]
        self.seams = Seams(self.rings(self.lands), self.rings(self.seas), board.width, board.height)
        self.islets = [coast.islet(d.at, d.size) for d in board.decorations if d.kind == "islet"]
        self.nations: dict[str, list[AreaEntry]] = defaultdict(list)
        for area in self.lands:
            if area.nation:
                self.nations[area.nation].append(area)
        self.provinces, self.frontiers = self.borders()

    def rings(self, areas: Iterable[AreaEntry]) -> list[Outline]:
        """All rings of some areas."""
        return [ring for area in areas for ring in self.shapes[area.id]]

    def borders(self) -> tuple[list[list[Point]], list[list[Point]]]:
        """The lines between provinces of one nation or of none, and those between nations."""
        owners: dict[Side, list[str]] = defaultdict(list)
        for area in self.lands:
            for side in sides(self.shapes[area.id]):
                owners[side].append(area.nation)
        shared = {side: nations for side, nations in owners.items() if len(nations) == 2}
        inner = [side for side, (one, other) in shared.items() if one == other]
        outer = [side for side, (one, other) in shared.items() if one != other]
        return chained(inner), chained(outer)

    def nation(self, id: str) -> list[list[Point]]:
        """The outline of a nation's land."""
        times: dict[Side, int] = defaultdict(int)
        for area in self.nations[id]:
            for side in sides(self.shapes[area.id]):
                times[side] += 1
        return [line[:-1] for line in chained([side for side, count in times.items() if count == 1])]

    def kept_free(self) -> list[grounds.Box]:
        """Where no sign may stand: under names, cities, spell symbols and ridges."""
        kept = []
        for area in self.board.areas:
            if area.label:
                x, y = area.label.at
                half = max(map(len, area.label.lines)) * 13 * curved.LETTER / 2 + 8
                kept.append((x - half, y - 8 * len(area.label.lines) - 10, x + half, y + 8 * len(area.label.lines) + 2))
            kept += [around(city.at, 24) for city in area.cities]
            if area.symbol_at:
                kept.append(around(area.symbol_at, 19))
        for border in self.board.borders:
            kept += [around(at, 17) for line in border.ridge for at in walked(line, 12)]
        return kept


def outlines(area: AreaEntry) -> list[Outline]:
    """All rings of an area, holes included."""
    return [ring for polygon in area.polygons for ring in (polygon.outer, *polygon.holes)]


def sides(shape: Iterable[Outline]) -> list[Side]:
    """The sides of a shape, each in one direction."""
    found = []
    for ring in shape:
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
            if a != b:
                found.append((a, b) if a < b else (b, a))
    return found


def around(at: Point, half: float) -> grounds.Box:
    """A square box."""
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


def open_line(points: list[Point]) -> str:
    """A line as path text, closed if it is."""
    text = rings([points])
    return text if points[0] == points[-1] else text.removesuffix("z")


def draw(board: PackBoard) -> str:
    """The chart of a board, the same bytes every time."""
    pack = board.pack
    sheet = Sheet(pack.board, {nation.id: nation.name for nation in pack.counters.nation})
    size = f'width="{number(board.width)}" height="{number(board.height)}"'
    at, room = emptiest_sea(sheet)
    kept = sheet.kept_free()
    layers = [
        f'<rect {size} fill="var(--sea)"/>',
        compass.rhumbs(at, board.width + board.height),
        coast.water_lines("coast"),
        f'<rect {size} fill="url(#swell)"/>',
        *special_seas(sheet, kept),
        sea_borders(sheet),
        *(seamarks.beast(d.kind, d.at, d.size) for d in pack.board.decorations if d.kind != "islet"),
        coast.land("coast"),
        *wilds(sheet),
        *(wash(sheet, id) for id in sheet.nations),
        *lines(sheet),
        *growth(sheet, kept),
        *ridges(sheet),
        *places(sheet),
        compass.rose(at, room),
        f'<g class="near">{near(sheet)}</g>',
        f'<g class="far">{far(sheet)}</g>',
        coast.frame(board.width, board.height),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {number(board.width)} {number(board.height)}">'
        f"<style>{curved.LETTERS}</style><defs>{definitions(sheet)}{DEFS}</defs>\n" + "\n".join(layers) + "\n</svg>\n"
    )


def definitions(sheet: Sheet) -> str:
    """The outlines that are used more than once."""
    land = rings([*sheet.seams.lands, *sheet.islets])
    words = [f'<path id="coast" fill-rule="evenodd" d="{land}"/>']
    for id in sheet.nations:
        words.append(f'<path id="n-{id}" d="{rings(sheet.nation(id))}"/>')
        words.append(f'<clipPath id="in-{id}"><use href="#n-{id}" clip-rule="evenodd"/></clipPath>')
    return "".join(words)


def special_seas(sheet: Sheet, kept: list[grounds.Box]) -> list[str]:
    """The three seas that are no seas like others, tinted and marked."""
    return [
        seamarks.tint(area.special, rings(sheet.shapes[area.id]))
        + seamarks.marks(area.special, sheet.shapes[area.id][0], kept)
        for area in sheet.seas
        if area.special
    ]


def sea_borders(sheet: Sheet) -> str:
    """Dashes between seas."""
    path = "".join(map(open_line, sheet.seams.sea_borders))
    return f'<path d="{path}" fill="none" stroke="var(--water-line)" stroke-width="1.1" stroke-dasharray="7 4"/>'


def ground(area: AreaEntry) -> str:
    """What lies on an area, as `grounds` calls it."""
    return GROUND.get(area.terrain, area.terrain) or "clear"


def wilds(sheet: Sheet) -> list[str]:
    """The ground of the wilderness."""
    words = []
    for area in sheet.lands:
        if area.terrain:
            kind = ground(area)
            tint = TINTS.get(kind) or grounds.GROUNDS[kind].tint
            words.append(f'<path d="{rings(sheet.shapes[area.id])}" fill="var(--{tint})" fill-rule="evenodd"/>')
    return words


def wash(sheet: Sheet, id: str) -> str:
    """A nation's colour: a breath of it over its land, more of it within its borders."""
    ink = f"var(--n-{escape(sheet.board.washes.get(id, 'grey'))})"
    use = f'<use href="#n-{id}" fill="none" stroke="{ink}"'
    return (
        f'<g clip-path="url(#in-{id})"><use href="#n-{id}" fill="{ink}" '
        f'opacity=".17"/>{use} stroke-width="22" opacity="var(--wash)" filter="url(#soft)"/>'
        f'{use} stroke-width="5" opacity=".5"/></g>'
    )


def lines(sheet: Sheet) -> list[str]:
    """Dots between provinces, lines between nations, the coast."""
    inner, outer = ("".join(map(open_line, found)) for found in (sheet.provinces, sheet.frontiers))
    return [
        f'<path d="{inner}" fill="none" stroke="var(--border-2)" stroke-width="1.2" stroke-dasharray="1 2.6" '
        'stroke-linecap="round"/>',
        f'<path d="{outer}" fill="none" stroke="var(--border)" stroke-width="1.5" stroke-linejoin="round"/>',
        '<use href="#coast" fill="none" stroke="var(--coast)" stroke-width="1.9" stroke-linejoin="round"/>',
    ]


def growth(sheet: Sheet, kept: list[grounds.Box]) -> list[str]:
    """What grows or lies on the wilds."""
    words = []
    for area in sheet.lands:
        if area.terrain:
            kind = ground(area)
            words += [
                grounds.strewn(kind, polygon.outer, area.id, kept, PACES.get(kind), MARGINS.get(kind))
                for polygon in area.polygons
            ]
    return [text for text in words if text]


def ridges(sheet: Sheet) -> list[str]:
    """Rows of peaks along the borders that mountains fill."""
    peaks: list[tuple[float, str]] = []
    for border in sheet.board.borders:
        for line in border.ridge:
            dice = random.Random(f"{border.a} {border.b}")
            for x, y in walked(line, 11):
                foot = (x + dice.uniform(-2.5, 2.5), y + 5 + dice.uniform(-1, 1))
                peaks.append((foot[1], signs.peak(foot, dice.uniform(14, 20), dice.uniform(7.5, 9.5))))
    drawn = "".join(text for _, text in sorted(peaks))
    return [f'<g stroke="var(--g-mountain)" stroke-width="1.1" stroke-linejoin="round">{drawn}</g>'] if peaks else []


def places(sheet: Sheet) -> list[str]:
    """Cities with their anchors and numbers, and where spells may lie."""
    seas = {area.id: sheet.shapes[area.id] for area in sheet.seas}
    words = []
    for area in sheet.board.areas:
        if area.symbol_at and area.id in sheet.board.symbols:
            words.append(towns.symbol(area.symbol_at))
        for city in area.cities:
            if city.anchor in seas:
                words.append(towns.anchor(city.at, shore(seas[city.anchor], city.at)))
            words.append(towns.city(city.at, city.rank))
            words.append(towns.worth(city.militia, city.at, city.rank))
    return words


def shore(sea: list[Outline], at: Point) -> Point:
    """The point of a sea that is nearest."""
    return min((corner for ring in sea for corner in ring), key=lambda corner: math.dist(corner, at))


def near(sheet: Sheet) -> str:
    """The names of provinces, seas, and cities that are called otherwise than their province."""
    words = []
    for area in sheet.board.areas:
        label = area.label
        if label is None:
            continue
        if area.kind == "sea":
            words.append(curved.sea(label.lines, label.at, label.size, f"s-{area.id}"))
        else:
            words.append(curved.land(label.lines, label.at, sheet.shapes[area.id], f"l-{area.id}"))
        words += [curved.level(city.name, city.name_at, "town") for city in area.cities if city.name_at]
    return "".join(words)


def far(sheet: Sheet) -> str:
    """The names of nations, of wilds and of seas, large."""
    words = [curved.nation(sheet.names.get(id, id), sheet.nation(id), f"f-{id}") for id in sheet.nations]
    for area in sheet.board.areas:
        if area.label is not None and not area.nation:
            kind = "sea" if area.kind == "sea" else "wild"
            words.append(curved.stacked(area.label.lines, area.label.at, kind, sheet.board.width))
    return "".join(words)


def emptiest_sea(sheet: Sheet) -> tuple[Point, float]:
    """Where the compass goes."""
    taken = [corner for shore in sheet.seams.coasts for corner in shore[::4]]
    taken += [at for border in sheet.seams.sea_borders for at in walked(border, 16)]
    for area in sheet.seas:
        if area.label:
            x, y = area.label.at
            half = max(map(len, area.label.lines)) * 17 * curved.LETTER / 2
            taken += [(x + half * step / 3, y) for step in range(-3, 4)]
        taken.append(area.at)
    taken += [decoration.at for decoration in sheet.board.decorations]
    seas = [polygon.outer for area in sheet.seas if not area.special for polygon in area.polygons]
    return compass.emptiest(seas, taken, sheet.board.width, sheet.board.height)
