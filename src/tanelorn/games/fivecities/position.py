"""What lies on the board of Five Cities and what comes next."""

from __future__ import annotations

from typing import Any

from tanelorn.core.position import Position

March = tuple[int, int, int, int]
"""Pieces on the way: seat, origin, destination, number."""


class FiveCitiesPosition(Position[Any, Any], kw_only=True):
    """`pieces[seat][area]` counts pieces; `bombs[seat]` the bombardments left; `limit` the last turn, 0 for none.

    `orders`, `held` (who stood in each area before the moves, -1 for nobody) and `marching` are empty but while a
    turn is carried out.
    """

    pieces: list[list[int]]
    bombs: list[int]
    turn: int = 0
    limit: int = 200
    orders: list[Any] = []
    held: list[int] = []
    marching: list[March] = []

    def copy(self) -> FiveCitiesPosition:
        """Return an independent copy."""
        new: FiveCitiesPosition = self.__copy__()  # type: ignore[attr-defined]
        new.agenda = self.agenda[:]
        new.sealed = self.sealed.copy()
        new.known = self.known[:]
        new.offers = self.offers[:]
        first, second = self.pieces
        new.pieces = [first[:], second[:]]
        new.bombs = self.bombs[:]
        new.orders = self.orders[:]
        new.held = self.held[:]
        new.marching = self.marching[:]
        return new
