"""Who chooses next at a table, as those see it who think ahead."""

from __future__ import annotations

from collections.abc import Mapping

from tanelorn.core.choices import Choice
from tanelorn.core.play.table import Table
from tanelorn.core.steps import Seals


def movers(table: Table, first: int = -1) -> tuple[int, ...]:
    """Return the seats that choose before anything happens; none when the game has ended.

    Of a sealed step: all that are asked. Of an open one only a single seat, since its choice acts at once: `first`
    if it is asked, else the first that is.
    """
    asked = table.asked()
    if isinstance(table.step, Seals):
        return asked
    return (first,) if first in asked else asked[:1]


def play_all(table: Table, choices: Mapping[int, Choice]) -> None:
    """Play one choice for each seat."""
    for seat, choice in choices.items():
        table.play(choice, seat)
