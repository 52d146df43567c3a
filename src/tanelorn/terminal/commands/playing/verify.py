"""`tanelorn verify`: whether a record was played by the rules, and every die as promised."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from tanelorn.core.errors import BadRecord
from tanelorn.core.play.findings import Finding, findings
from tanelorn.core.play.record import Record
from tanelorn.core.play.verify import check
from tanelorn.terminal.look import err, out, refusal
from tanelorn.terminal.sitting.saves import find_record

EXAMPLE = """Examples:

tanelorn verify last

tanelorn verify fivecities-1.jsonl --link ABCD-…
"""
_SIGNS = {"right": ("right", "green"), "open": ("on trust", "yellow"), "wrong": ("wrong", "bold red")}


def verify(
    record: Annotated[str, typer.Argument(help="A record's file, the name of a saved game, or “last”.")],
    fingerprint: Annotated[str, typer.Option(metavar="ABCD-…", help="What was written down when the game began.")] = "",
    link: Annotated[
        list[str] | None,
        typer.Option(metavar="ABCD-…", help="What a site gave with a choice; may be said several times."),
    ] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where games are kept.")] = None,
) -> None:
    """Check a finished game: every entry by the rules, and every die against the promise given before the first roll.

    Says what was checked, and whom one has to trust for the rest. A record that is wrong is named with the exact entry
    or line, and the exit code is 1.
    """
    path = find_record(record, data)
    try:
        loaded = Record.load(path)
        found = findings(loaded, check(loaded, fingerprint, link or ()))
    except BadRecord as error:
        err().print(refusal(error), soft_wrap=True)
        raise typer.Exit(1) from None
    wrong = any(finding.fault for finding in found)
    out().print(f"{path.name} is {'not ' if wrong else ''}sound.", soft_wrap=True)
    for finding in found:
        _print(finding)
    if not fingerprint and not wrong:
        out().print("Give what was written down at the start with --fingerprint.", soft_wrap=True)
    if wrong:
        raise typer.Exit(1)


def _print(finding: Finding) -> None:
    """Print what was found; what is wrong goes to standard error."""
    sign, style = _SIGNS[finding.outcome]
    if finding.fault is not None:
        err().print(
            Text.assemble((f"{finding.title}: {sign}. ", style)).append_text(refusal(finding.fault)), soft_wrap=True
        )
        return
    said = " ".join(map(str, finding.says))
    quoted = "".join(f" {seat}: “{words}”." for seat, words in finding.quotes)
    out().print(Text.assemble((f"{finding.title}: {sign}. ", style), said, quoted), soft_wrap=True)
