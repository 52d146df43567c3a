"""Who plays: bots see views, never positions."""

from tanelorn.bots.advice import Advice, advise, grounds, review
from tanelorn.bots.bot import Bot
from tanelorn.bots.registry import LEVELS, USUAL, Level, level_of, make_bot, read_spec, spec_of

__all__ = [
    "LEVELS",
    "USUAL",
    "Advice",
    "Bot",
    "Level",
    "advise",
    "grounds",
    "level_of",
    "make_bot",
    "read_spec",
    "review",
    "spec_of",
]
