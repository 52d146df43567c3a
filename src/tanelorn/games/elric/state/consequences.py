"""Consequences: steps that an earlier chapter pushes and a later chapter carries out.

A table in `sequence/turns.py` says which function carries out which.
"""

from __future__ import annotations

from tanelorn.core.steps import Consequence


class ActAtOnce(Consequence, frozen=True, tag=True):
    """A spell that cannot be held has been drawn or found, by `finder` or by nobody (-1), and acts at once (9.3.1)."""

    spell: int
    finder: int = -1
    title = "A spell acts at once"
    clause = "elric/9.3.1a"


class AfterThrow(Consequence, frozen=True, tag=True):
    """A spell thrown to escape has been used as magic in an area: it moves the Balance and is spent (10.8c)."""

    unit: int
    spell: int
    area: int
    title = "The Balance"
    clause = "elric/10.8c"


class Dissolve(Consequence, frozen=True, tag=True):
    """A personality has left play: nations that have none left leave the board (6.0h)."""

    title = "Nations without leaders"
    clause = "elric/6.0h"


class Slain(Consequence, frozen=True, tag=True):
    """Black swords have slain somebody; Elric vanishes if whoever controls him is among the victims (12.1.4b, 13.3)."""

    victims: tuple[int, ...]
    elric_vanishes: bool
    title = "The black sword"
    clause = "elric/12.1.4b"


class ElricReturns(Consequence, frozen=True, tag=True):
    """Elric's turn with the Four Who Are One is over (16.4/four-who-are-one)."""

    title = "Elric returns"
    clause = "elric/16.4/four-who-are-one"


class WorldEnds(Consequence, frozen=True, tag=True):
    """The Horn of Fate ends the world (16.7/horn-of-fate)."""

    title = "The world ends"
    clause = "elric/16.7/horn-of-fate"
