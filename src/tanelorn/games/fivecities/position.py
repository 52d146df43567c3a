"""What lies on the board of Five Cities and what comes next."""

from __future__ import annotations

from typing import Annotated

from tanelorn.core.choices import Choice
from tanelorn.core.fields import Open
from tanelorn.core.position import Position
from tanelorn.core.steps import Step
from tanelorn.games.fivecities.notation import Order

March = tuple[int, int, int, int]
"""Pieces on the way: seat, origin, destination, number."""


class FiveCitiesPosition(Position[Step, Choice], kw_only=True):
    """The whole board: everything but sealed orders lies open (info.1)."""

    pieces: Annotated[tuple[list[int], list[int]], Open("seat, area", "how many pieces stand there")]
    bombs: Annotated[list[int], Open("seat", "the bombardments left")]
    turn: Annotated[int, Open(says="the number of the turn")] = 0
    limit: Annotated[int, Open(says="the last turn, 0 for none")] = 200
    orders: Annotated[list[Order], Open("seat", "the orders that are carried out, else empty")] = []
    held: Annotated[list[int], Open("area", "who stood there before the moves, -1 for nobody, else empty")] = []
    marching: Annotated[list[March], Open(says="pieces on the way while orders are carried out")] = []
