"""What a game needs to be judged: prospects of a position, and candidates worth thinking about.

The bots themselves know no game. A game names its judgement (`Game.judgement`), which lies in its own folder; one that
names none is played by outcomes alone.
"""

from __future__ import annotations

from tanelorn.bots.judgement.judgement import Judgement, Slips, Thinker, shares
from tanelorn.bots.judgement.outcomes import Outcomes
from tanelorn.core.game import Game, loaded

__all__ = ["Judgement", "Outcomes", "Slips", "Thinker", "judgement_of", "shares"]


def judgement_of(game: Game) -> Judgement:
    """Return the judgement of a game, the one by outcomes if it has none of its own."""
    if not game.judgement:
        return Outcomes()
    judgement: Judgement = loaded(game.judgement)
    return judgement
