"""What a game needs to be judged: prospects of a position, and candidates worth thinking about.

The bots themselves know no game. A game that has a module here, named after its slug, with a `JUDGEMENT`, is
played with that, and a game of another package with what it names in the entry point group `tanelorn.judgements`; any
other is played by outcomes alone.
"""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import cast

from tanelorn.bots.judgement.judgement import Judgement, Thinker, shares
from tanelorn.bots.judgement.outcomes import Outcomes
from tanelorn.core.game import Game, plugged_in

__all__ = ["Judgement", "Outcomes", "Thinker", "judgement_of", "shares"]


def judgement_of(game: Game) -> Judgement:
    """Return the judgement of a game, the one by outcomes if it has none of its own."""
    name = f"{__name__}.{game.slug.replace('-', '_')}"
    if find_spec(name) is not None:
        return cast(Judgement, importlib.import_module(name).JUDGEMENT)
    judgement: Judgement | None = plugged_in("tanelorn.judgements", game.slug)
    return Outcomes() if judgement is None else judgement
