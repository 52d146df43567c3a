"""`tanelorn review`: what would have been better in a game that is over."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from tanelorn.bots.advice import Advised
from tanelorn.bots.looking_back import LookedAt, look_back, worst
from tanelorn.core.amounts import amount
from tanelorn.core.content.verbs import spoken
from tanelorn.core.game import Game
from tanelorn.core.play.record import Record
from tanelorn.terminal.look import bars, emblem, out, prose, style
from tanelorn.terminal.sitting.saves import find_record
from tanelorn.terminal.sitting.seats import seat_number

EXAMPLE = """Examples:

tanelorn review last

tanelorn review elric-2 --seat north --most 20

tanelorn review game.jsonl --json
"""


def review(
    record: Annotated[str, typer.Argument(help="A record's file, the name of a saved game, or “last”.")],
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT", help="Whose choices; may be said several times. All if left out."),
    ] = None,
    most: Annotated[int, typer.Option(min=1, help="How many choices are listed.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines: all choices.")] = False,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where games are kept.")] = None,
) -> None:
    """Say what a bot would have done in place of the choices of a game that is over, each by what its seat knew then:
    those that could have been bettered most.

    The bot looks one choice ahead. The shares say how much of the game it thinks is the seat's after a choice.
    """
    path = find_record(record, data)
    read = Record.load(path, mend=True)
    game = read.game()
    seats = game.scenario(read.header.scenario).seats
    wished = {seat_number(word, game, seats) for word in seat or ()} or set(range(len(seats)))
    found = _looked_back(read, wished, game.title)
    if as_json:
        print(json.dumps([_as_data(one, seats[one.seat]) for one in found], indent=2, ensure_ascii=False))
        return
    told = worst(found, most)
    if told:
        out().print(_table(told, read, game, seats))
    looked = f"A bot has looked at {amount(len(found), 'choice')}"
    out().print(f"{looked}; the worst are listed." if told else f"{looked} and found nothing better.", soft_wrap=True)


def _looked_back(record: Record, seats: Collection[int], title: str) -> list[LookedAt]:
    with bars() as progress:
        bar = progress.add_task(title, total=len(record.entries))
        return look_back(record, seats, met=lambda entry: progress.update(bar, completed=entry))


def _table(told: list[LookedAt], record: Record, game: Game, seats: tuple[str, ...]) -> Table:
    table = Table("entry", "when", "seat", "chosen", "", "better", "", box=None, padding=(0, 2, 1, 0))
    colours = game.scenario(record.header.scenario).colours
    names = game.names(record.header.begin(game))

    def words(line: Advised) -> Text:
        return prose(spoken(line.says, names))

    for one in told:
        best = one.review.advice.lines[0]
        colour = colours[one.seat]
        sitter = Text.assemble((emblem(colour), style(colour)), f" {seats[one.seat]}")
        made = one.review.made
        table.add_row(
            str(one.entry),
            prose(one.when),
            sitter,
            words(made),
            f"{made.expected:.0%}",
            words(best),
            f"{best.expected:.0%}",
        )
    return table


def _as_data(one: LookedAt, seat: str) -> dict[str, object]:
    return {"entry": one.entry, "seat": seat, "when": one.when, **msgspec.to_builtins(one.review)}
