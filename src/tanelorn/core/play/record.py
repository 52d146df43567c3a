"""The record is the game: append-only JSON lines from which any position can be played again.

A header, then an entry for each choice, each outcome of chance, each undo, each call of time and whatever is arranged
besides, with the digest of what lies on the table after it and a link (the hash of all before it), and a closing line
when the game has ended.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from tanelorn.core.chance import Committed, Led, Repeated, Scripted, commitment, shortened
from tanelorn.core.content.given import LARGEST_RECORD, Given, check_bounds, read_bytes, shown
from tanelorn.core.errors import BadData, BadRecord, TanelornError
from tanelorn.core.game import Game, Value, games
from tanelorn.core.position import Outcome, Position

FORMAT = 6
"""6 may tell who has lost or taken a seat, and what was agreed about time; 5 may tell that the time of a seat was up;
4 may go on from a moment of another game; 3 may begin from a position that was laid out; 2 has the players' words for
the dice, and says whether their secret was foreseen; all earlier ones are read as before."""

Mended = Literal["", "half", "damaged"]
_WHOLE: Mended = ""
_HALF: Mended = "half"
_DAMAGED: Mended = "damaged"


class Laid(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position that was laid out to begin from, by names as rule cases write it, and the dice and draws that fall
    first.
    """

    position: Given
    dice: tuple[tuple[int, ...], ...] = ()
    draws: tuple[tuple[int, ...], ...] = ()


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that this one goes on from: its fingerprint, how many of its `entries` stand first in this record too,
    and the `outcomes` of chance among them, which no secret of this game gives.
    """

    fingerprint: str
    entries: Annotated[int, msgspec.Meta(ge=0)]
    outcomes: tuple[tuple[int, ...], ...]


class Header(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="header", tag_field="kind"
):
    """What is played, by whom, and the hash of the dice's secret if there is one.

    `words` are what the seats have added to that secret, `foreseen` that it was made of a number somebody chose.
    `laid` is the position to begin from, where that is not the scenario's own; `origin` the game that is played on.
    """

    tanelorn: int
    game: str
    rules: int
    scenario: str
    options: dict[str, Value]
    players: tuple[str, ...] = ()
    commitment: str = ""
    name: str = ""
    words: tuple[str, ...] = ()
    foreseen: bool = False
    laid: Laid | None = None
    origin: Origin | None = None

    def begin(self, game: Game) -> Position:
        """Return the position that the game begins from; raise BadData where it was laid out as it cannot be."""
        if self.laid is None:
            start: Position = game.setup(self.scenario, game.read_options(self.options))
            return start
        check_bounds(self.laid.position, "The position that the record begins from")
        position: Position = game.position_from(self.laid.position)
        if game.scenario_of(position) != self.scenario:
            raise BadData("The record begins from a position of another scenario.", remedy="Use an unaltered copy.")
        return position

    def source(self, secret: str) -> Committed:
        """Return the dice that a secret gives in this game."""
        if self.origin is not None:
            return Repeated(self.origin.outcomes, secret)
        if self.laid is not None:
            return Led(self.laid.dice, self.laid.draws, secret)
        return Committed(secret, words=self.words, foreseen=self.foreseen)

    @property
    def fingerprint(self) -> str:
        """Sixteen letters and digits that stand for all of this header: who wrote them down at the start knows later
        whether a record is of that game, with those names and options, and has the dice that were promised then.
        """
        return shortened(hashlib.sha256(msgspec.json.encode(self)).digest())

    @property
    def promise(self) -> str:
        """The same for the hash of the dice's secret alone, which is shown before anybody gives words; or empty."""
        return shortened(bytes.fromhex(self.commitment)) if self.commitment else ""


class Chose(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="choice", tag_field="kind"):
    """A seat's choice, in the game's notation."""

    seat: int
    text: str
    at: str = ""


class Chanced(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="chance", tag_field="kind"):
    """An outcome of chance, and what it was for."""

    why: str
    outcome: tuple[int, ...]
    at: str = ""


class Undid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="undo", tag_field="kind"):
    """A seat took back its last choice."""

    seat: int
    at: str = ""


class TimeUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="time", tag_field="kind"):
    """Time was called: the seats that had not chosen, for which the rules chose."""

    seats: tuple[int, ...]
    at: str = ""


class Late(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="late", tag_field="kind"):
    """The time of a seat was up: somebody else chooses for it until it has decided, or it is resigned."""

    seat: int
    at: str = ""


Arrangement = Literal[
    "replaced",
    "taken",
    "pause proposed",
    "resumption proposed",
    "time proposed",
    "agreed",
    "declined",
    "withdrawn",
    "paused",
    "resumed",
    "extended",
]
"""What can be arranged at a table besides the game: `arranged.py` says it in words."""


class Arranged(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="arranged", tag_field="kind"
):
    """Something was arranged besides the game, by or about a seat, or -1 for the whole table; `seconds` tells how much
    time it is about. Nothing on the table changes by it.
    """

    what: Arrangement
    seat: int
    seconds: Annotated[int, msgspec.Meta(ge=0)] = 0
    at: str = ""


class Ended(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="end", tag_field="kind"):
    """The game has ended; the secret of its dice is told."""

    outcome: Outcome
    secret: str = ""


Entry = Chose | Chanced | Undid | TimeUp | Late | Arranged
Part = Header | Entry | Ended
"""What a line of a record holds."""


class Record(msgspec.Struct):
    """A game as it was played.

    `mended` tells what was dropped on loading: a last line that is "half" there, or whole and "damaged".
    """

    header: Header
    entries: list[Entry] = []
    ended: Ended | None = None
    mended: Mended = ""

    def lines(self) -> Iterator[bytes]:
        """Yield the lines of the file, linked."""
        link = ""
        parts: list[Part] = [self.header, *self.entries, *([self.ended] if self.ended else [])]
        for part in parts:
            line, link = linked(part, link)
            yield line

    def told(self) -> str:
        """Say what was dropped on loading, and what that means for the last choice; empty for a whole record."""
        return _MENDED[self.mended]

    def save(self, path: Path) -> None:
        """Write the record, whole or not at all; raise BadRecord if the place cannot be written."""
        partial = path.with_name(path.name + ".part")
        try:
            with partial.open("wb") as file:
                file.writelines(self.lines())
                file.flush()
                os.fsync(file.fileno())
            partial.replace(path)
        except OSError as error:
            raise BadRecord(
                f"{path} cannot be written: {error.strerror}.",
                remedy="Choose a folder that you may write to.",
            ) from None

    @classmethod
    def load(cls, path: Path, *, mend: bool = False) -> Record:
        """Read a record file; raise BadRecord with the line. `mend` drops a last line that cannot be read."""
        try:
            raw = read_bytes(path, LARGEST_RECORD)
        except BadData as error:
            raise BadRecord(error.why, remedy=error.remedy) from None
        return cls.read(raw, mend=mend)

    @classmethod
    def read(cls, raw: bytes, *, mend: bool = False) -> Record:
        """Read a record from bytes; raise BadRecord with the line. `mend` drops a last line that cannot be read."""
        lines = raw.split(b"\n")
        half = lines.pop()
        if half and not mend:
            raise BadRecord(
                f"The record is cut short in line {len(lines) + 1}.",
                remedy="Use an unbroken copy of the file.",
            )
        if not lines:
            raise BadRecord("This is not a record of Tanelorn: it is empty.", remedy="Give a file that Tanelorn wrote.")
        parts: list[Part] = []
        link, mended = "", _HALF if half else _WHOLE
        for number, line in enumerate(lines, 1):
            try:
                part, link = _unlinked(line, link, number)
            except BadRecord:
                if not mend or half or number < max(len(lines), 2):
                    raise
                mended = _DAMAGED
                break
            parts.append(part)
        return cls._assemble(parts, mended)

    @classmethod
    def _assemble(cls, parts: list[Part], mended: Mended) -> Record:
        header = parts[0]
        if not isinstance(header, Header) or not 1 <= header.tanelorn <= FORMAT:
            raise BadRecord(
                f"This is not a record that this version reads: line 1 is no header of format 1 to {FORMAT}.",
                remedy="Give a file that Tanelorn wrote.",
            )
        last = parts[-1]
        ended = last if isinstance(last, Ended) else None
        entries: list[Entry] = []
        for number, part in enumerate(parts[1:-1] if ended else parts[1:], 2):
            if isinstance(part, Header | Ended):
                raise BadRecord(f"The record is altered: line {number} does not belong there.", remedy=_UNALTERED)
            entries.append(part)
        return cls(header, entries, ended, mended)

    def game(self) -> Game:
        """Return the game that was played; raise BadRecord if it is not known here."""
        try:
            game = games[self.header.game]
            game.scenario(self.header.scenario)
            game.read_options(self.header.options)
        except TanelornError as error:
            raise BadRecord(f"The record cannot be played here: {error.why}", remedy=error.remedy) from None
        if self.header.rules > game.rules:
            raise BadRecord(
                f"The record was played by rules version {self.header.rules}; this is version {game.rules}.",
                remedy="Use a newer Tanelorn.",
            )
        return game

    def chance(self) -> Scripted:
        """Return the outcomes of chance as a script."""
        return Scripted([entry.outcome for entry in self.entries if isinstance(entry, Chanced)])

    def check_dice(self) -> int:
        """Check every outcome of chance against the published hash; return how many there are.

        Raises BadRecord when the secret does not fit the hash, or is not told yet.
        """
        outcomes = sum(isinstance(entry, Chanced) for entry in self.entries)
        if not self.header.commitment:
            return outcomes
        if self.ended is None or not self.ended.secret:
            raise BadRecord("The dice cannot be checked before the game has ended.", remedy="Check them then.")
        if commitment(self.ended.secret) != self.header.commitment:
            raise BadRecord("The secret of the dice does not fit the hash that was published.", remedy=_UNALTERED)
        return outcomes

    def committed(self) -> Committed | None:
        """Return the source that the told secret gives, or None."""
        if not (self.ended and self.ended.secret and self.header.commitment):
            return None
        return self.header.source(self.ended.secret)


_MENDED: dict[Mended, str] = {
    "": "",
    "half": (
        "The last line of the file breaks off and is left out. If it broke off while it was being written, its choice "
        "was never acknowledged; if the file was damaged later, the last choice is missing."
    ),
    "damaged": "The last line of the file is damaged and is left out: what was chosen last is missing.",
}
_UNALTERED = "Use an unaltered copy of the file."
_decoder: msgspec.json.Decoder[Part] = msgspec.json.Decoder(Part)


def linked(part: Part, link: str) -> tuple[bytes, str]:
    """Return a part as a line with its link, and the link for the next one."""
    body = msgspec.json.encode(part)
    new = blake2b(link.encode() + body, digest_size=8).hexdigest()
    return body[:-1] + b',"link":"' + new.encode() + b'"}\n', new


def _unlinked(line: bytes, link: str, number: int) -> tuple[Part, str]:
    body, mark, rest = line.rpartition(b',"link":"')
    foreign = number == 1 and not (mark and b'"tanelorn"' in body)
    if foreign:
        raise BadRecord("This is not a record of Tanelorn.", remedy="Give a file that Tanelorn wrote.")
    if not mark:
        raise BadRecord(f"Line {number} of the record is malformed: it has no link.", remedy=_UNALTERED)
    body += b"}"
    new = blake2b(link.encode() + body, digest_size=8).hexdigest()
    if rest != new.encode() + b'"}':
        raise BadRecord(
            f"The record is altered: line {number} does not follow from those before it.", remedy=_UNALTERED
        )
    try:
        return _decoder.decode(body), new
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadRecord(f"Line {number} of the record is malformed: {shown(error)}.", remedy=_UNALTERED) from None


__all__ = [
    *("Arranged", "Chanced", "Chose", "Ended", "Entry", "Header", "Laid", "Origin", "Record", "TimeUp", "Undid"),
    "linked",
]
