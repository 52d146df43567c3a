"""What each order of a game is for: told to whoever gives one that is not to be given now, with its rule.

A file `verbs.toml` beside the rulebook says, for the words that an order begins with, when it is given and by whom,
and the clause. Nothing in it depends on the position, so it tells nobody anything hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from tanelorn.core.content.data import read_toml
from tanelorn.core.errors import Illegal, Unreadable


class VerbRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words that an order begins with, a sentence that says when it is given, and the clause of that."""

    words: str
    when: str
    clause: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    verb: tuple[VerbRule, ...]


def read_verbs(path: Path) -> tuple[VerbRule, ...]:
    """Read a game's file of verbs; raise BadData that names the file and the entry."""
    return read_toml(path, _File).verb


def rule_of(verbs: Sequence[VerbRule], text: str) -> VerbRule | None:
    """Return the rule of the order that a text begins with: of several the one with the most words."""
    plain = " ".join(text.casefold().split())
    found = [rule for rule in verbs if plain == rule.words or plain.startswith(f"{rule.words} ")]
    return max(found, key=lambda rule: len(rule.words), default=None)


def not_now(verbs: Sequence[VerbRule], text: str, remedy: str) -> Illegal | None:
    """Return why an order of the game is not possible now, None for what is no order of the game."""
    rule = rule_of(verbs, text)
    if rule is None:
        return None
    shown = " ".join(text.split())
    shown = shown if len(shown) <= 60 else f"{shown[:60]}…"
    return Illegal(f"“{shown}” is not possible now. {rule.when}", remedy=remedy, clause=rule.clause)


def explained(verbs: Sequence[VerbRule], text: str, error: Unreadable) -> Illegal | Unreadable:
    """Return why an order that could not be read is not possible now, if it is one; else the error as it is."""
    known = None if error.clause else not_now(verbs, text, error.remedy)
    return error if known is None else known


def spoken(text: str, names: Mapping[str, str]) -> str:
    """Return an order as a sentence: with its first letter large, and names in place of the words for things.

    `names` says for the words of the notation what people call the thing: `{"pan tang": "Pan Tang"}`.
    """
    said = _words(tuple(names)).sub(lambda found: names[found[0]], text) if names else text
    return said[:1].upper() + said[1:]


@lru_cache(maxsize=32)
def _words(words: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")


def titled(ids: Iterable[str]) -> dict[str, str]:
    """Return for each id of some things the words by which the notation calls them, and the same as a name."""
    return {id.replace("_", " "): _title(id.split("_")) for id in ids}


def _title(words: Sequence[str]) -> str:
    return " ".join(word if at and word in _SMALL else word.capitalize() for at, word in enumerate(words))


_SMALL = {"army", "fleet", "of", "the"}
