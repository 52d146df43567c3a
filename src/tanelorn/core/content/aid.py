"""Player aids: the charts and tables of a game as they lie beside a board, each with its clause.

A game builds its tables from what its rules read, so that the sheet cannot say anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from tanelorn.core.content.legend import Legend
from tanelorn.core.content.rulebook import Rulebook


class Row(msgspec.Struct, frozen=True):
    """A row of a table; its first cell says what the others are about."""

    cells: tuple[str, ...]
    clause: str = ""


class Table(msgspec.Struct, frozen=True):
    """A table of a player aid. `long` ones are lists to look things up in; they come on pages of their own, after the
    charts.
    """

    title: str
    rows: tuple[Row, ...]
    columns: tuple[str, ...] = ()
    clause: str = ""
    note: str = ""
    long: bool = False

    @property
    def cites(self) -> bool:
        """Whether rows have clauses of their own."""
        return any(row.clause for row in self.rows)


def rows(cells: Iterable[Iterable[object]]) -> tuple[Row, ...]:
    """Return rows without clauses of their own."""
    return tuple(Row(tuple(str(cell) for cell in row)) for row in cells)


def abreast(entries: Sequence[Sequence[object]], width: int) -> tuple[Row, ...]:
    """Return a list of equal entries as rows with `width` of them side by side, to be read down, then to the right."""
    height = -(-len(entries) // width)
    blank = ("",) * len(entries[0])
    padded = (*entries, *[blank] * (height * width - len(entries)))
    return rows([cell for entry in padded[line::height] for cell in entry] for line in range(height))


def told(rulebook: Rulebook, *clauses: str) -> tuple[Row, ...]:
    """Return what clauses say, each under its title."""
    found = [rulebook[clause] for clause in clauses]
    return tuple(Row((clause.title, clause.says), clause.id) for clause in found)


def ruled(rulebook: Rulebook, *clauses: str) -> tuple[Row, ...]:
    """Return how clauses are ruled on which the book is silent, each under its title."""
    found = [rulebook[clause] for clause in clauses]
    return tuple(Row((clause.title, clause.ruling), clause.id) for clause in found)


def titled(rulebook: Rulebook, *steps: tuple[str, str]) -> tuple[Row, ...]:
    """Return the steps of a turn in their order, numbered: what each is called, and the title of its clause."""
    return tuple(
        Row((f"{number} {title}", rulebook[clause].title), clause) for number, (title, clause) in enumerate(steps, 1)
    )


def signs(legend: Legend) -> Table:
    """Return the terrains and signs of a map, with all that they do."""
    lines = []
    for sign in legend:
        for number, remark in enumerate(sign.remarks):
            text = remark.text if remark.label == sign.title else f"{remark.label}: {remark.text}"
            lines.append(Row(("" if number else sign.title, text), remark.clause))
    return Table("Terrain and signs of the map", tuple(lines))
