"""A board of hexes as characters: columns side by side, the even ones half a hex lower, as they lie on the sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from tanelorn.core.content import hexes
from tanelorn.core.content.board import Area, Board
from tanelorn.core.scene import Piece
from tanelorn.terminal.look import Livery, style

_LEFT = 3  # columns for the numbers of the rows
_NARROWEST, _WIDEST = 5, 10
_SEA = {"sea": "~"}
_UNKNOWN = {"unknown": "?"}
_Cell = tuple[str, str]


def is_hexes(board: Board) -> bool:
    """Tell whether a board is a grid of hexes."""
    return bool(board.links) and all(link.kind == "hexside" for link in board.links)


def has_room(board: Board, width: int) -> bool:
    """Tell whether a terminal of some columns is wide enough for a map of these hexes."""
    columns = [hexes.place(area.id)[0] for area in board]
    return _column(max(columns) - min(columns) + 1, width) >= _NARROWEST


def _column(columns: int, width: int) -> int:
    return min(_WIDEST, (width - _LEFT) // columns)


def draw(board: Board, standing: Mapping[str, Sequence[Piece]], livery: Livery, width: int) -> list[Text] | None:
    """Return the map's lines, or None where it is too wide: for each hex its terrain, and its number or its pieces."""
    places = {area.id: hexes.place(area.id) for area in board}
    west, east = min(c for c, _ in places.values()), max(c for c, _ in places.values())
    north, south = min(r for _, r in places.values()), max(r for _, r in places.values())
    wide = _column(east - west + 1, width)
    if wide < _NARROWEST:
        return None
    rows: list[list[_Cell]] = [
        [(" ", "")] * (_LEFT + wide * (east - west + 1)) for _ in range(2 * (south - north + 1) + 2)
    ]
    for column in range(west, east + 1):
        _write(rows[0], _LEFT + wide * (column - west), [(f"{column:02d}", "dim")], wide)
    for row in range(north, south + 1):
        _write(rows[1 + 2 * (row - north)], 0, [(f"{row:02d}", "dim")], _LEFT)
    for area in board:
        column, row = places[area.id]
        x, y = _LEFT + wide * (column - west), 1 + 2 * (row - north) + (column % 2 == 0)
        here = standing.get(area.id, ())
        _write(rows[y], x, [_ground(area, bool(here))], wide)
        _write(rows[y + 1], x, _pieces(here, livery) if here else [(area.id, "dim")], wide)
    return [_joined(row) for row in rows]


def _ground(area: Area, occupied: bool) -> _Cell:
    if area.kind in _SEA:
        return _SEA[area.kind], "blue"
    return _UNKNOWN.get(area.kind, area.kind), "bold" if occupied else ""


def _pieces(here: Sequence[Piece], livery: Livery) -> list[_Cell]:
    parts = []
    for piece in here:
        sign = livery.sign(piece.seat).plain if piece.seat >= 0 else "?"
        parts.append(
            (f"{sign}{piece.label or piece.count}", style(livery.colours[piece.seat]) if piece.seat >= 0 else "")
        )
    return parts


def _write(row: list[_Cell], at: int, parts: Sequence[_Cell], wide: int) -> None:
    """Write parts into a row, a column short of `wide`; what is cut off ends in a plus."""
    cells = [(character, ink) for text, ink in parts for character in text]
    words = len(parts) > 1 or cells[-1][0].isdigit()
    if len(cells) >= wide:
        cells = cells[: wide - 1]
        if words:
            cells[-1] = ("+", "")
    row[at : at + len(cells)] = cells


def _joined(row: Sequence[_Cell]) -> Text:
    line = Text.assemble(*row, no_wrap=True)
    line.rstrip()
    return line
