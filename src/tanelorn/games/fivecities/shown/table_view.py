"""What is drawn of Five Cities: pawns with counts, the papers beside the board, the ribbon of the turn."""

from __future__ import annotations

from tanelorn.core.about import about_space
from tanelorn.core.amounts import amount
from tanelorn.core.content.legend import Legend
from tanelorn.core.scene import About, Mark, Paper, Piece, Row, Scene, SeatChip, Tab
from tanelorn.games.fivecities.board import AREAS, BOARD, BOMBARDMENTS, CITIES, CITIES_TO_WIN, IDS, NAMES
from tanelorn.games.fivecities.knowledge import FiveCitiesView
from tanelorn.games.fivecities.new_pieces import Placement
from tanelorn.games.fivecities.notation import Order
from tanelorn.games.fivecities.object import SEATS

COLOURS = (2, 3)
_STEPS = (("placements", "New pieces"), ("orders", "Orders"))


def scene(view: FiveCitiesView) -> Scene:
    """Return the scene of a view."""
    return Scene(
        subtitle=subtitle(view),
        seats=tuple(_chip(view, seat) for seat in (0, 1)),
        pieces=tuple(
            Piece(f"{IDS[area]}-{seat}", IDS[area], seat, "pawns", view.seen.pieces[seat][area])
            for seat in (0, 1)
            for area in range(AREAS)
            if view.seen.pieces[seat][area]
        ),
        papers=(_cities(view), _lightning(view)),
        ribbon=_ribbon(view),
        marks=_own_marks(view),
        outcome=view.outcome,
    )


def about(legend: Legend, scene: Scene, space: str) -> About:
    """Return the card about an area."""
    return about_space(BOARD, legend, scene, space, named=lambda pawns, _: amount(pawns.count, "piece"))


def subtitle(view: FiveCitiesView) -> str:
    """Say how far the game has come."""
    if view.outcome is not None:
        return f"turn {view.seen.turn} · finished"
    return f"turn {view.seen.turn} · " + (
        "new pieces are placed" if view.step == "placements" else "moves are written in secret"
    )


def _chip(view: FiveCitiesView, seat: int) -> SeatChip:
    if view.outcome is not None:
        state = "won" if seat in view.outcome.winners else "lost" if view.outcome.winners else "drew"
    else:
        state = "sealed" if seat in view.sealed else "writing" if seat in view.asked else "waits"
    held = sum(bool(view.seen.pieces[seat][city]) for city in CITIES)
    return SeatChip(seat, SEATS[seat], COLOURS[seat], state, seat in view.asked, near=amount(held, "city", "cities"))


def _cities(view: FiveCitiesView) -> Paper:
    rows, nothing = [], "none yet" if view.outcome is None else "none"
    for seat in (0, 1):
        held = [NAMES[city].removesuffix(" City") for city in CITIES if view.seen.pieces[seat][city]]
        rows.append(Row(", ".join(held) or nothing, seat, dots=len(held), of=CITIES_TO_WIN))
    return Paper("Cities held", tuple(rows), f"{CITIES_TO_WIN} at the start of a turn win", "fivecities/object.1")


def _lightning(view: FiveCitiesView) -> Paper:
    rows = tuple(
        Row(f"{view.seen.bombs[seat]} left", seat, dots=view.seen.bombs[seat], of=BOMBARDMENTS, sign="bolt")
        for seat in (0, 1)
    )
    return Paper("Lightning", rows, "three in a game", "fivecities/sorcery.4")


def _ribbon(view: FiveCitiesView) -> tuple[Tab, ...]:
    if not view.step:
        return ()
    now = [name for name, _ in _STEPS].index(view.step)
    tabs = [Tab(title, "done" if n < now else "now" if n == now else "next") for n, (_, title) in enumerate(_STEPS)]
    return (*tabs, Tab("Combat", "next"), Tab("Bombardment", "next"))


def _own_marks(view: FiveCitiesView) -> tuple[Mark, ...]:
    own: Order | Placement | None = view.own
    if own is None:
        return ()
    if isinstance(own, Order):
        return own.marks(view.viewer, draft=True)
    return tuple(Mark("plus", IDS[area], view.viewer, count=1, draft=True) for area in own.areas)
