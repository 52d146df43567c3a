"""Notes of one's own: a book for each seat at a table, and words on its spaces; on disk, and told to that seat alone.

They are no part of the game: neither views nor records know them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable

import msgspec
from django.db import DatabaseError, Error, transaction
from django.utils.translation import gettext

from tanelorn.core.errors import Illegal, UnknownName, Unreadable
from tanelorn.site.keeping import store, trouble
from tanelorn.site.live.messages import Notes
from tanelorn.site.models import GameTable, Note
from tanelorn.site.wire.sent import one_line

MOST_LETTERS = 4000
"""Letters of a book."""
MOST_WORDS = 200
"""Letters on a space."""
MOST_MARKS = 100
"""Spaces with words on them."""


def load_notes(row: GameTable) -> dict[int, Notes]:
    """Return the notes of a table by seat; if they cannot be read none, for the game does not hang on them."""
    try:
        found = [(note.seat, {"book": note.book, "marks": note.marks}) for note in row.notes.all()]
        return dict(msgspec.convert(found, list[tuple[int, Notes]]))
    except (DatabaseError, msgspec.MsgspecError, ValueError, TypeError) as error:
        if trouble.passes(error):
            raise trouble.away(error) from None
        return {}


def _own_notes(row: GameTable, seat: int) -> Notes:
    """Return what a seat has noted, as it lies on the disk; raise why it cannot be read, lest it be lost."""
    found = row.notes.filter(seat=seat).values("book", "marks").first()
    try:
        return msgspec.convert(found or {}, Notes)
    except msgspec.MsgspecError:
        return Notes()  # as where notes are shown: what is damaged is none


def with_book(notes: Notes, text: object) -> Notes:
    """Return notes with another text in the book; raise Unreadable or Illegal."""
    if not isinstance(text, str):
        raise Unreadable(gettext("The notes are not a text."), remedy=gettext("Send them in quotes."))
    if len(text) > MOST_LETTERS:
        raise Illegal(
            gettext("The book holds %(most)s letters; these are %(count)s.")
            % {"most": MOST_LETTERS, "count": len(text)},
            remedy=gettext("Shorten them."),
        )
    if any(unicodedata.category(letter) in ("Cc", "Cs") and letter not in "\n\t" for letter in text):
        raise Illegal(
            gettext("The notes hold what is no letter."),
            remedy=gettext("Write letters, signs, spaces and line breaks."),
        )
    return Notes(text, notes.marks)


def with_mark(notes: Notes, spaces: Iterable[str], space: object, words: object) -> Notes:
    """Return notes with other words on a space, or none; raise Unreadable, Illegal or UnknownName."""
    if not isinstance(space, str):
        raise Unreadable(
            gettext("The message does not say which space the words are for."), remedy=gettext('Send {"space": "M"}.')
        )
    if space not in set(spaces):
        raise UnknownName(gettext("There is no such space on this board."), remedy=gettext("Choose one of the board."))
    line = one_line(words, gettext("The words on a space"), MOST_WORDS)
    marks = {name: said for name, said in notes.marks.items() if name != space}
    if line:
        marks[space] = line
    if len(marks) > MOST_MARKS:
        raise Illegal(
            gettext("There are words on %(most)s spaces already.") % {"most": MOST_MARKS},
            remedy=gettext("Take some away first."),
        )
    return Notes(notes.book, marks)


def rewrite(row: GameTable, seat: int, change: Callable[[Notes], Notes]) -> Notes:
    """Change a seat's notes, as another process may have left them; raise what `change` does, or NotKept when the disk
    refuses.
    """
    try:
        with transaction.atomic():
            store.hold(row)
            notes = change(_own_notes(row, seat))
            Note.objects.update_or_create(table=row, seat=seat, defaults={"book": notes.book, "marks": notes.marks})
    except (Error, OSError, ValueError) as error:
        raise store.NotKept(
            gettext("The notes could not be written to disk (%(why)s).") % {"why": trouble.reason(error)},
            remedy=gettext("They stand on this page; keep them again."),
        ) from None
    return notes
