"""`tanelorn check`: runs rule cases and shows where the rules differ from what they expect."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from tanelorn.core.amounts import amount
from tanelorn.core.cases.running import Failure, check_files
from tanelorn.core.errors import UnknownName
from tanelorn.terminal.look import bars, out

EXAMPLE = """Examples:

tanelorn check tests/cases

tanelorn check my-case.toml
"""


def check(
    files: Annotated[list[Path], typer.Argument(help="Files of rule cases, or folders of them.", show_default=False)],
) -> None:
    """Run rule cases: positions, choices and what must be true after each, written in TOML.

    Prints the first difference of each case that fails; then the exit code is 1.
    """
    for file in files:
        if not file.exists():
            raise UnknownName(f"There is no file {file}.", remedy="Check its name.")
    console = out()
    failures: list[Failure] = []
    total = 0
    with bars() as progress:
        bar = progress.add_task("Cases")
        for result in check_files(files):
            total = result.total
            progress.update(bar, total=result.total, completed=result.number)
            if result.failure is not None:
                failures.append(result.failure)
    for failure in failures:
        _print_failure(failure)
    passed = total - len(failures)
    if failures:
        console.print(Text(f"{len(failures)} of {amount(total, 'case')} fail; {passed} pass.", "bold red"))
        raise typer.Exit(1)
    all_pass = "The one case passes." if total == 1 else f"All {total} cases pass."
    console.print(Text(all_pass if total else "There are no cases in these files.", "bold green"))


def _print_failure(failure: Failure) -> None:
    case = failure.case
    where = f"after play {failure.play}" if failure.play else "at the set-up"
    play = f" ({case.play[failure.play - 1]})" if failure.play else ""
    console = out()
    console.print(Text.assemble(("fails ", "bold red"), f"{case.file}: ", (case.name, "bold"), f", {where}{play}"))
    console.print(f"    expected  {failure.expected}")
    console.print(f"    came      {failure.came}")
    console.print(Text(f"    rules     {', '.join(case.rules)}", "dim"))
