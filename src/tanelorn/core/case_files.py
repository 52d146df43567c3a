"""Files of rule cases: what may stand in them, and reading them.

`docs/cases.md` says how a case is written; the structs below are its fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from tanelorn.core.data import read_toml
from tanelorn.core.errors import BadData, TanelornError, UnknownName, nearest
from tanelorn.core.game import Game, games
from tanelorn.core.viewers import REFEREE, SPECTATOR

Fact = str | int
Kind = Literal["unreadable", "illegal", "ambiguous", "not asked"]


class Expect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What must be true: facts by name, and the words below. Anything that is not written is not looked at."""

    facts: dict[str, Fact] = {}
    asked: list[str | int] | None = None
    offered: dict[str, list[str] | int] = {}
    log: list[str] = []
    no_log: list[str] = []
    view: dict[str, dict[str, Fact]] = {}
    hidden: dict[str, list[str]] = {}


class Play(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing tried at the table: a choice played, texts that are allowed or refused, or a choice taken back."""

    seat: str | int | None = None
    choice: str | None = None
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


class _Written(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    rules: list[str]
    about: str = ""
    scenario: str | None = None
    options: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    dice: list[list[int]] = []
    draws: list[list[int]] = []
    expect: Expect | None = None
    play: list[Play] = []


class Case(_Written, frozen=True, kw_only=True):
    """One case, with the game it is of and the file it stands in."""

    game: str
    file: Path

    def __str__(self) -> str:
        return f"{self.file.name}: {self.name}"


def load_cases(path: Path) -> list[Case]:
    """Read a file of cases; raise BadData naming the file, the case, the entry and what is allowed."""
    raw = read_toml(path, dict[str, Any])
    if raw.keys() != {"game", "case"} or not isinstance(raw["case"], list):
        raise BadData(f"{path.name} is no file of cases.", remedy='Write game = "…", then [[case]] for each case.')
    try:
        game = games[raw["game"]]
    except UnknownName as error:
        raise BadData(f"{path.name}: {error.why}", remedy=error.remedy) from None
    cases: list[Case] = []
    for number, entry in enumerate(raw["case"], 1):
        name = entry.get("name") if isinstance(entry, dict) else None
        where = f"{path.name}, case “{name}”" if isinstance(name, str) else f"{path.name}, case {number}"
        try:
            case = _read_case(entry, game, path)
            _check(case, game)
        except TanelornError as error:
            raise BadData(f"{where}: {error.why}", remedy=error.remedy) from None
        if any(other.name == case.name for other in cases):
            raise BadData(f"{where}: another case of the file has this name.", remedy="Give each its own name.")
        cases.append(case)
    return cases


_EXPECT_WORDS = tuple(word for word in Expect.__struct_fields__ if word != "facts")


def _read_case(entry: Any, game: Game[Any, Any], path: Path) -> Case:
    try:
        if isinstance(entry, dict):
            plays = entry.get("play", [])
            for part in (entry, *(plays if isinstance(plays, list) else ())):
                if isinstance(part, dict) and isinstance(part.get("expect"), dict):
                    part["expect"] = _sorted_out(part["expect"])
        written = msgspec.convert(entry, _Written)
    except msgspec.ValidationError as error:
        raise _explained(str(error)) from None
    fields = {field: getattr(written, field) for field in _Written.__struct_fields__}
    return Case(game=game.slug, file=path, **fields)


def _sorted_out(expect: dict[str, Any]) -> dict[str, Any]:
    """Part the words of an expectation from its facts, which bear the game's own names."""
    facts = {name: value for name, value in expect.items() if name not in _EXPECT_WORDS}
    for name, value in facts.items():
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise BadData(
                f"The fact “{name}” cannot be {value!r}.",
                remedy=f"Write a text or a whole number; besides facts there are {', '.join(_EXPECT_WORDS)}.",
            )
    return {"facts": facts} | {word: expect[word] for word in _EXPECT_WORDS if word in expect}


def _explained(error: str) -> BadData:
    """Put a message of the decoder in our words: which entry, and what is allowed there."""
    why, _, path = error.partition(" - at `$")
    place = re.sub(r"\.play\[(\d+)\]", lambda found: f" of play {int(found[1]) + 1}", path.rstrip("`"))
    at = place.replace("[...]", "").strip(".")
    kind = Expect if "expect" in path else Play if "play" in path else _Written
    words = _EXPECT_WORDS if kind is Expect else kind.__struct_fields__
    for theirs, ours in (("Object missing required", "It lacks the"), ("Object contains unknown", "It has an unknown")):
        why = why.replace(theirs, ours)
    return BadData(f"{why}{f' ({at.strip()})' if at else ''}.", remedy=_known(words))


def _known(words: Iterable[str]) -> str:
    return f"Allowed are {', '.join(words)}."


def _check(case: Case, game: Game[Any, Any]) -> None:
    """Check all that can be checked without playing."""
    if not case.rules:
        raise BadData("It proves no clause.", remedy="Name at least one in rules.")
    if case.position is None:
        game.scenario(case.scenario)
        game.read_options(case.options)
    elif case.scenario is not None or case.options:
        raise BadData("It has both a position and a scenario or options.", remedy="Write one of the two.")
    else:
        game.position_from(case.position)
    for rule in (*case.rules, *(play.because for play in case.play if play.because)):
        if rule not in game.rulebook:
            raise BadData(
                f"There is no clause “{rule}”.", remedy=nearest(rule, [clause.id for clause in game.rulebook])
            )
    for number, play in enumerate(case.play, 1):
        _check_play(play, number, game, case)
        _check_expect(play.expect, game, case)
    _check_expect(case.expect, game, case)


def texts_of(entry: str | list[str] | None) -> list[str]:
    """Return the texts of an entry that may be one or a list."""
    return [entry] if isinstance(entry, str) else entry or []


def _check_play(play: Play, number: int, game: Game[Any, Any], case: Case) -> None:
    deeds = [play.choice, play.allowed, play.refused, play.undo]
    if sum(deed is not None for deed in deeds) != 1:
        raise BadData(f"Play {number} must do one thing.", remedy="Write one of choice, allowed, refused, undo.")
    if (play.kind is None) != (play.refused is None):
        raise BadData(f"Play {number}: kind and refused belong together.", remedy=_known(get_args(Kind)))
    if (play.because or play.says) and play.refused is None and play.undo is not False:
        raise BadData(
            f"Play {number}: because and says belong to what is refused.", remedy="Write refused, or undo = false."
        )
    if play.written is not None and play.choice is None and play.allowed is None:
        raise BadData(f"Play {number}: only a choice can be written back.", remedy="Write choice or allowed.")
    if play.seat is not None:
        seat_of(play.seat, game, case)


def _check_expect(expect: Expect | None, game: Game[Any, Any], case: Case) -> None:
    if expect is not None:
        for word in (*(expect.asked or ()), *expect.offered):
            seat_of(word, game, case)
        for word in (*expect.view, *expect.hidden):
            viewer_of(word, game, case)


def seat_of(word: str | int, game: Game[Any, Any], case: Case) -> int:
    """Return the number of the seat that a word names; raise UnknownName."""
    names = game.scenario(case.scenario).seats
    known = {name.casefold(): seat for seat, name in enumerate(names)}
    known |= {name.casefold(): seat for seat, name in enumerate(game.seat_words)}
    known |= {str(seat): seat for seat in range(len(names))}
    seat = known.get(str(word).casefold())
    if seat is None:
        raise UnknownName(f"There is no seat “{word}”.", remedy=nearest(str(word), known))
    return seat


def viewer_of(word: str, game: Game[Any, Any], case: Case) -> int:
    """Return the viewer that a word names: a seat, the spectator or the referee; raise UnknownName."""
    others = {"spectator": SPECTATOR, "referee": REFEREE}
    return others[word] if word in others else seat_of(word, game, case)
