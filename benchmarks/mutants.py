"""How many faults in the rules the tests notice: `python benchmarks/mutants.py [elric albion] [-n 200] [--seed 1]`.

A mutant is one small fault in a line of rules: a function of a game whose docstring names a clause. It meets the rule
cases that call the function, each choice under the game's law, then the game's own tests that do.
Each fault is planted in a process of its own, a fork of one that has everything loaded. A fault that only makes the
game break down, or never end, counts as noticed. Those that nothing has noticed are listed with their lines: each
wants a case, or is no fault at all.

What no case can see is left alone: what is only drawn or told, what checks a pack, what has run before a game begins.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import importlib
import multiprocessing
import os
import pkgutil
import random
import re
import resource
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]  # whatever else is installed: the tests of this checkout and its rules

import pytest
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from tests.contract.laws import law_of

import tanelorn.games
from tanelorn.core.cases.running import load_cases, run_case
from tanelorn.core.game import games as registered

GAMES = ROOT / "src" / "tanelorn" / "games"
CLAUSE = re.compile(r"\([^)]*(\d|/)[^)]*\)")
LONGEST = 120
"""Seconds after which a fault counts as noticed, because what is played with it does not end."""
NOT_PLANTED = 3
"""With this a process ends whose fault lies in no function that is there."""
MEMORY = 4 << 30
"""Bytes that a game with a fault may fill."""
FORK = multiprocessing.get_context("fork")

LEFT_OUT = re.compile(
    r"/(shown|views|pack)/|/law\.py|view|cards|check|packs?[_.]|batch\.py|/world\.py|/state/(content|descriptors|ground)\.py"
)
"""The files in which no fault is planted: see above."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
REACHED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


def games() -> list[str]:
    """Return the games that have rule cases of their own."""
    return sorted(folder.name for folder in (ROOT / "tests" / "cases").iterdir() if folder.is_dir())


def folder_of(game: str) -> Path:
    """Return where the rules of a game lie."""
    return GAMES / "diplomacy" / game if game == "youngkingdoms" else GAMES / game


# Faults


def sites(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, ast.AST]]:
    """Yield what can be made wrong, with the outermost function around it, in the functions that name a clause."""
    for outer in _outermost(tree):
        for function in ast.walk(outer):
            if isinstance(function, ast.FunctionDef) and CLAUSE.search(ast.get_docstring(function) or ""):
                for statement in function.body[1:]:
                    yield from ((outer, node) for node in _places(statement))


def _outermost(node: ast.AST) -> Iterator[ast.FunctionDef]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield child
        else:
            yield from _outermost(child)


def _places(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what can be made wrong in a statement, but for what is done only to tell it."""
    if isinstance(node, ast.If) and "log" in {part.id for part in ast.walk(node.test) if isinstance(part, ast.Name)}:
        for statement in node.orelse:
            yield from _places(statement)
        return
    if _can_be_wrong(node):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _places(child)


def _can_be_wrong(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return len(node.ops) == 1
    if isinstance(node, ast.BinOp):
        return type(node.op) in REACHED
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bool | int)
    return isinstance(node, ast.BoolOp | ast.IfExp | ast.If) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


def spoil(node: Any) -> str:
    """Make a place wrong; return what was done, in words."""
    match node:
        case ast.Compare():
            node.ops = [COMPARED[type(node.ops[0])]()]
            return "comparison"
        case ast.BinOp():
            node.op = REACHED[type(node.op)]()
            return "arithmetic"
        case ast.Constant(value=bool()):
            node.value = not node.value
            return "truth value"
        case ast.Constant(value=int(number)):
            node.value = number + 1
            return "number + 1"
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            return "and / or"
        case ast.UnaryOp():
            node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
            return "“not” left out"
        case _:
            node.test = ast.UnaryOp(ast.Not(), node.test)
            return "condition turned round"


@dataclass(frozen=True)
class Mutant:
    """One place in a file, by its number among the `sites`."""

    file: Path
    number: int

    def _site(self) -> tuple[ast.Module, ast.FunctionDef, ast.AST]:
        tree = ast.parse(self.file.read_text(encoding="utf-8"))
        return tree, *list(sites(tree))[self.number]

    def __str__(self) -> str:
        _, _, node = self._site()
        line: int = getattr(node, "lineno", 0)
        code = self.file.read_text(encoding="utf-8").splitlines()[line - 1].strip()
        return f"{self.file.relative_to(GAMES)}:{line}: {code}   ({spoil(node)})"

    def lines(self) -> range:
        """Return the lines of the outermost function."""
        _, outer, _ = self._site()
        return range(_first_line(outer), (outer.end_lineno or outer.lineno) + 1)

    def is_remembered(self) -> bool:
        """Whether the function keeps what it has once worked out, so that it is not called each time."""
        _, outer, _ = self._site()
        return any("cache" in ast.unparse(decorator) for decorator in outer.decorator_list)

    def plant(self) -> bool:
        """Let the function do the wrong thing in this process, and nothing be remembered that it did right. Return
        whether it was found.
        """
        tree, outer, node = self._site()
        spoil(node)
        whole = compile(ast.fix_missing_locations(tree), str(self.file), "exec")
        key = (_first_line(outer), outer.name)
        wrong = next(code for code in _codes(whole) if (code.co_firstlineno, code.co_name) == key)
        found = False
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                code = thing.__code__
                if code.co_filename == str(self.file) and (code.co_firstlineno, code.co_name) == key:
                    thing.__code__, found = wrong, True
            elif isinstance(thing, functools._lru_cache_wrapper) and thing.__module__.startswith("tanelorn"):
                thing.cache_clear()
        return found


def _first_line(function: ast.FunctionDef) -> int:
    return min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def chosen(game: str, count: int, rng: random.Random) -> list[Mutant]:
    """Draw so many places in a game's rules, each as likely as any other."""
    below = [folder_of(other) for other in games() if folder_of(other).parent == folder_of(game)]
    places = [
        Mutant(file, number)
        for file in sorted(folder_of(game).rglob("*.py"))
        if not LEFT_OUT.search(f"/{file.relative_to(folder_of(game))}")
        if not any(file.is_relative_to(folder) for folder in below)
        for number, _ in enumerate(sites(ast.parse(file.read_text(encoding="utf-8"))))
    ]
    return rng.sample(places, min(count, len(places)))


# What may notice them


@dataclass
class Trial:
    """A case or a test: how it is named, how long it takes, and where the functions begin that it calls."""

    name: str
    seconds: float = 0.0
    calls: set[tuple[str, int]] = field(default_factory=set)


class Watch:
    """Notes for each trial which functions in a folder it calls; for pytest a plugin."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.trials: list[Trial] = []

    @contextmanager
    def during(self, name: str) -> Iterator[None]:
        """Look while a trial runs."""
        trial, seen = Trial(name), set[CodeType]()

        def look(frame: FrameType, event: str, arg: object) -> None:
            code = frame.f_code
            if code not in seen:
                seen.add(code)
                if code.co_filename.startswith(self.folder):
                    trial.calls.add((code.co_filename, code.co_firstlineno))

        begun = time.process_time()
        sys.settrace(look)
        try:
            yield
        finally:
            sys.settrace(None)
            trial.seconds = time.process_time() - begun
            self.trials.append(trial)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Look while a test runs, with what is laid ready for it."""
        with self.during(item.nodeid):
            return (yield)


class Cases:
    """The rule cases of a game, and of those that lie in its folder, each under its law."""

    def __init__(self, game: str) -> None:
        played = [other for other in games() if folder_of(other).is_relative_to(folder_of(game))]
        files = sorted(file for one in played for file in (ROOT / "tests" / "cases" / one).rglob("*.toml"))
        self.cases = {str(case): case for file in files for case in load_cases(file)}
        watch = Watch(folder_of(game))
        for name in self.cases:
            with watch.during(name):
                self.fails([name])
        self.trials = watch.trials

    def fails(self, names: Sequence[str]) -> bool:
        """Whether one of some cases comes out otherwise."""
        return any(run_case(self.cases[name], law_of(registered[self.cases[name].game])) for name in names)


class Tests:
    """The game's own tests."""

    def __init__(self, game: str) -> None:
        own = ROOT / "tests" / "games" / game
        watch = Watch(folder_of(game))
        self.fails([str(own if own.is_dir() else own.with_name("diplomacy"))], watch)
        self.trials = watch.trials

    def fails(self, names: Sequence[str], *plugins: object) -> bool:
        """Whether one of some tests fails; what pytest says of it is not shown."""
        with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
            options = ["-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", str(ROOT)]
            return pytest.main([*options, *names], plugins=list(plugins)) != pytest.ExitCode.OK


# The run


def _noticed(mutant: Mutant, trials: Cases | Tests) -> None:
    """In a process of its own: plant a fault and end with 1 if a trial notices it, the quick ones first."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    lines = set() if mutant.is_remembered() else {(str(mutant.file), line) for line in mutant.lines()}
    met = [trial for trial in trials.trials if not lines or lines & trial.calls]
    names = [trial.name for trial in sorted(met, key=lambda trial: trial.seconds)]
    if not mutant.plant():
        sys.exit(NOT_PLANTED)
    sys.exit(bool(names) and trials.fails(names))


def tried(mutants: Sequence[Mutant], trials: Cases | Tests, jobs: int) -> Iterator[tuple[Mutant, bool]]:
    """Yield each mutant with whether it was noticed, as they are done, so many at a time."""
    waiting, running = list(mutants), dict[Any, tuple[Mutant, float]]()
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop(0)
            process = FORK.Process(target=_noticed, args=(mutant, trials))
            process.start()
            running[process] = mutant, time.monotonic()
        wait([process.sentinel for process in running], timeout=1)
        for process, (mutant, begun) in list(running.items()):
            if time.monotonic() - begun > LONGEST:
                process.kill()
                process.join()
            if process.exitcode == NOT_PLANTED:
                raise RuntimeError(f"Has the file been changed meanwhile? Not planted: {mutant}")
            if process.exitcode is not None:
                del running[process]
                yield mutant, process.exitcode != 0


Kind = type[Cases] | type[Tests]


def measure(game: str, mutants: Sequence[Mutant], kinds: Sequence[Kind], jobs: int, bar: Progress) -> dict[str, int]:
    """Count what notices the faults of a game, and print those that nothing notices."""
    count, left = dict[str, int](), list(mutants)
    for kind in kinds:
        task = bar.add_task(f"{game}: {kind.__name__.lower()}", total=len(left))
        bar.refresh()
        trials = kind(game) if left else None
        met, left = left, []
        for mutant, noticed in tried(met, trials, jobs) if trials else ():
            left += [] if noticed else [mutant]
            bar.advance(task)
            bar.refresh()
        count[kind.__name__.lower()] = len(met) - len(left)
    for mutant in left:
        bar.console.print(str(mutant), highlight=False, markup=False, soft_wrap=True)
    return {**count, "nothing": len(left)}


def main() -> int:
    """Plant faults and say what noticed them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[*games(), []], help="those of all, unless named")
    parser.add_argument("-n", type=int, default=200, help="how many faults, shared out among the games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", action="store_true", help="without the tests, which take longer")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    os.chdir(ROOT)
    named, kinds = given.games or games(), (Cases,) if given.cases else (Cases, Tests)
    columns = (*Progress.get_default_columns()[:3], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, auto_refresh=False) as bar:  # no thread of its own beside the forks
        for game in named:
            for module in pkgutil.walk_packages(tanelorn.games.__path__, "tanelorn.games."):
                importlib.import_module(module.name)
            mutants = chosen(game, given.n // len(named), random.Random(given.seed))
            count = measure(game, mutants, kinds, given.jobs, bar)
            total = sum(count.values())
            noticed = total - count["nothing"]
            by = "; ".join(f"{number} by {what}" for what, number in count.items())
            bar.console.print(f"{game}: {noticed} of {total} noticed ({noticed / total:.0%}): {by}.", highlight=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
