"""Movement (movement.3 to .10, .15): which moves a side may make, why not others; all are made at once."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.core.amounts import amount
from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.fivecities.board import AREAS, BOARD, IDS, NAMES, NEIGHBOURS, PROVINCES
from tanelorn.games.fivecities.notation import Move
from tanelorn.games.fivecities.position import FiveCitiesPosition, March

_ADJACENT = BOARD.adjacent


def not_adjacent(origin: int, to: int) -> TanelornError:
    """Two areas that no step joins (board.2 to .4), or that lie two steps apart (movement.6)."""
    a, b = NAMES[origin], NAMES[to]
    remedy = f"From {a} one may go to {', '.join(NAMES[n] for n in NEIGHBOURS[origin])}."
    if origin == to:
        return Illegal(f"Pieces cannot move from {a} to {a}.", remedy=remedy, clause="fivecities/movement.6")
    cities = (origin >= PROVINCES) + (to >= PROVINCES)
    two_steps = not cities and BOARD.distances(origin)[to] == 2
    clause = "movement.6" if two_steps else f"board.{2 + cities}"
    why = ("no bridge or pass joins them", "their initials differ", "no bridge joins them")[cities]
    return Illegal(f"{a} and {b} are not adjacent: {why}.", remedy=remedy, clause=f"fivecities/{clause}")


def too_many(origin: int, count: int, have: int) -> TanelornError:
    """More pieces than stand there (movement.7)."""
    return Illegal(
        f"{amount(count, 'piece')} cannot leave {NAMES[origin]}: you have {have or 'none'} there.",
        remedy="Move no more than stand there.",
        clause="fivecities/movement.7",
    )


def one_kind(moves: Iterable[Move]) -> bool:
    """Tell whether all moves share one origin or one destination (movement.3, .4)."""
    listed = list(moves)
    return len({origin for origin, _, _ in listed}) < 2 or len({to for _, to, _ in listed}) < 2


def two_kinds() -> TanelornError:
    """Moves that are neither out of one area nor into one (movement.5)."""
    return Illegal(
        "These moves share neither one origin nor one destination.",
        remedy="Move out of one area, or into one area.",
        clause="fivecities/movement.5",
    )


def moves_refusal(moves: tuple[Move, ...], have: list[int]) -> TanelornError | None:
    """Return why a side with these pieces cannot make these moves together, or None.

    Nobody has to move (movement.8) or to stay behind, and any number may go wherever they can (movement.9), also
    where the opponent stands (movement.10). All that counts is what the side has on the board, new pieces among it
    (movement.14, movement.18).
    """
    last = (-1, -1)
    for origin, to, count in moves:
        if not (0 <= origin < AREAS and 0 <= to < AREAS and count > 0 and (origin, to) > last):
            return Illegal("The order is not in its written form.", remedy="Build it with Order.of(...).")
        last = (origin, to)
        if not _ADJACENT[origin][to]:
            return not_adjacent(origin, to)
    if len(moves) == 1:
        origin, _, count = moves[0]
        return too_many(origin, count, have[origin]) if count > have[origin] else None
    return _shape(moves, have) if moves else None


def _shape(moves: tuple[Move, ...], have: list[int]) -> TanelornError | None:
    """Return why these moves are neither out of one area (movement.3) nor into one (movement.4), or not that many."""
    first_origin, first_to, _ = moves[0]
    if all(origin == first_origin for origin, _, _ in moves):
        total = sum(count for _, _, count in moves)
        return too_many(first_origin, total, have[first_origin]) if total > have[first_origin] else None
    if any(to != first_to for _, to, _ in moves):
        return two_kinds()
    for origin, _, count in moves:
        if count > have[origin]:
            return too_many(origin, count, have[origin])
    return None


class Reveal(Automatic[FiveCitiesPosition], frozen=True, tag=True):
    """Moves leave their areas together (movement.15); who held what is noted first (combat.4)."""

    title = "Reveal"
    clause = "fivecities/movement.1"

    def run(self, position: FiveCitiesPosition, log: Log) -> None:
        """Put the moving pieces on the way."""
        first, second = position.pieces
        position.held = [0 if a else 1 if b else -1 for a, b in zip(first, second, strict=True)]
        marching: list[March] = []
        for seat, order in enumerate(position.orders):
            own = position.pieces[seat]
            if log:
                places = tuple({IDS[area]: None for a, b, _ in order.moves for area in (a, b)})
                log.say(f"{order}.", clause=self.clause, seat=seat, places=places, shows=order.marks(seat))
            for origin, to, count in order.moves:
                own[origin] -= count
                marching.append((seat, origin, to, count))
        position.marching = marching
