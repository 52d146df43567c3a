"""Bots that judge by weights in a file: `learned:FILE`, `learned:FILE,nodes=60`, `learned:FILE,seconds=1`.

They think as the search bot does, with a value that was learned by playing in the place of the game's own judgement:
one turn ahead, all of the orders that both may give against each other, unless more nodes or time are named. Such a
spec reads a file of this machine, so a site knows none of them: only who sits here may name one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tanelorn.bots.bot import Bot
from tanelorn.bots.judgement import Judgement
from tanelorn.bots.registry import make_bot, read_spec
from tanelorn.bots.search import SearchBot
from tanelorn.core.errors import Illegal
from tanelorn.core.game import Game, loaded

PREFIX = "learned:"


def make_local_bot(spec: str, game: Game, seed: int) -> Bot:
    """Return the bot that a spec names, which may read a file here.

    Raises UnknownName or Illegal as `make_bot` does; Illegal where the file holds no weights that fit the game.
    """
    if not spec.strip().startswith(PREFIX):
        return make_bot(spec, game, seed)
    file, _, limits = spec.strip().removeprefix(PREFIX).partition(",")
    if not file.strip():
        raise Illegal("The bot learned needs a file of weights.", remedy="Name it, as in learned:weights.npz.")
    if not game.learned:
        raise Illegal(f"Nothing reads learned weights of {game.title}.", remedy="Name another bot.")
    read: Callable[[Path], Judgement] = loaded(game.learned)
    judgement = read(Path(file.strip()))
    _, values, style = read_spec(f"search:{limits}")
    if style:
        raise Illegal("A learned bot has no style beside what it has learned.", remedy="Leave the style out.")
    nodes = values.get("nodes", None if "seconds" in values else 1)
    bot = SearchBot(game, seed, judgement, seconds=values.get("seconds"), nodes=None if nodes is None else int(nodes))
    bot.name = spec.strip()
    return bot
