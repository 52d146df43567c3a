"""Playing a record again, and finding the exact entry at which rules and record part."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tanelorn.core.chance import Committed, Source
from tanelorn.core.errors import BadRecord, Illegal, TanelornError
from tanelorn.core.play.record import FORMAT, Chanced, Chose, Entry, Origin, Record, TimeUp, Undid
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
        table = Table(game, header.begin(game), chance=source, header=header)
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


def go_on(record: Record, entries: int, *, players: Sequence[str] = (), name: str = "") -> Table:
    """Return a new table that goes on after so many entries of a game that has ended, with dice of its own.

    Its record repeats those entries and says so. Raises Illegal where there is nothing to go on from, or the game was
    played by other rules.
    """
    game, former = record.game(), record.header
    if record.ended is None:
        raise Illegal(
            "This game is still on: a second one would betray its dice and what is hidden.",
            remedy="Play it to its end first.",
        )
    if former.rules != game.rules:
        raise Illegal(
            f"This game was played by rules version {former.rules}, and would go on by version {game.rules}.",
            remedy="Play on from a game of the present rules.",
        )
    if not 0 <= entries <= len(record.entries):
        raise Illegal(f"This game has no {entries} entries.", remedy=f"It has {len(record.entries)}.")
    repeated = record.entries[:entries]
    outcomes = tuple(entry.outcome for entry in repeated if isinstance(entry, Chanced))
    secret = Committed()
    header = msgspec.structs.replace(
        former,
        tanelorn=FORMAT,
        players=tuple(players) or former.players,
        name=name or former.name,
        commitment=secret.commitment,
        words=(),
        foreseen=False,
        origin=Origin(former.fingerprint, entries, outcomes),
    )
    table = replay(Record(header, repeated), chance=header.source(secret.secret))
    if table.outcome is not None:
        raise Illegal("The game ends at this moment: there is nothing to play on.", remedy="Choose an earlier one.")
    return table


def _compare(played: Entry, written: Entry, number: int, rules: int) -> None:
    if played != written:
        raise BadRecord(
            f"Entry {number + 1} of the record leads elsewhere by these rules than by version {rules}, "
            "which it was played by.",
            remedy="Replay it with that version, or report the difference.",
        )
