"""Rule cases: a position by name, choices in text, and what must be true after each. Written in TOML, without code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import msgspec

from tanelorn.core.asides import read_aside
from tanelorn.core.case_files import Case, Expect, Fact, Play, load_cases, seat_of, texts_of, viewer_of
from tanelorn.core.chance import Ask, Roll, Scripted
from tanelorn.core.errors import (
    Ambiguous,
    BadData,
    CannotUndo,
    Illegal,
    NotAsked,
    TanelornError,
    Unreadable,
    nearest,
)
from tanelorn.core.game import games
from tanelorn.core.table import Table
from tanelorn.core.viewers import REFEREE

_NAMES: dict[type[TanelornError], str] = {
    Unreadable: "unreadable",
    Illegal: "illegal",
    Ambiguous: "ambiguous",
    NotAsked: "not asked",
    CannotUndo: "not to be undone",
}


class Failure(msgspec.Struct, frozen=True):
    """The first difference: `play` counts from 1, 0 is the set-up."""

    case: Case
    play: int
    expected: str
    came: str

    def __str__(self) -> str:
        where = f"play {self.play} ({self.case.play[self.play - 1]})" if self.play else "the set-up"
        return f"{self.case.file}, “{self.case.name}”, {where}: expected {self.expected}, but {self.came}."


class CaseResult(msgspec.Struct, frozen=True):
    """How one case went; `number` of `total` is for progress bars."""

    case: Case
    failure: Failure | None
    number: int
    total: int


def check_files(paths: Iterable[Path]) -> Iterator[CaseResult]:
    """Run the cases of files, and of folders with all that is below them; raise BadData before the first one runs."""
    cases = [case for path in paths for file in _files(path) for case in load_cases(file)]
    for number, case in enumerate(cases, 1):
        yield CaseResult(case, run_case(case), number, len(cases))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(path.rglob("*.toml"))
    if not found:
        raise BadData(f"The folder {path} holds no case files.", remedy="Case files end in .toml.")
    return found


class _Script:
    """Dice and draws as a case writes them, each in its own order."""

    pauses = False

    def __init__(self) -> None:
        self.dice = Scripted()
        self.draws = Scripted()

    def add(self, part: Case | Play) -> None:
        self.dice.outcomes += [tuple(faces) for faces in part.dice]
        self.draws.outcomes += [tuple(indices) for indices in part.draws]

    def outcome(self, ask: Ask) -> tuple[int, ...]:
        return (self.dice if isinstance(ask, Roll) else self.draws).outcome(ask)

    def fork(self) -> _Script:
        return self

    def left(self) -> int:
        return sum(len(script.outcomes) - script.used for script in (self.dice, self.draws))


class _Differs(Exception):
    def __init__(self, expected: str, came: str) -> None:
        super().__init__(expected, came)
        self.expected = expected
        self.came = came.rstrip(".")


def run_case(case: Case) -> Failure | None:
    """Play a case and return the first difference, or None if there is none."""
    run = _Run(case)
    try:
        run.all()
    except _Differs as difference:
        return Failure(case, run.number, difference.expected, difference.came)
    except TanelornError as error:
        return Failure(case, run.number, "that it can be played", f"it was refused: {error}")
    return None


class _Run:
    """A case being played."""

    table: Table

    def __init__(self, case: Case) -> None:
        self.case = case
        self.game = games[case.game]
        self.script = _Script()
        self.number = 0
        self.lines = 0

    def all(self) -> None:
        case, game = self.case, self.game
        self.script.add(case)
        if case.position is None:
            self.table = Table.new(game, case.scenario, case.options, chance=self.script)
        else:
            self.table = Table.at(game, game.position_from(case.position), chance=self.script)
        self.compare(case.expect)
        for self.number, play in enumerate(case.play, 1):
            self.lines = len(self.table.log.events)
            self.play(play)
            self.compare(play.expect)
        if self.script.left():
            raise _Differs("that all dice and draws are used", f"{self.script.left()} are left")

    def play(self, play: Play) -> None:
        table = self.table
        seat = None if play.seat is None else seat_of(play.seat, self.game, self.case)
        self.script.add(play)
        if play.undo:
            table.undo(seat)
        elif play.choice is not None:
            self.written(play, seat, play.choice)
            table.play(play.choice, seat)
        else:
            before = self.everything()
            for text in texts_of(play.allowed):
                self.written(play, seat, text)
            for text in texts_of(play.refused):
                self.refused(play, text, partial(table.play, text, seat))
            if play.undo is False:
                self.refused(play, "undo", partial(table.undo, seat))
            if self.everything() != before:
                raise _Differs("that nothing changes", "something did")

    def everything(self) -> tuple[str, int, int, int]:
        table = self.table
        return table.position.digest(), table.moment, len(table.log.events), len(table.entries)

    def written(self, play: Play, seat: int | None, text: str) -> None:
        """Check that a text is a legal choice, and how the game writes it back."""
        seats = self.table.asked() if seat is None else (seat,)
        if len(seats) != 1:
            raise _Differs("one seat to be asked", f"{len(seats)} are; say whose choice it is")
        try:
            back = str(read_aside(text) or self.table.decision(seats[0]).parse(text))
        except TanelornError as error:
            raise _Differs(f"“{text}” to be allowed", f"it is refused: {error}") from None
        if play.written is not None and back != play.written:
            raise _Differs(f"“{text}” to be written “{play.written}”", f"it is written “{back}”")

    def refused(self, play: Play, text: str, attempt: Callable[[], None]) -> None:
        """Try what must be refused, and look at the kind, the clause and the words."""
        try:
            attempt()
        except TanelornError as error:
            kind = _NAMES.get(type(error), "an error")
            if kind != (play.kind or "not to be undone"):
                raise _Differs(f"“{text}” to be {play.kind or 'refused'}", f"it is {kind}: {error}") from None
            if play.because is not None and error.clause != play.because:
                raise _Differs(f"“{text}” to rest on {play.because}", f"it is refused so: {error}") from None
            if play.says is not None and play.says not in str(error):
                raise _Differs(f"the words “{play.says}” about “{text}”", f"it says “{error}”") from None
        else:
            raise _Differs(f"“{text}” to be refused", "it is allowed")

    def compare(self, expect: Expect | None) -> None:
        if expect is None:
            return
        table = self.table
        self.facts(expect.facts, REFEREE)
        if expect.asked is not None:
            asked = sorted(seat_of(word, self.game, self.case) for word in expect.asked)
            if asked != sorted(table.asked()):
                raise _Differs(f"seats {asked} to be asked", f"asked are {sorted(table.asked())}")
        for word, offered in expect.offered.items():
            self.offered(seat_of(word, self.game, self.case), offered)
        self.log(expect)
        for viewer, facts in expect.view.items():
            self.facts(facts, viewer_of(viewer, self.game, self.case), f" for {viewer}")
        for viewer, names in expect.hidden.items():
            known = table.facts(viewer_of(viewer, self.game, self.case))
            for name in names:
                if known.get(name, "hidden") != "hidden":
                    raise _Differs(f"“{name}” to be hidden from {viewer}", f"it is seen as {known[name]!r}")

    def facts(self, expected: dict[str, Fact], viewer: int, whom: str = "") -> None:
        facts = self.table.facts(viewer)
        for name, value in expected.items():
            if name not in facts:
                raise _Differs(f"{name} = {value!r}{whom}", f"there is no fact of that name. {nearest(name, facts)}")
            if facts[name] != value:
                raise _Differs(f"{name} = {value!r}{whom}", f"it is {facts[name]!r}")

    def offered(self, seat: int, expected: list[str] | int) -> None:
        choices = self.table.decision(seat).choices()
        if isinstance(expected, int):
            if len(choices) != expected:
                raise _Differs(f"{expected} choices", f"there are {len(choices)}")
            return
        texts = [str(choice) for choice in choices]
        if sorted(texts) != sorted(expected):
            raise _Differs(f"the choices {sorted(expected)}", f"offered are {sorted(texts)}")

    def log(self, expect: Expect) -> None:
        """Look for words in the new lines, in order; a line begins with the word of the seat that it is about."""
        words = self.game.seat_words or self.table.seats
        lines = [
            (f"{words[event.seat]}: " if event.seat >= 0 else "") + event.text.replace("**", "")
            for event in self.table.events(REFEREE)[self.lines :]
        ]
        at = 0
        for wanted in expect.log:
            at = next((n + 1 for n in range(at, len(lines)) if wanted in lines[n]), 0)
            if not at:
                raise _Differs(f"the log to go on with “{wanted}”", f"it says {lines}")
        for unwanted in expect.no_log:
            if any(unwanted in line for line in lines):
                raise _Differs(f"no “{unwanted}” in the log", f"it says {lines}")


__all__ = ["Case", "CaseResult", "Failure", "check_files", "load_cases", "run_case"]
