"""How fast Albion is: `python benchmarks/albion.py [--games 8] [--json]`. Processor seconds of one core.

Random play goes through the public door: every choice is drawn from its list, checked and carried out. Lists are
measured at the decisions of such games, bare and with all that a page says of them. A bot's game is measured too.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from tanelorn.arena.matches import Match, play_match
from tanelorn.core.game import games
from tanelorn.core.table import Table
from tanelorn.games.albion.groups import in_hand
from tanelorn.games.albion.reach import reachable

ALBION = games["albion"]
SCENARIO = "faerie_twilight"
EVERY = 29
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


def play(scenario: str, seed: int, *, keep: bool) -> int:
    """Play one random game; return how many choices it took."""
    return sum(1 for _ in decisions(Table.new(ALBION, scenario, seed=seed, keep=keep), random.Random(seed)))


def rate(scenario: str, count: int) -> float:
    """Return the choices a second of random games without a record."""
    started = time.process_time()
    played = sum(play(scenario, seed, keep=False) for seed in range(count))
    return played / (time.process_time() - started)


def lists(count: int) -> dict[str, list[float]]:
    """Return the milliseconds of lists, of lists as pages show them, of copies and views, at decisions of games."""
    found: dict[str, list[float]] = {"list": [], "list with labels and refusals": [], "copy": [], "view": []}
    found["hexes in reach"] = []
    for seed in range(count):
        table = Table.new(ALBION, SCENARIO, seed=seed, keep=False)
        for number, seat in enumerate(decisions(table, random.Random(seed))):
            if number % EVERY or table.step is None:
                continue
            step, position = table.step, table.position
            found["list"].append(1000 * timed(lambda: list(step.choices(position, seat))))  # noqa: B023
            found["list with labels and refusals"].append(
                1000 * timed(lambda: (choices := step.choices(position, seat), choices.offer(()), choices.refused()))  # noqa: B023
            )
            found["copy"].append(1000 * timed(lambda: [position.copy() for _ in range(20)]) / 20)  # noqa: B023
            group = in_hand(position, seat) if position.march else None
            if group is not None:
                found["hexes in reach"].append(1000 * timed(lambda: reachable(position, group)))  # noqa: B023
            found["view"].append(1000 * timed(lambda: table.view(seat)))  # noqa: B023
    return found


def measure(count: int) -> dict[str, float]:
    """Return all figures by what they are."""
    figures = {"choices a second, Faerie Twilight": rate(SCENARIO, count), "Albion Alone": rate("albion_alone", count)}
    kept = [timed(lambda: play(SCENARIO, seed, keep=True)) for seed in range(count)]  # noqa: B023
    figures["random game with its record, median s"] = statistics.median(kept)
    figures["the longest, s"] = max(kept)
    for name, values in lists(count).items():
        ordered = sorted(values)
        figures[f"{name}, median ms"] = statistics.median(ordered)
        figures[f"{name}, 99th percentile ms"] = ordered[int(0.99 * (len(ordered) - 1))]
    for scenario in ("albion_alone", SCENARIO):
        match = Match(game="albion", bots=("greedy", "greedy"), scenario=scenario, seed=1)
        figures[f"game of two greedy bots, {scenario}, s"] = timed(lambda: play_match(match))  # noqa: B023
    return figures


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description="Measure how fast Albion is.")
    parser.add_argument("--games", type=int, default=8, help="how many random games each figure takes")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    figures = measure(options.games)
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        print(f"{name:48} {value:12,.3f}" if value < 100 else f"{name:48} {value:12,.0f}")


if __name__ == "__main__":
    main()
