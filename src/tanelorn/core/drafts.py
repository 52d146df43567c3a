"""Drafts: picks that were kept may be of a table that has changed a little since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tanelorn.core.choices import Choices
from tanelorn.core.errors import TanelornError


def fitting(choices: Choices[Any], path: Sequence[str]) -> tuple[str, ...]:
    """Return as much of a path as can be offered, with the seal left off: a draft is there to be changed.

    What follows a pick that is refused is refused too, so the longest part is found by halving.
    """
    picks = tuple(path)
    good, bad = 0, len(picks) + 1
    while bad - good > 1:
        middle = (good + bad) // 2
        if _offered(choices, picks[:middle]):
            good = middle
        else:
            bad = middle
    picks = picks[:good]
    if picks:
        offer = choices.offer(picks)
        if offer.choice is not None and not offer.picks:
            return picks[:-1]
    return picks


def _offered(choices: Choices[Any], path: tuple[str, ...]) -> bool:
    try:
        choices.offer(path)
    except TanelornError:
        return False
    return True
