"""`tanelorn export`: records as arrays for programs that learn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from tanelorn.arena.data import dataset
from tanelorn.core.amounts import amount
from tanelorn.core.errors import BadRecord, Illegal
from tanelorn.core.play.record import Record
from tanelorn.terminal.look import bars, out

EXAMPLE = """Examples:

tanelorn sim fivecities -n 100 --save games

tanelorn export games --to games.parquet

tanelorn export four-bots/records --to games.npz
"""


def export(
    records: Annotated[list[Path], typer.Argument(help="Records, or folders of them.")],
    to: Annotated[Path, typer.Option(metavar="FILE", help="The data set: a .parquet or .npz file.")],
) -> None:
    """Turn records of one game into arrays: for each pick what its seat saw, what it might have picked, what it picked,
    and what the game was worth to it in the end. docs/tournaments.md says how to load them.
    """
    dataset.check_place(to)
    files = list(_files(records))
    if not files:
        raise Illegal("There is no record there.", remedy="Name files or folders that `tanelorn sim --save` wrote.")
    with bars() as progress:
        bar = progress.add_task("Records", total=len(files))
        games, picks = dataset.export(to, _loaded(files), lambda: progress.advance(bar))
    left = len(files) - games
    also = f" {amount(left, 'game')} that did not end left out." if left else ""
    out().print(f"{to}: {amount(picks, 'pick')} of {amount(games, 'game')}.{also}", soft_wrap=True)


def _files(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        if place.is_dir():
            yield from sorted(place.glob("*.jsonl"))
        else:
            yield place


def _loaded(files: Iterable[Path]) -> Iterator[Record]:
    for file in files:
        try:
            yield Record.load(file)
        except BadRecord as error:
            raise BadRecord(f"{file}: {error.why}", remedy=error.remedy) from None
