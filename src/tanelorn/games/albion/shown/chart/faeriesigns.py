"""The signs of a chart of Faerie: defined once, set many times; told apart by their shape, in grey too."""

from tanelorn.charts import signs
from tanelorn.charts.paths import number

n = number

PEAKS = ((34, 15), (28, 13.5), (38, 15.5), (31, 12.5), (25, 12))
CRAGS = ((24, 8.5), (27, 9), (21, 8), (25, 9.5), (22.5, 9))
HILLS = (13.5, 11, 15, 12.5)
CROWNS = (1.25, 1.1, 1.4)
FORTRESSES = {
    "knowe": ("M-17 9Q-14-11 0-11T17 9z", "M-4.5 9V2.5Q0-4 4.5 2.5V9z", "M0-11v-8l6.5 2.3L0-14.2"),
    "delving": ("M-17 9L-7-10-2-4 3.5-12 17 9z", "M-5 9V2H5V9z M-7 .5H7", ""),
    "broch": (
        "M-10.5 10L-7-10H7L10.5 10z",
        "M-2.8 10V4.5Q0 .5 2.8 4.5V10z",
        "M-8-10v-5h3.4v2.8h2.9V-15h3.4v2.8h2.9V-15H8v5z",
    ),
    "stockade": (
        "M-15 9V-7l3-4 3 4v16z M-7.5 9V-7l3-4 3 4v16z M0 9V-7l3-4 3 4v16z M7.5 9V-7l3-4 3 4v16z",
        "M-15-1.5h28.500v2.600h-28.500z",
        "",
    ),
}
"""Body, what is cut out of it, what stands on it; about (0, 0), some 34 units wide."""
INKS = {
    "p": 'stroke="var(--g-mountain)" stroke-width="1.5" stroke-linejoin="round"',
    "c": 'stroke="var(--g-mountain)" stroke-width="1.6" stroke-linejoin="round"',
    "h": 'stroke="var(--g-rough)" stroke-width="1.5" stroke-linecap="round"',
    "f": 'fill="var(--g-forest)" stroke="var(--t-forest)" stroke-width=".8"',
    "t": 'fill="var(--g-woods)" stroke="var(--t-woods)" stroke-width=".8"',
    "m": 'fill="none" stroke="var(--g-marsh)" stroke-width="1.5" stroke-linecap="round"',
    "g": 'fill="none" stroke="var(--g-woods)" stroke-width="1" opacity=".6"',
}
"""The pen for each kind of sign."""
STONES = "M-9.5 8.500V-5.500h5V8.500z M4.5 8.500V-5.500h5V8.500z M-11.5-9.500h23v4h-23z"


def definitions() -> str:
    """All symbols."""
    parts = [_symbol(f"p{k}", _peak(high, half)) for k, (high, half) in enumerate(PEAKS)]
    parts += [_symbol(f"c{k}", _crag(high, half)) for k, (high, half) in enumerate(CRAGS)]
    parts += [_symbol(f"h{k}", _hill(wide)) for k, wide in enumerate(HILLS)]
    parts += [_symbol(f"f{k}", f'<path d="{signs.tree((0, 0), k % 2 == 0, 1.2 + 0.12 * k)}"/>') for k in range(4)]
    parts += [_symbol(f"t{k}", f'<path d="{signs.tree((0, 0), False, size)}"/>') for k, size in enumerate(CROWNS)]
    parts += [_symbol(f"m{k}", f'<path d="{path}"/>') for k, path in enumerate(_REEDS)]
    parts += [_symbol(f"g{k}", f'<path d="{path}"/>') for k, path in enumerate(_GRASS)]
    parts += [_symbol(kind, _fortress(*FORTRESSES[kind])) for kind in FORTRESSES]
    parts += [_symbol("power", _POWER), *(_symbol(id, drawn) for id, drawn in CROSSINGS.items())]
    return "".join(parts)


def _symbol(id: str, drawn: str) -> str:
    pen = f" {INKS[id[0]]}" if id[-1].isdigit() else ""
    return f'<g id="{id}"{pen}>{drawn}</g>'


def _peak(high: float, half: float) -> str:
    return signs.peak((0, 8), high, half)


def _crag(high: float, half: float) -> str:
    """A narrow peak, dark on both flanks, so that a ridge is not taken for mountains."""
    return (
        f'<path d="M{n(-half)} 8L0 {n(8 - high)} {n(half)} 8z" fill="var(--g-mountain)"/>'
        f'<path d="M{n(-half * 0.62)} 8L0 {n(8 - high * 0.86)} {n(-half * 0.12)} {n(8 - high * 0.3)}z" '
        'fill="var(--t-mountain)" stroke="none"/>'
    )


def _hill(wide: float) -> str:
    high = wide * 0.85
    strokes = "".join(
        f"M{n(wide * east)} {n(5 - high * up)}l{n(wide * 0.16)} {n(high * 0.34)}"
        for east, up in ((0.1, 0.84), (0.34, 0.68), (0.58, 0.44))
    )
    return (
        f'<path d="M{n(-wide)} 5Q{n(-wide * 0.45)} {n(5 - high * 1.2)} {n(wide * 0.05)} {n(5 - high)}'
        f'T{n(wide)} 5" fill="var(--t-rough)"/><path d="{strokes}" fill="none" stroke-width="1"/>'
    )


_REEDS = (
    "M-10 3h20M-4 6h11M-3 3v-7M1 3v-11M5 3v-8M-6 3l-2-5",
    "M-9 3h17M-7 6h8M-2 3v-10M2 3v-7M-5 3l-1-6M5 3l2-5",
    "M-8 3h19M0 6h9M3 3v-9M-1 3v-6M6 3l2-6",
)
_GRASS = ("M-4 2l-1.5-4M0 2v-6M4 2l1.5-4", "M-3 2l-2-4M1 2l-.5-6M4 2l2-3.5")

_POWER = (
    '<circle r="19" fill="var(--halo)" stroke="var(--faerie)" stroke-width="2"/>'
    '<circle r="15.5" fill="none" stroke="var(--faerie)" stroke-width="1"/>'
    '<circle r="17.3" fill="none" stroke="var(--faerie)" stroke-width="1.4" stroke-dasharray=".1 4.5" '
    'stroke-linecap="round"/>'
    f'<path d="{STONES}" fill="var(--faerie)"/>'
)


def _fortress(body: str, cut: str, more: str) -> str:
    return (
        f'<path d="{body} {more}" fill="var(--map-ink)" stroke="var(--halo)" stroke-width="3.6" '
        'stroke-linejoin="round" paint-order="stroke"/>'
        f'<path d="{cut}" fill="var(--halo)"/>'
    )


CROSSINGS = {
    "bridge": (
        '<rect x="-7" y="-11" width="14" height="22" fill="var(--halo)" stroke="var(--map-ink)" stroke-width="1.7"/>'
        '<path d="M-7-4h14M-7 4h14" stroke="var(--map-ink)" stroke-width="1" fill="none"/>'
    ),
    "ford": (
        '<path d="M-9-5q3-3 6 0t6 0 6 0M-9 0q3-3 6 0t6 0 6 0M-9 5q3-3 6 0t6 0 6 0" fill="none" stroke="var(--halo)" '
        'stroke-width="4.5" stroke-linecap="round"/>'
        '<path d="M-9-5q3-3 6 0t6 0 6 0M-9 0q3-3 6 0t6 0 6 0M-9 5q3-3 6 0t6 0 6 0" fill="none" stroke="var(--road)" '
        'stroke-width="1.8" stroke-linecap="round"/>'
    ),
    "ferry": (
        '<path d="M-10-1H10Q7.5 8 3.5 8h-6Q-7.5 8-10-1zM0-2.500V-13l8.5 10.500z" fill="var(--map-ink)" '
        'stroke="var(--halo)" stroke-width="2.4" stroke-linejoin="round" paint-order="stroke"/>'
    ),
    "tunnel": (
        '<path d="M-10 10V1Q0-13 10 1v9z" fill="var(--map-ink)" stroke="var(--halo)" stroke-width="2"/>'
        '<path d="M-10 10V1Q0-13 10 1v9" fill="none" stroke="var(--g-mountain)" stroke-width="1.4"/>'
    ),
    "pass": (
        '<path d="M-12 5q12-10 24 0M-9 11q9-8 18 0" fill="none" stroke="var(--halo)" stroke-width="5" '
        'stroke-linecap="round"/>'
        '<path d="M-12 5q12-10 24 0M-9 11q9-8 18 0" fill="none" stroke="var(--road)" stroke-width="2.2" '
        'stroke-linecap="round"/>'
    ),
}
"""What stands at a hexside; bridges lie across it, ferries, tunnels and passes stand upright."""


def strewn(found: list[tuple[float, str, tuple[float, float]]]) -> str:
    """Signs from north to south."""
    return "".join(f'<use href="#{symbol}" x="{n(x)}" y="{n(y)}"/>' for _, symbol, (x, y) in found)
