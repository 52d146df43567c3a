"""How fast the games are as environments: `python benchmarks/research.py [GAME ...] [--seconds 2] [--json]`.

Processor seconds of one core. Random numbers are picked from the mask until the time is up, game after game, in the
first scenario. `next` is the time that the list takes to say what may follow, set-up of the list left out.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time

import numpy as np

from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.envs import Walk, vocabulary_of
from tanelorn.envs.vocabulary import FOLDER


def picks(slug: str, seconds: float, observing: bool) -> dict[str, float]:
    """Return how many picks a second are made, each with its mask and with what the seat sees if that is wanted."""
    rng = np.random.default_rng(1)
    Walk(Table.new(slug, seed=0, keep=False)).mask()  # reads what the game is made of
    count = seed = 0
    started = time.process_time()
    walk = Walk(Table.new(slug, seed=seed, keep=False))
    while time.process_time() - started < seconds:
        if observing:
            walk.observe()
        walk.step(int(rng.choice(np.flatnonzero(walk.mask()))))
        count += 1
        if walk.over:
            seed += 1
            walk = Walk(Table.new(slug, seed=seed, keep=False))
    name = "picks a second, observed" if observing else "picks a second"
    return {name: count / (time.process_time() - started)}


def asking(slug: str, seconds: float) -> dict[str, float]:
    """Return how long a list takes to say what may follow: median and 99th percentile, in milliseconds."""
    rng = np.random.default_rng(2)
    took: list[float] = []
    walk = Walk(Table.new(slug, seed=0, keep=False))
    started = time.process_time()
    while time.process_time() - started < seconds and not walk.over:
        assert walk.picking is not None
        choices, path = walk.picking.choices, walk.picking.path
        began = time.process_time()
        choices.next(path)
        took.append(1000 * (time.process_time() - began))
        walk.step(int(rng.choice(np.flatnonzero(walk.mask()))))
    return {"next, median ms": statistics.median(took), "next, p99 ms": sorted(took)[int(0.99 * (len(took) - 1))]}


def main() -> None:
    """Measure, and print."""
    slugs = sorted(path.stem for path in FOLDER.glob("*.json"))
    parser = argparse.ArgumentParser(description="Measure the games as environments.")
    parser.add_argument("game", nargs="*", help="which games; all if left out")
    parser.add_argument("--seconds", type=float, default=2, help="how long each figure is measured")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    found = {}
    for slug in options.game or slugs:
        figures = {"vocabulary": float(vocabulary_of(games[slug]).size)}
        found[slug] = (
            figures
            | picks(slug, options.seconds, False)
            | picks(slug, options.seconds, True)
            | asking(slug, options.seconds)
        )
        if not options.json:
            print(f"{slug:14}", *(f"{name} {value:,.4g};" for name, value in found[slug].items()))
    if options.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
