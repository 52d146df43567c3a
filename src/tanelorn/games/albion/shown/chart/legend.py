"""What fills a sheet of Faerie where no hexes are: title and signs in the empty corner, beasts in the open sea."""

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from tanelorn.charts import compass, seamarks
from tanelorn.charts.paths import Point, number
from tanelorn.games.albion.shown.chart import faeriesigns
from tanelorn.games.albion.shown.chart.faerieland import Ground

n = number
WIDE, HIGH, AWAY = 960.0, 1120.0, 56.0
"""The size of the cartouche, and how far it stands from the corner of the sheet."""

LETTERS = (
    ".title{font-size:158px;letter-spacing:26px;stroke:none}"
    ".subtitle{font-style:italic;font-size:62px;letter-spacing:3px;fill:var(--faerie);stroke:none}"
    ".meaning text{text-anchor:start;font-size:29px;stroke:none}"
)
COLUMNS = (88.0, 356.0, 670.0)
HEX = "M46 0L23 40H-23L-46 0-23-40H23z"
SIGNS: dict[str, tuple[tuple[str, int, int], ...]] = {
    "clear": (("g0", -12, 4), ("g1", 14, -8)),
    "woods": (("t0", -16, -8), ("t2", 8, -12), ("t1", -6, 14), ("t0", 20, 12)),
    "forest": (("f0", -18, -14), ("f1", 2, -18), ("f2", 20, -8), ("f3", -24, 8), ("f0", -4, 8), ("f2", 12, 20)),
    "rough": (("h0", -14, -10), ("h2", 14, -12), ("h1", -20, 12), ("h3", 12, 14)),
    "mountain": (("p1", -16, -6), ("p0", 12, -4), ("p4", -4, 18), ("p3", 24, 18)),
    "marsh": (("m0", -14, -12), ("m1", 14, -8), ("m2", -8, 14), ("m1", 18, 18)),
}


class Entry(NamedTuple):
    """A sign and its meaning; what is drawn stands about (0, 0)."""

    drawn: str
    means: str


def draw(ground: Ground, titles: Sequence[Point]) -> str:
    """Return the cartouche, if the sheet has room for it, and what swims in the sea clear of its names."""
    if any(x < AWAY + WIDE + 40 and y < AWAY + HIGH + 40 for x, y in ground.at):
        return _beasts(ground, titles)
    edge = [(AWAY + WIDE, AWAY + HIGH * k / 12) for k in range(13)]
    edge += [(AWAY + WIDE * k / 12, AWAY + HIGH) for k in range(13)]
    return _beasts(ground, [*titles, *edge]) + _cartouche(ground.board.title)


def _cartouche(name: str) -> str:
    title, _, subtitle = name.partition(": ")
    middle = AWAY + WIDE / 2
    columns = (_grounds(), _hexsides(), _places())
    drawn = "".join(
        _entry(entry, AWAY + COLUMNS[column], AWAY + 400 + row * 88)
        for column, entries in enumerate(columns)
        for row, entry in enumerate(entries)
    )
    return (
        f"{_paper()}{_flourish(middle, AWAY + 318)}"
        f'<text class="title" x="{n(middle + 13)}" y="{n(AWAY + 190)}">{escape(title)}</text>'
        f'<text class="subtitle" x="{n(middle)}" y="{n(AWAY + 272)}">{escape(subtitle)}</text>'
        f'<g class="meaning">{drawn}</g>'
    )


def _paper() -> str:
    """A sheet of paper with a double rule and worn corners."""

    def rule(inset: float, cut: float, more: str) -> str:
        west, north, east, south = AWAY + inset, AWAY + inset, AWAY + WIDE - inset, AWAY + HIGH - inset
        return (
            f'<path d="M{n(west + cut)} {n(north)}H{n(east - cut)}a{n(cut)} {n(cut)} 0 0 0 {n(cut)} {n(cut)}'
            f"V{n(south - cut)}a{n(cut)} {n(cut)} 0 0 0 {n(-cut)} {n(cut)}H{n(west + cut)}"
            f"a{n(cut)} {n(cut)} 0 0 0 {n(-cut)} {n(-cut)}V{n(north + cut)}"
            f'a{n(cut)} {n(cut)} 0 0 0 {n(cut)} {n(-cut)}z" {more}/>'
        )

    return (
        rule(0, 44, 'fill="var(--land-shade)" opacity=".7" transform="translate(7 9)"')
        + rule(0, 44, 'fill="var(--land)" stroke="var(--coast)" stroke-width="3.4"')
        + rule(14, 44, 'fill="none" stroke="var(--coast)" stroke-width="1.4"')
        + rule(21, 44, 'fill="none" stroke="var(--faerie)" stroke-width="2.4" opacity=".7"')
    )


def _flourish(x: float, y: float) -> str:
    """A line with a stone gate in its middle."""
    return (
        f'<path d="M{n(x - 300)} {n(y)}q130-14 262 0M{n(x + 300)} {n(y)}q-130-14-262 0" fill="none" '
        f'stroke="var(--map-ink)" stroke-width="2"/><use href="#power" x="{n(x)}" y="{n(y)}"/>'
    )


def _entry(entry: Entry, x: float, y: float) -> str:
    return (
        f'<g transform="translate({n(x)} {n(y)})">{entry.drawn}</g>'
        f'<text x="{n(x + 62)}" y="{n(y + 10)}">{escape(entry.means)}</text>'
    )


def _hex(inner: str, terrain: str = "clear") -> str:
    return f'<path d="{HEX}" fill="var(--t-{terrain})" stroke="var(--hexline)" stroke-width="1.2"/>{inner}'


def _grounds() -> list[Entry]:
    entries = []
    for terrain, placed in SIGNS.items():
        found = sorted((float(y), symbol, (float(x), float(y))) for symbol, x, y in placed)
        entries.append(Entry(_hex(faeriesigns.strewn(found), terrain), terrain.capitalize()))
    entries.append(Entry(_hex(_ring("faerie", 2.6, ".1 6.2")), "Enchanted"))
    entries.append(Entry(_hex(_ring("road", 1.6, "9 7")), "Mundane"))
    return entries


def _ring(ink: str, weight: float, dash: str) -> str:
    return (
        f'<path d="{HEX}" transform="scale(.88)" fill="none" stroke="var(--{ink})" stroke-width="{weight}" '
        f'stroke-dasharray="{dash}" stroke-linecap="round"/>'
    )


def _river(wide: float, heart: bool) -> str:
    path = 'd="M-46 6q22-20 46-4t46-6" fill="none" stroke-linecap="round"'
    pale = f'<path {path} stroke="var(--sea)" stroke-width="2.4"/>' if heart else ""
    return f'<path {path} stroke="var(--river)" stroke-width="{wide}"/>{pale}'


def _hexsides() -> list[Entry]:
    ridge = "".join(
        f'<path d="M{x - 9} 14L{x} {-12 + y} {x + 9} 14z" fill="var(--g-mountain)"/>'
        f'<path d="M{x - 5.5} 14L{x} {-8 + y} {x - 1} 6z" fill="var(--t-mountain)"/>'
        for x, y in ((-36, 0), (36, 2), (-24, -3), (24, -2), (-12, 2), (12, 0), (0, -4))
    )
    ends = "".join(f'<path d="M{x - 9} 14L{x} -12 {x + 9} 14z" fill="var(--g-mountain)"/>' for x in (-36, 36, -25, 25))
    stream = _river(3.4, heart=False)
    return [
        Entry(stream, "Minor river"),
        Entry(_river(7, heart=True), "Major river, lake"),
        Entry(f'{stream}<use href="#ford"/>', "Ford"),
        Entry(f'{_river(7, heart=True)}<use href="#ferry"/>', "Ferry"),
        Entry(f'{stream}<use href="#bridge"/>', "Bridge"),
        Entry(ridge, "Ridge"),
        Entry(f'{ends}<use href="#pass"/>', "Pass"),
        Entry(f'{ends}<use href="#tunnel" y="4"/>', "Tunnel"),
    ]


def _places() -> list[Entry]:
    trail = '<path d="M-46 6Q-10-16 46 0" fill="none" stroke="var(--road)" stroke-width="3" stroke-dasharray="9 5.5"/>'
    line = 'd="M-46 6Q-10-16 46 0" fill="none"'
    road = (
        f'<path {line} stroke="var(--faerie)" stroke-width="6.2"/><path {line} stroke="var(--halo)" stroke-width="3"/>'
        f'<path {line} stroke="var(--faerie)" stroke-width="3.4" stroke-linecap="round" stroke-dasharray=".1 12"/>'
    )
    wall = (
        '<path d="M-44 4H44" stroke="var(--map-ink)" stroke-width="10"/>'
        '<path d="M-42.5 4H42.5" stroke="var(--halo)" stroke-width="6.4"/>'
        '<path d="M-40 4H44" stroke="var(--map-ink)" stroke-width="6.4" stroke-dasharray="1.4 8"/>'
        '<path d="M-40-4H44" stroke="var(--map-ink)" stroke-width="5" stroke-dasharray="4.2 5"/>'
    )
    forts = [Entry(f'<use href="#{kind}"/>', kind.capitalize()) for kind in faeriesigns.FORTRESSES]
    return [
        Entry(trail, "Trail"),
        Entry(road, "Faerie road"),
        *forts,
        Entry(wall, "The Dyke"),
        Entry('<use href="#power"/>', "Place of Power"),
    ]


def _beasts(ground: Ground, titles: Sequence[Point]) -> str:
    """The compass where the sea has most room, then a beast or two."""
    world = ground.world
    taken: list[Point] = [*titles, *(ground.at[hex] for hex in ground.lands)]
    taken += [ground.at[a] for a in ground.seas if any(world.zone[b] not in (world.zone[a], -1) for b in world.near[a])]
    parts = []
    for draw_one in (_rose, _dragon, _fish):
        at, room = _emptiest(ground, taken)
        if room < 130:
            break
        parts.append(draw_one(at, room))
        taken += [(at[0] + dx, at[1] + dy) for dx in (-90, 0, 90) for dy in (-60, 0, 60)]
    return "".join(parts)


def _emptiest(ground: Ground, taken: Sequence[Point]) -> tuple[Point, float]:
    board = ground.board

    def room(at: Point) -> float:
        edge = min(at[0], at[1], board.width - at[0], board.height - at[1])
        return min(edge, *(math.dist(at, point) for point in taken))

    at = max((ground.at[hex] for hex in ground.seas), key=room)
    return at, room(at)


def _rose(at: Point, room: float) -> str:
    place = f"translate({n(at[0])} {n(at[1])})scale({min(3.4, room / 50):.2f})"
    return f'<g transform="{place}">{compass.rose((0, 0), 60)}</g>'


def _dragon(at: Point, room: float) -> str:
    return seamarks.beast("dragon", at, min(210.0, room))


def _fish(at: Point, room: float) -> str:
    return seamarks.beast("fish", at, min(130.0, room * 0.6))
