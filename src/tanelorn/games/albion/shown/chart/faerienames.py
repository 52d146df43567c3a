"""Names on a chart of Faerie: hexes, fortresses, Places of Power, kingdoms, seas.

`--near` and `--far` choose, as in `lettering`; far names are large and few.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from tanelorn.charts import curved
from tanelorn.charts.paths import Point, borders, number, to_coast
from tanelorn.core.content import hexes
from tanelorn.games.albion.shown.chart.faerieland import Ground, thinned
from tanelorn.games.albion.state.printed.world import World

n = number
LETTERS = (
    "text{text-anchor:middle;paint-order:stroke;stroke-linejoin:round;stroke:var(--halo);fill:var(--map-ink);"
    "font-family:var(--serif,Palatino,P052,Georgia,serif)}"
    ".numbers text{font:500 11px var(--sans,sans-serif);letter-spacing:.4px;fill:var(--map-ink-2);stroke-width:2.4px}"
    ".numbers .at-sea text{fill:var(--sea-ink);stroke:none;opacity:.8}"
    ".fort{font-weight:700;font-size:17px;stroke-width:4px}"
    ".power{font-style:italic;font-size:17px;fill:var(--faerie);stroke-width:4px}"
    ".kingdom{font-weight:500;stroke-width:5px;opacity:.62}"
    ".sea{font-style:italic;letter-spacing:.08em;fill:var(--sea-ink);stroke:var(--sea);stroke-width:5px}"
    ".far .kingdom{opacity:1;font-weight:600;stroke-width:12px}"
    ".far .fort{font-size:30px;stroke-width:6px}.far .power{font-size:28px;stroke-width:6px}"
    ".near{display:var(--near,inline)}.far{display:var(--far,none)}"
)
UNDER = 36.0
SEA_NEAR, SEA_FAR = 40.0, 72.0

Box = tuple[float, float, float, float]


def numbers(ground: Ground) -> str:
    """The number of every hex, small, at its upper side."""
    found: dict[bool, list[str]] = {True: [], False: []}
    for hex, (x, y) in enumerate(ground.at):
        found[ground.kind(hex) == "sea"].append(f'<text x="{n(x)}" y="{n(y - 27)}">{ground.world.number[hex]}</text>')
    return f'<g class="numbers">{"".join(found[False])}<g class="at-sea">{"".join(found[True])}</g></g>'


def places(ground: Ground) -> str:
    """Fortresses in bold, Places of Power in violet italics, each under its sign; the Dyke once, under its middle."""
    world = ground.world
    parts = []
    dyke = sorted((hex for hex, is_dyke in enumerate(world.dyke) if is_dyke), key=lambda hex: ground.at[hex])
    named = {*world.fortresses, *dyke[len(dyke) // 2 : len(dyke) // 2 + 1]}
    for hex, (x, y) in enumerate(ground.at):
        for name, kind in (
            (world.fortress_name[hex] if hex in named else "", "fort"),
            (world.place_name[world.place[hex]], "power"),
        ):
            if name:
                parts.append(curved.level(name, (x, y + UNDER), kind))
    return "".join(parts)


def far_places(ground: Ground) -> str:
    """Fortresses and Places of Power in large letters, those that fit beside what stands already."""
    world = ground.world
    taken = [box for name in _kingdoms(ground, far=True) for box in name.boxes()]
    parts = []
    for kind, size, named in (
        ("fort", 30.0, [(world.fortress_name[hex], hex) for hex in world.fortresses]),
        ("power", 28.0, [(world.place_name[world.place[hex]], hex) for hex in world.places]),
    ):
        for name, hex in named:
            half = len(name) * size * 0.27
            x, y = ground.at[hex]
            for dy in (48.0, -28.0):
                box = (x - half, y + dy - size, x + half, y + dy + 6)
                if all(not _meet(box, other) for other in taken):
                    taken.append(box)
                    parts.append(curved.level(name, (x, y + dy), kind))
                    break
    return "".join(parts)


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def shape(ground: Ground, realm: int) -> list[list[Point]]:
    """The outlines of a kingdom's land, the largest first."""
    land = [ground.corners(hex) for hex, kingdom in enumerate(ground.world.kingdom) if kingdom == realm]
    return sorted(borders(land), key=_size, reverse=True)


def _size(loop: Sequence[Point]) -> float:
    return abs(sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True)))


class Realm(NamedTuple):
    """A kingdom's name as it is set: about a point, along a curve, so large and so wide."""

    id: str
    name: str
    at: Point
    size: float
    width: float
    curve: curved.Curve

    def boxes(self) -> list[Box]:
        """What its letters take up."""
        steps = [self.width * (k / 16 - 0.5) for k in range(17)]
        half = self.size * 0.42
        return [
            (self.at[0] + x - half, (y := self.at[1] + self.curve.at(x)) - half, self.at[0] + x + half, y + half)
            for x in steps
        ]


def kingdoms(ground: Ground, far: bool) -> str:
    """Kingdoms in wide capitals along the middle of their land."""
    parts = []
    for realm in _kingdoms(ground, far):
        spacing = (realm.width - len(realm.name) * realm.size * 0.7) / max(1, len(realm.name) - 1)
        line = curved.path((realm.at[0], realm.at[1] + realm.size * 0.3), realm.width * 1.3, realm.curve)
        style = f' style="font-size:{n(realm.size)}px;letter-spacing:{n(max(spacing, 0))}px"'
        parts.append(curved.along(realm.name, line, "kingdom", f"{'far' if far else 'k'}-{realm.id}", style))
    return "".join(parts)


def _kingdoms(ground: Ground, far: bool) -> list[Realm]:
    found = []
    for realm, kingdom in enumerate(ground.world.kingdoms):
        lands = shape(ground, realm)
        if lands:
            found.append(_realm(kingdom.id, kingdom.name.upper(), thinned(lands[0], 4), far))
    return found


def _realm(id: str, name: str, outline: list[Point], far: bool) -> Realm:
    at, room = curved.widest([outline])
    least, most = (54, 100) if far else (27, 58)
    size = min(max(room * 0.8 / (len(name) * 1.05), least), most)
    width = max(len(name) * size * 0.72, min(room * 0.8, len(name) * size * 1.25))
    return Realm(id, name, at, size, width, curved.middle([outline], at, width))


def seas(ground: Ground, far: bool) -> str:
    """The name of each sea on a shallow arc, where the sea is widest."""
    parts = []
    for zone, at, room in _middles(ground):
        name = ground.world.zones[zone].name
        size = min(SEA_FAR if far else SEA_NEAR, 2.5 * room / (len(name) * 0.5))
        half = len(name) * size * 0.34
        x = min(max(at[0], half + 24), ground.board.width - half - 24)
        arc = f"M{n(x - half)} {n(at[1] + 8)}Q{n(x)} {n(at[1] - 22)} {n(x + half)} {n(at[1] + 8)}"
        key = f"{'far' if far else 's'}-{ground.world.zones[zone].id}"
        parts.append(curved.along(name, arc, "sea", key, f' style="font-size:{n(size)}px"'))
    return "".join(parts)


def titles(ground: Ground) -> list[Point]:
    """Where the names of seas stand: points along each."""
    return [(x + dx, y) for _, (x, y), _ in _middles(ground) for dx in (-260, -130, 0, 130, 260)]


def _middles(ground: Ground) -> list[tuple[int, Point, float]]:
    """For each sea the point farthest from its coasts and borders, and how far that is to either side."""
    world = ground.world
    own: dict[int, list[int]] = defaultdict(list)
    for hex in ground.seas:
        own[world.zone[hex]].append(hex)
    found = []
    for zone, open_sea in sorted(own.items()):
        edges = borders(ground.corners(hex) for hex in open_sea)
        at, room = (0.0, 0.0), -1.0
        for hex in open_sea:
            x, y = ground.at[hex]
            free = min(to_coast((x, y), edge) for edge in edges)
            wide = min(_run(world, hex, zone, 1), _run(world, hex, zone, -1)) * 69.0
            if min(free * 3, wide) > room:
                at, room = (x, y), min(free * 3, wide)
        found.append((zone, at, room))
    return found


def _run(world: World, hex: int, zone: int, step: int) -> int:
    """How many columns one can go to the east or west without leaving a sea."""
    column, row = hexes.place(world.number[hex])
    far = 0
    while True:
        number = hexes.name(column + step * (far + 1), row)
        if number not in world.hex or world.land[world.hex[number]] or world.zone[world.hex[number]] != zone:
            return far
        far += 1
