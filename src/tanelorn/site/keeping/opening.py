"""Opening a table: from its snapshot and the few lines after it, else by playing its whole record again.

What reads and writes the disk is apart from what plays, which takes longer where there is no snapshot and can be done
in another thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec
from django.db import DatabaseError, transaction
from django.utils.translation import gettext

from tanelorn.core.errors import BadData, Illegal, TanelornError
from tanelorn.core.game import games
from tanelorn.core.play.record import Ended, Entry, Record
from tanelorn.core.play.replay import Parted, carried_out, replay
from tanelorn.core.play.snapshot import Rest, rests
from tanelorn.core.play.table import Table
from tanelorn.core.position import Outcome
from tanelorn.site.keeping import snapshots, store
from tanelorn.site.keeping.frozen import Frost, Frozen
from tanelorn.site.models import GameTable

_outcomes = msgspec.json.Decoder(Outcome)


class Lines(NamedTuple):
    """What lies on the disk of a table: its record and its snapshot, and the secret of its dice."""

    record: Record
    snapshot: snapshots.Kept | None
    secret: str


class Opened(NamedTuple):
    """A table that was opened, and where it can be opened at once the next time, if its snapshot is no longer good; or
    why it cannot go on.
    """

    table: Table | None
    rest: Rest | None = None
    frost: Frost | None = None


def lines_of(row: GameTable) -> Lines:
    """Read what lies on the disk of a table; raise Damaged."""
    return Lines(store.record_of(row), snapshots.read(row), row.secret)


def opened(lines: Lines) -> Opened:
    """Open a table by what lies on the disk of it; raise Damaged. Nothing is read or written."""
    with store.told_if_damaged(store.RECORD):
        table = _resumed(lines)
        return Opened(table) if table is not None else _played(lines)


def note(row: GameTable, done: Opened) -> Table:
    """Write down what opening a table has brought, so that it opens at once the next time; raise Frozen.

    What the disk refuses is left: the table can be played.
    """
    frozen = msgspec.to_builtins(done.frost)
    with suppress(DatabaseError, OSError), transaction.atomic():
        if row.frozen != frozen:
            row.frozen = frozen
            GameTable.objects.filter(pk=row.pk).update(frozen=frozen)
        if done.table is not None and done.table.outcome is not None and not row.closing:
            row.closing = store.closing_of(done.table)
            GameTable.objects.filter(pk=row.pk).update(closing=row.closing)
        if done.table is not None and done.rest is not None:
            with suppress(BadData):  # a game of somebody's own may hold what cannot be packed
                snapshots.write(row, done.table, done.rest.snapshot())
    if done.table is None:
        assert done.frost is not None
        raise done.frost.error()
    return done.table


def load(row: GameTable) -> Table:
    """Open a table; raise Damaged or Frozen."""
    return note(row, opened(lines_of(row)))


def open_anew(row: GameTable) -> Table:
    """Open a table by its record alone, and take a new snapshot of it; raise Damaged or Frozen."""
    return note(row, opened(lines_of(row)._replace(snapshot=None)))


def play_since(table: Table, entries: Sequence[Entry]) -> None:
    """Play what another process has written at a table since; raise Parted where it cannot be played here."""
    for number, entry in enumerate(entries, len(table.entries)):
        parting = carried_out(table, number, entry)
        if parting is not None:
            raise Parted.at(parting)


def play_again(row: GameTable, table: Table, written: int) -> Table:
    """Return a table as it was when its first `written` entries were: from the disk, or from themselves."""
    try:
        return load(store.find(row.code))
    except TanelornError:
        assert table.header is not None
        return replay(Record(table.header, table.entries[:written]), chance=table.header.source(row.secret))


def whole_record(row: GameTable) -> Record:
    """Return the record of a table that has ended, with the secret of its dice; raise Illegal before, or Damaged."""
    if not row.ended:
        raise Illegal(
            gettext("The record can be downloaded once the game has ended: until then it holds secrets."),
            remedy=gettext("Finish the game, resign, or agree on a draw."),
        )
    record = store.record_of(row)
    try:
        outcome = load(row).outcome
    except Frozen:
        if not row.closing:
            raise
        with store.told_if_damaged(store.ROW):
            outcome = _outcomes.decode(bytes(row.closing))
    if outcome is None:
        raise store.damaged(gettext("it has not ended as its row says"))
    return Record(record.header, record.entries, Ended(outcome, row.secret))


def _resumed(lines: Lines) -> Table | None:
    """Return the table from its snapshot; None if there is none that is good."""
    record, kept = lines.record, lines.snapshot
    if kept is None:
        return None
    with suppress(*store.UNSOUND):
        chance = record.header.source(lines.secret)
        return replay(record, chance=chance, after=snapshots.unsealed(kept, record))
    return None


def _played(lines: Lines) -> Opened:
    """Return the table as its record leads to it; raise what is wrong with the record, if it was played by these rules.

    Where it was played by others, that they part from these is no fault of the record.
    """
    record = lines.record
    done, last = 0, None

    def met(table: Table) -> None:
        nonlocal done, last
        done = len(table.entries)
        if done > len(record.entries) - snapshots.LATE and rests(table):
            last = Rest(table)

    played, rules = record.header.rules, games[record.header.game].rules
    try:
        return Opened(replay(record, chance=record.header.source(lines.secret), met=met), last)
    except store.UNSOUND as error:
        if played == rules:
            raise
        at = error.parting.number if isinstance(error, Parted) else done and done + 1
        return Opened(None, frost=Frost(played, rules, at))
