"""What one power knows before it writes its orders: who can come where, and what each place is worth to it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tanelorn.games.diplomacy.judgement.lines import Line, lines_of
from tanelorn.games.diplomacy.judgement.magic import walls_of
from tanelorn.games.diplomacy.judgement.phase import Phase
from tanelorn.games.diplomacy.judgement.reach import Floats
from tanelorn.games.diplomacy.orders.order import FLEET, Order
from tanelorn.games.diplomacy.position import AUTUMN
from tanelorn.games.diplomacy.slips.slip import Slip

Counts = NDArray[np.int_]

WEAK = 0.4  # what a centre attracts more if more of us can come than of others,
QUIET = 0.03  # and an own one that nobody threatens
CROWN = 1.2  # more for the last centre that wins the game, ours or an own one that such a power could take;
LACKS = 3  # for each of the last so many its part
ARRIVAL = (0.8, 2.0)  # how much being there counts beside being near, in spring and in autumn
LEAVING = 0.3  # what a march by sea costs beside what its fleets give up
AGAIN = 0.2  # and a march that has just failed


class Option(NamedTuple):
    """One way for a unit to end up somewhere: staying, marching, or by sea with the help of own fleets (by line)."""

    score: float
    line: int
    to: int
    order: Order
    fleets: tuple[tuple[int, Order], ...] = ()


class Brief:
    """Everything that proposals of one seat are drawn from."""

    def __init__(self, phase: Phase, seat: int) -> None:
        atlas = phase.variant.atlas
        self.atlas = atlas
        self.seat = seat
        self.phase = phase
        self.slots = phase.choices(seat).slots
        self.lines: list[Line] = lines_of(self.slots)
        self.sorcerers = [slot for slot in self.slots if slot.must and slot.key[0] == "sorcerer"]
        self.walls = walls_of(phase.position, seat)
        self.afloat = any(line.kind == FLEET for line in self.lines)
        self.line_at = {line.here: number for number, line in enumerate(self.lines)}
        self.holder = [-1] * atlas.size
        for power, _, at in phase.position.units:
            self.holder[atlas.province[at]] = power
        reach = phase.worth.reach
        near = np.zeros((phase.worth.powers, atlas.size), int)
        field = phase.variant.field(phase.position.units)
        for (power, _, _), here, beside in zip(field.units, field.here, field.beside, strict=True):
            near[power, [here, *beside]] += 1
        others = np.delete(near, seat, axis=0)
        self.rivals: list[int] = others.max(0).tolist()
        self._open: dict[int, bool] = {}
        self.values = self._values(near[seat], others)
        arrival = ARRIVAL[phase.position.season == AUTUMN]
        self.scores = reach.pull @ self.values + arrival * reach.stands @ self.values
        self.options = [option for number in range(len(self.lines)) for option in self._options(number)]

    def orders(self, slip: Slip) -> tuple[list[Order], list[Order]]:
        """Return the orders of units, by line, and of sorcerers that a slip has."""
        now = {self.slots.variant.key(order): order for order in slip.orders}
        return [now[line.slot.key] for line in self.lines], [now[slot.key] for slot in self.sorcerers]

    def is_open(self, province: int) -> bool:
        """Tell whether another power could come to a province, by convoy too."""
        if self.rivals[province] > 0:
            return True
        if province not in self._open:
            self._open[province] = self.phase.variant.is_in_reach(self.phase.position, province, (self.seat,))
        return self._open[province]

    def _values(self, mine: Counts, others: Counts) -> Floats:
        """Return what each province attracts this power's units with."""
        values = np.zeros(self.atlas.size, np.float32)
        owners, drives = self.phase.position.owners, self.phase.drives
        rivals = others.max(0)
        crowns = [self._crown(owners.count(power)) for power in range(self.phase.worth.powers)]
        theirs = np.delete(np.array(crowns), self.seat)[:, None]
        raided = ((others > 0) * theirs).max(0)
        for centre, owner in zip(self.atlas.centres, owners, strict=True):
            if owner == self.seat:
                values[centre] = QUIET + drives.threatened * min(3, int(rivals[centre])) + raided[centre]
            else:
                worth = drives.neutral if owner < 0 else drives.foreign + drives.plump * owners.count(owner)
                values[centre] = worth + WEAK * bool(mine[centre] > rivals[centre]) + crowns[self.seat]
        return values

    def _crown(self, owned: int) -> float:
        """Return what one more centre is worth beyond itself to a power that owns so many."""
        lacks = max(1, self.atlas.file.victory - owned)
        return CROWN / lacks if lacks <= LACKS else 0.0

    def _score(self, line: Line, at: int) -> float:
        return float(self.scores[self.phase.worth.reach.post(line.kind, at, self.afloat)])

    def _stale(self, order: Order) -> float:
        return AGAIN if (self.seat, order.at, order.to) in self.phase.failed else 0.0

    def _options(self, number: int) -> list[Option]:
        line = self.lines[number]
        found = [Option(self._score(line, line.at), number, line.here, line.stay)]
        for to, orders in line.moves.items():
            found += [Option(self._score(line, order.to) - self._stale(order), number, to, order) for order in orders]
        for to, order in line.by_sea.items():
            if self.values[to] > 0 and to not in line.moves:
                fleets = self._fleets(line.here, to)
                if fleets:
                    found.append(Option(self._score(line, to) - LEAVING, number, to, order, fleets))
        return found

    def _fleets(self, start: int, end: int) -> tuple[tuple[int, Order], ...]:
        """Return the fewest own fleets that carry an army there, with their orders; none if they cannot."""
        able = {line.here: number for number, line in enumerate(self.lines) if (start, end) in line.convoys}
        touch = self.atlas.touch
        chains: list[tuple[int, ...]] = [(sea,) for sea in able if touch[start] >> sea & 1]
        for chain in chains:
            if touch[end] >> chain[-1] & 1:
                return tuple((able[sea], self.lines[able[sea]].convoys[start, end]) for sea in chain)
            if len(chain) < 3:
                chains += [(*chain, sea) for sea in able if sea not in chain and touch[chain[-1]] >> sea & 1]
        return ()
