"""Signs of places: capitals, walled and unwalled cities, ports, and where a spell may lie."""

from tanelorn.charts.curved import level
from tanelorn.charts.paths import Point, number, spot

n = number
_STAR = "M12 1l3.2 7.4 8 .7-6 5.3 1.8 7.9L12 18.1 5 22.3l1.8-7.9-6-5.3 8-.7z"
_ANCHOR = (
    "M12 1.5a2.8 2.8 0 0 1 1.1 5.4V9h3.5v2h-3.5v8.2q3.8-.6 4.9-3.7l-1.6.4 3.2-4.2 2.2 4.8-1.7-.6Q18.5 22 12 22.6 "
    "5.5 22 3.9 15.9l-1.7.6 2.2-4.8 3.2 4.2-1.6-.4q1.1 3.1 4.9 3.7V11H7.4V9h3.5V6.9A2.8 2.8 0 0 1 12 1.5z"
    "m0 1.8a1 1 0 1 0 0 2 1 1 0 0 0 0-2z"
)
ANCHORED = 15.0  # from the middle of a city's sign to that of its anchor
REACH = {"capital": 8.6, "walled": 5.8, "unwalled": 3.6}


def glyph(path: str, at: Point, size: float, colour: str) -> str:
    """A sign of the page's, 24 units wide in its own measure, about a point."""
    x, y = at
    return (
        f'<path transform="translate({n(x - size / 2)} {n(y - size / 2)}) scale({size / 24:.3f})" d="{path}" '
        f'fill="var(--{colour})"/>'
    )


def city(at: Point, rank: str) -> str:
    """A red star in a ring, a dot in a ring, or a dot."""
    x, y = spot(at).split()
    ring = f'<circle cx="{x}" cy="{y}" r="{REACH[rank]}" fill="var(--halo)" stroke="var(--map-ink)"'
    if rank == "capital":
        return f'{ring} stroke-width="1.3"/>' + glyph(_STAR, at, 14, "star")
    if rank == "walled":
        return f'{ring} stroke-width="1.5"/><circle cx="{x}" cy="{y}" r="2.7" fill="var(--map-ink)"/>'
    return f'<circle cx="{x}" cy="{y}" r="3.6" fill="var(--map-ink)" stroke="var(--halo)" stroke-width="1.4"/>'


def anchor(at: Point, toward: Point) -> str:
    """The anchor of a port, on the side of the sea in which it lies."""
    dx, dy = toward[0] - at[0], toward[1] - at[1]
    far = (dx * dx + dy * dy) ** 0.5 or 1
    return glyph(_ANCHOR, (at[0] + dx / far * ANCHORED, at[1] + dy / far * ANCHORED), 13, "sea-ink")


def worth(value: int, at: Point, rank: str) -> str:
    """What a neutral city defends itself with, in red numerals."""
    away = 11 if rank == "capital" else 8
    return level(str(value), (at[0] - away, at[1] - 5), "worth", ' style="text-anchor:end"')


def symbol(at: Point, size: float = 18) -> str:
    """The eight rays where a spell may lie hidden."""
    rays = "".join(f'<path d="M12 1l1.3 9.8h-2.6z" transform="rotate({45 * turn} 12 12)"/>' for turn in range(8))
    x, y = at
    return (
        f'<g transform="translate({n(x - size / 2)} {n(y - size / 2)}) scale({size / 24:.2f})" '
        f'fill="var(--spell)">{rays}</g>'
    )
