"""The chart of Albion: Land of Faerie, in layers that a page can switch off.

A layer is a group of the class terrain, aspects, kingdoms, roads or numbers; `--layer-terrain` and the like hide it
where they are "none". Pieces are the page's. The same bytes every time.
"""

from collections.abc import Iterable, Sequence

from tanelorn.charts import coast
from tanelorn.charts.areas import SWELL
from tanelorn.charts.paths import Outline, Point, number, rings, smoothed
from tanelorn.charts.seams import chained
from tanelorn.games.albion.shown.chart import faerienames, faeriesigns, faerieways, legend
from tanelorn.games.albion.shown.chart.faerieland import Ground, Kept, thinned
from tanelorn.games.albion.state.printed.board import HexBoard

n = number
LAYERS = ("terrain", "aspects", "kingdoms", "roads", "numbers")
WASHES = {
    "albion": "green",
    "gwynedd": "teal",
    "leinster": "blue",
    "ulster": "green",
    "curwyllan": "orange",
    "moray": "indigo",
    "ochil": "olive",
    "strathclyde": "violet",
    "connaught": "violet",
    "munster": "rose",
    "the_borders": "grey",
    "eastmarch": "gold",
    "the_weald": "red",
    "mundania": "umber",
}
OTHERS = ("red", "gold", "green", "blue", "violet", "umber")
BANDS = ((32, 0.07), (26, 0.07), (20, 0.08), (14, 0.09), (9, 0.1), (4.5, 0.16))
"""Strokes one inside the other stand for a wash that fades: no filter is as fast."""


def draw(board: HexBoard) -> str:
    """Return the printed sheet as SVG."""
    ground = Ground(board)
    sheet = f'width="{n(board.width)}" height="{n(board.height)}"'
    layers = [
        f'<rect {sheet} fill="var(--sea)"/>',
        coast.water_lines("coast"),
        f'<rect {sheet} fill="url(#swell)"/>',
        _grid(ground, ground.seas, "water-line", 1, 0.36),
        _sea_borders(ground),
        coast.land("coast"),
        f'<g clip-path="url(#in-land)">{_terrain(ground)}{_washes(ground)}'
        f"{_grid(ground, ground.lands, 'hexline', 1.1, 0.5)}{_frontiers(ground)}</g>",
        '<use href="#coast" fill="none" stroke="var(--coast)" stroke-width="2.6" stroke-linejoin="round"/>',
        f'<g class="aspects">{_aspects(ground)}</g>',
        f'<g class="terrain">{faeriesigns.strewn(ground.signs(_kept(ground)))}</g>',
        f'<g class="roads"><g clip-path="url(#in-land)">{faerieways.rivers(ground)}</g></g>',
        faerieways.ridges(ground),
        f'<g class="roads">{faerieways.roads(ground)}{faerieways.crossings(ground)}</g>',
        f'<g clip-path="url(#in-land)">{faerieways.dyke(ground)}</g>',
        _places(ground),
        f'<g class="near">{faerienames.numbers(ground)}'
        f'<g class="kingdoms">{faerienames.kingdoms(ground, far=False)}</g>{faerienames.seas(ground, far=False)}'
        f"{faerienames.places(ground)}</g>",
        f'<g class="far">{faerienames.seas(ground, far=True)}'
        f'<g class="kingdoms">{faerienames.kingdoms(ground, far=True)}</g>{faerienames.far_places(ground)}</g>',
        legend.draw(ground, faerienames.titles(ground)),
        coast.frame(board.width, board.height, 90),
    ]
    style = faerienames.LETTERS + legend.LETTERS
    style += "".join(f".{layer}{{display:var(--layer-{layer},inline)}}" for layer in LAYERS)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {sheet} viewBox="0 0 {n(board.width)} {n(board.height)}">'
        f'<style>{style}</style><defs><path id="coast" d="{rings(ground.coasts)}"/>{SWELL}'
        f'<clipPath id="in-land"><use href="#coast"/></clipPath>{faeriesigns.definitions()}</defs>\n'
        + "\n".join(layers)
        + "\n</svg>\n"
    )


def _grid(ground: Ground, hexes: Iterable[int], ink: str, width: float, strength: float) -> str:
    """Hexes outlined, each side once."""
    drawn: set[tuple[Point, Point]] = set()
    for hex in hexes:
        corners = ground.corners(hex)
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            drawn.add((min(a, b), max(a, b)))
    path = "".join(_steps(line) for line in chained(sorted(drawn)))
    return f'<path d="{path}" fill="none" stroke="var(--{ink})" stroke-width="{n(width)}" opacity="{strength}"/>'


def _steps(line: Sequence[Point]) -> str:
    """A line between corners of hexes, as short as it can be written."""
    (x, y), *rest = line
    words = [f"M{x:g} {y:g}l"]
    for there in rest:
        words.append(f"{there[0] - x:g} {there[1] - y:g} ")
        x, y = there
    return "".join(words).rstrip().replace(" -", "-")


def _terrain(ground: Ground) -> str:
    """The ground of each terrain, laid a little beyond the coast."""
    parts = [
        f'<path d="{faerieways.closed(loops)}" fill="var(--t-{terrain})" stroke="var(--t-{terrain})" stroke-width="3"/>'
        for terrain, loops in sorted(ground.grounds().items())
    ]
    return f'<rect width="100%" height="100%" fill="var(--t-clear)"/><g class="terrain">{"".join(parts)}</g>'


def _washes(ground: Ground) -> str:
    """Each kingdom's colour along the inside of its border."""
    parts = []
    for realm, kingdom in enumerate(ground.world.kingdoms):
        loops = [soft(loop) for loop in faerienames.shape(ground, realm)]
        if not loops:
            continue
        path, key = faerieways.closed(loops), f"of-{kingdom.id}"
        ink = WASHES.get(kingdom.id, OTHERS[realm % len(OTHERS)])
        bands = "".join(f'<use href="#{key}" stroke-width="{2 * wide}" opacity="{thick}"/>' for wide, thick in BANDS)
        parts.append(
            f'<path id="{key}" d="{path}" fill="none"/><clipPath id="in-{key}"><use href="#{key}"/></clipPath>'
            f'<g clip-path="url(#in-{key})" fill="none" stroke="var(--n-{ink})">{bands}</g>'
        )
    return f'<g class="kingdoms">{"".join(parts)}</g>'


def soft(loop: Sequence[Point]) -> Outline:
    """A border whose corners are worn, always in the same way from both sides."""
    return thinned(smoothed(loop, 1), 0.2)


def _frontiers(ground: Ground) -> str:
    """The line between kingdoms."""
    world = ground.world
    sides = [
        ground.side(a, b)
        for a in ground.lands
        for b in world.near[a]
        if a < b and world.land[b] and world.kingdom[a] != world.kingdom[b]
    ]
    path = "".join(faerieways.path(line) for line in chained(sides))
    return (
        f'<g class="kingdoms"><path d="{path}" fill="none" stroke="var(--border)" stroke-width="2.2" '
        'stroke-dasharray="13 4 2 4" stroke-linecap="butt" opacity=".8"/></g>'
    )


def _sea_borders(ground: Ground) -> str:
    world = ground.world
    sides = [
        ground.side(a, b)
        for a, zone in enumerate(world.zone)
        for b in world.near[a]
        if a < b and zone >= 0 and world.zone[b] >= 0 and zone != world.zone[b]
    ]
    path = "".join(faerieways.path(line) for line in chained(sides))
    pen = 'fill="none" stroke="var(--sea-ink)" stroke-width="2.2" stroke-dasharray="14 8" opacity=".7"'
    return f'<path d="{path}" {pen}/>'


def _aspects(ground: Ground) -> str:
    """Enchanted ground in violet dots, mundane ground in brown dashes, within the hex."""
    parts = []
    for aspect, ink, weight, dash in (("enchanted", "faerie", 2.6, ".1 6.2"), ("mundane", "road", 1.6, "9 7")):
        inner = [
            [(x + (cx - x) * 0.88, y + (cy - y) * 0.88) for cx, cy in ground.corners(hex)]
            for hex, (x, y) in enumerate(ground.at)
            if ground.world.aspect[hex] == aspect
        ]
        parts.append(
            f'<path d="{rings(inner)}" fill="none" stroke="var(--{ink})" stroke-width="{weight}" '
            f'stroke-dasharray="{dash}" stroke-linecap="round" opacity=".8"/>'
        )
    return "".join(parts)


def _kept(ground: Ground) -> Kept:
    """Signs leave room for fortresses, Places of Power, their names, and roads."""
    world = ground.world
    places = [hex for hex in range(len(ground.at)) if world.fortress[hex] or world.place[hex]]
    ways = [*faerieways.courses(ground, "trail"), *faerieways.courses(ground, "road")]
    return Kept([(hex, 26.0) for hex in places], faerieways.marked(ways))


def _places(ground: Ground) -> str:
    world = ground.world
    parts = []
    for hex, (x, y) in enumerate(ground.at):
        if world.place[hex]:
            parts.append(f'<use href="#power" x="{n(x)}" y="{n(y)}"/>')
        if world.fortress[hex] and not world.dyke[hex]:
            parts.append(f'<use href="#{world.fortress[hex]}" x="{n(x)}" y="{n(y)}"/>')
    return "".join(parts)
