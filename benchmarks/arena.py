"""How fast tournaments are: `python benchmarks/arena.py [--games 84] [--ray] [--rounds 3]`.

Four bots of Five Cities meet in a round robin: on one process, on a pool of two and, with --ray, on a local Ray of two
workers, one after the other in each round. Games a second count from the first finished game to the last, so that the
start of processes is left out. Beside them stand, since a busy machine does not change them, the processor seconds that
a game takes where it is played, and what it takes besides in the process that gives the games out; and the load.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

from tanelorn.arena.places.cluster import Cluster
from tanelorn.arena.places.here import Here, Place, Pool
from tanelorn.arena.tournament.settings import Setting, Settings, Tournament

BOTS = ("random", "easy", "greedy", "search:nodes=2")


class Measured(NamedTuple):
    """Games a second; processor seconds a game where it is played, and besides in this process; seconds in all."""

    speed: float
    played: float
    besides: float
    whole: float


def measure(place: Place, games: int) -> Measured:
    """Play a round robin."""
    tournament = Tournament(Settings(bots=BOTS, number=games // 6, scenarios=(Setting(game="fivecities"),), seed=1))
    meetings = tournament.meetings(0, BOTS)
    matches = [tournament.match(meeting, at) for at in range(games // 6) for meeting in meetings]
    begun, used = time.perf_counter(), time.process_time()
    first = last = played = 0.0
    for one in place.play(matches):
        last = time.perf_counter()
        first = first or last
        played += one.processor
    besides = time.process_time() - used - (played if isinstance(place, Here) else 0)
    return Measured((games - 1) / (last - first), played / games, besides / games, time.perf_counter() - begun)


def main() -> None:
    """Measure, and print medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=84, help="how many, a multiple of 12")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ray", action="store_true", help="a local Ray of two workers too")
    given = parser.parse_args()
    places: dict[str, Callable[[], Place]] = {"one process": Here, "two processes": lambda: Pool(2)}
    if given.ray:
        places["Ray, two workers"] = lambda: Cluster("local", 2)
    found: dict[str, list[Measured]] = {name: [] for name in places}
    for _ in range(given.rounds):
        for name, made in places.items():
            found[name].append(measure(made(), given.games))
            print(f"{name:18} {told(found[name][-1])} {found[name][-1].whole:7.1f} s in all", flush=True)
    print(f"Medians; load {os.getloadavg()[0]:.1f}")
    one = statistics.median(figures.speed for figures in found["one process"])
    for name, figures in found.items():
        median = Measured(*map(statistics.median, zip(*figures, strict=True)))
        print(f"{name:18} {told(median)}; {median.speed / one:.2f} times one process")


def told(one: Measured) -> str:
    """Write what was measured."""
    return f"{one.speed:6.2f} games/s, {one.played:.3f} processor s a game and {one.besides:.4f} besides"


if __name__ == "__main__":
    main()
