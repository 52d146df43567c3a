"""What pages send: JSON that is small and sound, picks, and words that can be written to disk and shown in one line."""

from __future__ import annotations

import unicodedata
from typing import Any

import msgspec
from django.utils.translation import gettext

from tanelorn.core.errors import Illegal, Unreadable

MOST_BYTES = 16_384
MOST_PICKS = 600
MOST_LETTERS = 4000
_NO_LETTERS = {"Cc", "Cs", "Zl", "Zp"}
"""Unicode's categories of what is no letter, sign or space: control characters, halves of letters, line breaks."""


Sent = dict[str, Any]
"""An object of JSON as a page has sent it: whoever takes something out of it checks it."""


def read_json(raw: bytes | str, such_as: str) -> Sent:
    """Read an object from JSON; raise Unreadable for what is too long, too deep, too large or no object."""
    if len(raw.encode() if isinstance(raw, str) else raw) > MOST_BYTES:
        raise Unreadable(
            gettext("This is too long: more than %(most)s bytes.") % {"most": MOST_BYTES},
            remedy=gettext("Send less at once."),
        )
    remedy = gettext("Send an object such as %(sample)s.") % {"sample": such_as}
    try:
        sent = msgspec.json.decode(raw)
    except msgspec.ValidationError as error:
        raise Unreadable(gettext("This cannot be read: %(why)s.") % {"why": error}, remedy=remedy) from None
    except (msgspec.DecodeError, ValueError):
        raise Unreadable(gettext("This is not JSON."), remedy=remedy) from None
    except RecursionError:
        raise Unreadable(gettext("This is nested too deep to be read as JSON."), remedy=remedy) from None
    if not isinstance(sent, dict):
        raise Unreadable(gettext("This is not an object."), remedy=remedy)
    return sent


def read_path(path: object) -> tuple[str, ...]:
    """Return picks as they were sent; raise Unreadable."""
    if not isinstance(path, list) or len(path) > MOST_PICKS or not all(isinstance(pick, str) for pick in path):
        raise Unreadable(gettext("The picks cannot be read."), remedy=gettext("Send a list of texts."))
    return tuple(path)


def read_text(text: object) -> str:
    """Return the text of a choice as it was sent; raise Unreadable."""
    if isinstance(text, str) and len(text) > MOST_LETTERS:
        raise Unreadable(
            gettext("The choice is longer than %(most)s letters.") % {"most": MOST_LETTERS},
            remedy=gettext("Shorten it."),
        )
    if not isinstance(text, str):
        raise Unreadable(gettext("The choice is not a text."), remedy=gettext("Send it in the game's notation."))
    return text


def one_line(text: object, what: str, most: int) -> str:
    """Return a text of at most so many letters that stands in one line, "" for none; raise Unreadable or Illegal."""
    if text is not None and not isinstance(text, str):
        raise Unreadable(gettext("%(what)s is not a text.") % {"what": what}, remedy=gettext("Send it in quotes."))
    line = (text or "").strip()
    if len(line) > most or any(unicodedata.category(letter) in _NO_LETTERS for letter in line):
        raise Illegal(
            gettext("%(what)s cannot be that.") % {"what": what},
            remedy=gettext("Give one line of at most %(most)s letters.") % {"most": most},
        )
    return line


def some_lines(text: object, what: str, most: int) -> str:
    """Return a text of 1 to so many letters, in lines; raise Unreadable or Illegal."""
    if not isinstance(text, str):
        raise Unreadable(gettext("%(what)s is not a text.") % {"what": what}, remedy=gettext("Send it in quotes."))
    lines = text.replace("\r\n", "\n").strip()
    if not lines:
        raise Illegal(gettext("%(what)s is empty.") % {"what": what}, remedy=gettext("Write something."))
    if len(lines) > most:
        raise Illegal(
            gettext("%(what)s is too long: %(count)s letters.") % {"what": what, "count": len(lines)},
            remedy=gettext("Shorten it to %(most)s letters.") % {"most": most},
        )
    if any(letter != "\n" and unicodedata.category(letter) in _NO_LETTERS for letter in lines):
        raise Illegal(
            gettext("%(what)s holds what is no letter.") % {"what": what},
            remedy=gettext("Write letters, signs, spaces and line breaks."),
        )
    return lines
