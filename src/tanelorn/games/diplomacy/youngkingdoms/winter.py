"""Winter in the Young Kingdoms: centres won by units and by magic, builds and removals without hordes and sorcerers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tanelorn.core.log import Log
from tanelorn.games.diplomacy.phases import chronicle
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.realm import ATLAS, KELMAIN, POWER_OF

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.youngkingdoms.variant import YoungKingdomsVariant


def take_centres(variant: YoungKingdomsVariant, position: YoungKingdomsPosition, log: Log) -> None:
    """Give each centre to the power whose unit stands there, or whose sorcerer holds it by magic (5.2c)."""
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
            if POWER_OF[who] not in before:  # a power without centres may build there from now on (6)
                position.new_homes = tuple(sorted({*position.new_homes, (POWER_OF[who], at)}))
            owners[at] = POWER_OF[who]
            if at not in stands:
                hordes.discard(at)
    position.owners = tuple(owners[centre] for centre in ATLAS.centres)
    position.horde_centres = tuple(sorted(hordes))
    if log:
        chronicle.centres(variant, before, position.owners, log)
        chronicle.eliminated(variant, position, living, log)
