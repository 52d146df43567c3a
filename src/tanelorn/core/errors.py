"""Every error of Tanelorn: what was wrong, what would be right, and the clause when a rule says so."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_MOST_NAMED = 60
_LONGEST_NAME = 100


class TanelornError(Exception):
    """Something was refused. Nothing has changed.

    `why` is one sentence; `remedy` says what would be right; `clause` is the id of the rule, if it is one.
    """

    def __init__(self, why: str, *, remedy: str = "", clause: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.remedy = remedy
        self.clause = clause

    def __str__(self) -> str:
        parts = [self.why]
        if self.remedy:
            parts.append(self.remedy)
        text = " ".join(parts)
        return f"{text} [{self.clause}]" if self.clause else text

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.why, self.remedy, self.clause)


def _rebuild(kind: type[TanelornError], why: str, remedy: str, clause: str) -> TanelornError:
    return kind(why, remedy=remedy, clause=clause)


class Unreadable(TanelornError):
    """The text is not in the notation."""


class Illegal(TanelornError):
    """The choice can be read but the rules, or the position, forbid it."""


class Ambiguous(TanelornError):
    """The text could mean several choices."""


class NotAsked(TanelornError):
    """That seat is not asked for a decision now."""


class Stale(TanelornError):
    """The choice was made for a position that has passed."""


class CannotUndo(TanelornError):
    """There is nothing to take back, or dice or a reveal bar the way."""


class UnknownName(TanelornError):
    """No game, scenario, option, seat, bot, area or clause of that name."""


class BadData(TanelornError):
    """A data file is wrong: the file, the entry and what is allowed are named."""


class BadRecord(TanelornError):
    """A record is malformed, cut short, altered, or of another game or rules version."""


class NeedsChance(TanelornError):
    """A scripted source has no outcome left, or one that does not fit."""


class NotInstalled(TanelornError):
    """A package that this needs is not installed."""


class BrokenRules(TanelornError):
    """A game's own code went wrong, for instance an agenda that never asks anybody."""


def nearest(name: str, known: Iterable[str], *, listed: bool = True) -> str:
    """Return a remedy sentence that suggests the nearest known names; if none is near, the list of them.

    A list is never cut short: where there are too many names to read, the sentence says how many, and the three that
    are the least unlike.
    """
    name, names = name[:_LONGEST_NAME], sorted(known)
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    if close:
        return f"Did you mean {' or '.join(close)}?"
    if not listed:
        return ""
    if len(names) > _MOST_NAMED:
        least = difflib.get_close_matches(name, names, n=3, cutoff=0.0)
        return f"Of {len(names)} names the nearest are {', '.join(least)}."
    return f"Known: {', '.join(names)}." if names else "None is known."
