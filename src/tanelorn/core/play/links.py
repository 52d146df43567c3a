"""Running links: what a host hands out with each choice, so that nothing up to it can be rewritten afterwards.

A link stands for the header and all entries up to one. It is a keyed hash of theirs, and its key comes from the secret
of the dice: nobody can guess from it what has been chosen in secret until that is told, and then everybody can make it
anew.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable, Iterator

import msgspec

from tanelorn.core.play.record import Entry, Header

BYTES = 20
"""Of each link, of which two records cannot be made to have the same one."""
_GROUP = 4


class Chain:
    """The hash of a header and of the entries that were added to it."""

    def __init__(self, header: Header) -> None:
        self.hash = hashlib.sha256(msgspec.json.encode(header)).digest()

    def add(self, entry: Entry) -> bytes:
        """Add the next entry and return the hash of all so far."""
        self.hash = hashlib.sha256(self.hash + msgspec.json.encode(entry)).digest()
        return self.hash


def link_of(hashed: bytes, secret: str) -> str:
    """Return the link of a record so far, by its hash and the secret of its dice: 32 letters and digits, `ABCD-EF…`."""
    key = hashlib.sha256(f"tanelorn link {secret}".encode()).digest()
    letters = base64.b32encode(hmac.digest(key, hashed, "sha256")[:BYTES]).decode()
    return "-".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))


def links(header: Header, entries: Iterable[Entry], secret: str) -> Iterator[str]:
    """Yield the link of each entry."""
    chain = Chain(header)
    for entry in entries:
        yield link_of(chain.add(entry), secret)


def lacking(kept: Iterable[str], header: Header, entries: Iterable[Entry], secret: str) -> list[str]:
    """Return those of the links that somebody has kept that stand for no beginning of this record."""
    known = {_letters(link) for link in links(header, entries, secret)}
    return [link for link in kept if _letters(link) not in known]


def _letters(link: str) -> str:
    return "".join(letter for letter in link.upper() if letter.isalnum())
