"""Playing a record again, and finding the exact entry at which rules and record part."""

from __future__ import annotations

from tanelorn.core.chance import Source
from tanelorn.core.errors import BadRecord, TanelornError
from tanelorn.core.play.record import Chose, Entry, Record, TimeUp, Undid
from tanelorn.core.play.table import Table


def replay(record: Record, *, upto: int | None = None, chance: Source | None = None) -> Table:
    """Play a record again and return the table, after `upto` entries if given.

    `chance` may be the committed source to go on with; else the record's own outcomes are the script. Raises
    BadRecord naming the entry at which the record and the rules part.
    """
    game = record.game()
    source = chance or record.committed() or record.chance()
    header = record.header
    try:
        position = game.setup(header.scenario, game.read_options(header.options))
        table = Table(game, position, chance=source, header=header)
        table.run()
    except TanelornError as error:
        raise BadRecord(f"The record cannot be set up: {error}") from None
    entries = record.entries if upto is None else record.entries[:upto]
    for number, entry in enumerate(entries):
        if number < len(table.entries):
            _compare(table.entries[number], entry, number, header.rules)
            continue
        try:
            if isinstance(entry, Chose):
                table.play(entry.text, entry.seat)
            elif isinstance(entry, Undid):
                table.undo(entry.seat)
            elif isinstance(entry, TimeUp):
                table.time_up()
        except TanelornError as error:
            raise BadRecord(f"Entry {number + 1} of the record cannot be played: {error}") from None
        if number >= len(table.entries):
            raise BadRecord(f"Entry {number + 1} of the record is chance that nobody asked for.")
        _compare(table.entries[number], entry, number, header.rules)
    if upto is None and record.ended is not None and record.ended.outcome != table.outcome:
        raise BadRecord("The record ends otherwise than the rules: it says " + record.ended.outcome.reason + ".")
    return table


def _compare(played: Entry, written: Entry, number: int, rules: int) -> None:
    if played != written:
        raise BadRecord(
            f"Entry {number + 1} of the record leads elsewhere by these rules than by version {rules}, "
            "which it was played by.",
            remedy="Replay it with that version, or report the difference.",
        )
