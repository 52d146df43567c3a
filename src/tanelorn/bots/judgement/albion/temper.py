"""How a bot weighs things: the plain temper of the one that looks at its own turn, and the tuned one of the thinker."""

from __future__ import annotations

from typing import NamedTuple

from tanelorn.games.albion.position import AlbionPosition
from tanelorn.games.albion.scenarios import alone
from tanelorn.games.albion.victory import TIMES
from tanelorn.games.albion.world import FOMORIAN


class Temper(NamedTuple):
    """`edge`: how many points an attack must be expected to gain. `cost`: how dearly own losses are reckoned, on top of
    what the scenario makes of them. `wound`: what a wound is worth. `guard`: how many points stay in a fortress that
    enemies could come to, `watch`: within how many hexes. `haste`: how much a goal loses with each turn that the way
    takes. `pride`: how much weaker a champion may be than the one whom he answers. `push`: how much an attack that goes
    on must be expected to gain. `flee`: how much worse standing must be than leaving before a host leaves. `caution`:
    how many of its points a host is thought to lose in the open beside a stronger enemy. `bold`: by how much a
    champion must be stronger before he challenges. `mass`: from how many hexes away others join an assault.
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
    caution: float = 0.0
    bold: int = 1
    relief: float = 1.0


PLAIN = Temper()
"""The temper of the bot that looks one turn ahead."""
BASE = PLAIN
"""That of the thinker: found from games against the plain one."""


def dearness(position: AlbionPosition, seat: int) -> float:
    """Return how many points gained outweigh one that is lost: three, or a third, where threefold points win (22.5)."""
    if not alone(position):
        return 1.0
    return float(TIMES) if seat == FOMORIAN else 1.0 / TIMES
