"""The year: spring and autumn moves with their retreats, then centres, victory, builds and removals."""

from __future__ import annotations

from typing import ClassVar

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Seals
from tanelorn.games.diplomacy.position import AUTUMN, SPRING, WINTER, DiplomacyPosition
from tanelorn.games.diplomacy.slips.slip import Slip, Slips
from tanelorn.games.diplomacy.variant import Variant
from tanelorn.games.diplomacy.victory import end_if_over, end_if_won

Given = dict[int, Slip]


class Orders(Seals[DiplomacyPosition, Slip], frozen=True):
    """Every power with units writes its orders in secret (diplomacy/orders, youngkingdoms/1.orders)."""

    title = "Orders"
    word: ClassVar[str] = "orders"
    variant: ClassVar[Variant]

    def seats(self, position: DiplomacyPosition) -> tuple[int, ...]:
        """Return the powers that have units and have not left."""
        return self.variant.ordering(position)

    def choices(self, position: DiplomacyPosition, seat: int) -> Slips:
        """Return every slip of orders that a seat may hand in."""
        return Slips(self.variant.move_slots(position, seat), "Write your orders, then seal them.")

    def reveal(self, position: DiplomacyPosition, choices: Given, log: Log) -> None:
        """Resolve all orders together; offers of a draw lapse."""
        position.offers.clear()
        self.variant.move(position, choices, log)


class Retreats(Seals[DiplomacyPosition, Slip], frozen=True):
    """Dislodged units retreat or are disbanded (diplomacy/retreat, youngkingdoms/1.retreat)."""

    title = "Retreats"
    word: ClassVar[str] = "retreats"
    variant: ClassVar[Variant]

    def seats(self, position: DiplomacyPosition) -> tuple[int, ...]:
        """Return the seats that have a retreat to choose."""
        return self.variant.retreating(position)

    def choices(self, position: DiplomacyPosition, seat: int) -> Slips:
        """Return every slip of retreats that a seat may hand in."""
        return Slips(self.variant.retreat_slots(position, seat), "Your dislodged units retreat or disband.")

    def reveal(self, position: DiplomacyPosition, choices: Given, log: Log) -> None:
        """Resolve all retreats together."""
        self.variant.retreat(position, choices, log)


class Adjustments(Seals[DiplomacyPosition, Slip], frozen=True):
    """Powers build units or remove them, as many as their centres say.

    Clauses diplomacy/builds, diplomacy/removals; youngkingdoms/1.builds, youngkingdoms/1.removals.
    """

    title = "Builds and removals"
    word: ClassVar[str] = "builds"
    variant: ClassVar[Variant]

    def seats(self, position: DiplomacyPosition) -> tuple[int, ...]:
        """Return the seats that have a build or a removal to choose."""
        return self.variant.adjusting(position)

    def choices(self, position: DiplomacyPosition, seat: int) -> Slips:
        """Return every slip of builds, or of removals, that a seat may hand in."""
        slots = self.variant.adjust_slots(position, seat)
        count = slots.most
        prompt = f"Remove {count}." if slots.least else f"Build up to {count}, or fewer."
        return Slips(slots, f"{prompt} Then seal.")

    def reveal(self, position: DiplomacyPosition, choices: Given, log: Log) -> None:
        """Carry out all builds and removals together."""
        self.variant.adjust(position, choices, log)


class Year(Automatic[DiplomacyPosition], frozen=True):
    """Decides which phase comes next (diplomacy/seasons, youngkingdoms/1.seasons, youngkingdoms/8).

    `after` names the one that is done.
    """

    after: str = ""

    variant: ClassVar[Variant]
    orders: ClassVar[type[Orders]]
    retreats: ClassVar[type[Retreats]]
    adjustments: ClassVar[type[Adjustments]]

    def run(self, position: DiplomacyPosition, log: Log) -> None:
        """Go on to the next phase in which somebody has a choice; skip the others."""
        match self.after:
            case "":
                self._begin_season(position, log)
            case "orders":
                self._lay(position, self.retreats(), "retreats", log)
            case "retreats":
                if position.season == SPRING:
                    position.season = AUTUMN
                    self._begin_season(position, log)
                else:
                    self._end_year(position, log)
            case "centres":
                self._lay(position, self.adjustments(), "builds", log)
            case _:
                if end_if_over(self.variant, position):
                    return
                position.season = SPRING
                position.year += 1
                self._begin_season(position, log)

    def _begin_season(self, position: DiplomacyPosition, log: Log) -> None:
        self._lay(position, self.orders(), "orders", log)

    def _lay(self, position: DiplomacyPosition, step: Orders | Retreats | Adjustments, word: str, log: Log) -> None:
        """Put a phase on the agenda, or carry it out at once where nobody has a choice."""
        position.then(type(self)(word))
        if step.seats(position):
            position.then(step)
        elif word != "orders" or position.units:
            step.reveal(position, {}, log)

    def _end_year(self, position: DiplomacyPosition, log: Log) -> None:
        self.variant.count_centres(position, log)
        if end_if_won(self.variant, position) or end_if_over(self.variant, position):
            return
        position.season = WINTER
        position.then(type(self)("centres"))
