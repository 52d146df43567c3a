"""The card about a space: what it counts for, where armies and fleets go from it, who stands there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from tanelorn.core.about import Named, about_space, listed
from tanelorn.core.content.board import Board
from tanelorn.core.content.legend import Legend, Remark
from tanelorn.core.scene import About, Card, Piece, Scene
from tanelorn.games.diplomacy.board import COASTS
from tanelorn.games.diplomacy.orders.order import ARMY, FLEET
from tanelorn.games.diplomacy.position import P

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.variant import Variant
    from tanelorn.games.diplomacy.view import DiplomacyView


_WORDS = {ARMY: "An army", FLEET: "A fleet"}


def about(
    variant: Variant[P],
    board: Board,
    legend: Legend,
    view: DiplomacyView[P],
    scene: Scene,
    space: str,
    *,
    remarks: Sequence[Remark] = (),
    named: Named | None = None,
) -> About:
    """Return the card about a space; `remarks` are those of the variant."""
    place = board.index[board[space].id]
    own = (*_centre(variant, legend, place), *remarks, *_closed(variant, view, place), *_neighbours(variant, place))
    return about_space(board, legend, scene, space, remarks=own, named=named or name_unit)


def _centre(variant: Variant[P], legend: Legend, place: int) -> Iterator[Remark]:
    if not variant.atlas.is_centre[place]:
        return
    yield Remark(
        legend.title("centre"), f"one of those of which {variant.atlas.file.victory} win", variant.victory_clause
    )
    for seat, homes in enumerate(variant.home):
        if place in homes:
            clause = variant.clause("builds")
            yield Remark(f"Home of {variant.seats[seat]}", "which builds here while it owns it", clause, seat)


def _closed(variant: Variant[P], view: DiplomacyView[P], place: int) -> Iterator[Remark]:
    if view.phase == "retreats" and place in view.seen.contested:
        yield Remark("Closed", "to retreats, by a stand-off", variant.clause("retreat"))


@lru_cache(maxsize=1 << 9)
def _neighbours(variant: Variant[P], place: int) -> tuple[Remark, ...]:
    """Say where an army and a fleet may go from here."""
    return tuple(_find_neighbours(variant, place))


def _find_neighbours(variant: Variant[P], place: int) -> Iterator[Remark]:
    atlas, clause = variant.atlas, variant.clause("movement")
    for where in (place, *atlas.coasts_of[place]):
        for kind, there in ((ARMY, atlas.army[where] if where == place else ()), (FLEET, atlas.fleet[where])):
            if there:
                coast = f" on the {COASTS[atlas.locations[where].partition('/')[2]]}" if where != place else ""
                names = [atlas.names[other] for other in sorted(there)]
                yield Remark(f"{_WORDS[kind]}{coast} goes to", listed(names), clause)


def name_unit(piece: Piece, _: Sequence[Card]) -> str:
    """Say what a counter is: "fleet on the north coast, dislodged"."""
    coast = f" on the {COASTS[piece.coast]}" if piece.coast else ""
    return f"{(piece.label or piece.kind).lower()}{coast}{', dislodged' if piece.out else ''}"
