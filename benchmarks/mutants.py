"""How many faults in the rules the tests notice: `python benchmarks/mutants.py [elric albion] [-n 200] [--seed 1]`.

A mutant is one small fault in a line of rules: a function of a game whose docstring names a clause. First every rule
case of the game is played with it, each choice under the law of `tests/contract/laws.py`; what they let pass meets the
game's own tests. A fault that only makes the game break down, or never end, counts as noticed. Those that nothing has
noticed are listed with their lines: each wants a case, or is no fault at all.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src" / "tanelorn" / "games"
CLAUSE = re.compile(r"\([^)]*(\d|/)[^)]*\)")
LONGEST = 300
"""Seconds after which a fault counts as noticed, because what is played with it does not end."""

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


def sites(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what can be made wrong in the functions that name a clause, in the order of the file."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and CLAUSE.search(ast.get_docstring(function) or ""):
            for statement in function.body[1:]:
                yield from (node for node in ast.walk(statement) if _can_be_wrong(node))


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
        case ast.Constant():
            node.value += 1
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


class Planted(SourceFileLoader):
    """Loads a module with one place made wrong."""

    def __init__(self, name: str, path: str, number: int) -> None:
        super().__init__(name, path)
        self.number = number

    def get_code(self, fullname: str) -> Any:
        """Compile the spoiled source; what Python has compiled before is not looked at."""
        tree = ast.parse(Path(self.path).read_text(encoding="utf-8"))
        spoil(list(sites(tree))[self.number])
        return compile(ast.fix_missing_locations(tree), self.path, "exec")


class Planting:
    """Finds one module by its name and lets the others be."""

    def __init__(self, file: Path, number: int) -> None:
        self.file = file
        self.number = number
        parts = file.relative_to(ROOT / "src").with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return how the spoiled module is loaded, if it is this one."""
        if name != self.name:
            return None
        loader = Planted(name, str(self.file), self.number)
        return importlib.util.spec_from_file_location(name, self.file, loader=loader)


def play_cases(game: str) -> int:
    """Play every rule case of a game under its law; return 1 at the first difference."""
    from tests.contract.laws import LAWS

    from tanelorn.core.cases.running import load_cases, run_case  # only now: what is planted has to be there first

    files = sorted((ROOT / "tests" / "cases" / game).rglob("*.toml"))
    return int(any(run_case(case, LAWS[case.game]) for file in files for case in load_cases(file)))


def try_one(file: Path, number: int, game: str, tests: bool) -> int:
    """Plant a fault in this process and play the cases, or run the tests; return 0 if nothing was noticed."""
    sys.meta_path.insert(0, Planting(file, number))
    sys.path.insert(0, str(ROOT))
    if not tests:
        return play_cases(game)
    import pytest

    own = ROOT / "tests" / "games" / game
    where = str(own if own.is_dir() else own.with_name("diplomacy"))
    whole = "tests/contract/test_promises.py::test_playthrough"
    return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", game, where, whole]))


def noticed_by(file: Path, number: int, game: str) -> str:
    """Return what notices a fault: cases, tests, or nothing (an empty string)."""
    for words, more in (("cases", []), ("tests", ["--tests"])):
        command = [sys.executable, __file__, game, "--plant", str(file), str(number), *more]
        try:
            done = subprocess.run(command, capture_output=True, timeout=LONGEST, cwd=ROOT, check=False)
        except subprocess.TimeoutExpired:
            return words
        if done.returncode:
            return words
    return ""


def described(file: Path, number: int) -> str:
    """Return the line of a fault, and what is wrong with it."""
    text = file.read_text(encoding="utf-8")
    node: Any = list(sites(ast.parse(text)))[number]
    return f"{file.relative_to(GAMES)}:{node.lineno}: {text.splitlines()[node.lineno - 1].strip()}   ({spoil(node)})"


def chosen(game: str, count: int, rng: random.Random) -> list[tuple[Path, int, str]]:
    """Draw so many places in a game's rules, each as likely as any other."""
    below = [folder_of(other) for other in games() if folder_of(other).parent == folder_of(game)]
    places = [
        (file, number, game)
        for file in sorted(folder_of(game).rglob("*.py"))
        if not any(file.is_relative_to(folder) for folder in below)
        for number, _ in enumerate(sites(ast.parse(file.read_text(encoding="utf-8"))))
    ]
    return rng.sample(places, min(count, len(places)))


def main() -> int:
    """Plant faults one at a time and say what noticed them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[*games(), []], help="those of all, unless named")
    parser.add_argument("-n", type=int, default=200, help="how many faults, shared out among the games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--plant", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--tests", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    named = given.games or games()
    if given.plant:
        return try_one(Path(given.plant[0]), int(given.plant[1]), named[0], given.tests)
    rng = random.Random(given.seed)
    mutants = [one for game in named for one in chosen(game, given.n // len(named), rng)]
    console, count, left = Console(), {"cases": 0, "tests": 0, "": 0}, []
    with (
        ThreadPoolExecutor(given.jobs) as pool,
        Progress(*Progress.get_default_columns()[:3], MofNCompleteColumn(), TimeRemainingColumn()) as bar,
    ):
        task = bar.add_task("Faults", total=len(mutants))
        tried = {pool.submit(noticed_by, *mutant): mutant for mutant in mutants}
        for one in as_completed(tried):
            count[one.result()] += 1
            if not one.result():
                file, number, _ = tried[one]
                left.append(described(file, number))
                bar.console.print(left[-1], highlight=False, markup=False)
            bar.advance(task)
    killed = count["cases"] + count["tests"]
    console.print(
        f"{killed} of {len(mutants)} noticed ({killed / len(mutants):.0%}): {count['cases']} by cases, "
        f"{count['tests']} by tests; {count['']} by nothing."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
