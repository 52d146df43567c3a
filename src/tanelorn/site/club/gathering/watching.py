"""How those see a game who look on: at once, some turns late, or once it is over. It is agreed on at the set-up."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_lazy

from tanelorn.core.errors import UnknownName, nearest
from tanelorn.site.live.tables.behind import UNTIL_THE_END

WATCHING: tuple[tuple[str, object], ...] = (
    ("now", gettext_lazy("Everything public, at once")),
    ("1", gettext_lazy("How it stood when the turn began")),
    ("2", gettext_lazy("The game, two turns late")),
    ("3", gettext_lazy("The game, three turns late")),
    ("end", gettext_lazy("Nothing until it is over")),
)
"""What the page offers: each word, and in short what it means."""
_SAYS = {
    "now": gettext_lazy("Whoever looks on sees everything at once that is public."),
    "1": gettext_lazy("Whoever looks on sees the game as it stood when the turn began."),
    "2": gettext_lazy("Whoever looks on sees the game two turns late."),
    "3": gettext_lazy("Whoever looks on sees the game three turns late."),
    "end": gettext_lazy("Whoever looks on sees the game once it is over."),
}
_TURNS = {"now": 0, "1": 1, "2": 2, "3": 3, "end": UNTIL_THE_END}


def read_watching(word: object) -> str:
    """Return how a game is to be seen, at once for None; raise UnknownName."""
    if word is None:
        return "now"
    if not isinstance(word, str) or word not in _TURNS:
        raise UnknownName(
            gettext("“%(word)s” does not say how late people look on.") % {"word": str(word)[:20]},
            remedy=nearest(str(word)[:20], tuple(_TURNS)),
        )
    return word


def said(word: str) -> str:
    """Say what such a word means."""
    return str(_SAYS[word])


def turns_late(word: str) -> int:
    """Return how many turns late a game is seen by whoever looks on."""
    return _TURNS[word]
