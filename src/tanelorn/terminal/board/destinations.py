"""Many spaces to choose from, listed briefly: grouped by their notes, then by cost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.table import Table as Grid
from rich.text import Text

from tanelorn.core.choices import Pick
from tanelorn.core.content.board import Board
from tanelorn.terminal.board import hexrows

_MANY = 12
"""More spaces than these are told together."""

_NEAREST = 80
"""Of spaces of which the same is said so many are named, those that have a name of their own besides."""


def are_many(board: Board, picks: Iterable[Pick]) -> bool:
    """Tell whether there are so many hexes among some picks that a line each would bury the rest."""
    return sum(pick.kind == "space" for pick in picks) > _MANY and hexrows.is_hexes(board)


def told(picks: Sequence[Pick]) -> Grid:
    """Return the lines: those first of which nothing is said, those last that are a risk."""
    alike: dict[tuple[bool, str], list[Pick]] = {}
    for pick in sorted(picks, key=_number):
        alike.setdefault((pick.risk, pick.note), []).append(pick)
    rows = Grid.grid(padding=(0, 2, 0, 4))
    for (risk, note), some in sorted(alike.items()):
        named = [pick for number, pick in enumerate(some) if number < _NEAREST or pick.label != pick.id]
        line = Text(note, "yellow" if risk else "italic")
        for number, (cost, names) in enumerate(_by_cost(named).items()):
            line.append(" · " if number or note else "", "dim").append(f"{cost}: " if cost else "", "dim")
            line.append(", ".join(names))
        if len(named) < len(some):
            line.append(f" · and {len(some) - len(named):,} more, up to {some[-1].cost}", "dim")
        rows.add_row(line)
    return rows


def _by_cost(picks: Iterable[Pick]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for pick in picks:
        found.setdefault(pick.cost, []).append(pick.label)
    return found


def _number(pick: Pick) -> int:
    """Return what a space costs, as far as that is a number."""
    found = re.match(r"\d+", pick.cost)
    return int(found[0]) if found else 0
