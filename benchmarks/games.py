"""How fast a game is: `python benchmarks/games.py elric [--scenarios long successor] [--games 8] [--json]`.

Processor seconds of one core. Random play goes through the public door: every choice is drawn from its list, checked
and carried out. Lists are measured at the decisions of such games of the first scenario, bare and with all that a page
says of them. A game of bots in each scenario is measured too. Without `--scenarios` all are measured.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tanelorn.arena.matches.match import Match, play_match
from tanelorn.core.choices import Choices
from tanelorn.core.game import Game, games
from tanelorn.core.play.table import Table
from tanelorn.games.albion.movement.ways.groups import in_hand
from tanelorn.games.albion.movement.ways.reach import reachable

EVERY = 17
"""Of the decisions of a game every so many-th is measured."""


def timed(work: Callable[[], Any]) -> float:
    """Return the processor seconds that some work takes."""
    started = time.process_time()
    work()
    return time.process_time() - started


def decisions(table: Table, rng: random.Random) -> Iterator[int]:
    """Play a table at random to its end; yield the seat that is asked before each choice."""
    while table.outcome is None:
        seat = table.asked()[0]
        yield seat
        table.play(table.choices(seat).sample(rng), seat)


def play(game: Game[Any, Any], scenario: str, seed: int, keep: bool) -> int:
    """Play one random game; return how many choices it took."""
    return sum(1 for _ in decisions(Table.new(game, scenario, seed=seed, keep=keep), random.Random(seed)))


def rate(game: Game[Any, Any], scenario: str, count: int) -> float:
    """Return the choices a second of random games without a record."""
    started = time.process_time()
    played = sum(play(game, scenario, seed, False) for seed in range(count))
    return played / (time.process_time() - started)


def told(choices: Choices[Any]) -> None:
    """Work out all that a page says of a list."""
    choices.offer(())
    choices.refused()


def works(table: Table, seat: int) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield what is measured at a decision."""
    step, position = table.step, table.position
    assert step is not None
    rng = random.Random(1)  # a product of small choices is never written out: one is drawn from it
    yield "list", lambda: step.choices(position, seat).sample(rng)
    yield "list with labels and refusals", lambda: told(step.choices(position, seat))
    yield "copy", position.copy
    if table.game.slug == "albion" and position.march:
        group = in_hand(position, seat)
        if group is not None:
            yield "hexes in reach", lambda: reachable(position, group)
    yield "view", lambda: table.view(seat)


def at_decisions(game: Game[Any, Any], scenario: str, count: int) -> dict[str, list[float]]:
    """Return the milliseconds of each work at decisions of random games."""
    found: dict[str, list[float]] = {}
    for seed in range(count):
        table = Table.new(game, scenario, seed=seed, keep=False)
        for number, seat in enumerate(decisions(table, random.Random(seed))):
            if number % EVERY == 0:
                for name, work in works(table, seat):
                    found.setdefault(name, []).append(1000 * timed(work))
    return found


def measure(game: Game[Any, Any], scenarios: list[str], count: int) -> dict[str, float]:
    """Return all figures by what they are; a game is played before, to read what it is made of."""
    play(game, scenarios[0], 0, False)
    figures = {f"choices a second, {scenario}": rate(game, scenario, count) for scenario in scenarios}
    kept = [timed(partial(play, game, scenarios[0], seed, True)) for seed in range(count)]
    figures["random game with its record, median s"] = statistics.median(kept)
    figures["the longest, s"] = max(kept)
    for name, values in at_decisions(game, scenarios[0], count).items():
        figures[f"{name}, median ms"] = statistics.median(values)
        figures[f"{name}, 99th percentile ms"] = sorted(values)[int(0.99 * (len(values) - 1))]
    for scenario in scenarios:
        bots = ("greedy",) * len(Table.new(game, scenario, seed=1).seats)
        match = Match(game=game.slug, bots=bots, scenario=scenario, seed=1)
        figures[f"game of greedy bots, {scenario}, s"] = timed(partial(play_match, match))
    return figures


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description="Measure how fast a game is.")
    parser.add_argument("game", choices=[game.slug for game in games], help="the game's short name")
    parser.add_argument("--scenarios", nargs="+", metavar="SCENARIO", help="which scenarios; all if left out")
    parser.add_argument("--games", type=int, default=8, help="how many random games each figure takes")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    game = games[options.game]
    figures = measure(game, options.scenarios or [one.slug for one in game.scenarios], options.games)
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        print(f"{name:48} {value:12,.3f}" if value < 100 else f"{name:48} {value:12,.0f}")


if __name__ == "__main__":
    main()
