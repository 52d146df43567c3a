"""The repertoire of bots: which orders of a game they give, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tanelorn.arena.report import page
from tanelorn.core.content.verbs import rule_of
from tanelorn.core.game import Game
from tanelorn.core.play.record import Chose, Record


class Given(NamedTuple):
    """In how many games an order was given, and how many times in all."""

    games: int
    times: int


def repertoire(game: Game, kept: Iterable[Record]) -> dict[str, Given]:
    """Return how often each order was given that the game declares, those that never were among them.

    Choices that are no declared orders (slips, moves of Five Cities) are not counted.
    """
    times: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for record in kept:
        rules = [rule_of(game.verbs, entry.text) for entry in record.entries if isinstance(entry, Chose)]
        of_one = Counter(rule.words for rule in rules if rule is not None)
        times += of_one
        played.update(of_one.keys())
    return {rule.words: Given(played[rule.words], times[rule.words]) for rule in game.verbs}


def never(found: Mapping[str, Given]) -> list[str]:
    """Return the orders that were never given."""
    return [words for words, given in found.items() if not given.times]


def parts(found: Mapping[str, Given]) -> Iterator[str]:
    """Yield what a report says of a repertoire: the orders, those given most often first."""
    if not found:
        return
    ordered = sorted(found.items(), key=lambda item: -item[1].times)
    yield "<h3>Orders given</h3>"
    yield page.grid(("order", "games", "times"), [(words, *map(str, given)) for words, given in ordered])
