"""`tanelorn learn`: guided games in the browser, and whether a lesson fits the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tanelorn.core.errors import UnknownName
from tanelorn.core.game import games
from tanelorn.core.lessons.lesson import find_lesson, load_lesson
from tanelorn.core.lessons.newcomer import walk
from tanelorn.terminal.commands.hosting.serve import open_site
from tanelorn.terminal.look import out

EXAMPLE = """Examples:

tanelorn learn fivecities

tanelorn learn --check mylesson.toml
"""


def learn(
    game: Annotated[str, typer.Argument(help="A game's short name, as `tanelorn games` lists it.")] = "",
    check: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Do this lesson as it asks, and say which step does not fit the rules."),
    ] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where tables are kept.")] = None,
) -> None:
    """Learn a game by playing it: in the browser, with a companion beside the board who explains."""
    if check:
        for file in check:
            lesson = load_lesson(file)
            walk(lesson)
            out().print(f"{file.name}: all {len(lesson.step)} steps fit the rules.", soft_wrap=True)
        return
    if not game:
        taught = ", ".join(one.slug for one in games if one.lessons is not None)
        raise UnknownName("Learn which game?", remedy=f"Say one of: {taught}.")
    find_lesson(games[game])
    open_site(f"/learn/{game}", data=data)
