"""`tanelorn sim`: bots play many games against each other."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from tanelorn.arena.matches.match import Played
from tanelorn.arena.matches.summary import Score, Summary
from tanelorn.arena.places.series import play_series
from tanelorn.arena.players.specs import check_player, is_outside
from tanelorn.arena.report import pictures
from tanelorn.arena.tournament.folder import write_whole
from tanelorn.core.amounts import amount
from tanelorn.core.errors import BadData, Illegal
from tanelorn.core.game import Game, games
from tanelorn.terminal.look import bars, clause_mark, err, out
from tanelorn.terminal.sitting.seats import read_options, read_sitter

EXAMPLE = """Examples:

tanelorn sim fivecities -n 100 --bots greedy,random

tanelorn sim fivecities -n 20 --bots strong,medium --jobs 2 --json

tanelorn sim archmagi -n 50 --save games

tanelorn sim diplomacy -n 70 --bots medium,easy --alone --option last-year=1910
"""


def sim(
    game: Annotated[str, typer.Argument(help="A game's short name, as `tanelorn games` lists it.")],
    number: Annotated[int, typer.Option("-n", "--number", min=1, help="How many games.")] = 100,
    bots: Annotated[
        str, typer.Option(help="The bots with commas between: one for each seat, or two that share them.")
    ] = "greedy,random",
    alone: Annotated[
        bool, typer.Option("--alone", help="The first of two bots gets one seat, each in turn; the other all the rest.")
    ] = False,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="How many processes play at once.")] = 2,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    scenario: Annotated[str | None, typer.Option(help="The scenario; the first one if left out.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "--options", metavar="NAME=VALUE", help="An optional rule.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(help="Write the shares with their intervals as a picture: a .png or .svg file.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep the record of each game in this folder, a new one.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Let bots play many games, changing seats from game to game, and say how often each has won.

    Two bots at a larger table get half of the seats each, drawn anew for every second game and changed in between.
    Where a game counts something (centres), a bot is first in a game if one of its seats has more of it than every
    seat of another bot, and ahead if its seats have more on average.
    Behind each share stands its 95 % interval by Wilson's score.
    """
    chosen = games[game]
    seats = chosen.scenario(scenario).seats
    specs = _specs(bots, chosen, len(seats), alone=alone)
    options = chosen.read_options(read_options(option or []))
    if picture is not None:
        pictures.check_place(picture)
    if save is not None:
        _make_folder(save)
    keep, jobs = save is not None, min(jobs, number)
    played = play_series(chosen, specs, number, scenario=scenario, options=options, seed=seed, jobs=jobs, keep=keep)
    summary, stopped = _summed(played, chosen.title, number, save)
    if as_json:
        print(json.dumps(_as_data(chosen, summary, seats, seed), indent=2))
    else:
        _print(chosen, summary, seats)
    for sentence in summary.failed():
        err().print(sentence, soft_wrap=True)
    if picture is not None and summary.games:
        pictures.draw_shares(picture, chosen, summary, seats)
        err().print(f"The picture is {picture}.", soft_wrap=True)
    if stopped:
        err().print(f"Stopped after {summary.games} of {amount(number, 'game')}; those are counted.", soft_wrap=True)
        raise typer.Exit(130)


def _summed(
    finished: Generator[Played, None, None], title: str, number: int, save: Path | None
) -> tuple[Summary, bool]:
    """Count games as they are finished, and keep their records if wished; tell whether it was broken off by Ctrl-C."""
    summary = Summary()
    with bars() as progress, closing(finished):
        bar = progress.add_task(title, total=number)
        try:
            for played in finished:
                if save is not None:
                    _keep(save, played)
                summary.add(played.result)
                progress.advance(bar)
        except KeyboardInterrupt:
            return summary, True
    return summary, False


def _make_folder(path: Path) -> None:
    """Make a folder for records, or take one that is empty; raise Illegal where that cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()):
            raise Illegal(f"{path} is no empty folder.", remedy="Name a new one for the records.")
    except OSError as error:
        raise Illegal(f"{path} cannot be a folder: {error.strerror}.", remedy="Name another one.") from None


def _keep(path: Path, played: Played) -> None:
    place = path / f"{played.result.number:07}.jsonl"
    try:
        write_whole(place, played.record)
    except OSError as error:
        raise BadData(f"{place} cannot be written: {error.strerror}.", remedy="Make room, and begin again.") from None


def _specs(bots: str, game: Game, seats: int, *, alone: bool) -> list[str]:
    """Read bots with commas between; commas inside a bot's parameters hold `name=value` and belong to it."""
    words: list[str] = []
    for part in bots.split(","):
        if "=" in part and ":" not in part and words and ":" in words[-1]:
            words[-1] += f",{part}"
        else:
            words.append(part)
    specs = [_spec(word, game) for word in words]
    if not all(specs):
        raise Illegal("Only bots play here.", remedy="Name bots, as in: --bots greedy,random.")
    if alone and len(specs) != 2:
        raise Illegal("With --alone two bots play.", remedy="Name them, as in: --alone --bots greedy,random.")
    if alone:
        specs += specs[1:] * (seats - 2)
    if len(specs) == 1:
        specs *= seats
    if len(specs) != seats and not len(specs) == 2 < seats:
        raise Illegal(
            f"{game.title} has {amount(seats, 'seat')}, and {amount(len(specs), 'bot')} named.",
            remedy="Name one for each seat, two that share them, or a single one for all.",
        )
    return specs


def _spec(word: str, game: Game) -> str:
    """Return the spec of a bot, "" for a person; raise UnknownName or Illegal."""
    if is_outside(word):
        check_player(word, game)
        return word
    return read_sitter(word, game).spec


def _print(game: Game, summary: Summary, seats: tuple[str, ...]) -> None:
    table = Table(title=f"{game.title}: {amount(summary.games, 'game')}", box=SIMPLE_HEAD)
    table.add_column("")
    for heading in ("games", "won", "drawn", "lost", "share", "95 % interval"):
        table.add_column(heading, justify="right")
    for bot, score in summary.by_bot.items():
        table.add_row(bot, *_figures(score))
    table.add_section()
    for name, score in zip(seats, summary.by_seat, strict=False):
        table.add_row(name, *_figures(score))
    if summary.by_part:
        table.add_section()
        for part, score in sorted(summary.by_part.items(), key=lambda item: -item[1].share):
            table.add_row(part, *_figures(score))
    console = out()
    console.print(table)
    if summary.tallies:
        console.print(_tallies(game, summary))
    if summary.counts:
        console.print(_counts(summary))
    if summary.games:
        turns = f"Turns: median {summary.turns_at(0.5)}, nine in ten games at most {summary.turns_at(0.9)}. "
        console.print(f"{turns if summary.mean_turns else ''}Choices: median {summary.decisions_at(0.5)}.")
    for end, count in sorted(summary.ends.items(), key=lambda item: -item[1]):
        said = Text(f"{game.rulebook[end].title}") if end in game.rulebook else Text(end)
        console.print(Text.assemble(f"  {count:>5}  ", said, clause_mark(end if end in game.rulebook else "")))


def _tallies(game: Game, summary: Summary) -> Table:
    table = Table(title=f"By {game.scored} (shares of games, with their 95 % intervals)", box=SIMPLE_HEAD)
    table.add_column("", no_wrap=True)
    for heading in ("a seat", "first in", "ahead in"):
        table.add_column(heading, justify="right", no_wrap=True)
    for bot, tally in summary.tallies.items():
        table.add_row(bot, f"{tally.mean:.2f}", str(tally.first), str(tally.ahead))
    return table


def _counts(summary: Summary) -> Table:
    table = Table(title="A game on average", box=SIMPLE_HEAD)
    table.add_column("")
    table.add_column("", justify="right")
    for name, mean in summary.mean_counts.items():
        table.add_row(name, f"{mean:.2f}")
    return table


def _figures(score: Score) -> list[str]:
    low, high = score.interval
    counts = (score.games, score.wins, score.draws, score.losses)
    return [*map(str, counts), f"{score.share:.1%}", f"{low:.1%} to {high:.1%}"]


def _as_data(game: Game, summary: Summary, seats: tuple[str, ...], seed: int) -> dict[str, object]:
    return {
        "game": game.slug,
        "seed": seed,
        "games": summary.games,
        "draws": summary.draws,
        "by_bot": {bot: _score(score) for bot, score in summary.by_bot.items()},
        "by_seat": {name: _score(score) for name, score in zip(seats, summary.by_seat, strict=False)},
        f"by_{game.part or 'part'}": {part: _score(score) for part, score in sorted(summary.by_part.items())},
        "turns": {"mean": summary.mean_turns, "median": summary.turns_at(0.5), "p90": summary.turns_at(0.9)},
        "decisions": {"median": summary.decisions_at(0.5), "p90": summary.decisions_at(0.9)},
        "ends": summary.ends,
        "counts": summary.mean_counts,
        "scored": game.scored,
        "by_score": {
            bot: {
                "mean": tally.mean,
                "seats": tally.seats,
                "first": _score(tally.first),
                "ahead": _score(tally.ahead),
            }
            for bot, tally in summary.tallies.items()
        },
        "seconds": summary.seconds,
    }


def _score(score: Score) -> dict[str, object]:
    low, high = score.interval
    return {
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "share": score.share,
        "interval": [low, high],
    }
