"""Press: who may write to whom while a game is on. A table agrees on it when it is set up."""

from __future__ import annotations

from typing import get_args

from django.utils.translation import gettext, gettext_lazy

from tanelorn.core.errors import UnknownName, nearest
from tanelorn.core.game import Game, Press

PRESS: tuple[tuple[Press, object], ...] = (
    ("private", gettext_lazy("Letters to the whole table, and between any of its seats in secret")),
    ("public", gettext_lazy("Letters to the whole table alone")),
    ("none", gettext_lazy("No letters while the game is on")),
)
"""What the page offers: each word, and what it means."""


def read_press(word: object, game: Game) -> Press:
    """Return which press is meant, that of the game for None; raise UnknownName."""
    if word is None:
        return game.press
    for press in get_args(Press):
        if word == press:
            return press  # type: ignore[no-any-return]
    raise UnknownName(
        gettext("There is no press “%(word)s”.") % {"word": str(word)[:20]},
        remedy=nearest(str(word)[:20], get_args(Press)),
    )


def said(press: str) -> str:
    """Say what a press means."""
    return str(dict(PRESS)[press])  # type: ignore[index]
