"""The card about a space of the Young Kingdoms: its fortress, sorcerers and cards besides the ordinary things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tanelorn.core.content.board import Board
from tanelorn.core.content.legend import Legend, Remark
from tanelorn.core.scene import About, Card, Piece, Scene
from tanelorn.games.diplomacy.shown import space_card
from tanelorn.games.diplomacy.youngkingdoms.board import ATLAS, FORTRESSES
from tanelorn.games.diplomacy.youngkingdoms.knowledge import YoungKingdomsView

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.variant import Variant


def about(variant: Variant, board: Board, legend: Legend, view: YoungKingdomsView, scene: Scene, space: str) -> About:
    """Return the card about a space."""
    remarks = tuple(_fortress(legend, view, space))
    return space_card.about(variant, board, legend, view, scene, space, remarks=remarks, named=_named)


def _fortress(legend: Legend, view: YoungKingdomsView, space: str) -> Iterator[Remark]:
    """Yield what a standing army does, and where one has fallen."""
    if any(ATLAS.ids[wall.at] == space for wall in view.seen.garrisons):
        yield from legend.remarks("fortress")[:1]
    elif any(ATLAS.ids[at] == space for at, _ in FORTRESSES):
        yield Remark(legend.title("fortress"), "captured: nothing stands in it", "youngkingdoms/4.capture")


def _named(piece: Piece, under: Sequence[Card]) -> str:
    """Say what a counter is, with the strength of a standing army."""
    match piece.kind:
        case "fortress":
            return f"standing army, strength {piece.values[0]}"
        case "sorcerer":
            return f"{piece.label}, sorcerer: no strength alone{', dislodged' if piece.out else ''}"
        case "card":
            return piece.label if piece.count == 1 else f"{piece.label}: {piece.count}"
    return space_card.name_unit(piece, under)
