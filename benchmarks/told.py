"""How much a page is told: `python benchmarks/told.py [--games albion elric] [--choices 400] [--json]`.

Greedy bots play a game of each kind; after every choice each seat, and whoever watches, is told what has changed for
them, as pages are. Bytes of what is sent; milliseconds of one core to make what a viewer sees, and to put into words
what has changed in it. Who is told nothing, because nothing that they may know has changed, does not count.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence

import django
from rich.console import Console
from rich.progress import track
from rich.table import Table as Sheet

from tanelorn.bots import make_bot
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tanelorn.site.settings")
os.environ["TANELORN_DATA"] = tempfile.mkdtemp()
django.setup()

from tanelorn.site.keeping.store import Sitter  # noqa: E402 Django must know its settings before
from tanelorn.site.live.pictures import Stream  # noqa: E402
from tanelorn.site.live.seats.beside import Beside  # noqa: E402
from tanelorn.site.live.tables.table import LiveTable  # noqa: E402
from tanelorn.site.live.told import shown  # noqa: E402
from tanelorn.site.models import GameTable, new_code  # noqa: E402

BOT = "greedy"


def a_table(slug: str, seed: int) -> LiveTable:
    """Set up a table of people, in memory alone."""
    game = games[slug]
    people = [Sitter("me", name) for name in game.scenario(None).seats]
    row = GameTable(code=new_code(), game=slug, scenario=game.scenario(None).slug)
    return LiveTable(Table.new(game, seed=seed), Beside(row, {}, {}, people))


def played(live: LiveTable, most: int) -> Iterator[None]:
    """Let bots play at a table, a choice at a time, as far as it goes."""
    table = live.table
    bots = [make_bot(BOT, table.game, seat) for seat in range(len(live.sitters))]
    for _ in range(most):
        if table.outcome is not None:
            return
        seat = table.asked()[0]
        table.play(bots[seat].choose(table.view(seat)), seat)
        yield


def measured(slug: str, seed: int, most: int) -> dict[str, list[float]]:
    """Return what a game has told its viewers."""
    live = a_table(slug, seed)
    streams = {viewer: Stream() for viewer in (SPECTATOR, *range(len(live.sitters)))}
    found: defaultdict[str, list[float]] = defaultdict(list)
    for viewer, stream in streams.items():
        stream.take(shown(live, viewer, (viewer,)), live.table.events(viewer))
    for _ in played(live, most):
        for viewer, stream in streams.items():
            before, started = stream.now, time.process_time()
            seen, events = shown(live, viewer, (viewer,)), live.table.events(viewer)
            made = time.process_time()
            now = stream.take(seen, events)
            if now is before:
                continue
            said = now.told(before)
            found["made, ms"].append(1000 * (made - started))
            found["worded, ms"].append(1000 * (time.process_time() - made))
            found["changed, bytes"].append(len(said.encode()))
            found["whole, bytes"].append(len(now.told(None).encode()))
    return found


def percentile(figures: Sequence[float], share: int) -> float:
    """Return the least figure that at least this share, in per cent, of all do not exceed."""
    return sorted(figures)[-(-len(figures) * share // 100) - 1]


def main() -> None:
    """Print medians and 95th percentiles."""
    wishes = argparse.ArgumentParser(description="How much a page is told.")
    every = [game.slug for game in games]
    wishes.add_argument("--games", nargs="+", choices=every, default=every, help="which games; all if left out")
    wishes.add_argument("--choices", type=int, default=400, help="so many choices of a game at most")
    wishes.add_argument("--seed", type=int, default=1)
    wishes.add_argument("--json", action="store_true")
    wish = wishes.parse_args()
    told: dict[str, dict[str, tuple[float, float]]] = {}
    for slug in track(wish.games, "Playing", console=Console(stderr=True)):
        figures = measured(slug, wish.seed, wish.choices)
        told[slug] = {name: (statistics.median(each), percentile(each, 95)) for name, each in figures.items()}
    if wish.json:
        print(json.dumps(told, indent=2))
        return
    names = list(next(iter(told.values())))
    sheet = Sheet("", *names, title="Told after each choice: median and 95th percentile")
    for slug, each in told.items():
        sheet.add_row(
            slug,
            *(
                f"{middle:,.1f}  {most:,.1f}" if "ms" in name else f"{middle:,.0f}  {most:,.0f}"
                for name, (middle, most) in each.items()
            ),
        )
    Console().print(sheet)


if __name__ == "__main__":
    main()
