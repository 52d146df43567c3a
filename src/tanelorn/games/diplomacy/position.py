"""What lies on a Diplomacy board and what comes next."""

from __future__ import annotations

from typing import Any, NamedTuple

from tanelorn.core.position import Position
from tanelorn.games.diplomacy.orders import Order, Unit
from tanelorn.games.diplomacy.retreats import Beaten

SPRING, AUTUMN, WINTER = range(3)


class Ruled(NamedTuple):
    """An order as it was revealed: whose, whether it succeeded, and if not why and through which province's unit."""

    power: int
    order: Order
    fine: bool = True
    why: str = ""
    by: int = -1


class DiplomacyPosition(Position[Any, Any], kw_only=True):
    """`units` are sorted by province; `owners[i]` is the power that owns centre i of the atlas, -1 for nobody.

    `beaten` are the dislodged who may still retreat, `contested` the provinces closed to them by a stand-off; `gone`
    are the powers in civil disorder; `ruled` are the orders last revealed and what became of them. `limit` is the last
    year, 0 for none. None of these is changed in place, so that a copy may share them.
    """

    year: int
    season: int = SPRING
    units: tuple[Unit, ...] = ()
    owners: tuple[int, ...] = ()
    beaten: tuple[Beaten, ...] = ()
    contested: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    ruled: tuple[Ruled, ...] = ()
    limit: int = 0
