"""`tanelorn upgrade`: what the present rules would make of the tables on the shelf, tried before anything is played."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from tanelorn.core.amounts import amount
from tanelorn.core.content.folders import data_folder
from tanelorn.core.errors import BadData
from tanelorn.core.play.record import Chanced, Undid
from tanelorn.core.play.replay import Parting
from tanelorn.site.serve import only_server, prepare
from tanelorn.terminal.look import bars, out

if TYPE_CHECKING:
    from tanelorn.site.keeping.upgrading import Compared

EXAMPLE = """Examples:

tanelorn upgrade

tanelorn upgrade --write
"""
_TABLES = "tables.sqlite3"
_MOST_LISTED = 12


def upgrade(
    write: Annotated[
        bool, typer.Option("--write", help="Mark what cannot go on, and let the others open at once.")
    ] = False,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where tables are kept.")] = None,
) -> None:
    """Play the record of every table on the shelf again by the present rules, and list what would change, entry by
    entry. Without --write it is a dry run, on a copy.

    A table that cannot go on is frozen, never lost: it stays on the shelf with its reason and its record. The exit code
    of a dry run is 1 if there is one. Where DATABASE_URL names a PostgreSQL, its tables are meant; name a copy of it
    for a dry run, since this version gives it its own form.
    """
    folder, on_server = data_folder(data), bool(os.environ.get("DATABASE_URL"))
    if not on_server and not (folder / _TABLES).is_file():
        out().print(f"There are no tables in {folder}.", soft_wrap=True)
        return
    with _on_server(folder) if on_server else _prepared(folder, write=write):
        found = _compared(write=write)
    _print(found, write=write)
    if not write and not all(one.goes_on for one in found):
        raise typer.Exit(1)


@contextmanager
def _on_server(folder: Path) -> Iterator[None]:
    """Prepare the tables of the database that DATABASE_URL names."""
    prepare(folder, club=True)
    yield


@contextmanager
def _prepared(folder: Path, *, write: bool) -> Iterator[None]:
    """Prepare the tables of a folder, which no site may serve meanwhile, or else a copy of them."""
    if write:
        with only_server(folder):
            prepare(folder)
            yield
        return
    with tempfile.TemporaryDirectory() as passing:
        try:
            with (
                closing(sqlite3.connect(folder / _TABLES)) as tables,
                closing(sqlite3.connect(Path(passing) / _TABLES)) as copy,
            ):
                tables.backup(copy)
        except sqlite3.DatabaseError as error:
            raise BadData(
                f"The tables in {folder} cannot be read: {error}.", remedy="Name another folder with --data DIR."
            ) from None
        prepare(Path(passing))
        yield


def _compared(*, write: bool) -> list[Compared]:
    from tanelorn.site.keeping import upgrading  # noqa: PLC0415 - needs Django set up

    found = []
    with bars() as progress:
        bar = progress.add_task("Entries", total=upgrading.entries_in_all())
        for one in upgrading.compared(lambda entries: progress.advance(bar, entries)):
            found.append(one)
            if write:
                upgrading.upgrade(one)
    return found


def _print(found: list[Compared], *, write: bool) -> None:
    sheet = Table(box=None, pad_edge=False)
    for title in ("table", "game", "rules", "entries", "what would change" if not write else "what has changed"):
        sheet.add_column(title, justify="right" if title == "entries" else "left", overflow="fold")
    for one in found:
        rules = f"{one.played}" if one.played == one.rules else f"{one.played} → {one.rules}"
        sheet.add_row(one.name, one.game, rules if one.game else "", str(one.entries) if one.game else "", _told(one))
    out().print(sheet)
    still = sum(not one.goes_on for one in found)
    goes = amount(len(found) - still, "table")
    if not still:
        out().print(Text(f"All goes on as it was: {goes}.", "bold green"))
        return
    cannot = "cannot, and now stand on the shelf as frozen" if write else "cannot, and would be frozen"
    out().print(f"{goes} can go on as before; {still} {cannot}. No record is changed.", soft_wrap=True)


def _told(one: Compared) -> Text:
    if one.goes_on:
        return Text("nothing", "green")
    lines = [f"entry {parting.number}{_whose(one, parting)} {_what(parting)}" for parting in one.partings]
    more = len(lines) - _MOST_LISTED
    if more > 0:
        lines = [*lines[: _MOST_LISTED - 1], f"… {amount(more, 'more entry', 'more entries')} …", lines[-1]]
    return Text("\n".join([*lines, *filter(None, [one.wrong])]), "red")


def _whose(one: Compared, parting: Parting) -> str:
    """Say what an entry is; not what was chosen, which may be hidden from whoever reads this."""
    whose = one.whose(parting)
    if whose:
        return f", a choice of {whose},"
    kinds = {Chanced: ", chance,", Undid: ", which takes a choice back,"}
    return kinds.get(type(parting.entry), "")


def _what(parting: Parting) -> str:
    return "leads elsewhere" if parting.plays else "cannot be played"
