"""The games for Gymnasium: importing this registers `Tanelorn/FiveCities-v1` and so on, one seat against bots.

env = gymnasium.make("Tanelorn/Elric-v2", scenario="short", seat=1, bots="greedy")
envs = gymnasium.make_vec("Tanelorn/ManyFiveCities-v1", num_envs=4096)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tanelorn.core.game import Game, games
from tanelorn.envs.picking.vocabulary import known_vocabularies, vocabulary_of
from tanelorn.envs.setting import not_installed, read_setting

try:
    import gymnasium

    from tanelorn.envs.gymnasium.against import AgainstBots
    from tanelorn.envs.gymnasium.many import ManyFiveCities
except ImportError as error:
    raise not_installed("Gymnasium") from error

__all__ = ["AgainstBots", "ManyFiveCities", "id_of", "make"]


def make(
    game: Game | str,
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    *,
    seat: int = 0,
    bots: str | Sequence[str] = "random",
    keep: bool = False,
    render_mode: str | None = None,
) -> AgainstBots:
    """Return a game in which one seat picks and bots have the others: a spec for all, or a list with one for each.

    With `keep` it keeps a record. Raises UnknownName for a game, scenario, option or bot that does not exist, Illegal
    for what cannot be.
    """
    return AgainstBots(read_setting(game, scenario, options, keep=keep), seat, bots, render_mode)


def id_of(game: Game | str) -> str:
    """Return what Gymnasium knows a game by, with the version of its vocabulary: `Tanelorn/FiveCities-v1`."""
    vocabulary = vocabulary_of(game)
    return f"Tanelorn/{_joined(games[vocabulary.game].title, vocabulary.game)}-v{vocabulary.version}"


def _joined(title: str, slug: str) -> str:
    """Return the words of a title that make its slug, joined as they are written there: `FiveCities`."""
    found = re.search(r"\s?".join(slug), title, re.IGNORECASE)
    return found[0].replace(" ", "") if found else slug.capitalize()


for _slug in known_vocabularies():
    gymnasium.register(id_of(_slug), entry_point=f"{__name__}:make", kwargs={"game": _slug})
gymnasium.register("Tanelorn/ManyFiveCities-v1", vector_entry_point=f"{__name__}:ManyFiveCities")
