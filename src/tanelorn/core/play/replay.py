"""Playing a record again, and finding the exact entry at which rules and record part."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from tanelorn.core.chance import Committed, Source
from tanelorn.core.errors import BadRecord, Illegal, TanelornError
from tanelorn.core.play.record import FORMAT, Arranged, Chanced, Chose, Entry, Late, Origin, Record, TimeUp, Undid
from tanelorn.core.play.snapshot import Snapshot, resume
from tanelorn.core.play.table import Table


class Parting(msgspec.Struct, frozen=True):
    """An entry at which rules and record part: its `number` from 1, and why; `plays` tells that it can still be played,
    and only leads elsewhere.
    """

    number: int
    entry: Entry
    why: str
    remedy: str = ""
    plays: bool = False


class Parted(BadRecord):
    """Rules and record part at an entry."""

    parting: Parting

    @classmethod
    def at(cls, parting: Parting) -> Parted:
        """Return the error for such a place."""
        error = cls(f"Entry {parting.number} of the record {parting.why}", remedy=parting.remedy)
        error.parting = parting
        return error

    def __reduce__(self) -> tuple[object, ...]:
        return Parted.at, (self.parting,)


def replay(
    record: Record,
    *,
    upto: int | None = None,
    chance: Source | None = None,
    after: Snapshot | None = None,
    met: Callable[[Table], None] | None = None,
) -> Table:
    """Play a record again and return the table, after `upto` entries if given.

    `chance` may be the committed source to go on with; else the record's own outcomes are the script. What was before
    a snapshot, `after`, is taken from it. `met` is called with the table after each entry that was played. Raises
    Parted naming the entry at which the record and the rules part, other BadRecord where it is none that can be played
    here, BadData where the snapshot does not fit.
    """
    source = chance or record.committed() or record.chance()
    table = begun(record, source) if after is None else resume(record, after, source)
    entries = record.entries if upto is None else record.entries[:upto]
    for number in range(0 if after is None else after.entries, len(entries)):
        parting = carried_out(table, number, entries[number])
        if parting is not None:
            raise Parted.at(parting)
        if met is not None and number == len(table.entries) - 1:
            met(table)
    if upto is None and record.ended is not None and record.ended.outcome != table.outcome:
        raise BadRecord("The record ends otherwise than the rules: it says " + record.ended.outcome.reason + ".")
    return table


def begun(record: Record, chance: Source) -> Table:
    """Return the table of a record as it was before its first entry; raise BadRecord."""
    game = record.game()
    try:
        table = Table(game, record.header.begin(game), chance=chance, header=record.header)
        table.run()
    except TanelornError as error:
        raise BadRecord(f"The record cannot be set up: {error}") from None
    return table


def carried_out(table: Table, number: int, entry: Entry) -> Parting | None:
    """Play an entry of a record, the one after `number` others; return where it parts from the rules, if it does.

    What chance brought has been written down already, together with what brought it.
    """
    if number >= len(table.entries):
        try:
            do_again(table, entry)
        except TanelornError as error:
            return Parting(number + 1, entry, f"cannot be played: {error}")
        if number >= len(table.entries):
            return Parting(number + 1, entry, "is chance that nobody asked for.")
    played = table.entries[number]
    if played == entry:
        return None
    plays = msgspec.structs.replace(played, at="") == msgspec.structs.replace(entry, at="")
    rules = table.header.rules if table.header is not None else table.game.rules
    why = f"leads elsewhere by these rules than by version {rules}, which it was played by."
    return Parting(number + 1, entry, why, "Replay it with that version, or report the difference.", plays)


def do_again(table: Table, entry: Entry) -> None:
    """Do what an entry says; what chance brought comes of itself. Raises what doing it raises."""
    if isinstance(entry, Chose):
        table.play(entry.text, entry.seat)
    elif isinstance(entry, Undid):
        table.undo(entry.seat)
    elif isinstance(entry, TimeUp):
        table.time_up()
    elif isinstance(entry, Late):
        table.late(entry.seat)
    elif isinstance(entry, Arranged):
        table.arrange(entry.what, entry.seat, entry.seconds)


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
