"""Names of spaces: near, as the board sets them, line by line; far, the abbreviation alone, large.

`--near` and `--far` choose, as in `lettering`. A line that is the space's own abbreviation is set bold.
"""

from dataclasses import dataclass
from html import escape

from tanelorn.charts.grounds import Box
from tanelorn.charts.paths import Point, number

FAR = 30.0  # the size of abbreviations
FAR_SEA = 36.0
LETTERS = (
    "text{text-anchor:middle;fill:var(--map-ink-2);paint-order:stroke;stroke:var(--halo);stroke-linejoin:round;"
    "stroke-width:3.2px;font-family:var(--serif,Palatino,P052,Georgia,serif);font-size:14.5px}"
    ".id{font-weight:700;font-size:19px;fill:var(--map-ink);stroke-width:4px}"
    ".sea{font-style:italic;font-size:17px;letter-spacing:.6px;fill:var(--sea-ink);stroke:var(--sea)}"
    ".sea.id{font-style:normal;font-size:23px;letter-spacing:1.4px}"
    ".lone{fill:var(--map-ink)}"
    f".far text{{font-weight:700;font-size:{FAR:g}px}}"
    ".far text{fill:var(--map-ink);stroke-width:6px}"
    f".far .sea{{font-style:normal;font-size:{FAR_SEA:g}px;fill:var(--sea-ink)}}"
    ".near{display:var(--near,inline)}.far{display:var(--far,none)}"
)
SIZES = {(False, False): 14.5, (True, False): 19.0, (False, True): 17.0, (True, True): 23.0}  # (bold, at sea)
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

    def far(self, at: Point) -> str:
        """The abbreviation, about a point that `farnames` has found."""
        kind = ' class="sea"' if self.at_sea else ""
        size = FAR_SEA if self.at_sea else FAR
        return f'<text{kind} x="{number(at[0])}" y="{number(at[1] + size * 0.36)}">{escape(self.key)}</text>'
