"""The sea's edge: a drawn coast from a plain outline, engraver's water lines, the sheet's frame."""

import math
import random

from tanelorn.charts.paths import Outline, Point, number, rings, smoothed

OFFSETS = (3.2, 6.8, 11.2, 16.8, 23.6, 32)
LINES_LIGHTEST = 0.14


def roughened(outline: Outline, seed: str) -> list[Point]:
    """A coast as a hand would draw it: midpoints pushed aside three times, then smoothed."""
    dice = random.Random(seed)
    points: list[Point] = [(float(x), float(y)) for x, y in outline]
    for _ in range(3):
        finer: list[Point] = []
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
            push = (dice.random() - 0.5) * 0.26
            finer.append((ax, ay))
            finer.append(((ax + bx) / 2 - (by - ay) * push, (ay + by) / 2 + (bx - ax) * push))
        points = finer
    return smoothed(points)


def islet(centre: Point, radius: float) -> list[Point]:
    """A rock that makes the sea less empty; nobody can stand on it."""
    x, y = centre
    around = [k * math.pi / 4 for k in range(8)]
    return roughened([(x + radius * math.cos(a), y + radius * 0.7 * math.sin(a)) for a in around], f"{x} {y}")


def water_lines(coast: str) -> str:
    """Lines that follow the coast: each a broad stroke in ink with a little less of sea laid over it.

    Strokes merge where two coasts are near, so the lines run round both as an engraver's do, and the
    file holds the coast once.
    """
    words = ['<g fill="none" stroke-linejoin="round">']
    for place, offset in reversed(list(enumerate(OFFSETS))):
        share = place / len(OFFSETS)
        weight = 1.0 - 0.45 * share
        strength = round((0.62 - (0.62 - LINES_LIGHTEST) * share) * 100)
        ink = f"color-mix(in srgb,var(--water-line) {strength}%,var(--sea))"
        for colour, width in ((ink, 2 * offset + weight), ("var(--sea)", 2 * offset - weight)):
            words.append(f'<use href="#{coast}" stroke-width="{number(width)}" style="stroke:{colour}"/>')
    words.append("</g>")
    return "".join(words)


def land(coast: str) -> str:
    """The land's shade on the water, then the land."""
    return (
        f'<use href="#{coast}" transform="translate(3 4)" fill="var(--land-shade)" opacity=".75"/>'
        f'<use href="#{coast}" fill="var(--land)"/>'
    )


def wash(name: str, outline: Outline, colour: str) -> str:
    """A watercolour border along the inside of a coast."""
    path = rings([outline])
    return (
        f'<clipPath id="in-{name}"><path d="{path}"/></clipPath><g clip-path="url(#in-{name})">'
        f'<path d="{path}" fill="none" stroke="var(--n-{colour})" stroke-width="42" opacity=".42" '
        'filter="url(#soft)"/></g>'
    )


def frame(width: float, height: float, minutes: int = 40) -> str:
    """The border of black and white minutes that closes the sheet."""
    words = [
        f'<path d="M5 5H{number(width - 5)}V{number(height - 5)}H5z" fill="none" stroke="var(--halo)" '
        'stroke-width="10"/>',
        f'<path d="M5 5H{number(width - 5)}V{number(height - 5)}H5z" fill="none" stroke="var(--map-ink)" '
        f'stroke-width="4" stroke-dasharray="{number((width - 10) / minutes)}"/>',
    ]
    for inset in (2.2, 7.8, 10.4):
        weight = "1.4" if inset > 10 else ".8"
        words.append(
            f'<rect x="{inset}" y="{inset}" width="{number(width - 2 * inset)}" '
            f'height="{number(height - 2 * inset)}" fill="none" stroke="var(--map-ink)" '
            f'stroke-width="{weight}"/>'
        )
    return "".join(words)
