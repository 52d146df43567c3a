"""How a bot weighs things: the temper of the one that looks at its own turn, and that of the thinker."""

from __future__ import annotations

from typing import NamedTuple

from tanelorn.games.albion.position import AlbionPosition
from tanelorn.games.albion.scenarios import alone
from tanelorn.games.albion.victory import EMPTIED, RUIN, TIMES, emptied
from tanelorn.games.albion.world import FOMORIAN


class Temper(NamedTuple):
    """`edge`: how many points an attack must be expected to gain; `push`: how many one that goes on. `cost`: how dearly
    own losses are reckoned. `wound`: what a wound is worth. `guard`: how many points stay in a fortress that enemies
    could come to, `watch`: within how many hexes. `haste`: how much of a goal's worth is left for each turn that the
    way takes. `pride`: how much weaker a champion may be than the one whom he answers; `bold`: by how much he must be
    stronger before he challenges. `flee`: how many points an enemy who has come must be expected to gain before a host
    leaves or others come; `relief`: how much less he must gain if they come. `hold`: how likely a fortress is thought
    to fall that its host leaves to enemies within `watch` hexes. `wake`: what it costs to rouse a kingdom that sleeps.
    `keen`: how well it is understood that where threefold points win a lost point weighs three times for one side and a
    third for the other (22.5).
    """

    edge: float = 1.0
    cost: float = 1.0
    wound: float = 0.7
    guard: int = 1
    watch: int = 8
    haste: float = 0.5
    pride: int = 0
    push: float = 0.3
    flee: float = 3.0
    bold: int = 1
    relief: float = 1.0
    hold: float = 0.0
    wake: float = 0.0
    keen: float = 0.0


PLAIN = Temper()
"""The temper of the bot that looks one turn ahead."""
BASE = PLAIN
"""That of the thinker, who differs by what he tries out: no other temper has done clearly better in games so far."""


def restraint(position: AlbionPosition, seat: int) -> float:
    """Return how many points more an attack must promise in the long war, which both lose above so many (23.2).

    Who leads keeps still when that is near; so does who is behind, once he could not catch up any more.
    """
    if alone(position):
        return 0.0
    fomorian, faerie = position.points[0] + EMPTIED * len(emptied(position)), position.points[1]
    room = RUIN - fomorian - faerie
    behind = faerie - fomorian if seat == FOMORIAN else fomorian - faerie
    if behind < 0:
        return max(0.0, (NEAR - room) / 2)
    return STILL if behind + MARGIN > room else 0.0


NEAR, STILL, MARGIN = 90, 60.0, 15
"""From how many points below the ruin of both the leader is wary; how much is enough to keep still; what is spared."""


def dearness(position: AlbionPosition, seat: int, temper: Temper) -> float:
    """Return how many points gained outweigh one that is lost, by the temper."""
    if not alone(position):
        return temper.cost
    factor: float = float(TIMES) ** (temper.keen if seat == FOMORIAN else -temper.keen)
    return temper.cost * factor
