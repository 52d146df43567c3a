"""How a bot weighs things: the plain temper of the one that looks at its own turn, and the wary one of the thinker."""

from __future__ import annotations

from typing import NamedTuple


class Temper(NamedTuple):
    """`nerve`: how likely an assault must be to succeed. `guard`: how many armies stay in a capital whatever happens.

    `fear`: how much the loss of a city to those who could strike it next turn is dreaded, 0 for not at all, and from
    which turn on (`dawn`); `thrift`: what an army is worth that need not stay as a guard. `deep`: whether magic that
    flies and Elric's own cards are made use of, and what wins when the world ends is kept.
    """

    nerve: float
    guard: int
    fear: float
    dawn: int
    thrift: float
    deep: int = 0
    sight: float = 6.0


PLAIN = Temper(nerve=0.45, guard=1, fear=0.0, dawn=0, thrift=0.6)
WARY = Temper(nerve=0.45, guard=1, fear=1.0, dawn=1, thrift=0.6)
BASE = PLAIN
MOODS = (WARY, PLAIN._replace(guard=4), PLAIN._replace(guard=0), PLAIN._replace(nerve=0.3), PLAIN._replace(nerve=0.65))
"""In what tempers else the thinker tries to play a turn."""
