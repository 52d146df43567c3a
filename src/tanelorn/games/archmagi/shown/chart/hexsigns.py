"""What stands in the hexes of a drawn map: one sign for each terrain, told apart by its shape, in grey too.

Each sign is drawn about (0, 0) in a hex 110 units wide. Many small ones leave the middle free for counters; a single
large one stands in the upper half.
"""

import random
from collections.abc import Callable

from tanelorn.charts import grounds, signs
from tanelorn.charts.paths import Point, number

n = number
Draw = Callable[[Point, random.Random], str]

SLOTS = ((-24, -17), (22, -19), (-35, 6), (34, 4), (-21, 31), (21, 32), (0, 36), (0, -12))
ROUND = SLOTS[:7]
SPACED = ((-22, -14), (23, -17), (-33, 12), (32, 10), (-1, 31))


def line(path: str, ink: str, width: float = 1.4, more: str = "") -> str:
    """A drawn line in an ink."""
    return (
        f'<path d="{path}" fill="none" stroke="var(--{ink})" stroke-width="{n(width)}" stroke-linecap="round" '
        f'stroke-linejoin="round"{more}/>'
    )


def shape(path: str, fill: str, ink: str, width: float = 1.2) -> str:
    """A filled shape with an outline."""
    return f'<path d="{path}" fill="{fill}" stroke="var(--{ink})" stroke-width="{n(width)}" stroke-linejoin="round"/>'


def strewn(
    at: Point, dice: random.Random, places: tuple[tuple[float, float], ...], draw: Draw, shake: float = 4
) -> str:
    """The same sign at several places of a hex, from north to south."""
    spots = [(at[0] + x + dice.uniform(-shake, shake), at[1] + y + dice.uniform(-shake, shake)) for x, y in places]
    return "".join(draw(spot, dice) for spot in sorted(spots, key=lambda spot: spot[1]))


def mountain(at: Point, dice: random.Random) -> str:
    """Peaks, lit from the west."""
    places = ((-23, -2), (20, -6), (-33, 22), (30, 20), (-2, 36))
    peaks = strewn(at, dice, places, lambda spot, d: signs.peak(spot, d.uniform(25, 36), d.uniform(14, 18)))
    return f'<g stroke="var(--g-mountain)" stroke-width="1.5" stroke-linejoin="round">{peaks}</g>'


def tor(at: Point, dice: random.Random) -> str:
    """A tall rock with ice in its cracks."""
    x, y = at
    high, half = dice.uniform(26, 36), dice.uniform(7, 9.5)
    rock = (
        f"M{n(x - half)} {n(y)}l{n(half * 0.3)}{n(-high * 0.8)} {n(half * 0.6)}{n(-high * 0.2)} "
        f"{n(half * 0.5)} {n(high * 0.14)} {n(half * 0.6)} {n(high * 0.86)}z"
    )
    crack = f"M{n(x + 1)} {n(y - high * 0.75)}l2 {n(high * 0.3)} -2 {n(high * 0.2)}"
    return shape(rock, "color-mix(in srgb,var(--halo) 70%,var(--sea))", "g-mountain", 1.4) + line(
        crack, "g-mountain", 1
    )


def tors(at: Point, dice: random.Random) -> str:
    """Tall rocks in the cold."""
    return strewn(at, dice, ((-25, 0), (2, -8), (27, -2), (-33, 30), (-4, 38), (27, 32)), tor, 3)


def hills(at: Point, dice: random.Random) -> str:
    """Low hills."""
    return strewn(at, dice, ((-24, -8), (20, -12), (-30, 20), (27, 18), (-2, 38)), hill)


def hill(at: Point, dice: random.Random) -> str:
    """One hill, shaded to the east."""
    x, y = at
    wide = dice.uniform(13, 17)
    crest = f"M{n(x - wide)} {n(y)}q{n(wide * 0.9)} {n(-wide * 1.5)} {n(2 * wide)} 0"
    shade = "".join(
        f"M{n(x + wide * a)} {n(y - wide * b)}l2.4 {n(wide * 0.3)}" for a, b in ((0.2, 0.66), (0.42, 0.5), (0.64, 0.3))
    )
    return shape(crest, "var(--t-rough)", "g-rough", 1.6) + line(shade, "g-rough", 1.2)


def caves(at: Point, dice: random.Random) -> str:
    """Dark mouths in the rock."""
    return strewn(at, dice, ((-24, -4), (22, -8), (-32, 24), (29, 22), (0, 38)), cave, 3)


def cave(at: Point, dice: random.Random) -> str:
    """One mouth."""
    x, y = at
    wide = dice.uniform(11, 14)
    rock = f"M{n(x - wide)} {n(y)}q1 {n(-wide * 1.6)} {n(wide)} {n(-wide * 1.6)}t{n(wide)} {n(wide * 1.6)}z"
    half, high = wide * 0.45, wide * 0.95
    mouth = f"M{n(x - half)} {n(y)}q0 {n(-high)} {n(half)} {n(-high)}t{n(half)} {n(high)}z"
    return shape(rock, "var(--t-rough)", "g-mountain", 1.4) + f'<path d="{mouth}" fill="var(--g-mountain)"/>'


def trees(places: tuple[tuple[float, float], ...], ink: str, conifers: float, size: float) -> Draw:
    """A wood: so large a share of conifers among round crowns."""

    def draw(at: Point, dice: random.Random) -> str:
        wood = strewn(
            at, dice, places, lambda spot, d: signs.tree(spot, d.random() < conifers, size * d.uniform(0.9, 1.1))
        )
        return f'<path d="{wood}" fill="var(--{ink})" stroke="var(--t-forest)" stroke-width=".8"/>'

    return draw


CLOSE = (*ROUND, (-45, -6), (45, -8), (-8, -30), (10, -27), (-12, 18), (13, 17))
forest = trees(CLOSE, "g-forest", 0.35, 1.6)
taiga = trees((*SLOTS[:6], (-8, -28), (2, 33)), "g-forest", 1, 1.65)


def palm(at: Point, dice: random.Random) -> str:
    """A palm: a bent stem and hanging leaves."""
    x, y = at
    lean = dice.uniform(-3, 3)
    stem = f"M{n(x)} {n(y + 8)}q{n(lean)}-8 {n(lean)}-16"
    top = f"M{n(x + lean)} {n(y - 8)}"
    leaves = f"{top}q-6-7-12 1{top}q-4-1-8 7{top}q6-7 12 1{top}q4-1 8 7{top}q-2-6-6-9{top}q2-6 6-9"
    return line(stem, "g-rough", 2) + line(leaves, "g-forest", 2.3)


def jungle(at: Point, dice: random.Random) -> str:
    """Palms, close together."""
    return strewn(at, dice, (*ROUND[:6], (-1, 33), (-8, -29), (12, 14), (-12, 15)), palm, 3)


def sylvan(at: Point, dice: random.Random) -> str:
    """A grove of round trees about a ring of the faeries."""
    ring = f'<ellipse cx="{n(at[0])}" cy="{n(at[1] + 5)}" rx="23" ry="12" fill="none" stroke="var(--faerie)" '
    grove = trees(
        ((-27, -20), (-2, -29), (26, -21), (-41, 4), (41, 3), (-28, 29), (28, 29), (0, 36)), "g-woods", 0, 1.7
    )
    return f'{ring}stroke-width="2.6" stroke-dasharray=".1 5.4" stroke-linecap="round"/>' + grove(at, dice)


def blades(at: Point, share: float) -> str:
    """A tuft of grass."""
    return grounds.tuft(at, share)


def path_of(
    one: Callable[[Point, float], str], ink: str, places: tuple[tuple[float, float], ...], width: float
) -> Draw:
    """Signs that are lines only."""

    def draw(at: Point, dice: random.Random) -> str:
        return line(strewn(at, dice, places, lambda spot, d: one(spot, d.random())), ink, width)

    return draw


plains = path_of(blades, "g-woods", SPACED, 1.3)
swamp = path_of(grounds.reeds, "g-marsh", ((-24, -12), (21, -16), (-30, 18), (28, 14), (0, 38)), 1.5)
desert = path_of(lambda at, share: grounds.dune(at, share + 0.5), "g-desert", SPACED, 1.6)


def heath(at: Point, dice: random.Random) -> str:
    """Sprigs of heather."""

    def sprig(spot: Point, _: random.Random) -> str:
        x, y = n(spot[0]), n(spot[1])
        stems = f"M{x} {y}v-11M{x} {y}l-5-8M{x} {y}l5-8"
        bells = (
            f"M{x} {n(spot[1] - 12)}v-2M{n(spot[0] - 5.5)} {n(spot[1] - 9)}v-2M{n(spot[0] + 5.5)} {n(spot[1] - 9)}v-2"
        )
        return line(stems, "g-woods", 1.2) + line(bells, "n-violet", 4)

    return strewn(at, dice, SPACED, sprig)


def tundra(at: Point, dice: random.Random) -> str:
    """Stars of frost over frozen ground."""

    def frost(spot: Point, d: random.Random) -> str:
        x, y, r = *spot, d.uniform(4.5, 6.5)
        star = f"M{n(x)} {n(y - r)}v{n(2 * r)}M{n(x - r * 0.87)} {n(y - r / 2)}l{n(r * 1.74)} {n(r)}"
        star += f"M{n(x - r * 0.87)} {n(y + r / 2)}l{n(r * 1.74)} {n(-r)}"
        return star + f"M{n(x - 11)} {n(y + 12)}h8m5 0h9"

    return line(strewn(at, dice, SPACED, frost), "g-waste", 1.4)


def waste(at: Point, dice: random.Random) -> str:
    """Stones and cracks."""

    def stone(spot: Point, d: random.Random) -> str:
        x, y = spot
        if d.random() < 0.4:
            return line(f"M{n(x - 10)} {n(y - 3)}l6 4 5-3 4 6 6-1M{n(x - 4)} {n(y + 1)}l-1 6", "g-waste", 1.3)
        return shape(f"M{n(x - 8)} {n(y + 3)}l4-9 6-1 5 5 2 5z", "var(--t-waste)", "g-waste", 1.4)

    return strewn(at, dice, ROUND, stone)


def house(at: Point, dice: random.Random) -> str:
    """A house with its door."""
    x, y = at
    return shape(f"M{n(x - 6)} {n(y + 5)}v-8l6-6 6 6v8z", "var(--halo)", "g-mountain", 1.3) + line(
        f"M{n(x)} {n(y + 5)}v-5", "g-mountain", 1.8
    )


def city(at: Point, dice: random.Random) -> str:
    """Houses about a tower."""
    x, y = at
    tower = f"M{n(x - 6)} {n(y - 8)}v-18l6-9 6 9v18z"
    return (
        strewn((x, y), dice, ((-17, -17), (17, -18), (-33, -2), (33, -4)), house, 2)
        + shape(tower, "var(--halo)", "g-mountain", 1.4)
        + f'<path d="M{n(x - 8)} {n(y - 25)}l8-11 8 11z" fill="var(--rubric)"/>'
        + strewn((x, y), dice, ((-22, 20), (22, 21), (0, 36)), house, 3)
    )


def castle(at: Point, dice: random.Random) -> str:
    """A keep above its fields."""
    x, y = at
    keep = (
        f'<g transform="translate({n(x - 20)} {n(y - 39)}) scale(1.68)">'
        f'<path d="{signs.CASTLE}" fill="var(--g-mountain)"/>'
    )
    fields = "".join(
        f"M{n(x + dx)} {n(y + dy)}l14-5M{n(x + dx + 2)} {n(y + dy + 5)}l14-5M{n(x + dx + 4)} {n(y + dy + 10)}l14-5"
        for dx, dy in ((-42, 14), (24, 16), (-10, 32))
    )
    return keep + f'<path d="{signs.GATE}" fill="var(--t-clear)"/></g>' + line(fields, "g-rough", 1.2)


def ruins(at: Point, dice: random.Random) -> str:
    """Broken columns."""
    x, y = at[0], at[1] - 4
    columns = "".join(
        f"M{n(x + dx)} {n(y)}v{-high}l2-3 3 2 3-1v{high + 2}z" for dx, high in ((-26, 16), (-11, 27), (4, 10), (18, 21))
    )
    base = f"M{n(x - 31)} {n(y)}h62v5h-62z"
    fallen = f"M{n(x - 24)} {n(y + 34)}l17-5 2 7-17 5zM{n(x + 12)} {n(y + 30)}l8-3 2 7-8 3z"
    return "".join(shape(path, "var(--halo)", "g-waste", 1.5) for path in (columns, base, fallen))


def volcano(at: Point, dice: random.Random) -> str:
    """A cone with fire in it, and smoke."""
    x, y = at[0], at[1] + 6
    west = f"M{n(x - 38)} {n(y + 18)}Q{n(x - 16)} {n(y)} {n(x - 9)} {n(y - 26)}"
    cone = f"{west}h17Q{n(x + 15)} {n(y)} {n(x + 38)} {n(y + 18)}"
    shade = f"M{n(x + 8)} {n(y - 26)}l-4 14 7 9-3 21h30Q{n(x + 15)} {n(y)} {n(x + 8)} {n(y - 26)}z"
    lava = f"M{n(x - 9)} {n(y - 26)}l-3 10 4-2 2 12 4-9 3 14 3-15 4 3-1-13z"
    smoke = f"M{n(x - 1)} {n(y - 30)}q-7-5-1-10t-2-11"
    return (
        shape(cone, "var(--t-mountain)", "g-mountain", 1.7)
        + f'<path d="{shade}" fill="var(--g-mountain)" opacity=".7"/><path d="{lava}" fill="var(--chaos)"/>'
        + line(smoke, "g-waste", 2.6)
        + strewn(
            at, dice, ((-24, 38), (20, 37)), lambda spot, d: line(f"M{n(spot[0])} {n(spot[1])}q6-5 13 0", "g-mountain")
        )
    )


_TEETH = "".join(f'<rect x="-3.6" y="-19" width="7.2" height="9" transform="rotate({k * 45})"/>' for k in range(8))


def workshop(at: Point, dice: random.Random) -> str:
    """A gear, and a forge with its chimney."""
    x, y = at
    gear = (
        f'<g transform="translate({n(x - 15)} {n(y - 15)})" fill="var(--g-mountain)">{_TEETH}<circle r="13.5"/>'
        '<circle r="5.5" fill="var(--t-rough)"/></g>'
    )
    forge = f"M{n(x + 10)} {n(y - 2)}v-15l11-9 11 9v-10h6v25z"
    return (
        gear
        + shape(forge, "var(--halo)", "g-mountain", 1.4)
        + line(f"M{n(x + 35)} {n(y - 29)}q5-3 1-7t2-6", "g-waste", 2)
        + strewn(at, dice, ((-28, 24), (26, 26), (0, 36)), house, 3)
    )


def ripple(at: Point, share: float) -> str:
    """A ripple of quiet water."""
    x, y = at
    return f"M{n(x - 11)} {n(y)}q5.5-6 11 0t11 0"


water = path_of(ripple, "water-line", ((-18, -18), (19, -10), (-24, 12), (20, 20), (-2, 33)), 1.5)


def reef(at: Point, dice: random.Random) -> str:
    """Corals."""

    def coral(spot: Point, d: random.Random) -> str:
        x, y = spot
        left, right = d.uniform(5, 7), d.uniform(5, 7)
        return f"M{n(x)} {n(y + 8)}v-14M{n(x)} {n(y + 2)}l{n(-left)}-8v-5M{n(x)} {n(y - 1)}l{n(right)}-7v-5"

    return line(strewn(at, dice, ROUND, coral), "n-rose", 2.4)


def abyss(at: Point, dice: random.Random) -> str:
    """Lines of depth about a dark hole."""
    rings = []
    for size, strength in ((46, 0.25), (37, 0.4), (28, 0.55), (19, 0.75)):
        points = [dice.uniform(0.88, 1.12) for _ in range(4)]
        rings.append(
            f'<ellipse cx="{n(at[0] + dice.uniform(-2, 2))}" cy="{n(at[1] + 2)}" rx="{n(size * points[0])}" '
            f'ry="{n(size * 0.78 * points[1])}" fill="var(--sea-ink)" fill-opacity=".12" stroke="var(--sea-ink)" '
            f'stroke-width="1.2" opacity="{strength}"/>'
        )
    return "".join(rings)


def unknown(at: Point, dice: random.Random) -> str:
    """Nothing but the question."""
    return f'<text class="blank" x="{n(at[0])}" y="{n(at[1] + 15)}">?</text>'


class Terrain:
    """How a terrain is drawn: its ground's colour and its sign."""

    def __init__(self, colour: str, sign: Draw) -> None:
        self.colour = colour
        self.sign = sign


def _mixed(one: str, share: int, other: str) -> str:
    return f"color-mix(in srgb,var(--{one}) {share}%,var(--{other}))"


TERRAINS = {
    "plains": Terrain("var(--t-clear)", plains),
    "city": Terrain("var(--t-clear)", city),
    "forest": Terrain("var(--t-forest)", forest),
    "castle": Terrain("var(--t-clear)", castle),
    "heath": Terrain("var(--t-steppe)", heath),
    "hills": Terrain("var(--t-rough)", hills),
    "swamp": Terrain("var(--t-marsh)", swamp),
    "caves": Terrain(_mixed("t-rough", 55, "t-mountain"), caves),
    "mountain": Terrain("var(--t-mountain)", mountain),
    "desert": Terrain("var(--t-desert)", desert),
    "jungle": Terrain(_mixed("t-forest", 80, "g-woods"), jungle),
    "tundra": Terrain("color-mix(in srgb,var(--t-waste) 86%,#fff)", tundra),
    "taiga": Terrain("var(--t-woods)", taiga),
    "ruins": Terrain("var(--t-waste)", ruins),
    "tors": Terrain(_mixed("t-mountain", 60, "sea"), tors),
    "waste": Terrain("var(--t-waste)", waste),
    "sylvan": Terrain("var(--t-woods)", sylvan),
    "volcano": Terrain("var(--t-mountain)", volcano),
    "water": Terrain("var(--t-clear)", water),
    "workshop": Terrain("var(--t-rough)", workshop),
    "unknown": Terrain("var(--halo)", unknown),
}
SEAS = {"reef": reef, "abyss": abyss}
