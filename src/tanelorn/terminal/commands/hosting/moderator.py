"""`tanelorn moderator`: who sees to reported letters in a club."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tanelorn.core.content.folders import data_folder
from tanelorn.site.serve import find_tables, prepare
from tanelorn.terminal.look import out

EXAMPLE = """Examples:

tanelorn moderator Ann

tanelorn moderator Ann --no-longer
"""


def moderator(
    name: Annotated[str, typer.Argument(help="The name by which others see them in the club.")],
    no_longer: Annotated[bool, typer.Option("--no-longer", help="They are a moderator no longer.")] = False,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where the club is kept.")] = None,
) -> None:
    """Make somebody of a club a moderator, who sees reported letters at /admin/, hides them or silences authors."""
    folder = data_folder(data)
    find_tables(folder)
    prepare(folder, club=True)
    from tanelorn.site.club.talk.moderation import appoint  # noqa: PLC0415 - needs Django set up

    called = appoint(name, moderates=not no_longer)
    out().print(f"{called} is {'no longer ' if no_longer else ''}a moderator.", soft_wrap=True)
