"""Check a finished record: that the rules lead from entry to entry, and every die to the secret that was promised."""

from __future__ import annotations

import msgspec

from tanelorn.core.chance import Ask, Committed, Scripted, describe
from tanelorn.core.errors import BadRecord
from tanelorn.core.record import Record
from tanelorn.core.replay import replay


class Verified(msgspec.Struct, frozen=True):
    """What was checked: entries replayed, outcomes of chance, and whether a published hash stood for those."""

    entries: int
    dice: int
    committed: bool


class _Witnessed(Scripted):
    """The record's own outcomes, each compared with what the told secret gives."""

    def __init__(self, record: Record, promised: Committed) -> None:
        super().__init__(record.chance().outcomes)
        self.promised = promised

    def outcome(self, ask: Ask) -> tuple[int, ...]:
        """Return the next written outcome; raise BadRecord if the secret gives another."""
        written = super().outcome(ask)
        due = self.promised.outcome(ask)
        if written != due:
            raise BadRecord(
                f"The outcome of {describe(ask)} is written as {list(written)}, but the secret gives {list(due)}.",
                remedy="Do not trust these dice.",
            )
        return written


def verify(record: Record) -> Verified:
    """Replay a record and check every outcome of chance against its secret; return how much was checked.

    The links between the lines are checked when a record is read. Raises BadRecord naming the entry that is wrong.
    """
    dice = record.check_dice()
    promised = record.committed()
    table = replay(record, chance=_Witnessed(record, promised) if promised else record.chance())
    if table.outcome is not None and record.ended is None:
        raise BadRecord("The game has ended, but the record lacks its closing line.", remedy="Use an unbroken copy.")
    return Verified(len(record.entries), dice, promised is not None)
