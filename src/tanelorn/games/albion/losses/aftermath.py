"""When something has gone out of a hex: both sides see what they still meet, and the helpless are checked (18.0a)."""

from __future__ import annotations

from tanelorn.core.steps import Consequence
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN
from tanelorn.games.albion.state.stacks import stands_in


class AfterLoss(Consequence, frozen=True, tag=True):
    """Something has gone out of a hex: each side is told what it still meets there, and the helpless evade or die
    (18.0a). In a hex that is fought over this waits for the end of the combat.
    """

    hex: int
    title = "Helpless persons"
    clause = "albion/18.0a"


def fought_over(position: AlbionPosition, hex: int) -> bool:
    """Tell whether a combat goes on in a hex; the duel of a Mental Attack is none between those who stand there."""
    battle = position.battle
    return battle is not None and battle.fight.hex == hex and battle.fight.kind != "mental"


def in_contact(position: AlbionPosition, hex: int) -> bool:
    """Tell whether both sides have something ashore in a hex, which lies open."""
    return stands_in(position, FOMORIAN, hex) and stands_in(position, FAERIE, hex)


def check_later(position: AlbionPosition, *hexes: int) -> None:
    """Have hexes checked once all that is leaving them has left; both players must know that something leaves."""
    steps = [AfterLoss(hex) for hex in hexes]
    position.then(*(step for step in steps if step not in position.agenda))


def check_contacts(position: AlbionPosition) -> None:
    """Have every hex checked in which both sides stand."""
    check_later(position, *(hex for hex in sorted({*position.people, *position.troops}) if in_contact(position, hex)))
