"""What a game needs to be judged: prospects of a position, and candidates worth thinking about.

The bots themselves know no game. A game names its judgement (`Game.judgement`), which lies in its own folder; one that
names none is played by outcomes alone.
"""

from __future__ import annotations

from tanelorn.bots.judgement.judgement import Decided, Judgement, Replier, Slips, Styled, Thinker, lean, shares
from tanelorn.bots.judgement.outcomes import Outcomes
from tanelorn.core.content.styles import BotStyle
from tanelorn.core.errors import UnknownName, nearest
from tanelorn.core.game import Game, loaded

__all__ = [
    "Decided",
    "Judgement",
    "Outcomes",
    "Replier",
    "Slips",
    "Styled",
    "Thinker",
    "judgement_of",
    "lean",
    "shares",
    "style_of",
]


def judgement_of(game: Game, style: str = "") -> Judgement:
    """Return the judgement of a game, in a style if one is named; the one by outcomes if the game has none of its own.

    Raises UnknownName for a style that the game does not have.
    """
    judgement: Judgement = loaded(game.judgement) if game.judgement else Outcomes()
    if not style:
        return judgement
    leans = style_of(game, style).leans
    assert isinstance(judgement, Styled), f"{game.title} names styles that its judgement does not know"
    return judgement.leaning(leans)


def style_of(game: Game, style: str) -> BotStyle:
    """Return a style of a game's bots; raise UnknownName."""
    if style not in game.styles:
        remedy = nearest(style, game.styles) if game.styles else "Leave the style out."
        raise UnknownName(f"Bots of {game.title} have no style “{style}”.", remedy=remedy)
    return game.styles[style]
