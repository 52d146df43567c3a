"""What a seat sends to its table, whoever asks for it: a page over its socket, or a program over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext

from tanelorn.core.errors import Unreadable
from tanelorn.site.live.table import LiveTable
from tanelorn.site.wire.errors import stale

MOST_PICKS = 600
MOST_LETTERS = 4000


def check_moment(live: LiveTable, moment: object) -> None:
    """Raise Stale unless this is a table's present moment."""
    if moment != live.table.moment:
        raise stale()


def read_path(path: object) -> tuple[str, ...]:
    """Return picks as they were sent; raise Unreadable."""
    if not isinstance(path, list) or len(path) > MOST_PICKS or not all(isinstance(pick, str) for pick in path):
        raise Unreadable(gettext("The picks cannot be read."), remedy=gettext("Send a list of texts."))
    return tuple(path)


def read_text(text: object) -> str:
    """Return the text of a choice as it was sent; raise Unreadable."""
    if isinstance(text, str) and len(text) > MOST_LETTERS:
        raise Unreadable(
            gettext("The choice is longer than %(most)s letters.") % {"most": MOST_LETTERS},
            remedy=gettext("Shorten it."),
        )
    if not isinstance(text, str):
        raise Unreadable(gettext("The choice is not a text."), remedy=gettext("Send it in the game's notation."))
    return text


def taking_back(
    live: LiveTable, seat: int, word: str, moment: object, did: object
) -> tuple[Callable[[], None], dict[int, Sequence[str]]]:
    """Return how a seat's last choice is taken back (`undo`) or played again (`redo`), and the draft that comes of it.

    `moment` and `did` tell what was seen by whoever asks: what was sent twice is not to take back two.
    """
    table = live.table
    own = table.position.sealed.get(seat)
    again: dict[int, Sequence[str]] = {}
    if word == "undo" and own is not None and table.decision(seat).offer(own.picks).lines:
        again[seat] = own.picks  # many lines that are taken back are a draft again; one line is soon written

    def back() -> None:
        check_moment(live, moment)
        if did != live.table.did(seat):
            raise stale()
        if word == "undo":
            live.table.undo(seat)
        else:
            live.table.redo(seat)

    return back, again
