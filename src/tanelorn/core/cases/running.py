"""Rule cases: a position by name, choices in text, and what must be true after each. Written in TOML, without code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

import msgspec

from tanelorn.core.cases.case import Case, Expect, Fact, Names, Part, Play, Wanted, meets, seat_of, texts_of, viewer_of
from tanelorn.core.cases.reading import load_cases
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
from tanelorn.core.log import Event
from tanelorn.core.play.asides import read_aside
from tanelorn.core.play.table import Table
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
    """The dice and draws that a case scripts, each in its own order."""

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


Law = Callable[[Mapping[str, str | int], Mapping[str, str | int], list[Event]], None]
"""What a game conserves: what was true before a choice and after it, the events between; raises AssertionError."""


def run_case(case: Case, law: Law | None = None) -> Failure | None:
    """Play a case and return the first difference, or None if there is none; each choice has to keep the law."""
    run = _Run(case, law)
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

    def __init__(self, case: Case, law: Law | None) -> None:
        self.case = case
        self.law = law
        self.game = games[case.game]
        self.script = _Script()
        self.number = 0
        self.lines = 0
        self.before: dict[int, dict[str, Fact]] = {}
        self.seen: set[str] = set()
        parts: list[Case | Play] = [case, *case.play]
        self.hides = any(part.expect is not None and part.expect.hidden for part in parts)

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
            self.before = {viewer: self.table.facts(viewer) for viewer in self.compared(play.expect)}
            held = self.table.facts(REFEREE) if self.law else {}
            self.play(play)
            if self.law and play.undo is None:
                self.law(held, self.table.facts(REFEREE), self.table.log.events[self.lines :])
            self.compare(play.expect)
        if self.script.left():
            raise _Differs("that all dice and draws are used", f"{self.script.left()} are left")

    def play(self, play: Play) -> None:
        table = self.table
        seat = None if play.seat is None else seat_of(play.seat, self.game, self.case.scenario)
        self.script.add(play)
        if play.undo:
            table.undo(seat)
        elif play.choice is not None:
            self.written(play, seat, play.choice)
            self.choose(play.choice, seat, play.others)
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

    def choose(self, choice: str, seat: int | None, others: str | None) -> None:
        """Play a choice; then what every other seat chooses that is asked with it."""
        table = self.table
        waiting = [other for other in table.asked() if other != seat]
        table.play(choice, seat)
        if others is None:
            return
        if seat is None or not waiting:
            raise _Differs("others to be asked", "nobody else is")
        for other in waiting:
            table.play(others, other)

    def compared(self, expect: Expect | None) -> list[int]:
        """Return the viewers whose facts of before a play are needed, because a difference is expected."""
        if expect is None:
            return []
        views = {viewer_of(word, self.game, self.case): facts for word, facts in (expect.view or {}).items()}
        parts = [(REFEREE, expect.facts), *views.items()]
        return [viewer for viewer, facts in parts if any(map(_is_difference, facts.values()))]

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
        self.look()
        if expect is None:
            return
        table = self.table
        self.facts(expect.facts, REFEREE)
        if expect.asked is not None:
            asked = sorted(seat_of(word, self.game, self.case.scenario) for word in expect.asked)
            if asked != sorted(table.asked()):
                raise _Differs(f"seats {asked} to be asked", f"asked are {sorted(table.asked())}")
        for word, offered in (expect.offered or {}).items():
            self.offered(seat_of(word, self.game, self.case.scenario), offered)
        self.log(expect.log, self.said)
        self.log(expect.no_log, self.unsaid)
        for viewer, facts in (expect.view or {}).items():
            self.facts(facts, viewer_of(viewer, self.game, self.case), f" for {viewer}")
        for viewer, names in (expect.hidden or {}).items():
            self.hidden(viewer, names)

    def hidden(self, word: str, names: list[str]) -> None:
        """Check that a viewer cannot see what somebody else sees, or has seen in this case."""
        known = self.table.facts(viewer_of(word, self.game, self.case))
        for name in names:
            if known.get(name, "hidden") != "hidden":
                raise _Differs(f"“{name}” to be hidden from {word}", f"it is seen as {known[name]!r}")
            if name not in self.seen:
                told = f"nobody has seen such a fact. {nearest(name, self.seen)}"
                raise _Differs(f"“{name}” to be hidden from {word}", told)

    def look(self) -> None:
        """Note the names of all facts that somebody sees, if the case says what is hidden."""
        if self.hides:
            for viewer in (REFEREE, *range(len(self.table.seats))):
                self.seen |= {name for name, value in self.table.facts(viewer).items() if value != "hidden"}

    def facts(self, expected: dict[str, Wanted], viewer: int, whom: str = "") -> None:
        facts = self.table.facts(viewer)
        for name, wanted in expected.items():
            says = f"that {name} {wanted}{whom}" if isinstance(wanted, Part) else f"{name} = {wanted!r}{whom}"
            if name not in facts:
                raise _Differs(says, f"there is no fact of that name. {nearest(name, facts)}")
            if _is_difference(wanted) and isinstance(facts[name], int):
                if viewer not in self.before:
                    raise _Differs(says, "nothing was played before")
                if name not in self.before[viewer]:
                    raise _Differs(says, "there was no such fact before")
                came = int(facts[name]) - int(self.before[viewer][name])
                if came != int(str(wanted)):
                    raise _Differs(says, f"it is {facts[name]!r}, a difference of {came:+}")
            elif not meets(facts[name], wanted):
                raise _Differs(says, f"it is {facts[name]!r}")

    def offered(self, seat: int, expected: list[str] | int) -> None:
        choices = self.table.decision(seat).choices()
        if isinstance(expected, int):
            if len(choices) != expected:
                raise _Differs(f"{expected} choices", f"there are {len(choices)}")
            return
        texts = [str(choice) for choice in choices]
        if sorted(texts) != sorted(expected):
            raise _Differs(f"the choices {sorted(expected)}", f"offered are {sorted(texts)}")

    def log(self, wanted: Names | None, check: Callable[[list[str], list[str], str], None]) -> None:
        """Look at the new lines as each viewer reads them; a line begins with the word of the seat that it is about."""
        words = self.game.seat_words or self.table.seats
        for name, texts in (wanted if isinstance(wanted, dict) else {"": wanted or []}).items():
            viewer = viewer_of(name, self.game, self.case) if name else REFEREE
            told = [event.told_to(viewer) for event in self.table.log.events[self.lines :]]
            lines = [
                (f"{words[event.seat]}: " if event.seat >= 0 else "") + event.text.replace("**", "")
                for event in told
                if event is not None
            ]
            check(texts, lines, f" for {name}" if name else "")

    def said(self, texts: list[str], lines: list[str], whom: str) -> None:
        """Look for words in lines, in order."""
        at = 0
        for wanted in texts:
            at = next((n + 1 for n in range(at, len(lines)) if wanted in lines[n]), 0)
            if not at:
                raise _Differs(f"the log to go on with “{wanted}”{whom}", f"it says {lines}")

    def unsaid(self, texts: list[str], lines: list[str], whom: str) -> None:
        """Look that words stand in no line."""
        for unwanted in texts:
            if any(unwanted in line for line in lines):
                raise _Differs(f"no “{unwanted}” in the log{whom}", f"it says {lines}")


def _is_difference(wanted: Wanted) -> bool:
    return isinstance(wanted, str) and re.fullmatch(r"[+-][0-9]{1,9}", wanted) is not None


__all__ = ["Case", "CaseResult", "Failure", "check_files", "load_cases", "run_case"]
