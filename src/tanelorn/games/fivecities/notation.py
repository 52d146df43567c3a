"""How areas are written: by abbreviation, by name, or by the beginning of a name (movement.12, movement.16)."""

from __future__ import annotations

from tanelorn.core.content.given import shown
from tanelorn.core.errors import Ambiguous, Unreadable, nearest
from tanelorn.games.fivecities.board import BOARD, NAMES


def read_area(text: str, clause: str) -> int:
    """Return the number of the area that a text names; raise Unreadable or Ambiguous."""
    word = " ".join(text.casefold().split())
    number = BOARD.by_word.get(word)
    if number is not None:
        return number
    if not word:
        raise Unreadable("The name of an area is missing.", remedy="Write it as in “3 A to M”.", clause=clause)
    starts = [n for n, name in enumerate(NAMES) if name.casefold().startswith(word)]
    if len(starts) == 1:
        return starts[0]
    if starts:
        raise Ambiguous(
            f"“{shown(text)}” could be {' or '.join(NAMES[n] for n in starts)}.",
            remedy="Write the abbreviation or the whole name.",
            clause=clause,
        )
    remedy = nearest(text.strip(), [*(area.id for area in BOARD), *NAMES])
    raise Unreadable(f"There is no area “{shown(text.strip())}”.", remedy=remedy, clause=clause)
