"""Names on a chart. Near letters are set on curves; far ones are large and short, for a small screen.

A page chooses between the two with `--near` and `--far`, each "inline" or "none".
"""

from html import escape

from tanelorn.charts.paths import Point, number, spot

LETTERS = (
    "text{text-anchor:middle;fill:var(--map-ink);paint-order:stroke;stroke-linejoin:round;"
    "font-family:var(--serif,Palatino,P052,Georgia,serif)}"
    ".land{font-variant:small-caps;font-size:31px;letter-spacing:4px;stroke:var(--land);stroke-width:5px}"
    ".city{font-weight:600;font-size:17px;stroke:var(--halo);stroke-width:4.4px}"
    ".far .land{font-size:44px;letter-spacing:1px;stroke-width:7px}"
    ".far .city{font-size:36px;stroke-width:7px}"
    ".near{display:var(--near,inline)}.far{display:var(--far,none)}"
)


def curve(start: Point, bend: Point, end: Point) -> str:
    """A shallow arc for a name."""
    return f"M{spot(start)}Q{spot(bend)} {spot(end)}"


def arched(name: str, path: str, kind: str, key: str) -> str:
    """A name along a curve."""
    return (
        f'<path id="{key}" d="{path}" fill="none"/><text class="{kind}">'
        f'<textPath href="#{key}" startOffset="50%">{escape(name)}</textPath></text>'
    )


def land_name(name: str, at: Point, key: str) -> str:
    """A land's name, arched above its middle."""
    x, y = at
    half = len(name) * 15
    return arched(name, curve((x - half, y - 44), (x, y - 62), (x + half, y - 44)), "land", key)


def city_name(name: str, at: Point, key: str) -> str:
    """A city's name, hung below its plate."""
    x, y = at
    return arched(name, curve((x - 90, y + 44), (x, y + 55), (x + 90, y + 44)), "city", key)


def flat(name: str, at: Point, kind: str) -> str:
    """A far name: level, large and short."""
    return f'<text class="{kind}" x="{number(at[0])}" y="{number(at[1])}">{escape(name)}</text>'
