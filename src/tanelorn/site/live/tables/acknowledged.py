"""What a seat has in hand for its choices: the running link of the record up to what it did last.

A seat's link changes by nothing that anybody else does: that others seal, or seal anew, does not show by it.
"""

from __future__ import annotations

from tanelorn.core.chance import Committed
from tanelorn.core.play.links import Chain, link_of
from tanelorn.core.play.record import Chose, Entry, Undid
from tanelorn.core.play.table import Table


class Acknowledged:
    """The seats' links at one table, kept up with its entries."""

    def __init__(self) -> None:
        self._begin(None)

    def _begin(self, chain: Chain | None) -> None:
        self._chain = chain
        self._count = 0
        self._last: Entry | None = None
        self._hashes: dict[int, bytes] = {}

    def link(self, table: Table, seat: int) -> str:
        """Return a seat's link; "" if it has done nothing yet, or the dice are not promised by a secret."""
        source = table.chance
        if table.header is None or not table.header.commitment or not isinstance(source, Committed) or source.foreseen:
            return ""
        entries = table.entries
        if (
            self._chain is None
            or len(entries) < self._count
            or (self._count and entries[self._count - 1] is not self._last)
        ):
            self._begin(Chain(table.header))  # the table was opened, or what it could not write was taken back
        assert self._chain is not None
        for entry in entries[self._count :]:
            hashed = self._chain.add(entry)
            if isinstance(entry, Chose | Undid):
                self._hashes[entry.seat] = hashed
        self._count, self._last = len(entries), entries[-1] if entries else None
        return link_of(self._hashes[seat], source.secret) if seat in self._hashes else ""
