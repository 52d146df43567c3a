"""Boards too dense for a map of characters, as one line per seat: what it has and where, and which spaces it holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from tanelorn.core.scene import Holding, Piece
from tanelorn.terminal.look import Livery

_SIGNS = {"army": "A", "fleet": "F", "sorcerer": "S"}
_INDENT = 4


def is_dense(pieces: Iterable[Piece], holdings: Sequence[Holding]) -> bool:
    """Tell whether this board is told seat by seat: where spaces are held, or armies and fleets stand."""
    return bool(holdings) or any(piece.kind in _SIGNS for piece in pieces)


def forces(pieces: Sequence[Piece], holdings: Sequence[Holding], livery: Livery, width: int) -> list[Text]:
    """Return a line for each seat that has anything, with the number of spaces it holds; then what is nobody's."""
    lines: list[Text] = []
    for seat in range(len(livery.names)):
        own = [piece for piece in pieces if piece.seat == seat]
        held = sum(holding.seat == seat for holding in holdings)
        if own or held:
            count = held if holdings else sum(piece.count for piece in own)
            head = Text.assemble("  ", livery.name(seat), f" {count}: ")
            lines += _listed(head, [told(piece) for piece in own] or ["nothing on the board"], width)
    others = [told(piece) for piece in pieces if piece.seat < 0]
    return lines + (_listed(Text("  Nobody's: "), others, width) if others else [])


def told(piece: Piece) -> str:
    """Write a piece as people write orders: its letter, its space, and what is special about it."""
    at = f"{piece.space}/{piece.coast}" if piece.coast else piece.space
    plain = piece.label in ("", piece.kind.capitalize())  # a piece with a name of its own is called by it
    sign = _SIGNS.get(piece.kind, piece.kind) if plain else piece.label
    extra = " ".join(piece.values) + (f" ×{piece.count}" if piece.count > 1 else "")
    return f"{sign} {at}{f' {extra.strip()}' if extra else ''}{' (beaten out)' if piece.out else ''}"


def holders(holdings: Sequence[Holding], livery: Livery, width: int) -> list[Text]:
    """Return who holds what, a line a seat; * marks what has been its holder's from the start."""
    lines = [Text("Who holds what", "bold")]
    for seat in (*range(len(livery.names)), -1):
        spaces = [f"{held.space}{'*' if held.home and seat >= 0 else ''}" for held in holdings if held.seat == seat]
        if spaces:
            name = livery.name(seat) if seat >= 0 else Text("Nobody")
            lines += _listed(Text.assemble("  ", name, f" {len(spaces)}: "), spaces, width)
    return lines


def _listed(head: Text, items: Iterable[str], width: int) -> list[Text]:
    """Write items one after the other, in as many lines as they need."""
    lines = [head]
    for number, item in enumerate(items):
        if number:
            lines[-1].append(", ")
        if number and lines[-1].cell_len + len(item) + 1 > width:
            lines[-1].rstrip()
            lines.append(Text(" " * _INDENT))
        lines[-1].append(item)
    return lines
