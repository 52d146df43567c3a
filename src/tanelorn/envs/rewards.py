"""What a game is worth to each seat, by its outcome alone."""

from __future__ import annotations

from tanelorn.core.position import Outcome

ILLEGAL = -1.0
"""What a pick that the mask forbids is worth to who makes it, where that ends the game."""


def rewards_of(outcome: Outcome | None, seats: int) -> tuple[float, ...]:
    """Return a reward from -1 to 1 for each seat; together they are 0, unless there is one seat alone.

    Of n seats each that has not won pays 1/(n - 1), and the winners share that: a lone winner gets 1. Nobody gets
    anything while the game is on, after a draw, or where all have lost or won. A seat that plays alone gets 1 if it
    wins, else -1.
    """
    if outcome is None:
        return (0.0,) * seats
    winners = outcome.winners
    if seats == 1:
        return (1.0,) if winners else (-1.0,)
    if not winners:
        return (0.0,) * seats
    paid = 1 / (seats - 1)
    won = paid * (seats - len(winners)) / len(winners)
    return tuple(won if seat in winners else -paid for seat in range(seats))
