"""Who plays: bots see views, never positions."""

from tanelorn.bots.advice import Advice, advise, grounds, review
from tanelorn.bots.bot import Bot
from tanelorn.bots.registry import LEVELS, USUAL, Level, make_bot, read_spec

__all__ = ["LEVELS", "USUAL", "Advice", "Bot", "Level", "advise", "grounds", "make_bot", "read_spec", "review"]
