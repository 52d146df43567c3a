"""Snapshots: how far a game has come, so that its record need not be played again from the start.

One is taken where nothing can be taken back or played again and nothing is sealed: what is remembered of a game there
is its position, its chronicle and how much of its chance has been used. The secret of the dice is not in it.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from tanelorn.core.chance import Scripted, Seeded, Source
from tanelorn.core.errors import BadData
from tanelorn.core.log import Event
from tanelorn.core.play.packing import pack, unpack
from tanelorn.core.play.record import Record
from tanelorn.core.play.table import Table
from tanelorn.core.position import Position


class Snapshot(msgspec.Struct, frozen=True):
    """A game after so many `entries` of its record, by which version of the `rules`, with the digest of what lies on
    the table then. `barrier` says why nothing before it can be taken back, `used` how far its chance has been used.
    """

    rules: int
    entries: Annotated[int, msgspec.Meta(ge=0)]
    digest: str
    moment: Annotated[int, msgspec.Meta(ge=0)]
    barrier: str
    used: tuple[int, ...]
    position: bytes
    events: tuple[Event, ...]

    def written(self) -> bytes:
        """Return it as bytes."""
        return msgspec.msgpack.encode(self)


_reader = msgspec.msgpack.Decoder(Snapshot)


class Rest:
    """A game as it was at rest; copied at once, and packed when a snapshot is made of it."""

    def __init__(self, table: Table) -> None:
        chance = table.chance
        self.entries = len(table.entries)
        self._table = table
        self._position: Position = table.position.copy()
        self._moment, self._barrier = table.moment, table.history.barrier
        self._used = chance.mark() if isinstance(chance, Seeded | Scripted) else ()
        self._lines = len(table.log.events)

    def snapshot(self) -> Snapshot:
        """Return a snapshot of it, as long as nothing before it was taken back, which nobody can; raise BadData."""
        game, position = self._table.game, self._position
        return Snapshot(
            rules=game.rules,
            entries=self.entries,
            digest=game.digest(position),
            moment=self._moment,
            barrier=self._barrier,
            used=self._used,
            position=pack(position),
            events=tuple(self._table.log.events[: self._lines]),
        )


def rests(table: Table) -> bool:
    """Tell whether a snapshot can be taken of a table: nothing can be taken back, played again or opened."""
    history = table.history
    return table.keep and not (history.past or history.undone or table.position.sealed or table.pending)


def read_snapshot(raw: bytes) -> Snapshot:
    """Read a snapshot from bytes; raise BadData."""
    try:
        return _reader.decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadData(f"The snapshot cannot be read: {type(error).__name__}.") from None


def resume(record: Record, snapshot: Snapshot, chance: Source) -> Table:
    """Return the table as it was when a snapshot was taken of it, fed by `chance` from there on; raise BadData where it
    is not of this record and these rules, or the table is another one than it was.
    """
    game = record.game()
    position = unpack(snapshot.position)
    if (
        snapshot.rules != game.rules
        or snapshot.entries > len(record.entries)
        or not isinstance(position, game.position_type)
        or not isinstance(chance, Seeded | Scripted)
        or len(snapshot.used) != len(chance.mark())
    ):
        raise BadData("The snapshot is of another record or of other rules.")
    table = Table(game, position, chance=chance, header=record.header)
    table.entries = record.entries[: snapshot.entries]
    table.log.events = list(snapshot.events)
    table.moment = snapshot.moment
    table.history.barrier = snapshot.barrier
    chance.rewind(snapshot.used)
    table.run()
    if len(table.entries) != snapshot.entries or table.digest() != snapshot.digest:
        raise BadData("The snapshot holds another table than it was taken of.")
    return table
