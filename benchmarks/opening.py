"""How fast a table opens, from its snapshot and by playing its record again: `python benchmarks/opening.py`.

Random games of all games are played on a passing data folder, written entry by entry as the site writes them. At every
so many entries the table is opened both ways, as a site does that has just started: its row, its lines and its snapshot
are read from the disk. Printed are medians and 95th percentiles in milliseconds, and what writing has cost on average
for each entry, snapshots and all.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table as Sheet

from tanelorn.core.chance import Committed
from tanelorn.core.game import Game, games
from tanelorn.core.play.table import Table
from tanelorn.site.serve import prepare


class Times(NamedTuple):
    """What was measured of a game, in milliseconds."""

    entries: int
    resumed: list[float]
    replayed: list[float]
    written: list[float]


def measured(game: Game, most: int, every: int) -> Times:
    """Play random games up to so many entries in all, and open the table again and again."""
    times = Times(0, [], [], [])
    rng = random.Random(7)
    while times.entries < most:
        times = _game(game, times, most, every, rng)
    return times


def _game(game: Game, times: Times, most: int, every: int, rng: random.Random) -> Times:
    from tanelorn.site.keeping import opening, store

    table = Table.new(game, rng.choice(game.scenarios).slug, chance=Committed())
    sitters = [store.Sitter("friend", name) for name in table.seats]
    assert isinstance(table.chance, Committed)
    row = store.keep_begun(table, sitters, table.chance)
    kept = opened = len(table.entries)
    while table.outcome is None and times.entries + kept < most:
        decision = rng.choice(table.decisions())
        table.play(decision.choices().sample(rng), decision.seat)
        now = table.entries[kept:]
        times.written.append(_timed(partial(store.keep, row, table, kept)) / max(len(now), 1))
        kept = len(table.entries)
        if kept - opened >= every or table.outcome is not None:
            opened = kept
            times.resumed.append(_timed(lambda: opening.load(store.find(row.code))))
            lines = opening.lines_of(store.find(row.code))
            times.replayed.append(_timed(partial(opening.opened, lines._replace(snapshot=None))))
    return times._replace(entries=times.entries + max(kept, 1))


def _timed(act: Callable[[], object]) -> float:
    start = perf_counter()
    act()
    return (perf_counter() - start) * 1000


def _high(times: Sequence[float]) -> float:
    return statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="slugs; all if none is given")
    parser.add_argument("--entries", type=int, default=1600, help="entries to play in each game")
    parser.add_argument("--every", type=int, default=25, help="entries between two openings")
    wish = parser.parse_args()
    sheet = Sheet(title="Opening a table, in milliseconds: median (95th percentile)")
    for title in ("game", "entries", "from its snapshot", "slowest", "played again", "slowest", "writing an entry"):
        sheet.add_column(title, justify="left" if title == "game" else "right")
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        for game in track([games[slug] for slug in wish.games] or list(games), console=Console(stderr=True)):
            times = measured(game, wish.entries, wish.every)
            ways = (times.resumed, times.replayed)
            told = [(f"{statistics.median(way):.1f} ({_high(way):.1f})", f"{max(way):.1f}") for way in ways]
            written = f"{statistics.median(times.written):.1f} ({_high(times.written):.1f})"
            sheet.add_row(game.title, str(times.entries), *told[0], *told[1], written)
    Console().print(sheet)


if __name__ == "__main__":
    main()
