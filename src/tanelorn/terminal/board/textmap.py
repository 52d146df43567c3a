"""A board of areas as characters: each area at its place, each link drawn, what stands there beneath its name."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from rich.text import Text

from tanelorn.core.content.board import Area, Board
from tanelorn.core.scene import Holding, Piece
from tanelorn.terminal.board import hexrows
from tanelorn.terminal.board.forces import forces, is_dense
from tanelorn.terminal.board.routes import Box, Cell, route
from tanelorn.terminal.look import Livery, style

MOST_AREAS = 40
_GAP = 3
_SAME_ROW = 0.055
_ROWS = 0.022
_SLOT = 6
_MARGINS = (0, 1, 2)

# What a link is drawn with, by the first word that its kind contains: across, down, and plainly.
_INKS = (("bridge", "═║", "=="), ("pass", "^^", "^^"), ("city", "··", ".."), ("", "─│", "-|"))
_CORNERS = {"═": "╔╗╚╝", "─": "┌┐└┘"}


class Layout(msgspec.Struct, frozen=True):
    """Where the areas' names stand, and the characters of the links between them."""

    width: int
    height: int
    boxes: dict[str, Box]
    links: dict[Cell, str]


def title(area: Area) -> str:
    """Return an area's name as the map writes it: cities in brackets."""
    return f"[{area.name}]" if area.kind == "city" else area.name


@lru_cache(maxsize=8)
def layout(board: Board, width: int, plain: bool) -> Layout | None:
    """Lay a board out on so many columns, or return None where it does not fit."""
    if len(board) > MOST_AREAS:
        return None
    for margin in _MARGINS:  # rows above and below, where no other way is left for a link
        boxes, height = _places(board, width, margin)
        links = _draw_links(board, boxes, width, height, plain) if boxes else None
        if links is not None:
            return Layout(width, height, boxes, links)
    return None


def _places(board: Board, width: int, margin: int) -> tuple[dict[str, Box], int]:
    """Return where each area stands and the number of rows; no box if they do not fit."""
    boxes: dict[str, Box] = {}
    row, before = margin, 0.0
    for band in _bands(board):
        middle = sum(area.y for area in band) / len(band)
        if boxes:
            row += max(3, round((middle - before) * _ROWS * 1000 / board.height))
        before = middle
        columns = _columns(band, board.width, width)
        if columns is None:
            return {}, 0
        for area, column in zip(band, columns, strict=True):
            boxes[area.id] = Box(column, row, _breadth(area), 2)
    return boxes, row + 2 + margin


def _bands(board: Board) -> list[list[Area]]:
    """Put areas of nearly the same height into one row, from the top."""
    bands: list[list[Area]] = []
    last = 0.0
    for area in sorted(board, key=lambda area: area.y):
        if not bands or area.y - last > _SAME_ROW * board.height:
            bands.append([])
        bands[-1].append(area)
        last = area.y
    return [sorted(band, key=lambda area: area.x) for band in bands]


def _breadth(area: Area) -> int:
    return max(len(title(area)), _SLOT)


def _columns(band: list[Area], board_width: float, width: int) -> list[int] | None:
    """Return where each name of a row begins: about where it stands on the board, and clear of the others."""
    wide = [_breadth(area) for area in band]
    if sum(wide) + _GAP * (len(wide) - 1) > width:
        return None
    starts = [round(area.x / board_width * width - w / 2) for area, w in zip(band, wide, strict=True)]
    least = 0
    for n, w in enumerate(wide):
        starts[n] = max(starts[n], least)
        least = starts[n] + w + _GAP
    most = width
    for n in reversed(range(len(wide))):
        starts[n] = min(starts[n], most - wide[n])
        most = starts[n] - _GAP
    return starts


def _draw_links(board: Board, boxes: dict[str, Box], width: int, height: int, plain: bool) -> dict[Cell, str] | None:
    """Draw the short links first, since they have the fewest routes; None if a link has none."""
    drawn: dict[Cell, str] = {}
    for link in sorted(board.links, key=lambda link: boxes[link.a].far_from(boxes[link.b])):
        way = route(boxes[link.a], boxes[link.b], list(boxes.values()), drawn, width, height)
        if not way:
            return None
        ink = _ink(link.kind, plain)
        for cell, character in zip(way, _characters(way, ink), strict=True):
            drawn.setdefault(cell, character)
    return drawn


def _ink(kind: str, plain: bool) -> str:
    return next(plainly if plain else fine for word, fine, plainly in _INKS if word in kind)


def _characters(way: list[Cell], ink: str) -> list[str]:
    across, down = ink[0], ink[1]
    corners = _CORNERS.get(across)
    characters = []
    for n, (x, y) in enumerate(way):
        near = [way[m] for m in (n - 1, n + 1) if 0 <= m < len(way)]
        sides = {"e" if a > x else "w" if a < x else "s" if b > y else "n" for a, b in near}
        if corners and len(sides & {"n", "s"}) == 1 and len(sides & {"e", "w"}) == 1:
            characters.append(corners[("s" not in sides) * 2 + ("e" not in sides)])
        else:
            characters.append(down if sides & {"n", "s"} else across)
    return characters


def draw(
    board: Board, pieces: tuple[Piece, ...], livery: Livery, width: int, holdings: tuple[Holding, ...] = ()
) -> list[Text]:
    """Return the board's lines: the map; if it has no room, what each seat has, or the list of what stands where."""
    if hexrows.is_hexes(board):
        return [*(hexrows.draw(board, by_space(pieces), livery, width) or []), *gazetteer(board, pieces, livery)]
    laid = layout(board, min(width, 78), livery.plain)
    if laid is None and is_dense(pieces, holdings):
        return forces(pieces, holdings, livery, width)
    if laid is None:
        return gazetteer(board, pieces, livery)
    rows: list[list[tuple[str, str]]] = [[(" ", "")] * laid.width for _ in range(laid.height)]
    for (x, y), character in laid.links.items():
        rows[y][x] = (character, "dim")
    standing = by_space(pieces)
    for area in board:
        box = laid.boxes[area.id]
        here = standing.get(area.id, [])
        name = title(area)
        _write(rows[box.y], box.x + (box.width - len(name)) // 2, [(name, "bold" if here else "")])
        slot = [(area.id, ""), *_standing(here, livery)]
        breadth = sum(len(part) for part, _ in slot)
        _write(rows[box.y + 1], box.x + max(0, (box.width - breadth) // 2), slot)
    return [*(_joined(row) for row in rows), _legend(board, livery.plain)]


def _standing(here: list[Piece], livery: Livery) -> list[tuple[str, str]]:
    parts: list[tuple[str, str]] = []
    for piece in here:
        sign = livery.sign(piece.seat).plain if piece.seat >= 0 else "?"
        what = piece.label or str(piece.count)
        parts += [(" ", ""), (f"{sign}{what}", style(livery.colours[piece.seat]) if piece.seat >= 0 else "")]
    return parts


def _write(row: list[tuple[str, str]], at: int, parts: list[tuple[str, str]]) -> None:
    for text, ink in parts:
        for character in text:
            if at < len(row):
                row[at] = (character, ink)
            at += 1


def _joined(row: list[tuple[str, str]]) -> Text:
    line = Text.assemble(*row, no_wrap=True)
    line.rstrip()
    return line


def _legend(board: Board, plain: bool) -> Text:
    kinds = dict.fromkeys(link.kind for link in board.links)
    return Text("   ".join(f"{_ink(kind, plain)[0] * 2} {kind}" for kind in kinds), "dim")


def by_space(pieces: tuple[Piece, ...]) -> dict[str, list[Piece]]:
    """Return the pieces of each space."""
    standing: dict[str, list[Piece]] = {}
    for piece in pieces:
        standing.setdefault(piece.space, []).append(piece)
    return standing


def gazetteer(board: Board, pieces: tuple[Piece, ...], livery: Livery) -> list[Text]:
    """Return what stands where, a line a space: for boards too large for a map, and for narrow terminals."""
    standing = by_space(pieces)
    lines = []
    for area in board:
        if area.id in standing:
            parts = _standing(standing[area.id], livery)
            lines.append(Text.assemble("  ", (f"{area.id:4}", "bold"), f" {area.name}: ", *parts[1:]))
    return lines or [Text("  The board is empty.", "dim")]
