"""Chance is an event: a step asks, one of four sources answers, and what follows is deterministic."""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import secrets
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Protocol

import msgspec

from tanelorn.core.errors import NeedsChance


class Roll(msgspec.Struct, frozen=True, tag="roll"):
    """Roll `count` dice of `sides` sides; an outcome is the faces, each 1 to `sides`."""

    count: int
    sides: int
    why: str
    knowers: tuple[int, ...] | None = None

    def outcomes(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """Yield every outcome with its probability."""
        share = Fraction(1, self.sides**self.count)
        for faces in itertools.product(range(1, self.sides + 1), repeat=self.count):
            yield faces, share

    def fits(self, outcome: tuple[int, ...]) -> bool:
        """Tell whether these faces can be rolled."""
        return len(outcome) == self.count and all(1 <= face <= self.sides for face in outcome)


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """Draw `count` things out of `size`; an outcome is their indices, 0 to `size` - 1, all different, in order."""

    count: int
    size: int
    why: str
    knowers: tuple[int, ...] | None = None

    def outcomes(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """Yield every ordered draw with its probability."""
        total = 1
        for taken in range(self.count):
            total *= self.size - taken
        for drawn in itertools.permutations(range(self.size), self.count):
            yield drawn, Fraction(1, total)

    def fits(self, outcome: tuple[int, ...]) -> bool:
        """Tell whether these indices can be drawn."""
        return len(outcome) == self.count == len(set(outcome)) and all(0 <= index < self.size for index in outcome)


Ask = Roll | Draw


class Source(Protocol):
    """Answers what a step asks of chance. `pauses` means that somebody else settles it."""

    pauses: bool

    def outcome(self, ask: Ask) -> tuple[int, ...]:
        """Return an outcome that fits."""

    def fork(self) -> Source:
        """Return a source for a copy of the table, so that no copy foresees this table's dice."""


class Seeded:
    """Counter-based: the n-th number is a function of (seed, n), the same on every platform and version."""

    pauses = False

    def __init__(self, seed: int | str = 0, used: int = 0) -> None:
        self.key = hashlib.blake2b(str(seed).encode(), digest_size=32).digest()
        self.used = used

    def _word(self) -> int:
        counter = self.used.to_bytes(8, "big")
        self.used += 1
        return int.from_bytes(hashlib.blake2b(counter, key=self.key, digest_size=8).digest(), "big")

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to bound - 1, each equally likely (rejection, no modulo bias)."""
        limit = (1 << 64) - (1 << 64) % bound
        while True:
            word = self._word()
            if word < limit:
                return word % bound

    def outcome(self, ask: Ask) -> tuple[int, ...]:
        """Return the outcome that this seed gives."""
        if isinstance(ask, Roll):
            return tuple(self.below(ask.sides) + 1 for _ in range(ask.count))
        left = list(range(ask.size))
        return tuple(left.pop(self.below(len(left))) for _ in range(ask.count))

    def mark(self) -> tuple[int, ...]:
        """Return how far it has been used, for `rewind`."""
        return (self.used,)

    def rewind(self, mark: tuple[int, ...]) -> None:
        """Go back to where it was when this mark was taken."""
        (self.used,) = mark

    def fork(self) -> Seeded:
        """Return a source with a fresh random seed."""
        return Seeded(secrets.token_hex(16))


MOST_WORDS = 200
"""Letters of a person's words for the dice."""


class Committed(Seeded):
    """Seeded by a secret whose hash is published before the first roll and the secret itself at the end.

    Players may add `words` of their own once the hash is published: then nobody has chosen the dice, for whoever drew
    the secret did not know the words, and who gave the words did not know the secret. `foreseen` tells that the secret
    is no secret, but made of a number that somebody chose (`--seed`): then the hash promises nothing.
    """

    def __init__(
        self, secret: str | None = None, used: int = 0, *, words: Sequence[str] = (), foreseen: bool = False
    ) -> None:
        self.secret = secret if secret is not None else secrets.token_hex(32)
        self.words = tuple(words)
        self.foreseen = foreseen
        mixed = json.dumps([self.secret, *self.words]) if any(self.words) else self.secret
        super().__init__(mixed, used)

    @property
    def commitment(self) -> str:
        """The published hash, SHA-256 of the secret's text in hex."""
        return commitment(self.secret)

    @property
    def promise(self) -> str:
        """The commitment as people write it down, shortened to 80 bits."""
        return shortened(bytes.fromhex(self.commitment))


def shortened(digest: bytes) -> str:
    """Return the first 80 bits of a digest as people write them down: `ABCD-EFGH-IJKL-MNOP`."""
    text = base64.b32encode(digest[:10]).decode()
    return "-".join(text[at : at + 4] for at in range(0, 16, 4))


def commitment(secret: str) -> str:
    """Return the hash that commits to a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Scripted:
    """Outcomes written down beforehand: rule cases and replays. A missing or impossible one is an error."""

    pauses = False

    def __init__(self, outcomes: Iterable[Iterable[int]] = ()) -> None:
        self.outcomes = [tuple(outcome) for outcome in outcomes]
        self.used = 0

    def outcome(self, ask: Ask) -> tuple[int, ...]:
        """Return the next written outcome."""
        if self.used >= len(self.outcomes):
            raise NeedsChance(
                f"The script has no outcome left for {describe(ask)}.", remedy="Add one to the dice or draws."
            )
        outcome = self.outcomes[self.used]
        if not ask.fits(outcome):
            raise NeedsChance(
                f"The scripted outcome {list(outcome)} does not fit {describe(ask)}.",
                remedy="Dice show 1 to their sides; draws are indices from 0.",
            )
        self.used += 1
        return outcome

    def mark(self) -> tuple[int, ...]:
        """Return how far it has been used, for `rewind`."""
        return (self.used,)

    def rewind(self, mark: tuple[int, ...]) -> None:
        """Go back to where it was when this mark was taken."""
        (self.used,) = mark

    def fork(self) -> Scripted:
        """Return a source with the same script, at the same place."""
        twin = Scripted(self.outcomes)
        twin.used = self.used
        return twin


class Led(Committed):
    """Written dice and draws first, each in its own order, then those that a secret gives: what a lesson is played by.

    What does not fit is left until something is asked that it fits, so that a table that goes its own way plays on.
    """

    def __init__(
        self,
        dice: Iterable[Iterable[int]] = (),
        draws: Iterable[Iterable[int]] = (),
        secret: str | None = None,
    ) -> None:
        super().__init__(secret, foreseen=True)
        self.dice = Scripted(dice)
        self.draws = Scripted(draws)

    def outcome(self, ask: Ask) -> tuple[int, ...]:
        """Return the next written outcome if it fits, else what the secret gives."""
        script = self.dice if isinstance(ask, Roll) else self.draws
        if script.used < len(script.outcomes) and ask.fits(script.outcomes[script.used]):
            return script.outcome(ask)
        return super().outcome(ask)

    def mark(self) -> tuple[int, ...]:
        """Return how far the secret and both scripts have been used, for `rewind`."""
        return (self.used, self.dice.used, self.draws.used)

    def rewind(self, mark: tuple[int, ...]) -> None:
        """Go back to where all three were when this mark was taken."""
        self.used, self.dice.used, self.draws.used = mark


class Repeated(Committed):
    """The outcomes of a game that is played on from one of its moments, then those that a new secret gives."""

    def __init__(self, outcomes: Iterable[Iterable[int]], secret: str | None = None) -> None:
        super().__init__(secret)
        self.before = Scripted(outcomes)

    def outcome(self, ask: Ask) -> tuple[int, ...]:
        """Return the next outcome of the former game while there is one, else what the secret gives."""
        if self.before.used < len(self.before.outcomes):
            return self.before.outcome(ask)
        return super().outcome(ask)

    def mark(self) -> tuple[int, ...]:
        """Return how far the secret and the former outcomes have been used, for `rewind`."""
        return (self.used, self.before.used)

    def rewind(self, mark: tuple[int, ...]) -> None:
        """Go back to where both were when this mark was taken."""
        self.used, self.before.used = mark


class Enumerated:
    """Gives nothing: the table pauses, lists all outcomes with their probabilities, and is told one."""

    pauses = True

    def outcome(self, ask: Ask) -> tuple[int, ...]:
        """Refuse: an enumerated outcome is settled by the caller."""
        raise NeedsChance(f"Chance is enumerated here: settle {describe(ask)}.", remedy="Call table.settle(outcome).")

    def fork(self) -> Enumerated:
        """Return itself: it holds nothing."""
        return self


def describe(ask: Ask) -> str:
    """Name what is asked, for people."""
    if isinstance(ask, Roll):
        return f"{ask.count}d{ask.sides} ({ask.why})"
    return f"a draw of {ask.count} out of {ask.size} ({ask.why})"
