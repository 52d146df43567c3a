"""`tanelorn verify`: whether a record was played by the rules, and every die as promised."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tanelorn.core.errors import BadRecord
from tanelorn.core.record import Record
from tanelorn.core.verify import Verified
from tanelorn.core.verify import verify as verify_record
from tanelorn.terminal.look import err, out, refusal
from tanelorn.terminal.saves import find_record

EXAMPLE = """Examples:

tanelorn verify last

tanelorn verify fivecities-1.jsonl
"""


def verify(
    record: Annotated[str, typer.Argument(help="A record's file, the name of a saved game, or “last”.")],
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where games are kept.")] = None,
) -> None:
    """Check a finished game: every entry by the rules, and every die against the promise given before the first roll.

    Says in one sentence what was checked. A record that is wrong is named with the exact entry or line, and the exit
    code is 1.
    """
    path = find_record(record, data)
    try:
        checked = verify_record(Record.load(path))
    except BadRecord as error:
        err().print(refusal(error), soft_wrap=True)
        raise typer.Exit(1) from None
    out().print(
        f"{path.name} is sound: {checked.entries} entries follow the rules, and {_dice(checked)}.", soft_wrap=True
    )


def _dice(checked: Verified) -> str:
    if not checked.dice:
        return "no dice were rolled"
    many = "1 outcome of chance is" if checked.dice == 1 else f"{checked.dice} outcomes of chance are"
    if checked.committed:
        return f"{many} as {'it was' if checked.dice == 1 else 'they were'} promised before the first roll"
    return f"{many} well formed, though nobody promised {'it' if checked.dice == 1 else 'them'} beforehand"
