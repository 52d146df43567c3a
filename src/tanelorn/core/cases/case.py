"""Rule cases as they are written: what a file of them may contain.

`docs/cases.md` says how a case is written; the structs below are its fields.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from tanelorn.core.content.given import Given
from tanelorn.core.errors import UnknownName, nearest
from tanelorn.core.game import Game
from tanelorn.core.viewers import REFEREE, SPECTATOR

Fact = str | int
Names = list[str] | dict[str, list[str]]
"""Words of the log: for the referee, who reads all of it, or for each viewer that is named."""
Kind = Literal["unreadable", "illegal", "ambiguous", "not asked"]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fact that is expected in part: words that it must have, and words that it must not have."""

    has: str | list[str] = []
    lacks: str | list[str] = []

    def __str__(self) -> str:
        parts = [f"has “{word}”" for word in texts_of(self.has)] + [f"lacks “{word}”" for word in texts_of(self.lacks)]
        return " and ".join(parts)


Wanted = Fact | Part
"""What a fact must be. A text such as "-1" or "+2" is the difference to before the play where the fact is a number."""


class Expect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What must be true: facts by name, and the words below. Anything that is not written is not looked at."""

    facts: dict[str, Wanted] = {}
    asked: list[str | int] | None = None
    offered: dict[str, list[str] | int] | None = None
    log: Names | None = None
    no_log: Names | None = None
    view: dict[str, dict[str, Wanted]] | None = None
    hidden: dict[str, list[str]] | None = None


class Play(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing tried at the table: a choice played, texts that are allowed or refused, or a choice taken back."""

    seat: str | int | None = None
    choice: str | None = None
    others: str | None = None
    allowed: str | list[str] | None = None
    refused: str | list[str] | None = None
    undo: bool | None = None
    written: str | None = None
    kind: Kind | None = None
    because: str | None = None
    says: str | None = None
    dice: list[list[int]] = []
    draws: list[list[int]] = []
    expect: Expect | None = None

    def __str__(self) -> str:
        deed = f"“{self.choice}”" if self.choice is not None else ""
        deed = deed or ("allowed" if self.allowed is not None else "refused" if self.refused is not None else "undo")
        return deed if self.seat is None else f"{self.seat}: {deed}"


class Written(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of a case."""

    name: str
    rules: list[str]
    about: str = ""
    scenario: str | None = None
    options: Given = {}
    position: Given | None = None
    dice: list[list[int]] = []
    draws: list[list[int]] = []
    expect: Expect | None = None
    play: list[Play] = []


class Case(Written, frozen=True, kw_only=True):
    """One case, with the game it is of and the file it stands in."""

    game: str
    file: Path

    def __str__(self) -> str:
        return f"{self.file.name}: {self.name}"


def texts_of(entry: str | list[str] | None) -> list[str]:
    """Return the texts of an entry that may be one or a list."""
    return [entry] if isinstance(entry, str) else entry or []


def seat_of(word: str | int, game: Game, scenario: str | None) -> int:
    """Return the number of the seat of a scenario that a word names; raise UnknownName."""
    names = game.scenario(scenario).seats
    known = {name.casefold(): seat for seat, name in enumerate(names)}
    known |= {name.casefold(): seat for seat, name in enumerate(game.seat_words)}
    known |= {str(seat): seat for seat in range(len(names))}
    seat = known.get(str(word).casefold())
    if seat is None:
        raise UnknownName(f"There is no seat “{word}”.", remedy=nearest(str(word), known))
    return seat


def viewer_of(word: str, game: Game, case: Case) -> int:
    """Return the viewer that a word names: a seat, the spectator or the referee; raise UnknownName."""
    others = {"spectator": SPECTATOR, "referee": REFEREE}
    return others[word] if word in others else seat_of(word, game, case.scenario)


def meets(fact: Fact, wanted: Wanted) -> bool:
    """Tell whether a fact is what is wanted, in whole or in part."""
    if not isinstance(wanted, Part):
        return fact == wanted
    text = str(fact)
    return all(word in text for word in texts_of(wanted.has)) and not any(
        word in text for word in texts_of(wanted.lacks)
    )
