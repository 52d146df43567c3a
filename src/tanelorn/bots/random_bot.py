"""The bot that plays anything legal."""

from __future__ import annotations

from random import Random

from tanelorn.bots.bot import imagined
from tanelorn.core.choices import Choice
from tanelorn.core.game import Game, View


class RandomBot:
    """Draws a choice as the game's own list draws one: each has a chance, not all the same."""

    name = "random"

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = Random(seed)

    def choose(self, view: View) -> Choice:
        """Draw a choice."""
        rng = Random(self.rng.getrandbits(64))
        choice: Choice = imagined(self.game, view, rng).decision(view.viewer).choices().sample(rng)
        return choice
