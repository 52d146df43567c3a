"""Who plays: bots see views, never positions."""

from tanelorn.bots.bot import Bot
from tanelorn.bots.registry import LEVELS, USUAL, Level, make_bot, read_spec

__all__ = ["LEVELS", "USUAL", "Bot", "Level", "make_bot", "read_spec"]
