"""What a bot would do in a seat's place, and why: the choices that it has looked at, and what it expects of them; and
what it would have done in place of a choice that was made.
"""

from __future__ import annotations

from statistics import fmean

import msgspec

from tanelorn.bots.greedy import GreedyBot, Looked
from tanelorn.core.amounts import amount
from tanelorn.core.game import Game, View

MOST = 3
"""So many choices are told, the best first."""


class Advised(msgspec.Struct, frozen=True):
    """A choice that was looked at, as text, in words and as picks.

    `expected` is what its seat has of the game after it, from 0 (lost) to 1 (won); `least` is that on the board, of
    those that fit what the seat knows, on which it does worst.
    """

    text: str
    says: str
    picks: tuple[str, ...]
    expected: float
    least: float


class Advice(msgspec.Struct, frozen=True):
    """The best of all choices that were `looked` at, on so many `boards` that fit what the seat knows."""

    lines: tuple[Advised, ...]
    looked: int
    boards: int


class Review(msgspec.Struct, frozen=True):
    """A choice that was made, and the `advice` that a bot would have given for it, by what its seat knew then."""

    made: Advised
    advice: Advice


def grounds(advice: Advice) -> str:
    """Say on what advice rests."""
    seen = amount(advice.boards, "board that fits", "boards that fit")
    of = f"the best of {advice.looked} choices" if advice.looked > 1 else "the only choice that comes to its mind"
    return f"What a bot would do that looks one choice ahead: {of}, tried on {seen} what you know."


def advise(game: Game, view: View, seed: int) -> Advice:
    """Say what the bot that looks one choice ahead would do; it is shown what the seat sees, and nothing else.

    The same view and seed give the same advice. Raises NotAsked if the viewer has nothing to decide.
    """
    return _best_of(GreedyBot(game, seed).looked(view))


def review(game: Game, view: View, made: str, seed: int) -> Review:
    """Say what the same bot thinks of a choice that the viewer made, given as text, beside what it would have done.

    Raises NotAsked if the viewer had nothing to decide, Unreadable, Illegal or Ambiguous if that was no choice.
    """
    seen = GreedyBot(game, seed).looked(view, made)
    return Review(_weighed(seen)[-1], _best_of(seen))


def _best_of(seen: Looked) -> Advice:
    best = sorted(_weighed(seen), key=lambda one: -one.expected)
    return Advice(tuple(best[:MOST]), len(best), len(seen.by_board))


def _weighed(seen: Looked) -> list[Advised]:
    return [
        Advised(str(choice), choice.says(), choice.picks, fmean(values), min(values))
        for choice, *values in zip(seen.candidates, *seen.by_board, strict=True)
    ]
