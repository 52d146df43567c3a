"""What lies on a Diplomacy board and what comes next."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from typing_extensions import TypeVar

from tanelorn.core.choices import Choice
from tanelorn.core.fields import Open
from tanelorn.core.position import Position
from tanelorn.core.steps import Step
from tanelorn.games.diplomacy.judge.retreats import Beaten
from tanelorn.games.diplomacy.orders.order import Order, Unit

SPRING, AUTUMN, WINTER = range(3)


class Ruled(NamedTuple):
    """An order as it was revealed: whose, whether it succeeded, and if not why and through which province's unit."""

    power: int
    order: Order
    fine: bool = True
    why: str = ""
    by: int = -1


class DiplomacyPosition(Position[Step, Choice], kw_only=True):
    """The whole board; all but sealed slips lies open. No field is changed in place, so that a copy may share it."""

    year: Annotated[int, Open(says="the year")]
    season: Annotated[int, Open(says="SPRING, AUTUMN or WINTER")] = SPRING
    units: Annotated[tuple[Unit, ...], Open(says="the units, sorted by province")] = ()
    owners: Annotated[tuple[int, ...], Open("centre", "the power that owns it, -1 for nobody")] = ()
    beaten: Annotated[tuple[Beaten, ...], Open(says="the dislodged who may still retreat")] = ()
    contested: Annotated[tuple[int, ...], Open(says="the provinces closed to them by a stand-off")] = ()
    gone: Annotated[tuple[int, ...], Open(says="the powers in civil disorder")] = ()
    ruled: Annotated[tuple[Ruled, ...], Open(says="the orders last revealed and what became of them")] = ()
    limit: Annotated[int, Open(says="the last year, 0 for none")] = 0


P = TypeVar("P", bound=DiplomacyPosition, default=Any)
"""The position of a board; what does not say of which board it speaks takes any."""
