"""`tanelorn arena`: tournaments of bots, which are resumed where they were broken off."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from tanelorn.arena.data.parquet import write_results
from tanelorn.arena.extras import need
from tanelorn.arena.matches.summary import Score, Summary
from tanelorn.arena.places.cluster import Cluster
from tanelorn.arena.places.here import Here, Place, Pool
from tanelorn.arena.report.report import write_report
from tanelorn.arena.tournament import standings
from tanelorn.arena.tournament.run import Met, Run
from tanelorn.arena.tournament.settings import Settings
from tanelorn.core.amounts import amount
from tanelorn.core.content.data import read_toml
from tanelorn.terminal.look import bars, err, out

EXAMPLE = """Examples:

tanelorn arena four-bots.toml --out four-bots

tanelorn arena four-bots.toml --out four-bots --jobs 8

tanelorn arena four-bots.toml --out four-bots --ray 10.0.0.1:6379
"""


def arena(
    settings: Annotated[Path, typer.Argument(help="A file of settings: see docs/tournaments.md.")],
    out_folder: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Where results are kept; a run that was broken off goes on.")
    ],
    jobs: Annotated[int, typer.Option(min=1, max=256, help="How many processes play at once.")] = 2,
    ray: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: auto, local, or its address."),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Let bots meet in many games, and say how they stand: a round robin, a gauntlet or a ladder, seats balanced.

    Each finished game is on the disk at once: break it off as you like, and the same command goes on. The same settings
    give the same games on one process, on several, and on a cluster.
    """
    need("openskill"), need("pyarrow")  # before anything is played
    given = read_toml(settings, Settings)
    place = place_of(jobs, ray)
    run = Run(given, out_folder)
    stopped = play_on(run, place)
    write_results(out_folder / "results.parquet", run.counted())
    write_report(out_folder / "report.html", run, settings.stem)
    if as_json:
        print(json.dumps(_as_data(run), indent=2))
    else:
        _print(run)
    if stopped:
        raise told_that_it_stopped(run)


def place_of(jobs: int, ray: str) -> Place:
    """Return where games are played; raise what Cluster raises."""
    if ray:
        return Cluster(ray, jobs)
    return Pool(jobs) if jobs > 1 else Here()


def play_on(run: Run, place: Place) -> bool:
    """Play what is missing of a tournament, and show how far it has come; tell whether it was broken off by Ctrl-C."""
    if run.over:
        return False
    with progress_of(run) as advance:
        try:
            with closing(run.play(place)) as finished:
                for _ in finished:
                    advance()
        except KeyboardInterrupt:
            return True
    return False


def told_that_it_stopped(run: Run) -> typer.Exit:
    """Say how much of a tournament that was broken off is kept; return with what the command is to end."""
    kept = len(run.folder.results())  # as they lie there: Ctrl-C may come while one is being written down
    err().print(f"Stopped after {kept} of {amount(run.total, 'game')}; the same command goes on.", soft_wrap=True)
    return typer.Exit(130)


@contextmanager
def progress_of(run: Run) -> Iterator[Callable[[], None]]:
    """Show how many games are finished and how long it will take; yield what is called after each."""
    with bars() as progress:
        bar = progress.add_task("Games", total=run.total, completed=run.settled)
        if run.settings.sequential is None:
            yield lambda: progress.advance(bar)
        else:
            yield lambda: progress.update(bar, completed=run.settled)


def _print(run: Run) -> None:
    results, bots = run.counted(), run.order()
    console = out()
    if not results:
        console.print("No game is finished yet.")
        return
    winners = run.tournament.winners
    scores, rated = standings.scores(results, winners, bots), standings.ratings(results, winners, bots)
    table = Table(title=f"{run.settings.form.capitalize()}: {amount(len(results), 'game')}", box=SIMPLE_HEAD)
    table.add_column("", overflow="fold")
    for heading in ("games", "won", "drawn", "share (95 %)", "rating (95 %)"):
        table.add_column(heading, justify="right", no_wrap=True)
    for bot in bots if run.settings.form == "ladder" else sorted(bots, key=lambda one: -rated[one].mean):
        score, (low, high) = scores[bot], rated[bot].interval
        counts = map(str, (score.games, score.wins, score.draws))
        table.add_row(bot, *counts, str(score), f"{rated[bot].mean:.1f} ({low:.1f} to {high:.1f})")
    console.print(table)
    console.print(_meetings(run))
    for sentence in Summary.of(results).failed():
        console.print(sentence, soft_wrap=True)


def _meetings(run: Run) -> Table:
    """Return who has met whom, with how it was decided where it was tested."""
    test = run.settings.sequential
    title = "Meetings"
    if test is not None:
        least, most = test.bounds
        title += f" (decided at {least:.2f} or {most:.2f}: {test.better:.0%} or no better)"
    table = Table(title=title, box=SIMPLE_HEAD)
    for heading in ("", "", "games", "won by the first", *(("decided",) if test is not None else ())):
        table.add_column(heading, justify="right" if heading in ("games",) else "left", overflow="fold")
    for met in run.met():
        score = _first(run, met)
        where = f"{met.meeting.setting.game}, {met.meeting.setting.scenario}"
        row = [" – ".join(met.meeting.bots), where, str(score.games), str(score)]
        table.add_row(*row, *((_decided(run, met),) if test is not None else ()))
    return table


def _first(run: Run, met: Met) -> Score:
    return standings.scores(met.results, run.tournament.winners, met.meeting.bots)[met.meeting.bots[0]]


def _decided(run: Run, met: Met) -> str:
    test = run.settings.sequential
    assert test is not None
    score = _first(run, met)
    told = {
        "first": f"{met.meeting.bots[0]} is better",
        "second": f"{met.meeting.bots[-1]} is better",
        "even": f"neither wins {test.better:.0%}",
        "": "not yet",
    }[met.verdict]
    return f"{told} ({test.ratio(score.wins, score.losses):+.2f}, {test.ratio(score.losses, score.wins):+.2f})"


def _as_data(run: Run) -> dict[str, object]:
    results, bots, winners = run.counted(), run.order(), run.tournament.winners
    scores, rated = standings.scores(results, winners, bots), standings.ratings(results, winners, bots)
    return {
        "settings": msgspec.to_builtins(run.settings),
        "games": len(results),
        "over": run.over,
        "bots": {
            bot: {
                "games": scores[bot].games,
                "wins": scores[bot].wins,
                "draws": scores[bot].draws,
                "share": scores[bot].share,
                "interval": scores[bot].interval,
                "rating": rated[bot].mean,
                "rating_interval": rated[bot].interval,
            }
            for bot in bots
        },
        "meetings": [
            {
                "bots": met.meeting.bots,
                "game": met.meeting.setting.game,
                "scenario": met.meeting.setting.scenario,
                "games": len(met.results),
                "wins": _first(run, met).wins,
                "draws": _first(run, met).draws,
                "decided": met.verdict,
            }
            for met in run.met()
        ],
        "faults": Summary.of(results).failed(),
    }
