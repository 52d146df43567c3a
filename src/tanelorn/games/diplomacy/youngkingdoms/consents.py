"""Agreement to share a space (5.1): what a seat may write, why the rest is refused, what is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from tanelorn.core.errors import Illegal
from tanelorn.core.log import Log
from tanelorn.games.diplomacy.orders.order import Order
from tanelorn.games.diplomacy.slips.slots import Slot
from tanelorn.games.diplomacy.youngkingdoms.board import ATLAS, POWER_OF, SEATS, Consent
from tanelorn.games.diplomacy.youngkingdoms.notation import CONSENT
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.slips.slip import Slip

CLAUSE = "youngkingdoms/5.1"


def slots(position: YoungKingdomsPosition, seat: int) -> Iterator[Slot]:
    """Yield what a seat may agree to (5.1): with a power, or in a space where a sorcerer may meet one of its units."""
    mine = position.sorcerers_of(seat)
    alive = [who for who in (0, 1) if position.sorcerers[who].alive]
    for power in range(len(SEATS)) if mine else [POWER_OF[who] for who in alive]:
        if power != seat:
            yield Slot(("consent", "power", power), partial(list, [Order(CONSENT, whom=power)]), must=False)
    near: set[int] = set()
    for who in alive:
        at = position.sorcerers[who].at
        near |= {at, *ATLAS.next_to[at]}
    stand = {ATLAS.province[unit.at] for unit in position.units if unit.power == seat}
    reach = near if mine else {place for place in near if place in stand or stand & set(ATLAS.next_to[place])}
    for place in sorted(reach):
        yield Slot(("consent", "space", place), partial(list, [Order(CONSENT, to=place)]), must=False)


def refusal(seat: int, order: Order) -> Illegal:
    """Return why a seat cannot agree to share with this power or in this space."""
    if order.whom == seat:
        return Illegal(
            "You need not agree with yourself.", remedy="Name the other power, as “consent Lormyr”.", clause=CLAUSE
        )
    if order.whom >= 0:
        return Illegal(
            f"Neither you nor {SEATS[order.whom]} has a sorcerer: there is nothing to share.",
            remedy="Leave the agreement out.",
            clause=CLAUSE,
        )
    return Illegal(
        f"No sorcerer and unit of yours can meet in {ATLAS.names[order.to]}.",
        remedy="Name a space that a sorcerer is in or next to, or name the power.",
        clause=CLAUSE,
    )


def given(slips: Mapping[int, Slip]) -> tuple[Consent, ...]:
    """Return what the seats have agreed to on their slips."""
    return tuple(
        Consent(seat, order.whom, order.to)
        for seat, slip in sorted(slips.items())
        for order in slip.orders
        if order.verb == CONSENT
    )


def announce(position: YoungKingdomsPosition, log: Log) -> None:
    """Write into the log who has agreed with whom."""
    for consent in position.consents:
        whom = SEATS[consent.power] if consent.power >= 0 else f"anybody in {ATLAS.names[consent.place]}"
        text = f"**{SEATS[consent.seat]}** agrees to share with {whom}."
        log.say(text, clause=CLAUSE, seat=consent.seat)
