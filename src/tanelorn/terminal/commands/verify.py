"""`tanelorn verify`: whether a record was played by the rules, and every die as promised."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from tanelorn.core.errors import BadRecord
from tanelorn.core.play.record import Header, Origin, Record
from tanelorn.core.play.verify import Verified
from tanelorn.core.play.verify import verify as verify_record
from tanelorn.terminal.look import err, out, refusal
from tanelorn.terminal.sitting.saves import find_record

EXAMPLE = """Examples:

tanelorn verify last

tanelorn verify fivecities-1.jsonl
"""


def verify(
    record: Annotated[str, typer.Argument(help="A record's file, the name of a saved game, or “last”.")],
    fingerprint: Annotated[str, typer.Option(metavar="ABCD-…", help="What was written down when the game began.")] = "",
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where games are kept.")] = None,
) -> None:
    """Check a finished game: every entry by the rules, and every die against the promise given before the first roll.

    Says what was checked, and whom one has to trust for the rest. A record that is wrong is named with the exact entry
    or line, and the exit code is 1.
    """
    path = find_record(record, data)
    try:
        loaded = Record.load(path)
        checked = verify_record(loaded, fingerprint)
    except BadRecord as error:
        err().print(refusal(error), soft_wrap=True)
        raise typer.Exit(1) from None
    dice = _dice(checked, foreseen=loaded.header.foreseen)
    out().print(f"{path.name} is sound: {checked.entries} entries follow the rules, and {dice}.", soft_wrap=True)
    for sentence in _trust(loaded.header, checked):
        out().print(sentence, soft_wrap=True)


def _trust(header: Header, checked: Verified) -> Iterator[str]:
    """Say what the file itself cannot show, and whose word stands for it."""
    if not checked.witnessed:
        yield (
            "Names, options and promise are those in the file, and whoever kept it could have written all of it anew. "
            f"If its fingerprint, {header.fingerprint}, is the one that was written down when the game began, nobody "
            "has: give what was written down with --fingerprint."
        )
    elif checked.witnessed == "game":
        yield "The fingerprint is right: names, options, words and the promise of the dice are those of the start."
    else:
        yield (
            "The promise of the dice is the one that was written down; names and options are those in the file. "
            f"The fingerprint of the whole game is {header.fingerprint}."
        )
    if header.origin is not None:
        yield _origin(header.origin, checked.repeated)
    if checked.dice == checked.repeated:
        return
    if not checked.committed or header.foreseen:
        how = "follow from a seed that somebody chose" if header.foreseen else "were promised by nobody"
        yield f"The dice {how}: trust whoever kept the game not to have known them."
    elif any(header.words):
        yield (
            "The dice are mixed of a secret that was promised and of words that the players added: trust one of them, "
            "whoever it may be, and nobody chose the dice."
        )
    else:
        yield (
            "Nobody added words to the dice: trust whoever set the game up not to have drawn secrets until one suited."
        )


def _origin(origin: Origin, repeated: int) -> str:
    """Say that a game began at a moment of another, and what of it this record cannot show."""
    entries = "1 entry repeats" if origin.entries == 1 else f"{origin.entries} entries repeat"
    says = f"The first {entries} the game with the fingerprint {origin.fingerprint}, which this one goes on from."
    if not repeated:
        return says
    outcomes = "the outcome of chance in it" if repeated == 1 else f"the {repeated} outcomes of chance in them"
    return f"{says} Whether {outcomes} had been promised only the record of that game can show."


def _dice(checked: Verified, *, foreseen: bool) -> str:
    dice = checked.dice - checked.repeated
    if not dice:
        return "no dice were rolled" + (" since it goes on" if checked.repeated else "")
    many = "1 outcome of chance is" if dice == 1 else f"{dice} outcomes of chance are"
    if checked.committed and not foreseen:
        first = "before the first of its own" if checked.repeated else "before the first roll"
        return f"{many} as {'it was' if dice == 1 else 'they were'} promised {first}"
    return f"{many} well formed, though nobody promised {'it' if dice == 1 else 'them'} beforehand"
