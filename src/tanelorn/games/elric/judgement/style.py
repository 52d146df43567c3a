"""How a bot weighs things: the plain style of the one that looks at its own turn, and the wary one of the thinker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tanelorn.bots.judgement.judgement import lean


class Style(NamedTuple):
    """`nerve`: how likely an assault must be to succeed. `guard`: how many armies stay in a capital whatever happens.

    `fear`: how much the loss of a city to those who could strike it next turn is dreaded, 0 for not at all, and from
    which turn on (`dawn`); `thrift`: what an army is worth that need not stay as a guard. `sight`: for how many turns'
    way somebody sets out with a card to the capital that it musters. `deep`: bits, 1 to use magic that flies, 2 to go
    where Elric's own cards muster, 4 to keep what wins when the world ends. `neutral`: how much cities of nobody are
    sought, beside those of a foe. `hold`: how many armies stay in a capital that was taken from a foe. `cost`: what a
    combat factor is worth that a strike must be expected to lose.
    """

    nerve: float
    guard: int
    fear: float = 0.0
    dawn: int = 1
    thrift: float = 0.6
    sight: float = 6.0
    deep: int = 0
    neutral: float = 1.0
    hold: int = 2
    cost: float = 1.0

    def leaning(self, leans: Mapping[str, float]) -> Style:
        """Return a style whose weights differ by so much; raise BadData for a name that is no weight's."""
        return self._replace(**lean(self._asdict(), leans))


PLAIN = Style(nerve=0.45, guard=2, sight=1.05)
"""The style of the bot that looks one turn ahead."""
BASE = PLAIN._replace(guard=1, sight=6.0, deep=5, neutral=0.5, hold=1)
"""That of the thinker where nothing else is better: found, like the next, from games against the plain one."""
ROVING = BASE._replace(guard=0, neutral=0.25, cost=0.7)
"""The same where any enemy's capital counts, not only those that the scenario names."""


def calm(victory: str) -> Style:
    """Return the style of the thinker by what a scenario is won with."""
    return BASE if victory == "successor" else ROVING


def moods(base: Style) -> tuple[Style, ...]:
    """Return in what styles else the thinker tries to play a turn."""
    return (
        base._replace(fear=1.0),
        base._replace(guard=2),
        base._replace(nerve=0.3),
        base._replace(nerve=0.65),
    )
