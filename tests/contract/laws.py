"""What a game conserves, and what it keeps secret: each game names it itself (`law`, `scrambler`, `shown_at_once`).

A law compares the referee's facts before and after one choice, given the events in between; it raises AssertionError.
A scrambler changes all that a viewer cannot know, except what is sealed: it states a second time what the views and
`resample` state. For a game that has none it follows from the declarations of its fields (`scrambling.py`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from tanelorn.core.game import Game, loaded
from tanelorn.core.log import Event

from .scrambling import scramble_declared, scramble_sealed

Facts = Mapping[str, str | int]
Law = Callable[[Facts, Facts, list[Event]], None]


def law_of(game: Game[Any, Any]) -> Law:
    assert game.law, f"There is no law for {game.slug}: name it in `law` of the game."
    law: Law = loaded(game.law)
    return law


def scramble(game: Game[Any, Any], position: Any, viewer: int, rng: random.Random) -> None:
    """Change all that a viewer cannot know, what others have sealed last of all."""
    scrambler = loaded(game.scrambler) if game.scrambler else scramble_declared
    scrambler(position, viewer, rng)
    scramble_sealed(position, viewer, rng)


def shown_at_once(game: Game[Any, Any], position: Any) -> object:
    """Return what a draw that one seat alone sees shows to all, because the rules lay it open at once."""
    return loaded(game.shown_at_once)(position) if game.shown_at_once else None
