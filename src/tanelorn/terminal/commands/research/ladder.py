"""`tanelorn ladder`: whether each level of bots is stronger than the one below."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from tanelorn.arena.extras import need
from tanelorn.arena.report.ladder import Rung, as_markdown, ladder_settings, rungs
from tanelorn.arena.report.report import write_report
from tanelorn.arena.tournament.folder import write_whole
from tanelorn.arena.tournament.run import Run
from tanelorn.bots import LEVELS
from tanelorn.core.game import games
from tanelorn.terminal.commands.research.arena import place_of, play_on, told_that_it_stopped
from tanelorn.terminal.look import out

EXAMPLE = """Examples:

tanelorn ladder --out ladder

tanelorn ladder fivecities archmagi -n 100 --jobs 8 --out ladder

tanelorn ladder elric --bot search:seconds=4 --bot search:seconds=1 --out more-time
"""


def ladder(
    out_folder: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Where results are kept; a run that was broken off goes on.")
    ],
    game: Annotated[list[str] | None, typer.Argument(help="Games by their short names; all if left out.")] = None,
    bot: Annotated[
        list[str] | None, typer.Option(help="A level or bot, from the top; again for the next. All levels if left out.")
    ] = None,
    number: Annotated[
        int, typer.Option("-n", "--number", min=2, help="How many games of each two, an even number.")
    ] = 20,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="How many processes play at once.")] = 2,
    ray: Annotated[str, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster, as `tanelorn arena`.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Let each level of bots meet the one below, seats exchanged, and say how often it wins, with 95 % intervals.

    Writes ladder.md, the table of all games, and for each game the report of its tournament.
    """
    need("openskill")  # before anything is played
    chosen = [games[slug] for slug in dict.fromkeys(game or [])] or games.by_weight()
    bots = bot or [level.slug for level in reversed(LEVELS)]
    place = place_of(jobs, ray)
    runs = {one: Run(ladder_settings(one, bots, number, seed), out_folder / one.slug) for one in chosen}
    stopped = next((run for run in runs.values() if play_on(run, place)), None)
    found = {one.title: rungs(run) for one, run in runs.items()}
    write_whole(out_folder / "ladder.md", as_markdown(found).encode())
    for one, run in runs.items():
        write_report(out_folder / one.slug / "report.html", run, f"The ladder in {one.title}")
    if as_json:
        print(json.dumps(_as_data(found), indent=2))
    else:
        out().print(_table(found))
    if stopped is not None:
        raise told_that_it_stopped(stopped)


def _table(found: dict[str, list[Rung]]) -> Table:
    table = Table(title="Won by the upper bot (95 %)", box=SIMPLE_HEAD)
    for heading in ("", "", "games", "won", "drawn", "share"):
        table.add_column(heading, justify="right" if heading in ("games", "won", "drawn") else "left", overflow="fold")
    for title, told in found.items():
        for at, rung in enumerate(told):
            score = rung.score
            counts = map(str, (score.games, score.wins, score.draws))
            table.add_row(
                "" if at else title, f"{rung.upper} – {rung.lower}", *counts, str(score) if score.games else ""
            )
    return table


def _as_data(found: dict[str, list[Rung]]) -> list[dict[str, object]]:
    return [
        {
            "game": title,
            "upper": rung.upper,
            "lower": rung.lower,
            "games": rung.score.games,
            "wins": rung.score.wins,
            "draws": rung.score.draws,
            "share": rung.score.share,
            "interval": rung.score.interval,
        }
        for title, told in found.items()
        for rung in told
    ]
