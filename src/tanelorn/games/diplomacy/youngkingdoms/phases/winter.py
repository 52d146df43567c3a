"""Winter in the Young Kingdoms: centres won by units and by magic, builds and removals without hordes and sorcerers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tanelorn.core.log import Log
from tanelorn.games.diplomacy.orders.order import Unit
from tanelorn.games.diplomacy.phases import chronicle
from tanelorn.games.diplomacy.youngkingdoms.board import ATLAS, KELMAIN, POWER_OF
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.youngkingdoms.variant import YoungKingdomsVariant


def take_centres(variant: YoungKingdomsVariant, position: YoungKingdomsPosition, log: Log) -> None:
    """Give each centre to the power whose unit or, by magic, whose sorcerer stands there (5.2c, 5.5.centres)."""
    before, living = position.owners, variant.living(position) if log else []
    owners = dict(zip(ATLAS.centres, before, strict=True))
    hordes = set(position.horde_centres)
    stands = {ATLAS.province[unit.at]: unit for unit in position.units}
    for centre in ATLAS.centres:
        if centre in stands:
            owners[centre] = stands[centre].power
            (hordes.add if stands[centre].kind == KELMAIN else hordes.discard)(centre)
    for who in (0, 1):
        at, grip = position.sorcerers[who]
        if grip and at in owners and (at not in stands or stands[at].power == POWER_OF[who]):
            if POWER_OF[who] not in before:  # a power without centres may build there from now on (youngkingdoms/6)
                position.new_homes = tuple(sorted({*position.new_homes, (POWER_OF[who], at)}))
            owners[at] = POWER_OF[who]
            if at not in stands:
                hordes.discard(at)
    position.owners = tuple(owners[centre] for centre in ATLAS.centres)
    position.horde_centres = tuple(sorted(hordes))
    if log:
        chronicle.centres(variant, before, position.owners, log)
        chronicle.eliminated(variant, position, living, log)


def due(variant: YoungKingdomsVariant, position: YoungKingdomsPosition, seat: int) -> int:
    """Return builds or removals: hordes count neither as units nor do their centres feed any (5.5.kelmain)."""
    centres = [centre for centre in variant.centres_of(position, seat) if centre not in position.horde_centres]
    return len(centres) - len(removable(position, seat))


def measured_from(variant: YoungKingdomsVariant, position: YoungKingdomsPosition, seat: int) -> list[int]:
    """Return the home centres of a power, and those won by magic (youngkingdoms/6).

    What is furthest from them goes first (1.removals).
    """
    won = [place for power, place in position.new_homes if power == seat]
    return list(dict.fromkeys([*variant.home[seat], *won]))


def building_sites(variant: YoungKingdomsVariant, position: YoungKingdomsPosition, seat: int) -> list[int]:
    """Return the home centres still owned and empty (1.builds); of sorcerers only another power's is in the way."""
    owned = set(variant.centres_of(position, seat))
    taken = {ATLAS.province[unit.at] for unit in position.units}
    taken |= {one.at for one, power in zip(position.sorcerers, POWER_OF, strict=True) if power != seat}
    return [home for home in measured_from(variant, position, seat) if home in owned and home not in taken]


def removable(position: YoungKingdomsPosition, seat: int) -> list[Unit]:
    """Return the units that count in winter: no sorcerers (youngkingdoms/6), no Kelmain armies (5.5.kelmain)."""
    return [unit for unit in position.units if unit.power == seat and unit.kind != KELMAIN]
