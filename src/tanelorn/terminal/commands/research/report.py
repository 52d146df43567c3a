"""`tanelorn report`: how balanced a game is, from many games of one bot in all seats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tanelorn.arena.report.balance import as_markdown, as_toml, balance_settings, measured, records, write_balance
from tanelorn.arena.report.repertoire import never, repertoire
from tanelorn.arena.tournament.folder import write_whole
from tanelorn.arena.tournament.run import Run
from tanelorn.bots import USUAL
from tanelorn.core.errors import Illegal
from tanelorn.core.game import games
from tanelorn.terminal.commands.research.arena import place_of, play_on, told_that_it_stopped
from tanelorn.terminal.look import out
from tanelorn.terminal.sitting.seats import read_options

EXAMPLE = """Examples:

tanelorn report fivecities -n 200 --out fivecities-balance

tanelorn report elric -n 60 --scenario short --scenario long --out elric-balance

tanelorn report youngkingdoms -n 60 --most --option last-year=1406 --out balance
"""


def report(
    game: Annotated[str, typer.Argument(help="A game's short name, as `tanelorn games` lists it.")],
    out_folder: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Where all is kept; a run that was broken off goes on.")
    ],
    number: Annotated[int, typer.Option("-n", "--number", min=1, help="How many games of each scenario.")] = 100,
    scenario: Annotated[list[str] | None, typer.Option(help="Which scenarios; all if left out.")] = None,
    bot: Annotated[str, typer.Option(help="The bot that plays all seats.")] = USUAL.slug,
    most: Annotated[
        bool, typer.Option("--most", help="Who ends with the most of what the game counts has won.")
    ] = False,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An optional rule.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="How many processes play at once.")] = 2,
    ray: Annotated[str, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster, as `tanelorn arena`.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
) -> None:
    """Let one bot play all seats of a game's scenarios, and say how balanced they are: by seat, by what each seat
    played (a country, an archmagus), and by the spells and things that seats made use of.

    Writes balance.html with pictures, measured.toml for the shelf, and balance.md for the game's page.
    """
    chosen = games[game]
    options = {name: _value(value) for name, value in read_options(option or []).items()}
    if most and not chosen.scored:
        raise Illegal(f"{chosen.title} counts nothing but the outcome.", remedy="Leave --most out.")
    settings = balance_settings(chosen, bot, number, scenarios=scenario or (), options=options, most=most, seed=seed)
    place = place_of(jobs, ray)
    run = Run(settings, out_folder)
    stopped = play_on(run, place)
    found = measured(run)
    words = [f"tanelorn report {game} -n {number}", *(f"--scenario {one}" for one in scenario or ())]
    words += ["--most"] * most + [f"--option {one}" for one in option or ()]
    write_whole(out_folder / "measured.toml", as_toml(found, " ".join(words)).encode())
    write_whole(out_folder / "balance.md", as_markdown(chosen, found).encode())
    write_balance(out_folder / "balance.html", run)
    for slug, one in found.items():
        seats = chosen.scenario(slug).seats
        out().print(f"{chosen.scenario(slug).title}: {one.verdict(seats)}. {one.says(seats)}.", soft_wrap=True)
    if missing := never(repertoire(chosen, records(run, run.counted()))):
        out().print(f"Orders that were never given: {', '.join(missing)}.", soft_wrap=True)
    out().print(f"More in {out_folder / 'balance.html'}.", soft_wrap=True)
    if stopped:
        raise told_that_it_stopped(run)


def _value(value: object) -> bool | int | str:
    """Return an option's value as settings hold it."""
    return value if isinstance(value, bool | int) else str(value)
