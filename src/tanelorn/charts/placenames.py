"""Names of spaces: near, as the board sets them, line by line; far, the abbreviation alone, large.

`--near` and `--far` choose, as in `lettering`. A line that is the space's own abbreviation is set bold.
"""

import math
from dataclasses import dataclass
from html import escape

from tanelorn.charts.grounds import Box
from tanelorn.charts.paths import Point, number

FAR = 30.0  # the size of abbreviations
LETTERS = (
    "text{text-anchor:middle;fill:var(--map-ink-2);paint-order:stroke;stroke:var(--halo);stroke-linejoin:round;"
    "stroke-width:3.2px;font-family:var(--serif,Palatino,P052,Georgia,serif);font-size:14.5px}"
    ".id{font-weight:700;font-size:19px;fill:var(--map-ink);stroke-width:4px}"
    ".sea{font-style:italic;font-size:17px;letter-spacing:.6px;fill:var(--sea-ink);stroke:var(--sea)}"
    ".sea.id{font-style:normal;font-size:23px;letter-spacing:1.4px}"
    ".lone{fill:var(--map-ink)}"
    f".far text{{font-weight:700;font-size:{FAR:g}px}}"
    ".far text{fill:var(--map-ink);stroke-width:6px}"
    ".far .sea{font-style:normal;font-size:36px;fill:var(--sea-ink)}"
    ".near{display:var(--near,inline)}.far{display:var(--far,none)}"
)
SIZES = {(False, False): 14.5, (True, False): 19.0, (False, True): 17.0, (True, True): 23.0}  # (bold, at sea)
DOT_CLEAR = 13.0  # from the middle of a dot to the letters beside it
DEPTH = 0.98  # a line's depth, in sizes
BASELINE = 0.78  # how far below the head of its line a baseline lies, in sizes
WIDTHS = (0.5, 0.64)  # of a plain and of a bold letter, in sizes


@dataclass(frozen=True)
class Name:
    """A space's name as its board sets it, about the middle of its lines."""

    key: str
    at: Point
    lines: tuple[str, ...]
    at_sea: bool
    dot: Point | None = None

    @property
    def lone(self) -> bool:
        """Whether a land's name stands without its abbreviation, and so is what is read first."""
        return not self.at_sea and self.key not in self.lines

    def size(self, line: str) -> float:
        """The size of a line's letters."""
        return SIZES[line == self.key, self.at_sea]

    def kind(self, line: str) -> str:
        """The class of a line, as an attribute."""
        classes = {"sea": self.at_sea, "id": line == self.key, "lone": self.lone}
        words = " ".join(word for word, holds in classes.items() if holds)
        return f' class="{words}"' if words else ""

    def box(self, margin: float = 0) -> Box:
        """West, north, east and south of the lines."""
        x, y = self.at
        half = max(len(line) * self.size(line) * WIDTHS[line == self.key] for line in self.lines) / 2 + margin
        deep = sum(map(self.size, self.lines)) * DEPTH / 2 + margin
        return x - half, y - deep, x + half, y + deep

    def near(self) -> str:
        """The lines, one under the other."""
        x, head = self.at[0], self.box()[1]
        words = []
        for line in self.lines:
            foot = head + BASELINE * self.size(line)
            words.append(f'<text{self.kind(line)} x="{number(x)}" y="{number(foot)}">{escape(line)}</text>')
            head += DEPTH * self.size(line)
        return "".join(words)

    def far(self) -> str:
        """The abbreviation, in the middle of where the lines would be, or beside the dot if it would cover that."""
        x, y = self.beside_dot()
        kind = ' class="sea"' if self.at_sea else ""
        return f'<text{kind} x="{number(x)}" y="{number(y + 11)}">{escape(self.key)}</text>'

    def beside_dot(self) -> Point:
        """The middle of the abbreviation: it is larger than the lines, so it may have to give way to the dot."""
        x, y = self.at
        if self.dot is None:
            return x, y
        across, down = x - self.dot[0], y - self.dot[1]
        clear_across = len(self.key) * FAR * WIDTHS[True] / 2 + DOT_CLEAR
        clear_down = FAR * 0.35 + DOT_CLEAR
        if abs(across) >= clear_across or abs(down) >= clear_down:
            return x, y
        if abs(across) > abs(down):
            return self.dot[0] + math.copysign(clear_across, across), y
        return x, self.dot[1] + math.copysign(clear_down, down)
