"""How a bot weighs things: the plain temper of the one that looks at its own turn, and the wary one of the thinker."""

from __future__ import annotations

from typing import NamedTuple


class Temper(NamedTuple):
    """`nerve`: how likely an assault must be to succeed. `guard`: how many armies stay in a capital whatever happens.

    `fear`: how much of what could strike a city next turn is answered with armies that stay there.
    """

    nerve: float
    guard: int
    fear: float


PLAIN = Temper(nerve=0.45, guard=1, fear=0.0)
WARY = Temper(nerve=0.5, guard=1, fear=0.8)
