"""What happens in one chapter and is carried on by a rule of a later one.

A chapter imports only those before it. Where something happens whose rule stands in a later chapter, the earlier one
pushes one of these steps; `sequence/turns.py` says once which rule carries each of them on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.elric.state.position import ElricPosition

CARRIED_ON: dict[type[Happening], Callable[[ElricPosition, Any, Log], None]] = {}
"""The rule that carries each happening on; `sequence/turns.py` fills it."""


class Happening(Automatic, frozen=True):
    """Something that a later chapter carries on."""

    def run(self, position: ElricPosition, log: Log) -> None:
        """Hand it to the rule that follows."""
        CARRIED_ON[type(self)](position, self, log)


class ActAtOnce(Happening, frozen=True, tag=True):
    """A spell that is not held has been drawn or found, by `finder` or by nobody (-1): it acts at once (9.3.1)."""

    spell: int
    finder: int = -1
    title = "A spell acts at once"
    clause = "elric/9.3.1a"


class AfterThrow(Happening, frozen=True, tag=True):
    """A spell that was thrown to escape has been used as magic in an area: it moves the Balance and is spent (10.8c)."""

    unit: int
    spell: int
    area: int
    title = "The Balance"
    clause = "elric/10.8c"


class Dissolve(Happening, frozen=True, tag=True):
    """A personality has left play: nations that have none left leave the board (6.0h)."""

    title = "Nations without leaders"
    clause = "elric/6.0h"


class Slain(Happening, frozen=True, tag=True):
    """Black swords have slain some; Elric goes too if the one who controls him is among them (12.1.4b, 13.3)."""

    victims: tuple[int, ...]
    elric_goes: bool
    title = "The black sword"
    clause = "elric/12.1.4b"


class ElricReturns(Happening, frozen=True, tag=True):
    """Elric's turn with the Four Who Are One is over (16.4/four-who-are-one)."""

    title = "Elric returns"
    clause = "elric/16.4/four-who-are-one"


class WorldEnds(Happening, frozen=True, tag=True):
    """The Horn of Fate ends the world (16.7/horn-of-fate)."""

    title = "The world ends"
    clause = "elric/16.7/horn-of-fate"
