"""Check a finished record: every entry follows by the rules, and every die from the promised secret."""

from __future__ import annotations

from typing import Literal

import msgspec

from tanelorn.core.chance import Ask, Committed, Scripted, describe
from tanelorn.core.errors import BadRecord
from tanelorn.core.play.record import Chanced, Header, Record
from tanelorn.core.play.replay import replay


class Verified(msgspec.Struct, frozen=True):
    """What was checked: entries replayed, outcomes of chance, whether a published hash stood for those, and whether a
    fingerprint that somebody wrote down at the start is of this record: "game" (all its header), "dice" or nothing.

    The first `repeated` outcomes are those of an earlier game: the header alone says so, no hash stood for them here.
    """

    entries: int
    dice: int
    committed: bool
    witnessed: Literal["", "game", "dice"] = ""
    repeated: int = 0


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


def verify(record: Record, fingerprint: str = "") -> Verified:
    """Replay a record and check every outcome of chance against its secret; return how much was checked.

    The links between the lines are checked when a record is read; whoever can write the file can make them anew, as
    well as the header: only a `fingerprint` written down at the start shows that. Raises BadRecord naming the entry
    that is wrong, or telling that the fingerprint is of another game.
    """
    witnessed = _witness(record.header, fingerprint)
    dice, repeated = record.check_dice(), _repeated(record)
    promised = record.committed()
    table = replay(record, chance=_Witnessed(record, promised) if promised else record.chance())
    if table.outcome is not None and record.ended is None:
        raise BadRecord("The game has ended, but the record lacks its closing line.", remedy="Use an unbroken copy.")
    return Verified(len(record.entries), dice, promised is not None, witnessed, repeated)


def _repeated(record: Record) -> int:
    """Return how many outcomes are those of the game that this one goes on from; raise BadRecord if it is not so."""
    origin = record.header.origin
    if origin is None:
        return 0
    before = [entry.outcome for entry in record.entries[: origin.entries] if isinstance(entry, Chanced)]
    if origin.entries > len(record.entries) or before != list(origin.outcomes):
        raise BadRecord(
            "The record does not begin with the entries of the game that it says it goes on from.",
            remedy="Use an unaltered copy of the file.",
        )
    return len(before)


def _witness(header: Header, fingerprint: str) -> Literal["", "game", "dice"]:
    letters = "".join(letter for letter in fingerprint.upper() if letter.isalnum())
    if not letters:
        return ""
    if letters == header.fingerprint.replace("-", ""):
        return "game"
    if header.promise and letters == header.promise.replace("-", ""):
        return "dice"
    raise BadRecord(
        f"The fingerprint is of another game: this record has {header.fingerprint}, so its names, options or the "
        "promise of its dice are not those of the start.",
        remedy="Check what was written down; if it is right, do not trust this record.",
    )
