"""Writes the vocabularies of picks, word by word: `nice python docs/make_vocabularies.py [GAME ...] [--games 20]`.

A game's vocabulary holds the spaces of its boards, the numbers that may be picked, and every pick that is met in random
games of all its scenarios. One that has new picks gets the next version; nothing that is known is lost.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

import msgspec

from tanelorn.core.errors import UnknownName
from tanelorn.core.game import Game, games
from tanelorn.core.play.table import Table
from tanelorn.envs.picking.vocabulary import FOLDER, Vocabulary, vocabulary_of, words_of

MOST = 40
"""The highest number that has a pick of its own; a few games have higher ones, now and then."""
SPARE = 64


def met(game: Game, scenario: str, seed: int) -> Iterator[str]:
    """Play a game by random picks and yield every pick that is offered on the way."""
    table = Table.new(game, scenario, seed=seed, keep=False)
    yield from (f"space:{area.id}" for area in game.board_of(table.position))
    rng = random.Random(seed)
    while table.outcome is None:
        seat = table.asked()[0]
        choices = table.choices(seat)
        path: tuple[str, ...] = ()
        while following := choices.next(path):
            yield from following
            path = (*path, rng.choice(following))
        table.play(choices.made(path), seat)
        if rng.random() < 0.5 and table.outcome is None:  # uniform draws lead elsewhere than uniform picks
            seat = table.asked()[0]
            table.play(table.choices(seat).sample(rng), seat)


def vocabulary(game: Game, count: int) -> Vocabulary:
    """Return a game's vocabulary, with all that is met in so many games of each scenario."""
    try:
        known, version = vocabulary_of(game).words, vocabulary_of(game).version
    except UnknownName:
        known, version = (), 0
    found = {*known, *(f"count:{n}" for n in range(MOST + 1))}
    for scenario in game.scenarios:
        for seed in range(count):
            found.update(word for pick in met(game, scenario.slug, seed) for word in words_of(pick))
    found = {pick for pick in found if not pick.startswith("count:") or int(pick[6:]) <= MOST}
    words = known if found == set(known) else tuple(sorted(found))
    return Vocabulary(game.slug, version + (words != known), SPARE, words)


def main() -> None:
    """Write the vocabularies that have changed."""
    parser = argparse.ArgumentParser(description="Write the vocabularies of picks.")
    parser.add_argument("game", nargs="*", help="which games; all if left out")
    parser.add_argument("--games", type=int, default=20, help="how many of each scenario are played")
    options = parser.parse_args()
    for game in games:
        if not options.game or game.slug in options.game:
            made = vocabulary(game, options.games)
            text = msgspec.json.format(msgspec.json.encode(made), indent=0)
            (FOLDER / f"{game.slug}.json").write_bytes(text + b"\n")
            print(f"{made.name}: {len(made.words)} words")


if __name__ == "__main__":
    main()
