"""How a bot weighs things: the style of the one that looks at its own turn, and that of the thinker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tanelorn.bots.judgement.judgement import lean
from tanelorn.games.albion.scenarios.victory import EMPTIED, RUIN, TIMES, emptied
from tanelorn.games.albion.state.position import AlbionPosition, alone
from tanelorn.games.albion.state.printed.world import FOMORIAN


class Style(NamedTuple):
    """What a bot weighs, in Victory Points where nothing else is said.

    Fighting: `edge` is what an attack must be expected to gain, `push` one that goes on; `cost` how dearly own losses
    are reckoned, `wound` what a wound is worth; `pride` what it is worth for its own sake to answer a challenge, or
    what it costs, `bold` what one must promise that is offered. `keen`: how well it is understood that where threefold
    points win a lost point weighs three times for one side and a third for the other (22.5). `scarce`: how well, that
    in the long war who is behind must catch up before both are ruined (23.2).

    Marching: `haste` is how much of a goal's worth is left for each turn that the way takes; `margin` what each further
    host must add to an attack; `split` above how many points in a hex every colour marches for itself (0: all march
    together); `ready` how much worse a halt is that does not reach the goal next turn; `wake` what it costs in
    the short war to rouse a kingdom that sleeps, two turns before the end or earlier.

    In danger: `guard` points stay in a fortress with enemies within `watch` hexes, `shore` points in one that a
    ship of theirs can reach in a turn; `flee` is what an enemy who has come must be expected to gain before a host
    leaves or others come, `relief` how much less must be gained if they come. `fear` is how likely the worst that
    enemies could do in their next turn is thought; `post` what a host must save by going where it is safe or needed.
    """

    edge: float = 1.0
    cost: float = 1.0
    wound: float = 0.7
    guard: int = 1
    watch: int = 8
    shore: int = 1
    haste: float = 0.5
    pride: float = -1.5
    push: float = 0.3
    flee: float = 3.0
    bold: float = 0.5
    relief: float = 1.0
    fear: float = 0.0
    post: float = 1.0
    wake: float = 0.0
    margin: float = 0.2
    ready: float = 0.0
    split: int = 0
    keen: float = 0.0
    scarce: float = 0.0

    def leaning(self, leans: Mapping[str, float]) -> Style:
        """Return a style whose weights differ by so much; raise BadData for a name that is no weight's."""
        return self._replace(**lean(self._asdict(), leans))


PLAIN = Style()
"""The style of the bot that looks one turn ahead."""
BASE = PLAIN._replace(wake=60.0, ready=10.0, margin=2.0, split=8, guard=0, fear=0.2, scarce=1.0)
"""That of the thinker, found by games against the other (docs/speed.md).

It lets kingdoms sleep while the short war lasts, sends no more hosts than an attack needs, halts within a march of it,
sees what a march lays open to raids, and leaves no troops behind without a leader, for they are only so many points
lost, but where a ship may come. Behind in the long war, it attacks where little is lost by it.
"""


def outlook(position: AlbionPosition, seat: int) -> tuple[int, int]:
    """Return in the long war how many points are left below the ruin of both (23.2), and by how many a seat is behind.

    What the Fomorians would be paid now for kingdoms that have nobody left is reckoned with (21.4).
    """
    fomorian, faerie = position.points[0] + EMPTIED * len(emptied(position)), position.points[1]
    return RUIN - fomorian - faerie, faerie - fomorian if seat == FOMORIAN else fomorian - faerie


def restraint(position: AlbionPosition, seat: int) -> float:
    """Return how many points more an attack must promise in the long war, which both lose above so many (23.2).

    Who leads keeps still when that is near; so does who is behind, once it is too late to catch up.
    """
    if alone(position):
        return 0.0
    room, behind = outlook(position, seat)
    if behind < 0:
        return max(0.0, (NEAR - room) / 2)
    return STILL if behind + MARGIN > room else 0.0


NEAR, STILL, MARGIN = 90, 60.0, 15
"""From how many points below the ruin of both the leader is wary; how much is enough to keep still; what is spared."""


def dearness(position: AlbionPosition, seat: int, style: Style) -> float:
    """Return how many points gained outweigh one that is lost, by the style.

    Who is behind in the long war has to catch up within the points that are left below the ruin of both: whoever is
    behind by a third of them must gain two for each that they lose.
    """
    if not alone(position):
        room, behind = outlook(position, seat)
        if behind <= 0:
            return style.cost
        ratio = (room + behind) / (room - behind) if behind < room else DEAREST
        factor: float = min(ratio, DEAREST) ** style.scarce
    else:
        factor = float(TIMES) ** (style.keen if seat == FOMORIAN else -style.keen)
    return style.cost * factor


DEAREST = 5.0
"""As much as a lost point is ever thought to be worth."""
