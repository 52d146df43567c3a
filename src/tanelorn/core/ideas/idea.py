"""Positions with a known best idea as they are written: what a file of them may contain.

`docs/tournaments.md` says how.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from tanelorn.core.cases.case import Wanted, seat_of
from tanelorn.core.content.data import read_toml
from tanelorn.core.content.given import Given, shown
from tanelorn.core.errors import BadData, TanelornError, nearest
from tanelorn.core.game import Game, games


class Written(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of one: the position, the seat that is asked, which choices have the idea, and in `why` a sentence
    with the clauses (`rules`) that it rests on.

    A choice has it if its text is one of `choice`, in whole or in part, and the facts `after` it are as they say;
    each may be left out, not both. One whose text is among `spoils` gives it away. The seat may take as many choices
    as `line` has, which shows one way to find it; `slip` shows one to miss it. Other seats take the first of
    `others` that they may.
    """

    title: str
    seat: str | int
    position: Given
    why: str
    rules: list[str]
    choice: list[Wanted] = []
    after: dict[str, Wanted] = {}
    spoils: list[Wanted] = []
    others: list[str] = []
    line: list[str]
    slip: list[str]


class Idea(Written, frozen=True, kw_only=True):
    """A position with a known best idea, and the game it is of."""

    game: str

    @property
    def of(self) -> Game:
        """The game it is of."""
        return games[self.game]

    @property
    def asked(self) -> int:
        """The seat that is to find it."""
        game = self.of
        return seat_of(self.seat, game, game.scenario_of(game.position_from(self.position)))


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    idea: list[Written]


def load_ideas(path: Path) -> tuple[Idea, ...]:
    """Read a file of them; raise BadData naming the file, the position, the entry and what would be right."""
    name = shown(path.name)
    try:
        file = msgspec.convert(read_toml(path, dict[str, object]), _File)
    except msgspec.ValidationError as error:
        allowed = ", ".join(Written.__struct_fields__)
        raise BadData(f"{name}: {error}.", remedy=f"Write game, then [[idea]] with {allowed}.") from None
    ideas = []
    for written in file.idea:
        fields = {field: getattr(written, field) for field in Written.__struct_fields__}
        try:
            idea = Idea(game=file.game, **fields)
            _check(idea, idea.of)
        except TanelornError as error:
            raise BadData(f"{name}, “{shown(written.title)}”: {error.why}", remedy=error.remedy) from None
        ideas.append(idea)
    return tuple(ideas)


def _check(idea: Idea, game: Game) -> None:
    """Check all that can be checked without playing."""
    seat_of(idea.seat, game, game.scenario_of(game.position_from(idea.position)))  # raises where they are wrong
    for rule in idea.rules:
        if rule not in game.rulebook:
            remedy = nearest(rule, [clause.id for clause in game.rulebook])
            raise BadData(f"There is no clause “{shown(rule)}”.", remedy=remedy)
    if not idea.rules or not idea.why:
        raise BadData("It does not say why the idea is best.", remedy="Write why, and its clauses in rules.")
    if not idea.choice and not idea.after:
        raise BadData("It does not say which choices have the idea.", remedy="Write choice, after, or both.")
    if not idea.line or not idea.slip:
        raise BadData("It lacks a way to find the idea, or one to miss it.", remedy="Write line and slip.")


def ideas_of(game: Game) -> tuple[Idea, ...]:
    """Return the positions with a known best idea that a game has."""
    return load_ideas(game.ideas) if game.ideas is not None else ()
