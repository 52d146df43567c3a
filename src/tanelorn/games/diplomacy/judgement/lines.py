"""The lines of a slip of orders, sorted by what they are for."""

from __future__ import annotations

from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.orders.order import CONVOY, MOVE, SUPPORT, Order
from tanelorn.games.diplomacy.slips.slots import Slot, Slots

SORCERERS = (2, 3)  # kinds of unit
HERE = -1  # the target of a support to hold


class Line:
    """What one unit may be ordered.

    `moves` are overland, by province; `by_sea` by province too. `supports[province of the unit, target]`, the target
    HERE for a support to hold; `backs` the same for sorcerers who attack; `convoys[province of the army, target]`.
    `stay` is what counts when nothing is written.
    """

    def __init__(self, atlas: Atlas, slot: Slot) -> None:
        province = atlas.province
        self.slot = slot
        self.stay = slot.default
        self.kind = self.stay.kind
        self.at = self.stay.at
        self.here = province[self.at] if self.at >= 0 else -1
        self.moves: dict[int, list[Order]] = {}
        self.by_sea: dict[int, Order] = {}
        self.supports: dict[tuple[int, int], Order] = {}
        self.backs: dict[tuple[int, int], Order] = {}
        self.convoys: dict[tuple[int, int], Order] = {}
        for order in slot.orders:
            verb, to = order[0], order[3]
            if verb == MOVE:
                if order.via:
                    self.by_sea[province[to]] = order
                else:
                    self.moves.setdefault(province[to], []).append(order)
            elif verb == SUPPORT:
                supports = self.backs if order.whom in SORCERERS else self.supports
                supports.setdefault((order[4], HERE if to < 0 else province[to]), order)
            elif verb == CONVOY:
                self.convoys[order[4], province[to]] = order


def lines_of(slots: Slots) -> list[Line]:
    """Return the lines of all units; sorcerers are none."""
    return [Line(slots.variant.atlas, slot) for slot in slots if slot.must and slot.key[0] == "unit"]
