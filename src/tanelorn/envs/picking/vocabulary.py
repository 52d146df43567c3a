"""The vocabulary of a game: the words that its picks are made of, each with a number that is the same in every
position, scenario and process.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from tanelorn.core.content.data import read_json
from tanelorn.core.errors import UnknownName
from tanelorn.core.game import Game

FOLDER = Path(__file__).parent / "vocabularies"
Mask = NDArray[np.uint8]


_PLACED = re.compile(r"(piece:.+)-(\d{4})")


@lru_cache(1 << 16)
def words_of(pick: str) -> tuple[str, ...]:
    """Return the words of a pick: itself, but of a piece that is named by what it is and where, first the place."""
    found = _PLACED.fullmatch(pick)
    return (pick,) if found is None else (f"at:{found[2]}", found[1])


class Vocabulary(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """The words of a game's picks, each at its number. A change of any number raises `version`.

    The `spare` numbers after the last one stand for words that have none of their own, such as those that a player's
    own pack brings in: each time for those that are offered, in their order, page by page (`more`). So no choice is
    ever out of reach.
    """

    game: str
    version: int
    spare: int
    words: tuple[str, ...]

    @property
    def name(self) -> str:
        """The game and the version, `fivecities_v1`: what a learner's weights are good for."""
        return f"{self.game}_v{self.version}"

    @property
    def size(self) -> int:
        """How many numbers there are: the V of `Discrete(V)`."""
        return len(self.words) + self.spare

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each word that has one of its own."""
        return {word: number for number, word in enumerate(self.words)}

    @property
    def more(self) -> int:
        """The last number: where more words may follow that have none than there is room for, it turns to the rest."""
        return self.size - 1

    def own(self, following: Sequence[str]) -> dict[int, str] | None:
        """Return picks by their numbers if each has one of its own, else None."""
        found = dict(zip(map(self.number.get, following), following, strict=True))
        return None if None in found else found  # type: ignore[return-value]

    def numbers(self, following: Iterable[str], turned: int = 0) -> dict[int, str]:
        """Return words by their numbers, those without one from page `turned` on; "" stands for turning to the next."""
        own = self.number
        found, rest = {}, []
        for word in following:
            number = own.get(word)
            if number is None:
                rest.append(word)
            else:
                found[number] = word
        if rest:
            room = self.spare - 1
            rest = rest[turned * room :]
            found.update(enumerate([*rest[:room], ""] if len(rest) > self.spare else rest, len(self.words)))
        return found

    def mask(self, legal: Iterable[int]) -> Mask:
        """Return a 1 at each legal number, `uint8[size]`."""
        mask = bytearray(self.size)
        for number in legal:
            mask[number] = 1
        return np.frombuffer(mask, np.uint8)


def known_vocabularies() -> list[str]:
    """Return the slugs of the games that have a vocabulary."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


@lru_cache
def vocabulary_of(game: Game | str) -> Vocabulary:
    """Return a game's vocabulary; raise UnknownName if it has none, BadData if its file is wrong."""
    slug = game if isinstance(game, str) else game.slug
    known = known_vocabularies()
    if slug not in known:
        raise UnknownName(f"There is no vocabulary of “{slug}”.", remedy=f"There are those of {', '.join(known)}.")
    return read_json(FOLDER / f"{slug}.json", Vocabulary)
