"""Snapshots on disk: one a table, beside the lines of its record, from which any table opens at once.

The lines are the truth. A snapshot that is damaged, or was not made of these very lines by this version of Tanelorn, is
passed over without a word: the record is played again, and another snapshot takes its place.
"""

from __future__ import annotations

import zlib
from contextlib import suppress
from hashlib import blake2b

import msgspec
from django.db import DatabaseError

from tanelorn import __version__
from tanelorn.core.errors import BadData
from tanelorn.core.play.record import Record
from tanelorn.core.play.snapshot import Rest, Snapshot, read_snapshot, rests
from tanelorn.core.play.table import Table
from tanelorn.site.models import GameTable
from tanelorn.site.models import Snapshot as Row

EVERY = 8
"""Entries after which another snapshot is taken, at the next rest of the game. To play so many again takes about as
long as to open the table without them, a few milliseconds; so does to take a snapshot.
"""
LATE = 200
"""Of a record that is played again, so many last entries are looked at for a rest; games rest more often."""


class Kept(msgspec.Struct, frozen=True):
    """A snapshot as it lies on the disk."""

    entries: int
    seal: str
    body: bytes


def seal_of(record: Record, entries: int, body: bytes) -> str:
    """Return what shows that a snapshot was made of these lines, by this version, and that neither was changed."""
    lines = [msgspec.json.encode(part) for part in (__version__, record.header, record.entries[:entries])]
    sealed = blake2b(digest_size=16)
    for part in (*lines, body):
        sealed.update(len(part).to_bytes(8, "big") + part)
    return sealed.hexdigest()


def read(row: GameTable) -> Kept | None:
    """Return the snapshot of a table as it lies on the disk, if there is one that can be read."""
    with suppress(DatabaseError, msgspec.ValidationError, ValueError, TypeError):
        found = Row.objects.filter(table=row).values("entries", "seal", "body").first()
        return msgspec.convert(found, Kept | None)
    return None


def unsealed(kept: Kept, record: Record) -> Snapshot:
    """Return what a snapshot holds; raise BadData where it was not made of this record, or was changed."""
    if seal_of(record, kept.entries, kept.body) != kept.seal:
        raise BadData("The snapshot is not of this record and this version, or is damaged.")
    snapshot = read_snapshot(zlib.decompress(kept.body))
    if snapshot.entries != kept.entries:
        raise BadData("The snapshot is of another moment.")
    return snapshot


def write(row: GameTable, table: Table, snapshot: Snapshot) -> None:
    """Put a snapshot of a table in the place of the one before; raise DatabaseError."""
    assert table.header is not None
    body = zlib.compress(snapshot.written(), 1)
    seal = seal_of(Record(table.header, table.entries), snapshot.entries, body)
    new = Row(table=row, entries=snapshot.entries, seal=seal, body=body)
    # At once: what lay there before need not be read.
    Row.objects.bulk_create(
        [new], update_conflicts=True, unique_fields=["table"], update_fields=["entries", "seal", "body"]
    )


def write_if_due(row: GameTable, table: Table) -> None:
    """Take a snapshot of a table at rest if the last one is old, or the game has ended; raise DatabaseError."""
    if len(table.entries) < EVERY or not rests(table):
        return
    last = Row.objects.filter(table=row).values_list("entries", flat=True).first() or 0
    if len(table.entries) - last >= EVERY or (table.outcome is not None and last < len(table.entries)):
        with suppress(BadData):  # a game of somebody's own may hold what cannot be packed
            write(row, table, Rest(table).snapshot())
