"""Who plays a match: the bots of the house by their specs, and those that others bring.

`python:my_bots:Careful` is a class or function of an importable module, called with a game and a seed;
`program:COMMAND` a program that is spoken with. None of these specs is known to a site or to a saved game: they run
what they name, so only who starts a match may name them.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager

from tanelorn.arena.players.program import is_program, program_bot, read_program
from tanelorn.bots import Bot
from tanelorn.bots.learned import make_local_bot
from tanelorn.core.errors import Illegal
from tanelorn.core.game import Game
from tanelorn.core.play.table import Table

LIBRARY = "python:"


def is_outside(spec: str) -> bool:
    """Tell whether a spec names a bot that is not of the house."""
    return is_program(spec) or spec.startswith(LIBRARY)


@contextmanager
def make_player(spec: str, table: Table, seat: int, seed: int) -> Iterator[Bot]:
    """Yield the bot that a spec names, for a seat of a table that is about to begin, and end it afterwards.

    Raises UnknownName or Illegal for a spec that names nothing, Failed where a program does not begin.
    """
    if is_program(spec):
        with program_bot(spec, table, seat, seed) as bot:
            yield bot
    elif spec.startswith(LIBRARY):
        yield _of_library(spec, table.game, seed)
    else:
        yield make_local_bot(spec, table.game, seed)


def check_player(spec: str, game: Game) -> None:
    """Raise UnknownName or Illegal for a spec that names nothing that can play."""
    if is_program(spec):
        read_program(spec)
    elif spec.startswith(LIBRARY):
        _of_library(spec, game, 0)
    else:
        make_local_bot(spec, game, 0)


def _of_library(spec: str, game: Game, seed: int) -> Bot:
    named = spec.removeprefix(LIBRARY)
    try:
        found = pkgutil.resolve_name(named)
        bot: Bot = found(game, seed)
    except (ValueError, ImportError, AttributeError, TypeError) as error:
        raise Illegal(
            f"The bot “{named}” cannot be made: {error}.",
            remedy="Name something that is called with a game and a seed, as in python:my_bots:Careful.",
        ) from None
    if not callable(getattr(bot, "choose", None)):
        raise Illegal(f"What “{named}” makes does not choose.", remedy="Give it a method choose(view).")
    return bot
