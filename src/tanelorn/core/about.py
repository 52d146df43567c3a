"""The card about a space, made of a board, its legend and what is drawn for a viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from tanelorn.core.content.board import Board
from tanelorn.core.content.legend import Legend, Remark
from tanelorn.core.scene import About, Card, Piece, Scene

SIGNS = ("flag", "fortress", "ruins", "siege", "site", "card")
"""Kinds of pieces that mark a space and do not stand in it."""

Named = Callable[[Piece, Sequence[Card]], str]
"""Says what a piece is, its numbers named, "" where that is told otherwise.

The cards are those that the viewer knows to lie under it.
"""


def about_space(
    board: Board,
    legend: Legend,
    scene: Scene,
    space: str,
    *,
    remarks: Iterable[Remark] = (),
    named: Named | None = None,
    printed: bool = True,
) -> About:
    """Return the card about a space; `remarks` are the game's own, told after those on the ground.

    Where these say it better, what the board notes as `printed` there is left out.
    """
    area = board[space]
    note = [Remark("Printed here", area.note)] if area.note and printed else []
    lines = (
        *legend.remarks(area.kind),
        *note,
        *ways(board, legend, space),
        *remarks,
        *owner(scene, space),
        *who_is_there(scene, space, named or in_short),
    )
    return About(space, area.name, legend.title(area.kind), lines)


def ways(board: Board, legend: Legend, space: str) -> Iterator[Remark]:
    """Yield where the links that the legend lists lead from a space."""
    joined: dict[str, list[str]] = {}
    for link in board.links_of[space]:
        if link.kind in legend:
            joined.setdefault(link.kind, []).append(board[link.b if link.a == space else link.a].name)
    for sign in legend if joined else ():
        if sign.id in joined:
            yield Remark(sign.title, f"to {listed(joined[sign.id])}", sign.clause)


def owner(scene: Scene, space: str) -> Iterator[Remark]:
    """Yield to whom a space belongs, if such spaces belong to anybody."""
    for holding in scene.holdings:
        if holding.space == space:
            yield Remark("Belongs to", seat_name(scene, holding.seat, "nobody"), seat=holding.seat)


def who_is_there(scene: Scene, space: str, named: Named) -> Iterator[Remark]:
    """Yield what lies in a space and who stands there, or that nobody does."""
    here = [piece for piece in scene.pieces if piece.space == space]
    under = {stack.piece: stack.cards for stack in scene.stacks} if here else {}
    for piece in sorted(here, key=lambda piece: piece.kind not in SIGNS):
        if text := named(piece, under.get(piece.id, ())):
            whose = seat_name(scene, piece.seat, "Here" if piece.kind in SIGNS else "Neutral")
            yield Remark(whose, text, seat=piece.seat, piece=piece.id)
    if all(piece.kind in SIGNS for piece in here):
        yield Remark("Here", "nobody is seen here")


def in_short(piece: Piece, under: Sequence[Card]) -> str:
    """Say what a piece is as far as it shows: what it is called, how many, and what lies under it."""
    names = [f"{card.count} × {card.title}" if card.count > 1 else card.title for card in under if card.kind == "unit"]
    called = ", ".join(names) or piece.label or piece.kind
    parts = [f"{piece.count} {called}" if piece.count > 1 else called]
    parts += ["dislodged"] if piece.out else []
    parts += [f"together {piece.total}"] if piece.total else []
    return "; ".join(parts)


def seat_name(scene: Scene, seat: int, nobody: str) -> str:
    """Return what a seat is called, or the word for none."""
    return next((chip.name for chip in scene.seats if chip.seat == seat), nobody)


def listed(names: Sequence[str]) -> str:
    """Write names as a sentence lists them: "Mu, Ulteria and Elysia"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""
