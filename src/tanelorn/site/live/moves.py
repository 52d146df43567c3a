"""What a seat sends to its table, whoever asks for it: a page over its socket, or a program over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tanelorn.site.live.tables.table import LiveTable
from tanelorn.site.wire.errors import stale


def check_moment(live: LiveTable, moment: object) -> None:
    """Raise Stale unless this is a table's present moment."""
    if moment != live.table.moment:
        raise stale()


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
