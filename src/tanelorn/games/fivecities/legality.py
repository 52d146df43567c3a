"""Why an order is refused, each reason with its clause."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.core.amounts import amount
from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.games.fivecities.board import BOARD, NAMES, NEIGHBOURS, PROVINCES
from tanelorn.games.fivecities.orders import Move


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


def no_bombardment_left() -> TanelornError:
    """All three are spent (sorcery.4)."""
    return Illegal(
        "No bombardment is left: all three are spent.", remedy="Leave “Bomb” out.", clause="fivecities/sorcery.4"
    )
