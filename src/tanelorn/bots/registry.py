"""Bots by their specs: `random`, `novice`, `easy`, `greedy`, `search`, `search:seconds=1`, `search:nodes=400`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tanelorn.bots.bot import Bot
from tanelorn.bots.greedy import GreedyBot
from tanelorn.bots.random_bot import RandomBot
from tanelorn.bots.search import SearchBot
from tanelorn.core.errors import Illegal, UnknownName, nearest
from tanelorn.core.game import Game

LONGEST = 3600


class Level(NamedTuple):
    """A strength that people choose from: its slug, its title and the spec behind it."""

    slug: str
    title: str
    spec: str


LEVELS = (
    Level("novice", "Novice: has just learned the game", "novice"),
    Level("easy", "Easy: overlooks much", "easy"),
    Level("medium", "Medium: looks one turn ahead", "greedy"),
    Level("strong", "Strong: thinks for a second", "search:seconds=1"),
    Level("master", "Master: thinks for three seconds", "search:seconds=3"),
)
USUAL = LEVELS[2]
"""The level that plays where nobody names one."""


def spec_of(name: str) -> str:
    """Return the spec of the bot that plays at a level; any other text as it is, for it may be a spec itself."""
    return next((level.spec for level in LEVELS if level.slug == name), name)


def level_of(spec: str) -> str:
    """Return the name of the level at which a bot plays, or its spec if that is no level's."""
    return next((level.slug for level in LEVELS if level.spec == spec), spec)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST:  # also refuses NaN
        raise Illegal(f"“{text}” is no time to think.", remedy=f"Give seconds, above 0 and up to {LONGEST}.")
    return seconds


def _nodes(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) > 0):
        raise Illegal(f"“{text}” is no number of nodes.", remedy="Give a whole number from 1 to 999999999.")
    return int(text)


_BOTS: dict[str, tuple[Callable[..., Bot], dict[str, Callable[[str], float]]]] = {
    "random": (RandomBot, {}),
    "novice": (GreedyBot.novice, {}),
    "easy": (GreedyBot.easy, {}),
    "greedy": (GreedyBot, {}),
    "search": (SearchBot, {"seconds": _seconds, "nodes": _nodes}),
}
"""Who makes a bot of that kind, and how its parameters are read."""


def make_bot(spec: str, game: Game, seed: int) -> Bot:
    """Return the bot that a spec names; raise UnknownName or Illegal as `read_spec` does."""
    kind, values = read_spec(spec)
    bot = _BOTS[kind][0](game, seed, **values)
    bot.name = spec.strip()
    return bot


def read_spec(spec: str) -> tuple[str, dict[str, float]]:
    """Read the name of a level, or a spec: a kind, and after a colon parameters as `name=value`, commas between.

    Raises UnknownName for a kind or a parameter that does not exist, Illegal for a bad value.
    """
    kind, _, given = spec_of(spec.strip()).partition(":")
    if kind not in _BOTS:
        known = sorted({*_BOTS, *(level.slug for level in LEVELS)})
        raise UnknownName(f"There is no bot “{kind}”.", remedy=nearest(kind, known))
    readers = _BOTS[kind][1]
    values: dict[str, float] = {}
    for part in filter(None, given.split(",")):
        name, _, text = (word.strip() for word in part.partition("="))
        if name not in readers:
            raise UnknownName(f"The bot {kind} has no parameter “{name}”.", remedy=nearest(name, readers))
        if name in values:
            raise Illegal(f"{name} is given twice in “{spec}”.", remedy="Leave one out.")
        values[name] = readers[name](text)
    return kind, values
