"""Bots by their specs: `random`, `novice`, `easy`, `greedy`, `search`, `search:seconds=1`, `search:nodes=400`; with
`style=raider` in a style of the game's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tanelorn.bots.bot import Bot
from tanelorn.bots.greedy import GreedyBot
from tanelorn.bots.judgement import judgement_of
from tanelorn.bots.random_bot import RandomBot
from tanelorn.bots.search import SearchBot
from tanelorn.core.errors import Illegal, UnknownName, nearest
from tanelorn.core.game import Game

LONGEST = 3600
STYLE = "style"
"""The parameter that names a style."""


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
    """Return the spec of the bot that plays at a level, with what is said after the level's name; any other text as it
    is, for it may be a spec itself.
    """
    slug, colon, more = name.partition(":")
    spec = next((level.spec for level in LEVELS if level.slug == slug.strip()), slug)
    return f"{spec}{',' if ':' in spec else ':'}{more}" if colon else spec


def level_of(spec: str) -> str:
    """Return the name of the level at which a bot plays, with its style; or its spec if that is no level's."""
    bare, sign, style = spec.partition(f"{STYLE}=")
    slug = next((level.slug for level in LEVELS if level.spec == bare.rstrip(":,")), None)
    return spec if slug is None else f"{slug}:{sign}{style}" if sign else slug


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


def _style(text: str) -> str:
    if not text:
        raise Illegal("A style is named by nothing.", remedy="Name one, or leave it out.")
    return text


_BOTS: dict[str, tuple[Callable[..., Bot], dict[str, Callable[[str], float | str]]]] = {
    "random": (RandomBot, {}),
    "novice": (GreedyBot.novice, {STYLE: _style}),
    "easy": (GreedyBot.easy, {STYLE: _style}),
    "greedy": (GreedyBot, {STYLE: _style}),
    "search": (SearchBot, {"seconds": _seconds, "nodes": _nodes, STYLE: _style}),
}
"""Who makes a bot of that kind, and how its parameters are read."""


class Spec(NamedTuple):
    """A bot as its spec tells it: its kind, its limits by name, and the style of the game's in which it plays."""

    kind: str
    limits: dict[str, float]
    style: str = ""


def make_bot(spec: str, game: Game, seed: int) -> Bot:
    """Return the bot that a spec names; raise UnknownName or Illegal as `read_spec` does, UnknownName also for a style
    that the game does not have.
    """
    kind, limits, style = read_spec(spec)
    make = _BOTS[kind][0]
    bot = make(game, seed, judgement_of(game, style), **limits) if style else make(game, seed, **limits)
    bot.name = spec.strip()
    return bot


def read_spec(spec: str) -> Spec:
    """Read the name of a level, or a spec: a kind, and after a colon parameters as `name=value`, commas between.

    Raises UnknownName for a kind or a parameter that does not exist, Illegal for a bad value.
    """
    kind, _, given = spec_of(spec.strip()).partition(":")
    if kind not in _BOTS:
        known = sorted({*_BOTS, *(level.slug for level in LEVELS)})
        raise UnknownName(f"There is no bot “{kind}”.", remedy=nearest(kind, known))
    readers = _BOTS[kind][1]
    values: dict[str, float | str] = {}
    for part in filter(None, given.split(",")):
        name, _, text = (word.strip() for word in part.partition("="))
        if name not in readers:
            raise UnknownName(f"The bot {kind} has no parameter “{name}”.", remedy=nearest(name, readers))
        if name in values:
            raise Illegal(f"{name} is given twice in “{spec}”.", remedy="Leave one out.")
        values[name] = readers[name](text)
    limits = {name: value for name, value in values.items() if not isinstance(value, str)}
    return Spec(kind, limits, str(values.get(STYLE, "")))
