"""Letters at a table: what a page has been told of them, and the door through which a site with accounts knows them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol

import msgspec

from tanelorn.core.game import Press
from tanelorn.site.live import messages
from tanelorn.site.models import GameTable


class Reader(msgspec.Struct, frozen=True):
    """Who reads: a `person` whose `own` seats these are, by a page that sits as `viewer`; whether all is `over`,
    and whether they look on `late`.
    """

    person: int
    viewer: int
    own: tuple[int, ...]
    over: bool
    late: bool = False


class Terms(msgspec.Struct, frozen=True):
    """To whom a reader may write, and if to nobody why not."""

    press: Press
    audiences: tuple[messages.Audience, ...] = ()
    seats: tuple[int, ...] = ()
    why: str = ""


class Talk(Protocol):
    """The letters of a site. A letter that somebody may not read is, in whatever they ask about it, not there."""

    def terms(self, row: GameTable, reader: Reader) -> Terms:
        """Return to whom somebody may write at a table."""

    def readable(self, row: GameTable, reader: Reader) -> Sequence[messages.Letter]:
        """Return all letters of a table that somebody may read, as they were sent."""

    def letter(self, row: GameTable, reader: Reader, key: str) -> messages.Letter | None:
        """Return one letter, None if they may not read it."""

    def write(self, row: GameTable, reader: Reader, to: object, text: object) -> str:
        """Keep a letter and return its id; raise Unreadable, Illegal or NotKept."""

    def shun(self, row: GameTable, reader: Reader, key: object, how: object) -> None:
        """Mute or block whoever wrote a letter; raise Unreadable, UnknownName, Illegal or NotKept."""

    def report(self, row: GameTable, reader: Reader, key: object, reason: object) -> None:
        """Tell the moderators of a letter; raise as `shun`."""


class Mailbox:
    """What one page has been told of the letters that it may read. It is told nothing when nothing of that is new."""

    def __init__(self, talk: Talk, row: GameTable) -> None:
        self._talk = talk
        self._row = row
        self._told: list[messages.Letter] = []
        self._marks = [""]
        self._terms: Terms | None = None
        self._over = False

    def opened(self, reader: Reader, count: object, mark: object) -> messages.Letters:
        """Return what is new to a page that has so many letters, of this mark; all if those are no longer what it may
        read.
        """
        self._take(self._talk.readable(self._row, reader), reader)
        has = count if isinstance(count, int) and 0 < count < len(self._marks) else 0
        return self._from(has if self._marks[has] == mark else 0, reader)

    def come(self, reader: Reader, key: str) -> messages.Letters | None:
        """Return what a new letter adds, None if this page hears nothing of it."""
        letter = self._talk.letter(self._row, reader, key)
        if letter is None or any(one.id == key for one in self._told[-20:]):
            return None
        before = len(self._told)
        self._add(letter)
        return self._from(before, reader)

    def again(self, reader: Reader) -> messages.Letters | None:
        """Return what has changed among all letters, or in what may be written; None if nothing has."""
        told, marks, terms = len(self._told), self._marks, self._terms
        self._take(self._talk.readable(self._row, reader), reader)
        if (self._marks, self._terms) == (marks, terms):
            return None
        same = next((at for at, pair in enumerate(zip(marks, self._marks, strict=False)) if pair[0] != pair[1]), 0)
        return self._from(same - 1 if same else min(told, len(self._told)), reader)

    def ended(self, reader: Reader) -> bool:
        """Whether the game has ended, or goes on again, since the page was told."""
        return reader.over != self._over

    def _take(self, letters: Sequence[messages.Letter], reader: Reader) -> None:
        self._told, self._marks = [], [""]
        for letter in letters:
            self._add(letter)
        self._terms, self._over = self._talk.terms(self._row, reader), reader.over

    def _add(self, letter: messages.Letter) -> None:
        mark = hashlib.blake2b(self._marks[-1].encode() + msgspec.json.encode(letter), digest_size=12).hexdigest()
        self._told.append(letter)
        self._marks.append(mark)

    def _from(self, number: int, reader: Reader) -> messages.Letters:
        terms = self._terms or self._talk.terms(self._row, reader)
        return messages.Letters(
            viewer=reader.viewer,
            since=number,
            letters=tuple(self._told[number:]),
            mark=self._marks[-1],
            press=terms.press,
            audiences=terms.audiences,
            seats=terms.seats,
            why=terms.why,
        )
