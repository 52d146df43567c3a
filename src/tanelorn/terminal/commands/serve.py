"""`tanelorn serve`: the local site, for playing in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

EXAMPLE = """Examples:

tanelorn serve

tanelorn serve --port 8700 --no-open

tanelorn serve --club
"""


def serve(
    port: Annotated[int, typer.Option(help="The port to listen on; 0 takes the usual one, or any that is free.")] = 0,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Whether to open the page in the browser.")
    ] = True,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where tables are kept.")] = None,
    club: Annotated[
        bool, typer.Option("--club", help="People have accounts, and each plays the seats that they took.")
    ] = False,
) -> None:
    """Serve the page on this machine, so that games can be played in the browser. Ctrl-C ends it."""
    open_site("/", port=port, open_browser=open_browser, data=data, club=club)


def open_site(
    page: str, *, port: int = 0, open_browser: bool = True, data: Path | None = None, club: bool = False
) -> None:
    """Serve the site until it is stopped, and open one of its pages in the browser."""
    # The site brings a whole web framework along: the other commands start faster without it.
    from tanelorn.site.serve import serve as serve_site  # noqa: PLC0415

    serve_site(port=port, open_browser=open_browser, data=data, open_page=page, club=club)
