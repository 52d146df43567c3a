"""One phase of a game of slips: what joint slips lead to, and what that is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tanelorn.core.choices import Choice
from tanelorn.core.log import SILENT
from tanelorn.core.play.table import Table
from tanelorn.games.diplomacy.judge.judging import adjudicate
from tanelorn.games.diplomacy.judge.retreats import beaten, standing
from tanelorn.games.diplomacy.judgement.reach import Floats
from tanelorn.games.diplomacy.judgement.weights import WEIGHTS, Weights
from tanelorn.games.diplomacy.judgement.worth import Worth
from tanelorn.games.diplomacy.orders.order import ARMY, FLEET, MOVE, hold
from tanelorn.games.diplomacy.position import AUTUMN, SPRING, DiplomacyPosition
from tanelorn.games.diplomacy.sequence import Adjustments, Orders, Retreats
from tanelorn.games.diplomacy.slips.slip import Slip, Slips
from tanelorn.games.diplomacy.variant import Variant

Joint = Mapping[int, Choice]

UNITS = (ARMY, FLEET)
EFFORT = 0.01  # centres that a move which fails costs: without hope of more, a unit had better support or stay
AGAIN = 0.25  # and one that had failed the last time already
OUTLOOK = 0.03  # what it counts in winter how near units are to what they may take in later years


@lru_cache(maxsize=8)
def worth_of(variant: Variant, weights: Weights = WEIGHTS) -> Worth:
    """Return who judges positions of a board by these weights."""
    return Worth(variant, weights)


def is_slip_step(step: object) -> bool:
    """Tell whether slips are written in a step."""
    return isinstance(step, Orders | Retreats | Adjustments)


class Phase:
    """A position at which slips are written, as it is judged by these weights. Nothing here changes it."""

    def __init__(self, table: Table, weights: Weights = WEIGHTS) -> None:
        self.drives = weights.drives
        self.position: DiplomacyPosition = table.position
        self.step: Any = table.step
        self.variant: Variant = table.game.variant  # type: ignore[attr-defined]
        self.worth = worth_of(self.variant, weights)
        self.seats: tuple[int, ...] = table.step.seats(self.position) if table.step is not None else ()
        self._plain = self.is_orders and type(self.variant).move is Variant.move
        key = self.variant.key
        self._idle = [hold(unit) for unit in self.position.units]
        self._number = {key(order): number for number, order in enumerate(self._idle)}
        self.failed = frozenset(
            (one.power, one.order.at, one.order.to)
            for one in self.position.ruled
            if one.order.verb == MOVE and not one.fine
        )

    @property
    def is_orders(self) -> bool:
        """Whether units are ordered, not retreats or builds."""
        return isinstance(self.step, Orders)

    def choices(self, seat: int) -> Slips:
        """Return what a seat may write."""
        slips: Slips = self.step.choices(self.position, seat)
        return slips

    def after(self, joint: Joint) -> DiplomacyPosition:
        """Return the position once these slips are carried out; in autumn with the centres that change hands."""
        twin: DiplomacyPosition = self.position.copy()
        if self._plain:
            self._move(twin, joint)
        else:
            self.step.reveal(twin, joint, SILENT)
        if twin.season == AUTUMN:
            self.variant.count_centres(twin, SILENT)
        return twin

    def _move(self, twin: DiplomacyPosition, joint: Joint) -> None:
        """Do what the standard rules do, but ask for no reasons: that takes longer than all the rest."""
        orders = self._idle.copy()
        number, key = self._number, self.variant.key
        for slip in joint.values():
            for order in cast(Slip, slip).orders:
                orders[number[key(order)]] = order
        verdict = adjudicate(self.variant.atlas, twin.units, orders)
        twin.units = tuple(standing(verdict))
        twin.beaten = tuple(beaten(verdict))

    def _efforts(self, joint: Joint, after: DiplomacyPosition) -> list[float]:
        """Return what each power has spent on moves that failed, in centres."""
        province = self.variant.atlas.province
        stands = {(unit.power, province[unit.at]) for unit in after.units}
        spent = [0.0] * self.worth.powers
        for seat, slip in joint.items():
            for _, kind, at, to, *_ in [order for order in cast(Slip, slip).orders if order.verb == MOVE]:
                if kind in UNITS and (seat, province[to]) not in stands:
                    spent[seat] += AGAIN if (seat, at, to) in self.failed else EFFORT
        return spent

    def values(self, joints: Sequence[Joint]) -> Floats:
        """Return the centres that each power may expect after each of these: float32 [joint, power].

        What it has spent on moves that failed is taken off.
        """
        if not joints:
            return np.zeros((0, self.worth.powers), np.float32)
        after = [self.after(joint) for joint in joints]
        winter = self.position.season == AUTUMN
        expected = self.worth.expected(after, AUTUMN if self.position.season == SPRING else SPRING, winter=winter)
        if self.is_orders:
            spent = [self._efforts(joint, position) for joint, position in zip(joints, after, strict=True)]
            expected -= np.array(spent, np.float32)
        elif isinstance(self.step, Adjustments):
            expected += OUTLOOK * self.worth.outlook(after)
        return expected

    def gains(self, expected: Floats, seat: int) -> NDArray[np.float64]:
        """Return what a seat makes of the centres that each power may expect: [joint slip]."""
        strongest = np.delete(expected, seat, axis=1).max(1)
        return np.asarray(expected[:, seat] - self.drives.envy * strongest, float)


def expected_at(table: Table, weights: Weights = WEIGHTS) -> Floats:
    """Return the centres that each power may expect as a table stands, by these weights: float32 [power]."""
    variant: Variant = table.game.variant  # type: ignore[attr-defined]
    position: DiplomacyPosition = table.position
    worth = worth_of(variant, weights)
    ordering = isinstance(table.step, Orders)
    winter = (position.season == AUTUMN and not ordering) or isinstance(table.step, Adjustments)
    if position.season == AUTUMN and not ordering:
        position = position.copy()
        variant.count_centres(position, SILENT)
    season = position.season if ordering else AUTUMN if position.season == SPRING else SPRING
    found: Floats = worth.expected([position], season, winter=winter)[0]
    return found


__all__ = ["Joint", "Phase", "Slip", "expected_at", "is_slip_step", "worth_of"]
