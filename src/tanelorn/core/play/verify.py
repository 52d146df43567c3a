"""Check a finished record: every entry follows by the rules, and every die from the promised secret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from tanelorn.core.chance import Ask, Committed, Scripted, describe
from tanelorn.core.content.given import shown
from tanelorn.core.errors import BadRecord
from tanelorn.core.play.links import lacking
from tanelorn.core.play.record import Chanced, Header, Record
from tanelorn.core.play.replay import replay

Part = Literal["start", "promise", "origin", "dice", "rules", "links"]
"""What is checked: the start that somebody has written down, the promise of the dice, the game that this one goes on
from, each outcome of chance, each entry, and the links that somebody has kept.
"""


class Verified(msgspec.Struct, frozen=True):
    """What was checked: entries replayed, outcomes of chance, whether a published hash stood for those, and whether a
    fingerprint that somebody wrote down at the start is of this record: "game" (all its header), "dice" or nothing.

    The first `repeated` outcomes are those of an earlier game: the header alone says so, no hash stood for them here.
    So many `links` that were kept stand for it. `faults` are what is wrong, part by part.
    """

    entries: int
    dice: int
    committed: bool
    witnessed: Literal["", "game", "dice"] = ""
    repeated: int = 0
    links: int = 0
    faults: dict[Part, BadRecord] = {}


class _Witnessed(Scripted):
    """The record's own outcomes, each compared with what the told secret gives until one is another: the `fault`."""

    def __init__(self, record: Record, promised: Committed | None) -> None:
        super().__init__(record.chance().outcomes)
        self.promised = promised
        self.fault: BadRecord | None = None
        self._numbers = [number for number, entry in enumerate(record.entries, 1) if isinstance(entry, Chanced)]

    def outcome(self, ask: Ask) -> tuple[int, ...]:
        """Return the next written outcome."""
        written = super().outcome(ask)
        if self.promised is not None and self.fault is None:
            due = self.promised.outcome(ask)
            if written != due:
                self.fault = BadRecord(
                    f"Entry {self._numbers[self.used - 1]} of the record is not what was promised: the "
                    f"outcome of {describe(ask)} is written as {list(written)}, but the secret gives {list(due)}.",
                    remedy="Do not trust these dice.",
                )
        return written


def verify(record: Record, fingerprint: str = "", links: Sequence[str] = ()) -> Verified:
    """Replay a record and check every outcome of chance against its secret; return how much was checked.

    The links between the lines are checked when a record is read; whoever can write the file can make them anew, as
    well as the header: only a `fingerprint` written down at the start shows that, and of entries the `links` that were
    given with them. Raises BadRecord naming the entry that is wrong, or telling that a fingerprint or a link is of
    another game.
    """
    found = check(record, fingerprint, links)
    for fault in found.faults.values():
        raise fault
    return found


def check(record: Record, fingerprint: str = "", links: Sequence[str] = ()) -> Verified:
    """Do the same, but go on after a fault, as far as one can, and return all of them."""
    faults: dict[Part, BadRecord] = {}
    dice, repeated = _promise(record, faults), 0
    try:
        repeated = _repeated(record)
    except BadRecord as fault:
        faults["origin"] = fault
    stand = _links(record, links, faults)
    source = _Witnessed(record, record.committed() if not faults.keys() & {"promise", "origin"} else None)
    rules = _rules(record, source)
    if source.fault is not None:
        faults["dice"] = source.fault
    if rules is not None:
        faults["rules"] = rules
    found = Verified(len(record.entries), dice, source.promised is not None, "", repeated, stand, faults)
    return compared(found, record.header, fingerprint)


def compared(found: Verified, header: Header, fingerprint: str) -> Verified:
    """Return what was found together with what a fingerprint shows that was written down at the start."""
    try:
        return msgspec.structs.replace(found, witnessed=_witness(header, fingerprint))
    except BadRecord as fault:
        return msgspec.structs.replace(found, faults={"start": fault, **found.faults})


def _rules(record: Record, source: _Witnessed) -> BadRecord | None:
    """Play the record again; return where it parts from the rules, if it does."""
    try:
        table = replay(record, chance=source)
    except BadRecord as fault:
        return fault
    if table.outcome is not None and record.ended is None:
        return BadRecord("The game has ended, but the record lacks its closing line.", remedy="Use an unbroken copy.")
    return None


def _promise(record: Record, faults: dict[Part, BadRecord]) -> int:
    """Check that the told secret is the promised one; return how many outcomes of chance there are."""
    try:
        return record.check_dice()
    except BadRecord as fault:
        faults["promise"] = fault
        return len(record.chance().outcomes)


def _links(record: Record, kept: Sequence[str], faults: dict[Part, BadRecord]) -> int:
    """Check that the record has what each link stands for that somebody has kept; return how many it has."""
    if not kept:
        return 0
    if record.ended is None or not record.ended.secret or "promise" in faults:
        faults["links"] = BadRecord(
            "Links can be checked only by the secret of the dice that was promised.",
            remedy="Check them with the record of a game that has ended and whose promise is right.",
        )
        return 0
    lacks = lacking(kept, record.header, record.entries, record.ended.secret)
    if lacks:
        faults["links"] = BadRecord(
            f"The record does not have what the link {shown(lacks[0])} was given for: what was chosen until then has "
            "been rewritten, or the link is of another game.",
            remedy="Check the link; if it is right, do not trust this record.",
        )
    return len(kept) - len(lacks)


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
    """Say of what a fingerprint is that somebody has written down; raise BadRecord if of nothing here."""
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
