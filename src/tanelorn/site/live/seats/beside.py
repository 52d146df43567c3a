"""What is kept of a table beside its record: its row, drafts, notes, standing answers, sitters, clocks, agreements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tanelorn.site.keeping import store
from tanelorn.site.live import messages
from tanelorn.site.live.seats import drafts, notes, standing
from tanelorn.site.live.seats.visitors import doors
from tanelorn.site.models import GameTable


class Beside(NamedTuple):
    """As it lies on the disk; `host` is the number of whoever set the table up, 0 for nobody in particular; who looks
    on does so as many turns `late`.
    """

    row: GameTable
    drafts: drafts.Kept
    notes: Mapping[int, messages.Notes]
    standing: standing.Kept
    sitters: Sequence[store.Sitter]
    clocks: tuple[messages.Clock, ...] = ()
    agreement: messages.Agreement | None = None
    host: int = 0
    late: int = 0


def read_beside(row: GameTable) -> Beside:
    """Read it from the disk; what cannot be read of drafts, notes and standing answers is left out."""
    kept = drafts.load_drafts(row), notes.load_notes(row), standing.load_standing(row)
    agreement = doors.agreement(row)
    clocks = doors.clocks(row) if agreement is not None else ()
    return Beside(row, *kept, doors.sitters(row), clocks, agreement, doors.host(row), doors.late(row))
