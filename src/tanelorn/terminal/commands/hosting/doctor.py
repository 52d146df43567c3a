"""`tanelorn doctor`: whether a club is well."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from tanelorn.core.content.folders import data_folder
from tanelorn.site.serve import find_tables, set_up_django
from tanelorn.terminal.look import out

EXAMPLE = """Examples:

tanelorn doctor

tanelorn doctor --data /srv/club
"""


def doctor(
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where the club is kept.")] = None,
) -> None:
    """Look whether a club is well: its servers, disk, key, address and mail, and whether anybody waits for what should
    have been done. The exit code is 1 if something is wrong.
    """
    folder = data_folder(data)
    find_tables(folder)
    set_up_django(folder, club=True)
    from tanelorn.site.club.health import checks, found  # noqa: PLC0415 - needs Django set up

    sheet, well = Table("", "", "", box=None, show_header=False, pad_edge=False), True
    for one in found(checks()):
        well = well and one.well
        sheet.add_row(Text("✓" if one.well else "✗", style="green" if one.well else "bold red"), one.what, one.says)
        if one.remedy:
            sheet.add_row("", "", Text(one.remedy, style="italic"))
    out().print(sheet)
    if not well:
        raise typer.Exit(1)
